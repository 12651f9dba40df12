//! What stays valid and gets another meaning: tags that trade their types, and single strings that become lists.

use crate::compared::{assert_both, document, specification};

const TAGGINGS: [&str; 3] = ["tag: t", "tag: t, value: v", "wrapped: true"];

const SAME: &str = "C: { fields: { n: string } }\n  D: { fields: { n: string } }";

fn union(variants: &str, tagging: &str, others: &str) -> specsmith::source::SourceFile {
    specification(&format!(
        "
types:
  T: {{ union: {{ {variants} }}, {tagging} }}
  {others}
operations:
  put: {{ route: PUT /t, body: T, returns: T }}
"
    ))
}

#[test]
fn tags_that_trade_their_types_take_one_variant_for_the_other() {
    for tagging in TAGGINGS {
        let old = union("c: C, d: D", tagging, SAME);
        let new = union("c: D, d: C", tagging, SAME);
        let expected = ["tag-changed T: breaking, breaking"];
        assert_both(&old, &new, &expected, &expected);
    }
    // Three of them trade in a circle, and the types have changed as well.
    let types = format!("{SAME}\n  E: {{ fields: {{ n: string }} }}");
    let changed = types.replace(
        "D: { fields: { n: string } }",
        "D: { fields: { n: string, x?: string } }",
    );
    let old = union("c: C, d: D, e: E, f: {}", "tag: t", &types);
    let new = union("c: D, d: E, e: C, f: {}", "tag: t", &changed);
    assert_both(
        &old,
        &new,
        &[
            "optional-field-added D.x: compatible, risky",
            "tag-changed T: breaking, breaking",
        ],
        &[
            "optional-field-removed D.x: risky, compatible",
            "tag-changed T: breaking, breaking",
        ],
    );
}

#[test]
fn a_type_at_another_tag_that_has_the_same_values_is_the_same() {
    for tagging in TAGGINGS {
        // The types have traded their names.
        let types = "C: { fields: { n: string } }\n  D: { fields: { m: string } }";
        let other_names = "C: { fields: { m: string } }\n  D: { fields: { n: string } }";
        let old = union("c: C, d: D", tagging, types);
        let new = union("c: D, d: C", tagging, other_names);
        assert_both(&old, &new, &[], &[]);
        // A tag has a type that another tag keeps.
        let old = union("a: C, b: C, c: D", tagging, SAME);
        let new = union("a: C, b: D, c: D", tagging, SAME);
        assert_both(&old, &new, &[], &[]);
    }
}

