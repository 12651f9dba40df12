//! Constructors: `new`, or a builder.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::docs;
use super::super::file::RustFile;
use super::builder;
use super::object::{ObjectCode, Others};
use crate::rust::{Constructor, Wrapping};

/// Writes the constructor or the builder of an object.
pub(super) fn emit(code: &ObjectCode<'_>, file: &mut RustFile<'_>) {
    match &code.object.constructor {
        Constructor::New => emit_new(code, file),
        Constructor::Builder(name) => builder::emit(name, code, file),
        Constructor::Default | Constructor::Literal => {}
    }
}

/// The fields of the struct, if only the required ones are given.
fn bare(code: &ObjectCode<'_>) -> impl Iterator<Item = TokenStream> {
    let fields = code.fields.iter().map(|code| {
        let name = &code.name;
        match code.field.wrapping {
            Wrapping::None => code.field.given.member(name),
            Wrapping::Option => quote!(#name: None),
            Wrapping::Maybe => quote!(#name: rt::Maybe::Absent),
        }
    });
    let others = code
        .others
        .iter()
        .map(|Others { name, .. }| quote!(#name: BTreeMap::new()));
    fields.chain(others)
}

fn emit_new(code: &ObjectCode<'_>, file: &mut RustFile<'_>) {
    let name = &code.name;
    let arguments = code.required().map(|code| {
        let (name, ty) = (&code.name, code.field.given.argument(&code.value_ty));
        quote!(#name: #ty)
    });
    let fields = bare(code);
    let documentation = docs::attributes(&[
        "Creates an object with its required fields.".to_owned(),
        String::new(),
        "The other fields are absent. Struct update syntax sets them in the same expression:"
            .to_owned(),
        update_example(code),
    ]);
    file.push(quote! {
        impl #name {
            #documentation
            pub fn new(#(#arguments),*) -> Self {
                Self { #(#fields),* }
            }
        }
    });
}

/// `Book { subtitle: Some(…), ..Book::new(…) }`, with the first field that `new` does not set.
fn update_example(code: &ObjectCode<'_>) -> String {
    let name = &code.name;
    let mut fields = code.fields.iter();
    let field = fields.find_map(|code| match code.field.wrapping {
        Wrapping::None => None,
        Wrapping::Option => Some(format!("{}: Some(…)", code.name)),
        Wrapping::Maybe => Some(format!("{}: Maybe::Value(…)", code.name)),
    });
    let others = code.others.as_ref();
    let field = field.or_else(|| others.map(|others| format!("{}: …", others.name)));
    // `new` is generated only if there is a field that it does not set.
    let field = field.unwrap_or_else(|| "…".to_owned());
    format!("`{name} {{ {field}, ..{name}::new(…) }}`.")
}
