//! The versions that changes deserve, for those on the axes that are shown.

use specsmith::diagnostic::Style;
use specsmith::diff::{Axis, Options, Report, diff};
use specsmith::source::SourceFile;

/// The report of two specifications with these versions, in which an operation returns these types.
fn report(old: (&str, &str), new: (&str, &str), axes: &[Axis]) -> Report {
    let source = |(version, returns): (&str, &str)| {
        let text = format!(
            "specsmith: 1
api: {{ name: Shop, title: Shop, version: {version} }}
operations:
  list_orders: {{ route: GET /orders, returns: {returns} }}
"
        );
        SourceFile::new("shop.yaml", text)
    };
    let (old, new) = (source(old), source(new));
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let (old, new) = (read(&old), read(&new));
    let options = Options {
        axes: axes.to_vec(),
        ..Options::default()
    };
    Report::new(&old, &new, diff(&old, &new), options)
}

#[test]
fn cargo_takes_a_year_for_a_major_version() {
    let all = &Axis::ALL;
    let low = |new: (&str, &str)| report(("2026-01-01", "string"), new, all).low_version();
    let problem = "the version of the crate is 2026.12.1 after 2026.1.1, and the changes deserve 2027.0.0: state \
                   `rust.version: 2027.0.0`";
    assert_eq!(low(("2026-12-01", "integer")).as_deref(), Some(problem));
    assert_eq!(low(("2027-01-01", "integer")), None);
    // Any later day is enough if nothing breaks.
    let wider = "{ type: string, doc: All of them. }";
    assert_eq!(low(("2026-01-02", wider)), None);
    let optional = "{ type: string, headers: { X-Cost?: integer } }";
    let report = report(("2026-01-01", "string"), ("2026-01-01", optional), all);
    let text = report.to_text(Style::Plain);
    let [api, package] = [
        "the API deserves a minor version\n",
        "the crate deserves a major version: 2027.0.0 after 2026.1.1\n",
    ];
    assert!(text.contains(api) && text.contains(package), "{text}");
}

/// A body that is in an envelope of another name, which source code does not notice.
fn envelopes(axes: &[Axis]) -> Report {
    let body = |name: &str| format!("{{ type: string, envelope: {name} }}");
    report(("1.4.0", &body("data")), ("1.4.0", &body("result")), axes)
}

#[test]
fn changes_that_concern_nobody_on_the_axes_are_counted() {
    let callers = envelopes(&[Axis::Callers, Axis::Implementers]);
    assert!(!callers.is_empty());
    let text = "no changes from shop.yaml to shop.yaml concern callers or implementers (1 other change)\n\
                the crate deserves a minor version: 1.5.0 after 1.4.0\n";
    assert_eq!(callers.to_text(Style::Plain), text);
    let notes = callers.to_markdown();
    let none = "No changes that concern callers or implementers.";
    assert!(notes.contains(none), "{notes}");
    let total = callers.to_json_lines();
    let total: serde_json::Value = serde_json::from_str(&total).unwrap();
    assert_eq!(total["changes"], 0);
    assert!(total["api"]["bump"].is_null() && total["api"]["deserves"].is_null());
    assert_eq!(total["crate"]["deserves"], "1.5.0");
}

#[test]
fn versions_are_checked_for_the_axes_that_are_shown() {
    let crate_is_low = "the version of the crate is 1.4.0 after 1.4.0";
    for (axes, api, package) in [
        (&Axis::ALL[..], true, false),
        (&[Axis::Wire], true, false),
        (&[Axis::Rollback], false, false),
        (&[Axis::Callers], false, true),
        (&[Axis::Rollback, Axis::Implementers], false, true),
    ] {
        let problem = envelopes(axes).low_version().unwrap_or_default();
        assert_eq!(problem.contains("`api.version` is 1.4.0"), api, "{axes:?}");
        assert_eq!(problem.contains(crate_is_low), package, "{axes:?}");
    }
}
