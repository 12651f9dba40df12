//! The definition of the spec language: each map of a document, its keys, and what their values are.
//!
//! The reader takes keys only through these definitions ([`Table`](super::table::Table) checks it), the JSON Schema is
//! printed from them, and the language server completes and explains them. So the three cannot disagree. A definition
//! says what a value looks like; whether names exist and values fit is up to `check`.

#![cfg_attr(
    not(feature = "lsp"),
    allow(
        dead_code,
        reason = "only the language server uses all of a definition"
    )
)]

/// A map from any names to values of a shape. The names may declare something.
macro_rules! names {
    ($value:expr) => {
        Shape::Names(&Names::of(&[Entry::any($value)]))
    };
    ($entity:expr, $value:expr) => {
        Shape::Names(&Names::of(&[Entry::any($value)]).declaring($entity))
    };
}

/// A map from names to types, in their short form or as a map.
macro_rules! names_of_types {
    ($map:ident) => {
        names!(Shape::OneOf(&[TYPE_EXPRESSION, Shape::Map(&$map)]))
    };
}

mod auth;
mod contents;
mod document;
mod errors;
mod fields;
mod model;
mod notes;
mod operations;
mod pagers;
mod types;
mod xml;

pub(crate) use auth::{COMBINATION, FLOWS, KEY_KIND, SCHEME, SCOPE, scheme_form};
pub(crate) use contents::{
    BODY, BODY_OF_CHOICES, CHOICE_OF_BODY, CHOICE_OF_RESPONSE, END, ERROR_EVENT, EVENTS, RESPONSE,
    RESPONSE_OF_CHOICES, SELECTED_BY,
};
pub(crate) use document::{
    CONTACT, DEPENDENCY, DOCUMENT, GROUP, INCLUDED, LICENSE, RUST, SERVER, SERVER_VARIABLE, SHARED,
};
pub(crate) use errors::{ERROR, ERROR_BODY, ERROR_CONTENT, NAMED_ERROR};
pub(crate) use fields::{CONSTANT, ELEMENT, ERROR_FIELD, FIELD, HEADER, PAGE_FIELD, PARAMETER};
pub(crate) use model::{
    Entity, Entry, Form, Key, List, Map, NameForm, Names, Rule, Shape, Side, Statuses, Text, When,
    Word,
};
use model::{FIELD_PATH, TEXT, TEXTS, TYPE_EXPRESSION, if_has, if_is, key, required, word};
pub(crate) use notes::{ACCEPTED, DEPRECATION, SEE};
pub(crate) use operations::{EXTENSIONS, OPERATION, WEBHOOK};
pub(crate) use pagers::{
    CURSOR_IN_BODY, LIMIT_IN_BODY, NEXT, NUMBER_IN_BODY, PAGER, PAGES, PAGES_NEXT, PAGES_POSITION,
};
pub(crate) use types::{
    ALIAS, ENUM, ENUM_VALUE, MISSPELLED_TYPE, NEWTYPE, OBJECT, TUPLE, TYPE, UNCLEAR_TYPE, UNION,
    VARIANT,
};
pub(crate) use xml::{XML, XML_OF_FIELD};

/// All definitions that a document has, each once.
pub(crate) fn all_maps() -> Vec<&'static Map> {
    let mut maps = Vec::new();
    collect(&DOCUMENT, &mut maps);
    maps
}

/// Adds a definition and the definitions that it refers to.
fn collect(map: &'static Map, maps: &mut Vec<&'static Map>) {
    if maps.iter().any(|known| known.name == map.name) {
        return;
    }
    maps.push(map);
    for key in map.all_keys() {
        collect_shape(key.value, maps);
    }
    for form in map.forms {
        collect(form.map, maps);
    }
}

fn collect_shape(shape: Shape, maps: &mut Vec<&'static Map>) {
    shape.each(&mut |shape| match shape {
        Shape::Map(map) => collect(map, maps),
        Shape::List(list) => collect_shape(list.item, maps),
        Shape::Names(names) => {
            for entry in names.entries {
                collect_shape(entry.value, maps);
            }
        }
        Shape::Any
        | Shape::Nothing
        | Shape::Constant
        | Shape::Text(_)
        | Shape::Flag
        | Shape::Integer
        | Shape::Length
        | Shape::Number
        | Shape::Status(_)
        | Shape::Version
        | Shape::OneOf(_) => {}
    });
}
