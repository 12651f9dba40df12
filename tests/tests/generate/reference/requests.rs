//! What the reference shows of requests: samples, fields that must be present, and the console's choices.

use serde_json::{Value, json};
use specsmith::source::SourceFile;
use specsmith::{Reference, markdown_of, reference_with};

const SPEC: &str = r#"
specsmith: 1
api: { name: Shop, title: Shop, version: 1.0.0 }
types:
  Kind:
    enum:
      old: { deprecated: Use `new`. }
      new: {}
  Order:
    fields:
      kind: Kind
      note?: string
      legacy: { type: integer, deprecated: It has no effect. }
      tag?: { type: string, deprecated: Use `note`. }
  Upload: { fields: { file: binary, kind: Kind, other?: Kind } }
  Tick: { fields: { number: integer } }
operations:
  add_order: { route: POST /orders, body: Order }
  add_file: { route: POST /files, body: multipart<Upload> }
  watch:
    route: GET /ticks
    query:
      since?: { type: integer, example: 5 }
      from?: { type: integer, example: 6, deprecated: Use `since`. }
      color?: string
    returns: events<Tick>
"#;

fn references() -> (String, String) {
    let api = specsmith::read(&SourceFile::new("shop.yaml", SPEC)).unwrap();
    let options = Reference {
        console: true,
        ..Reference::default()
    };
    (
        markdown_of(&api, &Reference::default()),
        reference_with(&api, &options),
    )
}

#[test]
fn samples_leave_out_what_is_deprecated_unless_it_is_required() {
    let (markdown, _) = references();
    let body = r#"{"kind":"new","note":"text","legacy":1}"#;
    let compact: String = markdown.split_whitespace().collect();
    assert!(compact.contains(body), "{markdown}");
}

#[test]
fn a_stream_is_shown_as_it_arrives_and_only_with_useful_parameters() {
    let (markdown, _) = references();
    let command = "curl -N -G 'https://shop.example/ticks' \\\n  -d 'since=5'\n```";
    assert!(markdown.contains(command), "{markdown}");
    assert_eq!(markdown.matches(" -N ").count(), 1);
}

#[test]
fn fields_that_a_request_must_have_are_marked() {
    let (markdown, _) = references();
    let (body, types) = markdown.split_once("## Types").unwrap();
    assert!(body.contains("- `kind` ([Kind](#kind), required)\n"));
    assert!(body.contains("- `note` (string, may be absent)\n"));
    assert!(types.contains("- `kind` ([Kind](#kind))\n"));
}

#[test]
fn the_console_knows_the_values_of_parts_and_the_required_fields() {
    let (_, page) = references();
    let start = r#"<script type="application/json""#;
    let (_, script) = page.split_once(start).unwrap();
    let (_, script) = script.split_once('>').unwrap();
    let (operations, _) = script.split_once("</script>").unwrap();
    let operations: Value = serde_json::from_str(operations).unwrap();
    let parts = |index: usize| &operations["op-add_file"]["body"]["parts"][index]["values"];
    assert_eq!(*parts(1), json!(["old", "new"]));
    assert_eq!(*parts(0), Value::Null);
    assert_eq!(
        operations["op-add_order"]["body"]["required"],
        json!(["kind", "legacy"])
    );
}
