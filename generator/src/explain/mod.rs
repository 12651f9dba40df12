//! Longer explanations of diagnostics, with examples.

mod list;

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
    let code = code.to_ascii_uppercase();
    let index = EXPLANATIONS
        .binary_search_by_key(&code.as_str(), |(known, _)| known)
        .ok()?;
    EXPLANATIONS.get(index).map(|(_, text)| shown(text))
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
    EXPLANATIONS.iter().map(|(code, text)| {
        let title = text.lines().next().unwrap_or_default();
        (*code, title.split_once(": ").map_or("", |(_, title)| title))
    })
}
