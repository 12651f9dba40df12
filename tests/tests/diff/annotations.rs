//! Where reports for pull requests show what they say, and what they advise.

use specsmith::diff::{Comparison, Options, Report, compare};
use specsmith::source::SourceFile;

use crate::compared::{document, specification};
use crate::exemptions::TODAY;

/// The report of a comparison, with what accepts nothing.
fn report(old: &SourceFile, new: &SourceFile) -> Report {
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let (old, new) = (read(old), read(new));
    let Comparison { changes, unused } = compare(&old, &new, TODAY.parse().unwrap());
    let report = Report::new(&old, &new, changes, Options::default()).with_unused(unused);
    report.checking_versions(true)
}

/// The annotation of a rule, which has one.
#[track_caller]
fn annotation(old: &SourceFile, new: &SourceFile, title: &str) -> String {
    let all = report(old, new).to_github_commands();
    let title = format!("title={title}::");
    let mut lines = all.lines().filter(|line| line.contains(&title));
    let found = lines.next().unwrap_or_else(|| panic!("{all}"));
    assert!(lines.next().is_none(), "{all}");
    found.to_owned()
}

/// The advice for a rule.
#[track_caller]
fn advice(old: &SourceFile, new: &SourceFile, rule: &str) -> Option<String> {
    let lines = report(old, new).to_json_lines();
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let mut lines = lines.filter(|line: &serde_json::Value| line["rule"] == rule);
    let found = lines.next().unwrap_or_else(|| panic!("no {rule}"));
    found["instead"].as_str().map(str::to_owned)
}

#[test]
fn a_version_that_is_too_low_is_shown_where_it_is() {
    let with = |version: &str, returns: &str| {
        let text = format!(
            "specsmith: 1
api:
  name: Shop
  title: Shop
  version: 1.0.0
{version}
operations:
  list_orders: {{ route: GET /orders, returns: {returns} }}
"
        );
        SourceFile::new("shop.yaml", text)
    };
    let own = "rust:\n  version: 1.0.0";
    let (old, new) = (with(own, "string"), with(own, "integer"));
    let all = report(&old, &new).to_github_commands();
    for (line, key) in [(5, "api.version"), (7, "rust.version")] {
        let start = format!("::error file=shop.yaml,line={line},");
        let said = format!("title=check-version::`{key}` is 1.0.0 after 1.0.0");
        let mut lines = all.lines();
        let is_shown = lines.any(|line| line.starts_with(&start) && line.contains(&said));
        assert!(is_shown, "{all}");
    }
    // The version of the crate follows from that of the API.
    let optional = "{ type: string, headers: { X-Cost?: integer } }";
    let (old, new) = (with("", "string"), with("", optional).text().to_owned());
    let new = SourceFile::new("shop.yaml", new.replace("version: 1.0.0", "version: 1.1.0"));
    let found = annotation(&old, &new, "check-version");
    assert!(
        found.starts_with("::error file=shop.yaml,line=5,"),
        "{found}"
    );
}

#[test]
fn an_entry_that_accepts_nothing_is_said_where_it_is() {
    let with = |allow: &str| {
        specification(&format!(
            "operations:\n  list_orders: {{ {allow}route: GET /orders }}\n"
        ))
    };
    let found = annotation(&with(""), &with("allow: [status-removed], "), "allow");
    let end = "title=allow::`allow` accepts `status-removed`, and there is no such change";
    assert!(
        found.starts_with("::notice file=shop.yaml,line=4,"),
        "{found}"
    );
    assert!(found.ends_with(end), "{found}");
}

#[test]
fn a_list_that_gets_pages_is_shown_at_its_operation() {
    let with = |returns: &str| {
        specification(&format!(
            "
pagers: {{ linked: {{ page_number: {{ parameter: page }}, next: {{ link: next }} }} }}
operations:
  list_orders:
    route: GET /orders
    returns: {returns}
"
        ))
    };
    let (whole, paged) = (with("list<string>"), with("linked<string>"));
    for (old, new, rule) in [
        (&whole, &paged, "list-paged"),
        (&paged, &whole, "list-unpaged"),
    ] {
        let found = annotation(old, new, rule);
        assert!(found.contains("file=shop.yaml,line=8,"), "{found}");
        // The requests for its pages are new or gone with it.
        let all = report(old, new).to_json_lines();
        assert!(!all.contains("\"rule\":\"item-"), "{all}");
    }
}

