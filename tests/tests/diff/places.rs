//! Where changes are shown.

use specsmith::diagnostic::Style;
use specsmith::diff::{Options, Report, diff};
use specsmith::source::SourceFile;

use crate::compared::specification;

/// The places of what an overlay changes in a document.
fn places_with_overlay(document: &str, overlay: &str) -> Vec<String> {
    let overlay = SourceFile::new("overlay.yaml", overlay);
    let changed = specsmith::with_includes(overlay, &mut |path| match path {
        "openapi.yaml" => Ok(document.to_owned()),
        _ => Err("there is no such file".to_owned()),
    });
    places(
        &SourceFile::new("openapi.yaml", document),
        &changed.expect("its document is there"),
    )
}

/// The lines of the new description that changes are shown at: the file and the line.
fn places(old: &SourceFile, new: &SourceFile) -> Vec<String> {
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let (old, new) = (read(old), read(new));
    let report = Report::new(&old, &new, diff(&old, &new), Options::default());
    let lines = report.to_json_lines();
    let objects = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON"));
    let changes = objects.filter(|object| object["rule"].is_string());
    changes
        .map(|change| {
            let place = &change["new"];
            format!(
                "{} {}:{}",
                change["rule"].as_str().unwrap_or_default(),
                place["file"].as_str().unwrap_or_default(),
                place["line"]
            )
        })
        .collect()
}

#[test]
fn what_an_overlay_changes_is_shown_in_the_overlay() {
    let document = "
openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths:
  /pet:
    put:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '204': { description: It is stored } }
components:
  schemas:
    Pet: { type: object, properties: { name: { type: string }, tag: { type: string } } }
";
    let overlay = "
overlay: 1.0.0
info: { title: Limits, version: 1.0.0 }
extends: openapi.yaml
actions:
  - target: $.components.schemas.Pet.properties.name
    update: { maxLength: 20 }
  - target: $.components.schemas.Pet
    update:
      properties:
        tag: { minLength: 1 }
        age: { type: integer }
";
    let found = places_with_overlay(document, overlay);
    assert_eq!(
        found,
        [
            "max-length-lowered overlay.yaml:6",
            "min-length-raised overlay.yaml:11",
            "optional-field-added overlay.yaml:12",
        ]
    );
}

#[test]
fn parameters_of_a_pager_are_shown_at_the_pager() {
    let with = |max: u8| {
        specification(&format!(
            "
pagers:
  page:
    offset: {{ parameter: offset }}
    limit: {{ parameter: limit, default: 10, max: {max} }}
    items: items
operations:
  list_orders: {{ route: GET /orders, returns: page<string> }}
"
        ))
    };
    let found = places(&with(50), &with(20));
    assert_eq!(found, ["maximum-lowered shop.yaml:7"]);
}

#[test]
fn keys_of_the_document_are_shown_at_their_values() {
    let with = |base_path: &str, name: &str, idempotency: &str| {
        SourceFile::new(
            "shop.yaml",
            format!(
                "specsmith: 1
api:
  name: Shop
  title: Shop
  version: 1.0.0
  base_path: {base_path}
rust:
  crate: {name}
operations:
  create_order:
    route: POST /orders{idempotency}
"
            ),
        )
    };
    let found = places(
        &with("/v1", "shop", ""),
        &with("/v2", "store", "\n    idempotency?: Idempotency-Key"),
    );
    for expected in [
        "base-path-changed shop.yaml:6",
        "crate-renamed shop.yaml:8",
        "optional-parameter-added shop.yaml:12",
    ] {
        assert!(found.iter().any(|place| place == expected), "{found:?}");
    }
}

