//! Diagnostics as editors show them, and the changes that fix them.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use lsp_types::{
    CodeAction, CodeActionKind, DiagnosticRelatedInformation, DiagnosticSeverity, Location,
    NumberOrString, Range, TextEdit, WorkspaceEdit,
};

use super::positions::Text;
use super::workspace::{Checked, Workspace};
use crate::api::Lint;
use crate::diagnostic::{Diagnostic, Severity};
use crate::diff::Finding;
use crate::hash::{HashMap, HashSet};
use crate::source::{SourceFile, Span};

/// The diagnostics of the files of a specification.
#[derive(Default)]
pub(super) struct Problems {
    /// For each file, also for those without errors.
    pub(super) by_file: HashMap<PathBuf, Vec<Problem>>,
    checked: Option<Checked>,
}

/// A diagnostic in a file, and a change that fixes it.
pub(super) struct Problem {
    pub(super) shown: lsp_types::Diagnostic,
    fix: Option<Fix>,
}

/// A change that may fix a diagnostic. It is tried before it is offered.
struct Fix {
    edit: TextEdit,
    /// The diagnostic that it fixes.
    diagnostic: Diagnostic,
    works: OnceCell<bool>,
}

impl Problems {
    /// The changes that fix the diagnostics in a range. There are none while the file has other text than when it was
    /// checked: spans are outdated.
    pub(super) fn actions(
        &self,
        workspace: &Workspace,
        path: &Path,
        range: Range,
    ) -> Vec<CodeAction> {
        let checked = self.checked.as_ref();
        let Some(checked) = checked.filter(|checked| checked.is_of(workspace, path)) else {
            return Vec::new();
        };
        let here = self.by_file.get(path).into_iter().flatten();
        let here = here.filter(|problem| {
            let shown = problem.shown.range;
            shown.start <= range.end && range.start <= shown.end
        });
        let actions = here.filter_map(|problem| {
            let fix = problem.fix.as_ref()?;
            let works = || fix.works(checked, workspace, path) == Some(true);
            let uri = workspace.uri(path)?;
            (*fix.works.get_or_init(works)).then(|| problem.action(fix, uri))
        });
        actions.collect()
    }
}

impl Fix {
    /// Whether the change removes the diagnostic and causes no error. If more parts of the
    /// document are checked than before, other errors may appear, but not in the change itself.
    fn works(&self, before: &Checked, workspace: &Workspace, path: &Path) -> Option<bool> {
        let mut text = workspace.file(path)?.text.clone();
        let start = text.offset(self.edit.range.start);
        text.replace(self.edit.range, &self.edit.new_text);
        let main = workspace.main_of(path);
        let after = workspace.check_with(&main, &|other| {
            (other == path).then(|| text.as_str().to_owned())
        })?;
        let changed = Span::new(start, start + self.edit.new_text.len());
        let changed = changed.shifted(after.span_of(path)?.start());
        let (old, new) = (errors(&before.found), errors(&after.found));
        if !self.diagnostic.is_fixed(old.clone(), new.clone(), changed) {
            return Some(false);
        }
        let known: HashSet<_> = old.map(identity).collect();
        let mut new = new.filter(|error| !known.contains(&identity(error)));
        Some(new.next().is_none() || after.reached() > before.reached())
    }
}

impl Problem {
    /// The change of a file as an action.
    fn action(&self, fix: &Fix, uri: lsp_types::Uri) -> CodeAction {
        let change = fix.edit.clone();
        CodeAction {
            title: format!("Write `{}`", change.new_text),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![self.shown.clone()]),
            is_preferred: Some(true),
            edit: Some(edit([(uri, vec![change])])),
            ..CodeAction::default()
        }
    }
}

/// The diagnostics without which a specification is valid. Those of lints do not count.
fn errors(found: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> + Clone {
    found
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error && !is_of_lint(diagnostic))
}

fn is_of_lint(diagnostic: &Diagnostic) -> bool {
    Lint::from_code(diagnostic.code.0).is_some()
}

/// What stays the same if an error has another span.
fn identity(error: &Diagnostic) -> (&str, &str) {
    (error.code.0, &error.message)
}

