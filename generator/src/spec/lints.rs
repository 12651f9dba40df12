//! The section `lint`, and `allow`.

use super::table::Table;
use crate::api::{Level, Lint, Lints};
use crate::diagnostic::{Code, Diagnostic};
use crate::words::{listed, with_nearest};

const UNKNOWN_LINT: Code = Code("E0146");
const UNKNOWN_LEVEL: Code = Code("E0147");

/// Reads `allow`: the names of lints, each once.
pub(super) fn read_allowed(table: &mut Table<'_>) -> Lints {
    let mut allowed = Lints::default();
    for name in table.texts("allow", "a name in `allow`") {
        let Some(lint) = Lint::from_name(&name.value) else {
            let message = format!("there is no lint `{}`", name.value);
            let diagnostic = Diagnostic::error(UNKNOWN_LINT, message, name.span);
            let known = || Lint::ALL.into_iter().map(Lint::name);
            let help = format!("the lints are {}", listed(known()));
            table.report(with_nearest(diagnostic, &name.value, known(), help));
            continue;
        };
        if !allowed.insert(lint) {
            let message = format!("`{lint}` is listed twice");
            let diagnostic = Diagnostic::error(UNKNOWN_LINT, message, name.span);
            table.report(diagnostic.help("remove one of them"));
        }
    }
    allowed
}

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
