//! Builders, which set an object's fields one by one.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::super::docs;
use super::super::file::RustFile;
use super::object::{FieldCode, ObjectCode, Others};

/// Writes the builder of an object.
pub(super) fn emit(code: &ObjectCode<'_>, file: &mut RustFile<'_>) {
    let (name, builder) = (&code.name, format_ident!("{}Builder", code.name));
    let made = docs::sentence(&format!("Builds `{name}` field by field."));
    let built = docs::sentence("A builder without any field set.");
    let slots = code.fields.iter().map(|field| {
        let (name, ty) = (&field.name, &field.ty);
        if field.field.must_be_given() {
            quote!(#name: Option<#ty>)
        } else {
            quote!(#name: #ty)
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
    let setters = code.fields.iter().map(|field| setter(code, field));
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

fn setter(code: &ObjectCode<'_>, field: &FieldCode<'_>) -> TokenStream {
    let (name, given) = (&field.name, field.given(code.context));
    let documentation = docs::sentence(&format!("Sets {}.", docs::code(&field.field.name)));
    let (ty, value) = (&given.ty, given.value(name));
    let set = if field.field.is_maybe() {
        value
    } else {
        quote!(Some(#value))
    };
    let method = &field.setter;
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
    let required: Vec<&FieldCode<'_>> = code
        .fields
        .iter()
        .filter(|field| field.field.must_be_given())
        .collect();
    let names: Vec<&Ident> = required.iter().map(|field| &field.name).collect();
    let wires = required.iter().map(|field| &field.field.name);
    let fields = code.fields.iter().map(|field| {
        let name = &field.name;
        if field.field.must_be_given() {
            quote!(#name)
        } else {
            quote!(#name: self.#name)
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
