//! Builders, which set an object's fields one by one.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::super::docs;
use super::super::file::{RustFile, ident};
use super::object::{FieldCode, ObjectCode, Others};
use crate::rust::Wrapping;

/// Writes the builder of an object; `builder` is its name.
pub(super) fn emit(builder: &str, code: &ObjectCode<'_>, file: &mut RustFile<'_>) {
    let (name, builder) = (&code.name, format_ident!("{builder}"));
    let made = docs::sentence(&format!("Builds `{name}` field by field."));
    let built = docs::sentence("A builder without any field set.");
    let slots = code.fields.iter().map(|field| {
        let (name, ty) = (&field.name, &field.ty);
        match field.field.wrapping {
            Wrapping::None => quote!(#name: Option<#ty>),
            Wrapping::Option | Wrapping::Maybe => quote!(#name: #ty),
        }
    });
    let others = code
        .others
        .iter()
        .map(|Others { name, ty, .. }| quote!(#name: BTreeMap<String, #ty>));
    let slots = slots.chain(others);
    file.push(quote! {
        impl #name {
            #built
            pub fn builder() -> #builder { Default::default() }
        }
    });
    file.push(quote! {
        #made
        #[derive(Default)]
        #[must_use = "a builder does nothing until `build` is called"]
        pub struct #builder { #(#slots),* }
    });
    file.import_path("std::fmt");
    file.push(debug(&builder));
    let setters = code.fields.iter().map(setter);
    let setters = setters.chain(code.others.iter().map(others_setter));
    let build = build(code);
    file.push(quote! {
        impl #builder {
            #(#setters)*
            #build
        }
    });
}

/// The values may be personal, so `Debug` shows none of them.
fn debug(builder: &Ident) -> TokenStream {
    let shown = builder.to_string();
    quote! {
        impl fmt::Debug for #builder {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.debug_struct(#shown).finish_non_exhaustive()
            }
        }
    }
}

fn setter(code: &FieldCode<'_>) -> TokenStream {
    let (name, given) = (&code.name, code.field.given);
    let documentation = docs::sentence(&format!("Sets {}.", docs::code(&code.field.api.name)));
    let (ty, value) = (given.argument(&code.value_ty), given.value(name));
    let set = match code.field.wrapping {
        Wrapping::None | Wrapping::Option => quote!(Some(#value)),
        Wrapping::Maybe => value,
    };
    let method = ident(&code.field.setter);
    quote! {
        #documentation
        pub fn #method(mut self, #name: #ty) -> Self { self.#name = #set; self }
    }
}

fn others_setter(Others { name, ty, .. }: &Others) -> TokenStream {
    let documentation = docs::sentence("Sets the fields that the specification does not name.");
    quote! {
        #documentation
        pub fn #name(mut self, #name: BTreeMap<String, #ty>) -> Self { self.#name = #name; self }
    }
}

/// One match takes all required fields: one place that can fail compiles faster than one for each
/// field.
fn build(code: &ObjectCode<'_>) -> TokenStream {
    let name = &code.name;
    let what = name.to_string();
    let names: Vec<&Ident> = code.required().map(|code| &code.name).collect();
    let wires = code.required().map(|code| &code.field.api.name);
    let fields = code.fields.iter().map(|field| {
        let name = &field.name;
        match field.field.wrapping {
            Wrapping::None => quote!(#name),
            Wrapping::Option | Wrapping::Maybe => quote!(#name: self.#name),
        }
    });
    let others = code
        .others
        .iter()
        .map(|Others { name, .. }| quote!(#name: self.#name));
    let fields = fields.chain(others);
    let documentation = docs::attributes(&[
        format!("Builds the `{name}`."),
        String::new(),
        "# Errors".to_owned(),
        String::new(),
        "If a required field is not set. The error names the field.".to_owned(),
    ]);
    quote! {
        #documentation
        pub fn build(self) -> Result<#name, rt::MissingField> {
            match (#(self.#names),*) {
                (#(Some(#names)),*) => Ok(#name { #(#fields),* }),
                (#(#names),*) => Err(rt::MissingField::first(#what, &[#((#wires, #names.is_some())),*])),
            }
        }
    }
}
