//! One file during generation: its items and their imports.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};
use syn::Ident;

use crate::api::{Api, Scalar, Type, TypeId, TypeRef};
use crate::naming::{Names, TypeNames};
use crate::render::{self, Import, Printed};

/// An API and its Rust names: the input of every emitter.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) api: &'a Api,
    pub(super) names: &'a Names,
}

impl Context<'_> {
    /// The name of the generated crate in Rust paths.
    pub(super) fn package(&self) -> String {
        self.api.package.name.replace('-', "_")
    }
}

/// A file of the generated crate, or of a crate that uses it.
pub(super) struct RustFile<'a> {
    context: Context<'a>,
    home: Home<'a>,
    imports: BTreeMap<&'static str, BTreeSet<String>>,
    others: BTreeSet<&'static str>,
    items: Vec<Printed>,
}

/// Where a file is. This decides the paths to items of the generated crate.
enum Home<'a> {
    /// In the generated crate.
    Crate,
    /// In the module `types` of the generated crate, in the file of this group.
    Types(&'a str),
    /// In another crate. `own` lists the items that the file defines.
    User { own: Vec<&'a str> },
}

impl<'a> RustFile<'a> {
    pub(super) fn new(context: Context<'a>) -> Self {
        Self::at(context, Home::Crate)
    }

    /// A file with the types of a group. It imports the types of other groups only.
    pub(super) fn of_types(context: Context<'a>, group: &'a str) -> Self {
        Self::at(context, Home::Types(group))
    }

    /// A file of a crate that uses the generated one. `own` lists the items that the file defines.
    pub(super) fn of_user(context: Context<'a>, own: Vec<&'a str>) -> Self {
        Self::at(context, Home::User { own })
    }

    fn at(context: Context<'a>, home: Home<'a>) -> Self {
        Self {
            context,
            home,
            imports: BTreeMap::new(),
            others: BTreeSet::new(),
            items: Vec::new(),
        }
    }

    pub(super) fn context(&self) -> Context<'a> {
        self.context
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

    /// Imports a path from another crate.
    pub(super) fn import_path(&mut self, path: &'static str) {
        self.others.insert(path);
    }

    /// An item that is named after something in the API. It is imported, unless another module has an
    /// item of the same name: then it is written with its module.
    pub(super) fn item(&mut self, module: &'static str, name: &str) -> TokenStream {
        let shared = match self.home {
            // These files import nothing but types from the crate.
            Home::Types(_) => false,
            Home::Crate | Home::User { .. } => self.context.names.is_shared(name),
        };
        if shared {
            self.path(module, name)
        } else {
            self.fixed(module, name)
        }
    }

    /// An item that has the same name in every API. It is imported, unless the file defines an item of
    /// the same name.
    pub(super) fn fixed(&mut self, module: &'static str, name: &str) -> TokenStream {
        match &self.home {
            Home::User { own } if own.contains(&name) => self.path(module, name),
            Home::Crate | Home::Types(_) | Home::User { .. } => {
                self.import(module, name);
                let name = format_ident!("{name}");
                quote!(#name)
            }
        }
    }

    /// The whole path of an item.
    fn path(&self, module: &str, name: &str) -> TokenStream {
        let (module, name) = (self.module(module), format_ident!("{name}"));
        quote!(#module::#name)
    }

    /// The path of a module of the generated crate.
    fn module(&self, module: &str) -> TokenStream {
        let name = format_ident!("{module}");
        match self.home {
            Home::Crate | Home::Types(_) => quote!(crate::#name),
            Home::User { .. } => {
                let package = format_ident!("{}", self.context.package());
                // The crate re-exports the contents of `page` at its root.
                if module == "page" {
                    quote!(#package)
                } else {
                    quote!(#package::#name)
                }
            }
        }
    }

    /// The Rust name of a type, imported.
    pub(super) fn type_name(&mut self, id: TypeId) -> TokenStream {
        let context = self.context;
        let name = &context.names.types[id.0].name;
        match self.home {
            Home::Types(group) if group == context.api.type_def(id).group => {
                let name = format_ident!("{name}");
                quote!(#name)
            }
            Home::Crate | Home::Types(_) | Home::User { .. } => self.item("types", name),
        }
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

    /// A type as Rust writes it, without its nullability.
    pub(super) fn plain_ty(&mut self, ty: &Type) -> TokenStream {
        match ty {
            Type::Scalar(scalar) => self.scalar(*scalar),
            Type::Named(id) => self.type_name(*id),
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

    /// A type of the runtime. Other crates import it from `types`, unless a type of the API has the
    /// same name.
    pub(super) fn runtime(&mut self, name: &str) -> TokenStream {
        let own_type = |names: &TypeNames| names.name == name;
        match self.home {
            Home::Crate | Home::Types(_) => {
                let name = format_ident!("{name}");
                self.import_runtime();
                quote!(rt::#name)
            }
            Home::User { .. } if self.context.names.types.iter().any(own_type) => {
                self.path("runtime", name)
            }
            Home::User { .. } => self.item("types", name),
        }
    }

    pub(super) fn import_runtime(&mut self) {
        self.import_path("specsmith_runtime::codegen as rt");
    }

    /// The imports, as text.
    pub(super) fn uses(&self) -> String {
        let uses = self.imports().into_iter();
        uses.map(|tokens| render::item(tokens).text).collect()
    }

    /// The imports of a file that people edit, as text.
    pub(super) fn user_uses(&self) -> String {
        let own = self.imports.iter().map(|(module, names)| Import {
            module: self.module(module).to_string().replace(' ', ""),
            names: names.iter().cloned().collect(),
        });
        let others = self.others.iter().filter_map(|path| path.rsplit_once("::"));
        let others = others.map(|(module, name)| Import {
            module: module.to_owned(),
            names: vec![name.to_owned()],
        });
        render::imports(own.chain(others).collect())
    }

    /// The text of the file.
    pub(super) fn finish(self, documentation: &[String]) -> String {
        let uses: Vec<Printed> = self.imports().into_iter().map(render::item).collect();
        render::file(documentation, &uses, &self.items)
    }

    fn imports(&self) -> Vec<TokenStream> {
        let own = self.imports.iter().map(|(module, names)| {
            let module = self.module(module);
            let names = names.iter().map(|name| format_ident!("{name}"));
            quote!(use #module::{#(#names),*};)
        });
        let others = self.others.iter().filter_map(|path| {
            let path: Result<syn::UseTree, _> = syn::parse_str(path);
            path.ok().map(|path| quote!(use #path;))
        });
        own.chain(others).collect()
    }
}

/// The identifier for a name from `naming`, which may be raw.
pub(super) fn ident(name: &str) -> Ident {
    match name.strip_prefix("r#") {
        Some(keyword) => Ident::new_raw(keyword, proc_macro2::Span::call_site()),
        None => format_ident!("{name}"),
    }
}
