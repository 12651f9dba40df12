//! Recognizing variants without tags, by what their values look like. Nothing is decoded to find out.

use std::sync::LazyLock;

use serde_json::Map;

use super::{Shape, Tagging, Union};
use crate::decode::{Decode, Literal, Object, Table, check_scalar};
use crate::rules::Rules;
use crate::text::Text;
use crate::{Expected, Json};

/// How a variant without a tag is recognized.
#[derive(Debug, Clone, Copy)]
pub enum VariantMatcher {
    /// Values that all are as specific.
    Value(Specificity, fn(Sample<'_>) -> bool),
    /// Lists whose first item is recognized, and empty ones.
    Items(&'static Self),
    /// Objects of a type.
    Object(fn(Sample<'_>) -> Option<Specificity>),
    /// Values of another union.
    Union(fn(Sample<'_>) -> Option<Specificity>),
}

/// How specific a variant is that a value matches. A smaller one is a better match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Specificity {
    /// It is one of the strings of an enumeration.
    KnownText,
    /// It is one of the numbers of an enumeration.
    KnownNumber,
    /// It is a whole number.
    Integer,
    /// It is a number.
    Number,
    /// It is true or false.
    Boolean,
    /// It is a string.
    Text,
    /// It is a list.
    List,
    /// It is an object.
    Object,
    /// It is an object, but nothing in it says so: all fields may be absent.
    LooseObject,
    /// It is any value.
    Any,
}

impl VariantMatcher {
    /// Strings that are one of the values of a closed enumeration.
    pub const fn known_text<T: Text>() -> Self {
        Self::Value(Specificity::KnownText, is_known_text::<T>)
    }

    /// Numbers that are one of the values of a closed enumeration.
    pub const fn known_number<T: Text>() -> Self {
        Self::Value(Specificity::KnownNumber, is_known_number::<T>)
    }

    /// Whole numbers, however they are written.
    pub const fn integer() -> Self {
        Self::Value(Specificity::Integer, is_integer)
    }

    /// Numbers.
    pub const fn number() -> Self {
        Self::Value(Specificity::Number, |sample| {
            sample.value.is_number() || sample.parses::<f64>()
        })
    }

    /// True and false.
    pub const fn boolean() -> Self {
        Self::Value(Specificity::Boolean, |sample| {
            sample.value.is_boolean() || sample.parses::<bool>()
        })
    }

    /// Strings.
    pub const fn text() -> Self {
        Self::Value(Specificity::Text, |sample| {
            sample.value.is_string() || sample.text().is_some()
        })
    }

    /// Lists. In a form, a string is a list of one item, or an empty list.
    pub const fn list() -> Self {
        Self::Value(Specificity::List, |sample| {
            sample.value.is_array() || sample.text().is_some()
        })
    }

    /// Any object.
    pub const fn any_object() -> Self {
        Self::Value(Specificity::Object, |sample| fields(sample).is_some())
    }

    /// Any value.
    pub const fn any() -> Self {
        Self::Value(Specificity::Any, |_| true)
    }

    /// Objects with the required fields of this type, whose constants have their values and which, if the type
    /// is closed, have no other fields.
    pub const fn object<T: Object>() -> Self {
        Self::Object(|sample| match_object(sample, T::table()))
    }

    /// Values of another union.
    pub const fn fits<T: Union>() -> Self {
        Self::Union(|sample| match_union(sample, T::shape()))
    }

    /// How specific this variant is, if the value matches it.
    fn matches(&self, sample: Sample<'_>) -> Option<Specificity> {
        match self {
            Self::Value(specificity, matches) => matches(sample).then_some(*specificity),
            Self::Items(item) => match_items(sample, item).then_some(Specificity::List),
            Self::Object(matches) | Self::Union(matches) => matches(sample),
        }
    }

    /// How specific the variant of a scalar is.
    const fn specificity(&self) -> Specificity {
        match self {
            Self::Value(specificity, _) => *specificity,
            Self::Items(_) => Specificity::List,
            Self::Object(_) | Self::Union(_) => Specificity::Object,
        }
    }
}

/// The variants that a value matches: the most specific ones, in their order.
#[derive(Debug)]
pub(super) struct Matches {
    /// The tag of the first one.
    pub(super) first: Option<&'static str>,
    /// The tags of others that are as specific.
    pub(super) more: Vec<&'static str>,
}

impl Shape {
    /// The variants that a value matches.
    pub(super) fn matches(&self, sample: Sample<'_>) -> Matches {
        let mut best = None;
        // Most values match one variant, and an empty list needs no memory.
        let mut more = Vec::new();
        for (tag, matcher) in self.matchers {
            let Some(specificity) = matcher.matches(sample) else {
                continue;
            };
            match best {
                Some((least, _)) if least < specificity => {}
                Some((least, first)) if least == specificity => {
                    if first != *tag {
                        more.push(*tag);
                    }
                }
                Some(_) | None => {
                    best = Some((specificity, *tag));
                    more.clear();
                }
            }
        }
        Matches {
            first: best.map(|(_, tag)| tag),
            more,
        }
    }

    /// Whether some variants are objects of a type.
    pub(super) fn has_objects(&self) -> bool {
        let mut matchers = self.matchers.iter();
        matchers.any(|(_, matcher)| matches!(matcher, VariantMatcher::Object(_)))
    }
}

/// A value whose variant is to be found. In a form it is text, or contains text.
#[derive(Debug, Clone, Copy)]
pub struct Sample<'v> {
    value: &'v Json,
    is_text: bool,
}

impl<'v> Sample<'v> {
    pub(super) const fn new(value: &'v Json, is_text: bool) -> Self {
        Self { value, is_text }
    }

    /// A value in this one.
    const fn inner(self, value: &'v Json) -> Self {
        Self { value, ..self }
    }

    /// The text of a scalar in a form. Null is an empty one.
    fn text(self) -> Option<&'v str> {
        match self.value {
            _ if !self.is_text => None,
            Json::Null => Some(""),
            value => value.as_str(),
        }
    }

    /// Whether the value can be read from text in a form.
    fn parses<T: Text>(self) -> bool {
        self.text().is_some_and(|text| T::from_text(text).is_ok())
    }

    fn is(self, constant: Literal) -> bool {
        match self.text() {
            Some(text) => constant.is_text(text),
            None => constant.is(self.value),
        }
    }
}

fn is_known_text<T: Text>(sample: Sample<'_>) -> bool {
    let text = sample.text().or(sample.value.as_str());
    text.is_some_and(|text| T::from_text(text).is_ok())
}

fn is_known_number<T: Text>(sample: Sample<'_>) -> bool {
    let number = sample.value.as_number().map(ToString::to_string);
    number.is_some_and(|number| T::from_text(&number).is_ok()) || sample.parses::<T>()
}

fn is_integer(sample: Sample<'_>) -> bool {
    let value = sample.value;
    let number = match sample.text() {
        Some(text) => f64::from_text(text).ok(),
        None => value.as_f64(),
    };
    number.is_some_and(|number| value.is_i64() || value.is_u64() || number.fract() == 0.0)
}

fn match_items(sample: Sample<'_>, item: &VariantMatcher) -> bool {
    let first = match (sample.text(), sample.value.as_array()) {
        (Some(""), _) => None,
        (Some(_), _) => Some(sample),
        (None, Some(items)) => items.first().map(|first| sample.inner(first)),
        (None, None) => return false,
    };
    first.is_none_or(|first| item.matches(first).is_some())
}

fn match_object(sample: Sample<'_>, table: Table<'_>) -> Option<Specificity> {
    let object = fields(sample)?;
    let has_fields = table
        .fields
        .iter()
        .all(|field| !field.is_required() || object.contains_key(field.name()));
    let has_constants = table
        .constants
        .iter()
        .all(|constant| match object.get(constant.name) {
            Some(value) => sample.inner(value).is(constant.value),
            None => !constant.required,
        });
    let has_known_only = || {
        let mut names = object.keys();
        names.all(|name| table.names(name) || table.ignored.contains(&name.as_str()))
    };
    if !has_fields || !has_constants || (table.closed && !has_known_only()) {
        return None;
    }
    let has_required = table.fields.iter().any(|field| field.is_required())
        || table.constants.iter().any(|constant| constant.required);
    Some(match has_required {
        true => Specificity::Object,
        false => Specificity::LooseObject,
    })
}

/// The fields of an object. In a form, an empty text is an object without fields.
fn fields<'v>(sample: Sample<'v>) -> Option<&'v Map<String, Json>> {
    static NONE: LazyLock<Map<String, Json>> = LazyLock::new(Map::new);
    match sample.text() {
        Some("") => Some(&NONE),
        Some(_) | None => sample.value.as_object(),
    }
}

fn match_union(sample: Sample<'_>, shape: &Shape) -> Option<Specificity> {
    let is_tag = |tag: &Json| {
        shape
            .text(tag, sample.is_text)
            .is_some_and(|text| shape.tag(&text).is_some())
    };
    let value = sample.value;
    let fits = match shape.tagging {
        Tagging::None(_) => {
            let matchers = shape.matchers.iter();
            return matchers
                .filter_map(|(_, matcher)| matcher.matches(sample))
                .min();
        }
        Tagging::Field(path) => {
            let tag = path.iter().try_fold(value, |value, name| value.get(name));
            fields(sample).is_some() && tag.map_or(shape.default.is_some(), is_tag)
        }
        Tagging::Beside(name, _) => {
            let tag = value.get(name);
            fields(sample).is_some() && tag.map_or(shape.default.is_some(), is_tag)
        }
        Tagging::Name => value.as_object().is_some_and(|object| {
            object.len() == 1 && object.keys().all(|name| shape.tag(name).is_some())
        }),
    };
    fits.then_some(Specificity::Object)
}

/// Why a value of a union of scalars cannot be sent as text: it would be read as another variant.
pub fn other_variant<T: Text + PartialEq>(value: &T) -> Option<&'static str> {
    let is_same = T::from_text(&value.to_text()).is_ok_and(|read| read == *value);
    (!is_same).then_some("would be read as a value of another variant")
}

/// A variant of a union of scalars, and how it is read.
type FromText<T> = (VariantMatcher, fn(&str) -> Result<T, Expected>);

/// Reads a value of a union of scalars, where all is text: the first variant that can be read, the most specific ones
/// before others.
///
/// # Errors
/// What the union expects, if no variant can be read.
pub fn variant_text<T: Union>(variants: &[FromText<T>], text: &str) -> Result<T, Expected> {
    let mut order: Vec<&FromText<T>> = variants.iter().collect();
    order.sort_by_key(|(matcher, _)| matcher.specificity());
    let found = order.into_iter().find_map(|(_, read)| read(text).ok());
    found.ok_or_else(|| {
        Expected::new(match T::shape().tagging {
            Tagging::None(expected) => expected,
            Tagging::Field(_) | Tagging::Beside(..) | Tagging::Name => "expected a value",
        })
    })
}

/// Reads the content of a variant from a request, and checks it against the rules that are next to its type.
///
/// # Errors
/// What the text violates.
pub fn variant_from_request<T: Text + Decode>(text: &str, rules: &Rules) -> Result<T, String> {
    let value = T::from_request(text)?;
    check_scalar(&value, rules)?;
    Ok(value)
}
