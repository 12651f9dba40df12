//! How values are written as text, in messages.

use crate::api::{Delimited, FieldStyle, Lists, Style};

/// How the value of a parameter is written.
pub(super) fn parameter(style: Style) -> String {
    match style {
        Style::Single => "as one string".to_owned(),
        Style::Repeated => "as one value for each item".to_owned(),
        Style::Comma => items("commas"),
        Style::Space => items("spaces"),
        Style::Pipe => items("vertical bars"),
        Style::Label => items("dots"),
        Style::Matrix => "with its name before each item".to_owned(),
        Style::Fields(fields) => match fields {
            Delimited::Comma => "as names and values with commas between them".to_owned(),
            Delimited::Space => "as names and values with spaces between them".to_owned(),
            Delimited::Pipe => "as names and values with vertical bars between them".to_owned(),
            Delimited::Pairs => pairs("commas"),
            Delimited::Label => pairs("dots"),
            Delimited::Matrix => pairs("semicolons"),
        },
        Style::Deep(written) => format!("with names of fields in brackets, and {}", lists(written)),
        Style::Flat(written) => format!("as one parameter for each field, and {}", lists(written)),
        Style::Json => "as JSON".to_owned(),
    }
}

/// How a field of a form with a style of its own is written.
pub(super) fn field(style: FieldStyle) -> String {
    match style {
        FieldStyle::Comma => items("commas"),
        FieldStyle::Space => items("spaces"),
        FieldStyle::Pipe => items("vertical bars"),
        FieldStyle::Json => "as JSON".to_owned(),
        FieldStyle::JsonItems => "as JSON for each item".to_owned(),
    }
}

/// How lists in forms are written.
pub(super) const fn lists(written: Lists) -> &'static str {
    match written {
        Lists::Repeated => "with the name of a list for each item",
        Lists::Brackets => "with the name of a list and `[]` for each item",
        Lists::Indexed => "with the name of a list and a number for each item",
    }
}

fn items(between: &str) -> String {
    format!("with {between} between the items")
}

fn pairs(between: &str) -> String {
    format!("as names with values and {between} between them")
}
