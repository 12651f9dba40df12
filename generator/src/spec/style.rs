//! The style of a parameter: `style`, `lists` and `allow_reserved`.

use super::kinds::text_of;
use super::table::Table;
use crate::api::{Delimited, FieldStyle, Lists, Style};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use crate::document::StyleEntry;
use crate::source::Spanned;
use crate::words::{alternatives, with_nearest};

const UNKNOWN_STYLE: Code = Code("E0150");

const STYLES: [(&str, Style); 10] = [
    ("repeated", Style::Repeated),
    ("comma", Style::Comma),
    ("space", Style::Space),
    ("pipe", Style::Pipe),
    ("pairs", Style::Fields(Delimited::Pairs)),
    ("label", Style::Label),
    ("matrix", Style::Matrix),
    ("deep", Style::Deep(Lists::Repeated)),
    ("flat", Style::Flat(Lists::Repeated)),
    ("json", Style::Json),
];

const LISTS: [(&str, Lists); 3] = [
    ("repeated", Lists::Repeated),
    ("brackets", Lists::Brackets),
    ("indexed", Lists::Indexed),
];

const FIELD_STYLES: [(&str, FieldStyle); 4] = [
    ("comma", FieldStyle::Comma),
    ("space", FieldStyle::Space),
    ("pipe", FieldStyle::Pipe),
    ("json", FieldStyle::Json),
];

/// The styles of OpenAPI, and what to write instead.
static FOREIGN: [(&str, Help); 6] = [
    ("form", Help::text("write `repeated`, `comma` or `flat`")),
    (
        "simple",
        Help::text("write `comma`, or `pairs` for an object whose fields are `x=1`"),
    ),
    ("spaceDelimited", Help::write("space")),
    ("pipeDelimited", Help::write("pipe")),
    ("deepObject", Help::write("deep")),
    (
        "exploded",
        Help::text("write `repeated` for a list, `flat` for an object"),
    ),
];

impl StyleEntry {
    /// Reads the keys, if such a map has them: fields have none.
    pub(super) fn read(table: &mut Table<'_>) -> Self {
        if !table.defines("style") {
            return Self::default();
        }
        Self {
            style: word(table, "style", &STYLES),
            lists: word(table, "lists", &LISTS),
            allow_reserved: table.span_if_true("allow_reserved"),
        }
    }
}

/// Reads how lists are written in a form.
pub(super) fn read_lists(table: &mut Table<'_>) -> Option<Spanned<Lists>> {
    word(table, "lists", &LISTS)
}

/// Reads the value of the key for how lists are written in a form.
pub(super) fn lists_of(
    node: crate::node::Node,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Lists>> {
    let text = text_of(node, "how lists are written", diagnostics)?;
    word_of(text, "lists", &LISTS, diagnostics)
}

/// Reads the styles of fields of a form.
pub(super) fn read_field_styles(
    table: &mut Table<'_>,
) -> Vec<(Spanned<String>, Spanned<FieldStyle>)> {
    let read = |name, node, diagnostics: &mut Diagnostics| {
        let text = text_of(node, "a style", diagnostics)?;
        Some((name, word_of(text, "style", &FIELD_STYLES, diagnostics)?))
    };
    table.each("styles", read)
}

/// Reads one of several words.
fn word<T: Copy>(
    table: &mut Table<'_>,
    key: &'static str,
    known: &[(&str, T)],
) -> Option<Spanned<T>> {
    word_of(table.text(key)?, key, known, table.diagnostics)
}

fn word_of<T: Copy>(
    text: Spanned<String>,
    key: &'static str,
    known: &[(&str, T)],
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<T>> {
    let found = known.iter().find(|(word, _)| *word == text.value);
    if let Some((_, value)) = found {
        return Some(Spanned::new(*value, text.span));
    }
    let words = || known.iter().map(|(word, _)| *word);
    let foreign = FOREIGN.iter().filter(|_| key == "style");
    let foreign = foreign.clone().find(|(word, _)| *word == text.value);
    let message = format!("`{}` is not a value of `{key}`", text.value);
    let diagnostic = Diagnostic::error(UNKNOWN_STYLE, message, text.span);
    let otherwise = format!("`{key}` is one of {}", alternatives(words()));
    diagnostics.push(match foreign {
        Some((_, help)) => diagnostic.help(help.clone()),
        None => with_nearest(diagnostic, &text.value, words(), otherwise),
    });
    None
}
