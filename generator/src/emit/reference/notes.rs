//! Descriptions and assumptions. Each assumption is shown where it applies, and in one list.

use crate::api::{Deprecation, Notes};
use crate::emit::markdown::{self, RichText};

/// Notes on something.
#[derive(Default)]
pub(super) struct NotesView {
    pub(super) doc: RichText,
    pub(super) assumed: Option<RichText>,
    pub(super) deprecated: Option<RichText>,
    pub(super) unstable: Option<RichText>,
}

/// An assumption: something that the source of the specification leaves open.
pub(super) struct Assumption {
    pub(super) anchor: String,
    /// Its subject.
    pub(super) about: String,
    pub(super) text: RichText,
}

/// All assumptions, in the order of the page.
#[derive(Default)]
pub(super) struct Assumptions(Vec<Assumption>);

impl Assumptions {
    /// Adds an assumption, if there is one, and returns its text.
    pub(super) fn note(
        &mut self,
        assumed: Option<&str>,
        anchor: &str,
        about: &str,
    ) -> Option<RichText> {
        let text = markdown::line(assumed?);
        self.0.push(Assumption {
            anchor: anchor.to_owned(),
            about: about.to_owned(),
            text: text.clone(),
        });
        Some(text)
    }

    /// The notes on something. Adds its assumption.
    pub(super) fn notes(&mut self, notes: &Notes, anchor: &str, about: &str) -> NotesView {
        NotesView {
            assumed: self.note(notes.assumed.as_deref(), anchor, about),
            ..view(notes)
        }
    }

    pub(super) fn into_list(self) -> Vec<Assumption> {
        self.0
    }
}

fn view(notes: &Notes) -> NotesView {
    let doc = notes.doc.clone().unwrap_or_default();
    let doc = match &notes.see {
        Some(see) => format!("{doc}\n\n{}", see.sentence()),
        None => doc,
    };
    NotesView {
        doc: markdown::blocks(&doc, 3),
        assumed: notes.assumed.as_deref().map(markdown::line),
        unstable: notes
            .is_unstable()
            .then(|| markdown::line("It may change at any time.")),
        deprecated: notes
            .deprecation
            .as_ref()
            .map(|deprecation| markdown::line(&deprecation.note_or("Do not use it in new code."))),
    }
}

/// The longest text, in bytes, that is repeated at each operation that it applies to. A longer one is
/// shown once, where the operations link to.
const LONGEST: usize = 1024;

/// A string to repeat; empty if it is too long.
pub(super) fn repeated(text: &str) -> &str {
    if text.len() > LONGEST { "" } else { text }
}

/// Notes to repeat, without strings that are too long.
pub(super) fn repeated_view(notes: &Notes) -> NotesView {
    let short = |text: &Option<String>| text.clone().filter(|text| !repeated(text).is_empty());
    let reason = |deprecation: &Deprecation| Deprecation {
        reason: short(&deprecation.reason),
        ..*deprecation
    };
    view(&Notes {
        doc: short(&notes.doc),
        assumed: short(&notes.assumed),
        deprecation: notes.deprecation.as_ref().map(reason),
        stability: notes.stability,
        see: notes.see.clone(),
        ..Notes::default()
    })
}
