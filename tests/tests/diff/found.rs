//! What a comparison finds in small specifications that are easily compared wrongly: which rules, and how bad they are on
//! the wire.

use specsmith::diff::{Options, Report, diff};
use specsmith::source::SourceFile;

use crate::compared::{assert_both, assert_found, document, found_in, specification};

fn found(old: &str, new: &str) -> Vec<String> {
    found_in(&specification(old), &specification(new))
}

#[test]
fn an_object_that_contains_itself_can_become_a_union_that_does() {
    assert_found(
        "
types:
  Node: { fields: { kind: { const: leaf }, next?: Node } }
operations:
  get_node: { route: GET /node, returns: Node }
",
        "
types:
  Leaf: { fields: { next?: Tree } }
  Tree: { union: { leaf: Leaf }, tag: kind }
operations:
  get_node: { route: GET /node, returns: Tree }
",
        &[
            "type-widened Leaf.next: breaking",
            "type-widened get_node.200: breaking",
        ],
    );
}

#[test]
fn a_tag_that_the_content_declares_is_the_tag_that_the_union_adds() {
    let with = |person: &str| {
        format!(
            "
types:
  Party: {{ union: {{ person: Person, nobody: {{}} }}, tag: kind }}
  Person: {{ fields: {{ {person} }} }}
operations:
  put_party: {{ route: PUT /party, body: Party, returns: Party }}
"
        )
    };
    assert_found(
        &with("name: string"),
        &with("kind: { const: person }, name: string"),
        &[],
    );
}

#[test]
fn a_page_and_an_object_have_the_same_fields_or_not() {
    let page = "
pagers: { page: { offset: { parameter: offset }, limit: { parameter: limit, default: 10, max: 50 }, items: data, total: total } }
types: { Book: { fields: { title: string } } }
operations:
  list_books: { route: GET /books, returns: page<Book> }
";
    let object = |fields: &str| {
        format!(
            "
types:
  Book: {{ fields: {{ title: string }} }}
  Books: {{ fields: {{ {fields} }} }}
operations:
  list_books:
    route: GET /books
    query: {{ offset?: integer, limit?: integer }}
    returns: Books
"
        )
    };
    let found = found(page, &object("data: list<Book>"));
    assert!(
        found.contains(&"required-field-removed list_books.200.total: breaking".to_owned()),
        "{found:?}"
    );
}

#[test]
fn schemes_of_two_names_are_not_the_same_credentials() {
    let with = |scheme: &str| {
        format!(
            "
auth: {{ schemes: {{ user: {{ scheme: bearer }}, service: {{ scheme: bearer }} }} }}
operations:
  get_user: {{ route: GET /user, auth: user }}
  get_service: {{ route: GET /service, auth: service }}
  get_orders: {{ route: GET /orders, auth: {scheme} }}
"
        )
    };
    assert_found(
        &with("user"),
        &with("service"),
        &[
            "credentials-added get_orders: compatible",
            "credentials-removed get_orders: breaking",
        ],
    );
}

#[test]
fn limits_count_if_a_listed_value_is_outside_of_them() {
    let with = |ty: &str| {
        format!(
            "
types:
  Size: {{ enum: [s, m, large] }}
operations:
  get_shirt: {{ route: GET /shirt, query: {{ size?: {ty} }} }}
"
        )
    };
    assert_found(
        &with("Size"),
        &with("{ type: string, max_length: 5 }"),
        &["type-widened get_shirt.query.size: compatible"],
    );
    assert_found(
        &with("Size"),
        &with("{ type: string, max_length: 4 }"),
        &[
            "max-length-lowered get_shirt.query.size: breaking",
            "type-widened get_shirt.query.size: compatible",
        ],
    );
}

#[test]
fn integers_above_a_number_begin_with_the_next_one() {
    let with = |limit: &str| {
        format!(
            "
operations:
  list_books: {{ route: GET /books, query: {{ count?: {{ type: integer, {limit} }} }} }}
"
        )
    };
    assert_found(&with("above: 0"), &with("min: 1"), &[]);
}