/// A document whose only operation takes an object of this schema.
fn with_schema(schema: &str) -> SourceFile {
    SourceFile::new(
        "openapi.yaml",
        format!(
            "openapi: 3.1.0
info: {{ title: Shop, version: 1.0.0 }}
paths:
  /pet:
    put:
      operationId: put_pet
      requestBody: {{ content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Pet' }} }} }} }}
      responses: {{ '204': {{ description: It is stored }} }}
components:
  schemas:
    Pet:
      type: object
{schema}"
        ),
    )
}

#[test]
fn what_no_schema_of_its_own_describes_is_shown_where_it_is_named() {
    let found = places(
        &with_schema("      properties: { name: { type: string } }\n"),
        &with_schema(
            "      required:\n        - tag\n      properties: { name: { type: string } }\n",
        ),
    );
    assert_eq!(found, ["required-field-added openapi.yaml:14"]);
    let kinds = |kinds: &str, limit: u8| {
        with_schema(&format!(
            "      properties:\n        name:\n          {{ type: [{kinds}], maxLength: {limit} }}\n"
        ))
    };
    let found = places(
        &kinds("string, integer", 4),
        &kinds("string, integer, boolean", 4),
    );
    assert_eq!(found, ["variant-added openapi.yaml:15"]);
    let found = places(&kinds("string, integer", 4), &kinds("string, integer", 5));
    assert_eq!(found, ["max-length-raised openapi.yaml:15"]);
}

#[test]
fn what_all_operations_with_a_pager_have_is_one_change() {
    let with = |pager: &str, item: &str| {
        specification(&format!(
            "
pagers:
  page: {{ {pager} }}
operations:
  list_orders: {{ route: GET /orders, returns: page<string> }}
  list_names: {{ route: GET /names, returns: page<{item}> }}
"
        ))
    };
    let with_total = |total: &str| {
        with(
            &format!("offset: {{ parameter: offset }}, items: items, total: {total}"),
            "string",
        )
    };
    let found = places(&with_total("total"), &with_total("count"));
    assert_eq!(
        found,
        [
            "required-field-removed :null",
            "required-field-added shop.yaml:5"
        ]
    );
    let with_parameter = |name: &str| {
        with(
            &format!("offset: {{ parameter: {name} }}, items: items"),
            "string",
        )
    };
    let found = places(&with_parameter("offset"), &with_parameter("from"));
    let expected = [
        "next-page-changed shop.yaml:5",
        "optional-parameter-removed :null",
        "optional-parameter-added shop.yaml:5",
    ];
    assert_eq!(found, expected);
    // What the items are is said by the operation.
    let with_items = |item: &str| with("offset: { parameter: offset }, items: items", item);
    let found = places(&with_items("string"), &with_items("integer"));
    assert!(
        found.contains(&"type-changed shop.yaml:8".to_owned()),
        "{found:?}"
    );
}

#[test]
fn a_type_that_is_text_and_json_has_one_change() {
    let with = |field: &str| {
        specification(&format!(
            "
types:
  Order: {{ fields: {{ sku: {field} }} }}
operations:
  create_order: {{ route: POST /orders, body: Order, returns: Order }}
  send_order: {{ route: POST /order, body: form<Order> }}
"
        ))
    };
    let found = places(&with("string"), &with("integer"));
    assert_eq!(found, ["type-changed shop.yaml:5"]);
    let found = places(&with("integer"), &with("string"));
    assert_eq!(found, ["type-changed shop.yaml:5"]);
}

#[test]
fn a_list_in_a_path_that_becomes_its_item_has_one_place() {
    let with = |shelf: &str| {
        specification(&format!(
            "
operations:
  get_shelf:
    route: GET /shelves/{{shelf}}
    path: {{ shelf: {shelf} }}
"
        ))
    };
    let style = "parameter-style-changed shop.yaml:7";
    let found = places(&with("list<string>"), &with("string"));
    assert_eq!(found, ["type-narrowed shop.yaml:7", style]);
    let found = places(&with("string"), &with("list<string>"));
    assert_eq!(found, [style, "type-widened shop.yaml:7"]);
    let found = places(&with("list<uuid>"), &with("uuid"));
    assert_eq!(found, ["type-narrowed shop.yaml:7"]);
}

#[test]
fn a_header_in_another_case_is_at_both_places() {
    let with = |name: &str, ty: &str| {
        specification(&format!(
            "
errors:
  409:
    name: Taken
    message: No.
    headers: {{ {name}?: {ty} }}
operations:
  get_a:
    route: GET /a
    responses:
      200:
        headers:
          {name}: {ty}
    errors: [409]
"
        ))
    };
    let (old, new) = (with("X-Size", "string"), with("x-size", "int32"));
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let changes = diff(&read(&old), &read(&new));
    let text = |source: &SourceFile, span: Option<specsmith::source::Span>| {
        span.map(|span| source.text()[span.start()..span.end()].to_owned())
    };
    let found: Vec<_> = changes
        .iter()
        .filter(|change| change.path == "get_a.200.header.x-size")
        .map(|change| (text(&old, change.old), text(&new, change.new)))
        .collect();
    let expected = (Some("X-Size".to_owned()), Some("x-size".to_owned()));
    assert_eq!(found, [expected], "{changes:?}");
}

#[test]
fn what_an_overlay_changes_of_a_part_is_shown_in_the_overlay() {
    let document = "
openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: list_pets
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 100 } }
        - { name: sort, in: query, schema: { type: string } }
      responses:
        '200':
          description: The pets
          content: { application/json: { schema: { $ref: '#/components/schemas/Pets' } } }
components:
  schemas:
    Pets: { type: object, properties: { names: { type: array, items: { type: string } } } }
";
    let overlay = "
overlay: 1.0.0
info: { title: Limits, version: 1.0.0 }
extends: openapi.yaml
actions:
  - target: $.paths['/pets'].get.parameters[?@.name=='limit'].schema
    update: { maximum: 50 }
  - target: $.paths['/pets'].get.parameters[?@.name=='sort']
    update: { required: true }
  - target: $.components.schemas.Pets.properties.names.items
    update: { maxLength: 20 }
  - target: $
    update:
      paths:
        /pets:
          get:
            deprecated: true
";
    let found = places_with_overlay(document, overlay);
    assert_eq!(
        found,
        [
            "maximum-lowered overlay.yaml:6",
            "parameter-became-required overlay.yaml:8",
            "deprecated overlay.yaml:16",
            "max-length-lowered overlay.yaml:10",
        ]
    );
}

