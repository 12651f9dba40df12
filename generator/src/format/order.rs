//! The order of the language's keys, in the files of a specification.

/// What a value is in the language.
#[derive(Debug)]
pub(super) enum Shape {
    /// A map with keys of the language, in their order.
    Keys(&'static [Part]),
    /// A map with keys of the language, which have two orders.
    Type {
        block: &'static [Part],
        braces: &'static [Part],
    },
    /// A map from names, which stay in their order, or a list.
    Each(&'static Shape),
    /// Anything else, such as an example. Nothing in it has another order.
    Any,
}

/// A key, and what its value is.
type Key = (&'static str, &'static Shape);

/// Keys that follow each other in several maps.
type Part = &'static [Key];

impl Shape {
    /// Whether a map has keys of the language, and no names.
    pub(super) const fn has_keys(&self) -> bool {
        matches!(self, Self::Keys(_) | Self::Type { .. })
    }

    /// The position of a key, and what its value is. A name has no position.
    pub(super) fn find(&self, name: &str, order: Order) -> (Option<usize>, &'static Shape) {
        let parts = match (self, order) {
            (Self::Each(shape), _) => return (None, shape),
            (Self::Any, _) => return (None, &ANY),
            (Self::Keys(parts), _)
            | (Self::Type { block: parts, .. }, Order::Block)
            | (Self::Type { braces: parts, .. }, Order::Braces) => parts,
        };
        let mut keys = parts.iter().copied().flatten().enumerate();
        let found = keys.find(|(_, (key, _))| *key == name);
        found.map_or((None, &ANY), |(index, (_, shape))| (Some(index), shape))
    }
}

/// Which order the keys of a type have.
#[derive(Debug, Clone, Copy)]
pub(super) enum Order {
    /// In a block, the description is above what can be long.
    Block,
    /// In braces, it is at the end. So it is in a block of a type that is always short.
    Braces,
}

impl Order {
    /// The order of keys in a block.
    pub(super) fn in_block<'n>(mut names: impl Iterator<Item = &'n str>) -> Self {
        match names.any(|name| matches!(name, "newtype" | "alias")) {
            true => Self::Braces,
            false => Self::Block,
        }
    }
}

static ANY: Shape = Shape::Any;

/// What nearly every entry can have.
const NOTES: Part = &[
    ("doc", &ANY),
    ("assumed", &ANY),
    ("deprecated", &ANY),
    ("see", &SEE),
];

/// The same for what has an example, which is next to the description.
const EXAMPLE_AND_NOTES: Part = &[
    ("doc", &ANY),
    ("example", &ANY),
    ("assumed", &ANY),
    ("deprecated", &ANY),
    ("see", &SEE),
];

/// What limits the values of a field or a type.
const CONSTRAINTS: Part = &[
    ("min", &ANY),
    ("above", &ANY),
    ("max", &ANY),
    ("below", &ANY),
    ("multiple_of", &ANY),
    ("min_length", &ANY),
    ("max_length", &ANY),
    ("pattern", &ANY),
    ("min_items", &ANY),
    ("max_items", &ANY),
    ("unique_items", &ANY),
];

/// What a type is.
const DEFINITION: Part = &[
    ("extends", &ANY),
    ("fields", &FIELDS),
    ("others", &ANY),
    ("enum", &ENUM),
    ("union", &UNION),
    ("tuple", &FIELDS),
    ("tag", &ANY),
    ("of", &ANY),
    ("value", &ANY),
    ("wrapped", &ANY),
    ("by_event", &ANY),
    ("default", &ANY),
    ("open", &ANY),
    ("personal", &ANY),
    ("secret", &ANY),
];

/// A file of a specification.
pub(super) static FILE: Shape = Shape::Keys(&[&[
    ("specsmith", &ANY),
    ("part_of", &ANY),
    ("include", &ANY),
    ("api", &API),
    ("rust", &RUST),
    ("auth", &AUTH),
    ("pagers", &PAGERS),
    ("error_body", &ERROR_BODY),
    ("errors", &ERRORS),
    ("groups", &GROUPS),
    ("shared", &SHARED),
    ("types", &TYPES),
    ("operations", &OPERATIONS),
    ("webhooks", &OPERATIONS),
]]);

static API: Shape = Shape::Keys(&[
    &[
        ("name", &ANY),
        ("title", &ANY),
        ("version", &ANY),
        ("base_path", &ANY),
        ("request_id", &ANY),
        ("lenient", &ANY),
        ("servers", &SERVERS),
        ("uses", &ANY),
    ],
    NOTES,
]);

static SEE: Shape = Shape::Keys(&[&[("url", &ANY), ("title", &ANY)]]);

static SERVERS: Shape = Shape::Each(&Shape::Keys(&[
    &[("url", &ANY), ("variables", &VARIABLES)],
    NOTES,
]));

static VARIABLES: Shape = Shape::Each(&Shape::Keys(&[&[("default", &ANY), ("enum", &ANY)], NOTES]));

static RUST: Shape = Shape::Keys(&[&[("crate", &ANY), ("runtime", &ANY)]]);

static AUTH: Shape = Shape::Keys(&[
    NOTES,
    &[
        ("default", &ANY),
        ("missing", &AUTH_RESPONSE),
        ("unknown", &AUTH_RESPONSE),
        ("refused", &AUTH_RESPONSE),
        ("schemes", &SCHEMES),
    ],
]);

static AUTH_RESPONSE: Shape =
    Shape::Keys(&[&[("status", &ANY), ("message", &ANY), ("assumed", &ANY)]]);

static SCHEMES: Shape = Shape::Each(&Shape::Keys(&[
    &[
        ("scheme", &ANY),
        ("all", &ANY),
        ("header", &ANY),
        ("query", &ANY),
        ("cookie", &ANY),
        ("prefix", &ANY),
    ],
    NOTES,
    &[
        ("flows", &FLOWS),
        ("discovery", &ANY),
        ("kinds", &NOTED),
        ("scopes", &NOTED),
    ],
]));

static FLOWS: Shape = Shape::Each(&ANY);

/// Names with a description or nothing.
static NOTED: Shape = Shape::Each(&Shape::Keys(&[NOTES]));

static PAGERS: Shape = Shape::Each(&Shape::Keys(&[
    NOTES,
    &[
        ("offset", &PAGE_PARAMETER),
        ("page", &PAGE_PARAMETER),
        ("cursor", &PAGE_PARAMETER),
        ("limit", &PAGE_PARAMETER),
        ("items", &ANY),
        ("next", &ANY),
        ("total", &ANY),
        ("pages", &ANY),
        ("more", &ANY),
        ("fields", &FIELDS),
    ],
]));

static PAGE_PARAMETER: Shape = Shape::Keys(&[
    &[
        ("parameter", &ANY),
        ("field", &ANY),
        ("type", &ANY),
        ("default", &ANY),
        ("min", &ANY),
        ("max", &ANY),
    ],
    NOTES,
]);

static ERROR_BODY: Shape = Shape::Keys(&[
    &[
        ("envelope", &ANY),
        ("media", &ANY),
        ("status", &ANY),
        ("code", &ANY),
        ("message", &ANY),
        ("parameter", &ANY),
        ("metadata", &ANY),
        ("fields", &FIELDS),
        ("values", &ANY),
    ],
    NOTES,
]);

static ERRORS: Shape = Shape::Each(&Shape::Keys(&[&[
    ("name", &ANY),
    ("status", &ANY),
    ("code", &ANY),
    ("message", &ANY),
    ("body", &CONTENT),
    ("when", &ANY),
    ("doc", &ANY),
    ("values", &ANY),
    ("fields", &FIELDS),
    ("implied", &ANY),
    ("retry", &ANY),
    ("headers", &FIELDS),
    ("assumed", &ANY),
    ("deprecated", &ANY),
    ("see", &SEE),
]]));

static GROUPS: Shape = Shape::Each(&Shape::Keys(&[&[("title", &ANY)], NOTES]));

static SHARED: Shape = Shape::Each(&Shape::Keys(&[&[
    ("path", &FIELDS),
    ("query", &FIELDS),
    ("headers", &FIELDS),
    ("cookies", &FIELDS),
    ("response_headers", &FIELDS),
    ("conditional", &ANY),
    ("idempotency", &ANY),
    ("errors", &ANY),
]]));

/// Fields of objects and parameters.
static FIELDS: Shape = Shape::Each(&FIELD);

static FIELD: Shape = Shape::Keys(&[
    &[
        ("const", &ANY),
        ("type", &ANY),
        ("name", &ANY),
        ("style", &ANY),
        ("lists", &ANY),
        ("allow_reserved", &ANY),
        ("media", &ANY),
        ("read_only", &ANY),
        ("write_only", &ANY),
        ("personal", &ANY),
        ("secret", &ANY),
        ("default", &ANY),
    ],
    CONSTRAINTS,
    EXAMPLE_AND_NOTES,
]);

static TYPES: Shape = Shape::Each(&Shape::Type {
    block: &[NOTES, DEFINITION, CONSTRAINTS, &[("example", &ANY)]],
    braces: &[
        &[("newtype", &ANY), ("alias", &ANY)],
        DEFINITION,
        CONSTRAINTS,
        EXAMPLE_AND_NOTES,
    ],
});

/// The values of an enumeration: a list, or a map from values to descriptions.
static ENUM: Shape = Shape::Each(&Shape::Keys(&[&[("name", &ANY)], NOTES]));

static UNION: Shape = Shape::Each(&Shape::Keys(&[
    &[("type", &ANY), ("also", &ANY), ("name", &ANY)],
    NOTES,
]));

/// Operations and webhooks.
static OPERATIONS: Shape = Shape::Each(&Shape::Keys(&[&[
    ("route", &ANY),
    ("method", &ANY),
    ("signature", &ANY),
    ("group", &ANY),
    ("server", &ANY),
    ("doc", &ANY),
    ("deprecated", &ANY),
    ("auth", &ANY),
    ("uses", &ANY),
    ("path", &FIELDS),
    ("query", &FIELDS),
    ("headers", &FIELDS),
    ("cookies", &FIELDS),
    ("idempotency", &ANY),
    ("body", &CONTENT),
    ("conditional", &ANY),
    ("returns", &CONTENT),
    ("responses", &RESPONSES),
    ("order", &ORDER),
    ("pages", &PAGES),
    ("idempotent", &ANY),
    ("errors", &ANY),
    ("assumed", &ANY),
    ("see", &SEE),
]]));

static RESPONSES: Shape = Shape::Each(&CONTENT);

/// A body or a response.
static CONTENT: Shape = Shape::Keys(&[
    &[
        ("type", &ANY),
        ("choice", &CHOICE),
        ("envelope", &ANY),
        ("media", &ANY),
        ("lists", &ANY),
        ("end", &ANY),
        ("error", &ERROR_EVENT),
        ("event_names", &ANY),
        ("resumable", &ANY),
        ("max_size", &ANY),
        ("name", &ANY),
        ("selected_by", &ANY),
    ],
    NOTES,
    &[("headers", &FIELDS)],
]);

static CHOICE: Shape = Shape::Each(&CONTENT);

static ERROR_EVENT: Shape = Shape::Keys(&[&[
    ("event", &ANY),
    ("field", &ANY),
    ("is", &ANY),
    ("type", &ANY),
]]);

static ORDER: Shape = Shape::Keys(&[&[("by", &ANY), ("direction", &ANY)]]);

static PAGES: Shape = Shape::Keys(&[&[
    ("offset", &ANY),
    ("page", &ANY),
    ("cursor", &ANY),
    ("limit", &ANY),
    ("first", &ANY),
    ("items", &ANY),
    ("next", &ANY),
    ("total", &ANY),
    ("pages", &ANY),
    ("more", &ANY),
]]);
