//! Parts of multipart forms that are sent in a different way.

use specsmith::source::SourceFile;

use crate::compared::{assert_both, document, found_with_rollback, specification};

/// A form with a part of this type.
fn with(ty: &str) -> SourceFile {
    specification(&format!(
        "
types:
  Place: {{ fields: {{ shelf: string }} }}
  Scan: {{ fields: {{ part: {ty} }} }}
operations:
  add_scan: {{ route: POST /scans, body: multipart<Scan> }}
"
    ))
}

#[test]
fn text_in_json_has_quotes() {
    let changed = ["content-changed add_scan.body: breaking, breaking"];
    for (text, json) in [
        ("string", "{ type: string, media: application/json }"),
        (
            "list<string>",
            "{ type: list<string>, media: application/json }",
        ),
    ] {
        assert_both(&with(text), &with(json), &changed, &changed);
    }
    assert_both(
        &with("string"),
        &with("json"),
        &[
            "content-changed add_scan.body: breaking, breaking",
            "null-added Scan.part: compatible, breaking",
        ],
        &[
            "content-changed add_scan.body: breaking, breaking",
            "null-removed Scan.part: breaking, compatible",
        ],
    );
    // It is a different type, in whatever way it is written.
    let changed = ["type-changed Scan.part: breaking, breaking"];
    assert_both(&with("string"), &with("Place"), &changed, &changed);
    assert_both(
        &with("{ type: integer, media: application/json }"),
        &with("{ type: string, media: application/json }"),
        &changed,
        &changed,
    );
}

/// Servers read a number as JSON, whatever its media type is, and reject `application/json` for text.
#[test]
fn a_number_in_json_is_written_like_text() {
    assert_both(
        &with("integer"),
        &with("{ type: integer, media: application/json }"),
        &["media-type-added add_scan.body: compatible, breaking"],
        &["media-type-removed add_scan.body: breaking, compatible"],
    );
    assert_both(
        &with("integer"),
        &with("json"),
        &[
            "media-type-added add_scan.body: compatible, breaking",
            "type-widened Scan.part: compatible, breaking",
        ],
        &[
            "media-type-removed add_scan.body: breaking, compatible",
            "type-narrowed Scan.part: breaking, compatible",
        ],
    );
}

/// Servers take any part for a file, and reject a file that should be text or JSON.
#[test]
fn any_part_may_be_a_file() {
    for other in ["string", "integer", "Place", "json"] {
        assert_both(
            &with(other),
            &with("binary"),
            &["type-widened Scan.part: compatible, breaking"],
            &["type-narrowed Scan.part: breaking, compatible"],
        );
    }
    // The file would have the text of the bytes.
    let changed = ["type-changed Scan.part: breaking, breaking"];
    assert_both(&with("bytes"), &with("binary"), &changed, &changed);
    // Text has no media type, which a file must have here.
    assert_both(
        &with("string"),
        &with("{ type: binary, media: text/plain }"),
        &[
            "media-type-narrowed Scan.part: breaking, compatible",
            "type-widened Scan.part: compatible, breaking",
        ],
        &[
            "media-type-widened Scan.part: compatible, breaking",
            "type-narrowed Scan.part: breaking, compatible",
        ],
    );
    assert_both(
        &with("Place"),
        &with("{ type: binary, media: application/json }"),
        &["type-widened Scan.part: compatible, breaking"],
        &["type-narrowed Scan.part: breaking, compatible"],
    );
}

#[test]
fn a_range_of_media_types_of_a_file_has_each_of_them() {
    let file = |media: &str| with(&format!("{{ type: binary, media: [{media}] }}"));
    for (some, all) in [
        (file("image/png"), file("'image/*'")),
        (file("image/PNG, image/gif"), file("'image/*', image/png")),
        (file("image/png"), with("binary")),
    ] {
        assert_both(
            &some,
            &all,
            &["media-type-widened Scan.part: compatible, breaking"],
            &["media-type-narrowed Scan.part: breaking, compatible"],
        );
    }
    let same = (file("'image/*'"), file("image/png, 'image/*'"));
    assert_both(&same.0, &same.1, &[], &[]);
    assert_both(
        &file("image/png"),
        &file("image/png, text/plain"),
        &["media-type-added Scan.part: compatible, breaking"],
        &["media-type-removed Scan.part: breaking, compatible"],
    );
}

#[test]
fn the_encoding_of_a_part_says_that_it_is_json() {
    let with = |encoding: &str| {
        document(&format!(
            "
paths:
  /scans:
    post:
      operationId: addScan
      requestBody:
        content:
          multipart/form-data:
            schema: {{ type: object, required: [note], properties: {{ note: {{ type: string }} }} }}
            encoding: {{ note: {{ contentType: {encoding} }} }}
      responses: {{ '204': {{ description: Added. }} }}
"
        ))
    };
    let changed = ["content-changed add_scan.body: breaking, breaking"];
    assert_both(
        &with("text/plain"),
        &with("application/json"),
        &changed,
        &changed,
    );
}

