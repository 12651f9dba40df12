//! Warnings: what a document leaves open or contradicts, and what became of it.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Lost};
use crate::hash::{HashMap, HashSet};
use crate::source::Span;
use crate::words::closest;

/// The subject of a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Topic {
    BrokenReference,
    RemoteReference,
    EmptyName,
    MixedValues,
    SeveralChoices,
    Dropped,
    Value,
    Example,
    Constraint,
    Union,
    Overlap,
    Path,
    Body,
    Content,
    Security,
    Server,
    Parameter,
    Style,
    Target,
    Pages,
    Ignored,
    IgnoredInList,
    MissingFile,
    ErrorShape,
    Extension,
    Repeated,
    Unread,
    Version,
    GivenName,
    Spelling,
    OperationId,
    WrongExtension,
    Events,
    ListOfEvents,
    Nothing,
}

impl Topic {
    /// The code of its warnings.
    pub(super) fn code(self) -> Code {
        Code(self.code_and_message("").0)
    }

    /// The code, and what is wrong, with what became of it.
    fn code_and_message(self, detail: &str) -> (&'static str, String) {
        let own = || detail.to_owned();
        match self {
            Self::BrokenReference => ("W0101", own()),
            Self::RemoteReference => ("W0102", own()),
            Self::EmptyName => ("W0103", "a property without a name is left out".to_owned()),
            Self::MixedValues => ("W0104", format!("{detail}, so this is any JSON value")),
            Self::SeveralChoices => (
                "W0105",
                "several choices at once have no type; only the properties beside them count"
                    .to_owned(),
            ),
            Self::Dropped => ("W0106", own()),
            Self::Path => ("W0107", format!("the operation is left out: {detail}")),
            Self::Value | Self::Example => ("W0108", own()),
            Self::Body => ("W0109", format!("the body is left out: {detail}")),
            Self::Content => ("W0110", format!("the content is taken for bytes: {detail}")),
            Self::Security => ("W0111", own()),
            Self::Server => ("W0112", format!("the server is left out: {detail}")),
            Self::Parameter => ("W0113", format!("the parameter is left out: {detail}")),
            Self::Constraint => ("W0114", own()),
            Self::Union => ("W0115", own()),
            Self::Overlap => (
                "W0115",
                "a value that fits several members of `anyOf` is read as one of them: the fields that only the others have are \
                 lost for handlers and clients"
                    .to_owned(),
            ),
            Self::Target => (
                "W0116",
                format!("the target `{detail}` selects nothing in the document"),
            ),
            Self::Ignored | Self::IgnoredInList => ("W0117", own()),
            Self::MissingFile => (super::MISSING_FILE.0, own()),
            Self::Pages => ("W0119", format!("the list is not paged: {detail}")),
            Self::ErrorShape => (
                "W0120",
                format!(
                    "the errors that the router sends itself have a different body from most errors: {detail}"
                ),
            ),
            Self::Extension => (super::UNKNOWN_EXTENSION.0, own()),
            Self::Repeated => (
                "W0122",
                format!("the key `{detail}` is repeated; only the last one counts"),
            ),
            Self::Unread => (
                "W0123",
                format!("`{detail}` is left out: Specsmith does not know this key of path items"),
            ),
            Self::Version => (
                "W0124",
                format!("OpenAPI {detail} is read like 3.2; what is new in it is left out"),
            ),
            Self::Style => ("W0125", format!("the parameter is sent {detail}")),
            Self::GivenName => ("W0126", own()),
            Self::Spelling => ("W0127", own()),
            Self::OperationId => ("W0128", own()),
            Self::Nothing => (super::NO_OPERATIONS.0, own()),
            Self::WrongExtension => ("W0140", format!("part of an extension is ignored: {detail}")),
            Self::Events | Self::ListOfEvents => ("W0141", own()),
        }
    }

    /// What the API does not hold.
    const fn lost(self) -> Lost {
        match self {
            Self::Ignored => Lost::Rule,
            Self::Path => Lost::Operation,
            Self::IgnoredInList => Lost::RuleOfList,
            Self::MixedValues => Lost::List,
            Self::Server | Self::Parameter => Lost::Owner,
            Self::Style => Lost::Style,
            Self::Example
            | Self::Target
            | Self::Pages
            | Self::ErrorShape
            | Self::Extension
            | Self::Version
            | Self::GivenName
            | Self::OperationId
            | Self::Nothing
            | Self::ListOfEvents
            | Self::WrongExtension => Lost::Nothing,
            Self::BrokenReference
            | Self::RemoteReference
            | Self::EmptyName
            | Self::SeveralChoices
            | Self::Dropped
            | Self::Value
            | Self::Constraint
            | Self::Union
            | Self::Overlap
            | Self::Body
            | Self::Content
            | Self::Security
            | Self::MissingFile
            | Self::Repeated
            | Self::Unread
            | Self::Spelling
            | Self::Events => Lost::Part,
        }
    }

