//! Unions: the variants of the enum, and how a value of one is recognized.

use super::boxes::Boxing;
use crate::api::{
    self, Api, EnumKind, JsonKind, Object, Openness, Presence, Scalar, Tagging, Type, TypeId,
    TypeKind, TypeRef, Value,
};
use crate::naming::{Name, unique_names};

/// A union.
pub(crate) struct Union<'a> {
    pub(crate) api: &'a api::Union,
    pub(crate) variants: Vec<UnionVariant<'a>>,
    /// The variant of other values, if they are kept.
    pub(crate) other: Option<OtherVariant>,
    /// The words for the values that match, if the value itself decides.
    pub(crate) expected: Option<String>,
    /// Whether all variants are scalars, so that the union can be a parameter.
    pub(crate) is_text: bool,
}

/// The variant of an enumeration or a union for values that the document does not list.
pub(crate) struct OtherVariant {
    pub(crate) name: String,
    /// Whether a server rejects such values in requests.
    pub(crate) only_in_responses: bool,
}

/// A variant of a union.
pub(crate) struct UnionVariant<'a> {
    pub(crate) api: &'a api::UnionVariant,
    pub(crate) name: String,
    /// Where the content is boxed.
    pub(crate) boxing: Boxing,
    /// Whether the content converts into the union: no other variant has its type.
    pub(crate) converts: bool,
    /// How a value of it is recognized, if there are no tags.
    pub(crate) matcher: Option<Matcher>,
}

/// How a value of a variant is recognized. The runtime has a function for each.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Matcher {
    /// It is one of the strings of this enumeration.
    KnownText(TypeId),
    /// It is one of the numbers of this enumeration.
    KnownNumber(TypeId),
    Integer,
    Number,
    Boolean,
    Text,
    List,
    /// It is a list, whose first item is recognized in this way.
    Items(Box<Matcher>),
    /// It is an object like this one.
    Object(TypeId),
    /// It is a value of this union.
    Fits(TypeId),
    AnyObject,
    Any,
}

impl Union<'_> {
    /// The variant that a value of the document is, with its content.
    pub(crate) fn variant_of(
        &self,
        api: &Api,
        value: &Value,
    ) -> Option<(&UnionVariant<'_>, Value)> {
        let by_tag = |tag: &str| {
            let mut variants = self.variants.iter();
            variants.find(|variant| {
                variant.api.tag == tag || variant.api.also.iter().any(|also| also == tag)
            })
        };
        let field = |name: &str| match value {
            Value::Object(fields) => {
                let mut fields = fields.iter();
                fields.find_map(|(key, value)| (key == name).then_some(value))
            }
            _ => None,
        };
        match &self.api.tagging {
            Tagging::Field { path, default, .. } => {
                let tag = path
                    .first()
                    .filter(|_| path.len() == 1)
                    .and_then(|name| field(name));
                let tag = tag.map(Value::to_plain).or_else(|| default.clone())?;
                let variant = by_tag(&tag)?;
                Some((variant, without_tag(value, path, variant.api.declares_tag)))
            }
            Tagging::Beside {
                tag,
                value: content,
                default,
                ..
            } => {
                let tag = field(tag)
                    .map(Value::to_plain)
                    .or_else(|| default.clone())?;
                Some((
                    by_tag(&tag)?,
                    field(content).cloned().unwrap_or(Value::Null),
                ))
            }
            Tagging::Name => match value {
                Value::Object(fields) => {
                    let (name, content) = fields.first()?;
                    Some((by_tag(name)?, content.clone()))
                }
                _ => None,
            },
            Tagging::None => {
                let fitting = self.variants.iter();
                let fitting = fitting.filter(|variant| {
                    variant
                        .matcher
                        .as_ref()
                        .is_some_and(|matcher| matcher.fits(api, value))
                });
                let best =
                    fitting.min_by_key(|variant| variant.matcher.as_ref().map(Matcher::rank))?;
                Some((best, value.clone()))
            }
        }
    }
}

/// The content of a variant whose own type does not have the tag.
fn without_tag(value: &Value, path: &[String], declares_tag: bool) -> Value {
    match (value, path) {
        (Value::Object(fields), [tag]) if !declares_tag => {
            let fields = fields.iter().filter(|(name, _)| name != tag);
            Value::Object(fields.cloned().collect())
        }
        (value, _) => value.clone(),
    }
}

