//! One generated file while it is written: its items, and what they import.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};
use syn::Ident;

use crate::api::{Api, Scalar, Type, TypeId, TypeRef};
use crate::naming::Names;
use crate::render::{self, Printed};

/// An API and the names chosen for it: what every emitter reads.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) api: &'a Api,
    pub(super) names: &'a Names,
}

/// A file of the generated crate.
pub(super) struct RustFile<'a> {
    context: Context<'a>,
    /// The module of the types that stand in this very file.
    own_group: Option<&'a str>,
    imports: BTreeMap<&'static str, BTreeSet<String>>,
    others: BTreeSet<&'static str>,
    items: Vec<Printed>,
}

impl<'a> RustFile<'a> {
    pub(super) fn new(context: Context<'a>) -> Self {
        Self {
            context,
            own_group: None,
            imports: BTreeMap::new(),
            others: BTreeSet::new(),
            items: Vec::new(),
        }
    }

    /// A file that holds the types of a group: it imports those of the others only.
    pub(super) fn of_types(context: Context<'a>, group: &'a str) -> Self {
        Self {
            own_group: Some(group),
            ..Self::new(context)
        }
    }

    pub(super) fn push(&mut self, item: TokenStream) {
        self.items.push(render::item(item));
    }

    /// Imports a name from a module of the crate.
    pub(super) fn import(&mut self, module: &'static str, name: &str) {
        self.imports
            .entry(module)
            .or_default()
            .insert(name.to_owned());
    }

    /// Imports a whole path.
    pub(super) fn import_path(&mut self, path: &'static str) {
        self.others.insert(path);
    }

    /// The Rust name of a type, imported.
    pub(super) fn type_name(&mut self, id: TypeId) -> Ident {
        let name = &self.context.names.types[id.0].name;
        if self.own_group != Some(self.context.api.type_def(id).group.as_str()) {
            self.import("types", name);
        }
        format_ident!("{name}")
    }

    /// A type as Rust writes it.
    pub(super) fn ty(&mut self, ty: &TypeRef) -> TokenStream {
        let inner = self.plain_ty(&ty.ty);
        if ty.nullable {
            quote!(Option<#inner>)
        } else {
            inner
        }
    }

    /// A type as Rust writes it, its nullability aside.
    pub(super) fn plain_ty(&mut self, ty: &Type) -> TokenStream {
        match ty {
            Type::Scalar(scalar) => self.scalar(*scalar),
            Type::Named(id) => {
                let name = self.type_name(*id);
                quote!(#name)
            }
            Type::List(inner) => {
                let inner = self.ty(inner);
                quote!(Vec<#inner>)
            }
            Type::Map(inner) => {
                self.import_path("std::collections::BTreeMap");
                let inner = self.ty(inner);
                quote!(BTreeMap<String, #inner>)
            }
        }
    }

    /// A scalar as Rust writes it.
    pub(super) fn scalar(&mut self, scalar: Scalar) -> TokenStream {
        match scalar {
            Scalar::String => quote!(String),
            Scalar::Integer => quote!(i64),
            Scalar::Number => quote!(f64),
            Scalar::Boolean => quote!(bool),
            Scalar::Timestamp => self.runtime("Timestamp"),
            Scalar::Date => self.runtime("Date"),
            Scalar::Uuid => self.runtime("Uuid"),
            Scalar::Decimal => self.runtime("Decimal"),
            Scalar::Bytes => self.runtime("Bytes"),
            Scalar::Json => self.runtime("Json"),
        }
    }

    fn runtime(&mut self, name: &str) -> TokenStream {
        let name = format_ident!("{name}");
        self.import_runtime();
        quote!(rt::#name)
    }

    pub(super) fn import_runtime(&mut self) {
        self.import_path("specsmith_runtime::codegen as rt");
    }

    /// The imports as another crate writes them.
    pub(super) fn uses_from(&self, package: &str) -> String {
        let package = format_ident!("{package}");
        let own = self.imports.iter().map(|(module, names)| {
            let names = names.iter().map(|name| format_ident!("{name}"));
            // What stands in `page` is known by the crate's own name.
            match *module {
                "page" => quote!(use #package::{#(#names),*};),
                module => {
                    let module = format_ident!("{module}");
                    quote!(use #package::#module::{#(#names),*};)
                }
            }
        });
        let std = self.others.iter().filter(|path| path.starts_with("std::"));
        let std = std
            .filter_map(|path| syn::parse_str::<syn::UseTree>(path).ok())
            .map(|path| quote!(use #path;));
        let runtime = self
            .others
            .iter()
            .any(|path| path.starts_with("specsmith_runtime"));
        let runtime = runtime.then(|| quote!(use #package::runtime::codegen as rt;));
        own.chain(runtime)
            .chain(std)
            .map(|tokens| render::item(tokens).text)
            .collect()
    }

    /// The text of the file.
    pub(super) fn finish(self, documentation: &[String]) -> String {
        let own = self.imports.iter().map(|(module, names)| {
            let module = format_ident!("{module}");
            let names = names.iter().map(|name| format_ident!("{name}"));
            quote!(use crate::#module::{#(#names),*};)
        });
        let others = self.others.iter().filter_map(|path| {
            let path: Result<syn::UseTree, _> = syn::parse_str(path);
            path.ok().map(|path| quote!(use #path;))
        });
        let uses: Vec<Printed> = own.chain(others).map(render::item).collect();
        render::file(documentation, &uses, &self.items)
    }
}

/// An identifier from a name that `naming` chose: raw where the name says so.
pub(super) fn ident(name: &str) -> Ident {
    match name.strip_prefix("r#") {
        Some(keyword) => Ident::new_raw(keyword, proc_macro2::Span::call_site()),
        None => format_ident!("{name}"),
    }
}
