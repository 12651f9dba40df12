//! Constructors: `new` for an object with few required fields, a builder for one with many required
//! and many optional fields, otherwise the struct literal.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::docs;
use super::super::file::RustFile;
use super::builder;
use super::object::{FieldCode, ObjectCode, Others};
use crate::api::{TypeDef, TypeKind};

/// The greatest number of fields for which arguments or a literal are comfortable.
const FEW: usize = 4;

/// Whether a type has a builder: it has too many required fields for arguments, and too many optional
/// ones for a struct literal.
pub(super) fn is_built(definition: &TypeDef) -> bool {
    let TypeKind::Object(object) = &definition.kind else {
        return false;
    };
    let required = object
        .fields
        .iter()
        .filter(|field| field.must_be_given())
        .count();
    required > FEW && object.fields.len() - required > FEW
}

/// Whether an object has a `Default`: no field is required.
pub(super) fn has_default(code: &ObjectCode<'_>) -> bool {
    code.fields.iter().all(|code| !code.field.must_be_given())
}

/// Writes the constructor or the builder of an object.
pub(super) fn emit(definition: &TypeDef, code: &ObjectCode<'_>, file: &mut RustFile<'_>) {
    let required: Vec<&FieldCode<'_>> = code
        .fields
        .iter()
        .filter(|field| field.field.must_be_given())
        .collect();
    let everything = required.len() == code.fields.len() && code.others.is_none();
    if is_built(definition) {
        builder::emit(code, file);
    } else if (1..=FEW).contains(&required.len()) && !everything {
        emit_new(code, &required, file);
    }
}

/// The fields of the struct, if only the required ones are given.
fn bare(code: &ObjectCode<'_>) -> Vec<TokenStream> {
    let fields = code.fields.iter().map(|field| {
        let name = &field.name;
        match field.nothing() {
            None => field.given(code.context).member(name),
            Some(nothing) => quote!(#name: #nothing),
        }
    });
    let others = code
        .others
        .iter()
        .map(|Others { name, .. }| quote!(#name: BTreeMap::new()));
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
    let field = code
        .fields
        .iter()
        .find(|field| !field.field.must_be_given());
    let field = match (field, &code.others) {
        (Some(field), _) if field.field.is_maybe() => format!("{}: Maybe::Value(…)", field.name),
        (Some(field), _) => format!("{}: Some(…)", field.name),
        (None, Some(others)) => format!("{}: …", others.name),
        // `new` is generated only if there is a field that it does not set.
        (None, None) => "…".to_owned(),
    };
    format!("`{name} {{ {field}, ..{name}::new(…) }}`.")
}
