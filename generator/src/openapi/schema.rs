//! A schema with its references resolved and its parts merged.

use super::formats;
use super::kinds::Kinds;
use super::limits::Limits;
use super::references::NodeRef;
use super::vocabulary::is_note;
use crate::api::Xml;
use crate::document::MOST_ELEMENTS;
use crate::extensions::OTHER;
use crate::hash::HashMap;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

/// A schema that may be written in several places, all of which count.
pub(super) type Parts<'a> = Vec<NodeRef<'a>>;

/// A schema with its references resolved and its parts merged.
#[derive(Clone, Default)]
pub(super) struct Schema<'a> {
    pub(super) kinds: Kinds,
    pub(super) nullable: bool,
    pub(super) format: Option<&'a str>,
    /// `contentMediaType`.
    pub(super) media: Option<&'a str>,
    /// The values of `enum` or `const`.
    pub(super) values: Option<Vec<&'a Node>>,
    /// Whether these are only the known ones, of `x-extensible-enum`.
    pub(super) is_extensible: bool,
    pub(super) properties: Vec<Property<'a>>,
    pub(super) required: HashMap<&'a str, Span>,
    /// The merged rule for further properties.
    pub(super) additional: Option<Additional<'a>>,
    /// The rules of the single schemas for further properties.
    pub(super) additional_rules: Vec<AdditionalRule<'a>>,
    /// The patterns of names, with the schemas of their values.
    pub(super) patterns: Vec<(&'a Spanned<String>, NodeRef<'a>)>,
    pub(super) items: Option<Parts<'a>>,
    pub(super) prefix: Vec<Parts<'a>>,
    /// Where the document says that a list has nothing but the items of `prefix`.
    pub(super) only_prefix: Option<Span>,
    pub(super) choices: Vec<Choices<'a>>,
    pub(super) discriminator: Option<NodeRef<'a>>,
    pub(super) limits: Limits,
    pub(super) title: Option<&'a str>,
    pub(super) description: Option<&'a str>,
    pub(super) deprecated: bool,
    /// The schema with the description, or with other notes.
    pub(super) notes: Option<&'a Node>,
    /// The names and notes of the values of an enumeration, by the values.
    pub(super) noted_values: Option<&'a Node>,
    /// An example of the type.
    pub(super) example: Option<&'a Node>,
    /// Whether the name of a scalar is a type of its own.
    pub(super) is_newtype: bool,
    /// Whether it is an object, even without properties.
    pub(super) is_object: bool,
    /// Whether requests and responses may have further variants.
    pub(super) is_open: bool,
    /// Whether responses may have further values.
    pub(super) is_open_in_responses: bool,
    /// How values are written in XML.
    pub(super) xml: Option<Box<Spanned<Xml>>>,
    /// Names of the values of an enumeration, in their order.
    pub(super) value_names: Vec<&'a str>,
    /// Descriptions of these values.
    pub(super) value_docs: Vec<&'a str>,
    /// The value of `x-ms-enum`.
    pub(super) ms_enum: Option<&'a Node>,
    pub(super) secret: bool,
    /// Whether its values are about a person.
    pub(super) personal: bool,
    /// Whether any keyword says something about values.
    pub(super) says_something: bool,
    /// The kinds of values that keywords are about.
    pub(super) implied: Kinds,
    /// The span of the last `type` that was read.
    pub(super) type_span: Option<Span>,
    /// The span of a `type` that is only null.
    pub(super) only_null: Option<Span>,
    /// The span of a schema that is `false`, which no value matches.
    pub(super) never: Option<Span>,
    /// Whether the types that were read have null.
    pub(super) null_by_types: Option<bool>,
    /// Whether `type` or `nullable` allows null, and its span.
    pub(super) null_by_type: Option<(bool, Span)>,
}

/// A property of an object.
#[derive(Clone)]
pub(super) struct Property<'a> {
    pub(super) name: &'a Spanned<String>,
    pub(super) parts: Parts<'a>,
}

/// The members of `oneOf` or `anyOf`.
#[derive(Clone)]
pub(super) struct Choices<'a> {
    pub(super) members: Vec<NodeRef<'a>>,
    /// Whether a value fits only one of them: `oneOf`.
    pub(super) is_exclusive: bool,
    pub(super) span: Span,
}

impl Choices<'_> {
    /// Whether the members only say which fields are required.
    pub(super) fn are_requirements(&self) -> bool {
        self.members
            .iter()
            .all(|member| is_requirement(member.node))
    }
}

/// Whether a schema only says which fields are required.
pub(super) fn is_requirement(schema: &Node) -> bool {
    let mut keys = schema.entries().iter().map(|(key, _)| key.value.as_str());
    let says_it = |key| matches!(key, "required" | "not" | "title" | "description");
    !schema.entries().is_empty() && keys.all(says_it)
}

/// The properties that are allowed besides the declared ones.
#[derive(Clone)]
pub(super) enum Additional<'a> {
    Forbidden,
    Any,
    Of(Parts<'a>),
}

