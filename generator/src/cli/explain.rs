//! The command `explain`: what diagnostics and the rules of `diff` mean.

use std::fmt::Write as _;

use specsmith::api::Lint;

use super::{Done, ExplainArguments, Failure};

/// `specsmith explain`: prints the explanation of a diagnostic, a lint or a rule of `diff`, or the list of all.
pub(crate) fn run(arguments: &ExplainArguments) -> Result<Done, Failure> {
    let Some(wanted) = &arguments.code else {
        return Ok(Done::from(list()));
    };
    let found = match Lint::from_name(wanted) {
        Some(lint) => specsmith::explanation(lint.code()),
        None => {
            specsmith::explanation(&full(wanted)).or_else(|| specsmith::change_explanation(wanted))
        }
    };
    match found {
        Some(text) => Ok(Done::from(text)),
        None => Err(Failure::Unable(unknown(wanted))),
    }
}

/// All diagnostics, and all rules of `diff` in a section of their own.
fn list() -> String {
    let mut list = String::new();
    for (code, title) in specsmith::explained_codes() {
        // Writing to a string cannot fail.
        let _ = writeln!(list, "{code}  {title}");
    }
    list.push_str("\nChanges that `specsmith diff` reports:\n\n");
    let widths = specsmith::explained_changes().map(|(id, _)| id.len());
    let width = widths.max().unwrap_or_default();
    for (id, title) in specsmith::explained_changes() {
        let _ = writeln!(list, "{id:width$}  {title}");
    }
    list
}

/// What is wrong with a word that nothing has as its name, with the nearest name.
fn unknown(wanted: &str) -> String {
    let help = match specsmith::nearest_explained(wanted) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`specsmith explain` lists all".to_owned(),
    };
    format!(
        "there is no diagnostic with the code `{wanted}`, and no lint or change with this name; {help}"
    )
}

/// The code as diagnostics have it: `E0148` for `e148`.
fn full(code: &str) -> String {
    let mut characters = code.chars();
    let kind = characters.next().map(|kind| kind.to_ascii_uppercase());
    let number: String = characters.collect();
    match kind {
        Some(kind) if number.len() <= 4 && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{kind}{number:0>4}")
        }
        Some(_) | None => code.to_owned(),
    }
}
