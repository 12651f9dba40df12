//! Errors in a specification, said so that the person can mend them: a code,
//! what is wrong, the place underlined, and what to do.
//!
//! The phases push into one [`Diagnostics`] and go on, so that one run names
//! every error. [`Diagnostics::render`] turns them into text for a terminal.

mod escape;
mod excerpt;
mod render;

use std::fmt;

use crate::source::{SourceFile, Span};

pub use render::Style;

/// The code of a kind of error, such as `E0102`; it stays the same when the
/// wording changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub &'static str);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// One error.
///
/// ```
/// use specsmith::diagnostic::{Code, Diagnostic};
/// use specsmith::source::Span;
///
/// let error = Diagnostic::error(Code("E0201"), "no type is named `Gard`", Span::new(40, 44))
///     .label("not declared in `types`")
///     .help("a type with a similar name exists: `Guard`");
/// assert_eq!(error.code, Code("E0201"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of error it is.
    pub code: Code,
    /// What is wrong, in one line.
    pub message: String,
    /// The places it is about, the primary one first.
    pub labels: Vec<Label>,
    /// What to do.
    pub help: Option<String>,
    /// What else is worth knowing.
    pub note: Option<String>,
}

/// A place, and what there is to say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The text that is underlined; of a span over several lines, the first.
    pub span: Span,
    /// What stands beside the underline; empty for nothing.
    pub text: String,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: Code, message: impl Into<String>, span: Span) -> Self {
        Self {
            code,
            message: message.into(),
            labels: vec![Label {
                span,
                text: String::new(),
            }],
            help: None,
            note: None,
        }
    }

    /// Says something beside the underline of the error's own place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Some(primary) = self.labels.first_mut() {
            primary.text = text.into();
        }
        self
    }

    /// Points at another place that has to do with the error.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Says what to do.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Says what else is worth knowing.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.note = Some(text.into());
        self
    }

    /// Where the error is.
    pub fn span(&self) -> Span {
        self.labels.first().map_or(Span::default(), |l| l.span)
    }
}

/// The errors found so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics {
    diagnostics: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Nothing found yet.
    pub const fn new() -> Self {
        Self {
            diagnostics: Vec::new(),
        }
    }

    /// Adds an error.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// How many errors were found.
    pub fn len(&self) -> usize {
        self.diagnostics.len()
    }

    /// The errors in the order in which they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.diagnostics.iter()
    }

    /// The boundary of a phase: the value if nothing was found.
    ///
    /// # Errors
    ///
    /// Itself, with every error that was found.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }

    /// The errors as text, in the order of their places in the file, with a
    /// last line that counts them. Of very many only the first hundred are
    /// shown. Text from the file cannot control the terminal: what is not
    /// plainly visible comes out escaped.
    pub fn render(&self, source: &SourceFile, style: Style) -> String {
        render::render(&self.diagnostics, source, style)
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self {
            diagnostics: vec![diagnostic],
        }
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        self.diagnostics.extend(diagnostics);
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        Self {
            diagnostics: diagnostics.into_iter().collect(),
        }
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.diagnostics.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
