//! Reading a union: finding out which variant a value is, and reading its content.
//!
//! Everything happens behind trait objects, so that the content of a variant is compiled once, and a union in
//! a cycle of types leads to no generic function inside of itself.

use std::borrow::Cow;

use serde_core::Deserialize;
use serde_core::de::{Deserializer, Error, IgnoredAny, MapAccess};

use super::matcher::{Matches, Sample};
use super::rest::{Again, Members, Missing, ObjectValue};
use super::{Shape, Tagging, Union};
use crate::decode::{
    AnyObject, AnyValue, Context, Decode, ErasedDeserializer, ErasedFields, Failed, TakeToken,
    TakeValue, Token, erase, reject_token as reject,
};
use crate::rules::Rules;
use crate::validation::{Problem, RepairCause};
use crate::{Expected, Json};

/// Reads a union.
///
/// # Errors
/// As [`Decode::decode`].
pub fn decode<'de, T: Union, D: Deserializer<'de>>(
    deserializer: D,
    context: &mut Context,
) -> Result<T, D::Error> {
    let mut slot = VariantSlot::<T>(None);
    let mut take = |token: Token<'_, 'de>| read::<T>(token, context, &mut slot);
    erase(deserializer, &mut TakeToken(&mut take))?;
    slot.0.ok_or_else(|| D::Error::custom(Failed))
}

/// Reads a union that the deserializer has found.
///
/// # Errors
/// If the value cannot be read or does not match the specification.
pub fn from_token<T: Union>(token: Token<'_, '_>, context: &mut Context) -> Result<T, Failed> {
    let mut slot = VariantSlot::<T>(None);
    read::<T>(token, context, &mut slot)?;
    slot.0.ok_or(Failed)
}

/// Reads a union into `variant`.
///
/// # Errors
/// If the value cannot be read or does not match the specification.
pub fn read<T: Union>(
    token: Token<'_, '_>,
    context: &mut Context,
    variant: &mut dyn ReadVariant,
) -> Result<(), Failed> {
    let mut target = Target {
        shape: T::shape(),
        is_open: T::other(Json::Null).is_some()
            && (context.keeps_unknown() || !T::ONLY_IN_RESPONSES),
        variant,
    };
    read_token(token, context, &mut target)
}

/// Reads the content of a variant.
///
/// # Errors
/// If the value cannot be read or does not match the specification.
pub fn content<T: Decode>(
    content: &mut dyn AnyValue<'_>,
    context: &mut Context,
) -> Result<T, Failed> {
    T::decode(ErasedDeserializer(content), context)
}

/// Checks the content of a variant against the rules that are next to its type.
///
/// # Errors
/// The errors of `read`, and if the value violates a rule.
pub fn checked<T: Decode>(
    read: Result<T, Failed>,
    rules: &'static Rules,
    context: &mut Context,
) -> Result<T, Failed> {
    let value = read?;
    if context.enforces() {
        value.check(rules, context)?;
    }
    Ok(value)
}

/// Skips the content of a variant that has none.
///
/// # Errors
/// If the value cannot be read.
pub fn nothing(content: &mut dyn AnyValue<'_>) -> Result<(), Failed> {
    IgnoredAny::deserialize(ErasedDeserializer(content)).map(drop)
}

/// A union that is being read, whatever its type.
struct Target<'t> {
    shape: &'static Shape,
    is_open: bool,
    variant: &'t mut dyn ReadVariant,
}

/// Where the variant is stored that has been read.
pub trait ReadVariant {
    /// Reads the content of a variant.
    ///
    /// # Errors
    /// As [`Union::read`].
    fn read(
        &mut self,
        tag: &str,
        content: &mut dyn AnyValue<'_>,
        context: &mut Context,
    ) -> Result<(), Failed>;

    /// Keeps a value of no variant in the specification.
    fn keep(&mut self, value: Json);
}

struct VariantSlot<T>(Option<T>);

