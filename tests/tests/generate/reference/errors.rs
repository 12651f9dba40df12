//! What the reference says about errors.

use specsmith::source::SourceFile;
use specsmith::{Reference, markdown_of, reference_of};

const SPEC: &str = r#"
specsmith: 1
api: { name: Shop, title: Shop, version: 1.0.0 }
error_body: problem
errors:
  409: { name: Taken, message: The name is taken., code: "https://shop.example/taken" }
  OutOfStock: { status: 422, message: Nothing is left., code: "https://shop.example/stock" }
  Declined: { status: 422, message: The card is declined., code: "https://shop.example/declined" }
types:
  Sku: { newtype: string, pattern: "^[A-Z]{3}$" }
  Picture: { fields: { file: binary } }
  Item: { fields: { sku: Sku } }
operations:
  get_item: { route: "GET /items/{sku}", path: { sku: Sku }, returns: Item, errors: [409] }
  add_item: { route: POST /items, body: Item, errors: [OutOfStock, Declined] }
  add_picture: { route: POST /pictures, body: multipart<Picture> }
"#;

/// The reference of the specification, in Markdown and in HTML.
fn references() -> (String, String) {
    let api = specsmith::read(&SourceFile::new("shop.yaml", SPEC)).unwrap();
    (markdown_of(&api, &Reference::default()), reference_of(&api))
}

#[test]
fn codes_tell_errors_of_one_status_apart() {
    let (markdown, page) = references();
    for line in [
        "- [422](#errors) OutOfStock: Nothing is left. (`type` is `\"https://shop.example/stock\"`)",
        "- [409](#errors) Taken: The name is taken.\n",
        "* 422 `Declined`: The card is declined.\n  - Field `type` (string)\n    \
         Always `\"https://shop.example/declined\"`.",
    ] {
        assert!(markdown.contains(line), "{line}\n{markdown}");
    }
    let anchor = r#"id="status-422-Declined.type""#;
    assert!(page.contains(anchor), "{anchor}");
}

#[test]
fn every_field_of_problem_details_is_listed() {
    let (markdown, page) = references();
    for (name, ty) in [
        ("status", "integer"),
        ("type", "string, may be absent"),
        ("detail", "string"),
        ("errors", "object, may be absent"),
        ("title", "string, may be absent"),
        ("instance", "uri, may be absent"),
    ] {
        let line = format!("- `{name}` ({ty}): ");
        assert!(markdown.contains(&line), "{line}\n{markdown}");
        assert!(page.contains(&format!(r#"id="errors.{name}""#)), "{name}");
    }
}

#[test]
fn a_refused_body_has_the_media_types_of_its_operation() {
    let (markdown, _) = references();
    for reason in [
        "The operation does not accept the media type or the charset of the body,",
        "The media type of the body is not JSON,",
        "The media type of the body is not `multipart/form-data`,",
    ] {
        let line = format!("- 415 Unsupported Media Type: {reason}");
        assert_eq!(markdown.matches(&line).count(), 1, "{line}\n{markdown}");
    }
}

#[test]
fn a_path_parameter_has_the_pattern_of_its_type() {
    let (markdown, page) = references();
    let line = "- `sku` ([Sku](#sku), required)\n  Matches `^[A-Z]{3}$`.";
    assert!(markdown.contains(line), "{markdown}");
    // Once at the parameter, and once at the type.
    assert_eq!(page.matches("<code>^[A-Z]{3}$</code>").count(), 2);
}
