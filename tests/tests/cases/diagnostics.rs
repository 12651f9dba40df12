//! The diagnostics of every kind of error: `cases/bad/<name>.yaml` is the input, and `<name>.txt`
//! the expected diagnostics. Warnings are in `cases/warnings`, and lints in `cases/lint`. The name of
//! the case is the name of its test. A new file is a new test.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use specsmith::LintOptions;
use specsmith::diagnostic::{Code, Diagnostic, Diagnostics, Style};
use specsmith::source::{SourceFile, Span};
use specsmith_tests::cases;

/// The code of errors of the YAML reader.
const NOT_YAML: Code = Code("E0101");

pub(crate) fn trials() -> Vec<Trial> {
    let bad = cases::bad().into_iter();
    let warnings = cases::warnings().into_iter();
    let lint = cases::lint().into_iter();
    bad.map(|spec| trial(spec, check))
        .chain(warnings.map(|spec| trial(spec, check_warnings)))
        .chain(lint.map(|spec| trial(spec, check_lints)))
        .chain([
            Trial::test("diagnostics::every_code_has_a_case", every_code_has_a_case),
            Trial::test(
                "diagnostics::every_expected_file_has_a_case",
                every_expected_file_has_a_case,
            ),
            Trial::test(
                "diagnostics::many_errors_have_fixes",
                many_errors_have_fixes,
            ),
        ])
        .collect()
}

fn trial(spec: PathBuf, check: fn(&Path) -> Result<(), Failed>) -> Trial {
    Trial::test(format!("diagnostics::{}", name(&spec)), move || {
        check(&spec)
    })
}