#[test]
fn the_position_of_a_page_has_a_name() {
    let with = |offset: &str| {
        format!(
            "
pagers: {{ page: {{ offset: {{ parameter: {offset} }}, limit: {{ parameter: limit, default: 10, max: 50 }}, items: data }} }}
types: {{ Book: {{ fields: {{ title: string }} }} }}
operations:
  list_books: {{ route: GET /books, returns: page<Book> }}
"
        )
    };
    let found = found(&with("offset"), &with("skip"));
    assert!(
        found.contains(&"next-page-changed list_books: breaking".to_owned()),
        "{found:?}"
    );
}

#[test]
fn a_type_in_requests_and_responses_changes_once() {
    let with = |values: &str| {
        format!(
            "
types:
  Status: {{ enum: [{values}] }}
  Order: {{ fields: {{ status: Status }} }}
operations:
  list_orders: {{ route: GET /orders, query: {{ status?: Status }}, returns: list<Order> }}
"
        )
    };
    let (old, new) = (
        specification(&with("open, paid")),
        specification(&with("open, paid, sent")),
    );
    let read =
        |source| specsmith::read_to_compare(source).expect("the specification has no errors");
    let (old, new) = (read(&old), read(&new));
    let report = Report::new(&old, &new, diff(&old, &new), Options::default());
    assert_eq!(
        report
            .to_json_lines()
            .matches("\"enum-value-added\"")
            .count(),
        1
    );
}

#[test]
fn what_responses_no_longer_keep_is_missed() {
    let with = |others: &str| {
        format!(
            "
types:
  Query: {{ fields: {{ text: string }}{others} }}
  Result: {{ fields: {{ text: string }}{others} }}
operations:
  search: {{ route: POST /search, body: Query, returns: Result }}
"
        )
    };
    let (kept, typed, closed) = (
        with(", others: json"),
        with(", others: integer"),
        with(", others: none"),
    );
    let expected = [
        "other-fields-dropped Result{}: risky",
        "other-fields-refused Query{}: breaking",
        "other-fields-refused Result{}: compatible",
    ];
    assert_found(&kept, &closed, &expected);
    assert_found(&typed, &closed, &expected);
    assert_found(
        &closed,
        &kept,
        &[
            "other-fields-accepted Query{}: compatible",
            "other-fields-accepted Result{}: compatible",
            "other-fields-kept Result{}: compatible",
        ],
    );
}

#[test]
fn an_error_with_another_name_and_another_status_or_code_is_another_error() {
    let with = |errors: [(&str, u16, &str); 2]| {
        let [one, other] = errors.map(|(name, status, code)| {
            format!("{name}: {{ status: {status}, message: No., code: {code} }}")
        });
        let names = errors.map(|(name, ..)| name).join(", ");
        format!(
            "
error_body: {{ code: code, message: message }}
errors:
  {one}
  {other}
operations:
  pay: {{ route: POST /payments, errors: [{names}] }}
"
        )
    };
    let old = with([("Taken", 409, "taken"), ("Busy", 409, "busy")]);
    assert_found(
        &old,
        &with([("Reserved", 409, "reserved"), ("Busy", 409, "busy")]),
        &[
            "error-added pay.409: compatible",
            "error-codes-changed pay.409: risky",
            "error-removed pay.409: compatible",
        ],
    );
    assert_found(
        &old,
        &with([("Locked", 423, "taken"), ("Busy", 409, "busy")]),
        &[
            "error-added pay.423: compatible",
            "error-removed pay.409: compatible",
        ],
    );
}

#[test]
fn errors_that_no_operation_lists_are_compared() {
    let with = |status: u16, overloaded: &str, invalid: &str| {
        format!(
            "
error_body: {{ code: code, message: message }}
errors:
  {status}: {{ name: Overloaded, message: Wait., code: {overloaded}, implied: true, when: Too many call. }}
  400: {{ name: Invalid, message: No., code: {invalid} }}
operations:
  get_order: {{ route: 'GET /orders/{{id}}', path: {{ id: integer }} }}
"
        )
    };
    let old = with(503, "overloaded", "invalid");
    assert_found(
        &old,
        &with(503, "wait", "malformed"),
        &[
            "error-value-changed Invalid: breaking",
            "error-value-changed Overloaded: breaking",
        ],
    );
    assert_found(
        &old,
        &with(529, "overloaded", "invalid"),
        &["error-status-changed Overloaded: breaking"],
    );
}

