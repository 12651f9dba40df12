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

mod auth;
mod contents;
mod document;
mod errors;
mod fields;
mod notes;
mod operations;
mod pagers;
mod types;
mod xml;

use super::place::Place;
use crate::node::Node;

pub(crate) use auth::{COMBINATION, FLOWS, KEY_KIND, SCHEME, SCOPE, scheme_form};
pub(crate) use contents::{
    BODY, BODY_OF_CHOICES, CHOICE_OF_BODY, CHOICE_OF_RESPONSE, END, ERROR_EVENT, EVENTS, RESPONSE,
    RESPONSE_OF_CHOICES, SELECTED_BY,
};
pub(crate) use document::{DOCUMENT, GROUP, INCLUDED, SERVER, SERVER_VARIABLE, SHARED};
pub(crate) use errors::{ERROR, ERROR_BODY, ERROR_CONTENT, NAMED_ERROR};
pub(crate) use fields::{CONSTANT, ELEMENT, ERROR_FIELD, FIELD, HEADER, PAGE_FIELD, PARAMETER};
pub(crate) use notes::SEE;
pub(crate) use operations::{EXTENSIONS, OPERATION, WEBHOOK};
pub(crate) use pagers::{
    CURSOR_IN_BODY, LIMIT_IN_BODY, NEXT, NUMBER_IN_BODY, PAGER, PAGES, PAGES_NEXT, PAGES_POSITION,
};
pub(crate) use types::{
    ALIAS, ENUM, ENUM_VALUE, MISSPELLED_TYPE, NEWTYPE, OBJECT, TUPLE, TYPE, UNCLEAR_TYPE, UNION,
    VARIANT,
};
pub(crate) use xml::{XML, XML_OF_FIELD};

/// A map with keys of the language.
#[derive(Debug)]
pub(crate) struct Map {
    /// Its name in the JSON Schema.
    pub(crate) name: &'static str,
    /// What diagnostics call it.
    pub(crate) place: Place,
    /// What it describes, as one sentence.
    pub(crate) doc: &'static str,
    /// Its keys, in the order of formatted text. Several maps share some of the lists.
    keys: &'static [&'static [Key]],
    /// The same keys in the order that they have in braces, if that is another one.
    keys_in_braces: Option<&'static [&'static [Key]]>,
    /// Other definitions that apply instead, of which the first one that fits is meant.
    pub(crate) forms: &'static [Form],
    /// What holds for several keys at once.
    pub(crate) rules: &'static [Rule],
}

impl Map {
    /// A map with no other forms, and nothing that holds for several keys.
    const fn new(
        name: &'static str,
        place: Place,
        doc: &'static str,
        keys: &'static [&'static [Key]],
    ) -> Self {
        Self {
            name,
            place,
            doc,
            keys,
            keys_in_braces: None,
            forms: &[],
            rules: &[],
        }
    }

    const fn in_braces(mut self, keys: &'static [&'static [Key]]) -> Self {
        self.keys_in_braces = Some(keys);
        self
    }

    const fn with_forms(mut self, forms: &'static [Form]) -> Self {
        self.forms = forms;
        self
    }

    const fn with_rules(mut self, rules: &'static [Rule]) -> Self {
        self.rules = rules;
        self
    }

    /// Its keys, in their order.
    pub(crate) fn all_keys(&self) -> impl Iterator<Item = &'static Key> {
        self.keys.iter().flat_map(|keys| keys.iter())
    }

    /// Its keys, in their order in braces.
    pub(crate) fn all_keys_in_braces(&self) -> impl Iterator<Item = &'static Key> {
        let keys = self.keys_in_braces.unwrap_or(self.keys);
        keys.iter().flat_map(|keys| keys.iter())
    }

    /// The definition of a map that has one of the forms. `value` returns the text of a key, empty if it is not a string, or
    /// `None` without the key.
    pub(crate) fn form(&'static self, value: &dyn Fn(&str) -> Option<String>) -> &'static Self {
        let mut forms = self.forms.iter();
        let found = forms.find(|form| match form.when {
            When::Has(key) => value(key).is_some(),
            When::Is(key, wanted) => value(key).as_deref() == Some(wanted),
        });
        match found {
            Some(form) => form.map.form(value),
            None => self,
        }
    }

    /// The definition of a map of a document.
    pub(crate) fn form_of(&'static self, map: &Node) -> &'static Self {
        self.form(&|key| Some(map.get(key)?.scalar_text().unwrap_or_default()))
    }

    /// The key with this name.
    pub(crate) fn key(&self, name: &str) -> Option<&'static Key> {
        self.all_keys().find(|key| key.name == name)
    }
}

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

