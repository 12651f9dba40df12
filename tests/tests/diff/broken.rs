//! What breaks old clients, and what a comparison once did not see.

use specsmith::source::SourceFile;

use crate::compared::{assert_both, document, found_with_rollback, specification, swagger};

/// A specification of these sections, with a server for some operations.
fn specification_with_servers(sections: &str) -> SourceFile {
    let servers = "{ files: https://files.example.com, all: https://example.com }";
    let head = format!(
        "specsmith: 1\napi: {{ name: Shop, title: Shop API, version: 1.4.0, servers: {servers} }}\n"
    );
    SourceFile::new("shop.yaml", format!("{head}{sections}"))
}

#[test]
fn parameters_of_a_path_change_places() {
    let with = |route: &str, names: [&str; 3]| {
        let [one, two, three] = names;
        specification(&format!(
            "operations: {{ get_it: {{ route: \"GET {route}\", \
             path: {{ {one}: string, {two}: string, {three}: string }}, returns: string }} }}"
        ))
    };
    let old = with("/shops/{a}/{b}/{c}", ["a", "b", "c"]);
    let swapped = ["path-parameters-swapped get_it: breaking, breaking"];
    let new = with("/shops/{a}/{c}/{b}", ["a", "b", "c"]);
    assert_both(&old, &new, &swapped, &swapped);
    let new = with("/shops/{x}/{c}/{b}", ["x", "b", "c"]);
    assert_both(&old, &new, &swapped, &swapped);
    // A place with another name is the same place.
    assert_both(&old, &with("/shops/{x}/{b}/{c}", ["x", "b", "c"]), &[], &[]);
    assert_both(&old, &with("/shops/{x}/{a}/{c}", ["x", "a", "c"]), &[], &[]);
}

#[test]
fn parameters_of_a_moved_path_keep_their_names() {
    let with = |route: &str, path: &str| {
        specification(&format!(
            "operations: {{ get_it: {{ route: \"GET {route}\", path: {{ {path} }}, returns: string }} }}"
        ))
    };
    let moved = "operation-moved get_it: breaking, breaking";
    let old = with("/o/{a}/{b}", "a: string, b: integer");
    assert_both(
        &old,
        &with("/o/{z}/{a}/{b}", "z: string, a: string, b: integer"),
        &[
            moved,
            "required-parameter-added get_it.path.z: breaking, risky",
        ],
        &[
            moved,
            "required-parameter-removed get_it.path.z: risky, breaking",
        ],
    );
    // What has another name is the one that is left.
    let new = with("/p/{b}/{c}", "b: integer, c: string");
    assert_both(&old, &new, &[moved], &[moved]);
    let new = with("/p/{c}/{b}", "c: boolean, b: integer");
    let narrower = [moved, "type-narrowed get_it.path.c: breaking, compatible"];
    let wider = [moved, "type-widened get_it.path.a: compatible, breaking"];
    assert_both(&old, &new, &narrower, &wider);
}