#[test]
fn what_pages_are_selected_by_and_where_the_next_one_is() {
    let with = |pages: &str| {
        format!(
            "
types:
  Donations: {{ fields: {{ donations: list<string>, next?: string, last?: string }} }}
operations:
  list_donations:
    route: GET /donations
    query: {{ after?: string, page?: integer }}
    returns: Donations
    pages: {pages}
"
        )
    };
    let changed = &["next-page-changed list_donations: breaking"];
    let cursor = with("{ cursor: after, items: donations, next: next }");
    let url = with("{ cursor: after, items: donations, next: { url: next } }");
    assert_found(&cursor, &url, changed);
    assert_found(&url, &cursor, changed);
    let number = with("{ page_number: page, items: donations }");
    let offset = with("{ offset: page, items: donations }");
    let from_zero = with("{ page_number: page, items: donations, first: 0 }");
    assert_found(&number, &offset, changed);
    assert_found(&number, &from_zero, changed);
    // A second way beside the old one, which is still there.
    assert_found(&number, &cursor, &[]);
}

#[test]
fn a_list_that_silently_comes_in_pages() {
    let list = "
operations:
  list_donations: { route: GET /donations, returns: list<string> }
";
    let with = |pager: &str| {
        format!(
            "
pagers:
  page: {pager}
operations:
  list_donations: {{ route: GET /donations, returns: page<string> }}
"
        )
    };
    let after = "optional-parameter-added list_donations.query.after: compatible";
    let paged = "list-paged list_donations: risky";
    let link = with("{ cursor: { parameter: after }, next: { link: next } }");
    let header = with("{ cursor: { parameter: after }, next: { header: X-Next } }");
    assert_found(list, &link, &[paged, after]);
    assert_found(list, &header, &[paged, after]);
    assert_found(
        &link,
        list,
        &[
            "list-unpaged list_donations: compatible",
            "optional-parameter-removed list_donations.query.after: risky",
        ],
    );
    // The type of the response says it.
    let object = with("{ cursor: { parameter: after }, next: next, items: donations }");
    let changed = "content-changed list_donations.200: breaking";
    assert_found(list, &object, &[changed, after]);
    // Requests had the parameter, so the list may have come in pages.
    let known = "
operations:
  list_donations: { route: GET /donations, query: { after?: string }, returns: list<string> }
";
    assert_found(known, &link, &[]);
}

#[test]
fn an_object_whose_list_silently_comes_in_pages() {
    let with = |query: &str, fields: &str| {
        document(&format!(
            "
paths:
  /donations:
    get:
      operationId: list_donations
      parameters: [{query}]
      responses:
        '200':
          description: The donations.
          content:
            application/json:
              schema:
                type: object
                required: [donations]
                properties: {{ donations: {{ type: array, items: {{ type: string }} }}{fields} }}
"
        ))
    };
    let whole = with("", "");
    let cursor = "{ name: cursor, in: query, schema: { type: string } }";
    let next = ", next_cursor: { type: string }";
    let pages = with(cursor, next);
    assert_both(
        &whole,
        &pages,
        &[
            "list-paged list_donations: risky, compatible",
            "optional-field-added ListDonationsResponse.next_cursor: compatible, risky",
            "optional-parameter-added list_donations.query.cursor: compatible, risky",
        ],
        &[
            "list-unpaged list_donations: compatible, risky",
            "optional-field-removed ListDonationsResponse.next_cursor: risky, compatible",
            "optional-parameter-removed list_donations.query.cursor: risky, compatible",
        ],
    );
    // The old document did not say what the parameter is for.
    let added = &["optional-field-added ListDonationsResponse.next_cursor: compatible, risky"];
    let gone = &["optional-field-removed ListDonationsResponse.next_cursor: risky, compatible"];
    let known = with(cursor, "");
    assert_both(&known, &pages, added, gone);
    // Nothing in the responses says that there are pages.
    let offset = "{ name: offset, in: query, schema: { type: integer } }";
    assert_both(
        &whole,
        &with(offset, ""),
        &["optional-parameter-added list_donations.query.offset: compatible, risky"],
        &["optional-parameter-removed list_donations.query.offset: risky, compatible"],
    );
}

