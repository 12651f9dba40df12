//! Descriptions of the parts of an API.

use super::{Key, List, Map, Shape, TEXT, Text, Word, key, required, word};
use crate::api::Lint;
use crate::changes::Rule;
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
    Shape::List(
        &List::of(Shape::OneOf(&[
            Shape::Text(Text::Words(&ALLOWED)),
            Shape::Map(&ACCEPTED),
        ]))
        .unique()
        .named("allowed"),
    ),
)
.doc("The lints that it may violate, and the changes of it that do not count, with all that it contains.");

pub(super) static EXAMPLE: Key = key("example", Shape::Any)
    .doc("A value for the docs. It is checked against the type and its constraints.");

/// The keys that describe something.
pub(super) static NOTES: &[Key] = &[DOC, ASSUMED, DEPRECATED, STABILITY, SEE_KEY, ALLOW];

/// The notes with an example, which is next to the description.
pub(super) static EXAMPLE_AND_NOTES: &[Key] =
    &[DOC, EXAMPLE, ASSUMED, DEPRECATED, STABILITY, SEE_KEY, ALLOW];

/// The names of the rules for changes.
const RULES: [Word; Rule::ALL.len()] = {
    let mut words = [word(""); Rule::ALL.len()];
    let mut index = 0;
    while index < words.len() {
        let rule = Rule::ALL[index];
        words[index] = word(rule.id()).doc(rule.title());
        index += 1;
    }
    words
};

/// The names of the lints, and of the rules for changes.
const ALLOWED: [Word; Lint::ALL.len() + Rule::ALL.len()] = {
    let mut words = [word(""); Lint::ALL.len() + Rule::ALL.len()];
    let mut index = 0;
    while index < words.len() {
        words[index] = match index < Lint::ALL.len() {
            true => {
                let lint = Lint::ALL[index];
                word(lint.name()).doc(lint.doc())
            }
            false => RULES[index - Lint::ALL.len()],
        };
        index += 1;
    }
    words
};

/// A change that does not count.
pub(crate) static ACCEPTED: Map = Map::new("accepted_change", Construct::Section("allow"))
    .doc("A change that `specsmith diff` does not count.")
    .keys(&[&[
        required("rule", Shape::Text(Text::Words(&RULES))).doc("The rule that finds it."),
        key("reason", TEXT).doc("Why it does not count."),
        key("until", Shape::Text(Text::Date)).doc("The last day on which it does not count."),
    ]]);

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
