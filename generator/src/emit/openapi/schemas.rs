//! Schemas of named types, and of uses of types.

use super::json_object::reference;
use super::scalars::{bounds, count, form, json_type};
use super::{Document, JsonObject, envelopes, error_schema, text};
use crate::api::{
    Enum, EnumValue, Field, Object, Presence, Rules, Scalar, Sensitivity, Type, TypeDef, TypeKind,
    TypeRef, Value,
};
use crate::emit::docs;

/// The schemas of the named types, then those of envelopes and errors.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let types = document.api.types.iter();
    let types = types.fold(JsonObject::new(), |components, definition| {
        components.with(&definition.name, named(document, definition))
    });
    types
        .and(envelopes::components(document))
        .and(error_schema::components(document))
}

fn named(document: Document<'_>, definition: &TypeDef) -> JsonObject {
    let schema = match &definition.kind {
        TypeKind::Object(object) => self::object(document, object),
        TypeKind::Enum(values) => enumeration(values),
        TypeKind::Newtype(newtype) => {
            let schema = scalar(newtype.scalar, false, &newtype.rules);
            schema.and(password(newtype.scalar, definition.sensitivity))
        }
    };
    let values = match &definition.kind {
        TypeKind::Enum(values) => meanings(values),
        TypeKind::Object(_) | TypeKind::Newtype(_) => None,
    };
    let description = text::join([text::description(&definition.notes, None), values]);
    JsonObject::new()
        .with_option("description", description)
        .and(schema)
        .with_option("examples", examples(definition))
        .and(text::flags(&definition.notes))
        .and(text::sensitivity(definition.sensitivity))
}

/// The example of the type. The known values of an open enumeration are examples too, since other
/// values are allowed.
fn examples(definition: &TypeDef) -> Option<Vec<Value>> {
    let own = definition.example.iter().cloned();
    let known = match &definition.kind {
        TypeKind::Enum(values) if values.open => known(values),
        TypeKind::Enum(_) | TypeKind::Object(_) | TypeKind::Newtype(_) => Vec::new(),
    };
    let others = known
        .into_iter()
        .filter(|value| Some(value) != definition.example.as_ref());
    let examples: Vec<Value> = own.chain(others).collect();
    (!examples.is_empty()).then_some(examples)
}

fn object(document: Document<'_>, object: &Object) -> JsonObject {
    let required: Vec<Value> = object
        .fields
        .iter()
        .filter(|field| field.presence == Presence::Required)
        .map(|field| field.name.as_str().into())
        .collect();
    let properties = object.fields.iter();
    let properties = properties.fold(JsonObject::new(), |properties, field| {
        properties.with(&field.name, property(document, field))
    });
    let others = object.others.as_ref();
    let others = others.map(|ty| schema(document, ty, &Rules::default()));
    JsonObject::new()
        .with("type", "object")
        .with_option("required", (!required.is_empty()).then_some(required))
        .with_nonempty("properties", properties)
        .with_option("additionalProperties", others)
}

fn property(document: Document<'_>, field: &Field) -> JsonObject {
    JsonObject::new()
        .with_option("description", text::description(&field.notes, None))
        .and(schema(document, &field.ty, &field.rules))
        .and(secrecy(&field.ty, field.sensitivity))
        .with_option("default", default(&field.presence))
        .with_option(
            "examples",
            field.example.clone().map(|example| vec![example]),
        )
        .and(text::flags(&field.notes))
        .and(text::sensitivity(field.sensitivity))
}

/// The default value.
pub(super) fn default(presence: &Presence) -> Option<Value> {
    match presence {
        Presence::Default(value) => Some(value.clone()),
        Presence::Required | Presence::Optional => None,
    }
}

/// `format: password` for a secret string.
pub(super) fn secrecy(ty: &TypeRef, sensitivity: Sensitivity) -> JsonObject {
    match ty.ty {
        Type::Scalar(scalar) => password(scalar, sensitivity),
        Type::Named(_) | Type::List(_) | Type::Map(_) => JsonObject::new(),
    }
}

fn password(scalar: Scalar, sensitivity: Sensitivity) -> JsonObject {
    if scalar == Scalar::String && sensitivity == Sensitivity::Secret {
        JsonObject::new().with("format", "password")
    } else {
        JsonObject::new()
    }
}

/// An open enumeration is any string: tools read a union of known values and any string as an empty
/// object, and `enum` as the only values.
fn enumeration(values: &Enum) -> JsonObject {
    let list = if values.open {
        "x-extensible-enum"
    } else {
        "enum"
    };
    JsonObject::new()
        .with("type", "string")
        .with(list, known(values))
}

fn known(values: &Enum) -> Vec<Value> {
    let known = values.values.iter();
    known.map(|value| value.value.as_str().into()).collect()
}

/// The values of an enumeration in words: all of an open one, which tools do not know otherwise, or
/// those that have a description.
fn meanings(values: &Enum) -> Option<String> {
    let doc = |value: &'_ EnumValue| value.doc.clone().filter(|doc| !doc.trim().is_empty());
    let known = values.values.iter();
    let known = known.map(|value| (docs::code(&value.value), doc(value)));
    let known: Vec<(String, Option<String>)> = known.collect();
    if known.iter().all(|(_, doc)| doc.is_none()) {
        let codes: Vec<&str> = known.iter().map(|(code, _)| code.as_str()).collect();
        let codes = codes.join(", ");
        return values
            .open
            .then(|| text::markdown(&format!("Known values, others are possible: {codes}.")));
    }
    let lines = known.iter().filter_map(|(code, doc)| match doc {
        Some(doc) => Some(text::markdown(&format!(
            "- {code}: {}",
            docs::one_line(doc)
        ))),
        None if values.open => Some(format!("- {code}")),
        None => None,
    });
    let lines = lines.collect::<Vec<_>>().join("\n");
    Some(if values.open {
        format!("Known values, others are possible:\n\n{lines}")
    } else {
        lines
    })
}

/// The schema of a use of a type.
pub(super) fn schema(document: Document<'_>, ty: &TypeRef, rules: &Rules) -> JsonObject {
    let inner = |ty: &TypeRef| schema(document, ty, &Rules::default());
    match &ty.ty {
        Type::Scalar(of) => scalar(*of, ty.nullable, rules),
        Type::Named(id) => {
            let named = reference("schemas", &document.api.type_def(*id).name);
            if ty.nullable {
                let null = JsonObject::new().with("type", "null");
                JsonObject::new().with("anyOf", vec![named.into(), null.into()])
            } else {
                named
            }
        }
        Type::List(item) => typed("array", ty.nullable)
            .with("items", inner(item))
            .with_option("minItems", rules.min_items.map(count))
            .with_option("maxItems", rules.max_items.map(count)),
        Type::Map(value) => typed("object", ty.nullable).with("additionalProperties", inner(value)),
    }
}

fn scalar(scalar: Scalar, nullable: bool, rules: &Rules) -> JsonObject {
    let typed = json_type(scalar).map_or_else(JsonObject::new, |name| typed(name, nullable));
    typed.and(form(scalar)).and(bounds(scalar, rules))
}

fn typed(name: &str, nullable: bool) -> JsonObject {
    if nullable {
        JsonObject::new().with("type", vec![name.into(), "null".into()])
    } else {
        JsonObject::new().with("type", name)
    }
}