#[test]
fn what_the_fields_of_a_page_say_about_it() {
    let with = |pages: &str| {
        format!(
            "
types:
  Meta: {{ fields: {{ next?: string, last?: string }} }}
  Donations:
    fields:
      donations: list<string>
      gifts: list<string>
      meta: Meta
      more: boolean
      rest: boolean
      total: integer
      pages: integer
operations:
  list_donations:
    route: GET /donations
    query: {{ after?: string, before?: string, page?: integer }}
    returns: Donations
    pages: {{ {pages} }}
"
        )
    };
    let changed = ["next-page-changed list_donations: breaking"];
    let assert_changed = |old: &str, new: &str, expected: &[&str]| {
        assert_found(&with(old), &with(new), expected);
        assert_found(&with(new), &with(old), expected);
    };
    let cursor = "cursor: after, items: donations, next: [meta, next]";
    assert_changed(
        cursor,
        "cursor: after, items: donations, next: [meta, last]",
        &changed,
    );
    assert_changed(
        cursor,
        "cursor: before, items: donations, next: [meta, next]",
        &changed,
    );
    assert_changed(
        cursor,
        "cursor: after, items: gifts, next: [meta, next]",
        &["page-items-changed list_donations: risky"],
    );
    let counted = "page_number: page, items: donations";
    for (old, new) in [
        ("more: more", "more: rest"),
        ("pages: pages", "pages: total"),
        ("total: total", "pages: total"),
    ] {
        assert_changed(
            &format!("{counted}, {old}"),
            &format!("{counted}, {new}"),
            &changed,
        );
    }
    // What nothing was said about has no other meaning.
    assert_changed(counted, &format!("{counted}, more: more"), &[]);
}

/// The change of a field that is new or gone is enough.
#[test]
fn a_field_of_a_page_gets_another_name() {
    let with = |name: &str| {
        format!(
            "
types: {{ Donations: {{ fields: {{ {name}: list<string>, next?: string }} }} }}
operations:
  list_donations:
    route: GET /donations
    query: {{ after?: string }}
    returns: Donations
    pages: {{ cursor: after, items: {name}, next: next }}
"
        )
    };
    assert_found(
        &with("donations"),
        &with("gifts"),
        &[
            "required-field-added Donations.gifts: compatible",
            "required-field-removed Donations.donations: breaking",
        ],
    );
}

#[test]
fn the_roles_of_fields_of_a_pager_move() {
    let with = |roles: &str| {
        format!(
            "
pagers: {{ page: {{ page_number: {{ parameter: page }}, items: books, {roles} }} }}
operations:
  list_books: {{ route: GET /books, returns: page<string> }}
"
        )
    };
    let changed = &["next-page-changed list_books: breaking"];
    let old = with("pages: last, fields: { count: integer }");
    assert_found(
        &old,
        &with("pages: count, fields: { last: integer }"),
        changed,
    );
    assert_found(
        &old,
        &with("total: last, fields: { count: integer }"),
        changed,
    );
}

#[test]
fn the_field_of_a_page_with_its_position_becomes_a_url() {
    let with = |next: &str| {
        format!(
            "
pagers: {{ page: {{ cursor: {{ parameter: after }}, items: books, next: {next} }} }}
operations:
  list_books: {{ route: GET /books, returns: page<string> }}
"
        )
    };
    assert_found(
        &with("more"),
        &with("{ url: more }"),
        &["next-page-changed list_books: breaking"],
    );
}

#[test]
fn the_position_of_a_page_in_the_body_has_a_name() {
    let with = |name: &str| {
        format!(
            "
pagers: {{ found: {{ cursor: {{ field: {name} }}, items: found, next?: next }} }}
types: {{ Search: {{ fields: {{ text: string, {name}?: string }} }} }}
operations:
  search: {{ route: POST /search, body: Search, returns: found<string> }}
"
        )
    };
    assert_found(
        &with("after"),
        &with("begin"),
        &[
            "next-page-changed search: breaking",
            "optional-field-added Search.begin: compatible",
            "optional-field-removed Search.after: risky",
        ],
    );
}