/// One part is a list of one item, whatever the part is.
#[test]
fn a_part_is_an_item_of_a_list() {
    let wider = ["type-widened Scan.part: compatible, breaking"];
    let narrower = ["type-narrowed Scan.part: breaking, compatible"];
    for (one, list) in [
        ("Place", "list<Place>"),
        (
            "Place",
            "{ type: list<Place>, min_items: 1, unique_items: true }",
        ),
        ("map<string>", "list<map<string>>"),
        (
            "{ type: string, media: application/json }",
            "{ type: list<string>, media: application/json }",
        ),
    ] {
        assert_both(&with(one), &with(list), &wider, &narrower);
    }
    let changed = ["type-changed Scan.part: breaking, breaking"];
    let two = with("{ type: list<Place>, min_items: 2 }");
    assert_both(&with("Place"), &two, &changed, &changed);
    // What is in a part is JSON.
    let inside = |ty: &str| {
        specification(&format!(
            "
types:
  Place: {{ fields: {{ shelf: string }} }}
  Box: {{ fields: {{ place: {ty} }} }}
  Scan: {{ fields: {{ part: Box }} }}
operations:
  add_scan: {{ route: POST /scans, body: multipart<Scan> }}
"
        ))
    };
    let changed = ["type-changed Box.place: breaking, breaking"];
    assert_both(&inside("Place"), &inside("list<Place>"), &changed, &changed);
}

/// What is in a part, or in a field of a form, is JSON, where a number is not text.
#[test]
fn what_is_in_a_field_of_a_form_is_json() {
    let form = |media: &str, ty: &str| {
        document(&format!(
            "
paths:
  /scans:
    post:
      operationId: addScan
      requestBody:
        required: true
        content:
          {media}:
            schema: {{ type: object, required: [meta], properties: {{ meta: {ty} }} }}
      responses: {{ '204': {{ description: Added. }} }}
"
        ))
    };
    let map = |ty: &str| format!("{{ type: object, additionalProperties: {ty} }}");
    let list = |ty: &str| format!("{{ type: array, items: {ty} }}");
    let integer = "{ type: integer }".to_owned();
    let string = "{ type: string }".to_owned();
    let both = "{ oneOf: [{ type: string }, { type: integer }] }".to_owned();
    let urlencoded = "application/x-www-form-urlencoded";
    let changed = |place: &str| format!("type-changed AddScanBody.meta{place}: breaking, breaking");
    for media in ["multipart/form-data", urlencoded] {
        for (old, new, place) in [
            (map(&integer), map(&string), "{}"),
            (map(&list(&integer)), map(&list(&string)), "{}[]"),
            (list(&map(&integer)), list(&map(&string)), "[]{}"),
        ] {
            let (old, new, changed) = (form(media, &old), form(media, &new), changed(place));
            assert_both(&old, &new, &[&changed], &[&changed]);
        }
        assert_both(
            &form(media, &map(&both)),
            &form(media, &map(&string)),
            &["type-narrowed AddScanBody.meta{}: breaking, compatible"],
            &["type-widened AddScanBody.meta{}: compatible, breaking"],
        );
        // What is in no object is text.
        assert_both(
            &form(media, &list(&integer)),
            &form(media, &list(&string)),
            &["type-widened AddScanBody.meta[]: compatible, breaking"],
            &["type-narrowed AddScanBody.meta[]: breaking, compatible"],
        );
    }
    let lists = |media: &str, ty: &String| form(media, &list(&list(ty)));
    let changed = changed("[][]");
    let (old, new) = (lists(urlencoded, &integer), lists(urlencoded, &string));
    assert_both(&old, &new, &[&changed], &[&changed]);
    let media = "multipart/form-data";
    let (old, new) = (lists(media, &integer), lists(media, &string));
    let place =
        "/paths/~1scans/post/requestBody/content/multipart~1form-data/schema/properties/meta/items";
    let changed = format!("not-compared {place}: unknown, unknown");
    assert_both(&old, &new, &[&changed], &[&changed]);
}

/// One field of a form is JSON, and another one is text.
#[test]
fn fields_of_a_form_are_json_if_their_style_says_so() {
    let with = |ty: &str| {
        specification(&format!(
            "
types:
  Id: {{ newtype: integer }}
  Place: {{ fields: {{ shelf: {ty} }} }}
  Scan: {{ fields: {{ code: {ty}, codes: list<{ty}>, count: {ty}, place: Place, plain: Place }} }}
operations:
  add_scan:
    route: POST /scans
    body: {{ type: form<Scan>, styles: {{ code: json, codes: json, place: json }} }}
  plain_scan: {{ route: POST /plain, body: form<Scan> }}
"
        ))
    };
    let in_json = [
        "type-changed Place.shelf: breaking, breaking",
        "type-changed Scan.code: breaking, breaking",
        "type-changed Scan.codes[]: breaking, breaking",
    ];
    let of_text = ["Place.shelf", "Scan.code", "Scan.codes[]", "Scan.count"];
    let with_text = |text: &str| {
        let mut found: Vec<String> = in_json.iter().map(|&found| found.to_owned()).collect();
        found.extend(of_text.iter().map(|place| text.replace('@', place)));
        found.push(text.replace('@', "Scan.count"));
        found.sort();
        found
    };
    assert_eq!(
        found_with_rollback(&with("integer"), &with("string")),
        with_text("type-widened @: compatible, breaking")
    );
    assert_eq!(
        found_with_rollback(&with("string"), &with("integer")),
        with_text("type-narrowed @: breaking, compatible")
    );
}
