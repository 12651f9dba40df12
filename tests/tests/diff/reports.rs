//! What reports of a comparison say, and what programs make of them.

use specsmith::diagnostic::Style;
use specsmith::diff::{Axis, Language, Options, Report, Rule, Sides, diff};
use specsmith::source::SourceFile;

use crate::compared::{document, specification};

/// The report of a comparison of these sections.
fn report(old: &str, new: &str, options: Options) -> Report {
    let (old, new) = (specification(old), specification(new));
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let (old, new) = (read(&old), read(&new));
    Report::new(&old, &new, diff(&old, &new), options)
}

/// The changes of a report.
fn objects(report: &Report) -> Vec<serde_json::Value> {
    let lines = report.to_json_lines();
    let objects = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("it is JSON"));
    let mut objects: Vec<serde_json::Value> = objects.collect();
    objects.pop();
    objects
}

/// An enumeration of these values, which an operation has in its requests or in its responses.
fn sizes(values: &str, is_sent: bool) -> String {
    let operation = match is_sent {
        true => "put_shirt: { route: PUT /shirt, body: Size }",
        false => "get_shirt: { route: GET /shirt, returns: Size }",
    };
    format!("types: {{ Size: {{ enum: [{values}] }} }}\noperations:\n  {operation}\n")
}

#[test]
fn advice_is_about_the_direction_that_breaks() {
    for (is_sent, old, new, is_advised) in [
        (true, "small", "small, large", false),
        (false, "small", "small, large", true),
        (true, "small, large", "small", true),
        (false, "small, large", "small", false),
    ] {
        let (old, new) = (sizes(old, is_sent), sizes(new, is_sent));
        let report = report(&old, &new, Options::default());
        let objects = objects(&report);
        let [change] = objects.as_slice() else {
            panic!("one change: {objects:?}");
        };
        assert_eq!(change["instead"].is_string(), is_advised, "{change}");
        let text = report.to_text(specsmith::diagnostic::Style::Plain);
        assert_eq!(text.contains("= help:"), is_advised, "{text}");
    }
}

#[test]
fn only_what_makes_the_command_fail_is_an_error_for_programs() {
    let (old, new) = (sizes("small, large", false), sizes("small", false));
    // The variant is gone in Rust, and nothing breaks on the wire.
    let of_wire = report(&old, &new, Options::default());
    let warning = of_wire.to_github_commands();
    assert!(warning.starts_with("::warning "), "{warning}");
    let passed = of_wire.to_junit();
    assert!(passed.contains("failures=\"0\""), "{passed}");

    let options = Options {
        axes: vec![Axis::Callers],
        deciding: vec![Axis::Callers],
        ..Options::default()
    };
    let of_callers = report(&old, &new, options);
    let error = of_callers.to_github_commands();
    assert!(error.starts_with("::error "), "{error}");
    let failed = of_callers.to_junit();
    assert!(failed.contains("failures=\"1\""), "{failed}");
}

#[test]
fn each_change_is_one_line_for_all_readers_of_lines() {
    let values = "small, \"large\\u2028\\u2029\\x85\"";
    let (old, new) = (sizes("small", true), sizes(values, true));
    let report = report(&old, &new, Options::default());
    let text = report.to_json_lines();
    assert!(!text.contains(['\u{2028}', '\u{2029}', '\u{85}']), "{text}");
    let path = objects(&report)[0]["path"].clone();
    assert_eq!(path, "Size.large\u{2028}\u{2029}\u{85}");
}

#[test]
fn a_difference_of_source_code_is_at_the_change_that_causes_it() {
    let with = |fields: &str| {
        format!(
            "types: {{ Order: {{ fields: {{ {fields} }} }} }}\noperations:\n  get_order: {{ route: GET /order, returns: Order }}\n"
        )
    };
    // A deprecation and a limit do not change the order of arguments.
    let old = with("id: string, sku: string, note?: string");
    let new = with(
        "sku: { type: string, deprecated: true }, id: { type: string, max_length: 9 }, note?: string",
    );
    let found = objects(&report(&old, &new, Options::default()));
    let rules: Vec<_> = found
        .iter()
        .map(|change| (&change["rule"], change["source"].as_array().map(Vec::len)))
        .collect();
    for (rule, source) in &rules {
        assert_eq!(*source, Some(0), "{rule}: {rules:?}");
    }
    assert!(
        rules
            .iter()
            .any(|(rule, _)| **rule == "arguments-reordered"),
        "{rules:?}"
    );
    // The type of a field that is deprecated as well is different, and not because of that.
    let new = with("id: string, sku: { type: uuid, deprecated: true }, note?: string");
    let found = objects(&report(&old, &new, Options::default()));
    let with_source: Vec<_> = found
        .iter()
        .filter(|change| change["source"] != serde_json::json!([]))
        .map(|change| &change["rule"])
        .collect();
    assert_eq!(with_source, ["type-narrowed"], "{found:?}");
}