/// The rule of one schema for further properties.
#[derive(Clone)]
pub(super) struct AdditionalRule<'a> {
    /// The schema.
    pub(super) at: NodeRef<'a>,
    /// Whether the rule is the value of `unevaluatedProperties`.
    pub(super) is_unevaluated: bool,
    pub(super) says: Additional<'a>,
    pub(super) span: Span,
}

impl<'a> AdditionalRule<'a> {
    pub(super) fn new(is_unevaluated: bool, value: &'a Node, at: NodeRef<'a>) -> Self {
        Self {
            at,
            is_unevaluated,
            says: match &value.kind {
                NodeKind::Bool(false) => Additional::Forbidden,
                _ if value.entries().is_empty() => Additional::Any,
                _ => Additional::Of(vec![at.with(value)]),
            },
            span: value.span,
        }
    }
}

/// Whether a schema allows null with the keyword that is only for that.
pub(super) fn is_nullable(schema: &Node) -> bool {
    schema.is_set("nullable") || schema.is_set("x-nullable")
}

impl Schema<'_> {
    /// Whether there are more values than the listed ones.
    pub(super) fn has_more_values(&self) -> bool {
        let as_text = self
            .ms_enum
            .and_then(|extension| extension.get("modelAsString"));
        self.is_extensible || as_text.is_some_and(Node::is_true)
    }
}

/// Whether a schema is nothing but null: the member of a union that makes it nullable.
pub(super) fn is_null(at: NodeRef<'_>) -> bool {
    let mut is_null = false;
    for (key, value) in at.node.entries() {
        match key.value.as_str() {
            "type" => match &value.kind {
                NodeKind::Text(text) if text == "null" => is_null = true,
                NodeKind::Null => is_null = true,
                NodeKind::Text(text) if text == "object" => {}
                NodeKind::List(items) => {
                    let words = || items.iter().map(Node::as_text);
                    // What converters write for `type: object` with `nullable: true`.
                    if !words().all(|word| matches!(word, Some("null" | "object"))) {
                        return false;
                    }
                    is_null |= items.is_empty() || words().any(|word| word == Some("null"));
                }
                _ => return false,
            },
            "nullable" | "x-nullable" => is_null |= value.is_true(),
            "enum" if value.items().iter().all(Node::is_null) && !value.items().is_empty() => {
                is_null = true;
            }
            "const" if value.is_null() => is_null = true,
            key if is_note(key) => {}
            _ => return false,
        }
    }
    is_null
}

impl<'a> Schema<'a> {
    pub(super) fn add_property(&mut self, name: &'a Spanned<String>, at: NodeRef<'a>) {
        let mut properties = self.properties.iter_mut();
        match properties.find(|property| property.name.value == name.value) {
            Some(property) => property.parts.push(at),
            None => self.properties.push(Property {
                name,
                parts: vec![at],
            }),
        }
    }

    /// A property by its name.
    pub(super) fn property(&self, name: &str) -> Option<&Property<'a>> {
        self.properties
            .iter()
            .find(|property| property.name.value == name)
    }

    /// Adds the members of a choice. Several schemas of a property may refer to the same choice.
    pub(super) fn add_choices(&mut self, is_exclusive: bool, list: NodeRef<'a>) {
        // The schema of all other variants says that a union is open.
        let listed = list.items().filter(|member| !member.node.is_set(OTHER));
        let members: Vec<NodeRef<'a>> = listed.collect();
        let Some(first) = members.first().map(|at| at.id()) else {
            return;
        };
        let firsts = self
            .choices
            .iter()
            .filter_map(|known| known.members.first());
        if !firsts.into_iter().any(|known| known.id() == first) {
            self.choices.push(Choices {
                members,
                is_exclusive,
                span: list.node.span,
            });
        }
    }

    /// Notes whether `type` or `nullable` allows null.
    pub(super) fn note_null(&mut self, is_allowed: bool, span: Span) {
        let (known, first) = self.null_by_type.unwrap_or((false, span));
        self.null_by_type = Some((known || is_allowed, first));
    }

    /// Keeps the narrower of two formats, and the later one if neither is. Returns whether a value can have both.
    pub(super) fn narrow_format(&mut self, format: &'a str) -> bool {
        let earlier = self.format.replace(format);
        let Some(earlier) = earlier.filter(|earlier| formats::has_type(earlier)) else {
            return true;
        };
        match formats::narrower(earlier, format) {
            Some(narrower) => {
                self.format = Some(narrower);
                true
            }
            None => false,
        }
    }

    /// Whether it is a list with a fixed number of items, each of which has a schema.
    pub(super) fn is_tuple(&self) -> bool {
        let length = u64::try_from(self.prefix.len()).unwrap_or(u64::MAX);
        let limits = &self.limits.of_values;
        let has_all = limits.min_items.is_some_and(|least| least.value >= length);
        let has_more = limits.max_items.is_none_or(|most| most.value > length);
        let is_exact = has_all && (self.only_prefix.is_some() || !has_more);
        self.kinds.has(Kinds::LIST) && is_exact && (1..=MOST_ELEMENTS).contains(&self.prefix.len())
    }

    /// Whether the schema accepts anything.
    pub(super) fn is_anything(&self) -> bool {
        !self.says_something && !self.nullable
    }
}
