//! Descriptions, deprecations and what is allowed, which all parts of a document may have.

use specsmith_runtime::{Date, Timestamp};

use super::allow;
use super::warnings::{Topic, Warnings};
use crate::api::{Deprecation, See, Stability};
use crate::document::Notes;
use crate::extensions::{
    self, ADDED, ASSUMED, DEPRECATED_MESSAGE, DEPRECATED_SINCE, STABILITY, SUNSET,
};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

/// The notes of a node: its description, and whether it is deprecated.
pub(super) fn notes(node: &Node) -> Notes {
    let text = |key: &str| node.text_at(key).and_then(tidy);
    let doc = description(node).and_then(tidy);
    let summary = node.get(ADDED).is_none().then(|| text("summary"));
    Notes {
        doc: doc.or(summary.flatten()),
        assumed: text(ASSUMED),
        deprecation: deprecation(node),
        stability: node.get(STABILITY).and_then(stability),
        see: see(node).map(Box::new),
        allow: allow::lints(node),
        accepted: allow::changes(node),
    }
}

/// The deprecation of a node: a date says it too.
fn deprecation(node: &Node) -> Option<Deprecation> {
    let text = |key: &str| node.text_at(key).and_then(tidy);
    let sunset = node.get(SUNSET).and_then(date);
    let since = node.get(DEPRECATED_SINCE).and_then(date);
    let since = since.filter(|since| is_in_order(*since, sunset));
    let is_said = node.is_set("deprecated") || node.is_set("x-deprecated");
    (is_said || since.is_some() || sunset.is_some()).then(|| Deprecation {
        reason: text("x-deprecatedMessage").or_else(|| text(DEPRECATED_MESSAGE)),
        since,
        sunset,
    })
}

/// The level of oasdiff, which lets `draft` and `alpha` change in any way.
fn stability(node: &Node) -> Option<Stability> {
    match node.as_text()? {
        "draft" | "alpha" => Some(Stability::Unstable),
        "beta" | "stable" => Some(Stability::Stable),
        _ => None,
    }
}

/// A date, or the date of a timestamp.
fn date(node: &Node) -> Option<Date> {
    let text = node.as_text()?;
    let is_timestamp = || text.parse::<Timestamp>().is_ok();
    let of_timestamp = || text.split_once(['T', 't']).filter(|_| is_timestamp());
    let date = of_timestamp().map_or(text, |(date, _)| date);
    date.parse().ok()
}

fn is_in_order(since: Date, sunset: Option<Date>) -> bool {
    sunset.is_none_or(|sunset| since <= sunset)
}

/// Warns of dates and levels of stability that cannot be read.
pub(super) fn warn_of_notes(node: &Node, warnings: &mut Warnings) {
    for (key, value) in node.entries() {
        if [DEPRECATED_SINCE, SUNSET].contains(&key.value.as_str()) {
            check_date(node, key, value, warnings);
        }
        if key.value == STABILITY && stability(value).is_none() {
            let what = format!("`{STABILITY}` is not a level");
            let help = "write `draft`, `alpha`, `beta` or `stable`";
            warnings.add_with_help(Topic::WrongExtension, value.span, &what, help.to_owned());
        }
        warn_of_notes(value, warnings);
    }
    for item in node.items() {
        warn_of_notes(item, warnings);
    }
}

fn check_date(owner: &Node, key: &Spanned<String>, value: &Node, warnings: &mut Warnings) {
    let (what, help) = match date(value) {
        None => (
            format!("`{}` is not a date", key.value),
            "write a date, such as `2026-12-31`",
        ),
        Some(since)
            if key.value == DEPRECATED_SINCE
                && !is_in_order(since, owner.get(SUNSET).and_then(date)) =>
        {
            (
                format!("`{DEPRECATED_SINCE}` is after `{SUNSET}`"),
                "correct one of the dates",
            )
        }
        Some(_) => return,
    };
    warnings.add_with_help(Topic::WrongExtension, value.span, &what, help.to_owned());
}

/// The description of a node, without what is added to it where the document is exported.
pub(super) fn description(node: &Node) -> Option<&str> {
    let whole = node.text_at("description")?;
    match node.get(ADDED).map(|added| &added.kind) {
        Some(NodeKind::Integer(count, _)) if **count > 0 => {
            let count = usize::try_from(**count).unwrap_or(usize::MAX);
            let mut ends = whole.rmatch_indices("\n\n").map(|(at, _)| at);
            whole.get(..ends.nth(count - 1).unwrap_or_default())
        }
        _ => Some(whole),
    }
}

/// Where to read more, if the description says it too.
fn see(node: &Node) -> Option<See> {
    node.get(ADDED)?;
    let see = node
        .get("externalDocs")
        .or_else(|| node.get(extensions::SEE))?;
    let title = see.text_at("description");
    Some(See {
        url: see.text_at("url")?.to_owned(),
        title: title.map(str::to_owned),
    })
}

/// Notes with nothing but a description.
pub(super) fn described(text: Option<&str>) -> Notes {
    Notes {
        doc: text.and_then(tidy),
        ..Notes::default()
    }
}

/// A description, if there is any.
pub(super) fn tidy(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
