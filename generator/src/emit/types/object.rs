//! Objects: the struct, and how it is written.

mod read;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::super::docs;
use super::super::file::{RustFile, derive, ident};
use super::super::rules::rules;
use super::accessor::accessor;
use super::{constructor, documentation};
use crate::api::{Presence, Sensitivity};
use crate::rust::{self, Boxing, Field, NamedType, Object, Wrapping};
use read::reader;

/// A field with the code of its parts.
pub(super) struct FieldCode<'a> {
    pub(super) field: &'a Field<'a>,
    /// The field of the struct.
    pub(super) name: Ident,
    /// The variable for its value while the object is read.
    slot: Ident,
    /// Its type, with `Option` or `Maybe` if it may be absent.
    pub(super) ty: TokenStream,
    /// Its type without `Option`.
    pub(super) value_ty: TokenStream,
    /// The bounds of its value, as a slice.
    rules: Option<TokenStream>,
    /// The method that falls back to its default.
    accessor: Option<TokenStream>,
    /// How the objects in it are read, if it is boxed or contains boxed fields.
    reader: Option<TokenStream>,
}

/// The field for the properties that the specification does not name.
pub(super) struct Others {
    pub(super) name: Ident,
    /// The type of one value.
    pub(super) ty: TokenStream,
    /// Where a value is boxed.
    boxing: Boxing,
    /// How the objects in a value are read, if it is boxed or contains boxed fields.
    reader: Option<TokenStream>,
}