    fn help(self) -> Option<&'static str> {
        match self {
            Self::RemoteReference => {
                Some("save a copy of it next to the document, and refer to that")
            }
            Self::BrokenReference => Some("correct the reference"),
            Self::MissingFile => {
                Some("correct the file, or the path, which is relative to this file")
            }
            Self::GivenName => Some("choose another name"),
            Self::OperationId => Some("give it another name with `x-specsmith-name`"),
            Self::Nothing => Some("check that this is the right document"),
            Self::Ignored | Self::IgnoredInList => {
                Some("check it in your own code, if it matters there")
            }
            _ => None,
        }
    }
}

/// Help with an unknown word: the nearest known one, or other help.
pub(super) fn nearest_or<'k>(
    word: &str,
    known: impl Iterator<Item = &'k str>,
    otherwise: impl Into<String>,
) -> String {
    match closest(word, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => otherwise.into(),
    }
}

/// The warnings of a document, each place once.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    found: Vec<(Topic, Diagnostic)>,
    seen: HashSet<(Topic, Span)>,
    /// What the API does not hold, and what needs no warning.
    quiet: Vec<Diagnostic>,
    /// The choices whose members the same value may fit, by these members.
    overlaps: HashMap<Span, Span>,
}

impl Warnings {
    pub(super) fn add(&mut self, topic: Topic, span: Span, detail: &str) {
        let help = topic.help().map(str::to_owned);
        self.push(topic, span, detail, help);
    }

    /// Warns of several places at once: the first one is shown, and the message counts all.
    pub(super) fn add_places(
        &mut self,
        topic: Topic,
        places: &[Span],
        message: impl Fn(usize) -> String,
    ) {
        let Some((first, others)) = places.split_first() else {
            return;
        };
        let known = self.found.len();
        self.add(topic, *first, &message(places.len()));
        if let Some((topic, warning)) = self.found.split_off(known).pop() {
            let (_, of_one) = topic.code_and_message(&message(1));
            let warning = warning.elsewhere(others.iter().copied(), of_one);
            self.found.push((topic, warning));
        }
    }

    pub(super) fn add_with_help(&mut self, topic: Topic, span: Span, detail: &str, help: String) {
        self.push(topic, span, detail, Some(help));
    }

    /// Warns of a name that the owner gives, and that is not written as such names are.
    pub(super) fn add_changed(&mut self, span: Span, name: &str, instead: &str) {
        let what = format!("the name `{name}` is not valid here, so this is `{instead}`");
        let help = format!("write `{instead}`");
        self.add_with_help(Topic::GivenName, span, &what, help);
    }

    /// Warns of a name that the owner gives, and that something else has.
    pub(super) fn add_taken(&mut self, span: Span, name: &str, instead: &str) {
        let what = format!("the name `{name}` is taken, so this is `{instead}`");
        self.add(Topic::GivenName, span, &what);
    }

    fn push(&mut self, topic: Topic, span: Span, detail: &str, help: Option<String>) {
        if !self.seen.insert((topic, span)) {
            return;
        }
        let (code, message) = topic.code_and_message(detail);
        let diagnostic = Diagnostic::warning(Code(code), message, span).losing(topic.lost());
        let diagnostic = match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        };
        self.found.push((topic, diagnostic));
    }

    /// Warns of a choice whose members the same value may fit.
    pub(super) fn add_overlap(&mut self, choice: Span, members: impl Iterator<Item = Span>) {
        self.overlaps.extend(members.map(|member| (member, choice)));
        self.add(Topic::Overlap, choice, "");
    }

    /// Takes back the warning of the choice with this member: its members are one type.
    pub(super) fn take_back_overlap(&mut self, member: Span) {
        if let Some(choice) = self.overlaps.remove(&member) {
            self.found
                .retain(|(topic, warning)| *topic != Topic::Overlap || warning.span() != choice);
        }
    }

    /// Notes what the API does not hold, and what needs no warning.
    pub(super) fn lose(&mut self, lost: Lost, span: Span, what: &str) {
        let topic = match lost {
            Lost::Rule => Topic::Ignored,
            Lost::RuleOfList => Topic::IgnoredInList,
            Lost::Nothing
            | Lost::Part
            | Lost::List
            | Lost::Name
            | Lost::Owner
            | Lost::Operation
            | Lost::Style => Topic::Dropped,
        };
        let (code, message) = topic.code_and_message(what);
        let diagnostic = Diagnostic::warning(Code(code), message, span);
        self.quiet.push(diagnostic.losing(lost));
    }

    pub(super) fn into_diagnostics(self) -> Diagnostics {
        self.found.into_iter().map(|(_, found)| found).collect()
    }

    /// The warnings, and all else that the API does not hold.
    pub(super) fn into_losses(self) -> Diagnostics {
        let quiet = self.quiet.clone();
        self.into_diagnostics().into_iter().chain(quiet).collect()
    }
}

#[cfg(test)]
mod tests;
