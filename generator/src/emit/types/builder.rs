//! How an object is made: by `new` where few fields have to be given, by a builder where many have,
//! by a struct literal where there is nothing to leave out.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::docs;
use super::super::file::RustFile;
use super::object::{FieldCode, ObjectCode};
use crate::api::{Presence, TypeDef, TypeKind};

/// How many arguments a constructor may have before names serve better.
const FEW: usize = 4;

/// Whether a type has a builder.
pub(super) fn is_built(definition: &TypeDef) -> bool {
    let TypeKind::Object(object) = &definition.kind else {
        return false;
    };
    let required = object
        .fields
        .iter()
        .filter(|field| field.presence == Presence::Required && !field.ty.nullable);
    required.count() > FEW
}

/// Whether `Default` can be derived: nothing has to be given, and nothing has a value of its own.
pub(super) fn has_derived_default(code: &ObjectCode<'_>) -> bool {
    code.fields
        .iter()
        .all(|code| !code.is_required() && !matches!(code.field.presence, Presence::Default(_)))
}

/// Writes the constructor or the builder of an object.
pub(super) fn emit(code: &ObjectCode<'_>, file: &mut RustFile<'_>) {
    let required: Vec<&FieldCode<'_>> = code
        .fields
        .iter()
        .filter(|field| field.is_required())
        .collect();
    let everything = required.len() == code.fields.len() && code.others.is_none();
    if required.len() > FEW {
        emit_builder(code, file);
    } else if has_derived_default(code) || everything {
        // `Default::default()` or a struct literal says it all.
    } else if required.is_empty() {
        emit_default(code, file);
    } else {
        emit_new(code, &required, file);
    }
}

/// The fields of the struct when only the required ones are given.
fn bare(code: &ObjectCode<'_>) -> Vec<TokenStream> {
    let fields = code.fields.iter().map(|field| {
        let name = &field.name;
        match field.nothing(code.context) {
            None => field.given(code.context).member(name),
            Some(nothing) => quote!(#name: #nothing),
        }
    });
    let others = code
        .others
        .iter()
        .map(|(name, _)| quote!(#name: BTreeMap::new()));
    fields.chain(others).collect()
}

fn emit_new(code: &ObjectCode<'_>, required: &[&FieldCode<'_>], file: &mut RustFile<'_>) {
    let name = &code.name;
    let arguments = required.iter().map(|field| {
        let (name, given) = (&field.name, field.given(code.context));
        let ty = &given.ty;
        quote!(#name: #ty)
    });
    let fields = bare(code);
    let documentation = docs::sentence(
        "With the fields that are always there. The others are left out; set them with the struct's own fields.",
    );
    file.push(quote! {
        impl #name {
            #documentation
            pub fn new(#(#arguments),*) -> Self {
                Self { #(#fields),* }
            }
        }
    });
}

fn emit_default(code: &ObjectCode<'_>, file: &mut RustFile<'_>) {
    let name = &code.name;
    let fields = bare(code);
    file.push(quote! {
        impl Default for #name {
            fn default() -> Self {
                Self { #(#fields),* }
            }
        }
    });
}

fn emit_builder(code: &ObjectCode<'_>, file: &mut RustFile<'_>) {
    let (name, builder) = (&code.name, format_ident!("{}Builder", code.name));
    let (what, of) = (
        name.to_string(),
        format!("Makes a [`{name}`] field by field."),
    );
    let (made, built) = (
        docs::sentence(&of),
        docs::sentence("A builder with no field set."),
    );
    let slots = code.fields.iter().map(|field| {
        let (name, ty) = (&field.name, &field.ty);
        if is_slot(field) {
            quote!(#name: Option<#ty>)
        } else {
            quote!(#name: #ty)
        }
    });
    let others = code
        .others
        .iter()
        .map(|(name, ty)| quote!(#name: BTreeMap<String, #ty>));
    let slots = slots.chain(others);
    let debug = (!code.hides()).then(|| quote!(Debug,));
    file.push(quote! {
        impl #name {
            #built
            pub fn builder() -> #builder { #builder::default() }
        }
    });
    file.push(quote! {
        #made
        #[derive(#debug Clone, Default)]
        pub struct #builder { #(#slots),* }
    });
    if code.hides() {
        let debug = code.debug_of(&builder, file);
        file.push(debug);
    }
    let setters = code.fields.iter().map(|field| setter(code, field)).chain(code.others.iter().map(|(name, ty)| {
        let documentation = docs::sentence("Sets the members that the specification does not name.");
        quote! {
            #documentation
            pub fn #name(mut self, #name: BTreeMap<String, #ty>) -> Self { self.#name = #name; self }
        }
    }));
    let fields = code
        .fields
        .iter()
        .map(|field| built_field(code, field, &what));
    let fields = fields.chain(
        code.others
            .iter()
            .map(|(name, _)| quote!(#name: self.#name)),
    );
    let build = docs::attributes(&[
        format!("The finished [`{name}`]."),
        String::new(),
        "# Errors".to_owned(),
        String::new(),
        "A field that is always there was not set; the error names it.".to_owned(),
    ]);
    file.push(quote! {
        impl #builder {
            #(#setters)*
            #build
            pub fn build(self) -> Result<#name, rt::MissingField> {
                Ok(#name { #(#fields),* })
            }
        }
    });
}

/// Whether the builder needs an `Option` around the field to know that it was not set.
fn is_slot(field: &FieldCode<'_>) -> bool {
    field.is_required() || matches!(field.field.presence, Presence::Default(_))
}

fn setter(code: &ObjectCode<'_>, field: &FieldCode<'_>) -> TokenStream {
    let (name, given) = (&field.name, field.given(code.context));
    let documentation = docs::sentence(&format!("Sets `{}`.", field.field.name));
    let (ty, value) = (&given.ty, given.value(name));
    let set = if field.is_maybe() {
        value
    } else {
        quote!(Some(#value))
    };
    quote! {
        #documentation
        pub fn #name(mut self, #name: #ty) -> Self { self.#name = #set; self }
    }
}

fn built_field(code: &ObjectCode<'_>, field: &FieldCode<'_>, what: &str) -> TokenStream {
    let (name, wire) = (&field.name, &field.field.name);
    if field.is_required() {
        quote!(#name: self.#name.ok_or(rt::MissingField::new(#what, #wire))?)
    } else if let (Presence::Default(_), Some(default)) =
        (&field.field.presence, field.nothing(code.context))
    {
        quote!(#name: self.#name.unwrap_or_else(|| #default))
    } else {
        quote!(#name: self.#name)
    }
}