pub(super) fn emit(named: &NamedType<'_>, object: &Object<'_>, file: &mut RustFile<'_>) {
    let fields = object.fields.iter().map(|field| field_code(field, file));
    let fields: Vec<FieldCode<'_>> = fields.collect();
    let code = ObjectCode {
        object,
        name: format_ident!("{}", named.name),
        fields,
        others: object
            .others
            .as_ref()
            .map(|others| others_code(others, file)),
    };
    file.push(code.structure(named));
    if object.is_redacted {
        let debug = code.debug(file);
        file.push(debug);
    }
    constructor::emit(&code, file);
    let mut accessors = code
        .fields
        .iter()
        .filter_map(|code| code.accessor.as_ref())
        .peekable();
    if accessors.peek().is_some() {
        let name = &code.name;
        file.push(quote!(impl #name { #(#accessors)* }));
    }
    file.push(code.read(file.plan().generic()));
    file.push(code.write());
    let name = &code.name;
    file.push(quote!(rt::object!(#name);));
}

fn field_code<'a>(field: &'a Field<'a>, file: &mut RustFile<'_>) -> FieldCode<'a> {
    let plain = boxed(field.boxing, file.plain_ty(&field.api.ty.ty));
    let (ty, value_ty) = match field.wrapping {
        Wrapping::None => (plain.clone(), plain),
        Wrapping::Option => (quote!(Option<#plain>), plain),
        Wrapping::Maybe => (quote!(rt::Maybe<#plain>), quote!(rt::Maybe<#plain>)),
    };
    let rules = rules(&field.api.rules, field.pattern.as_ref(), file);
    let accessor = field.accessor.as_ref();
    FieldCode {
        field,
        name: ident(&field.name),
        slot: ident(&field.slot),
        ty,
        value_ty,
        rules,
        accessor: accessor.map(|of| self::accessor(field, of, file)),
        reader: reader(field.boxing, &field.api.ty, file),
    }
}

fn others_code(others: &rust::Others<'_>, file: &mut RustFile<'_>) -> Others {
    file.import_path("std::collections::BTreeMap");
    let ty = file.ty(others.ty);
    Others {
        name: ident(&others.name),
        ty: boxed(others.boxing, ty),
        boxing: others.boxing,
        reader: reader(others.boxing, others.ty, file),
    }
}

/// The type of a value, boxed or not.
fn boxed(boxing: Boxing, ty: TokenStream) -> TokenStream {
    match boxing {
        Boxing::None | Boxing::Inside => ty,
        Boxing::Whole => quote!(rt::Boxed<#ty>),
    }
}

/// An object with the code of its parts.
pub(super) struct ObjectCode<'a> {
    pub(super) object: &'a Object<'a>,
    pub(super) name: Ident,
    pub(super) fields: Vec<FieldCode<'a>>,
    pub(super) others: Option<Others>,
}

impl<'a> ObjectCode<'a> {
    /// The fields that need a value.
    pub(super) fn required(&self) -> impl Iterator<Item = &FieldCode<'a>> {
        self.fields.iter().filter(|code| code.field.must_be_given())
    }

    fn structure(&self, named: &NamedType<'_>) -> TokenStream {
        let name = &self.name;
        let documentation = docs::attributes(&documentation(
            named.api,
            &format!("The object `{}`.", named.api.name),
        ));
        let derive = derive(&named.derives);
        let fields = self.fields.iter().map(|code| {
            let lines = field_documentation(code.field);
            let documentation = docs::attributes(&lines);
            let (name, ty) = (&code.name, &code.ty);
            quote!(#documentation pub #name: #ty)
        });
        let others = self.others.iter().map(|Others { name, ty, .. }| {
            let documentation = docs::sentence("The fields that the specification does not name.");
            quote!(#documentation pub #name: BTreeMap<String, #ty>)
        });
        let fields = fields.chain(others);
        quote! {
            #documentation
            #derive
            pub struct #name { #(#fields),* }
        }
    }

    /// An implementation of `Debug` that hides values. A derived one shows everything.
    fn debug(&self, file: &mut RustFile<'_>) -> TokenStream {
        let fields = self
            .fields
            .iter()
            .map(|code| (code.name.clone(), code.field.api.sensitivity));
        let others = self
            .others
            .iter()
            .map(|others| (others.name.clone(), Sensitivity::Public));
        let shown: Vec<_> = fields.chain(others).collect();
        super::debug(&self.name, &shown, file)
    }

    fn write(&self) -> TokenStream {
        let name = &self.name;
        let fields = self.fields.iter().map(|code| {
            let (name, wire) = (&code.name, &code.field.api.name);
            match (code.field.wrapping, &code.field.api.presence) {
                (Wrapping::Maybe, _) => quote!(object.maybe(#wire, &self.#name);),
                (Wrapping::None | Wrapping::Option, Presence::Required) => {
                    quote!(object.field(#wire, &self.#name);)
                }
                (Wrapping::None | Wrapping::Option, Presence::Optional | Presence::Default(_)) => {
                    quote!(object.optional(#wire, &self.#name);)
                }
            }
        });
        let others = self.others.iter().map(
            |Others { name, .. }| quote!(object.others(&self.#name, <Self as rt::Object>::FIELDS);),
        );
        let fields = fields.chain(others);
        let mutable = (!self.fields.is_empty() || self.others.is_some()).then(|| quote!(mut));
        quote! {
            impl rt::Serialize for #name {
                fn serialize<S: rt::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let #mutable object = rt::ObjectWriter::new(serializer);
                    #(#fields)*
                    object.end()
                }
            }
        }
    }
}

/// The doc comment of a field: its notes, bounds, default and example.
fn field_documentation(field: &Field<'_>) -> Vec<String> {
    let fallback = format!("The field {}.", docs::code(&field.api.name));
    let mut lines = docs::notes(&field.api.notes, &fallback);
    if let Some(bounds) = docs::bounds(&field.api.rules) {
        lines.extend([String::new(), bounds]);
    }
    if let Some(accessor) = &field.accessor {
        let default = docs::code(&accessor.default.to_string());
        lines.extend([
            String::new(),
            format!(
                "Default: {default}. The method of this name returns it if the field is absent."
            ),
        ]);
    }
    if let Some(example) = &field.api.example {
        lines.extend([
            String::new(),
            format!("Example: {}", docs::code(&example.to_string())),
        ]);
    }
    lines
}
