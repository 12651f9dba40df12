//! What changes of a description mean for code: which change is said to break what.

use specsmith::diff::{Change, Verdict, diff};

use crate::compared::specification;

/// The changes between specifications of these sections.
fn changes(old: &str, new: &str) -> Vec<Change> {
    let (old, new) = (specification(old), specification(new));
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    diff(&read(&old), &read(&new))
}

/// Each change with the verdicts for callers and implementers, and with what is different in code.
fn lines(changes: &[Change]) -> Vec<String> {
    let changes = changes.iter();
    let lines = changes.map(|change| {
        let (callers, implementers) = (change.callers.name(), change.implementers.name());
        let source = change.source.iter().map(|one| one.message.as_str());
        let source = source.collect::<Vec<_>>().join("; ");
        format!("{}: {callers}, {implementers}: {source}", change.rule.id())
    });
    lines.collect()
}

#[track_caller]
fn assert_in_code(old: &str, new: &str, there: &[&str], back: &[&str]) {
    assert_eq!(lines(&changes(old, new)), there, "\nfrom{old}\nto{new}");
    assert_eq!(lines(&changes(new, old)), back, "\nfrom{new}\nto{old}");
}

#[test]
fn the_standard_signature_of_webhooks_is_public() {
    let with = |signature: &str| {
        format!(
            "webhooks:\n  order_event: {{ {signature}idempotency: Webhook-Id, body: string }}\n"
        )
    };
    let standard = with("signature: Webhook-Signature, ");
    assert_in_code(
        &standard,
        &with("signature: Shop-Signature, "),
        &["signature-changed: breaking, breaking: `StandardWebhooks` is gone"],
        &["signature-changed: compatible, compatible: `StandardWebhooks` is new"],
    );
    // It is there as long as one webhook has it.
    let other =
        "  order_gone: { signature: Webhook-Signature, idempotency: Webhook-Id, body: string }\n";
    let [was, is] = [standard.as_str(), &with("signature: Shop-Signature, ")]
        .map(|webhooks| format!("{webhooks}{other}"));
    let line = ["signature-changed: compatible, compatible: "];
    assert_in_code(&was, &is, &line, &line);
    let found = lines(&changes(&standard, &with("")));
    let [removed] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert!(removed.contains("`StandardWebhooks` is gone"), "{removed}");
}

#[test]
fn the_last_webhook_leaves_with_those_who_send_and_receive_it() {
    let ping = "operations:\n  ping: { route: GET /ping }\n";
    let webhook = "webhooks:\n  order_event: { body: string }\n";
    let changes = changes(&format!("{ping}{webhook}"), ping);
    let [change] = changes.as_slice() else {
        panic!("{changes:?}");
    };
    // Callers receive webhooks, and implementers send them.
    let of = |name: &str| {
        let found = change.source.iter().find(|one| one.message == name);
        found.map(|one| (one.callers, one.implementers))
    };
    let (breaking, compatible) = (Verdict::Breaking, Verdict::Compatible);
    assert_eq!(of("`Sender` is gone"), Some((compatible, breaking)));
    assert_eq!(of("`Receiver` is gone"), Some((breaking, compatible)));
}

#[test]
fn what_is_gone_from_pages_breaks_code_and_what_is_new_does_not() {
    let with = |keys: &str| {
        format!(
            "
pagers: {{ page: {{ cursor: {{ parameter: after }}, next: more, {keys} }} }}
operations:
  list_books: {{ route: GET /books, returns: page<string> }}
"
        )
    };
    assert_in_code(
        &with("items: items, total: total"),
        &with("items: data, total: count"),
        &[
            "required-field-removed: breaking, breaking: `Page::items` is gone",
            "required-field-removed: breaking, breaking: `Page::total` is gone",
            "required-field-added: breaking, breaking: `Page::data` is new",
            "required-field-added: breaking, breaking: `Page::count` is new",
        ],
        &[
            "required-field-removed: breaking, breaking: `Page::data` is gone",
            "required-field-removed: breaking, breaking: `Page::count` is gone",
            "required-field-added: breaking, breaking: `Page::items` is new",
            "required-field-added: breaking, breaking: `Page::total` is new",
        ],
    );
}

/// An operation with these credentials.
fn with_access(access: &str) -> String {
    format!(
        "
auth: {{ schemes: {{ key: {{ scheme: bearer }}, app: {{ scheme: basic }} }} }}
operations:
  list_books: {{ route: GET /books, auth: {access}, returns: string }}
"
    )
}

#[test]
fn credentials_that_are_no_longer_accepted_compile() {
    let line = "credentials-removed: breaking, compatible: code that gives only these credentials compiles, and its calls \
                fail";
    let added = "credentials-added: compatible, compatible: ";
    for (old, new) in [("key", "app"), ("app", "key")] {
        let found = lines(&changes(&with_access(old), &with_access(new)));
        assert_eq!(found, [line, added], "{old} to {new}");
    }
    let found = lines(&changes(&with_access("[key, app]"), &with_access("app")));
    assert!(found.contains(&line.to_owned()), "{found:?}");
    let found = lines(&changes(&with_access("app"), &with_access("[key, app]")));
    assert!(found.contains(&added.to_owned()), "{found:?}");
}

#[test]
fn calls_that_need_credentials_from_now_on_compile() {
    let message = "code that gives no credentials compiles, and its calls fail";
    for old in ["none", "[key, none]"] {
        let found = changes(&with_access(old), &with_access("key"));
        let [change] = found.as_slice() else {
            panic!("{found:?}");
        };
        let mut source = change.source.iter();
        let said = source.find(|one| one.message == message);
        let said = said.map(|one| (one.callers, one.implementers, one.compiles));
        let expected = (Verdict::Breaking, Verdict::Compatible, true);
        assert_eq!(said, Some(expected), "{old}");
        let back = changes(&with_access("key"), &with_access(old));
        assert!(
            back.iter()
                .all(|change| change.callers == Verdict::Compatible)
        );
    }
}

#[test]
fn an_alias_has_the_traits_of_what_it_is() {
    let with = |ty: &str| {
        format!(
            "
types: {{ Sku: {{ {ty}, max_length: 20 }} }}
operations:
  get_sku: {{ route: GET /sku, returns: Sku }}
"
        )
    };
    let (newtype, alias) = (with("newtype: string"), with("alias: string"));
    for (old, new) in [(&newtype, &alias), (&alias, &newtype)] {
        let found = changes(old, new);
        let rules: Vec<&str> = found.iter().map(|change| change.rule.id()).collect();
        assert!(rules.contains(&"signature-type-changed"), "{rules:?}");
        let is_trait = |rule: &&&str| rule.starts_with("trait-");
        assert_eq!(rules.iter().filter(is_trait).count(), 0, "{rules:?}");
    }
    // What other types no longer derive says nothing about an alias.
    let derived = format!(
        "rust: {{ derives: {{ Hash: all }} }}\n{}",
        alias.trim_start()
    );
    assert!(changes(&derived, &alias).is_empty());
}