#[test]
fn a_path_with_a_text_that_a_parameter_may_have_takes_its_requests() {
    let with = |id: &str, more: &str| {
        format!(
            "
types:
  Size: {{ enum: [small, large] }}
  Code: {{ newtype: string, pattern: '^[A-Z]+$' }}
operations:
  get_order: {{ route: 'GET /orders/{{id}}', path: {{ id: {id} }} }}
  {more}
"
        )
    };
    let latest = "get_latest: { route: GET /orders/latest }";
    let added = "operation-added get_latest: compatible";
    for id in ["string", "{ type: string, max_length: 6 }"] {
        assert_found(
            &with(id, ""),
            &with(id, latest),
            &[added, "path-taken get_order: risky"],
        );
    }
    for id in [
        "integer",
        "uuid",
        "date",
        "Size",
        "Code",
        "{ type: string, max_length: 5 }",
    ] {
        assert_found(&with(id, ""), &with(id, latest), &[added]);
    }
    assert_found(
        &with("string", latest),
        &with("string", ""),
        &[
            "operation-removed get_latest: breaking",
            "path-returned get_order: compatible",
        ],
    );
}

#[test]
fn a_path_may_be_known_before_it_takes_requests() {
    let with = |more: &str| {
        format!(
            "
operations:
  get_order: {{ route: 'GET /orders/{{id}}', path: {{ id: string }} }}
  get_line: {{ route: 'GET /orders/{{id}}/{{line}}', path: {{ id: string, line: string }} }}
  {more}
"
        )
    };
    // The path alone takes requests, whatever their method is.
    let post = "add_draft: { route: POST /orders/draft }";
    assert_found(
        &with(""),
        &with(post),
        &[
            "operation-added add_draft: compatible",
            "path-taken get_order: risky",
        ],
    );
    let line = "get_first: { route: 'GET /orders/{id}/first', path: { id: string } }";
    assert_found(
        &with(""),
        &with(line),
        &[
            "operation-added get_first: compatible",
            "path-taken get_line: risky",
        ],
    );
}

#[test]
fn errors_without_a_value_have_null_or_no_field() {
    let with = |code: &str| {
        format!(
            "
error_body: {{ {code}: reason, message: message }}
errors: {{ 404: {{ name: Missing, message: No., code: missing }} }}
operations:
  get_order: {{ route: GET /order, errors: [404] }}
"
        )
    };
    assert_found(
        &with("code"),
        &with("code?"),
        &[
            "field-became-optional error_body.reason: breaking",
            "null-removed error_body.reason: compatible",
        ],
    );
    assert_found(
        &with("code?"),
        &with("code"),
        &[
            "field-became-required error_body.reason: compatible",
            "null-added error_body.reason: breaking",
        ],
    );
}

/// A specification with racks of these fields in XML, whose type has these keys.
fn racks(name: &str, keys: &str, fields: &str) -> String {
    format!(
        "
types:
  {name}: {{ {keys} fields: {{ {fields} }} }}
  Label: {{ fields: {{ text: string }} }}
operations:
  put_rack: {{ route: PUT /rack, body: {{ type: {name}, media: application/xml }} }}
"
    )
}

#[test]
fn the_root_of_xml_has_the_name_of_its_type() {
    let changed = &["xml-changed put_rack.body: breaking"];
    let rack = racks("Rack", "", "id: integer");
    assert_found(&rack, &racks("Shelf", "", "id: integer"), changed);
    assert_found(
        &rack,
        &racks("Rack", "xml: { name: rack },", "id: integer"),
        changed,
    );
    assert_found(
        &rack,
        &racks("Rack", "xml: { namespace: 'urn:rack' },", "id: integer"),
        changed,
    );
    assert_found(
        &rack,
        &racks("Shelf", "xml: { name: Rack },", "id: integer"),
        &[],
    );
    let prefixed = |prefix: &str| {
        let keys = format!("xml: {{ namespace: 'urn:rack', prefix: {prefix} }},");
        racks("Rack", &keys, "id: integer")
    };
    assert_found(&prefixed("a"), &prefixed("b"), &[]);
}

