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
    ("allow", &ANY),
];

/// The same for what has an example, which is next to the description.
const EXAMPLE_AND_NOTES: Part = &[
    ("doc", &ANY),
    ("example", &ANY),
    ("assumed", &ANY),
    ("deprecated", &ANY),
    ("see", &SEE),
    ("allow", &ANY),
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
    ("lint", &LINT),
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

static LINT: Shape = Shape::Keys(&[&[
    ("undocumented", &ANY),
    ("unused-type", &ANY),
    ("unused-error", &ANY),
    ("unconventional-name", &ANY),
    ("list-without-pages", &ANY),
    ("mutation-without-idempotency", &ANY),
    ("missing-unauthorized", &ANY),
    ("missing-rate-limit", &ANY),
    ("inconsistent-casing", &ANY),
]]);

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

static FLOWS: Shape = Shape::Keys(&[&[
    ("authorization_code", &FLOW),
    ("client_credentials", &FLOW),
    ("device", &FLOW),
    ("password", &FLOW),
    ("implicit", &FLOW),
]]);

static FLOW: Shape = Shape::Keys(&[&[
    ("authorize", &ANY),
    ("token", &ANY),
    ("refresh", &ANY),
    ("device", &ANY),
]]);

/// Names with a description or nothing.
static NOTED: Shape = Shape::Each(&Shape::Keys(&[NOTES]));

static PAGERS: Shape = Shape::Each(&Shape::Keys(&[
    NOTES,
    &[
        ("offset", &PAGE_PARAMETER),
        ("page_number", &PAGE_PARAMETER),
        ("cursor", &PAGE_PARAMETER),
        ("limit", &PAGE_PARAMETER),
        ("items", &ANY),
        ("next", &NEXT),
        ("total", &ANY),
        ("pages", &ANY),
        ("more", &ANY),
        ("fields", &FIELDS),
    ],
]));

/// Where the next page is. It has one of these keys.
static NEXT: Shape = Shape::Keys(&[&[
    ("item", &ANY),
    ("header", &ANY),
    ("link", &ANY),
    ("url", &ANY),
]]);

/// Where a request says which page it asks for. It has one of these keys.
static POSITION: Shape = Shape::Keys(&[&[("header", &ANY), ("body", &ANY)]]);

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
    ("allow", &ANY),
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

/// How a type or a field is written in XML.
static XML: Shape = Shape::Keys(&[&[
    ("name", &ANY),
    ("namespace", &ANY),
    ("prefix", &ANY),
    ("item", &ANY),
    ("wrapped", &ANY),
    ("attribute", &ANY),
    ("text", &ANY),
]]);

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
    &[("xml", &XML)],
]);

static TYPES: Shape = Shape::Each(&Shape::Type {
    block: &[
        NOTES,
        DEFINITION,
        CONSTRAINTS,
        &[("example", &ANY), ("xml", &XML)],
    ],
    braces: &[
        &[("newtype", &ANY), ("alias", &ANY)],
        DEFINITION,
        CONSTRAINTS,
        EXAMPLE_AND_NOTES,
        &[("xml", &XML)],
    ],
});

/// The values of an enumeration: a list, or a map from values to descriptions.
static ENUM: Shape = Shape::Each(&Shape::Keys(&[&[("name", &ANY)], NOTES]));

static UNION: Shape = Shape::Each(&Shape::Keys(&[
    &[
        ("type", &ANY),
        ("text", &ANY),
        ("also", &ANY),
        ("name", &ANY),
    ],
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
    ("allow", &ANY),
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
        ("styles", &ANY),
        ("end", &END),
        ("error", &ERROR_EVENT),
        ("event_names", &ANY),
        ("resumable", &ANY),
        ("max_size", &ANY),
        ("schema", &ANY),
        ("name", &ANY),
        ("selected_by", &SELECTED_BY),
    ],
    NOTES,
    &[("headers", &FIELDS)],
]);

static CHOICE: Shape = Shape::Each(&CONTENT);

static END: Shape = Shape::Keys(&[&[("event", &ANY), ("data", &ANY)]]);