impl<T: Union> ReadVariant for VariantSlot<T> {
    fn read(
        &mut self,
        tag: &str,
        content: &mut dyn AnyValue<'_>,
        context: &mut Context,
    ) -> Result<(), Failed> {
        self.0 = Some(T::read(tag, content, context)?);
        Ok(())
    }

    fn keep(&mut self, value: Json) {
        self.0 = T::other(value);
    }
}

impl Target<'_> {
    /// Whether the union keeps a value in which this was found in the place of the tag.
    const fn keeps(&self, found: &FoundTag) -> bool {
        match found {
            FoundTag::Unknown | FoundTag::MissingInResponse => self.is_open,
            FoundTag::Known(_) | FoundTag::WrongKind | FoundTag::Missing | FoundTag::Repeated => {
                false
            }
        }
    }

    /// Keeps a value of no variant. In a form all values are text, so the tag becomes a value of the kind that tags
    /// have.
    fn keep(&mut self, mut value: Json, path: &[&str], context: &Context) {
        let tag = path
            .iter()
            .try_fold(&mut value, |value, name| value.get_mut(name));
        if let Some(tag) = tag.filter(|_| context.reads_text())
            && let Some(text) = self.shape.text(tag, true).map(Cow::into_owned)
        {
            *tag = self.shape.kind.value(text);
        }
        self.variant.keep(value);
    }
}

fn read_token(
    token: Token<'_, '_>,
    context: &mut Context,
    target: &mut Target<'_>,
) -> Result<(), Failed> {
    let is_empty = matches!(token, Token::Null) && context.reads_text();
    match target.shape.tagging {
        Tagging::None(expected) => {
            if matches!(token, Token::Null) && !is_empty {
                return Err(reject(context, &token, expected));
            }
            by_content(tree(token)?, expected, context, target)
        }
        _ if is_empty => {
            let mut empty = Members::new(Vec::new(), "", None);
            read_token(Token::Object(&mut empty), context, target)
        }
        Tagging::Field([name]) => by_field(name, object(token, context)?, context, target),
        Tagging::Field(path) => {
            let object = object(token, context)?;
            by_path(path, tree(Token::Object(object))?, context, target)
        }
        Tagging::Beside(tag, content) => {
            let names = NeighbourNames { tag, content };
            by_neighbour(names, object(token, context)?, context, target)
        }
        Tagging::Name => by_name(object(token, context)?, context, target),
    }
}

fn object<'a, 'de>(
    token: Token<'a, 'de>,
    context: &mut Context,
) -> Result<&'a mut dyn AnyObject<'de>, Failed> {
    match token {
        Token::Object(object) => Ok(object),
        token => Err(reject(context, &token, "an object")),
    }
}

fn tree(token: Token<'_, '_>) -> Result<Json, Failed> {
    Json::deserialize(ErasedDeserializer(&mut Again(Some(token))))
}

/// Reads a variant from a tree.
fn read_tree(
    tag: &str,
    value: Json,
    context: &mut Context,
    target: &mut Target<'_>,
) -> Result<(), Failed> {
    let mut take = |value: &mut dyn AnyValue<'_>| target.variant.read(tag, value, context);
    erase(value, &mut TakeValue(&mut take)).map_err(|_| Failed)
}

/// There is no tag, so the content decides.
fn by_content(
    value: Json,
    expected: &'static str,
    context: &mut Context,
    target: &mut Target<'_>,
) -> Result<(), Failed> {
    let Matches { first, more } = target
        .shape
        .matches(Sample::new(&value, context.reads_text()));
    let expected = match value {
        Json::Object(_) if target.shape.has_objects() => {
            "expected the fields of one of the variants"
        }
        _ => expected,
    };
    match first {
        Some(tag) if more.is_empty() => read_tree(tag, value, context, target),
        Some(tag) if context.may_try_alternatives() => context
            .trying_alternatives(|context| read_first_match(tag, &more, value, context, target)),
        Some(tag) => read_tree(tag, value, context, target),
        None if target.is_open => {
            target.variant.keep(value);
            Ok(())
        }
        None => Err(context.validation_error(Problem::new(RepairCause::Kind, expected))),
    }
}

