//! What a comparison once reported too loudly: differences that change little or nothing on the wire.

use specsmith::diff::diff;
use specsmith::source::SourceFile;

use crate::compared::{assert_both, document, found_with_rollback, specification};
use crate::exports::export;

#[test]
fn credentials_that_are_sent_together_are_accepted_where_one_of_them_is_enough() {
    let with = |security: &str| {
        document(&format!(
            "
paths:
  /orders:
    get: {{ operationId: listOrders, security: [{security}], responses: {{ '204': {{ description: None. }} }} }}
components:
  securitySchemes:
    key: {{ type: apiKey, in: header, name: X-Key }}
    page: {{ type: apiKey, in: header, name: X-Page }}
"
        ))
    };
    assert_both(
        &with("{ key: [], page: [] }"),
        &with("{ key: [] }, { page: [] }"),
        &[
            "credentials-added list_orders: compatible, breaking",
            "credentials-added list_orders: compatible, breaking",
        ],
        &[
            "credentials-removed list_orders: breaking, compatible",
            "credentials-removed list_orders: breaking, compatible",
        ],
    );
    assert_both(
        &with("{ key: [], page: [] }"),
        &with("{ page: [] }"),
        &["credentials-added list_orders: compatible, breaking"],
        &["credentials-removed list_orders: breaking, compatible"],
    );
}

#[test]
fn bearer_tokens_of_another_kind_are_in_the_same_header() {
    let with = |scheme: &str, scopes: &str| {
        document(&format!(
            "
paths:
  /orders:
    get: {{ operationId: listOrders, security: [{{ token: [{scopes}] }}], responses: {{ '204': {{ description: None. }} }} }}
components: {{ securitySchemes: {{ token: {{ {scheme} }} }} }}
"
        ))
    };
    let bearer = "type: http, scheme: bearer";
    let oauth = "type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://login.example/token', scopes: { read: Read. } } }";
    let openid = "type: openIdConnect, openIdConnectUrl: 'https://login.example/configuration'";
    for (one, other) in [(bearer, oauth), (oauth, openid), (openid, bearer)] {
        let same = ["token-kind-changed auth: compatible, compatible"];
        assert_both(&with(one, ""), &with(other, ""), &same, &same);
    }
    assert_both(
        &with(bearer, ""),
        &with(oauth, "read"),
        &[
            "token-kind-changed auth: compatible, compatible",
            "token-scope-added list_orders: risky, compatible",
        ],
        &[
            "token-kind-changed auth: compatible, compatible",
            "token-scope-removed list_orders: compatible, risky",
        ],
    );
    let basic = "type: http, scheme: basic";
    assert_both(
        &with(bearer, ""),
        &with(basic, ""),
        &[
            "credentials-added list_orders: compatible, breaking",
            "credentials-removed list_orders: breaking, compatible",
        ],
        &[
            "credentials-added list_orders: compatible, breaking",
            "credentials-removed list_orders: breaking, compatible",
        ],
    );
}

#[test]
fn a_segment_of_a_path_has_a_character_anyway() {
    let with = |id: &str| {
        specification(&format!(
            "
operations:
  get_order: {{ route: 'GET /orders/{{id}}', path: {{ id: {{ type: string{id} }} }}, returns: string }}
"
        ))
    };
    assert_both(&with(""), &with(", min_length: 1"), &[], &[]);
    assert_both(
        &with(""),
        &with(", min_length: 2"),
        &["min-length-raised get_order.path.id: breaking, compatible"],
        &["min-length-lowered get_order.path.id: compatible, breaking"],
    );
    // A parameter of a query can be empty.
    let with = |name: &str| {
        specification(&format!(
            "
operations:
  get_order: {{ route: GET /order, query: {{ name?: {{ type: string{name} }} }}, returns: string }}
"
        ))
    };
    assert_both(
        &with(""),
        &with(", min_length: 1"),
        &["min-length-raised get_order.query.name: breaking, compatible"],
        &["min-length-lowered get_order.query.name: compatible, breaking"],
    );
}

#[test]
fn a_range_of_media_types_has_each_of_them() {
    let accepted = |media: &str| {
        specification(&format!(
            "
operations:
  put_photo: {{ route: PUT /photo, body: {{ type: binary, media: [{media}] }} }}
"
        ))
    };
    let any = "'image/*'";
    for some in ["image/png", "image/png, image/gif"] {
        assert_both(
            &accepted(some),
            &accepted(any),
            &["media-type-widened put_photo.body: compatible, breaking"],
            &["media-type-narrowed put_photo.body: breaking, compatible"],
        );
    }
    assert_both(&accepted(any), &accepted("'image/*', image/png"), &[], &[]);
    assert_both(
        &accepted("image/png, text/plain"),
        &accepted(any),
        &[
            "media-type-removed put_photo.body: breaking, compatible",
            "media-type-widened put_photo.body: compatible, breaking",
        ],
        &[
            "media-type-added put_photo.body: compatible, breaking",
            "media-type-narrowed put_photo.body: breaking, compatible",
        ],
    );
    let changed = ["media-type-changed put_photo.body: breaking, breaking"];
    assert_both(&accepted("text/plain"), &accepted(any), &changed, &changed);

    let returned = |media: &str| {
        specification(&format!(
            "
operations:
  get_photo: {{ route: GET /photo, returns: {{ type: binary, media: [{media}] }} }}
"
        ))
    };
    assert_both(
        &returned("image/png"),
        &returned(any),
        &["media-type-widened get_photo.200: risky, compatible"],
        &["media-type-narrowed get_photo.200: compatible, risky"],
    );
}

