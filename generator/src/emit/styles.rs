//! The styles of parameters, as the runtime names them.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::api::{Delimited, FieldStyle, Lists, Style};

/// How the runtime names the style of a parameter in the query.
pub(super) fn query_style(style: Style) -> TokenStream {
    let name = match style {
        Style::Comma | Style::Fields(Delimited::Comma) => "COMMA",
        Style::Space | Style::Fields(Delimited::Space) => "SPACE",
        Style::Pipe | Style::Fields(Delimited::Pipe) => "PIPE",
        Style::Single
        | Style::Repeated
        | Style::Label
        | Style::Matrix
        | Style::Fields(Delimited::Pairs | Delimited::Label | Delimited::Matrix)
        | Style::Deep(_)
        | Style::Flat(_)
        | Style::Json => "REPEATED",
    };
    item("QueryStyle", name)
}

/// How the runtime names the way in which an object is one text.
pub(super) fn delimited(delimited: Delimited) -> TokenStream {
    let name = match delimited {
        Delimited::Comma => "Comma",
        Delimited::Space => "Space",
        Delimited::Pipe => "Pipe",
        Delimited::Pairs => "Pairs",
        Delimited::Label => "Label",
        Delimited::Matrix => "Matrix",
    };
    item("Delimited", name)
}

/// How the runtime names the way in which a form contains lists.
pub(super) fn lists(lists: Lists) -> TokenStream {
    let name = match lists {
        Lists::Repeated => "Repeated",
        Lists::Brackets => "Brackets",
        Lists::Indexed => "Indexed",
    };
    item("Lists", name)
}

/// How the runtime names the style of a field of a form.
pub(super) fn field_style(style: FieldStyle) -> TokenStream {
    let name = match style {
        FieldStyle::Comma => "COMMA",
        FieldStyle::Space => "SPACE",
        FieldStyle::Pipe => "PIPE",
        FieldStyle::Json => "Json",
        FieldStyle::JsonItems => "JsonItems",
    };
    item("FieldStyle", name)
}

/// A variant or a constant of a type of the runtime.
fn item(ty: &str, name: &str) -> TokenStream {
    let (ty, name) = (format_ident!("{ty}"), format_ident!("{name}"));
    quote!(rt::#ty::#name)
}