fn name(spec: &Path) -> String {
    spec.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn check(spec: &Path) -> Result<(), Failed> {
    let source = cases::source(spec);
    let Err(errors) = specsmith::read(&source) else {
        return Err("this specification has no errors: it belongs to `cases/good`".into());
    };
    check_fixes(&source, &errors)?;
    compare(spec, &errors.render(&source, Style::Plain))
}

fn check_warnings(spec: &Path) -> Result<(), Failed> {
    let source = cases::source(spec);
    match specsmith::read_with_warnings(&source) {
        Ok(read) => {
            let mut text = read.warnings.render_warnings(&source, Style::Plain);
            // A case shows all of its warnings, even if there are many of one kind.
            if text.contains("not shown") {
                let all = read.warnings.iter();
                let mut all: Vec<_> = all
                    .map(|of| format!("{}: {}\n", of.code, of.message))
                    .collect();
                all.sort();
                text.extend([String::from("\nall of them:\n")].into_iter().chain(all));
            }
            compare(spec, &text)
        }
        Err(errors) => Err(errors.render(&source, Style::Plain).into()),
    }
}

fn check_lints(spec: &Path) -> Result<(), Failed> {
    let source = cases::source(spec);
    let found = specsmith::lint(&source, &LintOptions::default());
    let found = found.map_err(|errors| errors.render(&source, Style::Plain))?;
    compare(spec, &found.findings.render_findings(&source, Style::Plain))
}

/// Applies the change that each error suggests, alone. The error is gone then, there is no new one at its place, and the
/// text is still YAML.
fn check_fixes(source: &SourceFile, errors: &Diagnostics) -> Result<(), Failed> {
    for error in errors.iter().filter(|error| has_suggestion(error)) {
        let shown = error.render(source, Style::Plain);
        let Some((span, replacement)) = error.fix(source) else {
            // A word with an escaped character is not in the text as it is.
            if source.slice(error.span()).contains('\\') {
                continue;
            }
            return Err(format!("the suggestion of this error has no place:\n{shown}").into());
        };
        let fixed = replaced(source, span, replacement);
        let changed = Span::new(span.start(), span.start() + replacement.len());
        let left = specsmith::read(&fixed).err().unwrap_or_default();
        // Text that is not YAML has no other errors.
        let is_yaml = left.iter().all(|other| other.code != NOT_YAML);
        if !is_yaml || !error.is_fixed(errors.iter(), left.iter(), changed) {
            return Err(format!(
                "`{replacement}` does not fix this error:\n{shown}\nThe errors are then:\n{}",
                left.render(&fixed, Style::Plain)
            )
            .into());
        }
    }
    Ok(())
}

fn has_suggestion(error: &Diagnostic) -> bool {
    let primary = error.labels.first();
    primary.is_some_and(|label| label.suggestion.is_some())
}

/// The cases apply the changes of all errors that suggest one, so that must not be few.
fn many_errors_have_fixes() -> Result<(), Failed> {
    const FEWEST: usize = 100;
    let sources = cases::bad().into_iter().map(|spec| cases::source(&spec));
    let errors = sources.filter_map(|source| specsmith::read(&source).err());
    let fixes = errors.map(|errors| errors.iter().filter(|error| has_suggestion(error)).count());
    let fixes: usize = fixes.sum();
    match fixes >= FEWEST {
        true => Ok(()),
        false => Err(format!("only {fixes} errors suggest a change").into()),
    }
}

/// A specification with another text in a span.
fn replaced(source: &SourceFile, span: Span, replacement: &str) -> SourceFile {
    let texts = source.files().map(|(name, file)| {
        let text = source.slice(file);
        let is_inside = file.start() <= span.start() && span.end() <= file.end();
        let text = match is_inside {
            true => {
                let (start, end) = (span.start() - file.start(), span.end() - file.start());
                format!("{}{replacement}{}", &text[..start], &text[end..])
            }
            false => text.to_owned(),
        };
        (name, text)
    });
    let mut texts = texts.collect::<Vec<_>>().into_iter();
    let (name, text) = texts.next().unwrap_or_default();
    let main = SourceFile::new(name, text);
    texts.fold(main, |source, (name, text)| source.with_file(name, &text))
}

/// Compares diagnostics with those in the file beside the specification.
fn compare(spec: &Path, found: &str) -> Result<(), Failed> {
    let path = spec.with_extension("txt");
    if cases::updating() {
        return Ok(cases::write(&path, found)?);
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    if expected == found {
        return Ok(());
    }
    let (update, name) = (cases::UPDATE, name(spec));
    Err(format!(
        "{}\nIf this is correct, run `{update}=1 cargo test -p specsmith-tests --test cases -- --exact \
         diagnostics::{name}` and review the diff.",
        cases::difference(&format!("{name}.txt"), &expected, found)
    )
    .into())
}

/// Compares the codes that the generator's source declares with those in the expected diagnostics.
fn every_code_has_a_case() -> Result<(), Failed> {
    let mut declared = BTreeSet::new();
    for folder in ["spec", "check", "openapi", "api"] {
        let files = cases::read_files(&cases::root().join("generator/src").join(folder))?;
        for (_, text) in files.iter() {
            declared.extend(codes(text, "Code(\"").map(str::to_owned));
            // Warnings and lints have their codes in a table.
            declared.extend(codes(text, "=> \"").map(str::to_owned));
        }
    }
    let mut shown = BTreeSet::new();
    for (folder, opening) in [
        ("bad", "error["),
        ("warnings", "warning["),
        ("lint", "warning["),
    ] {
        let texts = cases::read_files(&cases::folder().join(folder))?;
        for (_, text) in texts.iter() {
            shown.extend(codes(text, opening).map(str::to_owned));
        }
    }
    let missing: Vec<&String> = declared.difference(&shown).collect();
    if declared.is_empty() {
        return Err("no code was found in the source: is it declared differently now?".into());
    }
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "no case in `cases/bad`, `cases/warnings` or `cases/lint` shows {missing:?}"
        )
        .into()),
    }
}

/// The codes that follow each occurrence of `opening`.
fn codes<'t>(text: &'t str, opening: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(opening)
        .skip(1)
        .filter_map(|rest| rest.get(..5))
        .filter(|code| {
            code.starts_with(['E', 'W', 'L']) && code[1..].bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// Expected diagnostics without a specification are left over from a case that was renamed or removed.
fn every_expected_file_has_a_case() -> Result<(), Failed> {
    let mut stale: Vec<String> = Vec::new();
    for folder in ["bad", "warnings", "lint"] {
        let files = cases::read_files(&cases::folder().join(folder))?;
        let texts = files
            .iter()
            .filter_map(|(path, _)| path.strip_suffix(".txt"));
        let without = texts.filter(|name| files.get(&format!("{name}.yaml")).is_none());
        stale.extend(without.map(str::to_owned));
    }
    match stale.is_empty() {
        true => Ok(()),
        false => Err(format!("there is no specification for {stale:?}").into()),
    }
}