#[test]
fn an_order_is_promised() {
    let with = |order: &str| {
        specification(&format!(
            "
pagers: {{ page: {{ offset: {{ parameter: offset }}, items: items, total: total }} }}
types: {{ Order: {{ fields: {{ id: string }} }} }}
operations:
  list_orders: {{ route: GET /orders, returns: page<Order>{order} }}
"
        ))
    };
    assert_both(
        &with(""),
        &with(", order: { by: id }"),
        &["order-added list_orders: compatible, risky"],
        &["order-removed list_orders: risky, compatible"],
    );
}

#[test]
fn a_body_without_a_maximum_size_has_that_of_the_server() {
    let with = |size: &str| {
        specification(&format!(
            "
operations:
  put_photo: {{ route: PUT /photo, body: {{ type: binary{size} }} }}
"
        ))
    };
    assert_both(
        &with(""),
        &with(", max_size: 20MiB"),
        &["max-size-raised put_photo.body: compatible, breaking"],
        &["max-size-lowered put_photo.body: breaking, compatible"],
    );
    assert_both(&with(""), &with(", max_size: 1MiB"), &[], &[]);
    assert_both(
        &with(""),
        &with(", max_size: 16KiB"),
        &["max-size-lowered put_photo.body: breaking, compatible"],
        &["max-size-raised put_photo.body: compatible, breaking"],
    );
}

#[test]
fn what_is_open_in_responses_changes_nothing_in_requests() {
    let with = |operation: &str, open: &str| {
        specification(&format!(
            "
types: {{ Size: {{ enum: [small, large], open: {open} }} }}
operations:
  shirt: {{ {operation} }}
"
        ))
    };
    let (sent, returned, both) = (
        "route: PUT /shirt, body: Size",
        "route: GET /shirt, returns: Size",
        "route: PUT /shirt, body: Size, returns: Size",
    );
    let (closed, responses, all) = ("false", "responses", "true");
    assert_both(&with(sent, closed), &with(sent, responses), &[], &[]);
    assert_both(
        &with(returned, responses),
        &with(returned, all),
        &["response-type-opened Size: breaking, compatible"],
        &["response-type-closed Size: compatible, breaking"],
    );
    for operation in [returned, both] {
        assert_both(
            &with(operation, closed),
            &with(operation, responses),
            &["type-opened Size: breaking, compatible"],
            &["type-closed Size: compatible, breaking"],
        );
    }
    for (operation, there, back) in [
        (sent, "compatible, breaking", "breaking, compatible"),
        (both, "breaking, breaking", "breaking, breaking"),
    ] {
        assert_both(
            &with(operation, responses),
            &with(operation, all),
            &[&format!("response-type-opened Size: {there}")],
            &[&format!("response-type-closed Size: {back}")],
        );
    }
    assert_both(
        &with(both, closed),
        &with(both, all),
        &["type-opened Size: breaking, breaking"],
        &["type-closed Size: breaking, breaking"],
    );
}

#[test]
fn the_path_of_servers_may_move_into_the_routes() {
    let with = |servers: &str, before: &str, rest: &str| {
        let servers: Vec<String> = servers
            .split_whitespace()
            .map(|url| format!("{{ url: 'https://{url}' }}"))
            .collect();
        document(&format!(
            "
servers: [{}]
paths:
  {before}/orders:
    get: {{ operationId: listOrders, responses: {{ '204': {{ description: None. }} }} }}
  {rest}/files:
    servers: [{{ url: 'https://files.example/v1' }}]
    get: {{ operationId: listFiles, responses: {{ '204': {{ description: None. }} }} }}
",
            servers.join(", ")
        ))
    };
    assert_both(
        &with("shop.example/v1 test.example/v1", "", ""),
        &with("shop.example test.example", "/v1", ""),
        &[],
        &[],
    );
    assert_both(
        &with("shop.example/v1", "", ""),
        &with("shop.example test.example", "/v1", ""),
        &["server-added servers: compatible, risky"],
        &["server-removed servers: risky, compatible"],
    );
    // On one of the servers, the operation has moved.
    let found = found_with_rollback(
        &with("shop.example/v1 test.example", "", ""),
        &with("shop.example test.example", "/v1", ""),
    );
    let moved = "operation-moved list_orders: breaking, breaking".to_owned();
    assert!(found.contains(&moved), "{found:?}");
    // An operation with a server of its own has moved, too.
    assert_both(
        &with("shop.example/v1", "", ""),
        &with("shop.example", "/v1", "/v1"),
        &["operation-moved list_files: breaking, breaking"],
        &["operation-moved list_files: breaking, breaking"],
    );
}

