//! Descriptions of the parts of an API.

use super::{Key, List, Map, Shape, TEXT, Text, Word, key, required, word};
use crate::api::Lint;
use crate::spec::construct::Construct;

pub(super) static DOC: Key = key("doc", TEXT)
    .doc("Markdown for doc comments and the API reference. The first sentence is the summary.");

pub(super) static ASSUMED: Key = key("assumed", TEXT).doc(
    "A decision of yours that the original documentation of the API leaves open, in one line.",
);

pub(super) static DEPRECATED: Key = key(
    "deprecated",
    Shape::OneOf(&[TEXT, Shape::Map(&DEPRECATION)]),
)
.doc(
    "`true`, a string that names the replacement, or `{ reason, since, sunset }`. Code that uses it gets \
     a warning.",
);

const STABILITIES: [Word; 2] = [
    word("unstable").doc("It may change at any time, and does not count for compatibility."),
    word("stable").doc("It stays compatible. The default."),
];

pub(super) static STABILITY: Key = key("stability", Shape::Text(Text::Words(&STABILITIES)))
    .doc("`unstable` if it may change at any time, with all that it contains.");

pub(super) static SEE_KEY: Key = key(
    "see",
    Shape::OneOf(&[Shape::Text(Text::PageUrl), Shape::Map(&SEE)]),
)
.doc("The URL of a page to read, or `{ url, title }`.");

pub(super) static ALLOW: Key = key(
    "allow",
    Shape::List(&List::of(Shape::Text(Text::Words(&LINTS))).unique()),
)
.doc("The lints that it may violate, and all that it contains.");

pub(super) static EXAMPLE: Key = key("example", Shape::Any)
    .doc("A value for the docs. It is checked against the type and its constraints.");

/// The keys that describe something.
pub(super) static NOTES: &[Key] = &[DOC, ASSUMED, DEPRECATED, STABILITY, SEE_KEY, ALLOW];

/// The notes with an example, which is next to the description.
pub(super) static EXAMPLE_AND_NOTES: &[Key] =
    &[DOC, EXAMPLE, ASSUMED, DEPRECATED, STABILITY, SEE_KEY, ALLOW];

/// The names of the lints.
const LINTS: [Word; Lint::ALL.len()] = {
    let mut words = [word(""); Lint::ALL.len()];
    let mut index = 0;
    while index < words.len() {
        let lint = Lint::ALL[index];
        words[index] = word(lint.name()).doc(lint.doc());
        index += 1;
    }
    words
};

/// A deprecation.
pub(crate) static DEPRECATION: Map = Map::new("deprecation", Construct::Section("deprecated"))
    .doc("A deprecation with its dates.")
    .keys(&[&[
        key("reason", TEXT).doc("What to use instead."),
        key("since", Shape::Text(Text::Date)).doc("The first day on which it is deprecated."),
        key("sunset", Shape::Text(Text::Date)).doc("The day on which it is removed."),
    ]]);

/// A link.
pub(crate) static SEE: Map = Map::new("see", Construct::Section("see"))
    .doc("A page to read.")
    .keys(&[&[
        required("url", Shape::Text(Text::PageUrl)).doc("The URL of the page."),
        key("title", TEXT).doc("What people click on."),
    ]]);