/// Changes of files.
#[allow(
    clippy::mutable_key_type,
    reason = "the keys of `WorkspaceEdit` have a cache that does not take part in comparisons"
)]
pub(super) fn edit(
    changes: impl IntoIterator<Item = (lsp_types::Uri, Vec<TextEdit>)>,
) -> WorkspaceEdit {
    WorkspaceEdit {
        changes: Some(changes.into_iter().collect()),
        ..WorkspaceEdit::default()
    }
}

/// The diagnostics of a specification by file, and what has changed in it.
pub(super) fn by_file(checked: Checked, changes: &[Finding], workspace: &Workspace) -> Problems {
    let source = &checked.source;
    let files: Vec<Part> = source
        .files()
        .map(|(name, span)| Part::new(name, span, source))
        .collect();
    let mut problems = Problems::default();
    for part in &files {
        problems.by_file.entry(part.path.clone()).or_default();
    }
    for diagnostic in &checked.found {
        let Some((part, range)) = range_in_file(&files, diagnostic.span()) else {
            continue;
        };
        let problem = Problem {
            shown: shown(diagnostic, range, &files, workspace),
            fix: fix(diagnostic, part, source),
        };
        problems
            .by_file
            .entry(part.path.clone())
            .or_default()
            .push(problem);
    }
    for change in changes {
        let Some((part, range)) = range_in_file(&files, change.diagnostic.span()) else {
            continue;
        };
        let mut shown = shown(&change.diagnostic, range, &files, workspace);
        if !change.is_breaking {
            shown.severity = Some(DiagnosticSeverity::INFORMATION);
        }
        let problems = problems.by_file.entry(part.path.clone()).or_default();
        problems.push(Problem { shown, fix: None });
    }
    problems.checked = Some(checked);
    problems
}

/// A file of a specification.
struct Part {
    path: PathBuf,
    span: Span,
    text: Text,
}

impl Part {
    fn new(name: &str, span: Span, source: &SourceFile) -> Self {
        Self {
            path: super::uris::normal(Path::new(name)),
            span,
            text: Text::new(source.slice(span).to_owned()),
        }
    }

    /// The range of a span of the whole source.
    fn range(&self, span: Span) -> Range {
        let local = |offset: usize| offset.saturating_sub(self.span.start());
        let start = local(span.start());
        self.text
            .range(Span::new(start, local(span.end()).max(start)))
    }
}

/// The file of a span, and the range in it.
fn range_in_file(files: &[Part], span: Span) -> Option<(&Part, Range)> {
    let mut files = files.iter().rev();
    let part = files.find(|part| part.span.start() <= span.start())?;
    Some((part, part.range(span)))
}

fn shown(
    diagnostic: &Diagnostic,
    range: Range,
    files: &[Part],
    workspace: &Workspace,
) -> lsp_types::Diagnostic {
    let mut message = diagnostic.message.clone();
    let notes = diagnostic.note.iter().map(|note| ("note", note));
    let helps = diagnostic.help.iter().map(|help| ("help", help));
    for (what, text) in notes.chain(helps) {
        message.push_str(&format!("\n{what}: {text}"));
    }
    let related = diagnostic.labels.iter().skip(1).filter_map(|label| {
        let (part, range) = range_in_file(files, label.span)?;
        Some(DiagnosticRelatedInformation {
            location: Location::new(workspace.uri(&part.path)?, range),
            message: label.text.clone(),
        })
    });
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    lsp_types::Diagnostic {
        range,
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            // What lints find is nothing to fix while somebody writes.
            Severity::Warning if is_of_lint(diagnostic) => DiagnosticSeverity::INFORMATION,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(diagnostic.code.0.to_owned())),
        source: Some("specsmith".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..lsp_types::Diagnostic::default()
    }
}

/// The change that a diagnostic suggests.
fn fix(diagnostic: &Diagnostic, part: &Part, source: &SourceFile) -> Option<Fix> {
    let (span, replacement) = diagnostic.fix(source)?;
    Some(Fix {
        edit: TextEdit::new(part.range(span), replacement.to_owned()),
        diagnostic: diagnostic.clone(),
        works: OnceCell::new(),
    })
}
