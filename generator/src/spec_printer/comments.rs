//! Comments above entries: what was decided where the original leaves something open.

use super::layout::is_printable;
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::hash::HashMap;
use crate::source::Span;

/// How many comments an entry has at most.
const MOST: usize = 5;

/// Comments above entries, by the places of the names of these.
#[derive(Default)]
pub(crate) struct Comments {
    of: HashMap<Span, Vec<String>>,
}

impl Comments {
    /// The warnings of a document, each above the entry that it is about: the last one that begins before it.
    pub(crate) fn of_warnings(document: &Document, warnings: &Diagnostics) -> Self {
        let operations = document.operations.iter().chain(&document.webhooks);
        let operations = operations.map(|of| (of.route.span.start(), of.name.span));
        let types = document.types.iter();
        let types = types.map(|of| (of.name.span.start(), of.name.span));
        let schemes = document.auth.iter().flat_map(|auth| &auth.schemes);
        // One that only requirements name is nowhere in the document.
        let schemes = schemes.filter(|of| of.name.span != Span::default());
        let schemes = schemes.map(|of| (of.name.span.start(), of.name.span));
        let api = document.api.name.span;
        let mut entries: Vec<(usize, Span)> = operations.chain(types).chain(schemes).collect();
        entries.sort_unstable_by_key(|(start, _)| *start);
        let mut comments = Self::default();
        for warning in warnings {
            let after = entries.partition_point(|(start, _)| *start <= warning.span().start());
            let entry = after.checked_sub(1).and_then(|index| entries.get(index));
            let place = entry.map_or(api, |(_, name)| *name);
            let known = comments.of.entry(place).or_default();
            let message = warning.message.chars();
            let message: String = message
                .map(|c| if is_printable(c) { c } else { ' ' })
                .collect();
            if !known.contains(&message) {
                known.push(message);
            }
        }
        for known in comments.of.values_mut() {
            let more = known.len().saturating_sub(MOST);
            if more > 1 {
                known.truncate(MOST);
                known.push(format!("and {more} more"));
            }
        }
        comments
    }

    /// The comments above an entry.
    pub(super) fn at(&self, name: Span) -> Vec<String> {
        self.of.get(&name).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

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
