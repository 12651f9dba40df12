//! The section `auth`.

use super::notes::{ASSUMED, NOTES};
use super::{
    Entity, Entry, Key, List, Map, NameForm, Names, Rule, Shape, Statuses, TEXT, Text, When, Word,
    if_has, if_is, key, required, word,
};
use crate::spec::construct::Construct;

/// An alternative, or several alternatives of which one is enough.
pub(super) static ACCESS: Shape = Shape::OneOf(&[
    Shape::Text(Text::Access),
    WITH_SCOPES,
    Shape::List(&List::of(Shape::OneOf(&[
        Shape::Text(Text::Access),
        WITH_SCOPES,
    ]))),
]);

/// A scheme with the scopes that are needed.
static WITH_SCOPES: Shape = Shape::Names(
    &Names::of(&[Entry::of(
        NameForm::AnyBut("all"),
        Shape::List(&List::of(TEXT)),
    )])
    .count(1, Some(1)),
);

/// The section `auth`.
pub(crate) static AUTH: Map = Map::new("auth", Construct::Section("auth"))
    .doc("The authentication schemes of the API.")
    .keys(&[
        NOTES,
        &[
            key("default", ACCESS).doc("Who may call the operations without `auth`."),
            key("missing", Shape::Map(&AUTH_RESPONSE))
                .doc("The response to a request without the credentials that its operation needs."),
            key("unknown", Shape::Map(&AUTH_RESPONSE))
                .doc("The response to unknown credentials: expired, deleted, never issued."),
            key("refused", Shape::Map(&AUTH_RESPONSE)).doc(
                "The response to credentials of the wrong kind, or without a scope that is needed.",
            ),
            required("schemes", names!(Entity::Scheme, Shape::Map(&SCHEME)))
                .doc("The authentication schemes, by name."),
        ],
    ]);

/// `missing`, `unknown` or `refused`.
pub(crate) static AUTH_RESPONSE: Map = Map::new("auth_response", Construct::Section("auth"))
    .doc("The response to a request that is not let in.")
    .keys(&[&[
        required("status", Shape::Status(Statuses::Exact)).doc("The status of the response."),
        key("message", TEXT).doc("The message of the response."),
        ASSUMED,
    ]]);

const SCHEMES: [Word; 6] = [
    word("bearer").doc("`Authorization: Bearer <key>` (RFC 6750)."),
    word("basic").doc("A name and a password: `Authorization: Basic …` (RFC 7617)."),
    word("api_key").doc("A key in a header, a query parameter or a cookie."),
    word("oauth2").doc("An access token of OAuth 2 (RFC 6749)."),
    word("openid").doc("An access token of OpenID Connect."),
    word("custom").doc("Anything in the head of the request: a signature, a certificate."),
];

/// The key that every scheme but a combination has.
static SCHEME_KEYS: &[Key] = &[required("scheme", Shape::Text(Text::Words(&SCHEMES)))
    .doc("How requests carry the credentials.")];

static KINDS: &[Key] = &[key(
    "kinds",
    names!(
        Entity::KeyKind,
        Shape::OneOf(&[
            Shape::Nothing,
            Shape::Text(Text::Plain),
            Shape::Map(&KEY_KIND),
        ])
    ),
)
.doc(
    "The kinds of its credentials, each with an optional \
     description. The first kind is the weakest.",
)];

static SCOPES: &[Key] = &[key(
    "scopes",
    names!(Shape::OneOf(&[
        Shape::Nothing,
        Shape::Text(Text::Plain),
        Shape::Map(&SCOPE),
    ])),
)
.doc("What credentials can be good for, by name.")];

static ALL: Key = key(
    "all",
    Shape::List(&List::of(Shape::Text(Text::Name(Entity::Scheme)))),
)
.doc("The schemes whose credentials are needed at once.");

/// An entry of `auth.schemes`, before its scheme is known.
pub(crate) static SCHEME: Map = Map::new("scheme", Construct::Scheme)
    .doc("An authentication scheme.")
    .keys(&[
        &[ALL],
        SCHEME_KEYS,
        KEY_PLACES,
        NOTES,
        &[FLOWS_KEY, DISCOVERY],
        KINDS,
        SCOPES,
    ])
    .with_forms(&[
        if_has("all", &COMBINATION),
        if_is("scheme", "bearer", &PLAIN),
        if_is("scheme", "basic", &PLAIN),
        if_is("scheme", "custom", &PLAIN),
        if_is("scheme", "api_key", &API_KEY),
        if_is("scheme", "oauth2", &OAUTH2),
        if_is("scheme", "openid", &OPENID),
    ]);

