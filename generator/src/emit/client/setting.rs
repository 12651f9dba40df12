//! The calls of the runtime that set parameters.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::styles::{self, delimited, query_style};
use crate::api::{Delimited, Style};
use crate::rust::{Parameter, ParameterPlace};

/// A value as it is written, unless its type says how.
pub(super) fn written(parameter: &Parameter<'_>, value: &TokenStream) -> TokenStream {
    let items = |style| {
        let (style, wire) = (delimited(style), &parameter.wire);
        quote!(rt::AsItems(#style, #wire, &#value))
    };
    match parameter.api.style {
        Style::Json => quote!(rt::AsJson(&#value)),
        Style::Label => items(Delimited::Label),
        Style::Matrix => items(Delimited::Matrix),
        Style::Fields(style) => {
            let style = delimited(style);
            quote!(rt::AsFields(#style, &#value))
        }
        Style::Single
        | Style::Repeated
        | Style::Comma
        | Style::Space
        | Style::Pipe
        | Style::Deep(_)
        | Style::Flat(_) => value.clone(),
    }
}

/// Sets a parameter to a value; `None` for path parameters, which are set together.
pub(super) fn setting(parameter: &Parameter<'_>, value: &TokenStream) -> Option<TokenStream> {
    let wire = &parameter.wire;
    let value = written(parameter, value);
    Some(match parameter.place {
        ParameterPlace::Path(_) => return None,
        ParameterPlace::Query => query(parameter, &value),
        ParameterPlace::Header => header(parameter, &value),
        ParameterPlace::Cookie => quote!(.cookie(#wire, &#value)),
    })
}

fn header(parameter: &Parameter<'_>, value: &TokenStream) -> TokenStream {
    let wire = &parameter.wire;
    let style = match (
        parameter.api.style == Style::Repeated,
        parameter.is_sensitive(),
    ) {
        (false, false) => return quote!(.header_value(#wire, &#value)),
        (false, true) => quote!(COMMA.sensitive()),
        (true, false) => quote!(LINES),
        (true, true) => quote!(LINES.sensitive()),
    };
    quote!(.header_value_as(#wire, rt::HeaderStyle::#style, &#value))
}

fn query(parameter: &Parameter<'_>, value: &TokenStream) -> TokenStream {
    let wire = &parameter.wire;
    match (parameter.api.style, parameter.api.allow_reserved) {
        (Style::Deep(lists), _) => {
            let lists = styles::lists(lists);
            quote!(.query_deep(#wire, #lists, &#value))
        }
        (Style::Flat(lists), _) => {
            let lists = styles::lists(lists);
            match &parameter.declared_names {
                Some(taken) => quote!(.query_rest(&[#(#taken),*], #lists, &#value)),
                None => quote!(.query_flat(#lists, &#value)),
            }
        }
        (Style::Repeated | Style::Single | Style::Json, false) => quote!(.query(#wire, &#value)),
        (style, allow_reserved) => {
            let style = query_style(style);
            let reserved = allow_reserved.then(|| quote!(.allow_reserved()));
            quote!(.query_as(#wire, #style #reserved, &#value))
        }
    }
}
