//! The section `auth`.

use super::notes::{ASSUMED, NOTES};
use super::{
    Entity, Form, Key, List, Map, NameForm, Names, Rule, Shape, Statuses, TEXT, Text, When, Word,
    any_name, key, required, word,
};
use crate::spec::place::Place;

/// One way to prove who calls, or several of which one is enough.
pub(super) static ACCESS: Shape = Shape::OneOf(&[
    Shape::Text(Text::Access),
    WITH_SCOPES,
    Shape::List(&List::of(Shape::OneOf(&[
        Shape::Text(Text::Access),
        WITH_SCOPES,
    ]))),
]);

/// A scheme with the scopes that are needed.
static WITH_SCOPES: Shape = Shape::Names(&Names {
    entity: None,
    entries: &[super::Entry {
        name: NameForm::AnyBut("all"),
        value: Shape::List(&List::of(TEXT)),
    }],
    count: (1, Some(1)),
});

/// The section `auth`.
pub(crate) static AUTH: Map = Map::new(
    "auth",
    Place::Section("auth"),
    "The ways to prove who calls.",
    &[
        NOTES,
        &[
            key(
                "default",
                ACCESS,
                "Who may call the operations without `auth`.",
            ),
            key(
                "missing",
                Shape::Map(&AUTH_RESPONSE),
                "The response to a request without the credentials that its operation needs.",
            ),
            key(
                "unknown",
                Shape::Map(&AUTH_RESPONSE),
                "The response to unknown credentials: expired, deleted, never issued.",
            ),
            key(
                "refused",
                Shape::Map(&AUTH_RESPONSE),
                "The response to credentials of the wrong kind, or without a scope that is needed.",
            ),
            required(
                "schemes",
                Shape::Names(&Names::of(
                    Some(Entity::Scheme),
                    &[any_name(Shape::Map(&SCHEME))],
                )),
                "The ways to prove who calls, by name.",
            ),
        ],
    ],
);

/// `missing`, `unknown` or `refused`.
pub(crate) static AUTH_RESPONSE: Map = Map::new(
    "auth_response",
    Place::Section("auth"),
    "The response to a request that is not let in.",
    &[&[
        required(
            "status",
            Shape::Status(Statuses::Exact),
            "The status of the response.",
        ),
        key("message", TEXT, "The message of the response."),
        ASSUMED,
    ]],
);

const SCHEMES: [Word; 6] = [
    word("bearer", "`Authorization: Bearer <key>` (RFC 6750)."),
    word(
        "basic",
        "A name and a password: `Authorization: Basic …` (RFC 7617).",
    ),
    word(
        "api_key",
        "A key in a header, a query parameter or a cookie.",
    ),
    word("oauth2", "An access token of OAuth 2 (RFC 6749)."),
    word("openid", "An access token of OpenID Connect."),
    word(
        "custom",
        "Anything in the head of the request: a signature, a certificate.",
    ),
];

/// The key that every scheme but a combination has.
static SCHEME_KEYS: &[Key] = &[required(
    "scheme",
    Shape::Text(Text::Words(&SCHEMES)),
    "How requests carry the credentials.",
)];

static KINDS: &[Key] = &[key(
    "kinds",
    Shape::Names(&Names::of(
        Some(Entity::KeyKind),
        &[any_name(Shape::OneOf(&[
            Shape::Nothing,
            Shape::Text(Text::Plain),
            Shape::Map(&KEY_KIND),
        ]))],
    )),
    "The kinds of its credentials, each with an optional description. The first kind is the weakest.",
)];

static SCOPES: &[Key] = &[key(
    "scopes",
    Shape::Names(&Names::of(
        None,
        &[any_name(Shape::OneOf(&[
            Shape::Nothing,
            Shape::Text(Text::Plain),
            Shape::Map(&SCOPE),
        ]))],
    )),
    "What credentials can be good for, by name.",
)];

static ALL: Key = key(
    "all",
    Shape::List(&List::of(Shape::Text(Text::Name(Entity::Scheme)))),
    "The schemes whose credentials are needed at once.",
);

/// An entry of `auth.schemes`, before its scheme is known.
pub(crate) static SCHEME: Map = Map::new(
    "scheme",
    Place::Scheme,
    "A way to prove who calls.",
    &[
        &[ALL],
        SCHEME_KEYS,
        KEY_PLACES,
        NOTES,
        &[FLOWS_KEY, DISCOVERY],
        KINDS,
        SCOPES,
    ],
)
.with_forms(&[
    Form {
        when: When::Has("all"),
        map: &COMBINATION,
    },
    Form {
        when: When::Is("scheme", "bearer"),
        map: &PLAIN,
    },
    Form {
        when: When::Is("scheme", "basic"),
        map: &PLAIN,
    },
    Form {
        when: When::Is("scheme", "custom"),
        map: &PLAIN,
    },
    Form {
        when: When::Is("scheme", "api_key"),
        map: &API_KEY,
    },
    Form {
        when: When::Is("scheme", "oauth2"),
        map: &OAUTH2,
    },
    Form {
        when: When::Is("scheme", "openid"),
        map: &OPENID,
    },
]);

