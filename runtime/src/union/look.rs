//! Recognizing variants without tags, by what their values look like. Nothing is decoded to find out.

use std::sync::LazyLock;

use serde_json::Map;

use super::{Tagging, Union};
use crate::decode::{Decode, Literal, Object, check_scalar};
use crate::rules::Rules;
use crate::text::Text;
use crate::{Expected, Json};

/// How much a value looks like a variant. A smaller one is a better match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(
    non_camel_case_types,
    reason = "named after the functions, for `union!`"
)]
pub enum Look {
    /// It is one of the strings of an enumeration.
    known_text,
    /// It is one of the numbers of an enumeration.
    known_number,
    /// It is a whole number.
    integer,
    /// It is a number.
    number,
    /// It is true or false.
    boolean,
    /// It is a string.
    text,
    /// It is a list.
    list,
    /// It is an object.
    object,
    /// It is an object, but nothing in it says so: all fields may be absent.
    loose_object,
    /// It is any value.
    any,
}

/// The variants that a value looks like: those that it looks like most, in their order.
#[derive(Debug, Default)]
pub struct Fitting {
    /// The first one, and how much the value looks like it.
    pub first: Option<(Look, &'static str)>,
    /// Others that the value looks like as much.
    pub more: Vec<&'static str>,
    /// Whether some variants are objects, so that an object has the right kind.
    pub has_objects: bool,
}

/// Chooses the variants that a value looks like most.
pub fn pick(looks: &[(Option<Look>, &'static str)], has_objects: bool) -> Fitting {
    let found = || {
        looks
            .iter()
            .filter_map(|(look, tag)| Some(((*look)?, *tag)))
    };
    let first = found().min_by_key(|(look, _)| *look);
    let more = found()
        .filter(|(look, tag)| first.is_some_and(|(best, first)| best == *look && first != *tag));
    Fitting {
        first,
        more: more.map(|(_, tag)| tag).collect(),
        has_objects,
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

    /// Whether it can be read from text in a form.
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

/// A string that is one of the values of a closed enumeration.
pub fn known_text<T: Text>(sample: Sample<'_>) -> Option<Look> {
    let text = sample.text().or(sample.value.as_str())?;
    T::from_text(text).is_ok().then_some(Look::known_text)
}

/// A number that is one of the values of a closed enumeration.
pub fn known_number<T: Text>(sample: Sample<'_>) -> Option<Look> {
    let number = sample.value.as_number().map(ToString::to_string);
    let is_known = number.is_some_and(|number| T::from_text(&number).is_ok());
    (is_known || sample.parses::<T>()).then_some(Look::known_number)
}

/// A whole number, however it is written.
pub fn integer(sample: Sample<'_>) -> Option<Look> {
    let value = sample.value;
    let number = match sample.text() {
        Some(text) => f64::from_text(text).ok(),
        None => value.as_f64(),
    };
    let is_whole =
        number.is_some_and(|number| value.is_i64() || value.is_u64() || number.fract() == 0.0);
    is_whole.then_some(Look::integer)
}

/// A number.
pub fn number(sample: Sample<'_>) -> Option<Look> {
    (sample.value.is_number() || sample.parses::<f64>()).then_some(Look::number)
}

/// True or false.
pub fn boolean(sample: Sample<'_>) -> Option<Look> {
    (sample.value.is_boolean() || sample.parses::<bool>()).then_some(Look::boolean)
}

/// A string.
pub fn text(sample: Sample<'_>) -> Option<Look> {
    (sample.value.is_string() || sample.text().is_some()).then_some(Look::text)
}

/// A list. In a form, a string is a list of one item, or an empty list.
pub fn list(sample: Sample<'_>) -> Option<Look> {
    (sample.value.is_array() || sample.text().is_some()).then_some(Look::list)
}

/// A list whose first item is recognized, or an empty one.
pub fn items(sample: Sample<'_>, item: impl Fn(Sample<'_>) -> Option<Look>) -> Option<Look> {
    let first = match sample.text() {
        Some("") => None,
        Some(_) => Some(sample),
        None => {
            let first = sample.value.as_array()?.first();
            first.map(|first| sample.inner(first))
        }
    };
    match first {
        Some(first) => item(first).map(|_| Look::list),
        None => Some(Look::list),
    }
}

/// An object with the required fields of this type, whose constants have their values and which, if the type
/// is closed, has no other fields.
pub fn object<T: Object>(sample: Sample<'_>) -> Option<Look> {
    let object = fields(sample)?;
    let table = T::table();
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
        !table.closed
            || object
                .keys()
                .all(|name| table.names(name) || table.ignored.contains(&name.as_str()))
    };
    let has_required = || {
        let mut fields = table.fields.iter();
        fields.any(|field| field.is_required()) || table.constants.iter().any(|of| of.required)
    };
    let look = || {
        if has_required() {
            Look::object
        } else {
            Look::loose_object
        }
    };
    (has_fields && has_constants && has_known_only()).then(look)
}

/// The fields of an object. In a form, an empty text is an object without fields.
fn fields<'v>(sample: Sample<'v>) -> Option<&'v Map<String, Json>> {
    static NONE: LazyLock<Map<String, Json>> = LazyLock::new(Map::new);
    match sample.text() {
        Some("") => Some(&NONE),
        Some(_) | None => sample.value.as_object(),
    }
}

/// Any object.
pub fn any_object(sample: Sample<'_>) -> Option<Look> {
    fields(sample).map(|_| Look::object)
}

/// Any value.
pub fn any(_: Sample<'_>) -> Option<Look> {
    Some(Look::any)
}

/// A value of another union.
pub fn fits<T: Union>(sample: Sample<'_>) -> Option<Look> {
    let shape = T::shape();
    let is_tag = |tag: &Json| {
        shape
            .text(tag, sample.is_text)
            .is_some_and(|text| shape.tag(&text).is_some())
    };
    let value = sample.value;
    let fits = match shape.tagging {
        Tagging::None(_) => return T::looks_like(sample).first.map(|(look, _)| look),
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
    fits.then_some(Look::object)
}

/// Why a value of a union of scalars cannot be sent as text: it would be read as another variant.
pub fn other_variant<T: Text + PartialEq>(value: &T) -> Option<&'static str> {
    let is_same = T::from_text(&value.to_text()).is_ok_and(|read| read == *value);
    (!is_same).then_some("would be read as a value of another variant")
}

/// A variant of a union of scalars: what it looks like, and how it is read.
type FromText<T> = (Look, fn(&str) -> Result<T, Expected>);

/// Reads a value of a union of scalars, where all is text: the first variant that fits, the most special ones
/// before others.
///
/// # Errors
/// What is `expected`, if no variant fits.
pub fn variant_text<T>(
    variants: &[FromText<T>],
    text: &str,
    expected: &'static str,
) -> Result<T, Expected> {
    let mut order: Vec<&FromText<T>> = variants.iter().collect();
    order.sort_by_key(|(look, _)| *look);
    let found = order.into_iter().find_map(|(_, read)| read(text).ok());
    found.ok_or(Expected::new(expected))
}

/// Checks the form and the rules of a variant that was read from text.
///
/// # Errors
/// What was expected, or the rule that it violates.
pub fn check_variant<T: Text + Decode>(value: &T, rules: &Rules) -> Result<(), Expected> {
    value.check_form()?;
    let checked = value.check_own();
    checked
        .and_then(|()| check_scalar(value, rules))
        .map_err(Expected::rule)
}
