//! Changes that do not count: accepted ones, those of what is unstable, and removals after their date.

use specsmith::diagnostic::Style;
use specsmith::diff::{
    Axis, Bump, Change, Clients, Comparison, Exemption, Language, Options, Report, Verdict, compare,
};
use specsmith::source::SourceFile;

pub(crate) const TODAY: &str = "2026-06-15";

/// The only change.
#[track_caller]
fn only(changes: &[Change]) -> &Change {
    let [change] = changes else {
        panic!("{changes:#?}");
    };
    change
}

/// Two descriptions, each after the first lines, compared on a day.
pub(crate) struct Pair {
    old: SourceFile,
    new: SourceFile,
}

impl Pair {
    pub(crate) fn new(old: &str, new: &str) -> Self {
        let source = |name: &str, text: &str| {
            let head = "specsmith: 1\n";
            let api = "api: { name: Shop, title: Shop, version: 1.0.0 }\n";
            let api = if text.contains("api: {") { "" } else { api };
            SourceFile::new(name, format!("{head}{api}{text}"))
        };
        Self {
            old: source("old.yaml", old),
            new: source("new.yaml", new),
        }
    }

    fn compare(&self) -> Comparison {
        self.with(|_, comparison| comparison)
    }

    fn report(&self, show: impl Fn(&Report) -> String) -> String {
        self.with(|sides, comparison| {
            let Comparison { changes, unused } = comparison;
            let options = Options::default();
            let report = Report::new(sides.0, sides.1, changes, options).with_unused(unused);
            show(&report)
        })
    }

    fn with<T>(
        &self,
        show: impl Fn((&specsmith::diff::Side<'_>, &specsmith::diff::Side<'_>), Comparison) -> T,
    ) -> T {
        let old = specsmith::read_to_compare(&self.old).unwrap();
        let new = specsmith::read_to_compare(&self.new).unwrap();
        let comparison = compare(&old, &new, TODAY.parse().unwrap());
        show((&old, &new), comparison)
    }

    /// The rules of the changes that do not count, and of those that do.
    pub(crate) fn rules(&self) -> (Vec<&'static str>, Vec<&'static str>) {
        let changes = self.compare().changes;
        let (exempt, others): (Vec<&Change>, Vec<&Change>) = changes
            .iter()
            .partition(|change| change.exemption.is_some());
        let ids = |changes: Vec<&Change>| -> Vec<&'static str> {
            let mut ids: Vec<_> = changes.iter().map(|change| change.rule.id()).collect();
            ids.sort_unstable();
            ids.dedup();
            ids
        };
        (ids(exempt), ids(others))
    }
}

fn order(fields: &str) -> String {
    format!(
        "types:\n  Order: {{ fields: {{ id: string, {fields} }} }}\n\
         operations:\n  get_order: {{ route: GET /order, returns: Order }}\n  put_order: {{ route: PUT /order, body: Order }}\n"
    )
}

#[test]
fn a_field_that_is_gone_is_accepted_at_its_type() {
    let new = order("").replace("Order: { ", "Order: { allow: [required-field-removed], ");
    let pair = Pair::new(&order("note: string"), &new);
    let comparison = pair.compare();
    assert!(comparison.unused.is_empty());
    let change = only(&comparison.changes);
    assert_eq!(change.exemption, Some(Exemption::Accepted(None)));
    for axis in Axis::ALL {
        assert_eq!(change.verdict(axis, Clients::Any), Verdict::Compatible);
    }
    let bump = |axis: Axis| Bump::of(&comparison.changes, &[axis], Clients::Any);
    assert_eq!(bump(Axis::Wire), Bump::None);
    // The crate has other content, so it is released again.
    assert_eq!(bump(Axis::Callers), Bump::Minor);
    // Without `allow`, it counts.
    let changes = Pair::new(&order("note: string"), &order(""))
        .compare()
        .changes;
    assert_eq!(Bump::of(&changes, &Axis::ALL, Clients::Any), Bump::Major);
}

#[test]
fn a_change_is_accepted_at_the_item_or_around_it() {
    let old = order("size: { type: integer, max: 9 }");
    let new = order("size: { type: integer, max: 8 }");
    let rule = "allow: [maximum-lowered]";
    let api = format!("api: {{ name: Shop, title: Shop, version: 1.0.0, {rule} }}\n");
    for accepted in [
        new.replace("max: 8", &format!("max: 8, {rule}")),
        new.replace("Order: { ", &format!("Order: {{ {rule}, ")),
        api + &new,
    ] {
        let (exempt, others) = Pair::new(&old, &accepted).rules();
        assert_eq!((exempt, others.len()), (vec!["maximum-lowered"], 0));
    }
    // Another item and another rule accept nothing.
    for other in [
        new.replace("id: string", &format!("id: {{ type: string, {rule} }}")),
        new.replace("max: 8", "max: 8, allow: [minimum-raised]"),
    ] {
        let comparison = Pair::new(&old, &other).compare();
        assert_eq!(comparison.unused.len(), 1);
        assert_eq!(only(&comparison.changes).exemption, None);
    }
}