#[test]
fn what_happens_to_other_fields_is_shown_at_the_keyword() {
    let schema = |rule: &str| {
        with_schema(&format!(
            "      properties: {{ name: {{ type: string }} }}\n{rule}"
        ))
    };
    let (open, closed) = (schema(""), schema("      additionalProperties: false\n"));
    assert_eq!(
        places(&open, &closed),
        ["other-fields-refused openapi.yaml:14"]
    );
    assert_eq!(
        places(&closed, &open),
        ["other-fields-accepted openapi.yaml:12"]
    );
    let with = |others: &str| {
        specification(&format!(
            "
types:
  Pet:
    fields: {{ name: string }}{others}
operations:
  put_pet: {{ route: PUT /pet, body: Pet }}
"
        ))
    };
    let found = places(&with(""), &with("\n    others: none"));
    assert_eq!(found, ["other-fields-refused shop.yaml:7"]);
}

/// The excerpts of both sides at which the first change by a rule is shown.
fn excerpts(old: &SourceFile, new: &SourceFile, rule: &str) -> (Option<String>, Option<String>) {
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let changes = diff(&read(old), &read(new));
    let change = changes.iter().find(|change| change.rule.id() == rule);
    let change = change.unwrap_or_else(|| panic!("{rule} is in {changes:?}"));
    let text = |source: &SourceFile, span: Option<specsmith::source::Span>| {
        span.map(|span| source.text()[span.start()..span.end()].to_owned())
    };
    (text(old, change.old), text(new, change.new))
}

#[test]
fn an_error_of_an_operation_is_shown_in_its_list() {
    let with = |errors: &str, declared: &str| {
        specification(&format!(
            "
errors:
  404: {{ name: NotFound, message: Not found }}{declared}
operations:
  get_pet: {{ route: GET /pet, errors: [{errors}] }}
"
        ))
    };
    let conflict = "\n  409: { name: Conflict, message: Conflict }";
    let text = |text: &str| Some(text.to_owned());
    for declared in ["", conflict] {
        let (old, new) = (with("404", declared), with("404, 409", conflict));
        assert_eq!(excerpts(&old, &new, "error-added"), (None, text("409")));
        assert_eq!(excerpts(&new, &old, "error-removed"), (text("409"), None));
        let line = "operations:\n  get_pet: { route: GET /pet, errors: [404, ";
        let place = new.text().find(line).expect("it is there") + line.len();
        let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
        let changes = diff(&read(&old), &read(&new));
        let added = changes
            .iter()
            .find(|change| change.rule.id() == "error-added");
        let start = added.and_then(|change| change.new).map(|span| span.start());
        assert_eq!(start, Some(place));
    }
}