#[test]
fn fields_in_xml_are_compared_as_they_are_written() {
    let with = |field: &str| racks("Rack", "", field);
    let changed = |old: &str, new: &str| {
        assert_found(
            &with(old),
            &with(new),
            &["xml-changed Rack.labels: breaking"],
        )
    };
    changed(
        "labels: string",
        "labels: { type: string, xml: { attribute: true } }",
    );
    changed(
        "labels: string",
        "labels: { type: string, xml: { name: label } }",
    );
    changed(
        "labels: list<Label>",
        "labels: { type: list<Label>, xml: { item: label } }",
    );
    changed(
        "labels: list<Label>",
        "labels: { type: list<Label>, xml: { wrapped: true } }",
    );
    assert_found(
        &with("labels: string"),
        &with("labels: { type: string, xml: { name: labels } }"),
        &[],
    );
}

#[test]
fn xml_says_nothing_about_json() {
    let with = |xml: &str| {
        format!(
            "
types:
  Rack: {{ {xml} fields: {{ id: {{ type: integer, {xml} }} }} }}
operations:
  get_rack: {{ route: GET /rack, returns: Rack }}
"
        )
    };
    assert_found(&with(""), &with("xml: { name: other },"), &[]);
}

#[test]
fn the_first_media_type_is_for_clients_that_accept_all() {
    let with = |choice: &str| {
        format!(
            "
operations:
  export: {{ route: GET /export, query: {{ format?: string }}, returns: {{ choice: {{ {choice} }} }} }}
"
        )
    };
    let rows = "rows: list<string>";
    let table = "table: { type: text, media: text/csv }";
    assert_found(
        &with(&format!("{rows}, {table}")),
        &with(&format!("{table}, {rows}")),
        &["first-media-type-changed export.200: risky"],
    );
    let page = "page: { type: text, media: text/html }";
    assert_found(
        &with(&format!("{rows}, {table}")),
        &with(&format!("{rows}, {page}, {table}")),
        &["media-type-added export.200: compatible"],
    );
    let selected =
        "table: { type: text, media: text/csv, selected_by: { query: { format: csv } } }";
    let changed = &["selector-changed export: breaking"];
    let (by_accept, by_query) = (format!("{rows}, {table}"), format!("{rows}, {selected}"));
    assert_found(&with(&by_accept), &with(&by_query), changed);
    assert_found(&with(&by_query), &with(&by_accept), changed);
}

#[test]
fn whoever_sends_a_body_chooses_among_its_media_types() {
    let with = |media: &str| {
        format!(
            "operations:\n  get_photo: {{ route: GET /photo, returns: {{ type: binary, media: [{media}] }} }}\n"
        )
    };
    assert_found(
        &with("image/png, image/gif"),
        &with("image/gif, image/png"),
        &[],
    );
}

#[test]
fn tokens_come_from_other_places_whatever_the_scheme_is_called() {
    let with = |name: &str, scheme: &str| {
        format!(
            "
auth: {{ schemes: {{ {name}: {{ {scheme} }} }} }}
operations:
  get_user: {{ route: GET /user, auth: {name} }}
"
        )
    };
    let provider = |host: &str| format!("scheme: openid, discovery: 'https://{host}/metadata'");
    let flows = |flows: &str| format!("scheme: oauth2, flows: {{ {flows} }}");
    let token = |host: &str| format!("client_credentials: {{ token: 'https://{host}/token' }}");
    let changed = &["token-url-changed auth: risky"];
    for name in ["login", "sso"] {
        assert_found(
            &with("login", &provider("one.example")),
            &with(name, &provider("two.example")),
            changed,
        );
        assert_found(
            &with("login", &flows(&token("one.example"))),
            &with(name, &flows(&token("two.example"))),
            changed,
        );
    }
    let password = "password: { token: 'https://one.example/token' }";
    let (one, both) = (
        flows(&token("one.example")),
        flows(&format!("{}, {password}", token("one.example"))),
    );
    assert_found(
        &with("login", &both),
        &with("login", &one),
        &["flow-removed auth: risky"],
    );
    assert_found(
        &with("login", &one),
        &with("login", &both),
        &["flow-added auth: compatible"],
    );
}