#[test]
fn an_operation_accepts_changes_of_types_that_only_it_has() {
    let spec = |allow: &str, max: u8, more: &str| {
        format!(
            "types:\n  Draft: {{ fields: {{ size: {{ type: integer, max: {max} }} }} }}\n\
             operations:\n  put_draft: {{ route: PUT /draft, body: Draft{allow} }}\n{more}"
        )
    };
    let allow = ", allow: [maximum-lowered]";
    let pair = Pair::new(&spec("", 9, ""), &spec(allow, 8, ""));
    assert_eq!(pair.rules(), (vec!["maximum-lowered"], vec![]));
    let other = "  add_draft: { route: POST /draft, body: Draft, errors: [] }\n";
    let pair = Pair::new(&spec("", 9, other), &spec(allow, 8, other));
    assert_eq!(pair.rules(), (vec![], vec!["maximum-lowered"]));
}

#[test]
fn each_operation_that_has_a_type_accepts_its_changes() {
    let spec = |max: u8, [first, second]: [&str; 2]| {
        format!(
            "types:\n  Draft: {{ fields: {{ size: {{ type: integer, max: {max} }} }} }}\n\
             operations:\n  add_draft: {{ route: POST /draft, body: Draft, errors: []{first} }}\n  \
             put_draft: {{ route: PUT /draft, body: Draft{second} }}\n"
        )
    };
    let allow = ", allow: [maximum-lowered]";
    let pair = |both| Pair::new(&spec(9, ["", ""]), &spec(8, both));
    let of_one = pair([allow, ""]);
    assert_eq!(of_one.rules(), (vec![], vec!["maximum-lowered"]));
    let text = of_one.report(|report| report.to_text(Style::Plain));
    let expected = "`allow` accepts `maximum-lowered` of a type or an error that is also in `put_draft`: \
                    accept it there too, or where it is defined\n";
    assert!(text.contains(expected), "{text}");
    let json = of_one.report(Report::to_json_lines);
    assert!(json.contains(r#""others":["put_draft"]"#), "{json}");

    let of_both = pair([allow, allow]);
    assert_eq!(of_both.rules(), (vec!["maximum-lowered"], vec![]));
    assert_eq!(of_both.compare().unused, []);
}

#[test]
fn an_operation_accepts_nothing_for_a_webhook_of_its_name() {
    let with = |ty: &str, of_operation: &str, of_webhook: &str| {
        format!(
            "
types: {{ Order: {{ fields: {{ size: {ty} }} }} }}
operations: {{ made: {{ route: POST /made, body: Order{of_operation} }} }}
webhooks: {{ made: {{ body: Order{of_webhook} }} }}
"
        )
    };
    let (old, allow) = (with("string", "", ""), ", allow: [type-changed]");
    for (of_operation, of_webhook, other) in
        [(allow, "", "the webhook `made`"), ("", allow, "`made`")]
    {
        let pair = Pair::new(&old, &with("integer", of_operation, of_webhook));
        assert_eq!(pair.rules(), (Vec::new(), vec!["type-changed"]));
        let text = pair.report(|report| report.to_text(Style::Plain));
        let expected =
            format!("of a type or an error that is also in {other}: accept it there too");
        assert!(text.contains(&expected), "{text}");
        assert!(
            text.contains("in requests and responses of `made`"),
            "{text}"
        );
        assert!(text.contains("in the webhook `made`,"), "{text}");
        let json = pair.report(Report::to_json_lines);
        assert!(json.contains(r#""used_by":["made"]"#), "{json}");
    }
    let pair = Pair::new(&old, &with("integer", allow, allow));
    assert_eq!(pair.rules(), (vec!["type-changed"], Vec::new()));
}

#[test]
fn a_group_accepts_operations_that_are_gone() {
    let old = "groups:\n  drafts: { title: Drafts }\noperations:\n  a: { route: GET /a, group: drafts }\n  b: { route: GET /b, group: drafts }\n";
    let new = "groups:\n  drafts: { title: Drafts, allow: [operation-removed] }\noperations:\n  a: { route: GET /a, group: drafts }\n";
    assert_eq!(
        Pair::new(old, new).rules(),
        (vec!["operation-removed"], vec![])
    );
}

#[test]
fn what_is_accepted_ends_on_its_day() {
    let old = order("size: { type: integer, max: 9 }");
    let new = |until: &str| {
        let accepted =
            format!("allow: [{{ rule: maximum-lowered, reason: It is unused., until: {until} }}]");
        order(&format!("size: {{ type: integer, max: 8, {accepted} }}"))
    };
    let comparison = Pair::new(&old, &new(TODAY)).compare();
    let reason = Exemption::Accepted(Some("It is unused.".to_owned()));
    assert_eq!(only(&comparison.changes).exemption, Some(reason));
    assert!(comparison.unused.is_empty());
    let comparison = Pair::new(&old, &new("2026-06-14")).compare();
    assert_eq!(only(&comparison.changes).exemption, None);
    let [unused] = comparison.unused.as_slice() else {
        panic!("{:#?}", comparison.unused);
    };
    assert_eq!(unused.ended, "2026-06-14".parse().ok());
}

#[test]
fn documents_of_openapi_accept_changes_too() {
    let document = |max: u8, own: &str| {
        format!(
            "openapi: 3.1.0\ninfo: {{ title: Shop, version: 1.0.0 }}\npaths:\n  /a:\n    get:\n      operationId: a\n{own}      \
             parameters: [{{ name: q, in: query, schema: {{ type: integer, maximum: {max} }} }}]\n      \
             responses: {{ '204': {{ description: Done. }} }}\n"
        )
    };
    let compared = |own: &str| {
        let old = SourceFile::new("old.yaml", document(9, ""));
        let new = SourceFile::new("new.yaml", document(8, own));
        let old = specsmith::read_to_compare(&old).unwrap();
        let new = specsmith::read_to_compare(&new).unwrap();
        compare(&old, &new, TODAY.parse().unwrap())
    };
    let own =
        "      x-specsmith: { allow: [{ rule: maximum-lowered, reason: Nobody has more. }] }\n";
    let comparison = compared(own);
    let reason = Exemption::Accepted(Some("Nobody has more.".to_owned()));
    assert_eq!(only(&comparison.changes).exemption, Some(reason));
    assert_eq!(only(&compared("").changes).exemption, None);
    // A date that cannot be read accepts nothing.
    let own = "      x-specsmith: { allow: [{ rule: maximum-lowered, until: soon }] }\n";
    assert_eq!(only(&compared(own).changes).exemption, None);
}

#[test]
fn schemas_of_openapi_accept_changes_of_their_types() {
    let document = |book: &str, color: &str| {
        let text = format!(
            "openapi: 3.1.0
info: {{ title: Shop, version: 1.0.0 }}
paths:
  /books:
    get: {{ operationId: list, parameters: [{{ name: color, in: query, schema: {{ $ref: '#/components/schemas/Color' }} }}], responses: {{ '204': {{ description: Done. }} }} }}
    put: {{ operationId: replace, requestBody: {{ content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Book' }} }} }} }}, responses: {{ '204': {{ description: Done. }} }} }}
components:
  schemas:
    Book: {{ type: object, {book} }}
    Color: {{ type: string, {color} }}
"
        );
        SourceFile::new("openapi.yaml", text)
    };
    let old = document(
        "properties: { pages: { type: integer, maximum: 9 } }",
        "enum: [red, green]",
    );
    let new = document(
        "x-specsmith: { allow: [maximum-lowered] }, properties: { pages: { type: integer, maximum: 8 } }",
        "x-specsmith: { allow: [enum-value-removed] }, enum: [red]",
    );
    let (old, new) = (
        specsmith::read_to_compare(&old).unwrap(),
        specsmith::read_to_compare(&new).unwrap(),
    );
    let comparison = compare(&old, &new, TODAY.parse().unwrap());
    assert_eq!(comparison.unused, []);
    let accepted = Some(Exemption::Accepted(None));
    let found = comparison.changes.iter();
    let found = found.map(|change| (change.rule.id(), change.exemption == accepted));
    assert_eq!(
        found.collect::<Vec<_>>(),
        [("maximum-lowered", true), ("enum-value-removed", true)]
    );
}

const UNSTABLE: &str = "types:\n  Report: { fields: { total: integer } }\n  Kept: { fields: { a: string } }\n\
    operations:\n  get_report: { route: GET /report, returns: Report, stability: unstable, query: { q?: string } }\n  \
    get_kept: { route: GET /kept, returns: Kept }\n  other: { route: GET /other }\n";

#[test]
fn what_was_unstable_does_not_count() {
    let rules = |new: &str| Pair::new(UNSTABLE, new).rules();
    // A part of the operation, and a type that only it has.
    let changed = UNSTABLE
        .replace("q?: string", "q: string")
        .replace("total: integer", "total: string");
    let expected = vec!["parameter-became-required", "type-changed"];
    assert_eq!(rules(&changed), (expected, vec![]));
    // Everything of it is gone.
    let gone = "types:\n  Kept: { fields: { a: string } }\noperations:\n  get_kept: { route: GET /kept, returns: Kept }\n  other: { route: GET /other }\n";
    let (exempt, others) = rules(gone);
    assert!(exempt.contains(&"operation-removed"), "{exempt:?}");
    assert!(others.is_empty(), "{others:?}");
    // What is stable counts.
    let changed = UNSTABLE.replace("a: string", "a: integer");
    assert_eq!(rules(&changed), (vec![], vec!["type-changed"]));
    // So does what the new document alone calls unstable.
    let stable = UNSTABLE.replace(", stability: unstable", "");
    let changed = UNSTABLE.replace("q?: string", "q: string");
    let (exempt, others) = Pair::new(&stable, &changed).rules();
    assert_eq!(exempt, Vec::<&str>::new());
    assert_eq!(others, ["parameter-became-required", "stability-lowered"]);
}

#[test]
fn the_innermost_part_decides_whether_it_is_stable() {
    let spec = |stability: &str, q: &str| {
        format!(
            "api: {{ name: Shop, title: Shop, version: 0.1.0, stability: unstable }}\n\
             operations:\n  a: {{ route: GET /a, query: {{ {q}: string }}{stability} }}\n"
        )
    };
    let rules = |stability| Pair::new(&spec(stability, "q?"), &spec(stability, "q")).rules();
    assert_eq!(rules(""), (vec!["parameter-became-required"], vec![]));
    let stable = rules(", stability: stable");
    assert_eq!(stable, (vec![], vec!["parameter-became-required"]));
}

#[test]
fn stability_that_changes_is_a_change() {
    let stable = order("note: string");
    let unstable = order("note: { type: string, stability: unstable }");
    let lowered = Pair::new(&stable, &unstable).compare().changes;
    let lowered = only(&lowered);
    assert_eq!(lowered.rule.id(), "stability-lowered");
    assert_eq!(lowered.verdict(Axis::Wire, Clients::Any), Verdict::Risky);
    let raised = Pair::new(&unstable, &stable).compare().changes;
    let raised = only(&raised);
    assert_eq!(raised.rule.id(), "stability-raised");
    assert_eq!(raised.exemption, None);
    let verdict = raised.verdict(Axis::Wire, Clients::Any);
    assert_eq!(verdict, Verdict::Compatible);
}

#[test]
fn removals_count_until_the_sunset_date() {
    let old = |sunset: &str| {
        format!(
            "types:\n  Old: {{ fields: {{ a: string }} }}\noperations:\n  a: {{ route: GET /a, returns: Old, deprecated: {{ sunset: {sunset} }} }}\n  b: {{ route: GET /b }}\n  c: {{ route: GET /c }}\n"
        )
    };
    let new = "operations:\n  b: { route: GET /b }\n  c: { route: GET /c }\n";
    let exemptions = |sunset: &str| {
        let changes = Pair::new(&old(sunset), new).compare().changes;
        let all = changes.into_iter();
        all.map(|change| (change.rule.id(), change.exemption))
            .collect::<Vec<_>>()
    };
    // The day itself is the day of the removal.
    for sunset in ["2026-06-14", TODAY] {
        let past = Some(Exemption::PastSunset(sunset.parse().unwrap()));
        assert_eq!(exemptions(sunset), [("operation-removed", past)]);
    }
    assert_eq!(exemptions("2026-06-16"), [("operation-removed", None)]);
    let comparison = Pair::new(&old("2026-06-16"), new).compare();
    let all = &comparison.changes;
    let removed = all
        .iter()
        .find(|change| change.rule.id() == "operation-removed");
    let message = &removed.unwrap().message;
    assert!(
        message.ends_with(", before its sunset date, 2026-06-16"),
        "{message}"
    );
    // It is deprecated already.
    let advice = removed.unwrap().instead(Clients::Any, Language::Spec);
    assert_eq!(advice.as_deref(), Some("Keep it until 2026-06-16."));
    // A part of what is past its date may go too, and other changes of it count.
    let old = order("note: { type: string, deprecated: { sunset: 2026-01-01 } }");
    let (exempt, others) = Pair::new(&old, &order("")).rules();
    assert_eq!((exempt.len(), others.len()), (1, 0));
    let changed = old.replace("note: { type: string", "note: { type: integer");
    assert_eq!(
        Pair::new(&old, &changed).rules(),
        (vec![], vec!["type-changed"])
    );
}

#[test]
fn sunset_dates_that_change_are_changes() {
    let none = order("note: { type: string, deprecated: true }");
    let on = |day: &str| {
        order(&format!(
            "note: {{ type: string, deprecated: {{ sunset: {day} }} }}"
        ))
    };
    let (early, late) = (on("2027-01-01"), on("2027-02-01"));
    for (old, new, rule, verdict) in [
        (&none, &early, "sunset-set", Verdict::Compatible),
        (&early, &none, "sunset-removed", Verdict::Risky),
        (&late, &early, "sunset-moved-earlier", Verdict::Risky),
        (&early, &late, "sunset-moved-later", Verdict::Compatible),
    ] {
        let changes = Pair::new(old, new).compare().changes;
        let change = only(&changes);
        assert_eq!(change.rule.id(), rule);
        let found = change.verdict(Axis::Wire, Clients::Any);
        assert_eq!(found, verdict, "{rule}");
    }
}

#[test]
fn a_first_sunset_date_that_has_come_gives_no_time() {
    let on = |note: &str| order(&format!("note: {{ type: string{note} }}"));
    let stable = on("");
    let deprecated = on(", deprecated: true");
    for (day, is_announced) in [("2020-01-01", false), (TODAY, false), ("2026-06-16", true)] {
        let gone = on(&format!(", deprecated: {{ sunset: {day} }}"));
        let found = |old: &str, new: &str| Pair::new(old, new).rules().1;
        let (there, back) = match is_announced {
            true => (vec!["deprecated"], vec!["deprecation-removed"]),
            false => (
                vec!["deprecated", "sunset-moved-earlier"],
                vec!["deprecation-removed", "sunset-moved-later"],
            ),
        };
        assert_eq!(found(&stable, &gone), there, "{day}");
        assert_eq!(found(&gone, &stable), back, "{day}");
        let (there, back) = match is_announced {
            true => ("sunset-set", "sunset-removed"),
            false => ("sunset-moved-earlier", "sunset-moved-later"),
        };
        assert_eq!(found(&deprecated, &gone), [there], "{day}");
        assert_eq!(found(&gone, &deprecated), [back], "{day}");
    }
}

#[test]
fn a_crate_with_accepted_changes_is_released_again() {
    let old = order("size: { type: integer, max: 9 }");
    let new = order("size: { type: integer, max: 8, allow: [maximum-lowered] }");
    let text = Pair::new(&old, &new).report(|report| report.to_text(Style::Plain));
    assert!(text.contains("the API deserves no new version"), "{text}");
    assert!(
        text.contains("the crate deserves a minor version: 1.1.0 after 1.0.0"),
        "{text}"
    );
}

/// A pair with an exemption of each kind, and an entry of `allow` that accepts nothing.
fn all_kinds() -> Pair {
    let old = order(
        "size: { type: integer, max: 9 }, next: { type: string, stability: unstable }, last: { type: string, deprecated: { sunset: 2026-01-01 } }",
    );
    let accepted = "allow: [{ rule: maximum-lowered, reason: Nobody has more. }, pattern-added]";
    let new = order(&format!("size: {{ type: integer, max: 8, {accepted} }}"));
    Pair::new(&old, &new)
}

#[test]
fn all_reports_list_what_does_not_count() {
    let text = all_kinds().report(|report| report.to_text(Style::Plain));
    for expected in [
        "accepted:\n  `Order.size`: the maximum was 9, and is 8 [maximum-lowered]: Nobody has more.\n",
        "unstable:\n  `Order.next`: the required field `next` is gone [required-field-removed]\n",
        "past its sunset date:\n  `Order.last`: the required field `last` is gone [required-field-removed]: 2026-01-01\n",
        "new.yaml:4:126: `allow` accepts `pattern-added`, and there is no such change\n",
        "the API deserves no new version",
    ] {
        assert!(text.contains(expected), "{expected}\n\nin\n{text}");
    }
    let json = all_kinds().report(Report::to_json_lines);
    for expected in [
        r#""exemption":{"detail":"Nobody has more.","kind":"accepted"}"#,
        r#""exemption":{"detail":null,"kind":"unstable"}"#,
        r#""exemption":{"detail":"2026-01-01","kind":"past-sunset"}"#,
        r#""unused_allow":[{"ended":null,"others":[],"place":{"column":126,"file":"new.yaml","line":4},"rule":"pattern-added"}]"#,
    ] {
        assert!(json.contains(expected), "{expected}\n\nin\n{json}");
    }
    let github = all_kinds().report(Report::to_github_commands);
    assert_eq!(github.matches("::notice ").count(), 4, "{github}");
    assert!(github.contains("(accepted: Nobody has more.)"), "{github}");
    // What is gone is at what it was in, as changes that count are.
    assert_eq!(github.matches("line=4,").count(), 4, "{github}");
    let junit = all_kinds().report(Report::to_junit);
    for expected in [
        "failures=\"0\" skipped=\"3\"",
        "<skipped message=\"accepted: Nobody has more.\"/>",
        "<skipped message=\"past its sunset date: 2026-01-01\"/>",
        "<system-out>new.yaml:4:126: ",
    ] {
        assert!(junit.contains(expected), "{expected}\n\nin\n{junit}");
    }
    let markdown = all_kinds().report(Report::to_markdown);
    for expected in [
        "### Accepted\n\n- `Order.size` (in requests and responses of `GET /order`, `PUT /order`): the maximum was 9, and is 8. Nobody has more.\n",
        "### Unstable\n\n- `Order.next` (in requests and responses of `GET /order`, `PUT /order`): the required field `next` is gone.\n",
        "### Past its sunset date\n\n- `Order.last` (in requests and responses of `GET /order`, `PUT /order`): the required field `last` is gone. Removed after its sunset date, 2026-01-01.\n",
        "### Unused entries of `allow`\n\n- new.yaml:4:126: `allow` accepts `pattern-added`, and there is no such change.\n",
    ] {
        assert!(markdown.contains(expected), "{expected}\n\nin\n{markdown}");
    }
    let Pair { new, .. } = all_kinds();
    let without_changes = Pair {
        old: new.clone(),
        new,
    };
    let markdown = without_changes.report(Report::to_markdown);
    let expected = "No changes.\n\n### Unused entries of `allow`\n\n- new.yaml:4:";
    assert!(markdown.contains(expected), "{markdown}");
}

/// Asserts that a change by this rule is accepted at the item where `ALLOW` is.
#[track_caller]
pub(crate) fn assert_accepted(rule: &str, old: &str, new: &str) {
    let pair = Pair::new(
        &old.replace("ALLOW", ""),
        &new.replace("ALLOW", &format!("allow: [{rule}], ")),
    );
    let (exempt, others) = pair.rules();
    assert_eq!(exempt, [rule], "others: {others:?}");
    assert!(!others.contains(&rule), "{others:?}");
    assert!(pair.compare().unused.is_empty());
}

#[test]
fn changes_of_fields_and_headers_of_errors_are_accepted_there() {
    let with = |own: &str, shared: &str, header: &str| {
        format!(
            "
error_body: {{ message: message, fields: {{ trace?: {shared} }} }}
errors:
  404:
    name: Missing
    message: No.
    fields: {{ since?: {own} }}
    headers: {{ X-Wait?: {header} }}
operations:
  get_order: {{ route: GET /order, errors: [404] }}
"
        )
    };
    let old = with("string", "string", "string");
    let short = "{ ALLOWtype: string, max_length: 9 }";
    for new in [
        with(short, "string", "string"),
        with("string", short, "string"),
        with("string", "string", short),
    ] {
        assert_accepted("max-length-lowered", &old, &new);
    }
}

#[test]
fn a_field_and_a_header_of_one_error_may_have_one_name() {
    let with = |header: &str, field: &str| {
        format!(
            "
errors:
  409:
    name: Taken
    message: No.
    headers: {{ reason?: {header} }}
    fields: {{ reason?: {field} }}
operations:
  get_order: {{ route: GET /order, errors: [409] }}
"
        )
    };
    let old = with("string", "string");
    let other = "{ ALLOWtype: string, max_length: 9 }";
    assert_accepted("max-length-lowered", &old, &with(other, "string"));
    assert_accepted("max-length-lowered", &old, &with("string", other));
    // What one accepts, the other does not.
    let new = with(
        "{ type: string, allow: [max-length-lowered] }",
        "{ type: string, max_length: 9 }",
    );
    let pair = Pair::new(&old, &new);
    assert_eq!(pair.rules(), (Vec::new(), vec!["max-length-lowered"]));
    assert_eq!(pair.compare().unused.len(), 1);
    // What is announced about one is at its own place.
    let deprecated = "{ type: string, deprecated: true }";
    for (new, path) in [
        (with(deprecated, "string"), "Taken.header.reason"),
        (with("string", deprecated), "Taken.reason"),
    ] {
        let changes = Pair::new(&old, &new).compare().changes;
        let found: Vec<(&str, &str)> = changes
            .iter()
            .map(|change| (change.rule.id(), change.path.as_str()))
            .collect();
        assert_eq!(found, [("deprecated", path)]);
    }
}

#[test]
fn a_variant_with_several_tags_is_one_variant() {
    let with = |variants: &str| {
        format!(
            "
types: {{ Pet: {{ union: {{ {variants}, dog: integer }}, tag: kind, value: data }} }}
operations: {{ get_pet: {{ route: GET /pet, returns: Pet }} }}
"
        )
    };
    let old = with("cat: { type: string, also: [lion] }");
    for (old, new) in [
        (&old, with("cat: { ALLOWtype: integer, also: [lion] }")),
        (&old, with("lion: { ALLOWtype: integer, also: [cat] }")),
        // It has only the further tag in common.
        (
            &old,
            with("tiger: { ALLOWtype: string, also: [cat, lion] }")
                .replace("type: string", "type: integer"),
        ),
    ] {
        let new = new.replace("ALLOW", "allow: [type-changed, variant-added], ");
        let changes = Pair::new(old, &new).compare().changes;
        let changed = changes
            .iter()
            .filter(|change| change.rule.id() == "type-changed");
        assert_eq!(changed.count(), 1, "{changes:?}");
        let mut changes = changes.iter();
        assert!(changes.all(|change| change.exemption.is_some()), "{new}");
    }
    // A further tag is a new variant for others, and what is announced is announced once.
    let old = with("cat: string");
    assert_accepted(
        "variant-added",
        &old,
        &with("cat: { ALLOWtype: string, also: [lion] }"),
    );
    let old = with("cat: { type: string, also: [lion] }");
    let new = with("cat: { type: string, also: [lion], deprecated: true }");
    let pair = Pair::new(&old, &new);
    assert_eq!(pair.rules(), (Vec::new(), vec!["deprecated"]));
}

#[test]
fn a_scope_is_accepted_where_it_is_declared() {
    let with = |scopes: &str| {
        format!(
            "
auth:
  schemes:
    platform:
      scheme: bearer
      scopes: {{ read: {{ doc: Read. }}, write: {{ ALLOWdoc: Write. }} }}
operations:
  get_order: {{ route: GET /order, auth: {{ platform: [{scopes}] }} }}
"
        )
    };
    assert_accepted("scope-added", &with("read"), &with("read, write"));
    // Another scope is not accepted there.
    let new = with("read, write").replace("read: { doc", "read: { allow: [scope-added], doc");
    let pair = Pair::new(
        &with("read").replace("ALLOW", ""),
        &new.replace("ALLOW", ""),
    );
    assert_eq!(pair.rules(), (vec![], vec!["scope-added"]));
    assert_eq!(pair.compare().unused.len(), 1);
}

#[test]
fn changes_of_pages_are_accepted_at_the_pager() {
    let with = |keys: &str| {
        format!(
            "
pagers: {{ page: {{ ALLOWcursor: {{ parameter: after }}, items: books, {keys} }} }}
operations:
  list_books: {{ route: GET /books, returns: page<string> }}
"
        )
    };
    assert_accepted(
        "next-page-changed",
        &with("next: more"),
        &with("next: { url: more }"),
    );
    assert_accepted(
        "field-became-optional",
        &with("next: next, total: total"),
        &with("next: next, total?: total"),
    );
    let limit = |max: u32| {
        with(&format!(
            "next: next, limit: {{ parameter: limit, max: {max} }}"
        ))
    };
    assert_accepted("maximum-lowered", &limit(50), &limit(40));
}

#[test]
fn a_group_accepts_that_it_becomes_unstable() {
    let with = |keys: &str| {
        format!(
            "
groups: {{ orders: {{ ALLOWdoc: Orders., {keys} }} }}
operations:
  get_order: {{ route: GET /order, group: orders }}
"
        )
    };
    assert_accepted("stability-lowered", &with(""), &with("stability: unstable"));
}

#[test]
fn an_operation_in_another_group_is_as_stable_as_that_group() {
    let with = |group: &str| {
        format!(
            "
groups: {{ orders: {{ doc: Orders. }}, trials: {{ stability: unstable }} }}
operations:
  get_order: {{ route: GET /order, group: {group} }}
  get_other: {{ route: GET /other, group: orders }}
  get_trial: {{ route: GET /trial, group: trials }}
"
        )
    };
    let rules = Pair::new(&with("orders"), &with("trials")).rules();
    assert!(rules.1.contains(&"stability-lowered"), "{rules:?}");
    let rules = Pair::new(&with("trials"), &with("orders")).rules();
    assert!(rules.1.contains(&"stability-raised"), "{rules:?}");
}

#[test]
fn additions_to_what_was_unstable_do_not_count() {
    let spec = "
types:
  Draft: { fields: { a: string } }
  Size: { enum: [small, large] }
  Shape: { union: { dot: {}, line: {} }, tag: kind }
  Trial: { stability: unstable, fields: { inner: Inner, size: TrialSize } }
  Inner: { fields: { a: string } }
  TrialSize: { stability: unstable, enum: [small, large] }
  Fixed: { stability: stable, fields: { a: string } }
errors:
  409: { name: Taken, message: Taken }
operations:
  add_draft: { route: POST /a, body: Draft, stability: unstable, query: { size?: Size }, returns: Shape, errors: [] }
  add_trial: { route: POST /b, body: Trial, returns: Trial, errors: [] }
  add_fixed: { route: POST /c, body: Fixed, stability: unstable, errors: [] }
";
    let with = |from: &str, to: &str| {
        assert!(spec.contains(from), "{from}");
        Pair::new(spec, &spec.replace(from, to)).rules()
    };
    for (from, to) in [
        (
            "Draft: { fields: { a: string",
            "Draft: { fields: { b: string, a: string",
        ),
        ("size?: Size }", "size?: Size, page: integer }"),
        (
            "returns: Shape, errors: []",
            "returns: Shape, errors: [409]",
        ),
        ("Size: { enum: [small,", "Size: { enum: [tiny, small,"),
        ("line: {} }", "line: {}, area: {} }"),
        // A type that is unstable itself, in an operation that is not, and one that only the type has.
        ("inner: Inner, size", "inner: Inner, more: integer, size"),
        ("unstable, enum: [", "unstable, enum: [tiny, "),
        (
            "Inner: { fields: { a: string",
            "Inner: { fields: { b: string, a: string",
        ),
        ("route: POST /a, body: Draft", "route: POST /a"),
    ] {
        let (exempt, others) = with(from, to);
        assert!(
            !exempt.is_empty() && others.is_empty(),
            "{to}: {exempt:?}, {others:?}"
        );
    }
    // What says that it is stable counts, and so does what something stable has as well.
    for (from, to) in [
        (
            "stable, fields: { a: string",
            "stable, fields: { b: string, a: string",
        ),
        (
            "POST /b, body: Trial, returns: Trial, errors: []",
            "POST /b, body: Trial, returns: Trial, errors: [409]",
        ),
    ] {
        let (exempt, others) = with(from, to);
        assert!(
            exempt.is_empty() && !others.is_empty(),
            "{to}: {exempt:?}, {others:?}"
        );
    }
    let shared = spec.replace("add_fixed: { route: POST /c, body: Fixed", "add_other: { route: POST /d, body: Draft, errors: [] }\n  add_fixed: { route: POST /c, body: Fixed");
    let new = shared.replace(
        "Draft: { fields: { a: string",
        "Draft: { fields: { b: string, a: string",
    );
    let (exempt, others) = Pair::new(&shared, &new).rules();
    assert_eq!((exempt, others), (vec![], vec!["required-field-added"]));
}

/// What an alias says is accepted at the alias, wherever it is used, and nothing else is.
#[test]
fn aliases_accept_changes_of_what_they_say() {
    let spec = "types:
  Name: { alias: string, max_length: 10 }
  Names: { alias: 'list<Name>' }
  Book: { fields: { title: Name, others: 'map<Name>', names: Names } }
operations:
  search: { route: GET /a, query: { s: Name, all?: 'list<Name>' }, returns: Book, errors: [] }
  change: { route: PUT /a, body: Book, errors: [] }
  rename: { route: POST /a, body: Name, errors: [] }
";
    let new = |accepted: &str| {
        spec.replace(
            "max_length: 10",
            &format!("max_length: 9, allow: [{accepted}]"),
        )
    };
    let pair = Pair::new(spec, &new("max-length-lowered"));
    assert_eq!(pair.compare().unused, []);
    let (exempt, others) = pair.rules();
    assert!(
        !exempt.is_empty() && others.is_empty(),
        "{exempt:?}, {others:?}"
    );
    // Of what the alias does not say, it accepts nothing.
    let longer = |text: &str| text.replace("{ s: Name", "{ s: { type: string, max_length: 5 }");
    let pair = Pair::new(
        &spec.replace("{ s: Name", "{ s: { type: string, max_length: 6 }"),
        &longer(&new("max-length-lowered")),
    );
    assert_eq!(pair.rules().1, ["max-length-lowered"]);
    let same = Pair::new(
        &spec.replace("{ s: Name", "{ s: string"),
        &spec.replace(
            "max_length: 10",
            "max_length: 10, allow: [max-length-lowered]",
        ),
    );
    assert_eq!(same.compare().unused.len(), 1);
}
