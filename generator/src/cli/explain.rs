//! The command `explain`: what diagnostics mean.

use std::fmt::Write as _;

use specsmith::api::Lint;

use super::{Done, ExplainArguments, Failure};

/// `specsmith explain`: prints the explanation of a diagnostic, or the list of all.
pub(crate) fn run(arguments: &ExplainArguments) -> Result<Done, Failure> {
    let Some(code) = &arguments.code else {
        let mut list = String::new();
        for (code, title) in specsmith::explained_codes() {
            // Writing to a string cannot fail.
            let _ = writeln!(list, "{code}  {title}");
        }
        return Ok(Done::from(list));
    };
    let found = match Lint::from_name(code) {
        Some(lint) => specsmith::explanation(lint.code()),
        None => specsmith::explanation(&full(code)),
    };
    match found {
        Some(text) => Ok(Done::from(text)),
        None => Err(Failure::Unable(format!(
            "there is no diagnostic with the code `{code}`, and no lint with this name; `specsmith explain` lists all"
        ))),
    }
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