/// A key of a map.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) value: Shape,
    /// What it means, in one or two sentences.
    pub(crate) doc: &'static str,
    pub(crate) required: bool,
}

/// A key that may be omitted.
const fn key(name: &'static str, value: Shape, doc: &'static str) -> Key {
    Key {
        name,
        value,
        doc,
        required: false,
    }
}

/// A key that every such map has.
const fn required(name: &'static str, value: Shape, doc: &'static str) -> Key {
    Key {
        name,
        value,
        doc,
        required: true,
    }
}

/// Another definition of a map, and which maps it is for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    pub(crate) when: When,
    pub(crate) map: &'static Map,
}

/// Which maps have a form.
#[derive(Debug, Clone, Copy)]
pub(crate) enum When {
    /// Those that have this key.
    Has(&'static str),
    /// Those in which this key has this value.
    Is(&'static str, &'static str),
}

/// What holds for several keys of a map at once.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rule {
    /// One of these keys is there, and no other one.
    One(&'static [&'static str]),
    /// At least one of these keys is there.
    Any(&'static [&'static str]),
    /// Not both of these keys are there.
    NotBoth(&'static str, &'static str),
    /// Not both of these keys are `true`.
    NotBothTrue(&'static str, &'static str),
    /// The first key is only there with the second one.
    Needs(&'static str, &'static str),
}

/// What a value looks like.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Shape {
    /// Any value but null.
    Any,
    /// No value: null.
    Nothing,
    /// A string, an integer, `true` or `false`.
    Constant,
    Text(Text),
    /// `true` or `false`.
    Flag,
    /// An integer of 64 bits.
    Integer,
    /// An integer of 0 or more.
    Length,
    /// Any number.
    Number,
    /// A status, as a number or a string.
    Status(Statuses),
    /// The version of the language.
    Version,
    List(&'static List),
    Map(&'static Map),
    Names(&'static Names),
    /// A value of one of these shapes, which differ in their kinds: short and long forms.
    OneOf(&'static [Shape]),
}

impl Shape {
    /// The shapes that a value may have, of which none is [`OneOf`](Self::OneOf).
    pub(crate) fn each(self, visit: &mut dyn FnMut(Self)) {
        match self {
            Self::OneOf(shapes) => shapes.iter().for_each(|shape| shape.each(visit)),
            Self::Any
            | Self::Nothing
            | Self::Constant
            | Self::Text(_)
            | Self::Flag
            | Self::Integer
            | Self::Length
            | Self::Number
            | Self::Status(_)
            | Self::Version
            | Self::List(_)
            | Self::Map(_)
            | Self::Names(_) => visit(self),
        }
    }

    /// Whether a value may have such a shape.
    pub(crate) fn any(self, is_meant: fn(Self) -> bool) -> bool {
        let mut found = false;
        self.each(&mut |shape| found |= is_meant(shape));
        found
    }

    /// The definition of the map that the value may be.
    pub(crate) fn map(self) -> Option<&'static Map> {
        let mut found = None;
        self.each(&mut |shape| {
            if let Self::Map(map) = shape {
                found = Some(map);
            }
        });
        found
    }
}

/// What a string is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Text {
    /// Any text. Numbers and booleans count as they are written.
    Free,
    /// Any text that is neither a number nor a boolean.
    Plain,
    /// One of these words.
    Words(&'static [Word]),
    /// A type expression.
    Type,
    /// What a body or a response contains.
    Content(Side),
    /// A method and a path.
    Route,
    /// The name of something that the document declares.
    Name(Entity),
    /// Who may call: a scheme, a kind of its credentials, or `none`.
    Access,
    /// The unit and the number of a size in bytes.
    Size,
    /// The URL of a page.
    PageUrl,
    /// The path of an included file.
    Path,
    /// A name without a `?` at the end.
    Certain,
    /// A value of an enumeration, as a key or in a list.
    EnumValue,
}

/// Whose content it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Request,
    Response,
    Error,
}

/// A word with a meaning.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    pub(crate) name: &'static str,
    /// What it means, in one sentence.
    pub(crate) doc: &'static str,
}

