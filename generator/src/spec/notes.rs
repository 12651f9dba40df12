//! `doc`, `assumed`, `deprecated`, `stability`, `see` and `allow`.

use specsmith_runtime::Date;

use super::allow::read_allowed;
use super::kinds::{text_of, wrong_kind};
use super::language::{DEPRECATION, SEE};
use super::table::Table;
use crate::api::{Deprecation, See, Stability, is_page_url};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::Notes;
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

const NOT_A_PAGE: Code = Code("E0145");
const NOT_A_DATE: Code = Code("E0153");
const WRONG_ORDER: Code = Code("E0154");
const NOT_A_STABILITY: Code = Code("E0155");

impl Notes {
    pub(super) fn read(table: &mut Table<'_>) -> Self {
        let doc = table.plain_text("doc");
        let assumed = table.plain_text("assumed");
        let deprecation = table
            .node("deprecated")
            .and_then(|node| read_deprecation(node, table.diagnostics));
        let stability = read_stability(table);
        let see = table
            .node("see")
            .and_then(|node| read_see(node, table.diagnostics));
        let allow = read_allowed(table);
        Self {
            doc,
            assumed,
            deprecation,
            stability,
            see: see.map(Box::new),
            allow: allow.lints,
            accepted: allow.changes,
        }
    }
}

fn read_stability(table: &mut Table<'_>) -> Option<Stability> {
    let text = table.text("stability")?;
    match text.value.as_str() {
        "unstable" => Some(Stability::Unstable),
        "stable" => Some(Stability::Stable),
        other => {
            let message = format!("`{other}` is not a stability");
            let help = "write `unstable` or `stable`";
            table.report(Diagnostic::error(NOT_A_STABILITY, message, text.span).help(help));
            None
        }
    }
}

/// Reads `true`, a reason, or a map with a reason and dates.
fn read_deprecation(node: Node, diagnostics: &mut Diagnostics) -> Option<Deprecation> {
    match node.kind {
        NodeKind::Bool(is_deprecated) => is_deprecated.then(Deprecation::default),
        NodeKind::Map(_) => read_dates(Table::open(node, &DEPRECATION, diagnostics)?),
        NodeKind::List(_) => {
            let what = "`deprecated`";
            let diagnostic = wrong_kind(what, "text, `true` or a map", &node.kind, node.span);
            diagnostics
                .push(diagnostic.help("write `deprecated: true`, or what to use instead as text"));
            None
        }
        NodeKind::Null | NodeKind::Text(_) | NodeKind::Integer(..) | NodeKind::Number(..) => {
            let reason = text_of(node, "`deprecated`", diagnostics)?;
            Some(Deprecation {
                reason: Some(reason.value),
                ..Deprecation::default()
            })
        }
    }
}

fn read_dates(mut table: Table<'_>) -> Option<Deprecation> {
    let reason = table.plain_text("reason");
    let since = read_date(&mut table, "since");
    let sunset = read_date(&mut table, "sunset");
    if let (Some(since), Some(sunset)) = (&since, &sunset)
        && sunset.value < since.value
    {
        let message = "`sunset` is before `since`";
        let diagnostic = Diagnostic::error(WRONG_ORDER, message, sunset.span);
        table.report(
            diagnostic
                .also(since.span, "deprecated as of this day")
                .help("`since` is the first day on which it is deprecated, and `sunset` is the day of its removal"),
        );
    }
    table.close();
    Some(Deprecation {
        reason,
        since: since.map(|date| date.value),
        sunset: sunset.map(|date| date.value),
    })
}

pub(super) fn read_date(table: &mut Table<'_>, key: &'static str) -> Option<Spanned<Date>> {
    let text = table.text(key)?;
    match text.value.parse() {
        Ok(date) => Some(Spanned::new(date, text.span)),
        Err(_) => {
            let message = format!("`{}` is not a date", text.value);
            let help =
                "write a day of the calendar with its year, month and day, such as `2026-01-31`";
            table.report(Diagnostic::error(NOT_A_DATE, message, text.span).help(help));
            None
        }
    }
}

/// Reads a URL, or a map with one and a title.
fn read_see(node: Node, diagnostics: &mut Diagnostics) -> Option<See> {
    let (url, title) = match node.kind {
        NodeKind::Map(_) => {
            let mut table = Table::open(node, &SEE, diagnostics)?;
            let url = table.required_text("url");
            let title = table.plain_text("title");
            table.close();
            (url?, title)
        }
        _ => (text_of(node, "`see`", diagnostics)?, None),
    };
    Some(See {
        url: page_url(url, diagnostics)?,
        title,
    })
}

/// Reports text that is not the URL of a page.
pub(super) fn page_url(url: Spanned<String>, diagnostics: &mut Diagnostics) -> Option<String> {
    if !is_page_url(&url.value) {
        let message = format!("`{}` is not the URL of a page", url.value);
        let help = "write a whole URL, such as `https://docs.example.com/books`; percent-encode spaces, \
                    brackets and characters that are not ASCII";
        diagnostics.push(Diagnostic::error(NOT_A_PAGE, message, url.span).help(help));
        return None;
    }
    Some(url.value)
}
