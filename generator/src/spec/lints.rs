//! The section `lint`.

use super::table::Table;
use crate::api::{Level, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::words::with_nearest;

const UNKNOWN_LEVEL: Code = Code("E0147");

/// Reads the section `lint`: levels by the names of lints.
pub(super) fn read_levels(mut table: Table<'_>) -> Vec<(Lint, Level)> {
    let mut levels = Vec::new();
    for lint in Lint::ALL {
        let Some(text) = table.text(lint.name()) else {
            continue;
        };
        match Level::from_name(&text.value) {
            Some(level) => levels.push((lint, level)),
            None => {
                let message = format!("`{}` is not a level", text.value);
                let diagnostic = Diagnostic::error(UNKNOWN_LEVEL, message, text.span);
                let known = Level::ALL.into_iter().map(Level::name);
                let help = "write `allow`, `warn` or `deny`";
                table.report(with_nearest(diagnostic, &text.value, known, help));
            }
        }
    }
    table.close();
    levels
}
