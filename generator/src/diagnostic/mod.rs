//! Errors and warnings about a specification. Each has a code, a message, the spans in the source,
//! and a hint how to fix it.
//!
//! The phases collect errors in [`Diagnostics`] and continue, so that one run reports all of them.
//! [`Diagnostics::render`] turns them into text for a terminal.

mod cause;
mod escape;
mod excerpt;
mod fix;
mod github;
mod json;
mod lost;
mod render;

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;

use crate::hash::HashSet;
use crate::source::{SourceFile, Span};

pub(crate) use cause::{Cause, UnionCause};
pub use escape::visible;
pub(crate) use github::notice;
pub(crate) use lost::Lost;
pub use render::{Style, Terminal};

/// The code of a kind of error, such as `E0102`. It does not change when the wording changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub &'static str);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The severity of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Severity {
    /// Nothing can be generated.
    Error,
    /// The output may not be what is wanted.
    Warning,
}

/// One error or warning.
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
    /// Whether the problem is an error or a warning.
    pub severity: Severity,
    /// The kind of error.
    pub code: Code,
    /// The problem, in one line.
    pub message: String,
    /// The spans of the error, the primary one first.
    pub labels: Vec<Label>,
    /// How to fix the problem.
    pub help: Option<String>,
    /// Background.
    pub note: Option<String>,
    /// The number of the operation that it is about, from 1.
    operation: Option<NonZeroU32>,
    /// The cause, to which the code that repairs documents reacts.
    cause: Cause,
    /// What a warning says that the API does not hold.
    lost: Lost,
}

/// How to fix a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Help {
    /// A string.
    Text(Cow<'static, str>),
    /// To write this at the span.
    Write(Cow<'static, str>),
}

impl Help {
    pub(crate) const fn text(text: &'static str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }

    pub(crate) const fn write(text: &'static str) -> Self {
        Self::Write(Cow::Borrowed(text))
    }
}

impl From<&str> for Help {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned().into())
    }
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<Cow<'static, str>> for Help {
    fn from(text: Cow<'static, str>) -> Self {
        Self::Text(text)
    }
}

/// A word in a span, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suggestion {
    /// The word. The span may contain more: quotes, or the rest of a type. `None` is the whole span.
    pub word: Option<String>,
    /// The text to write instead.
    pub replacement: String,
}

/// A span of the source, with a string.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// The span that is underlined; of several lines, only the first.
    pub span: Span,
    /// The text next to the underline; may be empty.
    pub text: String,
    /// A change here that fixes the error, if the help names one.
    pub suggestion: Option<Suggestion>,
    /// Further places with the same problem, which are counted instead of shown.
    elsewhere: Vec<Span>,
    /// The message for one of the places, if the message counts them.
    message_of_one: Option<String>,
}

impl Diagnostic {
    /// An error at a span.
    pub fn error(code: Code, message: impl Into<String>, span: Span) -> Self {
        Self::new(Severity::Error, code, message.into(), span)
    }

    /// A warning at a span.
    pub fn warning(code: Code, message: impl Into<String>, span: Span) -> Self {
        Self::new(Severity::Warning, code, message.into(), span)
    }

    fn new(severity: Severity, code: Code, message: String, span: Span) -> Self {
        Self {
            severity,
            code,
            message,
            labels: vec![Label {
                span,
                text: String::new(),
                suggestion: None,
                elsewhere: Vec::new(),
                message_of_one: None,
            }],
            help: None,
            note: None,
            operation: None,
            cause: Cause::Rule,
            lost: Lost::Nothing,
        }
    }

    /// Sets what the API does not hold.
    pub(crate) fn losing(mut self, lost: Lost) -> Self {
        self.lost = lost;
        self
    }

    /// What the API does not hold.
    pub(crate) const fn lost(&self) -> Lost {
        self.lost
    }

    /// Sets the operation that the error is about, by its index, webhooks after all others. Operations may share the
    /// part at the span.
    pub(crate) fn in_operation(mut self, index: usize) -> Self {
        let number = u32::try_from(index).unwrap_or(u32::MAX - 1) + 1;
        self.operation = NonZeroU32::new(number);
        self
    }

