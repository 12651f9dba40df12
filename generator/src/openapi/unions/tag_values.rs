//! The values of the fields that tell variants apart.

use crate::api::TagKind;
use crate::node::{Node, NodeKind};
use crate::openapi::kinds::Kinds;
use crate::openapi::schema::Schema;
use crate::openapi::types::Types;
use crate::source::Spanned;

/// The values that the schema of a field lists; `None` if it lists none.
pub(super) fn tags_of<'a>(
    types: &Types<'a>,
    schema: &Schema<'a>,
    property: &str,
) -> Option<Vec<Spanned<String>>> {
    let field = types.files.schema(&schema.property(property)?.parts);
    let values = field
        .values
        .as_ref()?
        .iter()
        .filter(|value| !value.is_null());
    let text = |value: &Node| match field.kinds == Kinds::STRING {
        true => value.scalar_text(),
        false => integer_text(value).or_else(|| value.scalar_text()),
    };
    let texts: Vec<Spanned<String>> = values
        .filter_map(|value| Some(Spanned::new(text(value)?, value.span)))
        .collect();
    (!texts.is_empty()).then_some(texts)
}

/// The digits of an integer, however the document writes it: `1.0` is the integer 1.
pub(in super::super) fn integer_text(value: &Node) -> Option<String> {
    match &value.kind {
        NodeKind::Integer(number, _) => Some(number.to_string()).filter(|text| is_integer(text)),
        NodeKind::Number(number, _) => Some(number.to_string()).filter(|text| is_integer(text)),
        NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Text(_)
        | NodeKind::List(_)
        | NodeKind::Map(_) => None,
    }
}

/// Whether a string is how an integer is printed. `01` and `+1` are not: the union would print them as `1`.
fn is_integer(text: &str) -> bool {
    text.parse::<i64>()
        .is_ok_and(|number| number.to_string() == text)
}

/// What the values of a tag are on the wire. `None` if some are numbers with fractions, if they are of several kinds,
/// or if they are not of the type of the field.
pub(super) fn kind_of<'m, 'a: 'm>(
    types: &Types<'a>,
    schemas: impl Iterator<Item = &'m Schema<'a>>,
    tag: &str,
    mut tags: impl Iterator<Item = &'m Spanned<String>>,
) -> Option<TagKind> {
    let field = |schema: &Schema<'a>| Some(types.files.schema(&schema.property(tag)?.parts));
    let fields: Vec<Schema<'a>> = schemas.filter_map(field).collect();
    let are = |kinds: Kinds| {
        let is_one =
            |schema: &Schema<'_>| !schema.kinds.is_empty() && kinds.with(schema.kinds) == kinds;
        !fields.is_empty() && fields.iter().all(is_one)
    };
    // The values of a string are text, however the document writes them.
    let others = fields.iter().filter(|field| field.kinds != Kinds::STRING);
    let mut values = others.flat_map(|field| field.values.iter().flatten());
    if are(Kinds::INTEGER.with(Kinds::NUMBER)) {
        let are_integers = tags.all(|tag| is_integer(&tag.value))
            && values.all(|value| value.is_null() || integer_text(value).is_some());
        return are_integers.then_some(TagKind::Integer);
    }
    if are(Kinds::BOOLEAN) {
        let is_boolean = tags.all(|tag| tag.value.parse::<bool>().is_ok());
        return is_boolean.then_some(TagKind::Boolean);
    }
    let are_texts = values.all(|value| matches!(value.kind, NodeKind::Text(_) | NodeKind::Null));
    // The number `2` is not the text `"2"`, so a field that is a number in one member only has no tag.
    let may_be_text =
        |schema: &Schema<'_>| schema.kinds.is_empty() || schema.kinds.has(Kinds::STRING);
    (are_texts && fields.iter().all(may_be_text)).then_some(TagKind::Text)
}
