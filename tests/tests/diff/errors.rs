//! What becomes of errors: their statuses, and what tells those of one status apart.

use super::compared::{self, assert_found, document, found_in, specification};
use super::exports::export;
use specsmith::diff::{Axis, Clients, diff};

/// Asserts what is found in both directions.
#[track_caller]
fn assert_both(old: &str, new: &str, expected: &[&str], on_the_way_back: &[&str]) {
    assert_found(old, new, expected);
    assert_found(new, old, on_the_way_back);
}

fn orders(errors: &str, get: &str, cancel: &str) -> String {
    format!(
        "
errors:
{errors}
operations:
  get_order: {{ route: 'GET /orders/{{id}}', path: {{ id: string }}, errors: [{get}] }}
  cancel_order: {{ route: 'DELETE /orders/{{id}}', path: {{ id: string }}, errors: [{cancel}] }}
"
    )
}

#[test]
fn an_error_with_another_status_is_found_once() {
    assert_both(
        &orders("  404: { name: Gone, message: Gone }", "404", "404"),
        &orders("  410: { name: Gone, message: Gone }", "410", "410"),
        &["error-status-changed Gone: breaking"],
        &["error-status-changed Gone: breaking"],
    );
    // Where only one side has the error, it is new or gone.
    assert_both(
        &orders("  404: { name: Gone, message: Gone }", "404", "404"),
        &orders("  410: { name: Gone, message: Gone }", "410", ""),
        &[
            "error-removed cancel_order.404: compatible",
            "error-status-changed Gone: breaking",
        ],
        &[
            "error-added cancel_order.404: compatible",
            "error-status-changed Gone: breaking",
        ],
    );
}

#[test]
fn an_error_with_another_status_and_other_features_has_these_changes() {
    assert_both(
        &orders("  503: { name: Busy, retry: true, body: text }", "503", ""),
        &orders("  529: { name: Busy, message: Wait. }", "529", ""),
        &[
            "error-body-changed Busy: breaking",
            "error-status-changed Busy: breaking",
            "retry-hint-removed Busy: risky",
        ],
        &[
            "error-body-changed Busy: breaking",
            "error-status-changed Busy: breaking",
            "retry-hint-added Busy: compatible",
        ],
    );
}

#[test]
fn a_new_error_may_have_the_status_that_another_one_had() {
    let with = |errors: &str, listed: &str| {
        format!(
            "error_body: {{ code: code, message: message }}{}",
            orders(errors, listed, "")
        )
    };
    assert_both(
        &with("  409: { name: Taken, message: No., code: taken }", "409"),
        &with(
            "  409: { name: Busy, message: No., code: busy }
  423: { name: Taken, message: No., code: taken }",
            "409, 423",
        ),
        &[
            "error-added get_order.409: compatible",
            "error-status-changed Taken: breaking",
        ],
        &[
            "error-removed get_order.409: compatible",
            "error-status-changed Taken: breaking",
        ],
    );
}

#[test]
fn an_error_of_the_same_name_has_another_code() {
    let with = |code: &str| {
        let errors = format!(
            "  Taken: {{ status: 409, message: No., code: {code} }}
  Busy: {{ status: 409, message: No., code: busy }}"
        );
        format!(
            "error_body: {{ code: code, message: message }}{}",
            orders(&errors, "Taken, Busy", "Busy")
        )
    };
    assert_both(
        &with("taken"),
        &with("reserved"),
        &["shared-error-value-changed Taken: breaking"],
        &["shared-error-value-changed Taken: breaking"],
    );
}

#[test]
fn an_error_that_became_two_has_other_codes() {
    let with = |codes: &[&str]| {
        let errors = codes.iter();
        let errors = errors
            .map(|code| format!("  {code}: {{ status: 402, message: No., code: {code}_code }}\n"));
        let errors = errors.collect::<String>();
        format!(
            "error_body: {{ code: code, message: message }}{}",
            orders(&errors, &codes.join(", "), "")
        )
    };
    assert_both(
        &with(&["Failed"]),
        &with(&["Declined", "Expired"]),
        &[
            "error-added get_order.402: compatible",
            "error-added get_order.402: compatible",
            "error-codes-changed get_order.402: risky",
            "error-removed get_order.402: compatible",
        ],
        &[
            "error-added get_order.402: compatible",
            "error-codes-changed get_order.402: risky",
            "error-removed get_order.402: compatible",
            "error-removed get_order.402: compatible",
        ],
    );
    // Without a new code, nothing takes the place of the one that is gone.
    assert_both(
        &with(&["Failed", "Expired"]),
        &with(&["Expired"]),
        &["error-removed get_order.402: compatible"],
        &["error-added get_order.402: compatible"],
    );
}

