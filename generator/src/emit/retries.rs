//! Which errors the client retries after, if those of one status differ.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::rules::literal;
use crate::api::{Api, BodyField, ErrorContent, ErrorDef};

/// The errors of statuses of which only some may pass, in the order in which the client looks for them.
pub(super) fn retries(api: &Api) -> Option<TokenStream> {
    let differ = |error: &&ErrorDef| {
        let mut same = api
            .errors
            .iter()
            .filter(|other| other.status == error.status);
        let is_standard = |error: &ErrorDef| matches!(error.content, ErrorContent::Standard { .. });
        same.clone().all(is_standard) && same.any(|other| other.retry != error.retry)
    };
    let rules: Vec<TokenStream> = api.errors.iter().filter(differ).map(rule).collect();
    (!rules.is_empty()).then(|| quote!(retries: &[#(#rules),*]))
}

fn rule(error: &ErrorDef) -> TokenStream {
    let status = Literal::u16_unsuffixed(error.status.number());
    let code = match error.told_by() {
        Some(code) => quote!(Some(#code)),
        None => quote!(None),
    };
    let value = |of: &BodyField| {
        let (name, value) = (&of.field.name, literal(of.value.as_ref()?));
        Some(quote!((#name, rt::Literal::#value)))
    };
    let values = error.told_by_values().filter_map(value);
    let retry = error.retry;
    quote!(rt::RetryRule { statuses: #status, code: #code, values: &[#(#values),*], retry: #retry })
}
