//! `allow`: the lints that an item may violate, and the changes of it that do not count.

use super::kinds::text_of;
use super::language::ACCEPTED;
use super::notes::read_date;
use super::table::Table;
use crate::api::{Accepted, Lint, Lints};
use crate::changes::Rule;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;
use crate::words::{closest, listed, with_nearest};

const UNKNOWN_NAME: Code = Code("E0146");

/// What an item allows.
#[derive(Default)]
pub(super) struct Allowed {
    pub(super) lints: Lints,
    pub(super) changes: Vec<Accepted>,
}

/// Reads `allow`: the names of lints and of rules for changes, each once.
pub(super) fn read_allowed(table: &mut Table<'_>) -> Allowed {
    let mut allowed = Allowed::default();
    for item in table.list("allow") {
        match item.kind {
            NodeKind::Map(_) => allowed.add_change(item, table.diagnostics),
            NodeKind::Null
            | NodeKind::Bool(_)
            | NodeKind::Integer(..)
            | NodeKind::Number(..)
            | NodeKind::Text(_)
            | NodeKind::List(_) => {
                if let Some(name) = text_of(item, "a name in `allow`", table.diagnostics) {
                    allowed.add(name, table.diagnostics);
                }
            }
        }
    }
    allowed
}

impl Allowed {
    /// Adds a lint or a rule by its name.
    fn add(&mut self, name: Spanned<String>, diagnostics: &mut Diagnostics) {
        let is_new = match (Lint::from_name(&name.value), Rule::from_id(&name.value)) {
            (Some(lint), _) => self.lints.insert(lint),
            (None, Some(rule)) => self.insert(Accepted::of(Spanned::new(rule, name.span))),
            (None, None) => return diagnostics.push(unknown(&name)),
        };
        if !is_new {
            diagnostics.push(repeated(&name));
        }
    }

    /// Adds a rule with a reason or a date.
    fn add_change(&mut self, node: Node, diagnostics: &mut Diagnostics) {
        let Some(mut table) = Table::open(node, &ACCEPTED, diagnostics) else {
            return;
        };
        let name = table.required_text("rule");
        let reason = table.plain_text("reason");
        let until = read_date(&mut table, "until").map(|date| date.value);
        table.close();
        let Some(name) = name else {
            return;
        };
        let Some(rule) = Rule::from_id(&name.value) else {
            let known = Rule::ALL.iter().map(|rule| rule.id());
            let message = format!("there is no rule `{}`", name.value);
            let diagnostic = Diagnostic::error(UNKNOWN_NAME, message, name.span);
            return diagnostics.push(with_nearest(diagnostic, &name.value, known, RULES));
        };
        let is_new = self.insert(Accepted {
            rule: Spanned::new(rule, name.span),
            reason,
            until,
        });
        if !is_new {
            diagnostics.push(repeated(&name));
        }
    }

    /// Adds a rule, and returns whether it was not there.
    fn insert(&mut self, accepted: Accepted) -> bool {
        let is_new = !self.changes.iter().any(|known| known.rule == accepted.rule);
        if is_new {
            self.changes.push(accepted);
        }
        is_new
    }
}

const RULES: &str = "`specsmith explain` lists the rules for changes, and `specsmith diff` prints the rule of each change";

fn unknown(name: &Spanned<String>) -> Diagnostic {
    let message = format!("`{}` is neither a lint nor a rule for changes", name.value);
    let diagnostic = Diagnostic::error(UNKNOWN_NAME, message, name.span);
    let lints = || Lint::ALL.into_iter().map(Lint::name);
    let rules = Rule::ALL.iter().map(|rule| rule.id());
    match closest(&name.value, lints().chain(rules)) {
        Some(nearest) => diagnostic.help(format!("did you mean `{nearest}`?")),
        None => diagnostic.help(format!("the lints are {}; {RULES}", listed(lints()))),
    }
}

fn repeated(name: &Spanned<String>) -> Diagnostic {
    let message = format!("`{}` is listed twice", name.value);
    Diagnostic::error(UNKNOWN_NAME, message, name.span).help("remove one of them")
}
