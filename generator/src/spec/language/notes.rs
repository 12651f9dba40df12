//! What describes any part of an API.

use super::{Key, List, Map, Shape, TEXT, Text, Word, key, required, word};
use crate::api::Lint;
use crate::spec::place::Place;

static DOC: Key = key(
    "doc",
    TEXT,
    "Markdown for doc comments and the API reference. The first sentence is the summary.",
);

pub(super) static ASSUMED: Key = key(
    "assumed",
    TEXT,
    "A decision of yours that the original documentation of the API leaves open, in one line.",
);

/// The keys that describe something.
pub(super) static NOTES: &[Key] = &[
    DOC,
    ASSUMED,
    key(
        "deprecated",
        TEXT,
        "`true`, or a string that names the replacement. Code that uses it gets a warning.",
    ),
    key(
        "see",
        Shape::OneOf(&[Shape::Text(Text::PageUrl), Shape::Map(&SEE)]),
        "The URL of a page to read, or `{ url, title }`.",
    ),
    key(
        "allow",
        Shape::List(&List {
            unique: true,
            ..List::of(Shape::Text(Text::Words(&LINTS)))
        }),
        "The lints that it may violate, and all that it contains.",
    ),
];

/// The names of the lints.
const LINTS: [Word; Lint::ALL.len()] = {
    let mut words = [word("", ""); Lint::ALL.len()];
    let mut index = 0;
    while index < words.len() {
        let lint = Lint::ALL[index];
        words[index] = word(lint.name(), lint.doc());
        index += 1;
    }
    words
};

/// A link.
pub(crate) static SEE: Map = Map::new(
    "see",
    Place::Section("see"),
    "A page to read.",
    &[&[
        required("url", Shape::Text(Text::PageUrl), "The URL of the page."),
        key("title", TEXT, "What people click on."),
    ]],
);