#[test]
fn an_object_that_is_written_flat_is_all_of_its_parameters() {
    let flat = |presence: &str, filter: &str| {
        specification(&format!(
            "types: {{ Filter: {{ {filter} }} }}
operations: {{ get_it: {{ route: GET /l, query: {{ filter{presence}: {{ type: Filter, style: flat }} }}, returns: string }} }}"
        ))
    };
    let apart = |query: &str| {
        specification(&format!(
            "operations: {{ get_it: {{ route: GET /l, query: {{ {query} }}, returns: string }} }}"
        ))
    };
    let constant = "fields: { kind: { const: x }, a?: string }";
    let added = ["required-parameter-added get_it.query.kind: breaking, risky"];
    let removed = ["required-parameter-removed get_it.query.kind: risky, breaking"];
    for presence in ["", "?"] {
        // With `a` alone, the object is there.
        assert_both(
            &flat(presence, constant),
            &apart("a?: string"),
            &removed,
            &added,
        );
    }
    let alone = flat("?", "fields: { kind: { const: x } }");
    assert_both(
        &alone,
        &apart("other?: string"),
        &[
            "optional-parameter-added get_it.query.other: compatible, risky",
            "optional-parameter-removed get_it.query.kind: risky, compatible",
        ],
        &[
            "optional-parameter-added get_it.query.kind: compatible, risky",
            "optional-parameter-removed get_it.query.other: risky, compatible",
        ],
    );
    let kept = flat("?", "fields: { a?: string }, others: string");
    assert_both(
        &kept,
        &apart("a?: string"),
        &["optional-parameter-removed get_it.query.filter{}: risky, compatible"],
        &["optional-parameter-added get_it.query.filter{}: compatible, risky"],
    );
    let same = flat("?", "fields: { kind?: { const: x }, a?: string }");
    let alike = apart("kind?: { const: x }, a?: string");
    assert_both(&same, &alike, &[], &[]);
}

/// A pager with these fields, besides the items.
fn pager(fields: &str) -> SourceFile {
    specification(&format!(
        "pagers: {{ page: {{ offset: {{ parameter: offset }}, items: items, fields: {{ {fields} }} }} }}
operations: {{ list: {{ route: GET /l, returns: page<string> }} }}"
    ))
}