#[test]
fn inline_types_that_are_renamed_have_places() {
    let with = |operation: &str| {
        SourceFile::new(
            "openapi.yaml",
            format!(
                "openapi: 3.1.0
info: {{ title: Shop, version: 1.0.0 }}
paths:
  /pet:
    put:
      operationId: {operation}
      requestBody:
        content:
          multipart/form-data: {{ schema: {{ type: object, properties: {{ photo: {{ type: string }} }} }} }}
      responses:
        '200':
          description: It is stored
          content:
            application/json: {{ schema: {{ type: [string, object], properties: {{ id: {{ type: string }} }} }} }}
"
            ),
        )
    };
    let found = places(&with("put_pet"), &with("store_pet"));
    assert_eq!(found.len(), 4, "{found:?}");
    for place in found {
        assert!(!place.ends_with(":1"), "{place}");
    }
}

#[test]
fn a_header_in_another_case_may_be_deprecated() {
    let with = |name: &str, deprecated: &str| {
        specification(&format!(
            "
errors:
  409: {{ name: Taken, message: No., headers: {{ {name}?: {{ type: string{deprecated} }} }} }}
operations:
  get_a:
    route: GET /a
    headers: {{ {name}?: {{ type: string{deprecated} }} }}
    responses: {{ 200: {{ headers: {{ {name}?: {{ type: string{deprecated} }} }} }} }}
    errors: [409]
"
        ))
    };
    let (old, new) = (with("X-Size", ""), with("x-size", ", deprecated: true"));
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let changes = |old, new| -> Vec<String> {
        let changes = diff(&read(old), &read(new));
        changes
            .iter()
            .map(|change| change.rule.id().to_owned())
            .collect()
    };
    let count = |found: &[String], rule: &str| found.iter().filter(|id| *id == rule).count();
    let found = changes(&old, &new);
    assert_eq!(count(&found, "deprecated"), 3, "{found:?}");
    let found = changes(&new, &old);
    assert_eq!(count(&found, "deprecation-removed"), 3, "{found:?}");
    let places = excerpts(&old, &new, "deprecated");
    let expected = (Some("X-Size?".to_owned()), Some("x-size?".to_owned()));
    assert_eq!(places, expected);
}

#[test]
fn what_a_key_says_is_shown_at_the_key() {
    let old = "specsmith: 1
api: { name: Shop, title: Shop, version: 1.0.0 }
auth: { schemes: { key: { scheme: api_key, header: X-Key }, token: { scheme: bearer } } }
pagers: { page: { offset: { parameter: offset }, items: items } }
types: { Item: { fields: { id: string, name: string } } }
operations:
  list_items:
    doc: Lists the items.
    route: GET /items
    auth: key
    returns: page<Item>
    order: { by: id }
webhooks:
  item_event:
    doc: An item was sold.
    signature: X-Signature
    body: Item
";
    let edits = [
        (
            "route: GET /items",
            "route: GET /all-items",
            vec!["operation-moved shop.yaml:9"],
        ),
        (
            "auth: key",
            "auth: token",
            vec![
                "credentials-removed shop.yaml:10",
                "credentials-added shop.yaml:10",
            ],
        ),
        ("by: id", "by: name", vec!["order-changed shop.yaml:12"]),
        (
            "X-Signature",
            "X-Signed",
            vec!["signature-changed shop.yaml:16"],
        ),
    ];
    for (was, is, expected) in edits {
        let found = places(
            &SourceFile::new("shop.yaml", old),
            &SourceFile::new("shop.yaml", old.replace(was, is)),
        );
        assert_eq!(found, expected, "{is}");
    }
}

#[test]
fn a_default_of_all_operations_is_one_change() {
    let with = |default: &str| {
        specification(&format!(
            "auth: {{ default: {default}, schemes: {{ key: {{ scheme: api_key, header: X-Key }}, token: {{ scheme: bearer }} }} }}
operations:
  get_item: {{ route: GET /item, returns: string }}
  get_order: {{ route: GET /order, returns: string }}
  get_token: {{ route: GET /token, auth: key, returns: string }}
"
        ))
    };
    let (old, new) = (with("key"), with("token"));
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let (old, new) = (read(&old), read(&new));
    let report = Report::new(&old, &new, diff(&old, &new), Options::default());
    let text = report.to_text(Style::Plain);
    assert_eq!(text.matches("[credentials-removed]").count(), 1, "{text}");
    assert!(text.contains("auth: { default: token"), "{text}");
    assert!(
        text.contains("in requests of `get_item`, `get_order`"),
        "{text}"
    );
}