#[test]
fn the_only_server_gets_another_path() {
    let with = |servers: &str| {
        let text = format!(
            "specsmith: 1\napi: {{ name: Shop, title: Shop, version: 1.0.0, servers: {{ {servers} }} }}\n\
             operations: {{ get_order: {{ route: GET /order }} }}\n"
        );
        SourceFile::new("shop.yaml", text)
    };
    let only = |url: &str| with(&format!("live: '{url}'"));
    assert_eq!(
        found_in(
            &only("https://shop.example/v1"),
            &only("https://shop.example/v2")
        ),
        ["base-path-changed servers: breaking"]
    );
    // Another host may be another deployment, and the old one stays as it is.
    assert_eq!(
        found_in(
            &only("https://shop.example/v1"),
            &only("https://shop.test/v1")
        ),
        [
            "server-added servers: compatible",
            "server-removed servers: risky"
        ]
    );
    let both = with("live: 'https://shop.example/v1', next: 'https://shop.example/v2'");
    assert_eq!(
        found_in(&only("https://shop.example/v1"), &both),
        ["server-added servers: compatible"]
    );
}

#[test]
fn the_same_json_in_another_media_type_is_gone_or_new() {
    let with = |others: &str| {
        let text = format!(
            "openapi: 3.1.0
info: {{ title: Shop, version: 1.0.0 }}
paths:
  /orders:
    get:
      operationId: list_orders
      responses:
        '200':
          description: All orders.
          content:
            application/json: {{ schema: {{ type: string }} }}
{others}"
        );
        SourceFile::new("openapi.yaml", text)
    };
    let one = with("");
    let two = with("            application/vnd.shop+json: { schema: { type: string } }\n");
    assert_eq!(
        found_in(&two, &one),
        ["media-type-removed list_orders.200: breaking"]
    );
    assert_eq!(
        found_in(&one, &two),
        ["media-type-added list_orders.200: compatible"]
    );
}

#[test]
fn json_in_a_media_type_with_another_ending_is_not_compared() {
    let with = |others: &str| {
        let content = format!("application/json: {{ schema: {{ type: string }} }}{others}");
        let text = format!(
            "openapi: 3.1.0
info: {{ title: Shop, version: 1.0.0 }}
paths:
  /orders:
    post:
      operationId: create_order
      requestBody: {{ content: {{ {content} }} }}
      responses: {{ '200': {{ description: The order., content: {{ {content} }} }} }}
"
        );
        SourceFile::new("openapi.yaml", text)
    };
    let one = with("");
    let two = with(", application/vnd.shop+json-v2: { schema: { type: string } }");
    let path = |owner: &str| {
        format!(
            "not-compared /paths/~1orders/post/{owner}/content/application~1vnd.shop+json-v2: unknown"
        )
    };
    assert_eq!(
        found_in(&one, &two),
        [path("requestBody"), path("responses/200")]
    );
}

#[test]
fn limits_of_an_alias_count_wherever_it_is_the_whole_value() {
    let with = |text: u32, items: u32| {
        format!(
            "
types: {{ Sku: {{ alias: string, max_length: {text} }}, Skus: {{ alias: list<Sku>, max_items: {items} }} }}
operations:
  one: {{ route: GET /one, returns: Sku }}
  all: {{ route: GET /all, returns: Skus }}
  any: {{ route: GET /any, returns: {{ type: Sku, envelope: sku }} }}
"
        )
    };
    let raised = [
        "max-items-raised Skus: risky",
        "max-length-raised Sku: risky",
    ];
    assert_found(&with(5, 5), &with(6, 6), &raised);
}

#[test]
fn an_object_among_the_variants_of_a_parameter_is_no_text() {
    let with = |ty: &str| {
        format!(
            "
types: {{ Range: {{ fields: {{ from: string }} }}, Either: {{ union: {{ range: Range, text: string }} }} }}
operations:
  list: {{ route: GET /orders, query: {{ of?: {ty} }} }}
"
        )
    };
    let (either, text) = (with("{ type: Either, style: deep }"), with("string"));
    assert_found(&either, &text, &["type-narrowed list.query.of: breaking"]);
    assert_found(&text, &either, &["type-widened list.query.of: compatible"]);
}