/// Reads the variant `first`, which a value looks like, or if the value does not match it, the first variant in `more`
/// that it matches. Only the errors of `first` are reported. A value with errors is never used, so then it does not
/// matter which variant is stored.
fn read_first_match(
    first: &'static str,
    more: &[&'static str],
    value: Json,
    context: &mut Context,
    target: &mut Target<'_>,
) -> Result<(), Failed> {
    let mark = context.mark();
    let read = read_tree(first, value.clone(), context, target);
    if read.is_ok() && context.mark() == mark {
        return read;
    }
    let after_first = context.mark();
    for tag in more {
        let other = read_tree(tag, value.clone(), context, target);
        if other.is_ok() && context.mark() == after_first {
            context.forget(mark);
            return other;
        }
        context.forget(after_first);
    }
    read
}

/// The tag is a field of the content. The fields before it are kept until it is known.
fn by_field(
    name: &'static str,
    object: &mut dyn AnyObject<'_>,
    context: &mut Context,
    target: &mut Target<'_>,
) -> Result<(), Failed> {
    let shape = target.shape;
    let mut before = Vec::new();
    let mut fields = ErasedFields(&mut *object);
    let written = loop {
        match fields.next_key::<String>()? {
            None => break None,
            Some(key) if key == name => break Some(fields.next_value::<Json>()?),
            Some(key) => before.push((key, fields.next_value()?)),
        }
    };
    let tag = match find_tag(written.as_ref(), shape, context) {
        FoundTag::Known(tag) => tag,
        found if target.keeps(&found) => {
            before.extend(written.map(|tag| (name.to_owned(), tag)));
            let mut members = Members::new(before, name, Some(object));
            target.keep(tree(Token::Object(&mut members))?, &[name], context);
            return Ok(());
        }
        found => return Err(report(&found, shape, &[name], context)),
    };
    if shape.declared.contains(&tag) {
        before.extend(written.map(|tag| (name.to_owned(), tag)));
    }
    let mut members = Members::new(before, name, Some(object));
    let read = target
        .variant
        .read(tag, &mut ObjectValue(&mut members), context);
    if members.repeats_tag {
        return Err(report(&FoundTag::Repeated, shape, &[name], context));
    }
    read
}

/// The path leads to the tag, which the variants declare.
fn by_path(
    path: &[&'static str],
    value: Json,
    context: &mut Context,
    target: &mut Target<'_>,
) -> Result<(), Failed> {
    let shape = target.shape;
    let written = path.iter().try_fold(&value, |value, name| value.get(name));
    match find_tag(written, shape, context) {
        FoundTag::Known(tag) => read_tree(tag, value, context, target),
        found if target.keeps(&found) => {
            target.keep(value, path, context);
            Ok(())
        }
        found => Err(report(&found, shape, path, context)),
    }
}

/// The names of the two fields that have the tag and the content.
struct NeighbourNames {
    tag: &'static str,
    content: &'static str,
}

/// The tag and the content are fields. The content is kept if it comes first.
fn by_neighbour(
    names: NeighbourNames,
    object: &mut dyn AnyObject<'_>,
    context: &mut Context,
    target: &mut Target<'_>,
) -> Result<(), Failed> {
    let shape = target.shape;
    let mut fields = match tree(Token::Object(object))? {
        Json::Object(fields) => fields,
        _ => return Err(Failed),
    };
    let tag = match find_tag(fields.get(names.tag), shape, context) {
        FoundTag::Known(tag) => tag,
        found if target.keeps(&found) => {
            target.keep(Json::Object(fields), &[names.tag], context);
            return Ok(());
        }
        found => return Err(report(&found, shape, &[names.tag], context)),
    };
    let mark = context.mark();
    let read = match fields.remove(names.content) {
        Some(value) => read_tree(tag, value, context, target),
        None => context.without_text(|context| {
            let read = target.variant.read(tag, &mut Missing, context);
            read.map_err(|_| {
                context.forget(mark);
                context.validation_error(Problem::missing())
            })
        }),
    };
    if read.is_err() {
        context.within_field(mark, 1, names.content);
    }
    read
}

/// The tag is the name of the only field.
fn by_name(
    object: &mut dyn AnyObject<'_>,
    context: &mut Context,
    target: &mut Target<'_>,
) -> Result<(), Failed> {
    let shape = target.shape;
    let mut fields = ErasedFields(&mut *object);
    let Some(name) = fields.next_key::<String>()? else {
        return Err(context.validation_error(not_one_known_field(shape)));
    };
    let mark = context.mark();
    match shape.tag(&name) {
        Some(tag) => {
            let mut take = |value: &mut dyn AnyValue<'_>| target.variant.read(tag, value, context);
            let read = object.next_value(&mut TakeValue(&mut take));
            if read.is_err() {
                context.within_field(mark, 0, tag);
            }
            read?;
        }
        None if target.is_open => {
            let value = fields.next_value()?;
            let mut members = Members::new(vec![(name, value)], "", Some(object));
            target.variant.keep(tree(Token::Object(&mut members))?);
            return Ok(());
        }
        None => return Err(context.validation_error(not_one_known_field(shape))),
    }
    match ErasedFields(object).next_key::<IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(context.validation_error(not_one_known_field(shape))),
    }
}

/// The problem of an object that is not a single field with the name of a variant.
fn not_one_known_field(shape: &Shape) -> Problem {
    let expected = Expected::one_of(shape.tags.iter().copied());
    Problem::new(RepairCause::Tag, format!("{expected} as the only field"))
}

/// What was found in the place of a tag.
enum FoundTag {
    /// The tag of a variant, or the default tag in place of a missing one.
    Known(&'static str),
    /// A tag of the right kind that no variant has.
    Unknown,
    /// Null, or no value, in a response. An open union keeps the response, because a tag must not be made up.
    MissingInResponse,
    /// A value that is not of the kind of the tags.
    WrongKind,
    /// No value, in a request.
    Missing,
    /// More than one tag.
    Repeated,
}

fn find_tag(written: Option<&Json>, shape: &Shape, context: &Context) -> FoundTag {
    let is_client = context.reads_response();
    match (written, shape.default) {
        (None, Some(tag)) => FoundTag::Known(tag),
        (Some(Json::Null), Some(tag)) if is_client => FoundTag::Known(tag),
        (None | Some(Json::Null), None) if is_client => FoundTag::MissingInResponse,
        (None, None) => FoundTag::Missing,
        (Some(written), _) => match shape.text(written, context.reads_text()) {
            None => FoundTag::WrongKind,
            Some(text) => shape.tag(&text).map_or(FoundTag::Unknown, FoundTag::Known),
        },
    }
}

#[cold]
fn report(found: &FoundTag, shape: &Shape, path: &[&'static str], context: &mut Context) -> Failed {
    let mark = context.mark();
    let failed = match found {
        FoundTag::Missing | FoundTag::MissingInResponse => {
            context.validation_error(Problem::new(RepairCause::Tag, crate::validation::MISSING))
        }
        FoundTag::Repeated => context.validation_error("occurs twice"),
        FoundTag::WrongKind => {
            let expected = format!("expected {}", shape.kind.expected());
            context.validation_error(Problem::new(RepairCause::Tag, expected))
        }
        FoundTag::Known(_) | FoundTag::Unknown => {
            let expected = Expected::one_of(shape.tags.iter().copied());
            context.validation_error(Problem::new(RepairCause::Tag, expected))
        }
    };
    for name in path.iter().rev() {
        context.within_field(mark, 0, name);
    }
    failed
}