impl Matcher {
    /// The order in which variants are tried; of equal ones, the first in the document comes first.
    fn rank(&self) -> u8 {
        match self {
            Self::KnownText(_) | Self::KnownNumber(_) => 0,
            Self::Integer => 1,
            Self::Number => 2,
            Self::Boolean | Self::Text | Self::List | Self::Items(_) => 3,
            Self::Object(_) | Self::Fits(_) | Self::AnyObject => 4,
            Self::Any => 5,
        }
    }

    /// Whether a value of the specification matches.
    fn fits(&self, api: &Api, value: &Value) -> bool {
        match (self, value) {
            (Self::KnownText(id) | Self::KnownNumber(id), value) => match &api.type_def(*id).kind {
                TypeKind::Enum(values) => values.is_known(value),
                TypeKind::Object(_)
                | TypeKind::Tuple(_)
                | TypeKind::Newtype(_)
                | TypeKind::Alias(_)
                | TypeKind::Union(_) => false,
            },
            (Self::Integer, Value::Integer(_))
            | (Self::Number, Value::Integer(_) | Value::Number(_))
            | (Self::Boolean, Value::Bool(_))
            | (Self::Text, Value::Text(_))
            | (Self::List, Value::List(_))
            | (Self::AnyObject, Value::Object(_))
            | (Self::Any | Self::Fits(_), _) => true,
            (Self::Items(matcher), Value::List(items)) => {
                items.first().is_none_or(|item| matcher.fits(api, item))
            }
            (Self::Object(id), Value::Object(fields)) => match &api.type_def(*id).kind {
                TypeKind::Object(object) => has_fields(object, fields),
                TypeKind::Tuple(_)
                | TypeKind::Enum(_)
                | TypeKind::Newtype(_)
                | TypeKind::Alias(_)
                | TypeKind::Union(_) => false,
            },
            (
                Self::Integer
                | Self::Number
                | Self::Boolean
                | Self::Text
                | Self::List
                | Self::Items(_)
                | Self::Object(_)
                | Self::AnyObject,
                _,
            ) => false,
        }
    }
}

/// Whether the required fields and the constants of an object are given.
fn has_fields(object: &Object, fields: &[(String, Value)]) -> bool {
    let given = |name: &str| fields.iter().find(|(key, _)| key == name);
    let required = object.fields.iter();
    let mut required = required.filter(|field| field.presence == Presence::Required);
    required.all(|field| given(&field.name).is_some())
        && object
            .constants
            .iter()
            .all(|constant| match given(&constant.name) {
                Some((_, value)) => *value == constant.value,
                None => !constant.required,
            })
}

/// Plans a union. `boxings` has one element for each variant with content.
pub(super) fn union<'a>(api: &'a Api, union: &'a api::Union, boxings: Vec<Boxing>) -> Union<'a> {
    let other = union.open.keeps_others().then(|| "Other".to_owned());
    let variant_names = union
        .variants
        .iter()
        .map(|variant| Name::camel(variant.rust_name.as_deref(), &variant.tag));
    let all_names = variant_names.chain(other.map(Name::Derived));
    // `unique_names` returns one name for each that it gets.
    let mut unique_names = unique_names(all_names, &[], "").into_iter();
    let mut boxings = boxings.into_iter();
    let matchers = matchers(api, union);
    let is_text = union.tagging == Tagging::None
        && !union.open.keeps_others()
        && matchers.iter().flatten().all(|matcher| match matcher {
            Matcher::KnownText(_)
            | Matcher::KnownNumber(_)
            | Matcher::Integer
            | Matcher::Number
            | Matcher::Boolean
            | Matcher::Text => true,
            Matcher::List
            | Matcher::Items(_)
            | Matcher::Object(_)
            | Matcher::Fits(_)
            | Matcher::AnyObject
            | Matcher::Any => false,
        });
    let expected = (union.tagging == Tagging::None).then(|| expected(matchers.iter().flatten()));
    let variants = union.variants.iter().zip(&mut unique_names).zip(matchers);
    let variants = variants.map(|((variant, name), matcher)| UnionVariant {
        api: variant,
        name,
        boxing: match variant.ty {
            // No type contains an event, so it is in no cycle.
            Some(_) if union.by_event => Boxing::None,
            Some(_) => boxings.next().unwrap_or_default(),
            None => Boxing::None,
        },
        converts: variant.ty.as_ref().is_some_and(|ty| is_only(ty, union)),
        matcher,
    });
    Union {
        api: union,
        variants: variants.collect(),
        other: unique_names.next().map(|name| OtherVariant {
            name,
            // Only clients read events.
            only_in_responses: union.open == Openness::Responses && !union.by_event,
        }),
        expected,
        is_text,
    }
}