#[test]
fn all_valid_credentials_are_of_the_first_kind() {
    let with = |kinds: &str| {
        format!(
            "
auth: {{ schemes: {{ key: {{ scheme: bearer, kinds: {{ {kinds} }} }} }} }}
operations:
  read: {{ route: GET /read, auth: reader }}
  write: {{ route: PUT /write, auth: writer }}
"
        )
    };
    let old = with("reader: Reads., writer: Writes.");
    assert_found(
        &old,
        &with("writer: Writes., reader: Reads."),
        &[
            "scope-added read: breaking",
            "scope-removed write: compatible",
        ],
    );
    // Keys that could read are not of the kind `reader`, but of any.
    assert_found(
        &old,
        &with("guest: Looks around., reader: Reads., writer: Writes."),
        &["scope-added read: breaking"],
    );
}

/// A union in the variants of a union. The names, the types and the fields of all variants have this word.
fn nested_unions(word: &str) -> String {
    let numbers = 0..40;
    let variants = |ty: &str| {
        let numbers = numbers.clone();
        let all = numbers.map(|number| format!("{word}{number}: {ty}{word}{number}"));
        all.collect::<Vec<_>>().join(", ")
    };
    let objects = numbers.clone().map(|number| {
        format!(
            "  Outer{word}{number}: {{ fields: {{ {word}{number}: string, inner: Inner }}, others: none }}
  Inner{word}{number}: {{ fields: {{ {word}{number}: string, same?: string }}, others: none }}
"
        )
    });
    let (outer, inner) = (variants("Outer"), variants("Inner"));
    let objects: String = objects.collect();
    format!(
        "
types:
  Outer: {{ union: {{ {outer} }} }}
  Inner: {{ union: {{ {inner} }} }}
{objects}operations:
  get_outer: {{ route: GET /outer, returns: Outer }}
"
    )
}

#[test]
fn unions_whose_variants_all_have_other_names_are_compared_once() {
    let found = found(&nested_unions("Old"), &nested_unions("New"));
    let count = |rule: &str| found.iter().filter(|line| line.starts_with(rule)).count();
    assert_eq!(count("variant-added Outer"), 40);
    assert_eq!(count("variant-removed Outer"), 40);
}

#[test]
fn a_union_with_any_json_has_all_values() {
    let with = |ty: &str| {
        format!(
            "
types:
  Note: {{ fields: {{ text: string }} }}
  Other: {{ fields: {{ number: integer }} }}
  Extra: {{ union: {{ note: Note, json: json }} }}
  More: {{ union: {{ note: Note, other: Other, json: json }} }}
  Book: {{ fields: {{ extra: {ty} }} }}
operations:
  put_book: {{ route: PUT /book, body: Book, returns: Book }}
"
        )
    };
    for (old, new) in [
        ("Extra", "json"),
        ("json", "Extra"),
        ("Extra?", "json"),
        ("Extra", "More"),
    ] {
        assert_found(&with(old), &with(new), &[]);
    }
    let found = found(&with("string"), &with("Extra"));
    assert!(
        found.iter().all(|line| line.starts_with("type-widened")) && !found.is_empty(),
        "{found:?}"
    );
}

#[test]
fn the_first_variant_without_a_tag_that_a_value_fits_is_chosen() {
    let union = |variants: &str, p: &str, q: &str| {
        crate::compared::specification(&format!(
            "
operations: {{ send: {{ route: POST /values, body: Value }} }}
types:
  Value: {{ union: {{ {variants} }} }}
  P: {{ fields: {{ {p} }} }}
  Q: {{ fields: {{ {q} }} }}
"
        ))
    };
    let changed = ["tag-changed Value: breaking, breaking"];
    for (p, q, expected) in [
        ("x: string, y?: string", "y: string", changed.as_slice()),
        ("x: string", "y: string", &[]),
        ("x: string, y?: string", "y: integer", &[]),
    ] {
        crate::compared::assert_both(
            &union("p: P, q: Q", p, q),
            &union("q: Q, p: P", p, q),
            expected,
            expected,
        );
    }
}