#[test]
fn a_status_and_its_class_are_no_other_statuses() {
    assert_both(
        &orders("  4XX: { name: Invalid, message: No. }", "4XX", ""),
        &orders("  400: { name: Invalid, message: No. }", "400", ""),
        &[
            "error-added get_order.400: compatible",
            "error-removed get_order.4XX: compatible",
        ],
        &[
            "error-added get_order.4XX: compatible",
            "error-removed get_order.400: compatible",
        ],
    );
    // The status has the error of its class as long as it has none of its own.
    let others = "  4XX: { name: Other, message: No. }";
    assert_both(
        &orders(
            &format!("{others}\n  404: {{ name: Gone, message: No. }}"),
            "404, 4XX",
            "",
        ),
        &orders(others, "4XX", ""),
        &["error-removed get_order.404: compatible"],
        &["error-added get_order.404: compatible"],
    );
}

#[test]
fn errors_without_names_are_called_like_their_statuses() {
    let with = |status: u16| {
        format!(
            "openapi: 3.1.0
info: {{ title: Shop, version: 1.0.0 }}
paths:
  /order:
    get:
      operationId: get_order
      responses:
        '204': {{ description: Done }}
        '{status}': {{ description: No, x-specsmith-name: NAME }}
"
        )
    };
    let found = |old: String, new: String| {
        let (old, new) = (
            specsmith::source::SourceFile::new("old.yaml", old),
            specsmith::source::SourceFile::new("new.yaml", new),
        );
        super::compared::found_in(&old, &new)
    };
    let unnamed = |status| with(status).replace(", x-specsmith-name: NAME", "");
    assert_eq!(
        found(unnamed(404), unnamed(410)),
        [
            "error-added get_order.410: compatible",
            "error-removed get_order.404: compatible"
        ]
    );
    assert_eq!(
        found(with(404), with(410)),
        ["error-status-changed Name: breaking"]
    );
}

#[test]
fn callers_still_compile_with_another_status() {
    let read = |status: u16| {
        let error = format!("  {status}: {{ name: Gone, message: Gone }}");
        specification(&orders(&error, &status.to_string(), ""))
    };
    let (old, new) = (read(404), read(410));
    let side = |source| specsmith::read_to_compare(source).expect("the specification is valid");
    let changes = diff(&side(&old), &side(&new));
    let verdicts = |axis| -> Vec<&str> {
        let verdicts = changes.iter();
        let verdicts = verdicts.map(|change| change.verdict(axis, Clients::Specsmith).name());
        verdicts.collect()
    };
    assert_eq!(verdicts(Axis::Wire), ["breaking"]);
    assert_eq!(verdicts(Axis::Callers), ["compatible"]);
}

#[test]
fn generated_clients_recognize_an_error_that_is_alone_at_its_status_by_the_status() {
    let with = |code: &str, others: &str| {
        let errors = format!("  Taken: {{ status: 409, message: No., code: {code} }}\n{others}");
        let listed = match others {
            "" => "Taken",
            _ => "Taken, Busy",
        };
        format!(
            "error_body: {{ code: code, message: message }}{}",
            orders(&errors, listed, "")
        )
    };
    let verdicts = |others: &str| {
        let (old, new) = (
            specification(&with("taken", others)),
            specification(&with("in_use", others)),
        );
        let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
        let changes = diff(&read(&old), &read(&new));
        let verdicts = changes.iter().map(|change| {
            let verdict = |clients| change.verdict(Axis::Wire, clients).name();
            let (any, generated) = (verdict(Clients::Any), verdict(Clients::Specsmith));
            format!("{}: {any}, {generated}", change.rule.id())
        });
        verdicts.collect::<Vec<String>>()
    };
    assert_eq!(verdicts(""), ["error-value-changed: breaking, compatible"]);
    assert_eq!(
        verdicts("  Busy: { status: 409, message: No., code: busy }"),
        ["shared-error-value-changed: breaking, breaking"]
    );
}

#[test]
fn problems_without_codes_are_problems_in_an_exported_document() {
    let with = |shape: &str| {
        let errors = orders("  Gone: { status: 410, message: No. }\n", "Gone", "");
        specification(&format!("{shape}{errors}"))
    };
    let (usual, problem) = (with("\n"), with("error_body: problem\n"));
    assert_eq!(found_in(&problem, &export(&problem)), [""; 0]);
    let found = found_in(&usual, &problem);
    assert!(found.contains(&"error-shape-changed error_body: breaking".to_owned()));
    assert_eq!(found_in(&export(&usual), &export(&problem)), found);
    assert_eq!(found_in(&usual, &export(&problem)), found);
}

#[test]
fn a_header_that_an_error_always_has_is_required() {
    let with = |header: &str| {
        document(&format!(
            "
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '204': {{ description: None. }}
        '429': {{ description: Later.{header} }}
"
        ))
    };
    let header = |required: &str| {
        with(&format!(
            ", headers: {{ Retry-After: {{ {required}schema: {{ type: integer }} }} }}"
        ))
    };
    compared::assert_both(
        &header("required: true, "),
        &with(""),
        &["required-parameter-removed TooManyRequests.header.Retry-After: breaking, compatible"],
        &["required-parameter-added TooManyRequests.header.Retry-After: compatible, breaking"],
    );
    compared::assert_both(
        &header(""),
        &with(""),
        &["optional-parameter-removed TooManyRequests.header.Retry-After: risky, compatible"],
        &["optional-parameter-added TooManyRequests.header.Retry-After: compatible, risky"],
    );
}