const fn word(name: &'static str, doc: &'static str) -> Word {
    Word { name, doc }
}

/// Which statuses there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Statuses {
    /// A status of three digits.
    Exact,
    /// A status of an error, a class of them, or `default`.
    Errors,
    /// As [`Errors`](Self::Errors), or the name of an error.
    ErrorsAndNames,
}

/// What the names of a document stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Entity {
    Type,
    Error,
    Operation,
    Webhook,
    Group,
    Shared,
    Pager,
    Scheme,
    KeyKind,
    Server,
}

impl Entity {
    /// One of the entities whose names are different: operations name schemes and the kinds of their credentials in the
    /// same place.
    pub(crate) fn namespace(self) -> Self {
        match self {
            Self::KeyKind => Self::Scheme,
            Self::Type
            | Self::Error
            | Self::Operation
            | Self::Webhook
            | Self::Group
            | Self::Shared
            | Self::Pager
            | Self::Scheme
            | Self::Server => self,
        }
    }
}

/// A list.
#[derive(Debug)]
pub(crate) struct List {
    pub(crate) item: Shape,
    /// The least and the greatest number of items.
    pub(crate) count: (usize, Option<usize>),
    /// Whether an item occurs once.
    pub(crate) unique: bool,
    /// Whether all items have this key, or none.
    pub(crate) all_or_none: Option<&'static str>,
}

impl List {
    /// A list of any length.
    const fn of(item: Shape) -> Self {
        Self {
            item,
            count: (0, None),
            unique: false,
            all_or_none: None,
        }
    }
}

/// A map whose keys are names that the document chooses.
#[derive(Debug)]
pub(crate) struct Names {
    /// What the names declare, if something refers to them.
    pub(crate) entity: Option<Entity>,
    /// The kinds of names, and what each stands for. The first one that fits is meant.
    pub(crate) entries: &'static [Entry],
    /// The least and the greatest number of entries.
    pub(crate) count: (usize, Option<usize>),
}

impl Names {
    /// A map with any number of any names.
    const fn of(entity: Option<Entity>, entries: &'static [Entry]) -> Self {
        Self {
            entity,
            entries,
            count: (0, None),
        }
    }
}

/// A kind of names.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: NameForm,
    pub(crate) value: Shape,
}

/// Entries with any name.
const fn any_name(value: Shape) -> Entry {
    Entry {
        name: NameForm::Any,
        value,
    }
}

impl Names {
    /// The entry that a name is one of.
    pub(crate) fn entry(&self, name: &str) -> Option<&'static Entry> {
        self.entries.iter().find(|entry| entry.name.fits(name))
    }
}

impl NameForm {
    /// Whether a name may be meant to be of this form: a status need not be a valid one.
    fn fits(self, name: &str) -> bool {
        match self {
            Self::Capital => name.starts_with(|c: char| c.is_ascii_uppercase()),
            Self::AnyBut(other) => name != other,
            Self::Any
            | Self::Success
            | Self::ErrorStatus
            | Self::Integer
            | Self::Number
            | Self::Boolean => true,
        }
    }
}

/// What names look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameForm {
    Any,
    /// Any name but this one.
    AnyBut(&'static str),
    /// A status of a success, or a class of them.
    Success,
    /// A status of an error, a class of them, or `default`.
    ErrorStatus,
    /// A name that begins with a capital.
    Capital,
    Integer,
    Number,
    Boolean,
}

/// The shape of a name, or of anything that is only text.
const TEXT: Shape = Shape::Text(Text::Free);
/// The shape of a type expression.
const TYPE_EXPRESSION: Shape = Shape::Text(Text::Type);
/// A string, or a list of texts.
const TEXTS: Shape = Shape::OneOf(&[TEXT, Shape::List(&List::of(TEXT))]);
/// The name of a field, or the names of the fields that lead to it.
const FIELD_PATH: Shape = Shape::OneOf(&[
    TEXT,
    Shape::List(&List {
        count: (1, None),
        ..List::of(TEXT)
    }),
]);