/// Whether only one variant has this type.
fn is_only(ty: &TypeRef, union: &api::Union) -> bool {
    union.types().filter(|other| other.is_same(ty)).count() == 1
}

fn matchers(api: &Api, union: &api::Union) -> Vec<Option<Matcher>> {
    if union.tagging != Tagging::None {
        return union.variants.iter().map(|_| None).collect();
    }
    let types = union.variants.iter().map(|variant| variant.ty.as_ref());
    let matchers = types.map(|ty| ty.map(|ty| matcher_of(api, ty)));
    let matchers: Vec<Option<Matcher>> = matchers.collect();
    let count = |like: fn(&Matcher) -> bool| {
        matchers
            .iter()
            .flatten()
            .filter(|matcher| like(matcher))
            .count()
    };
    let one_list = count(|matcher| matches!(matcher, Matcher::Items(_))) == 1;
    // What looks different may be a value of another union, or any value.
    let has_more = count(|matcher| matches!(matcher, Matcher::Fits(_) | Matcher::Any)) > 0;
    let one_object =
        count(|matcher| matches!(matcher, Matcher::Object(_) | Matcher::AnyObject)) == 1;
    let simple = matchers.into_iter().map(|matcher| match matcher {
        Some(Matcher::Items(_)) if one_list && !has_more => Some(Matcher::List),
        Some(Matcher::Object(_)) if one_object && !has_more => Some(Matcher::AnyObject),
        matcher => matcher,
    });
    simple.collect()
}

fn matcher_of(api: &Api, ty: &TypeRef) -> Matcher {
    match &ty.ty {
        Type::Scalar(scalar) => of_scalar(*scalar),
        Type::List(inner) => Matcher::Items(Box::new(matcher_of(api, inner))),
        Type::Map(_) => Matcher::AnyObject,
        Type::Named(id) => match &api.type_def(*id).kind {
            TypeKind::Object(_) => Matcher::Object(*id),
            TypeKind::Tuple(tuple) => first_look(api, tuple),
            TypeKind::Enum(values) => match (values.kind, values.open.keeps_others()) {
                (EnumKind::Text, false) => Matcher::KnownText(*id),
                (EnumKind::Integer | EnumKind::Number, false) => Matcher::KnownNumber(*id),
                (ty, _) => of_scalar(ty.scalar()),
            },
            TypeKind::Newtype(newtype) => of_scalar(newtype.scalar),
            TypeKind::Union(_) => Matcher::Fits(*id),
            // The uses of an alias have its type.
            TypeKind::Alias(alias) => matcher_of(api, &alias.ty),
        },
    }
}

/// A tuple is recognized by its first element. That may be a tuple again, and so on without an end.
fn first_look(api: &Api, tuple: &api::Tuple) -> Matcher {
    let Some(first) = tuple.elements.first() else {
        return Matcher::List;
    };
    let is_tuple = matches!(&first.ty.ty, Type::Named(id) if matches!(api.type_def(*id).kind, TypeKind::Tuple(_)));
    Matcher::Items(Box::new(match &first.ty.ty {
        Type::List(_) => Matcher::List,
        _ if is_tuple => Matcher::List,
        Type::Scalar(_) | Type::Named(_) | Type::Map(_) => matcher_of(api, &first.ty),
    }))
}

fn of_scalar(scalar: Scalar) -> Matcher {
    match scalar.json() {
        JsonKind::String => Matcher::Text,
        JsonKind::Integer => Matcher::Integer,
        JsonKind::Number => Matcher::Number,
        JsonKind::Boolean => Matcher::Boolean,
        JsonKind::Any => Matcher::Any,
    }
}

/// What a value has to be: `expected a string or a list`.
fn expected<'l>(matchers: impl Iterator<Item = &'l Matcher>) -> String {
    let mut words: Vec<&str> = Vec::new();
    for matcher in matchers {
        let word = match matcher {
            Matcher::KnownText(_) | Matcher::Text => "a string",
            Matcher::Integer => "an integer",
            Matcher::KnownNumber(_) | Matcher::Number => "a number",
            Matcher::Boolean => "a boolean",
            Matcher::List | Matcher::Items(_) => "a list",
            Matcher::Object(_) | Matcher::AnyObject => "an object",
            Matcher::Fits(_) => "a value of a variant",
            Matcher::Any => "any value",
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    match words.as_slice() {
        [first @ .., last] if !first.is_empty() => {
            format!("expected {} or {last}", first.join(", "))
        }
        words => format!("expected {}", words.concat()),
    }
}
