//! Comments above entries: what was decided where the original leaves something open.

use super::layout::is_printable;
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::hash::HashMap;
use crate::source::Span;

/// An entry has at most this many comments; the rest are counted.
const MAX_COMMENTS: usize = 5;

/// Comments above entries, by the spans of the names of the entries.
#[derive(Default)]
pub(crate) struct Comments {
    by_name_span: HashMap<Span, Vec<String>>,
}

impl Comments {
    /// The warnings of a document, each above the entry that it is about: the last one that begins before it.
    pub(crate) fn of_warnings(document: &Document, warnings: &Diagnostics) -> Self {
        let operations = document.operations.iter().chain(&document.webhooks);
        let operation_names = operations.map(|entry| (entry.route.span.start(), entry.name.span));
        let types = document.types.iter();
        let type_names = types.map(|entry| (entry.name.span.start(), entry.name.span));
        let schemes = document.auth.iter().flat_map(|auth| &auth.schemes);
        // A scheme that only requirements name is nowhere in the document.
        let written_schemes = schemes.filter(|entry| entry.name.span != Span::default());
        let scheme_names = written_schemes.map(|entry| (entry.name.span.start(), entry.name.span));
        let api = document.api.name.span;
        let names = operation_names.chain(type_names).chain(scheme_names);
        let mut entries: Vec<(usize, Span)> = names.collect();
        entries.sort_unstable_by_key(|(start, _)| *start);
        let mut comments = Self::default();
        for warning in warnings {
            let after = entries.partition_point(|(start, _)| *start <= warning.span().start());
            let entry = after.checked_sub(1).and_then(|index| entries.get(index));
            let name_span = entry.map_or(api, |(_, name)| *name);
            let known = comments.by_name_span.entry(name_span).or_default();
            let characters = warning.message.chars();
            let message: String = characters
                .map(|c| if is_printable(c) { c } else { ' ' })
                .collect();
            if !known.contains(&message) {
                known.push(message);
            }
        }
        for known in comments.by_name_span.values_mut() {
            let more = known.len().saturating_sub(MAX_COMMENTS);
            if more > 1 {
                known.truncate(MAX_COMMENTS);
                known.push(format!("and {more} more"));
            }
        }
        comments
    }

    /// The comments above an entry.
    pub(super) fn at(&self, name: Span) -> Vec<String> {
        self.by_name_span.get(&name).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use crate::source::SourceFile;

    #[test]
    fn comments_stay_on_their_line() {
        let document = r#"{ "openapi": "3.1.0", "info": { "title": "B", "version": "1" }, "paths": {},
            "components": { "securitySchemes": { "key": { "type": "a\r    evil: { scheme: basic } #\u0000\ufffe" } } } }"#;
        let source = SourceFile::new("books.json", document);
        let text = crate::convert(&source).unwrap().text;
        let source = SourceFile::new("books.yaml", text.clone());
        let again = crate::read(&source).unwrap();
        assert_eq!(again.auth.unwrap().schemes.len(), 1, "{text}");
    }
}
