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
    let lint = Lint::from_name(code);
    match specsmith::explanation(lint.map_or(code.as_str(), |lint| lint.code())) {
        Some(text) => Ok(Done::from(text)),
        None => Err(Failure::Unable(format!(
            "there is no diagnostic with the code `{code}`, and no lint with this name; `specsmith explain` lists all"
        ))),
    }
}