/// The definition of a scheme with this word.
pub(crate) fn scheme_form(word: &str) -> Option<&'static Map> {
    let mut forms = SCHEME.forms.iter();
    let form = forms.find(|form| matches!(form.when, When::Is(_, value) if value == word))?;
    Some(form.map)
}

static KEY_PLACES: &[Key] = &[
    key("header", TEXT).doc("The header with the key."),
    key("query", TEXT).doc("The query parameter with the key."),
    key("cookie", TEXT).doc("The cookie with the key."),
    key("prefix", TEXT).doc("What precedes the key in the header."),
];

static FLOWS_KEY: Key = key("flows", Shape::Map(&FLOWS)).doc("The ways to get a token.");
static DISCOVERY: Key = key("discovery", TEXT).doc("The URL of the provider's metadata.");

/// A scheme that has nothing but its credentials.
static PLAIN: Map = Map::new("plain_scheme", Construct::Scheme)
    .doc("A bearer token, a name and a password, or anything in the head of the request.")
    .keys(&[SCHEME_KEYS, NOTES, KINDS, SCOPES]);

/// Several schemes at once.
pub(crate) static COMBINATION: Map = Map::new("combination", Construct::Scheme)
    .doc("Several schemes whose credentials are needed at once.")
    .keys(&[&[ALL], NOTES]);

static API_KEY: Map = Map::new("api_key", Construct::Scheme)
    .doc("A key in a header, a query parameter or a cookie.")
    .keys(&[SCHEME_KEYS, KEY_PLACES, NOTES, KINDS, SCOPES])
    .with_rules(&[
        Rule::One(&["header", "query", "cookie"]),
        Rule::Needs("prefix", "header"),
    ]);

static OAUTH2: Map = Map::new("oauth2", Construct::Scheme)
    .doc("An access token of OAuth 2 (RFC 6749).")
    .keys(&[SCHEME_KEYS, NOTES, &[FLOWS_KEY], SCOPES])
    .with_rules(&[Rule::Any(&["flows"])]);

static OPENID: Map = Map::new("openid", Construct::Scheme)
    .doc("An access token of OpenID Connect.")
    .keys(&[SCHEME_KEYS, NOTES, &[DISCOVERY], SCOPES])
    .with_rules(&[Rule::Any(&["discovery"])]);

/// A kind of credentials.
pub(crate) static KEY_KIND: Map = Map::new("key_kind", Construct::KeyKind)
    .doc("A kind of credentials.")
    .keys(&[NOTES]);

/// A scope.
pub(crate) static SCOPE: Map = Map::new("scope", Construct::Scope)
    .doc("What credentials can be good for.")
    .keys(&[NOTES]);

/// The flows of a scheme.
pub(crate) static FLOWS: Map = Map::new("flows", Construct::Section("flows"))
    .doc("The ways to get a token.")
    .keys(&[&[
        key("authorization_code", Shape::Map(&AUTHORIZATION_CODE))
            .doc("A user grants access in a browser."),
        key("client_credentials", Shape::Map(&TOKEN_FLOW)).doc("The client acts for itself."),
        key("device", Shape::Map(&DEVICE))
            .doc("A user grants access on another device (RFC 8628)."),
        key("password", Shape::Map(&TOKEN_FLOW)).doc("The client knows the user's password."),
        key("implicit", Shape::Map(&IMPLICIT))
            .doc("A user grants access in a browser, and the browser gets the token."),
    ]]);

static AUTHORIZE: Key = required("authorize", TEXT).doc("The URL where users grant access.");
static TOKEN: Key = required("token", TEXT).doc("The URL where tokens are issued.");
static REFRESH: Key =
    key("refresh", TEXT).doc("The URL where tokens are refreshed, if that is another one.");
static DEVICE_URL: Key = required("device", TEXT).doc("The URL where devices begin.");

static AUTHORIZATION_CODE: Map = Map::new("flow_authorization_code", Construct::Flow)
    .doc("A user grants access in a browser.")
    .keys(&[&[AUTHORIZE, TOKEN, REFRESH]]);

static TOKEN_FLOW: Map = Map::new("flow_token", Construct::Flow)
    .doc("The client asks for a token itself.")
    .keys(&[&[TOKEN, REFRESH]]);

static IMPLICIT: Map = Map::new("flow_implicit", Construct::Flow)
    .doc("A user grants access in a browser, and the browser gets the token.")
    .keys(&[&[AUTHORIZE, REFRESH]]);

static DEVICE: Map = Map::new("flow_device", Construct::Flow)
    .doc("A user grants access on another device (RFC 8628).")
    .keys(&[&[TOKEN, REFRESH, DEVICE_URL]]);
