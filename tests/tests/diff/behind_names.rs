//! Names in Rust that stay, while what is behind them is something else: a URL, credentials, a media type, an error, a
//! feature, or a type of another crate.

use specsmith::diff::diff;
use specsmith::source::SourceFile;

use crate::compared::{assert_found, document, found_in, specification};
use crate::meanings::{assert_breaking, breaking, breaking_in};

/// A specification with this in `api`, and one operation.
fn with_api(api: &str) -> SourceFile {
    let head = format!("specsmith: 1\napi: {{ name: Shop, title: Shop, version: 1.0.0, {api} }}\n");
    SourceFile::new(
        "shop.yaml",
        format!("{head}operations: {{ ping: {{ route: GET /ping }} }}\n"),
    )
}

#[track_caller]
fn assert_both_ways(old: &str, new: &str, expected: &[&str]) {
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines
    };
    for (old, new) in [(old, new), (new, old)] {
        assert_eq!(sorted(breaking(old, new)), expected, "\nfrom{old}\nto{new}");
    }
}

#[test]
fn two_servers_that_trade_their_urls_are_called_in_place_of_each_other() {
    let servers = |live: &str, test: &str| {
        with_api(&format!("servers: {{ live: '{live}', test: '{test}' }}"))
    };
    let [live, test] = ["https://shop.example", "https://test.example"];
    let found = breaking_in(servers(live, test), servers(test, live));
    assert_eq!(
        found,
        [
            "meaning-changed servers::LIVE: callers breaking, implementers compatible",
            "meaning-changed servers::TEST: callers breaking, implementers compatible",
        ]
    );
    assert!(found_in(&servers(live, test), &servers(test, live)).is_empty());
    // A URL is the same however it is written.
    let same = servers("https://SHOP.example:443", test);
    assert!(breaking_in(servers(live, test), same).is_empty());
    // A new URL means other calls too.
    let moved = breaking_in(servers(live, test), servers("https://new.example", test));
    assert_eq!(
        moved,
        ["server-added servers: callers breaking, implementers compatible"]
    );
}

#[test]
fn servers_without_names_are_called_by_their_order() {
    let with = |servers: &str| {
        let paths = "paths: { /a: { get: { responses: { '204': { description: Done } } } } }";
        document(&format!("servers: [{servers}]\n{paths}\n"))
    };
    let [one, other] = [
        "{ url: 'https://a.example' }",
        "{ url: 'https://b.example' }",
    ];
    let (old, new) = (
        with(&format!("{one}, {other}")),
        with(&format!("{other}, {one}")),
    );
    assert_eq!(
        breaking_in(old, new),
        [
            "meaning-changed servers::DEFAULT: callers breaking, implementers compatible",
            "meaning-changed servers::SERVER: callers breaking, implementers compatible",
        ]
    );
}

#[test]
fn the_default_of_a_variable_is_in_the_constant_of_a_server() {
    let with = |default: &str| {
        let variables = format!("{{ region: {{ default: {default} }} }}");
        with_api(&format!(
            "servers: {{ live: {{ url: 'https://{{region}}.example', variables: {variables} }} }}"
        ))
    };
    assert_eq!(
        breaking_in(with("eu"), with("us")),
        ["server-added servers: callers breaking, implementers compatible"]
    );
}

#[test]
fn a_path_that_moves_from_a_url_into_the_base_path_leads_to_the_same_calls() {
    let old = || with_api("servers: { live: 'https://shop.example/v1' }");
    let new = || with_api("base_path: /v1, servers: { live: 'https://shop.example' }");
    assert!(breaking_in(old(), new()).is_empty());
    assert!(breaking_in(new(), old()).is_empty());
}

#[test]
fn two_schemes_can_trade_their_names() {
    let with = |one: &str, other: &str| {
        format!(
            "
auth:
  schemes: {{ {one}: {{ scheme: api_key, header: X-A }}, {other}: {{ scheme: api_key, header: X-B }} }}
operations:
  get_a: {{ route: GET /a, auth: {one} }}
  get_b: {{ route: GET /b, auth: {other} }}
"
        )
    };
    assert_both_ways(
        &with("a", "b"),
        &with("b", "a"),
        &[
            "meaning-changed Key::A: callers breaking, implementers breaking",
            "meaning-changed Key::B: callers breaking, implementers breaking",
        ],
    );
    assert_found(&with("a", "b"), &with("b", "a"), &[]);
    // A new name is no other credentials.
    let renamed = breaking(&with("a", "b"), &with("a", "c"));
    assert!(
        !renamed.iter().any(|line| line.starts_with("meaning-")),
        "{renamed:?}"
    );
}