    /// The index of the operation that it is about.
    pub(crate) fn operation(&self) -> Option<usize> {
        self.operation.map(|number| number.get() as usize - 1)
    }

    /// Sets further places with the same problem, which are counted in the message instead of shown, and the message for
    /// one place alone.
    pub(crate) fn elsewhere(
        mut self,
        places: impl IntoIterator<Item = Span>,
        message_of_one: String,
    ) -> Self {
        if let Some(primary) = self.labels.first_mut() {
            primary.elsewhere.extend(places);
            primary.message_of_one = Some(message_of_one);
        }
        self
    }

    /// The message for one of the places.
    pub(crate) fn message_of_one(&self) -> &str {
        let primary = self.labels.first();
        let message = primary.and_then(|label| label.message_of_one.as_ref());
        message.unwrap_or(&self.message)
    }

    /// The primary span, and further places with the same problem.
    pub(crate) fn places(&self) -> impl Iterator<Item = Span> {
        let labels = self.labels.iter().take(1);
        labels.flat_map(|label| {
            [label.span]
                .into_iter()
                .chain(label.elsewhere.iter().copied())
        })
    }

    /// Sets the cause, to which the code that repairs documents reacts.
    pub(crate) fn because(mut self, cause: Cause) -> Self {
        self.cause = cause;
        self
    }

    /// The cause, to which the code that repairs documents reacts.
    pub(crate) const fn cause(&self) -> Cause {
        self.cause
    }

    /// Moves all spans, for a string that begins at `start`.
    pub(crate) fn shifted(mut self, start: usize) -> Self {
        for label in &mut self.labels {
            label.span = label.span.shifted(start);
            for span in &mut label.elsewhere {
                *span = span.shifted(start);
            }
        }
        self
    }

    /// Sets the text next to the primary span.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Some(primary) = self.labels.first_mut() {
            primary.text = text.into();
        }
        self
    }

    /// Adds another span that is related to the error.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            text: text.into(),
            suggestion: None,
            elsewhere: Vec::new(),
            message_of_one: None,
        });
        self
    }

    /// Sets the hint how to fix the error.
    pub fn help(mut self, help: impl Into<Help>) -> Self {
        match help.into() {
            Help::Text(text) => {
                self.help = Some(text.into_owned());
                self
            }
            Help::Write(text) => self.suggest(format!("write `{text}`"), None, &text),
        }
    }

    /// Sets the hint what to write at the primary span instead of what is there. Editors offer it as a fix.
    pub(crate) fn write(self, text: impl Into<String>) -> Self {
        self.help(Help::Write(text.into().into()))
    }

    /// Sets the hint what to write instead of a word at the primary span. What is around the word, such as quotes, stays.
    pub(crate) fn write_instead_of(self, word: &str, meant: &str) -> Self {
        self.suggest(format!("write `{meant}`"), Some(word), meant)
    }

    /// Sets the hint that a word is misspelled, with the change that may fix it.
    pub(crate) fn did_you_mean(self, word: &str, meant: &str) -> Self {
        self.suggest(format!("did you mean `{meant}`?"), Some(word), meant)
    }

    /// Sets the hint, and the change of the primary span or of a word in it.
    pub(crate) fn suggest(mut self, help: String, word: Option<&str>, replacement: &str) -> Self {
        self.help = Some(help);
        if let Some(primary) = self.labels.first_mut() {
            primary.suggestion = Some(Suggestion {
                word: word.map(str::to_owned),
                replacement: replacement.to_owned(),
            });
        }
        self
    }

    /// Sets the background.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.note = Some(text.into());
        self
    }

    /// The diagnostic as text, see [`Diagnostics::render`].
    pub fn render(&self, source: &SourceFile, style: Style) -> String {
        render::render_one(self, source, style)
    }

    /// The primary span.
    pub fn span(&self) -> Span {
        self.labels.first().map_or(Span::default(), |l| l.span)
    }
}

