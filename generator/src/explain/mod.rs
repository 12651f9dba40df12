//! Longer explanations of diagnostics and of rules of `diff`, with examples.

mod changes;
mod list;

use crate::api::Lint;
use crate::words::closest;
use changes::CHANGES;
use list::EXPLANATIONS;

/// The explanation of a diagnostic, in Markdown: what it means, and a wrong and a right example. `code` is written as
/// diagnostics print it, such as `E0104`, in any case.
///
/// ```
/// let text = specsmith::explanation("e0104").unwrap();
/// assert!(text.starts_with("# E0104: "));
/// assert_eq!(specsmith::explanation("Z0001"), None);
/// ```
pub fn explanation(code: &str) -> Option<String> {
    find(EXPLANATIONS, &code.to_ascii_uppercase())
}

/// The explanation of a rule of `diff`, in Markdown: what the change means for whom, and an example. `id` is written as
/// comparisons print it, in any case.
///
/// ```
/// let text = specsmith::change_explanation("required-field-added").unwrap();
/// assert!(text.starts_with("# required-field-added: "));
/// assert_eq!(specsmith::change_explanation("E0104"), None);
/// ```
pub fn change_explanation(id: &str) -> Option<String> {
    find(CHANGES, &id.to_ascii_lowercase())
}

/// The lint or the rule of `diff` whose name is nearest to a misspelled one, if one is near enough.
///
/// ```
/// assert_eq!(specsmith::nearest_explained("requred-field-added"), Some("required-field-added"));
/// assert_eq!(specsmith::nearest_explained("banana"), None);
/// ```
pub fn nearest_explained(name: &str) -> Option<&'static str> {
    let lints = Lint::ALL.into_iter().map(Lint::name);
    let rules = CHANGES.iter().map(|(id, _)| *id);
    closest(&name.to_ascii_lowercase(), lints.chain(rules))
}

fn find(all: &[(&str, &str)], wanted: &str) -> Option<String> {
    let index = all.binary_search_by_key(&wanted, |(known, _)| known).ok()?;
    all.get(index).map(|(_, text)| shown(text))
}

/// An explanation without its comments, which are for those who edit it.
fn shown(text: &str) -> String {
    let paragraphs = text.split("\n\n");
    let shown: Vec<&str> = paragraphs
        .filter(|paragraph| !paragraph.starts_with("<!-- "))
        .map(str::trim_end)
        .collect();
    shown.join("\n\n") + "\n"
}

/// The codes of all diagnostics, in order, with the titles of their explanations.
pub fn explained_codes() -> impl Iterator<Item = (&'static str, &'static str)> {
    titles(EXPLANATIONS)
}

/// The rules of `diff`, in the order of their names, with the titles of their explanations.
pub fn explained_changes() -> impl Iterator<Item = (&'static str, &'static str)> {
    titles(CHANGES)
}

fn titles(
    all: &'static [(&'static str, &'static str)],
) -> impl Iterator<Item = (&'static str, &'static str)> {
    all.iter().map(|(name, text)| {
        let title = text.lines().next().unwrap_or_default();
        (*name, title.split_once(": ").map_or("", |(_, title)| title))
    })
}
