//! Newtypes: scalars with their own types, so that one identifier cannot be used for another.

use quote::{format_ident, quote};

use super::super::docs;
use super::super::file::{RustFile, derive};
use super::super::rules::rules;
use super::documentation;
use crate::api::Scalar;
use crate::rust::{NamedType, Newtype};

pub(super) fn emit(named: &NamedType<'_>, newtype: &Newtype<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", named.name);
    let inner = file.scalar(newtype.api.scalar);
    let rules = rules(&newtype.api.rules).map(|rules| quote!(, #rules));
    let documentation = docs::attributes(&documentation(
        named.api,
        &format!("The scalar `{}`.", named.api.name),
    ));
    let derive = derive(&named.derives);
    file.push(quote! {
        #documentation
        #derive
        pub struct #name(#inner);
    });
    let label = named.api.sensitivity.word();
    file.push(match (newtype.api.scalar, label) {
        (Scalar::String, None) => quote!(rt::string_newtype!(#name #rules);),
        (Scalar::String, Some(label)) => {
            quote!(rt::sensitive_string_newtype!(#name, #label #rules);)
        }
        (_, None) => quote!(rt::newtype!(#name, #inner #rules);),
        (_, Some(label)) => quote!(rt::sensitive_newtype!(#name, #inner, #label #rules);),
    });
}