/// The definition of a scheme with this word.
pub(crate) fn scheme_form(word: &str) -> Option<&'static Map> {
    let mut forms = SCHEME.forms.iter();
    let form = forms.find(|form| matches!(form.when, When::Is(_, value) if value == word))?;
    Some(form.map)
}

static KEY_PLACES: &[Key] = &[
    key("header", TEXT, "The header with the key."),
    key("query", TEXT, "The query parameter with the key."),
    key("cookie", TEXT, "The cookie with the key."),
    key("prefix", TEXT, "What precedes the key in the header."),
];

static FLOWS_KEY: Key = key("flows", Shape::Map(&FLOWS), "The ways to get a token.");
static DISCOVERY: Key = key("discovery", TEXT, "The URL of the provider's metadata.");

/// A scheme that has nothing but its credentials.
static PLAIN: Map = Map::new(
    "plain_scheme",
    Place::Scheme,
    "A bearer token, a name and a password, or anything in the head of the request.",
    &[SCHEME_KEYS, NOTES, KINDS, SCOPES],
);

/// Several schemes at once.
pub(crate) static COMBINATION: Map = Map::new(
    "combination",
    Place::Scheme,
    "Several schemes whose credentials are needed at once.",
    &[&[ALL], NOTES],
);

static API_KEY: Map = Map::new(
    "api_key",
    Place::Scheme,
    "A key in a header, a query parameter or a cookie.",
    &[SCHEME_KEYS, KEY_PLACES, NOTES, KINDS, SCOPES],
)
.with_rules(&[
    Rule::One(&["header", "query", "cookie"]),
    Rule::Needs("prefix", "header"),
]);

static OAUTH2: Map = Map::new(
    "oauth2",
    Place::Scheme,
    "An access token of OAuth 2 (RFC 6749).",
    &[SCHEME_KEYS, NOTES, &[FLOWS_KEY], SCOPES],
)
.with_rules(&[Rule::Any(&["flows"])]);

static OPENID: Map = Map::new(
    "openid",
    Place::Scheme,
    "An access token of OpenID Connect.",
    &[SCHEME_KEYS, NOTES, &[DISCOVERY], SCOPES],
)
.with_rules(&[Rule::Any(&["discovery"])]);

/// A kind of credentials.
pub(crate) static KEY_KIND: Map = Map::new(
    "key_kind",
    Place::KeyKind,
    "A kind of credentials.",
    &[NOTES],
);

/// A scope.
pub(crate) static SCOPE: Map = Map::new(
    "scope",
    Place::Scope,
    "What credentials can be good for.",
    &[NOTES],
);

/// The flows of a scheme.
pub(crate) static FLOWS: Map = Map::new(
    "flows",
    Place::Section("flows"),
    "The ways to get a token.",
    &[&[
        key(
            "authorization_code",
            Shape::Map(&AUTHORIZATION_CODE),
            "A user grants access in a browser.",
        ),
        key(
            "client_credentials",
            Shape::Map(&TOKEN_FLOW),
            "The client acts for itself.",
        ),
        key(
            "device",
            Shape::Map(&DEVICE),
            "A user grants access on another device (RFC 8628).",
        ),
        key(
            "password",
            Shape::Map(&TOKEN_FLOW),
            "The client knows the user's password.",
        ),
        key(
            "implicit",
            Shape::Map(&IMPLICIT),
            "A user grants access in a browser, and the browser gets the token.",
        ),
    ]],
);

static AUTHORIZE: Key = required("authorize", TEXT, "The URL where users grant access.");
static TOKEN: Key = required("token", TEXT, "The URL where tokens are issued.");
static REFRESH: Key = key(
    "refresh",
    TEXT,
    "The URL where tokens are refreshed, if that is another one.",
);
static DEVICE_URL: Key = required("device", TEXT, "The URL where devices begin.");

static AUTHORIZATION_CODE: Map = Map::new(
    "flow_authorization_code",
    Place::Flow,
    "A user grants access in a browser.",
    &[&[AUTHORIZE, TOKEN, REFRESH]],
);

static TOKEN_FLOW: Map = Map::new(
    "flow_token",
    Place::Flow,
    "The client asks for a token itself.",
    &[&[TOKEN, REFRESH]],
);

static IMPLICIT: Map = Map::new(
    "flow_implicit",
    Place::Flow,
    "A user grants access in a browser, and the browser gets the token.",
    &[&[AUTHORIZE, REFRESH]],
);

static DEVICE: Map = Map::new(
    "flow_device",
    Place::Flow,
    "A user grants access on another device (RFC 8628).",
    &[&[TOKEN, REFRESH, DEVICE_URL]],
);