/// The same as an object with these fields, which is returned like this.
fn unpaged(fields: &str, returned: &str) -> SourceFile {
    specification(&format!(
        "types: {{ Found: {{ fields: {{ {fields} }} }}, Named: {{ alias: Found }} }}
operations: {{ list: {{ route: GET /l, query: {{ offset?: {{ type: integer, default: 0, min: 0 }} }}, \
         returns: \"{returned}\" }} }}"
    ))
}

#[test]
fn fields_of_pages_are_compared_like_those_of_objects() {
    let added = ["required-field-added list.200.object: compatible, breaking"];
    let removed = ["required-field-removed list.200.object: breaking, compatible"];
    let constant = "object: { const: list }";
    let (old, new) = (
        pager("a: string"),
        pager("a: string, object: { const: list }"),
    );
    assert_both(&old, &new, &added, &removed);
    assert_both(
        &pager("object: string"),
        &pager(constant),
        &["type-narrowed list.200.object: compatible, breaking"],
        &["type-widened list.200.object: breaking, compatible"],
    );
    let changed = ["constant-changed list.200.object: breaking, breaking"];
    assert_both(
        &pager(constant),
        &pager("object: { const: page }"),
        &changed,
        &changed,
    );
    assert_both(
        &pager("a: string"),
        &pager("a: { type: string, deprecated: true }"),
        &["deprecated list.200.a: compatible, compatible"],
        &["deprecation-removed list.200.a: compatible, compatible"],
    );
}

#[test]
fn a_page_can_become_an_object() {
    let page = pager("");
    let items = "items: list<string>";
    for returned in ["Found", "Named"] {
        assert_both(&page, &unpaged(items, returned), &[], &[]);
    }
    for returned in ["Found?", "Named?"] {
        assert_both(
            &page,
            &unpaged(items, returned),
            &["null-added list.200: breaking, compatible"],
            &["null-removed list.200: compatible, breaking"],
        );
    }
    for (fields, there, back) in [
        (
            "items: list<string>?",
            "null-added list.200.items: breaking, compatible",
            "null-removed list.200.items: compatible, breaking",
        ),
        (
            "items?: list<string>",
            "field-became-optional list.200.items: breaking, compatible",
            "field-became-required list.200.items: compatible, breaking",
        ),
        (
            "items: { type: list<string>, max_items: 5 }",
            "max-items-lowered list.200.items: compatible, risky",
            "max-items-raised list.200.items: risky, compatible",
        ),
        (
            "items: list<string>, object: { const: list }",
            "required-field-added list.200.object: compatible, breaking",
            "required-field-removed list.200.object: breaking, compatible",
        ),
    ] {
        assert_both(&page, &unpaged(fields, "Found"), &[there], &[back]);
    }
}

#[test]
fn a_server_can_be_deprecated_or_unstable() {
    let with = |keys: &str| {
        SourceFile::new(
            "shop.yaml",
            format!(
                "specsmith: 1
api: {{ name: Shop, title: Shop API, version: 1.4.0, servers: {{ live: {{ url: https://a.example{keys} }} }} }}
operations: {{ get_it: {{ route: GET /it, returns: string }} }}"
            ),
        )
    };
    assert_both(
        &with(""),
        &with(", deprecated: true"),
        &["deprecated servers.live: compatible, compatible"],
        &["deprecation-removed servers.live: compatible, compatible"],
    );
    assert_both(
        &with(""),
        &with(", stability: unstable"),
        &["stability-lowered servers.live: risky, compatible"],
        &["stability-raised servers.live: compatible, risky"],
    );
}

#[test]
fn everything_that_can_be_deprecated_or_unstable_is_compared() {
    const API: &str = "
auth: { schemes: { key: { scheme: bearer @scheme } }, default: key }
error_body: { fields: { hint?: { type: string @shape } } }
errors: { 409: { name: Taken, message: It is taken, headers: { X-By?: { type: string @error-header } }, fields: { by: { type: string @error-field } } @error } }
types:
  Name: { newtype: string @newtype }
  Names: { alias: list<Name> @alias }
  Pair: { tuple: [{ type: string @element }, string] @tuple }
  Kind: { enum: { big: Large., small: { doc: Not large. @value } } @enum }
  Thing: { union: { name: Note, pair: { type: Other @variant } }, tag: is @union }
  Note: { fields: { names: Names, pair: Pair, kind: Kind, text?: { type: string @field }, is_it: { const: x @constant } } @object }
  Other: { fields: { a: string } }
operations:
  add:
    route: POST /notes
    query: { page?: { type: string @parameter } }
    body: { type: text @body }
    responses: { 200: { type: Thing, headers: { X-Next?: { type: string @header } } @response }, 204: {} }
    errors: [409]
    @operation
";
    // Without the marks.
    let plain = |text: &str| -> String {
        let parts = text.split_inclusive([' ', '\n']);
        let parts = parts.map(|part| match part.starts_with('@') {
            true => part.trim_start_matches(|c: char| !c.is_whitespace()),
            false => part,
        });
        parts.collect()
    };
    let mut failures = Vec::new();
    for (mark, path) in [
        ("scheme", "auth.key"),
        ("shape", "error_body.hint"),
        ("error-header", "Taken.header.X-By"),
        ("error-field", "Taken.by"),
        ("error", "Taken"),
        ("newtype", "Name"),
        ("alias", "Names"),
        ("element", "Pair.0"),
        ("tuple", "Pair"),
        ("value", "Kind.small"),
        ("enum", "Kind"),
        ("variant", "Thing.pair"),
        ("union", "Thing"),
        ("field", "Note.text"),
        ("constant", "Note.is_it"),
        ("object", "Note"),
        ("parameter", "add.query.page"),
        ("body", "add.body"),
        ("header", "add.200.header.X-Next"),
        ("response", "add.200"),
        ("operation", "add"),
    ] {
        let with = |keys: &str| {
            let separator = if mark == "operation" { "" } else { ", " };
            let marked = API.replace(&format!(" @{mark} "), &format!("{separator}{keys} "));
            specification(&plain(
                &marked.replace(&format!("@{mark}\n"), &format!("{keys}\n")),
            ))
        };
        let old = specification(&plain(API));
        let both = [
            ("deprecated: true", "deprecated", "deprecation-removed"),
            (
                "stability: unstable",
                "stability-lowered",
                "stability-raised",
            ),
        ];
        for (keys, there, back) in both {
            let new = with(keys);
            let changes = (
                found_with_rollback(&old, &new),
                found_with_rollback(&new, &old),
            );
            let is_it = |found: &[String], rule: &str| {
                found.len() == 1 && found[0].starts_with(&format!("{rule} {path}: "))
            };
            if !is_it(&changes.0, there) || !is_it(&changes.1, back) {
                failures.push(format!("{mark}, {keys}: {changes:?}"));
            }
        }
    }
    assert_eq!(failures, Vec::<String>::new());
}

#[test]
fn fields_of_forms_have_a_style_without_one() {
    let with = |keys: &str| {
        specification(&format!(
            "types: {{ Place: {{ fields: {{ tags: list<string> }} }}, Note: {{ fields: {{ name: string, \
             count: int32, l: list<string>, o: Place }} }} }}
operations: {{ add: {{ route: POST /notes, body: {{ type: form<Note>, {keys} }} }} }}"
        ))
    };
    let changed = ["form-style-changed add.body: breaking, breaking"];
    let plain = with("");
    for keys in [
        "styles: { l: comma }",
        "styles: { l: json }",
        "styles: { o: json }",
        "styles: { name: json }",
        "lists: brackets",
    ] {
        assert_both(&plain, &with(keys), &changed, &changed);
    }
    let (brackets, indexed) = (with("lists: brackets"), with("lists: indexed"));
    assert_both(&brackets, &indexed, &changed, &changed);
    assert_both(&plain, &with("styles: { count: json }"), &[], &[]);
    // Nothing else is a list.
    let styled = "styles: { l: comma, o: json }";
    let with_brackets = with(&format!("{styled}, lists: brackets"));
    assert_both(&with(styled), &with_brackets, &[], &[]);
}

#[test]
fn forms_among_several_contents_have_styles() {
    let with = |keys: &str| {
        specification(&format!(
            "types: {{ Note: {{ fields: {{ l: list<string> }} }} }}
operations:
  add: {{ route: POST /notes, body: {{ choice: {{ data: Note, form: {{ type: form<Note>{keys} }} }} }} }}"
        ))
    };
    let changed = ["form-style-changed add.body: breaking, breaking"];
    let comma = with(", styles: { l: comma }");
    assert_both(&with(""), &comma, &changed, &changed);
    assert_both(&with(""), &with(", lists: brackets"), &changed, &changed);
}

#[test]
fn forms_of_openapi_have_a_style_without_an_encoding() {
    let with = |encoding: &str| {
        document(&format!(
            "
paths:
  /notes:
    post:
      operationId: add
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              properties:
                l: {{ type: array, items: {{ type: string }} }}
                o: {{ type: object, properties: {{ a: {{ type: string }} }} }}
            encoding: {{ {encoding} }}
      responses: {{ '204': {{ description: None. }} }}
"
        ))
    };
    let changed = ["form-style-changed add.body: breaking, breaking"];
    for encoding in [
        "l: { explode: false }",
        "l: { style: pipeDelimited }",
        "o: { style: deepObject, explode: true }",
    ] {
        assert_both(&with(""), &with(encoding), &changed, &changed);
    }
    let with = |format: &str| {
        swagger(&format!(
            "
paths:
  /notes:
    post:
      operationId: add
      consumes: [application/x-www-form-urlencoded]
      parameters:
        - {{ name: l, in: formData, type: array, items: {{ type: string }}, collectionFormat: {format} }}
      responses: {{ '204': {{ description: None. }} }}
"
        ))
    };
    assert_both(&with("csv"), &with("multi"), &changed, &changed);
}

#[test]
fn text_has_quotes_in_json() {
    let with = |place: &str, value: &str| {
        specification(&format!(
            "types: {{ Side: {{ enum: [left, right] }}, Level: {{ enum: [1, 2], of: integer }} }}
operations: {{ find: {{ route: GET /notes, {place}: {{ q: {value} }}, returns: string }} }}"
        ))
    };
    for place in ["query", "headers", "cookies"] {
        for ty in ["string", "date", "Side"] {
            let name = place.trim_end_matches('s');
            let changed = format!("parameter-style-changed find.{name}.q: breaking, breaking");
            let json = with(place, &format!("{{ type: {ty}, style: json }}"));
            let changed = [changed.as_str()];
            assert_both(&with(place, ty), &json, &changed, &changed);
        }
        for ty in ["int32", "boolean", "Level"] {
            let json = with(place, &format!("{{ type: {ty}, style: json }}"));
            assert_both(&with(place, ty), &json, &[], &[]);
        }
    }
}

#[test]
fn new_paths_take_requests_only_from_parameters_that_can_have_their_text() {
    let with = |ty: &str, old_route: &str, new_route: &str, server: &str| {
        let old = format!(
            "types: {{ Side: {{ enum: ['\"left\"', right] }} }}
operations:
  get_order: {{ route: \"GET {old_route}\", path: {{ id: {ty} }}, returns: string }}
"
        );
        let taker =
            format!("  get_latest: {{ route: GET {new_route}, returns: string{server} }}\n");
        (
            specification_with_servers(&old),
            specification_with_servers(&format!("{old}{taker}")),
        )
    };
    let added = "operation-added get_latest: compatible, breaking";
    let removed = "operation-removed get_latest: breaking, compatible";
    let (id, json) = ("/orders/{id}", "/orders/{id}.json");
    for (ty, old_route, new_route) in [
        ("int32", json, "/orders/latest.json"),
        ("int32", json, "/orders/12.yaml"),
        ("number", id, "/orders/infinity"),
        ("number", id, "/orders/nan"),
        ("{ type: number, max: 5 }", id, "/orders/6"),
        ("Side", id, "/orders/left"),
    ] {
        let (old, new) = with(ty, old_route, new_route, "");
        assert_both(&old, &new, &[added], &[removed]);
    }
    let taken = "path-taken get_order: risky, compatible";
    let returned = "path-returned get_order: compatible, risky";
    for (ty, old_route, new_route) in [
        ("string", json, "/orders/latest.json"),
        ("int32", json, "/orders/12.json"),
        ("number", id, "/orders/1e3"),
        ("Side", id, "/orders/right"),
    ] {
        let (old, new) = with(ty, old_route, new_route, "");
        assert_both(&old, &new, &[added, taken], &[removed, returned]);
        let (old, new) = with(ty, old_route, new_route, ", server: files");
        assert_both(&old, &new, &[added], &[removed]);
    }
}

#[test]
fn only_the_application_knows_custom_credentials() {
    let with = |scheme: &str| {
        document(&format!(
            "
paths:
  /orders:
    get: {{ operationId: list, security: [{{ own: [] }}], responses: {{ '204': {{ description: None. }} }} }}
components: {{ securitySchemes: {{ own: {{ {scheme} }} }} }}
"
        ))
    };
    let changed = ["not-compared /components/securitySchemes/own: unknown, unknown"];
    let digest = with("type: http, scheme: digest");
    assert_both(
        &with("type: http, scheme: hoba"),
        &digest,
        &changed,
        &changed,
    );
    assert_both(&with("type: mutualTLS"), &digest, &changed, &changed);
    let described = with("type: http, scheme: digest, description: By mail.");
    assert_both(&described, &digest, &[], &[]);
}

#[test]
fn servers_have_other_paths() {
    let with = |head: &str, path: &str| {
        document(&format!(
            "{head}
paths:
  {path}: {{ get: {{ operationId: list, responses: {{ '204': {{ description: None. }} }} }} }}
"
        ))
    };
    let servers = |urls: [&str; 2]| {
        let [one, other] = urls;
        with(
            &format!("servers: [{{ url: '{one}' }}, {{ url: '{other}' }}]"),
            "/orders",
        )
    };
    let changed = "base-path-changed servers: breaking, breaking";
    let old = servers(["https://x.example/v1", "https://y.example/v1"]);
    let new = servers(["https://y.example/v2", "https://x.example/v2"]);
    assert_both(&old, &new, &[changed, changed], &[changed, changed]);
    // One of them is as it was.
    let new = servers(["https://x.example/v1", "https://y.example/v2"]);
    let one = [
        "server-added servers: compatible, risky",
        "server-removed servers: risky, compatible",
    ];
    assert_both(&old, &new, &one, &one);
    let changed = ["base-path-changed api: breaking, breaking"];
    let relative = |url: &str| with(&format!("servers: [{{ url: '{url}' }}]"), "/orders");
    assert_both(&relative("/v1"), &relative("/v2"), &changed, &changed);
    assert_both(&relative("/v1"), &relative("./v1/"), &[], &[]);
    // The path is the same, wherever it is written.
    let in_paths = with("", "/v1/orders");
    assert_both(&relative("/v1"), &in_paths, &[], &[]);
    let absolute = relative("https://x.example/v1");
    let (added, removed) = (
        "server-added servers: compatible, risky",
        "server-removed servers: risky, compatible",
    );
    assert_both(&relative("/v1"), &absolute, &[added], &[removed]);
    let swagger = |base: &str| {
        swagger(&format!(
            "basePath: {base}
paths:
  /orders: {{ get: {{ operationId: list, responses: {{ '204': {{ description: None. }} }} }} }}
"
        ))
    };
    assert_both(&swagger("/v1"), &swagger("/v2"), &changed, &changed);
}

/// A document with servers, as they are in a list of YAML.
fn with_servers(servers: &str) -> SourceFile {
    document(&format!(
        "
servers: [{servers}]
paths: {{ /orders: {{ get: {{ operationId: list, responses: {{ '204': {{ description: None. }} }} }} }} }}
"
    ))
}

#[test]
fn servers_with_relative_urls_are_servers() {
    let (gone, added) = (
        "server-removed servers: risky, compatible",
        "server-added servers: compatible, risky",
    );
    let absolute = "{ url: 'https://x.example/api' }";
    let beside = |path: &str| with_servers(&format!("{absolute}, {{ url: {path} }}"));
    assert_both(
        &beside("/v1"),
        &beside("/v2"),
        &[added, gone],
        &[added, gone],
    );
    assert_both(&beside("/v1"), &with_servers(absolute), &[gone], &[added]);
    assert_both(
        &beside("/v1"),
        &with_servers("{ url: /v1 }"),
        &[gone],
        &[added],
    );
    // It may be the same server.
    assert_both(&beside("/api"), &with_servers(absolute), &[], &[]);
    let two = with_servers("{ url: /v1 }, { url: /beta }");
    assert_both(&two, &with_servers("{ url: /v1 }"), &[gone], &[added]);
    let by_default = |path: &str| {
        with_servers(&format!(
            "{{ url: '/{{version}}', variables: {{ version: {{ default: {path} }} }} }}"
        ))
    };
    let changed = ["base-path-changed api: breaking, breaking"];
    assert_both(&by_default("v1"), &by_default("v2"), &changed, &changed);
    assert_both(&by_default("v1"), &with_servers("{ url: /v1 }"), &[], &[]);
}

#[test]
fn variables_of_servers_have_fewer_values() {
    let with = |name: &str, variable: &str| {
        with_servers(&format!(
            "{{ url: 'https://{{{name}}}.example', variables: {{ {name}: {{ {variable} }} }} }}"
        ))
    };
    let (gone, added) = (
        "server-removed servers: risky, compatible",
        "server-added servers: compatible, risky",
    );
    let all = with("region", "default: eu, enum: [eu, us]");
    let some = with("region", "default: eu, enum: [eu]");
    let any = with("region", "default: eu");
    let other = with("region", "default: us");
    let one = with_servers("{ url: 'https://eu.example' }");
    assert_both(&all, &some, &[gone], &[added]);
    assert_both(&any, &some, &[gone], &[added]);
    assert_both(&any, &other, &[added, gone], &[added, gone]);
    // The clients that call it can be the same.
    assert_both(&one, &any, &[added], &[gone]);
    assert_both(&one, &some, &[], &[]);
    assert_both(
        &all,
        &with("place", "default: us, enum: [us, eu]"),
        &[],
        &[],
    );
    assert_both(&any, &with("place", "default: eu"), &[], &[]);
}

#[test]
fn a_url_of_a_server_is_written_in_several_ways() {
    let server = |url: &str| with_servers(&format!("{{ url: '{url}' }}"));
    for (one, other) in [
        ("https://x.example/", "https://X.example:443"),
        ("http://x.example:80/v1", "http://x.example/v1/"),
    ] {
        assert_both(&server(one), &server(other), &[], &[]);
    }
    let changed = [
        "server-added servers: compatible, risky",
        "server-removed servers: risky, compatible",
    ];
    for (one, other) in [
        ("https://x.example:8443", "https://x.example"),
        ("http://x.example", "https://x.example"),
    ] {
        assert_both(&server(one), &server(other), &changed, &changed);
    }
}

#[test]
fn the_url_of_a_callback_is_not_compared() {
    let with = |name: &str, url: &str, field: &str| {
        document(&format!(
            "
paths:
  /orders:
    post:
      operationId: order
      responses: {{ '204': {{ description: None. }} }}
      callbacks:
        {name}:
          '{url}':
            post:
              requestBody:
                content:
                  application/json: {{ schema: {{ type: object, properties: {{ {field}: {{ type: string }} }} }} }}
              responses: {{ '204': {{ description: None. }} }}
"
        ))
    };
    let url = "{$request.query.url}";
    let old = with("sent", url, "id");
    let not_compared = |url: &str| {
        let url = url.replace('/', "~1");
        format!("not-compared /paths/~1orders/post/callbacks/sent/{url}: unknown, unknown")
    };
    let (one, other) = (not_compared(url), not_compared("{$request.query.to}"));
    let changed: [&str; 2] = [&other, &one];
    let new = with("sent", "{$request.query.to}", "id");
    assert_both(&old, &new, &changed, &changed);
    // The body is compared.
    assert_both(
        &old,
        &with("sent", url, "number"),
        &[
            "optional-field-added SentBody.number: compatible, risky",
            "optional-field-removed SentBody.id: risky, compatible",
        ],
        &[
            "optional-field-added SentBody.id: compatible, risky",
            "optional-field-removed SentBody.number: risky, compatible",
        ],
    );
    let renamed = with("shipped", url, "id");
    assert_both(
        &old,
        &renamed,
        &["operation-renamed shipped: risky, risky"],
        &["operation-renamed sent: risky, risky"],
    );
}

#[test]
fn a_form_with_a_file_is_accepted_in_other_media_types() {
    let with = |consumes: &str, ty: &str| {
        swagger(&format!(
            "
consumes: [application/json]
paths:
  /files:
    post:
      operationId: addFile
      consumes: [{consumes}]
      parameters: [{{ name: file, in: formData, type: {ty} }}]
      responses: {{ '204': {{ description: Added. }} }}
"
        ))
    };
    let both = "multipart/form-data, application/x-www-form-urlencoded";
    let reversed = "application/x-www-form-urlencoded, multipart/form-data";
    let path = "/paths/~1files/post/consumes/application~1x-www-form-urlencoded";
    let changed = format!("not-compared {path}: unknown, unknown");
    for ty in ["file", "string"] {
        let alone = with("multipart/form-data", ty);
        assert_both(&with(both, ty), &alone, &[&changed], &[&changed]);
        assert_both(&with(both, ty), &with(reversed, ty), &[], &[]);
    }
}
