use std::fmt::Write as _;

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
    match specsmith::explanation(code) {
        Some(text) => Ok(Done::from(text.to_owned())),
        None => Err(Failure::Unable(format!(
            "there is no diagnostic with the code `{code}`; `specsmith explain` lists all"
        ))),
    }
}