#[test]
fn a_feature_is_shown_at_the_operation_in_its_group() {
    let with = |group: &str, groups: &str| {
        specification(&format!(
            "
operations:
  list_orders: {{ route: GET /orders }}
  list_books: {{ route: GET /orders/books{group} }}
{groups}"
        ))
    };
    let (old, new) = (with("", ""), with(", group: books", ""));
    let lines = |new: &SourceFile| -> Vec<String> {
        let all = report(&old, new).to_github_commands();
        let lines = all
            .lines()
            .filter(|line| line.contains("title=feature-added"));
        let lines = lines.map(|line| line.split(',').nth(1).unwrap_or_default().to_owned());
        lines.collect()
    };
    assert_eq!(lines(&new), ["line=5", "line=6"]);
    let declared = with(", group: books", "groups: { books: { doc: Books. } }\n");
    assert_eq!(lines(&declared), ["line=5", "line=7"]);
}

#[test]
fn a_date_that_cannot_be_read_is_said() {
    let with = |sunset: &str| {
        document(&format!(
            "paths:
  /orders:
    get:
      operationId: list_orders
      deprecated: true
      x-sunset: {sunset}
      responses: {{ '204': {{ description: Done. }} }}
"
        ))
    };
    let codes = |source: &SourceFile| -> Vec<&str> {
        let side = specsmith::read_to_compare(source).unwrap();
        side.warnings()
            .iter()
            .map(|warning| warning.code.0)
            .collect()
    };
    assert_eq!(codes(&with("soon")), ["W0140"]);
    assert!(codes(&with("'2999-12-31'")).is_empty());
}

#[test]
fn a_server_is_kept_at_its_place() {
    let with = |servers: &str| {
        let text = format!(
            "specsmith: 1
api: {{ name: Shop, title: Shop, version: 1.0.0, servers: {{ {servers} }} }}
operations:
  list_orders: {{ route: GET /orders }}
"
        );
        SourceFile::new("shop.yaml", text)
    };
    let old = with("live: \"https://a.example\", test: \"https://b.example\"");
    let found = advice(&old, &with("live: \"https://a.example\""), "server-removed");
    let in_spec = "Keep it in `servers` under its name, marked as deprecated, and give a new one another name.";
    assert_eq!(found.as_deref(), Some(in_spec));
    let with = |servers: &str| {
        document(&format!(
            "servers: [{servers}]
paths:
  /orders:
    get: {{ operationId: list_orders, responses: {{ '204': {{ description: Done. }} }} }}
"
        ))
    };
    let old = with("{ url: https://a.example }, { url: https://b.example }");
    let found = advice(&old, &with("{ url: https://a.example }"), "server-removed");
    let in_documents =
        "Keep it in `servers` at its place, marked as deprecated, and add a new one after it.";
    assert_eq!(found.as_deref(), Some(in_documents));
}

#[test]
fn what_cannot_be_marked_is_only_kept() {
    let with = |key: &str, pager: &str| {
        specification(&format!(
            "
pagers: {{ page: {{ cursor: {{ parameter: after }}, items: items, next: next{pager} }} }}
operations:
  create_order: {{ route: POST /orders, {key}body: string }}
  list_orders: {{ route: GET /orders, returns: page<string> }}
"
        ))
    };
    let kept = Some("Keep it until nobody uses it.".to_owned());
    let marked = Some("Keep it, marked as deprecated, until nobody uses it.".to_owned());
    let new = with("", "");
    let removed = "required-parameter-removed";
    let old = with("idempotency: Idempotency-Key, ", "");
    assert_eq!(advice(&old, &new, removed), kept);
    let old = with("headers: { Idempotency-Key: string }, ", "");
    assert_eq!(advice(&old, &new, removed), marked);
    let removed = "required-field-removed";
    assert_eq!(advice(&with("", ", total: total"), &new, removed), kept);
    let old = with("", ", fields: { hint: string }");
    assert_eq!(advice(&old, &new, removed), marked);
}