/// Schemas that are alike become one type, and the warning is about the first of them.
#[test]
fn the_order_of_a_document_is_no_difference() {
    let schema = |name: &str, default: &str| {
        format!(
            "    {name}: {{ type: object, properties: {{ options: {{ type: object, properties: {{ words: {{ type: array, \
             items: {{ type: string }}, default: [{default}] }} }} }} }} }}\n"
        )
    };
    let with = |schemas: &[String]| {
        document(&format!(
            "
paths:
  /books:
    get: {{ operationId: getBook, responses: {{ '200': {{ description: A book., content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Book' }} }} }} }} }} }}
  /films:
    get: {{ operationId: getFilm, responses: {{ '200': {{ description: A film., content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Film' }} }} }} }} }} }}
components:
  schemas:
{}",
            schemas.concat()
        ))
    };
    let (book, film) = (schema("Book", "a"), schema("Film", "a"));
    let old = with(&[book.clone(), film.clone()]);
    assert_both(&old, &with(&[film.clone(), book]), &[], &[]);
    let found = found_with_rollback(&old, &with(&[schema("Book", "b"), film]));
    assert!(
        found
            .iter()
            .any(|change| change.starts_with("not-compared ")),
        "{found:?}"
    );
}

#[test]
fn in_text_a_string_or_a_number_is_a_string() {
    let with = |schema: &str| {
        document(&format!(
            "
paths:
  /orders:
    get:
      operationId: listOrders
      parameters: [{{ in: query, name: token, schema: {{ {schema} }} }}]
      responses: {{ '204': {{ description: None. }} }}
"
        ))
    };
    let either = with("type: [string, integer]");
    assert_both(&either, &with("type: string"), &[], &[]);
    assert_both(&either, &with("type: [string, boolean]"), &[], &[]);
    assert_both(
        &either,
        &with("type: array, items: { type: string }"),
        &["type-widened list_orders.query.token: compatible, breaking"],
        &["type-narrowed list_orders.query.token: breaking, compatible"],
    );
    // Without a string, or with limits, not every text is a value.
    for narrow in [
        "type: [integer, boolean]",
        "anyOf: [{ type: integer }, { type: string, maxLength: 3 }]",
    ] {
        assert_both(
            &with("type: string"),
            &with(narrow),
            &["type-narrowed list_orders.query.token: breaking, compatible"],
            &["type-widened list_orders.query.token: compatible, breaking"],
        );
    }
}

#[test]
fn the_content_of_a_variant_may_be_written_out_as_an_object() {
    let union = |types: &str| {
        specification(&format!(
            "types:\n{types}\noperations:\n  put_event: {{ route: PUT /event, body: Event, returns: Event }}\n"
        ))
    };
    let beside = union(
        "  Event: { union: { moved: Place, failed: string, rang: {} }, tag: type, value: data }
  Place: { fields: { x: integer } }",
    );
    let in_objects = |place: &str| {
        union(&format!(
            "  Event: {{ union: {{ moved: Moved, failed: Failed, rang: {{}} }}, tag: type }}
  Moved: {{ fields: {{ data: Place }} }}
  Failed: {{ fields: {{ type: {{ const: failed }}, data: string }} }}
  Place: {{ fields: {{ {place} }} }}"
        ))
    };
    assert_both(&beside, &in_objects("x: integer"), &[], &[]);
    // The contents are compared.
    assert_both(
        &beside,
        &in_objects("x: integer, y: integer"),
        &["required-field-added Place.y: breaking, breaking"],
        &["required-field-removed Place.y: breaking, breaking"],
    );
    // A further field has no place beside the tag.
    let with_another_field = union(
        "  Event: { union: { moved: Moved, failed: Failed, rang: {} }, tag: type }
  Moved: { fields: { data: Place, at: timestamp } }
  Failed: { fields: { data: string } }
  Place: { fields: { x: integer } }",
    );
    assert_both(
        &beside,
        &with_another_field,
        &["tag-changed Event: breaking, breaking"],
        &["tag-changed Event: breaking, breaking"],
    );
}

#[test]
fn the_name_of_the_only_field_tells_objects_apart() {
    let union = |types: &str| {
        specification(&format!(
            "types:\n{types}\noperations:\n  find: {{ route: POST /find, body: Filter, returns: Filter }}\n"
        ))
    };
    let by_name = union("  Filter: { union: { author: string, all: {} }, wrapped: true }");
    let in_objects = |others: &str| {
        union(&format!(
            "  Filter: {{ union: {{ by: ByAuthor, all: All }} }}
  ByAuthor: {{ fields: {{ author: string }}{others} }}
  All: {{ fields: {{ all: Nothing }}{others} }}
  Nothing: {{ fields: {{}} }}"
        ))
    };
    assert_both(&by_name, &in_objects(", others: none"), &[], &[]);
    assert_both(
        &by_name,
        &in_objects(""),
        &["tag-changed Filter: breaking, breaking"],
        &["tag-changed Filter: breaking, breaking"],
    );
    // A variant that comes or goes is one in either way of writing it.
    assert_both(
        &union("  Filter: { union: { author: string, all: {}, title: string }, wrapped: true }"),
        &in_objects(", others: none"),
        &["variant-removed Filter.title: breaking, breaking"],
        &["variant-added Filter.title: breaking, breaking"],
    );
}

#[test]
fn a_map_is_an_object_with_further_fields_only() {
    let with = |labels: &str, types: &str| {
        specification(&format!(
            "
types:
  Thing: {{ fields: {{ labels: {labels} }} }}
  Choice: {{ union: {{ labels: {labels}, none: {{}} }}, tag: kind }}
{types}
operations:
  put_thing: {{ route: PUT /thing, body: Thing, returns: Thing }}
  put_choice: {{ route: PUT /choice, body: Choice, returns: Choice }}
"
        ))
    };
    let map = with("map<string>", "");
    assert_both(
        &map,
        &with("Labels", "  Labels: { fields: {}, others: string }"),
        &[],
        &[],
    );
    let of_numbers = with("Labels", "  Labels: { fields: {}, others: integer }");
    assert_both(
        &map,
        &of_numbers,
        &[
            "type-changed Choice.labels{}: breaking, breaking",
            "type-changed Thing.labels{}: breaking, breaking",
        ],
        &[
            "type-changed Choice.labels{}: breaking, breaking",
            "type-changed Thing.labels{}: breaking, breaking",
        ],
    );
}

#[test]
fn pages_have_the_header_that_says_which_one_is_next() {
    let pages = "
pagers:
  page: { page_number: { parameter: page }, next: { link: next } }
operations:
  list_books: { route: GET /books, returns: page<string> }
";
    let page = specification(pages);
    assert_both(&page, &export(&page), &[], &[]);
}

#[test]
fn a_router_answers_head_with_get() {
    let with = |more: &str, key: &str| {
        specification(&format!(
            "
auth: {{ schemes: {{ key: {{ scheme: bearer }} }}, default: key }}
operations:
  get_order: {{ route: GET /order, query: {{ of?: string }}, returns: string{key} }}{more}
"
        ))
    };
    let head = "\n  check_order: { route: HEAD /order, query: { of?: string }, auth: none }";
    assert_both(
        &with(head, ", auth: none"),
        &with("", ", auth: none"),
        &[],
        &[],
    );
    // It needs credentials that clients of the other one do not send.
    assert_both(
        &with(head, ", auth: key"),
        &with("", ", auth: key"),
        &["operation-removed check_order: breaking, compatible"],
        &["operation-added check_order: compatible, breaking"],
    );
    // It ignores what the other one reads.
    let more =
        "\n  check_order: { route: HEAD /order, query: { of?: string, at?: date }, auth: none }";
    assert_both(
        &with(more, ", auth: none"),
        &with("", ", auth: none"),
        &["operation-removed check_order: breaking, compatible"],
        &["operation-added check_order: compatible, breaking"],
    );
}

#[test]
fn only_the_spec_language_promises_orders() {
    let spec = |order: &str| {
        specification(&format!(
            "
pagers: {{ page: {{ offset: {{ parameter: offset }}, items: items, total: total }} }}
types: {{ Order: {{ fields: {{ id: string }} }} }}
operations:
  list_orders: {{ route: GET /orders, returns: page<Order>{order} }}
"
        ))
    };
    let with = spec(", order: { by: id }");
    let exported = crate::exports::export(&with);
    assert_both(&with, &exported, &[], &[]);
}

#[test]
fn the_order_of_a_choice_is_no_difference() {
    let with = |members: &str| {
        document(&format!(
            "
paths:
  /order:
    put:
      requestBody:
        content: {{ application/json: {{ schema: {{ oneOf: [{members}] }} }} }}
      responses: {{ '204': {{ description: It is stored }} }}
"
        ))
    };
    // A value may fit both, which is not checked, whatever their order is.
    let one = "{ title: One, type: object, required: [a], properties: { a: { type: string } } }";
    let two = "{ title: Two, type: object, required: [b], properties: { b: { type: string } } }";
    let (old, new) = (format!("{one}, {two}"), format!("{two}, {one}"));
    assert_both(&with(&old), &with(&new), &[], &[]);
    let both = one.replace("a: {", "b: { type: string }, a: {");
    let (before, after) = (format!("{both}, {two}"), format!("{two}, {both}"));
    assert_both(&with(&before), &with(&after), &[], &[]);
    let other = two.replace("[b]", "[c]");
    let changed = found_with_rollback(&with(&old), &with(&format!("{one}, {other}")));
    assert!(!changed.is_empty());
}

#[test]
fn a_required_name_has_the_type_of_other_fields() {
    let with = |required: &str| {
        document(&format!(
            "
paths:
  /order:
    put:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties: {{ id: {{ type: integer }} }}
              additionalProperties: {{ type: string }}
{required}
      responses: {{ '204': {{ description: It is stored }} }}
"
        ))
    };
    assert_both(
        &with(""),
        &with("              required: [sku]"),
        &["required-field-added ReplaceOrderBody.sku: breaking, risky"],
        &["required-field-removed ReplaceOrderBody.sku: risky, breaking"],
    );
}

#[test]
fn a_discriminator_says_nothing_that_constants_do_not_say() {
    let with = |discriminator: &str| {
        document(&format!(
            "
paths:
  /pet:
    put:
      requestBody: {{ content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Pet' }} }} }} }}
      responses:
        '200': {{ description: The pet, content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Pet' }} }} }} }}
components:
  schemas:
    Pet:
      oneOf: [{{ $ref: '#/components/schemas/Cat' }}, {{ $ref: '#/components/schemas/Dog' }}]
{discriminator}
    Cat: {{ type: object, required: [kind], properties: {{ kind: {{ const: cat }}, lives: {{ type: integer }} }} }}
    Dog: {{ type: object, required: [kind], properties: {{ kind: {{ enum: [dog, puppy] }}, name: {{ type: string }} }} }}
"
        ))
    };
    let discriminator = "      discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog', puppy: '#/components/schemas/Dog' } }";
    assert_both(&with(discriminator), &with(""), &[], &[]);
}

/// A document in which a response has an object with this schema of a field, and these components.
fn with_field(field: &str, components: &str) -> SourceFile {
    document(&format!(
        "
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200':
          description: All orders.
          content: {{ application/json: {{ schema: {{ type: object, properties: {{ it: {{ {field} }} }} }} }} }}
components: {{ schemas: {{ {components} }} }}
"
    ))
}

#[test]
fn what_the_model_does_not_hold_may_be_written_elsewhere() {
    let color = "type: string, format: color";
    let inline = with_field(color, "");
    let referred = with_field(
        "$ref: '#/components/schemas/Color'",
        &format!("Color: {{ {color} }}"),
    );
    let wrapped = with_field(&format!("allOf: [{{ {color} }}]"), "");
    assert_both(&inline, &referred, &[], &[]);
    assert_both(&inline, &wrapped, &[], &[]);
    assert_both(&referred, &wrapped, &[], &[]);
    let nullable = with_field("type: [string, 'null'], format: color", "");
    let choice = with_field(&format!("oneOf: [{{ {color} }}, {{ type: 'null' }}]"), "");
    assert_both(&nullable, &choice, &[], &[]);
    let phone = with_field(
        "$ref: '#/components/schemas/Phone'",
        "Phone: { type: string, format: phone }",
    );
    let found = found_with_rollback(&inline, &phone);
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn notes_in_what_the_model_does_not_hold_mean_nothing() {
    let with = |notes: &str| {
        document(&format!(
            "
paths:
  /orders:
    post:
      operationId: createOrder
      callbacks: {{ done: {{ '{{$request.body#/url}}': {{ post: {{ responses: {{ '204': {{ description: Done.{notes} }} }} }} }} }} }}
      responses: {{ '204': {{ description: None. }} }}
"
        ))
    };
    let links = with(", links: { next: { operationId: createOrder } }");
    assert_both(&with(""), &links, &[], &[]);
}

#[test]
fn what_all_listed_values_keep_is_no_limit() {
    let with = |schema: &str| {
        document(&format!(
            "
paths:
  /orders:
    get:
      operationId: listOrders
      parameters: [{{ in: query, name: state, schema: {{ {schema} }} }}]
      responses: {{ '204': {{ description: None. }} }}
"
        ))
    };
    for (listed, limited) in [
        ("enum: [open, paid]", "type: string, pattern: '^[a-z]+$'"),
        (
            "type: integer, enum: [5, 10]",
            "type: integer, multipleOf: 5",
        ),
    ] {
        assert_both(
            &with(listed),
            &with(limited),
            &["type-widened list_orders.query.state: compatible, breaking"],
            &["type-narrowed list_orders.query.state: breaking, compatible"],
        );
    }
}

#[test]
fn multiples_are_compared_by_their_decimal_digits() {
    let with = |step: &str| {
        specification(&format!(
            "operations:\n  list: {{ route: GET /orders, query: {{ total?: {{ type: number, multiple_of: {step} }} }} }}\n"
        ))
    };
    for (coarse, fine) in [("0.1", "0.01"), ("4", "2"), ("1", "0.5")] {
        assert_both(
            &with(coarse),
            &with(fine),
            &["multiple-of-removed list.query.total: compatible, breaking"],
            &["multiple-of-added list.query.total: breaking, compatible"],
        );
    }
    let changed = &["multiple-of-changed list.query.total: breaking, breaking"];
    assert_both(&with("0.3"), &with("0.2"), changed, changed);
}

#[test]
fn a_part_that_several_operations_read_is_one_change() {
    let with = |accept: &str| {
        document(&format!(
            "
paths:
  /orders:
    parameters: [{{ in: header, name: Accept, schema: {{ type: string, enum: [{accept}] }} }}]
    get: {{ operationId: listOrders, responses: {{ '204': {{ description: None. }} }} }}
    put: {{ operationId: replaceOrders, responses: {{ '204': {{ description: None. }} }} }}
"
        ))
    };
    let changed = &["not-compared /paths/~1orders/parameters/header:Accept: unknown, unknown"];
    assert_both(&with("text/csv"), &with("text/html"), changed, changed);
}

#[test]
fn the_name_of_a_webhook_is_not_sent() {
    let with = |webhooks: &str| {
        specification(&format!(
            "
types: {{ Order: {{ fields: {{ sku: string }} }} }}
webhooks: {{ {webhooks} }}
"
        ))
    };
    assert_both(
        &with("ordered: { body: Order }"),
        &with("order_placed: { body: Order }"),
        &["operation-renamed order_placed: risky, risky"],
        &["operation-renamed ordered: risky, risky"],
    );
    // Which one it was before is not known, or it is not the same.
    let (gone, added) = (
        "webhook-removed ordered: breaking, compatible",
        "webhook-added placed: compatible, breaking",
    );
    let old = with("ordered: { body: Order }");
    for new in [
        "placed: { body: string }",
        "placed: { body: Order, signature: X-Signature }",
    ] {
        assert_both(
            &old,
            &with(new),
            &[added, gone],
            &[
                "webhook-added ordered: compatible, breaking",
                "webhook-removed placed: breaking, compatible",
            ],
        );
    }
    assert_both(
        &old,
        &with("placed: { body: Order }, sent: { body: Order }"),
        &[added, "webhook-added sent: compatible, breaking", gone],
        &[
            "webhook-added ordered: compatible, breaking",
            "webhook-removed placed: breaking, compatible",
            "webhook-removed sent: breaking, compatible",
        ],
    );
}

/// A document whose operations return an object with a string in the field `data`, of which more operations decide
/// whether it is an envelope.
fn with_envelope(others: usize, more: &str) -> SourceFile {
    let response = |schema: &str| {
        format!(
            "responses: {{ '200': {{ description: It., content: {{ application/json: {{ schema: {schema} }} }} }} }}"
        )
    };
    let enveloped = response(&format!(
        "{{ type: object, required: [data], properties: {{ data: {{ type: string }}{more} }} }}"
    ));
    let plain = response("{ type: string }");
    let operation = |name: String, responses: &str| {
        format!("  /{name}: {{ get: {{ operationId: {name}, {responses} }} }}\n")
    };
    let all = (0..4).map(|index| operation(format!("enveloped{index}"), &enveloped));
    let others = (0..others).map(|index| operation(format!("plain{index}"), &plain));
    document(&format!(
        "paths:\n{}",
        all.chain(others).collect::<String>()
    ))
}

#[test]
fn an_envelope_and_an_object_are_the_same_on_the_wire() {
    let added: Vec<String> = (0..4)
        .map(|index| format!("operation-added plain{index}: compatible, breaking"))
        .collect();
    let removed: Vec<String> = (0..4)
        .map(|index| format!("operation-removed plain{index}: breaking, compatible"))
        .collect();
    let text = |lines: &[String]| -> Vec<String> { lines.to_vec() };
    assert_eq!(
        found_with_rollback(&with_envelope(0, ""), &with_envelope(4, "")),
        text(&added)
    );
    assert_eq!(
        found_with_rollback(&with_envelope(4, ""), &with_envelope(0, "")),
        text(&removed)
    );
    // What is new beside the value is a field.
    let more = ", total: { type: integer }";
    let fields = |rule: &str, verdicts: &str| -> Vec<String> {
        let fields = (0..4)
            .map(|index| format!("optional-field-{rule} enveloped{index}.200.total: {verdicts}"));
        fields.collect()
    };
    assert_eq!(
        found_with_rollback(&with_envelope(0, ""), &with_envelope(0, more)),
        fields("added", "compatible, risky")
    );
    assert_eq!(
        found_with_rollback(&with_envelope(0, more), &with_envelope(0, "")),
        fields("removed", "risky, compatible")
    );
}

#[test]
fn each_operation_whose_envelope_is_in_rust_has_one_change() {
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let (old, new) = (with_envelope(0, ""), with_envelope(4, ""));
    let changes = diff(&read(&old), &read(&new));
    let breaking: Vec<String> = changes
        .iter()
        .filter(|change| change.callers == specsmith::diff::Verdict::Breaking)
        .map(|change| format!("{} {}", change.rule.id(), change.path))
        .collect();
    let expected: Vec<String> = (0..4)
        .map(|index| format!("envelope-in-rust enveloped{index}.200"))
        .collect();
    assert_eq!(breaking, expected);
}

#[test]
fn operations_with_other_errors_leave_those_of_the_others_as_they_are() {
    let operation = |name: &str, schema: &str| {
        let errors = [400, 404, 409].map(|status| {
            let content = format!(
                "application/json: {{ schema: {{ $ref: '#/components/schemas/{schema}' }} }}"
            );
            format!("'{status}': {{ description: No., content: {{ {content} }} }}")
        });
        format!(
            "  /{name}: {{ get: {{ operationId: {name}, responses: {{ {} }} }} }}\n",
            errors.join(", ")
        )
    };
    let with = |operations: &[(&str, &str)]| {
        let operations: String = operations
            .iter()
            .map(|(name, schema)| operation(name, schema))
            .collect();
        document(&format!(
            "paths:
{operations}components:
  schemas:
    Problem: {{ type: object, properties: {{ message: {{ type: string }} }} }}
    Failure: {{ type: object, properties: {{ detail: {{ type: string }} }} }}
"
        ))
    };
    assert_both(
        &with(&[("one", "Problem")]),
        &with(&[("one", "Problem"), ("two", "Failure"), ("three", "Failure")]),
        &[
            "operation-added three: compatible, breaking",
            "operation-added two: compatible, breaking",
            "router-errors-changed error_body: risky, risky",
        ],
        &[
            "operation-removed three: breaking, compatible",
            "operation-removed two: breaking, compatible",
            "router-errors-changed error_body: risky, risky",
        ],
    );
}

/// An operation with an error of the shape that all errors have.
fn errors_of_a_shape(shape: &str) -> SourceFile {
    specification(&format!(
        "
error_body: {{ envelope: error, status: status, code?: code, message: message, metadata?: details }}
errors:
  400: {{ name: Bad, message: Bad. }}
  409: {{ name: Conflict, {shape} }}
operations:
  get_order: {{ route: GET /order, errors: [400, 409] }}
"
    ))
}

/// The same errors, as a document describes them by hand.
fn errors_of_types(required: &str, properties: &str) -> SourceFile {
    let object = |required: &str, properties: &str| {
        let always =
            "status: { type: integer }, message: { type: string }, details: { type: object }";
        let properties = format!("properties: {{ {always}, {properties} }}");
        format!(
            "{{ error: {{ type: object, required: [status, message{required}], {properties} }} }}"
        )
    };
    let error = |status: u16, schema: &str| {
        format!(
            "'{status}': {{ description: No., content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/{schema}' }} }} }} }}"
        )
    };
    document(&format!(
        "
paths:
  /order:
    get:
      operationId: get_order
      responses:
        '204': {{ description: Yes. }}
        {}
        {}
components:
  schemas:
    Problem: {{ type: object, required: [error], properties: {} }}
    Conflict: {{ type: object, required: [error], properties: {} }}
",
        error(400, "Problem"),
        error(409, "Conflict"),
        object("", "code: { type: string }"),
        object(required, properties),
    ))
}

#[test]
fn errors_of_a_shape_and_of_types_are_the_same_objects() {
    let code = "code: { type: string, const: taken }";
    assert_both(
        &errors_of_a_shape("message: No., code: taken"),
        &errors_of_types(", code", code),
        &[],
        &[],
    );
    assert_both(
        &errors_of_a_shape("message: No., code: taken, fields: { tries: integer }"),
        &errors_of_types(
            ", code, tries",
            &format!("{code}, tries: {{ type: integer }}"),
        ),
        &[],
        &[],
    );
    // Only what is different is reported.
    assert_both(
        &errors_of_a_shape("message: No., code: taken"),
        &errors_of_types(", code", "code: { type: string, const: gone }"),
        &["constant-changed Conflict.error.code: breaking, breaking"],
        &["constant-changed Conflict.error.code: breaking, breaking"],
    );
    assert_both(
        &errors_of_a_shape("message: No., code: taken"),
        &errors_of_types(", code", "code: { type: string, enum: [gone, taken] }"),
        &["type-widened Conflict.error.code: breaking, compatible"],
        &["type-narrowed Conflict.error.code: compatible, breaking"],
    );
    assert_both(
        &errors_of_a_shape("message: No., code: taken, fields: { tries: integer }"),
        &errors_of_types(", code", code),
        &["required-field-removed Conflict.error.tries: breaking, compatible"],
        &["required-field-added Conflict.error.tries: compatible, breaking"],
    );
}

/// A document whose only operation takes and returns an object with a property of this schema.
fn property(schema: &str) -> SourceFile {
    document(&format!(
        "
paths:
  /pairs:
    post:
      operationId: send_pair
      requestBody: {{ required: true, content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Holder' }} }} }} }}
      responses:
        '200': {{ description: It., content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Holder' }} }} }} }}
components: {{ schemas: {{ Holder: {{ type: object, required: [pair], properties: {{ pair: {schema} }} }} }} }}
"
    ))
}

#[test]
fn what_follows_a_tuple_is_nothing_however_it_is_written() {
    let first = "type: array, prefixItems: [{ type: string }, { type: integer }]";
    let tuples = [
        "minItems: 2, maxItems: 2",
        "minItems: 2, items: false",
        "minItems: 2, maxItems: 2, items: false",
        "minItems: 2, maxItems: 2, items: { type: string }",
        "minItems: 2, maxItems: 5, items: false",
    ];
    let shorter = [
        "items: false",
        "maxItems: 2",
        "maxItems: 2, items: false",
        "maxItems: 2, items: { type: string }",
        "maxItems: 5, items: false",
    ];
    let open = ["minItems: 1", "minItems: 1, items: true"];
    for same in [&tuples[..], &shorter, &open] {
        for (one, other) in same.iter().zip(&same[1..]) {
            let with = |rest: &str| property(&format!("{{ {first}, {rest} }}"));
            assert_both(&with(one), &with(other), &[], &[]);
        }
    }
    // The first items are compared.
    assert_both(
        &property(&format!("{{ {first}, minItems: 2, maxItems: 2 }}")),
        &property(
            "{ type: array, prefixItems: [{ type: string }, { type: string }], items: false, minItems: 2 }",
        ),
        &["type-changed HolderPair.1: breaking, breaking"],
        &["type-changed HolderPair.1: breaking, breaking"],
    );
}
#[test]
fn an_object_without_a_tag_takes_what_a_union_had() {
    let with = |pet: &str| {
        specification(&format!(
            "
types:
  Cat: {{ fields: {{ name: string, lives?: integer }} }}
  Dog: {{ fields: {{ name: string, tricks?: list<string> }} }}
  Tag: {{ enum: [cat, dog] }}
  Pet: {{ {pet} }}
operations:
  add_pet: {{ route: POST /pets, body: Pet }}
"
        ))
    };
    let union = with("union: { cat: Cat, dog: Dog }, tag: kind");
    let all = "name: string, lives?: integer, tricks?: list<string>";
    for fields in [
        all.to_owned(),
        format!("kind: string, {all}"),
        format!("kind: Tag, {all}"),
    ] {
        assert_both(
            &union,
            &with(&format!("fields: {{ {fields} }}")),
            &["type-widened Pet: compatible, breaking"],
            &["type-narrowed Pet: breaking, compatible"],
        );
    }
    let changed = ["type-changed Pet: breaking, breaking"];
    for object in [
        format!("fields: {{ kind: integer, {all} }}"),
        format!("fields: {{ kind: {{ type: string, max_length: 2 }}, {all} }}"),
        format!("fields: {{ owner: string, {all} }}"),
        format!("others: none, fields: {{ {all} }}"),
        "fields: { name: string, lives?: integer }".to_owned(),
    ] {
        assert_both(&union, &with(&object), &changed, &changed);
    }
}

#[test]
fn a_value_takes_what_all_variants_of_a_union_without_tags_had() {
    let with = |ty: &str| {
        specification(&format!(
            "
types: {{ Size: {{ union: {{ count: integer, amount: number }} }} }}
operations: {{ put_size: {{ route: PUT /size, body: {ty} }} }}
"
        ))
    };
    assert_both(&with("Size"), &with("number"), &[], &[]);
    assert_both(
        &with("Size"),
        &with("integer"),
        &["type-narrowed put_size.body: breaking, compatible"],
        &["type-widened put_size.body: compatible, breaking"],
    );
}

#[test]
fn any_content_of_the_same_media_type_may_be_bytes() {
    let accepted = |ty: &str| {
        specification(&format!(
            "operations: {{ put_note: {{ route: PUT /note, body: {{ {ty} }} }} }}\n"
        ))
    };
    for (ty, media) in [
        ("text", "text/plain"),
        ("json_lines<integer>", "application/x-ndjson"),
    ] {
        assert_both(
            &accepted(&format!("type: {ty}, media: {media}")),
            &accepted(&format!("type: binary, media: {media}")),
            &["type-widened put_note.body: compatible, breaking"],
            &["type-narrowed put_note.body: breaking, compatible"],
        );
    }
    let returned = |ty: &str| {
        specification(&format!(
            "operations: {{ get_note: {{ route: GET /note, returns: {{ type: {ty}, media: text/plain }} }} }}\n"
        ))
    };
    assert_both(
        &returned("text"),
        &returned("binary"),
        &["type-widened get_note.200: breaking, compatible"],
        &["type-narrowed get_note.200: compatible, breaking"],
    );
}

#[test]
fn listed_values_in_a_query_are_text() {
    let with = |schema: &str| {
        document(&format!(
            "
paths:
  /orders:
    get:
      operationId: list
      parameters: [{{ name: size, in: query, required: true, schema: {{ {schema} }} }}]
      responses: {{ '204': {{ description: None. }} }}
"
        ))
    };
    for (one, other) in [
        (
            "type: integer, enum: [1, 2]",
            "type: string, enum: ['2', '1']",
        ),
        (
            "type: number, enum: [1.5, 2]",
            "type: string, enum: ['1.5', '2']",
        ),
        ("type: boolean", "type: string, enum: ['true', 'false']"),
        ("const: true", "const: 'true'"),
        ("const: 1", "const: '1'"),
    ] {
        assert_both(&with(one), &with(other), &[], &[]);
    }
    for (narrow, wide) in [
        (
            "type: integer, enum: [1, 2]",
            "type: string, enum: ['1', '2', '3']",
        ),
        ("const: 1", "type: string, enum: ['1', '2']"),
        (
            "type: string, enum: ['1', '2']",
            "type: integer, minimum: 1",
        ),
    ] {
        assert_both(
            &with(narrow),
            &with(wide),
            &["type-widened list.query.size: compatible, breaking"],
            &["type-narrowed list.query.size: breaking, compatible"],
        );
    }
    let changed = ["type-changed list.query.size: breaking, breaking"];
    for (one, other) in [
        (
            "type: integer, enum: [1, 2]",
            "type: string, enum: ['1', '3']",
        ),
        (
            "type: string, enum: ['1', '2']",
            "type: integer, minimum: 2",
        ),
    ] {
        assert_both(&with(one), &with(other), &changed, &changed);
    }
}

/// A document whose operation has these parts.
fn operation(parts: &str) -> specsmith::source::SourceFile {
    document(&format!(
        "paths: {{ /orders: {{ post: {{ operationId: send, responses: {{ '204': {{ description: None. }} }}, {parts} }} }} }}"
    ))
}

/// An operation whose body has this schema.
fn body(media: &str, schema: &str) -> specsmith::source::SourceFile {
    operation(&format!(
        "requestBody: {{ required: true, content: {{ {media}: {{ schema: {{ {schema} }} }} }} }}"
    ))
}

#[test]
fn a_map_may_name_some_of_its_keys() {
    let map = "type: object, additionalProperties: { type: string }";
    let named = format!("{map}, properties: {{ a: {{ type: string }} }}");
    assert_both(
        &body("application/json", map),
        &body("application/json", &named),
        &[],
        &[],
    );
    let only = "type: object, properties: { a: { type: string } }";
    for media in ["application/json", "application/x-www-form-urlencoded"] {
        assert_both(
            &body(media, map),
            &body(media, only),
            &["other-fields-untyped send.body{}: risky, risky"],
            &["other-fields-typed send.body{}: risky, risky"],
        );
    }
}

#[test]
fn a_list_in_a_query_is_never_empty() {
    let with = |list: &str| {
        operation(&format!(
            "parameters: [{{ name: ids, in: query, schema: {{ type: array, items: {{ type: string }}{list} }} }}]"
        ))
    };
    assert_both(&with(""), &with(", minItems: 1"), &[], &[]);
    assert_both(
        &with(", minItems: 1"),
        &with(", minItems: 2"),
        &["min-items-raised send.query.ids: breaking, compatible"],
        &["min-items-lowered send.query.ids: compatible, breaking"],
    );
}

#[test]
fn a_part_with_a_file_is_never_null() {
    let file = "type: string, format: binary";
    let with = |part: &str| {
        let schema = format!("type: object, properties: {{ f: {{ {part} }} }}");
        body("multipart/form-data", &schema)
    };
    let found = found_with_rollback(
        &with(file),
        &with(&format!("type: array, items: {{ {file} }}")),
    );
    let [change] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert!(change.starts_with("type-widened "), "{change}");
    assert!(change.ends_with(": compatible, breaking"), "{change}");
}

#[test]
fn integers_are_numbers() {
    let json = "application/json";
    assert_both(
        &body(json, "type: integer, enum: [1, 2]"),
        &body(json, "type: number, enum: [1, 2]"),
        &[],
        &[],
    );
    let union = |variants: &str| {
        specification(&format!(
            "operations: {{ send: {{ route: POST /values, body: Value }} }}\ntypes: {{ Value: {{ union: {{ {variants} }} }} }}"
        ))
    };
    assert_both(
        &union("i: integer, n: number, s: string"),
        &union("n: number, s: string"),
        &[],
        &[],
    );
}

#[test]
fn names_of_variants_without_a_tag_are_not_sent() {
    let union = |variants: &str| {
        specification(&format!(
            "operations: {{ send: {{ route: POST /values, body: Value }} }}\ntypes: {{ Value: {{ union: {{ {variants} }} }} }}"
        ))
    };
    assert_both(
        &union("p: string, q: integer"),
        &union("q: string, p: integer"),
        &[],
        &[],
    );
}

#[test]
fn a_variant_without_content_gets_optional_fields() {
    let union = |variant: &str| {
        specification(&format!(
            "
operations: {{ send: {{ route: POST /values, body: Value }} }}
types:
  Value: {{ union: {{ a: {variant}, b: P }}, tag: t }}
  P: {{ fields: {{ x: string }} }}
  Q: {{ fields: {{ z?: string }} }}
"
        ))
    };
    assert_both(
        &union("{}"),
        &union("Q"),
        &["optional-field-added Value.a.z: compatible, risky"],
        &["optional-field-removed Value.a.z: risky, compatible"],
    );
}

#[test]
fn limits_that_exclude_no_value_are_none() {
    let json = "application/json";
    for (one, other) in [
        ("type: integer", "type: integer, multipleOf: 1"),
        (
            "type: array, items: { type: string }, maxItems: 1",
            "type: array, items: { type: string }, maxItems: 1, uniqueItems: true",
        ),
    ] {
        assert_both(&body(json, one), &body(json, other), &[], &[]);
    }
}