#[test]
fn credentials_that_code_gives_can_be_a_key_or_a_token() {
    let with = |token: &str| {
        format!(
            "
auth: {{ schemes: {{ token: {{ {token} }}, session: {{ scheme: api_key, cookie: session }} }} }}
operations: {{ list: {{ route: GET /a, auth: [token, session] }} }}
"
        )
    };
    let key = |more: &str| with(&format!("scheme: api_key, header: Authorization{more}"));
    // A key is the whole header, and a token is what follows the word `Bearer`.
    assert_both_ways(
        &key(""),
        &with("scheme: bearer"),
        &["authorization-changed list: callers risky, implementers breaking"],
    );
    // What code gives is what follows the prefix.
    let found = breaking(&key(", prefix: 'Bearer '"), &with("scheme: bearer"));
    let is_about_callers = |line: &String| !line.contains("callers compatible");
    assert!(!found.iter().any(is_about_callers), "{found:?}");
}

#[test]
fn two_contents_of_a_choice_can_trade_their_names() {
    let choice = |one: &str, other: &str| {
        format!(
            "{{ choice: {{ {one}: {{ type: text, media: text/csv }}, {other}: {{ type: text, media: text/html }} }} }}"
        )
    };
    let body =
        |choice: String| format!("\noperations:\n  send: {{ route: POST /a, body: {choice} }}\n");
    assert_both_ways(
        &body(choice("j", "t")),
        &body(choice("t", "j")),
        &[
            "meaning-changed SendBody::J: callers breaking, implementers breaking",
            "meaning-changed SendBody::T: callers breaking, implementers breaking",
        ],
    );
    let returns =
        |choice: String| format!("\noperations:\n  get: {{ route: GET /a, returns: {choice} }}\n");
    let found = breaking(&returns(choice("j", "t")), &returns(choice("t", "j")));
    for variant in ["J", "T"] {
        let line = format!(
            "meaning-changed GetResponse::{variant}: callers breaking, implementers breaking"
        );
        assert!(found.contains(&line), "{found:?}");
    }
    // The same name for another media type means what it meant.
    let only = |media: &str| {
        body(format!(
            "{{ choice: {{ j: {{ type: text, media: {media} }}, t: {{ type: text, media: text/html }} }} }}"
        ))
    };
    let found = breaking(&only("text/csv"), &only("text/markdown"));
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn methods_that_ask_for_a_content_can_trade_their_names() {
    let with = |contents: &str| {
        format!(
            "
operations:
  get: {{ route: GET /a, returns: {{ choice: {{ first: {{ type: text, media: text/markdown }}, {contents} }} }} }}
"
        )
    };
    let text = |name: &str, media: &str| format!("{name}: {{ type: text, media: {media} }}");
    let (csv, html) = ("text/csv", "text/html");
    assert_both_ways(
        &with(&format!("{}, {}", text("j", csv), text("t", html))),
        &with(&format!("{}, {}", text("t", csv), text("j", html))),
        &[
            "meaning-changed Client::get().j: callers breaking, implementers compatible",
            "meaning-changed Client::get().t: callers breaking, implementers compatible",
            "meaning-changed GetChoice::J: callers compatible, implementers breaking",
            "meaning-changed GetChoice::T: callers compatible, implementers breaking",
            "meaning-changed GetResponse::J: callers breaking, implementers breaking",
            "meaning-changed GetResponse::T: callers breaking, implementers breaking",
        ],
    );
    // So can those that a field of the request asks for.
    let selected = |one: &str, other: &str| {
        with(&format!(
            "{one}: {{ type: text, selected_by: {{ query: {{ size: small }} }} }}, {other}: {{ type: text, selected_by: {{ \
             query: {{ size: large }} }} }}"
        ))
        .replace("/a,", "/a, query: { size?: string },")
    };
    let changes = changes_of(&selected("j", "t"), &selected("t", "j"));
    let other = "`Client::get().j` was for `text/plain if size is \"small\"`, and is for `text/plain if size is \"large\"`";
    assert!(changes.contains(&other.to_owned()), "{changes:?}");
    // What a call returns that asks for a content is in the signature of the method.
    let of = |ty: &str| with(&format!("{}, c: {ty}", text("t", html)));
    let (old, new) = (of("list<string>"), of("list<integer>"));
    let changes = changes_of(&old, &new);
    let returned = "`Client::get().c` was `Vec<String>`, and is `Vec<i64>`";
    assert!(changes.contains(&returned.to_owned()), "{changes:?}");
    // A new content is one more that handlers are asked for.
    let changes = changes_of(&with(&text("t", html)), &old);
    let added = "`GetChoice::C` is new";
    assert!(changes.contains(&added.to_owned()), "{changes:?}");
}

/// What is different in the generated code.
fn changes_of(old: &str, new: &str) -> Vec<String> {
    let (old, new) = (specification(old), specification(new));
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let changes = diff(&read(&old), &read(&new));
    let differences = changes.into_iter().flat_map(|change| change.source);
    differences.map(|difference| difference.message).collect()
}

#[test]
fn the_constant_of_a_client_is_another_url_for_tokens() {
    let with = |url: &str| {
        format!(
            "
auth:
  default: app
  schemes: {{ app: {{ scheme: oauth2, flows: {{ client_credentials: {{ token: '{url}' }} }} }} }}
operations: {{ list: {{ route: GET /a }} }}
"
        )
    };
    assert_both_ways(
        &with("https://a.example/token"),
        &with("https://b.example/token"),
        &["token-url-changed auth: callers breaking, implementers compatible"],
    );
}

#[test]
fn of_several_credentials_others_can_come_first() {
    let with = |accepted: &str| {
        format!(
            "
auth:
  schemes:
    a: {{ scheme: api_key, header: X-A }}
    b: {{ scheme: api_key, header: X-B }}
    c: {{ scheme: api_key, header: X-C }}
operations:
  list: {{ route: GET /a, auth: [{accepted}] }}
  more: {{ route: GET /a/more, auth: [{accepted}] }}
  get: {{ route: GET /b, auth: c }}
"
        )
    };
    // One change, although it concerns two operations.
    let changed = "meaning-changed Client::list: callers risky, implementers risky";
    assert_both_ways(&with("a, b"), &with("b, a"), &[changed]);
    assert_found(&with("a, b"), &with("b, a"), &[]);
    for new in ["a, c, b", "c, a, b", "b", "a, b, none"] {
        let found = breaking(&with("a, b"), &with(new));
        let is_about_order = |line: &String| line.starts_with("meaning-");
        assert!(!found.iter().any(is_about_order), "{found:?}");
    }
}

#[test]
fn an_operation_can_need_a_server_that_code_does_not_give() {
    let with = |server: &str, url: &str| {
        let head = "specsmith: 1\napi: { name: Shop, title: Shop, version: 1.0.0, servers: { live: 'https://a.example', ";
        let get =
            format!("get: {{ route: GET /a{server} }}, put: {{ route: PUT /a, server: files }}");
        SourceFile::new(
            "shop.yaml",
            format!(
                "{head} files: '{url}', more: 'https://more.example' }} }}\noperations: {{ {get} }}\n"
            ),
        )
    };
    let files = "https://b.example";
    let changed = ["operation-server-changed get: callers breaking, implementers compatible"];
    assert_eq!(
        breaking_in(with("", files), with(", server: files", files)),
        changed
    );
    assert_eq!(
        breaking_in(
            with(", server: files", files),
            with(", server: more", files)
        ),
        changed
    );
    // Calls go to the server of the other operations, which every client has.
    let back = breaking_in(with(", server: files", files), with("", files));
    assert!(back.is_empty(), "{back:?}");
    // Code gives the URL, by the same name.
    let moved = breaking_in(
        with(", server: files", files),
        with(", server: files", "https://c.example"),
    );
    assert_eq!(
        moved,
        ["server-added servers: callers breaking, implementers compatible"]
    );
}

#[test]
fn two_parts_of_a_combination_can_trade_their_names_or_places() {
    let with = |one: &str, other: &str, all: &str| {
        format!(
            "
auth:
  default: both
  schemes:
    {one}: {{ scheme: api_key, header: X-A }}
    {other}: {{ scheme: api_key, header: X-B }}
    both: {{ all: [{all}] }}
operations: {{ list: {{ route: GET /a }} }}
"
        )
    };
    let old = with("a", "b", "a, b");
    let reordered =
        "arguments-reordered client::Credentials::both: callers breaking, implementers compatible";
    let renamed = |name: &str| {
        format!(
            "meaning-changed server::Credentials::Both::{name}: callers compatible, implementers breaking"
        )
    };
    // Callers give the keys by position, and handlers have them by their names.
    assert_both_ways(&old, &with("a", "b", "b, a"), &[reordered]);
    let (same_places, others) = (with("b", "a", "b, a"), with("b", "a", "a, b"));
    assert_breaking(&old, &same_places, &[&renamed("b")]);
    assert_breaking(&same_places, &old, &[&renamed("a")]);
    for (old, new) in [(&old, &others), (&others, &old)] {
        let mut found = breaking(old, new);
        found.sort();
        assert_eq!(found, [reordered, &renamed("a")]);
    }
    assert_found(&old, &with("b", "a", "a, b"), &[]);
    // Another key has no other place.
    let found = breaking(&old, &old.replace("X-B", "X-C"));
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn two_kinds_of_keys_can_trade_their_places() {
    let with = |kinds: &str, weak: &str, strong: &str| {
        format!(
            "
auth: {{ schemes: {{ key: {{ scheme: bearer, kinds: {{ {kinds} }} }} }} }}
operations:
  get_a: {{ route: GET /a, auth: {weak} }}
  put_a: {{ route: PUT /a, auth: {strong} }}
"
        )
    };
    let moved = |name: &str| {
        format!("meaning-changed Key::{name}: callers compatible, implementers breaking")
    };
    let old = with("user: A user., admin: An admin.", "user", "admin");
    let traded = with("admin: A user., user: An admin.", "admin", "user");
    assert_breaking(&old, &traded, &[&moved("Admin")]);
    assert_breaking(&traded, &old, &[&moved("User")]);
    let reordered = with("admin: An admin., user: A user.", "user", "admin");
    assert_breaking(&old, &reordered, &[&moved("Admin")]);
    // A further kind leaves the others what they were.
    let more = with(
        "user: A user., desk: A desk., admin: An admin.",
        "user",
        "admin",
    );
    assert_breaking(
        &old,
        &more,
        &["member-added Key::Desk: callers compatible, implementers breaking"],
    );
}

#[test]
fn two_errors_with_values_can_trade_their_names() {
    let with = |first: &str, second: &str| {
        format!(
            "
error_body: {{ message: message, fields: {{ kind: string }}, values: {{ kind: other }} }}
errors:
  {first}: {{ status: 402, message: No, values: {{ kind: funds }} }}
  {second}: {{ status: 402, message: No, values: {{ kind: limit }} }}
operations:
  pay: {{ route: POST /payments, errors: [{first}, {second}] }}
"
        )
    };
    let (old, new) = (with("Poor", "Late"), with("Late", "Poor"));
    assert_both_ways(
        &old,
        &new,
        &[
            "meaning-changed Late: callers breaking, implementers breaking",
            "meaning-changed Poor: callers breaking, implementers breaking",
        ],
    );
    assert_found(&old, &new, &[]);
}

#[test]
fn a_value_that_identifies_an_error_can_change() {
    let with = |of_all: &str, own: &str| {
        format!(
            "
error_body: {{ message: message, fields: {{ kind: string }}, values: {{ kind: {of_all} }} }}
errors:
  404: {{ name: Missing, message: It is not there, values: {{ kind: {own} }} }}
  409: {{ name: Busy, message: It is in use }}
operations:
  get_a: {{ route: GET /a, errors: [404, 409] }}
"
        )
    };
    let old = with("other", "missing");
    assert_found(
        &old,
        &with("other", "absent"),
        &["error-value-changed Missing.kind: breaking"],
    );
    assert_found(
        &old,
        &with("unknown", "missing"),
        &["error-value-changed error_body.kind: breaking"],
    );
}

#[test]
fn an_operation_in_another_group_needs_another_feature() {
    let with = |group: &str| {
        format!(
            "
operations:
  list_orders: {{ route: GET /orders, group: sales }}
  list_books: {{ route: GET /books, group: stock }}
  list_prices: {{ route: GET /prices, group: {group} }}
"
        )
    };
    assert_both_ways(
        &with("stock"),
        &with("sales"),
        &["feature-changed Client::list_prices: callers breaking, implementers breaking"],
    );
    let grouped = |group: &str| {
        format!(
            "
operations:
  list_orders: {{ route: GET /orders, group: {group} }}
  list_books: {{ route: GET /books, group: stock }}
"
        )
    };
    // That the feature is gone says it.
    assert_breaking(
        &grouped("sales"),
        &grouped("trade"),
        &["feature-removed feature sales: callers breaking, implementers breaking"],
    );
}

#[test]
fn a_type_that_one_group_alone_has_left_needs_its_feature() {
    let with = |returned: &str| {
        format!(
            "
types:
  Price: {{ fields: {{ amount: integer }} }}
operations:
  get_order: {{ route: GET /order, group: sales, returns: {returned} }}
  get_price: {{ route: GET /price, group: stock, returns: Price }}
"
        )
    };
    let needs = |old: &str, new: &str| {
        changes_of(old, new)
            .into_iter()
            .filter(|message| message.contains("needs the feature"))
            .collect::<Vec<_>>()
    };
    let (both, one) = (with("Price"), with("string"));
    assert_eq!(
        needs(&both, &one),
        ["`Price` needs the feature `stock`, and needed none"]
    );
    assert!(needs(&one, &both).is_empty());
}

#[test]
fn the_last_operation_of_a_group_takes_its_feature_along() {
    let old = "
operations:
  list_orders: { route: GET /orders, group: sales }
  list_books: { route: GET /books, group: stock }
";
    let new = "
operations:
  list_orders: { route: GET /orders, group: sales }
";
    assert_breaking(
        old,
        new,
        &["operation-removed list_books: callers breaking, implementers breaking"],
    );
}

#[test]
fn lenient_clients_read_what_others_do_not() {
    let [lenient, strict] = ["true", "false"].map(|is| format!("lenient: {is}"));
    let expected = ["meaning-changed Client::builder: callers breaking, implementers compatible"];
    for (old, new) in [(&lenient, &strict), (&strict, &lenient)] {
        assert_eq!(breaking_in(with_api(old), with_api(new)), expected);
    }
    let with = |sections: &str| {
        let paths = "paths: { /a: { get: { responses: { '204': { description: Done } } } } }";
        document(&format!("{sections}\n{paths}\n"))
    };
    let strict = with("x-specsmith: { lenient: false }");
    assert_eq!(breaking_in(with(""), strict), expected);
}

#[test]
fn a_type_of_another_version_of_a_crate_is_another_type() {
    let with = |version: &str| {
        format!(
            "
rust: {{ dependencies: {{ shop-ids: '{version}' }} }}
types:
  Sku: {{ newtype: string, rust: 'shop_ids::Sku' }}
operations:
  put_sku: {{ route: PUT /sku, body: Sku }}
"
        )
    };
    let changed = ["signature-type-changed Sku: callers breaking, implementers breaking"];
    for (old, new) in [("1", "2"), ("0.3.1", "0.4"), ("^1.2", "2.0.1")] {
        assert_both_ways(&with(old), &with(new), &changed);
    }
    for (old, new) in [("1", "1.4"), ("^0.3", "0.3.7")] {
        assert_both_ways(&with(old), &with(new), &[]);
    }
}

#[test]
fn a_type_of_another_crate_may_lack_values() {
    let with = |more: &str| {
        format!(
            "
rust: {{ dependencies: {{ ids: '1' }} }}
types:
  Sku: {{ newtype: string{more} }}
operations:
  put_sku: {{ route: PUT /sku, body: Sku }}
"
        )
    };
    let (text, library) = (with(""), with(", rust: 'ids::Sku'"));
    assert_found(&text, &library, &["unchecked-rule-added Sku: unknown"]);
    assert_found(&library, &text, &["unchecked-rule-removed Sku: compatible"]);
    let with = |scalars: &str| {
        format!(
            "
rust: {{ scalars: {{ {scalars} }} }}
operations:
  pay: {{ route: POST /payments, body: decimal }}
"
        )
    };
    let (text, library) = (with(""), with("decimal: 'rust_decimal::Decimal'"));
    assert_found(&text, &library, &["unchecked-rule-added rust: unknown"]);
    // It has all decimal numbers, and nothing else has the other type.
    for same in ["decimal: 'bigdecimal::BigDecimal'", "uri: 'url::Url'"] {
        assert_found(&text, &with(same), &[]);
    }
}

#[test]
fn the_parts_of_a_form_have_the_name_of_its_operation() {
    let with = |name: &str| {
        document(&format!(
            "
paths:
  /photo:
    put:
      operationId: {name}
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [photo]
              properties: {{ photo: {{ type: string, contentMediaType: image/png }}, title: {{ type: string }} }}
      responses: {{ '204': {{ description: Done }} }}
"
        ))
    };
    assert_eq!(
        breaking_in(with("setPhoto"), with("setAvatar")),
        [
            "operation-renamed set_avatar: callers breaking, implementers breaking",
            "type-renamed SetAvatarBody: callers breaking, implementers breaking",
        ]
    );
}