#[test]
fn backticks_in_names_are_no_ends_of_code() {
    let old = sizes("small", true);
    let new = sizes("small, \"a`b``*c*\"", true);
    let report = report(&old, &new, Options::default());
    let text = report.to_markdown();
    let expected =
        "- ``` Size.a`b``*c* ``` (in requests of `PUT /shirt`): the value ``` a`b``*c* ``` is new.";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn notes_of_a_release_say_whom_a_change_affects() {
    let old = "types: { Order: { fields: { id: string, sku: string } } }\noperations:\n  get_order: { route: GET /order, returns: Order }\n";
    let text = report(old, &old.replace(", sku: string", ""), Options::default()).to_markdown();
    let expected = "- `Order.sku` (in responses of `GET /order`): the required field `sku` is gone. This affects deployed clients, \
                    code that calls the API, and code that implements it. Clients need it, and cannot read the response. In Rust: ";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn notes_of_a_release_have_the_reasons_of_those_who_are_affected() {
    let with = |query: &str| {
        format!("operations:\n  list: {{ route: GET /orders, query: {{ {query} }} }}\n")
    };
    let notes = |axes: &[Axis]| {
        let options = Options {
            axes: axes.to_vec(),
            ..Options::default()
        };
        report(&with(""), &with("q?: string"), options).to_markdown()
    };
    // Code that implements the operation breaks, and no deployed client does.
    let of_all = notes(&Axis::ALL);
    let rollback = "After a rollback, this may affect new clients. The server ignores it, so";
    let expected = "### Breaking\n\n\
         - `list.query.q` (`GET /orders`): the optional query parameter `q` is new. This affects code that implements the API. In Rust: ";
    assert!(of_all.contains(expected), "{of_all}");
    assert!(of_all.contains(&format!(". {rollback}")), "{of_all}");
    let of_code = notes(&[Axis::Implementers]);
    assert!(of_code.contains("In Rust: "), "{of_code}");
    assert!(!of_code.contains("rollback"), "{of_code}");
    let of_wire = notes(&[Axis::Wire]);
    assert!(of_wire.contains("### Compatible"), "{of_wire}");
    assert!(!of_wire.contains("In Rust"), "{of_wire}");
}

#[test]
fn notes_of_a_release_are_for_the_version_that_it_deserves() {
    let notes = |version: &str, query: &str| {
        let old = of_version("1.4.0", "");
        report_of_versions(&old, &of_version(version, query)).to_markdown()
    };
    let low = "## 2.0.0\n\n### Breaking";
    let found = notes("1.4.0", "from: date");
    assert!(found.starts_with(low), "{found}");
    for (version, query) in [("2.0.0", "from: date"), ("3.0.0", "from?: date")] {
        let found = notes(version, query);
        assert!(
            found.starts_with(&format!("## {version}\n\n###")),
            "{found}"
        );
    }
    // A version without numbers only has to differ.
    let dated = of_version("2026-01-01", "");
    let found = report_of_versions(&dated, &of_version("2026-01-01", "from: date")).to_markdown();
    let as_before = "## 2026-01-01\n\n### Breaking";
    assert!(found.starts_with(as_before), "{found}");
}

#[test]
fn what_is_compatible_is_so_on_the_axes_that_the_report_names() {
    let with = |types: &str| {
        format!(
            "types: {{ Size: {{ enum: [{types}] }} }}\noperations:\n  put: {{ route: PUT /a, body: Size }}\n"
        )
    };
    let text = |axes: &[Axis]| {
        let options = Options {
            axes: axes.to_vec(),
            ..Options::default()
        };
        let report = report(&with("small"), &with("small, large"), options);
        report.to_text(Style::Plain)
    };
    let of_wire = text(&[Axis::Wire]);
    assert!(of_wire.starts_with("compatible (wire):\n"), "{of_wire}");
    let of_both = text(&[Axis::Wire, Axis::Rollback]);
    assert!(!of_both.contains("compatible ("), "{of_both}");
    // What a rollback breaks is beside what is compatible without one.
    let old = "operations:\n  a: { route: GET /a }\n";
    let new = format!("{old}  b: {{ route: GET /a/b }}\n");
    let report = report(
        old,
        &new,
        Options {
            axes: vec![Axis::Wire, Axis::Callers],
            ..Options::default()
        },
    );
    let text = report.to_text(Style::Plain);
    assert!(text.starts_with("compatible (wire, callers):\n"), "{text}");
}

#[test]
fn a_change_of_a_page_is_one_change() {
    let with = |total: &str| {
        format!(
            "pagers: {{ page: {{ cursor: {{ parameter: after }}, items: books, next: next, {total}: total }} }}\n\
             operations:\n  list_books: {{ route: GET /books, returns: page<string> }}\n"
        )
    };
    let found = objects(&report(&with("total"), &with("total?"), Options::default()));
    let [change] = found.as_slice() else {
        panic!("{found:#?}");
    };
    assert_eq!(change["rule"], "field-became-optional");
    assert_eq!(
        change["source"].as_array().map(Vec::len),
        Some(1),
        "{change}"
    );
}

#[test]
fn a_change_of_an_error_has_its_differences_of_source_code() {
    let with = |fields: &str| {
        format!(
            "errors: {{ 409: {{ name: Gone, message: Gone, fields: {{ {fields} }} }} }}\n\
             operations:\n  get_order: {{ route: GET /order, errors: [409] }}\n"
        )
    };
    let (old, new) = (with("a: string, b: string"), with("a: integer, b: uuid"));
    let found = objects(&report(&old, &new, Options::default()));
    for (change, field) in found.iter().zip(["a", "b"]) {
        assert_eq!(change["path"], format!("Gone.{field}"), "{change}");
        let source = change["source"].to_string();
        assert!(source.contains(&format!("Gone::{field}`")), "{source}");
    }
    assert_eq!(found.len(), 2, "{found:#?}");
}

#[test]
fn an_error_that_another_operation_keeps_is_gone_from_its_operation() {
    let with = |errors: &str| {
        format!(
            "errors: {{ 404: {{ name: Gone, message: Gone }} }}\noperations:\n  a: {{ route: GET /a, errors: [404] }}\n  \
             b: {{ route: GET /b, errors: [{errors}] }}\n"
        )
    };
    let found = objects(&report(&with("404"), &with(""), Options::default()));
    let removed = found
        .iter()
        .find(|change| change["rule"] == "error-removed");
    assert_eq!(
        removed.expect("the error is gone")["old"]["line"],
        6,
        "{found:#?}"
    );
}

#[test]
fn messages_about_source_code_are_sentences() {
    let with = |parameters: &str, name: &str| {
        format!(
            "rust: {{ crate: {name} }}\noperations:\n  a: {{ route: GET /a, query: {{ {parameters} }} }}\n"
        )
    };
    let old = with("", "shop");
    let texts = [
        (&old, with("q?: string", "shop")),
        (&old, with("", "store")),
    ]
    .map(|(old, new)| {
        report(old, &new, Options::default()).to_text(specsmith::diagnostic::Style::Plain)
    });
    let [argument, name] = texts;
    assert!(
        argument.contains("the argument `request` of `ShopApi::a` is new"),
        "{argument}"
    );
    assert!(
        name.contains("the crate was `shop`, and is `store`"),
        "{name}"
    );
}

#[test]
fn the_version_of_the_crate_is_checked_as_well() {
    let with = |version: &str, fields: &str| {
        format!(
            "{version}types: {{ Order: {{ fields: {{ id: string{fields} }} }} }}\noperations:\n  put_order: {{ route: PUT /order, body: Order }}\n"
        )
    };
    let check = |version: &str, axes: &[Axis]| {
        let (old, new) = (with(version, ", note?: string"), with(version, ""));
        let options = Options {
            axes: axes.to_vec(),
            ..Options::default()
        };
        report(&old, &new, options)
            .low_version()
            .unwrap_or_default()
    };
    let own = "rust: { version: 0.4.0 }\n";
    let crate_is_low = "`rust.version` is 0.4.0 after 0.4.0, and the changes deserve 0.5.0";
    let all = check(own, &Axis::ALL);
    assert!(all.contains(crate_is_low), "{all}");
    assert_eq!(check(own, &[Axis::Callers]), crate_is_low);
    // What is not stated is the version of the API.
    let state = "the version of the crate is 1.0.0 after 1.0.0, and the changes deserve 2.0.0: state `rust.version: 2.0.0`";
    assert_eq!(check("", &[Axis::Callers]), state);
    assert_eq!(check("", &[Axis::Callers, Axis::Implementers]), state);
    assert!(!check(own, &[Axis::Wire]).contains("rust.version"));
    let api_is_low = "`api.version` is 1.0.0 after 1.0.0, and the changes deserve 1.1.0";
    assert_eq!(check("", &Axis::ALL), format!("{api_is_low}; {state}"));
}

#[test]
fn a_report_without_changes_says_what_was_compared() {
    let sizes = sizes("small", true);
    let report = report(&sizes, &sizes, Options::default());
    let text = report.to_text(Style::Plain);
    assert_eq!(text, "no changes from shop.yaml to shop.yaml\n");
}

/// A specification of this version, without or with an optional query parameter, or a required one.
fn of_version(version: &str, query: &str) -> SourceFile {
    let text = format!(
        "specsmith: 1
api: {{ name: Shop, title: Shop, version: {version} }}
operations:
  list_orders: {{ route: GET /orders, query: {{ {query} }}, returns: string }}
"
    );
    SourceFile::new("shop.yaml", text)
}

fn report_of_versions(old: &SourceFile, new: &SourceFile) -> Report {
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let (old, new) = (read(old), read(new));
    let options = Options {
        axes: vec![Axis::Wire],
        ..Options::default()
    };
    Report::new(&old, &new, diff(&old, &new), options)
}

/// A change that breaks only source code is no patch of the crate, whose version is that of the API.
#[test]
fn a_crate_without_a_version_of_its_own_is_checked() {
    let low = |old: &str, new: &str| {
        let (old, new) = (of_version(old, ""), of_version(new, "from?: date"));
        let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
        let (old, new) = (read(&old), read(&new));
        Report::new(&old, &new, diff(&old, &new), Options::default()).low_version()
    };
    let state = |old: &str, new: &str, least: &str| {
        format!(
            "the version of the crate is {new} after {old}, and the changes deserve {least}: state `rust.version: {least}`"
        )
    };
    assert_eq!(
        low("1.4.0", "1.5.0"),
        Some(state("1.4.0", "1.5.0", "2.0.0"))
    );
    assert_eq!(low("v1", "v1.1"), Some(state("1.0.0", "1.1.0", "2.0.0")));
    assert_eq!(low("1.4.0", "2.0.0"), None);
}

#[test]
fn a_pre_release_is_as_high_as_the_version_that_it_leads_to() {
    for (old, new, query, is_enough) in [
        ("1.4.0", "1.5.0-rc.1", "from?: date", true),
        ("1.4.0", "1.4.1-rc.1", "from?: date", false),
        ("1.4.0", "1.5.0-rc.1", "from: date", false),
        ("1.4.0", "2.0.0-rc.1", "from: date", true),
        ("2.0.0-rc.1", "2.0.0-rc.2", "from: date", true),
        ("2.0.0-rc.2", "2.0.0-rc.1", "from: date", false),
        ("2.0.0-rc.1", "2.0.0-rc.1", "from: date", false),
        ("1.5.0-rc.1", "1.5.0-rc.2", "from: date", false),
        ("1.5.0-rc.1", "1.5.0-rc.2", "from?: date", true),
        ("1.5.0-rc.1", "1.5.0", "from?: date", true),
        ("1.5.1-rc.1", "1.5.1-rc.2", "from?: date", false),
        ("0.5.0-rc.1", "0.5.0-rc.2", "from: date", true),
        ("0.5.1-rc.1", "0.5.1-rc.2", "from: date", false),
        // Numbers that can rise no more.
        ("0.1.18446744073709551615", "0.2.0", "from?: date", true),
        (
            "0.1.18446744073709551615",
            "0.1.18446744073709551615",
            "from?: date",
            false,
        ),
    ] {
        let report = report_of_versions(&of_version(old, ""), &of_version(new, query));
        let problem = report.low_version();
        assert_eq!(problem.is_none(), is_enough, "{old}, {new}: {problem:?}");
    }
}

#[test]
fn programs_get_what_rises_in_the_version() {
    for (version, bump, deserved) in [("1.4.0", "major", "2.0.0"), ("0.4.0", "minor", "0.5.0")] {
        let old = of_version(version, "");
        let report = report_of_versions(&old, &of_version(version, "from: date"));
        let lines = report.to_json_lines();
        let totals: serde_json::Value =
            serde_json::from_str(lines.lines().last().unwrap_or_default()).expect("it is JSON");
        assert_eq!(totals["api"]["bump"], bump, "{totals}");
        assert_eq!(totals["api"]["deserves"], deserved, "{totals}");
    }
}

#[test]
fn credentials_that_nothing_accepts_any_more_are_one_change() {
    let with = |scheme: &str| {
        format!(
            "
auth: {{ schemes: {{ {scheme} }} }}
operations:
  get_a: {{ route: GET /a }}
  get_b: {{ route: GET /b }}
  get_c: {{ route: GET /c, stability: unstable }}
"
        )
    };
    let old = with("key: { scheme: api_key, header: X-Key }");
    let new = with("token: { scheme: bearer }");
    let old = old.replace("X-Key } }", "X-Key } }, default: key");
    let new = new.replace("bearer } }", "bearer } }, default: token");
    let found = objects(&report(&old, &new, Options::default()));
    let found: Vec<String> = found
        .iter()
        .filter(|change| change["subject"]["kind"] == "operation")
        .map(|change| format!("{} {}", change["rule"], change["used_by"]))
        .collect();
    let all = "[\"get_a\",\"get_b\",\"get_c\"]";
    assert_eq!(
        found,
        [
            format!("\"credentials-removed\" {all}"),
            format!("\"credentials-added\" {all}"),
        ]
    );
}

#[test]
fn a_parameter_of_a_page_is_one_change() {
    let with = |limit: &str| {
        format!(
            "
pagers: {{ page: {{ offset: {{ parameter: offset }}, limit: {{ parameter: {limit} }}, items: data }} }}
operations:
  list_a: {{ route: GET /a, returns: page<string> }}
  list_b: {{ route: GET /b, returns: page<string> }}
"
        )
    };
    let found = objects(&report(&with("limit"), &with("size"), Options::default()));
    let found: Vec<String> = found
        .iter()
        .map(|change| format!("{} {}", change["rule"], change["used_by"]))
        .collect();
    let both = "[\"list_a\",\"list_b\"]";
    assert_eq!(
        found,
        [
            format!("\"optional-parameter-removed\" {both}"),
            format!("\"optional-parameter-added\" {both}"),
        ]
    );
}

#[test]
fn those_on_an_axis_read_what_concerns_them() {
    let old = "operations:\n  create: { route: POST /orders }\n";
    let new = "operations:\n  create: { route: POST /orders, headers: { X-Tenant: string } }\n";
    let found = objects(&report(old, new, Options::default()));
    let consequences = &found[0]["consequences"];
    assert_eq!(
        consequences["callers"],
        "the argument `x_tenant` of `Client::create` is new"
    );
    assert_eq!(
        consequences["implementers"],
        "the argument `request` of `ShopApi::create` is new: `Create`; `Create::x_tenant` is new"
    );
}

#[test]
fn functions_that_take_an_opened_type_are_no_changes_of_their_own() {
    let with = |open: &str| {
        format!(
            "
types:
  Status: {{ enum: [paid, sent]{open} }}
  Order: {{ fields: {{ id: string, status: Status, note?: string }} }}
operations:
  list: {{ route: GET /orders, query: {{ status?: Status }} }}
  put: {{ route: PUT /order, body: Order }}
"
        )
    };
    let found = objects(&report(
        &with(""),
        &with(", open: true"),
        Options::default(),
    ));
    let rules: Vec<_> = found.iter().map(|change| &change["rule"]).collect();
    assert_eq!(rules, ["type-opened"]);
}

#[test]
fn a_limit_of_a_type_is_none_that_people_know() {
    let with = |ty: &str, limits: &str| {
        format!(
            "operations:\n  list: {{ route: GET /orders, query: {{ limit?: {{ type: {ty}{limits} }} }} }}\n"
        )
    };
    let message_of = |ty: &str, old: &str, new: &str| {
        let found = objects(&report(&with(ty, old), &with(ty, new), Options::default()));
        found[0]["message"].as_str().unwrap_or_default().to_owned()
    };
    let message = |old: &str, new: &str| message_of("integer", old, new);
    assert_eq!(
        message("", ", min: 1"),
        "the minimum is 1, and there was none"
    );
    assert_eq!(message(", max: 9", ""), "the maximum of 9 is gone");
    // Documents state limits like these.
    assert_eq!(
        message_of("uint64", ", min: 0", ", min: 1"),
        "the minimum was 0, and is 1"
    );
    assert_eq!(
        message_of("int32", ", max: 9", ""),
        "the maximum was 9, and is 2147483647"
    );
    assert_eq!(
        message_of("uint64", ", max: 9", ""),
        "the maximum of 9 is gone"
    );
}

/// A type that an operation returns and a webhook has.
fn order_of_a_webhook(fields: &str) -> String {
    format!(
        "types: {{ Order: {{ fields: {{ {fields} }} }} }}\noperations:\n  list: {{ route: GET /orders, returns: Order }}\n\
         webhooks:\n  order_changed: {{ method: POST, body: Order }}\n"
    )
}

#[test]
fn webhooks_are_no_responses_of_operations() {
    let (old, new) = (
        order_of_a_webhook("id: string"),
        order_of_a_webhook("id?: string"),
    );
    let text = report(&old, &new, Options::default()).to_text(Style::Plain);
    for expected in [
        "  in responses of `list`\n",
        "  in the webhook `order_changed`, where clients are those who receive it\n",
    ] {
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn all_formats_for_programs_have_users_and_advice() {
    let (old, new) = (
        order_of_a_webhook("id: string, sku: string"),
        order_of_a_webhook("id: string"),
    );
    let report = report(&old, &new, Options::default());
    let github = report.to_github_commands();
    let junit = report.to_junit();
    for (text, format) in [(github, "GitHub"), (junit, "JUnit")] {
        for expected in [
            "wire: breaking: Clients need it, and cannot read the response.",
            "in responses of `list`",
            "in the webhook `order_changed`",
            "Keep it, marked as deprecated, until nobody uses it.",
        ] {
            assert!(
                text.contains(expected),
                "{format}: {expected}\n\nin\n{text}"
            );
        }
    }
}

/// The keys in the first column of the tables of a section of the page about `diff`, sorted.
fn documented_keys(section: &str) -> Vec<String> {
    let page = include_str!("../../../docs/diff.md");
    let (_, section) = page.split_once(section).expect("the page has the section");
    let (section, _) = section.split_once("\n## ").expect("it is not the last one");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.filter_map(|row| row.split(" | ").next());
    let keys = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let mut keys: Vec<String> = keys.map(str::to_owned).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn the_page_documents_all_keys_for_programs() {
    let (old, new) = (sizes("small", true), sizes("small, large", true));
    let lines = report(&old, &new, Options::default()).to_json_lines();
    let mut printed: Vec<String> = Vec::new();
    for line in lines.lines() {
        let object: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        let object = object.as_object().expect("it is an object");
        printed.extend(object.keys().cloned());
    }
    printed.sort_unstable();
    assert_eq!(printed, documented_keys("## The lines of `--format json`"));
}

/// The differences of source code in all changes, and the changes that only source code notices.
fn in_source_code(old: &str, new: &str) -> Vec<String> {
    let found = objects(&report(old, new, Options::default()));
    let mut all = Vec::new();
    for change in &found {
        let is_of_source = change["consequences"]["wire"].is_null();
        if is_of_source && change["source"].as_array().is_none_or(Vec::is_empty) {
            all.push(change["message"].to_string());
        }
        for difference in change["source"].as_array().into_iter().flatten() {
            all.push(format!(
                "{}: {}",
                change["rule"].as_str().unwrap_or_default(),
                difference.as_str().unwrap_or_default()
            ));
        }
    }
    all
}

#[test]
fn arguments_are_called_by_their_names() {
    let operation = |path: &str, query: &str| {
        format!(
            "operations:\n  find:\n    route: GET /shelves/{{shelf}}/books/{{book}}\n    \
             path: {{ {path} }}\n    query: {{ {query} }}\n"
        )
    };
    let old = operation("shelf: string, book: integer", "by: string, since: date");
    let reordered = operation("shelf: string, book: integer", "since: date, by: string");
    let found = objects(&report(&old, &reordered, Options::default()));
    assert_eq!(
        found[0]["message"],
        "the arguments of `Client::find` were in the order `by, since`, and are in the order `since, by`"
    );
    let retyped = operation("shelf: integer, book: integer", "by: string, since: date");
    let found = in_source_code(&old, &retyped);
    let expected = "type-narrowed: the argument for `shelf` of `Client::find` was `impl Into<String>`, and is `i64`";
    assert!(found.iter().any(|line| line == expected), "{found:#?}");
    // Only a part of the function is new or gone.
    let types = |fields: &str| {
        format!(
            "types: {{ Address: {{ fields: {{ {fields}, note?: string }} }} }}\n\
             operations: {{ send: {{ route: POST /addresses, body: Address }} }}\n"
        )
    };
    let (old, new) = (types("zip: string, city: string"), types("city: string"));
    let gone = in_source_code(&old, &new);
    let expected = "required-field-removed: the argument `zip` of `Address::new` is gone";
    assert!(gone.iter().any(|line| line == expected), "{gone:#?}");
    let added = in_source_code(&new, &old);
    let expected = "required-field-added: the argument `zip` of `Address::new` is new";
    assert!(added.iter().any(|line| line == expected), "{added:#?}");
}

#[test]
fn credentials_that_become_one_of_several_have_a_cause() {
    let with = |default: &str, schemes: &str| {
        format!(
            "auth: {{ default: {default}, schemes: {{ key: {{ scheme: bearer }}{schemes} }} }}\n\
             operations: {{ list: {{ route: GET /orders }} }}\n"
        )
    };
    let (one, several) = (
        with("key", ""),
        with("[key, app]", ", app: { scheme: basic }"),
    );
    let found = in_source_code(&one, &several);
    for expected in [
        "credentials-added: `server::Credentials::Key` is new",
        "credentials-added: `authenticate` was `BearerToken`, and is `Credentials`",
    ] {
        assert!(found.iter().any(|line| line == expected), "{found:#?}");
    }
    let found = in_source_code(&several, &one);
    for expected in [
        "credentials-removed: `server::Credentials::Key` is gone",
        "credentials-removed: `authenticate` was `Credentials`, and is `BearerToken`",
    ] {
        assert!(found.iter().any(|line| line == expected), "{found:#?}");
    }
}

#[test]
fn receivers_of_webhooks_have_sentences_of_their_own() {
    let webhook = |fields: &str| {
        format!(
            "types: {{ Order: {{ fields: {{ {fields} }} }} }}\noperations:\n  list: {{ route: GET /orders }}\n\
             webhooks:\n  order_changed: {{ method: POST, body: Order }}\n"
        )
    };
    let (old, new) = (webhook("id: string, note: string"), webhook("id: string"));
    let text = report(&old, &new, Options::default()).to_text(Style::Plain);
    for expected in [
        "wire: breaking: Receivers need it, and cannot read the webhook.\n",
        "in the webhook `order_changed`\n",
    ] {
        assert!(text.contains(expected), "{text}");
    }
    let text = report(&old, &new, Options::default()).to_markdown();
    assert!(text.contains("This affects deployed receivers"), "{text}");
    // Those of an operation stay.
    let (old, new) = (
        order_of_a_webhook("id: string, note: string"),
        order_of_a_webhook("id: string"),
    );
    let text = report(&old, &new, Options::default()).to_text(Style::Plain);
    let expected = "wire: breaking: Clients need it, and cannot read the response.\n";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn what_cannot_be_decided_has_been_compared() {
    let with = |pattern: &str| {
        format!(
            "types: {{ Order: {{ fields: {{ id: {{ type: string, pattern: {pattern} }} }} }} }}\n\
             operations: {{ send: {{ route: POST /orders, body: Order }} }}\n"
        )
    };
    let text = report(&with("^a+$"), &with("^b+$"), Options::default()).to_markdown();
    assert!(text.contains("### Cannot be decided\n"), "{text}");
    assert!(!text.contains("### Not compared\n"), "{text}");
}

#[test]
fn changes_are_in_the_order_of_the_new_document() {
    let with = |ty: &str| {
        format!(
            "
types:
  A: {{ fields: {{ b: B, x: {ty} }} }}
  B: {{ fields: {{ x: {ty} }} }}
  C: {{ fields: {{ x: {ty} }} }}
operations:
  get_a: {{ route: GET /a, query: {{ q?: {ty} }}, returns: A }}
  get_c: {{ route: GET /c, returns: C, query: {{ q?: {ty} }} }}
"
        )
    };
    let (old, new) = (
        specification(&with("string")),
        specification(&with("int32")),
    );
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let changes = diff(&read(&old), &read(&new));
    let paths: Vec<&str> = changes.iter().map(|change| change.path.as_str()).collect();
    let expected = ["get_a.query.q", "get_c.query.q", "A.x", "B.x", "C.x"];
    assert_eq!(paths, expected);
}

#[test]
fn messages_say_which_side_has_what() {
    let secured = |default: &str| {
        format!(
            "
auth: {{ schemes: {{ key: {{ scheme: api_key, header: X-Key }}, token: {{ scheme: bearer }} }} }}
operations: {{ get_a: {{ route: GET /a{default} }} }}
"
        )
    };
    let retried = |retry: bool| {
        format!(
            "
errors: {{ 503: {{ name: Busy, message: No., retry: {retry} }} }}
operations: {{ get_a: {{ route: GET /a, errors: [503] }} }}
"
        )
    };
    let removed = |sunset: &str| {
        format!(
            "operations: {{ get_a: {{ route: GET /a, deprecated: {{ reason: Old.{sunset} }} }} }}\n"
        )
    };
    for (old, new, expected, back) in [
        (
            secured(", auth: key"),
            secured(", auth: token"),
            "credentials of the scheme `key` are no longer accepted",
            "credentials of the scheme `key` are accepted",
        ),
        (
            retried(true),
            retried(false),
            "it no longer promises that a later retry may succeed",
            "it promises that a later retry may succeed",
        ),
        (
            removed(", sunset: 2026-01-01"),
            removed(""),
            "the operation no longer has a removal date (it was 2026-01-01)",
            "the operation will be removed on 2026-01-01",
        ),
    ] {
        for (old, new, expected) in [(&old, &new, expected), (&new, &old, back)] {
            let found = objects(&report(old, new, Options::default()));
            let mut messages = found.iter().filter_map(|change| change["message"].as_str());
            assert!(messages.any(|message| message == expected), "{found:?}");
        }
    }
}

/// What decides comes first, and a line says that the other errors do not.
#[test]
fn failures_come_first_and_errors_that_decide_nothing_are_named() {
    let with = |first: &str, second: &str| {
        format!(
            "operations:\n  a: {{ route: GET /a, query: {{ {first} }} }}\n  b: {{ route: GET /b, query: {{ {second} }} }}\n"
        )
    };
    let text = |new: &str| {
        report(&with("", ""), new, Options::default()).to_text(specsmith::diagnostic::Style::Plain)
    };
    let both = text(&with("q?: string", "r: string"));
    let first = both.lines().next().unwrap_or_default();
    assert!(first.contains("required-parameter-added"), "{both}");
    let last = "\nnothing breaks deployed clients; 1 change breaks implementers\n";
    assert!(!both.contains("nothing breaks"), "{both}");
    let source = text(&with("q?: string", ""));
    assert!(source.ends_with(last), "{source}");
}

/// A version that is too low is a test that fails, and no part of the notes of a release.
#[test]
fn a_version_that_is_too_low_is_a_test_that_fails() {
    let old = of_version("1.4.0", "");
    let low = report_of_versions(&old, &of_version("1.4.0", "from?: date")).checking_versions(true);
    let junit = low.to_junit();
    for part in [
        "tests=\"2\" failures=\"1\"",
        "classname=\"check-version\"",
        "deserve 1.5.0",
    ] {
        assert!(junit.contains(part), "{part}: {junit}");
    }
    let junit = report_of_versions(&old, &of_version("1.5.0", "from?: date"))
        .checking_versions(true)
        .to_junit();
    assert!(junit.contains("tests=\"2\" failures=\"0\""), "{junit}");
    let unchecked = report_of_versions(&old, &of_version("1.4.0", "from?: date")).to_junit();
    assert!(
        unchecked.contains("tests=\"1\" failures=\"0\""),
        "{unchecked}"
    );
}

#[test]
fn what_a_default_of_a_pager_means_is_said_once() {
    let with = |limit: u32| {
        format!(
            "pagers:\n  page: {{ offset: {{ parameter: offset }}, limit: {{ parameter: limit, default: {limit} }}, items: items, total: total }}\n\
             operations:\n  a: {{ route: GET /a, returns: page<string> }}\n  b: {{ route: GET /b, returns: page<string> }}\n"
        )
    };
    let text = report(&with(20), &with(30), Options::default())
        .to_text(specsmith::diagnostic::Style::Plain);
    let said = text
        .matches("callers: risky: code that relies on the default")
        .count()
        + text.matches("; code that relies on the default").count()
        + text
            .matches("callers: breaking: code that relies on the default")
            .count();
    assert_eq!(said, 1, "{text}");
}

#[test]
fn advice_is_in_the_language_of_the_new_description() {
    for rule in Rule::ALL {
        for sides in [Sides::Operations, Sides::Webhooks] {
            let advice = |language| rule.instead(sides, language).unwrap_or_default();
            let in_openapi = advice(Language::OpenApi);
            for key in [
                "open:", "auth:", "body?", "rust.", "types:", "choice", "group",
            ] {
                assert!(!in_openapi.contains(key), "{}: {in_openapi}", rule.id());
            }
            for text in [advice(Language::Spec), in_openapi] {
                let has_place = ["{an ", "{ as", "{open", "{into", "{optional", "{derives"]
                    .iter()
                    .any(|place| text.contains(place));
                assert!(!has_place, "{}: {text}", rule.id());
            }
        }
    }
    let with = |security: &str| {
        document(&format!(
            "
paths:
  /orders:
    get:
      operationId: list_orders
      security: [{security}]
      responses: {{ '204': {{ description: Nothing }} }}
components: {{ securitySchemes: {{ key: {{ type: http, scheme: bearer }} }} }}
"
        ))
    };
    let (old, new) = (with(""), with("{ key: [] }"));
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let (old, new) = (read(&old), read(&new));
    let report = Report::new(&old, &new, diff(&old, &new), Options::default());
    let advice = "Make the credentials optional until all clients send them: write `{}` beside them, as in `security: [{ key: [] }, {}]`.";
    assert_eq!(objects(&report)[0]["instead"], advice);
    let text = report.to_text(Style::Plain);
    assert!(text.contains(&format!("= help: {advice}")), "{text}");
}

#[test]
fn a_new_error_has_advice_about_source_code() {
    let with = |errors: &str| {
        format!(
            "
errors:
  404: {{ name: NotFound, message: Not found }}
  409: {{ name: Conflict, message: Conflict }}
operations:
  get_order: {{ route: GET /order, errors: [{errors}] }}
  put_order: {{ route: PUT /order, errors: [409] }}
"
        )
    };
    let (old, new) = (with("404"), with("404, 409"));
    for (old, new, advice) in [
        (&old, &new, "Send an error that the operation already has"),
        (&new, &old, "Keep it among the errors of the operation"),
    ] {
        let text = report(old, new, Options::default()).to_text(Style::Plain);
        assert!(text.contains(&format!("= help: {advice}")), "{text}");
        let options = Options {
            axes: vec![Axis::Wire],
            ..Options::default()
        };
        let text = report(old, new, options).to_text(Style::Plain);
        assert!(!text.contains("= help:"), "{text}");
    }
}

/// A list is no content that a choice can have beside pages.
#[test]
fn a_list_that_becomes_pages_needs_a_new_operation() {
    let with = |returns: &str| {
        format!(
            "
pagers: {{ page: {{ offset: {{ parameter: offset }}, items: items }} }}
operations:
  list_orders: {{ route: GET /orders, returns: {returns} }}
"
        )
    };
    let report = report(
        &with("list<string>"),
        &with("page<string>"),
        Options::default(),
    );
    let objects = objects(&report);
    let changed = objects.iter().find(|object| object["instead"].is_string());
    let advice = changed.map(|change| change["instead"].as_str().unwrap_or_default());
    assert!(
        advice.is_some_and(|advice| advice.contains("operation") && !advice.contains("choice")),
        "{objects:?}"
    );
}

#[test]
fn notes_of_a_release_name_methods_and_paths() {
    let with = |extra: &str, rest: &str| {
        format!(
            "
types: {{ Order: {{ fields: {{ sku: string{extra} }} }} }}
operations:
  get_order: {{ route: GET /order, returns: Order }}
  put_order: {{ route: PUT /order, body: Order{rest} }}
"
        )
    };
    let gone = "\n  end: { route: DELETE /order }";
    let (old, new) = (
        format!("{}{gone}", with("", "")),
        with(", note: string", ", query: { q?: string }"),
    );
    let text = report(&old, &new, Options::default()).to_markdown();
    for expected in [
        "- `end`: `DELETE /order` is gone.",
        "- `put_order.query.q` (`PUT /order`): the optional query parameter",
        "- `Order.note` (in requests and responses of `GET /order`, `PUT /order`): the required",
    ] {
        assert!(text.contains(expected), "{text}");
    }
    // A reason that both have is there once.
    let typed = new.replace("sku: string", "sku: integer");
    let text = report(&new, &typed, Options::default()).to_markdown();
    let reason = "The server rejects some values that clients send.";
    assert_eq!(text.matches(reason).count(), 1, "{text}");
    assert!(
        text.contains("After a rollback, the same affects new clients."),
        "{text}"
    );
}

#[test]
fn a_name_in_rust_leaves_the_version_of_the_api() {
    let with =
        |name: &str| format!("operations:\n  {name}: {{ route: GET /orders, returns: string }}\n");
    let text =
        report(&with("orders"), &with("list_orders"), Options::default()).to_text(Style::Plain);
    assert!(text.contains("[operation-renamed]"), "{text}");
    assert!(text.contains("the API deserves no new version"), "{text}");
    assert!(
        text.contains("the crate deserves a major version"),
        "{text}"
    );
}

#[test]
fn notes_of_a_release_name_the_version_of_the_crate() {
    let with = |ty: &str| {
        format!(
            "types: {{ Order: {{ fields: {{ count: {{ type: {ty}, min: 1, max: 9 }} }} }} }}\noperations:\n  get: {{ route: GET /order, returns: Order }}\n"
        )
    };
    let notes = |axes: &[Axis]| {
        let options = Options {
            axes: axes.to_vec(),
            ..Options::default()
        };
        report(&with("int32"), &with("integer"), options).to_markdown()
    };
    let of_all = notes(&Axis::ALL);
    let expected = "## 1.0.0\n\nVersion of the crate: 2.0.0.\n\n### Breaking";
    assert!(of_all.starts_with(expected), "{of_all}");
    let of_wire = notes(&[Axis::Wire]);
    assert!(!of_wire.contains("crate"), "{of_wire}");
}