/// A list of errors.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics {
    diagnostics: Vec<Diagnostic>,
}

impl Diagnostics {
    /// An empty list.
    pub const fn new() -> Self {
        Self {
            diagnostics: Vec::new(),
        }
    }

    /// Adds an error.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Sets the operation that the errors after the first few are about.
    pub(crate) fn set_operation(&mut self, first: usize, index: usize) {
        let found: Vec<Diagnostic> = self.diagnostics.drain(first..).collect();
        self.extend(
            found
                .into_iter()
                .map(|diagnostic| diagnostic.in_operation(index)),
        );
    }

    /// Sets the cause of the errors after the first few, unless they have one.
    pub(crate) fn set_cause(&mut self, first: usize, cause: Cause) {
        let found = self.diagnostics.iter_mut().skip(first);
        for diagnostic in found.filter(|diagnostic| diagnostic.cause == Cause::Rule) {
            diagnostic.cause = cause;
        }
    }

    /// Removes errors that were found again, because a part of the document is used in several places.
    pub(crate) fn without_repetitions(mut self) -> Self {
        let mut seen = HashSet::default();
        self.diagnostics.retain(|diagnostic| {
            seen.insert((
                diagnostic.code.0,
                diagnostic.message.clone(),
                diagnostic.span(),
            ))
        });
        self
    }

    /// Whether there are no errors.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// The number of errors.
    pub fn len(&self) -> usize {
        self.diagnostics.len()
    }

    /// The errors, in the order in which they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.diagnostics.iter()
    }

    /// The value, if there are no errors: the boundary of a phase.
    ///
    /// # Errors
    ///
    /// The list, if it has errors.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }

    /// The errors as text, in the order of their spans in the file, and a last line with their
    /// number. At most a hundred are shown. Text from the file cannot control the terminal:
    /// invisible characters are escaped.
    pub fn render(&self, source: &SourceFile, style: Style) -> String {
        render::render(&self.diagnostics, source, style)
    }
}

impl Diagnostics {
    /// Warnings as text: the first few of each kind, and a last line with their number if there are several.
    pub fn render_warnings(&self, source: &SourceFile, style: Style) -> String {
        render::render_warnings(&self.diagnostics, source, style)
    }

    /// The maximum number of diagnostics that [`render_findings`](Self::render_findings) returns.
    pub const MOST_RENDERED: usize = 100;

    /// The first errors and warnings as text, in the order in which they were found, without a last line.
    pub fn render_findings(&self, source: &SourceFile, style: Style) -> String {
        let shown = self.diagnostics.iter().take(Self::MOST_RENDERED);
        let shown = shown.map(|diagnostic| diagnostic.render(source, style));
        shown.collect::<Vec<_>>().join("\n")
    }

    /// Each diagnostic as a JSON object on a separate line, in the order in which they were found. It has the keys
    /// `severity`, `code`, `message`, `labels`, `note` and `help`. The first label is the span of the diagnostic:
    /// `file`, `line`, `column`, `end_line`, `end_column` and `text`. Lines and columns count from 1.
    pub fn to_json_lines(&self, source: &SourceFile) -> String {
        let lines = self.diagnostics.iter();
        lines
            .map(|diagnostic| json::line(diagnostic, source))
            .collect()
    }
}

impl Diagnostics {
    /// Each diagnostic as a workflow command of GitHub Actions on a separate line, which annotates the line of a pull
    /// request that it is about.
    pub fn to_github_commands(&self, source: &SourceFile) -> String {
        let lines = self.diagnostics.iter();
        lines
            .map(|diagnostic| github::line(diagnostic, source))
            .collect()
    }
}

/// An error that is about no position in a specification, as a JSON object with the keys of
/// [`Diagnostics::to_json_lines`].
pub fn error_to_json_line(message: &str) -> String {
    json::plain(Severity::Error, message)
}

/// An error that is about no position in a specification, as a workflow command of GitHub Actions.
pub fn error_to_github_command(message: &str) -> String {
    github::plain(Severity::Error, message)
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
