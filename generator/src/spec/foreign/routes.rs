//! Parameters in paths, as other languages write them.

use crate::document::is_parameter_name;

/// A path with parameters of other languages.
pub(in crate::spec) struct ForeignPath<'a> {
    /// The first segment that is such a parameter.
    pub(in crate::spec) segment: &'a str,
    /// How the path is written here.
    pub(in crate::spec) meant: String,
}

/// What a path without its first `/` means, if it has parameters of other languages.
pub(in crate::spec) fn parse_path(path: &str) -> Option<ForeignPath<'_>> {
    let segment = path.split('/').find(|segment| meant(segment).is_some())?;
    let meant = path
        .split('/')
        .map(|segment| meant(segment).unwrap_or_else(|| segment.to_owned()));
    Some(ForeignPath {
        segment,
        meant: meant.collect::<Vec<_>>().join("/"),
    })
}

/// Whether the text in braces marks a parameter for several segments as other languages do: `{+path}`, `{path...}`.
pub(in crate::spec) fn is_catch_all(name: &str) -> bool {
    let mut marks = ["+", "*", "..."].into_iter();
    marks.any(|mark| name.starts_with(mark) || name.ends_with(mark))
}

/// How a segment is written here that is a parameter in other languages: `:id`, `*path`, `<id>`, `<int:id>`, `[id]`,
/// `[...path]` and `{id:int}`.
fn meant(text: &str) -> Option<String> {
    let between = |open, close| text.strip_prefix(open)?.strip_suffix(close);
    let rest = text.strip_prefix('*').or_else(|| between("[...", "]"));
    if let Some(rest) = rest.filter(|rest| is_parameter_name(rest)) {
        return Some(format!("{{*{rest}}}"));
    }
    // A type is before the name, or a type or a pattern is after it.
    let typed = |open, close| between(open, close)?.split_once(':');
    let name = text
        .strip_prefix(':')
        .or_else(|| typed("<", ">").map(|(_, name)| name))
        .or_else(|| typed("{", "}").map(|(name, _)| name))
        .or_else(|| between("<", ">"))
        .or_else(|| between("[", "]"))?;
    is_parameter_name(name).then(|| format!("{{{name}}}"))
}
