//! The constructor of an object.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::super::docs;
use super::super::file::{RustFile, ident};
use super::fields::value_type;
use crate::rust::{Object, Wrapping};

/// `new`, which takes the fields that need a value.
pub(super) fn constructor(
    name: &Ident,
    object: &Object<'_>,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let required = object.fields.iter().filter(|field| field.must_be_given());
    let arguments = required.map(|field| {
        let ty = value_type(field, file);
        let (name, ty) = (ident(&field.name), field.argument.spelled(&ty));
        quote!(#name: #ty)
    });
    let arguments: Vec<TokenStream> = arguments.collect();
    let fields = object.fields.iter().map(|field| {
        let name = ident(&field.name);
        match field.wrapping {
            Wrapping::None => field.argument.member(&name),
            Wrapping::Option => quote!(#name: None),
            Wrapping::Maybe => quote!(#name: rt::Maybe::Absent),
        }
    });
    let others = object.others.iter().map(|others| {
        let name = ident(&others.name);
        quote!(#name: BTreeMap::new())
    });
    let fields = fields.chain(others);
    let documentation = docs::attributes(&[
        "Creates an object from the fields that need a value. The others are absent or null."
            .to_owned(),
        "To set them too, use struct update syntax:".to_owned(),
        update_example(name, object),
    ]);
    quote! {
        #documentation
        pub fn new(#(#arguments),*) -> Self {
            Self { #(#fields),* }
        }
    }
}

/// `Book { subtitle: Some(…), ..Book::new(…) }`, with the first field that `new` does not set.
fn update_example(name: &Ident, object: &Object<'_>) -> String {
    let mut fields = object.fields.iter();
    let field = fields.find_map(|field| match field.wrapping {
        Wrapping::None => None,
        Wrapping::Option => Some(format!("{}: Some(…)", field.name)),
        Wrapping::Maybe => Some(format!("{}: Maybe::Value(…)", field.name)),
    });
    let others = object.others.as_ref();
    let field = field.or_else(|| others.map(|others| format!("{}: …", others.name)));
    // `new` is generated only if there is a field that it does not set.
    let field = field.unwrap_or_else(|| "…".to_owned());
    format!("`{name} {{ {field}, ..{name}::new(…) }}`.")
}