static SELECTED_BY: Shape = Shape::Keys(&[&[("query", &ANY), ("body", &ANY)]]);

static ERROR_EVENT: Shape = Shape::Keys(&[&[
    ("event", &ANY),
    ("field", &ANY),
    ("is", &ANY),
    ("type", &ANY),
]]);

static ORDER: Shape = Shape::Keys(&[&[("by", &ANY), ("direction", &ANY)]]);

static PAGES: Shape = Shape::Keys(&[&[
    ("offset", &POSITION),
    ("page_number", &POSITION),
    ("cursor", &POSITION),
    ("first", &ANY),
    ("items", &ANY),
    ("next", &NEXT),
    ("total", &ANY),
    ("pages", &ANY),
    ("more", &ANY),
]]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::language;
    use std::collections::{BTreeMap, BTreeSet};

    /// Compares the order with the definition of the language: they have the same keys, in the same places.
    #[derive(Default)]
    struct Comparison {
        seen: BTreeSet<(usize, usize)>,
        /// The keys that have an order, and are not in the language.
        unknown: BTreeMap<usize, BTreeSet<&'static str>>,
        /// The keys of the language that have no order.
        unordered: Vec<String>,
    }

    impl Shape {
        fn names(&'static self) -> impl Iterator<Item = &'static str> {
            let parts = match self {
                Self::Keys(parts) => [*parts, &[]],
                Self::Type { block, braces } => [*block, *braces],
                Self::Each(_) | Self::Any => [&[] as &[Part], &[]],
            };
            let keys = parts.into_iter().flatten().copied().flatten();
            keys.map(|(name, _)| *name)
        }
    }

    impl Comparison {
        fn compare(&mut self, at: &str, defined: language::Shape, ordered: &'static Shape) {
            let mut shapes = Vec::new();
            defined.each(&mut |shape| shapes.push(shape));
            for shape in shapes {
                match shape {
                    language::Shape::Map(map) => self.compare_map(at, map, ordered),
                    language::Shape::Names(names) => {
                        // A map with keys of the language, such as a description of one content, is not a map of names.
                        let (_, each) = match ordered {
                            Shape::Keys(_) | Shape::Type { .. } => continue,
                            Shape::Each(_) | Shape::Any => ordered.find("", Order::Block),
                        };
                        for entry in names.entries {
                            self.compare(at, entry.value, each);
                        }
                    }
                    language::Shape::List(list) => {
                        let (_, item) = ordered.find("", Order::Block);
                        self.compare(at, list.item, item);
                    }
                    _ => {}
                }
            }
        }

        fn compare_map(&mut self, at: &str, map: &'static language::Map, ordered: &'static Shape) {
            let ids = (
                std::ptr::from_ref(map) as usize,
                std::ptr::from_ref(ordered) as usize,
            );
            if !self.seen.insert(ids) {
                return;
            }
            let unknown = self.unknown.entry(ids.1);
            unknown.or_insert_with(|| ordered.names().collect());
            for key in map.all_keys() {
                let name = key.name.trim_end_matches('?');
                let at = format!("{at}.{name}");
                let places = [Order::Block, Order::Braces].map(|order| ordered.find(name, order));
                match places {
                    [(None, _), (None, _)] => self.unordered.push(at),
                    [(place, one), (_, other)] => {
                        let unknown = self.unknown.entry(ids.1).or_default();
                        unknown.remove(name);
                        self.compare(&at, key.value, if place.is_some() { one } else { other });
                    }
                }
            }
            for form in map.forms {
                self.compare_map(at, form.map, ordered);
            }
        }
    }

    #[test]
    fn the_order_has_the_keys_of_the_language_and_no_others() {
        let mut comparison = Comparison::default();
        for map in [&language::DOCUMENT, &language::INCLUDED] {
            comparison.compare("", language::Shape::Map(map), &FILE);
        }
        assert_eq!(comparison.unordered, Vec::<String>::new());
        let unknown = comparison.unknown.into_values().flatten();
        assert_eq!(unknown.collect::<Vec<_>>(), Vec::<&str>::new());
    }
}
