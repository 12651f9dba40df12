//! Descriptions, and the decisions of a document: each stands where it applies and in one list.

use super::html::Html;
use super::markdown;
use crate::api::{Deprecation, Notes};

/// What is said of something.
#[derive(Default)]
pub(super) struct NotesView {
    pub(super) doc: Html,
    pub(super) assumed: Option<Html>,
    pub(super) deprecated: Option<Html>,
}

/// A decision that the source of the specification leaves open.
pub(super) struct Decision {
    pub(super) anchor: String,
    /// What it is about.
    pub(super) about: String,
    pub(super) text: Html,
}

/// All decisions, in the order of the page.
#[derive(Default)]
pub(super) struct Decisions(Vec<Decision>);

impl Decisions {
    /// Remembers a decision, where there is one, and gives its text.
    pub(super) fn note(
        &mut self,
        assumed: Option<&str>,
        anchor: &str,
        about: &str,
    ) -> Option<Html> {
        let text = markdown::line(assumed?);
        self.0.push(Decision {
            anchor: anchor.to_owned(),
            about: about.to_owned(),
            text: text.clone(),
        });
        Some(text)
    }

    /// What is said of something at a place, its decision remembered.
    pub(super) fn notes(&mut self, notes: &Notes, anchor: &str, about: &str) -> NotesView {
        NotesView {
            assumed: self.note(notes.assumed.as_deref(), anchor, about),
            ..view(notes)
        }
    }

    pub(super) fn into_list(self) -> Vec<Decision> {
        self.0
    }
}

fn view(notes: &Notes) -> NotesView {
    let doc = notes.doc.as_deref().unwrap_or_default();
    NotesView {
        doc: markdown::blocks(doc, 3),
        assumed: notes.assumed.as_deref().map(markdown::line),
        deprecated: notes.deprecation.as_ref().map(|deprecation| {
            markdown::line(
                deprecation
                    .reason
                    .as_deref()
                    .unwrap_or("Move away from it."),
            )
        }),
    }
}

/// The most bytes of a text that stands at every operation which it concerns; a longer one is said
/// once, where the operations lead to.
const LONGEST: usize = 1024;

/// A text that is repeated, unless it is long.
pub(super) fn repeated(text: &str) -> &str {
    if text.len() > LONGEST { "" } else { text }
}

/// What is said of something wherever it is used, without what is long.
pub(super) fn repeated_view(notes: &Notes) -> NotesView {
    let short = |text: &Option<String>| text.clone().filter(|text| !repeated(text).is_empty());
    let reason = |of: &Deprecation| Deprecation {
        reason: short(&of.reason),
    };
    view(&Notes {
        doc: short(&notes.doc),
        assumed: short(&notes.assumed),
        deprecation: notes.deprecation.as_ref().map(reason),
    })
}