#[test]
fn a_mapping_whose_entries_trade_their_schemas() {
    let with = |cat: &str, dog: &str| {
        document(&format!(
            "
paths:
  /pets:
    post:
      operationId: create_pet
      requestBody: {{ required: true, content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Pet' }} }} }} }}
      responses: {{ '204': {{ description: Created. }} }}
components:
  schemas:
    Pet:
      oneOf: [{{ $ref: '#/components/schemas/Cat' }}, {{ $ref: '#/components/schemas/Dog' }}]
      discriminator:
        propertyName: kind
        mapping: {{ {cat}: '#/components/schemas/Cat', {dog}: '#/components/schemas/Dog' }}
    Cat: {{ type: object, required: [kind], properties: {{ kind: {{ type: string }}, meow: {{ type: integer }} }} }}
    Dog: {{ type: object, required: [kind], properties: {{ kind: {{ type: string }}, bark: {{ type: string }} }} }}
"
        ))
    };
    let expected = ["tag-changed Pet: breaking, breaking"];
    assert_both(&with("c", "d"), &with("d", "c"), &expected, &expected);
}

#[test]
fn schemas_that_trade_their_constant_tags() {
    let with = |cat: &str, dog: &str, discriminator: &str, fields: (&str, &str)| {
        document(&format!(
            "
paths:
  /pets:
    post:
      operationId: create_pet
      requestBody: {{ required: true, content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Pet' }} }} }} }}
      responses: {{ '204': {{ description: Created. }} }}
components:
  schemas:
    Pet:
      oneOf: [{{ $ref: '#/components/schemas/Cat' }}, {{ $ref: '#/components/schemas/Dog' }}]
      {discriminator}
    Cat: {{ type: object, required: [kind], properties: {{ kind: {{ type: string, {cat} }}, {} }} }}
    Dog: {{ type: object, required: [kind], properties: {{ kind: {{ type: string, {dog} }}, {} }} }}
",
            fields.0, fields.1
        ))
    };
    let same = ("n: { type: integer }", "n: { type: integer }");
    let tagged = "discriminator: { propertyName: kind }";
    let mapping = |cat: &str, dog: &str| {
        let schema = "#/components/schemas";
        format!(
            "discriminator: {{ propertyName: kind, mapping: {{ {cat}: '{schema}/Cat', {dog}: '{schema}/Dog' }} }}"
        )
    };
    let expected = ["tag-changed Pet: breaking, breaking"];
    for (old, new) in [
        (tagged.to_owned(), tagged.to_owned()),
        (mapping("c", "d"), mapping("d", "c")),
        // Constants alone tell the variants apart.
        (String::new(), String::new()),
        (String::new(), tagged.to_owned()),
    ] {
        for (c, d) in [("const: c", "const: d"), ("enum: [c]", "enum: [d]")] {
            let old = with(c, d, &old, same);
            let new = with(d, c, &new, same);
            assert_both(&old, &new, &expected, &expected);
        }
    }
    // The schemas have traded their names, and nothing else.
    let old = with(
        "const: c",
        "const: d",
        tagged,
        ("n: { type: integer }", "m: { type: string }"),
    );
    let new = with(
        "const: d",
        "const: c",
        tagged,
        ("m: { type: string }", "n: { type: integer }"),
    );
    assert_both(&old, &new, &[], &[]);
}

#[test]
fn objects_that_trade_their_constant_tags() {
    let types = |c: &str, d: &str| {
        format!(
            "C: {{ fields: {{ t: {{ const: {c} }}, n: string }} }}\n  D: {{ fields: {{ t: {{ const: {d} }}, n: string }} }}"
        )
    };
    let old = union("c: C, d: D", "tag: t", &types("c", "d"));
    let new = union("c: D, d: C", "tag: t", &types("d", "c"));
    let expected = ["tag-changed T: breaking, breaking"];
    assert_both(&old, &new, &expected, &expected);
    // Without the tag in one document, its constants tell the variants apart.
    let written_out = specification(&format!(
        "
types:
  T: {{ union: {{ C: C, D: D }} }}
  {}
operations:
  put: {{ route: PUT /t, body: T, returns: T }}
",
        types("c", "d")
    ));
    assert_both(&written_out, &new, &expected, &expected);
    assert_both(&written_out, &old, &[], &[]);
}

#[test]
fn a_single_text_that_may_have_the_separator_becomes_a_list() {
    let header = |ty: &str| {
        specification(&format!(
            "types: {{ E: {{ enum: ['x,y', z] }}, F: {{ enum: [x, z] }} }}
operations:
  get: {{ route: GET /a, headers: {{ 'X-A?': {ty} }} }}
"
        ))
    };
    let query = |ty: &str| {
        specification(&format!(
            "types:
  E: {{ enum: ['x,y', z] }}
  F: {{ enum: [x, z] }}
  Word: {{ alias: string, pattern: '^[a-z]+$' }}
operations:
  get: {{ route: GET /a, query: {{ 'a?': {{ type: {ty} }} }} }}
"
        ))
    };
    let widened = |place: &str| format!("type-widened {place}: compatible, breaking");
    let narrowed = |place: &str| format!("type-narrowed {place}: breaking, compatible");
    let style = |place: &str| format!("parameter-style-changed {place}: breaking, breaking");
    let assert_split = |old, new, place: &str, is_split: bool| {
        let mut there = vec![widened(place)];
        let mut back = vec![narrowed(place)];
        if is_split {
            there.insert(0, style(place));
            back.insert(0, style(place));
        }
        let there: Vec<&str> = there.iter().map(String::as_str).collect();
        let back: Vec<&str> = back.iter().map(String::as_str).collect();
        assert_both(&old, &new, &there, &back);
    };
    for (ty, is_split) in [
        ("string", true),
        ("E", true),
        ("F", false),
        ("date", false),
        ("int32", false),
    ] {
        let list = format!("list<{ty}>");
        assert_split(header(ty), header(&list), "get.header.X-A", is_split);
        let comma = format!("{list}, style: comma");
        assert_split(query(ty), query(&comma), "get.query.a", is_split);
        // The parameter is repeated.
        assert_split(query(ty), query(&list), "get.query.a", false);
    }
    // No text that matches the pattern has a vertical bar.
    let words = query("list<Word>, style: pipe");
    assert_split(query("Word"), words, "get.query.a", false);
}

#[test]
fn a_list_in_a_flat_object_becomes_a_parameter_with_commas() {
    let with = |query: &str| {
        specification(&format!(
            "
types: {{ Filter: {{ fields: {{ 'tags?': list<string>, 'ids?': list<uuid>, 'name?': uuid }} }} }}
operations: {{ get: {{ route: GET /a, query: {{ {query} }} }} }}
"
        ))
    };
    let object = with("'filter?': { type: Filter, style: flat }");
    let fields =
        with("'tags?': { type: list<string>, style: comma }, 'ids?': list<uuid>, 'name?': uuid");
    let expected = ["parameter-style-changed get.query.tags: breaking, breaking"];
    assert_both(&object, &fields, &expected, &expected);
}

#[test]
fn a_header_of_a_response_is_a_list_no_longer() {
    let with = |ty: &str| {
        specification(&format!(
            "operations: {{ get: {{ route: GET /a, returns: {{ type: string, headers: {{ 'X-A?': {ty} }} }} }} }}"
        ))
    };
    assert_both(
        &with("list<string>"),
        &with("string"),
        &[
            "parameter-style-changed get.200.header.X-A: breaking, breaking",
            "type-narrowed get.200.header.X-A: compatible, breaking",
        ],
        &[
            "parameter-style-changed get.200.header.X-A: breaking, breaking",
            "type-widened get.200.header.X-A: breaking, compatible",
        ],
    );
}

#[test]
fn a_text_in_a_form_becomes_a_list() {
    let with = |ty: &str, styles: &str| {
        specification(&format!(
            "
types: {{ Note: {{ fields: {{ tags: {ty} }} }} }}
operations: {{ add: {{ route: POST /notes, body: {{ type: form<Note>{styles} }} }} }}
"
        ))
    };
    let comma = ", styles: { tags: comma }";
    assert_both(
        &with("string", ""),
        &with("list<string>", comma),
        &[
            "form-style-changed add.body: breaking, breaking",
            "type-widened Note.tags: compatible, breaking",
        ],
        &[
            "form-style-changed add.body: breaking, breaking",
            "type-narrowed Note.tags: breaking, compatible",
        ],
    );
    assert_both(
        &with("uuid", ""),
        &with("list<uuid>", comma),
        &["type-widened Note.tags: compatible, breaking"],
        &["type-narrowed Note.tags: breaking, compatible"],
    );
}

#[test]
fn a_new_field_has_fewer_values_than_the_others_that_clients_send() {
    let with = |field: &str, others: &str| {
        specification(&format!(
            "
types:
  Labels: {{ fields: {{ name: string{field} }}, others: {others} }}
  All: {{ enum: [x, y] }}
  Few: {{ enum: [x] }}
  Part: {{ fields: {{ a: string }} }}
  More: {{ fields: {{ a: string, b: string }} }}
operations:
  set: {{ route: PUT /labels, body: Labels }}
  get: {{ route: GET /all, query: {{ 'a?': All, 'b?': Few }}, body?: list<More>, returns: list<Part> }}
"
        ))
    };
    for (field, others) in [
        ("color?: { type: string, max_length: 3 }", "string"),
        ("color?: uuid", "string"),
        ("color?: Few", "All"),
        ("color?: More", "Part"),
    ] {
        assert_both(
            &with("", others),
            &with(&format!(", {field}"), others),
            &["field-narrower-than-others-added Labels.color: risky, risky"],
            &["field-narrower-than-others-removed Labels.color: risky, risky"],
        );
    }
    for (field, others) in [("color?: string", "string"), ("color?: string", "json")] {
        assert_both(
            &with("", others),
            &with(&format!(", {field}"), others),
            &["optional-field-added Labels.color: compatible, risky"],
            &["optional-field-removed Labels.color: risky, compatible"],
        );
    }
}
