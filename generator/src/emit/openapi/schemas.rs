//! Schemas of uses of types, and of objects with their properties.

use super::json_object::reference;
use super::scalars::{constraints, count, form, json_type};
use super::{Document, JsonObject, text, xml};
use crate::api::{
    AdditionalFields, Constant, Field, Object, Presence, Rules, Scalar, Sensitivity, Type, TypeId,
    TypeKind, TypeRef, Value,
};
use crate::extensions::{NAME, OBJECT};

/// The schema of an object.
pub(super) fn object(document: Document<'_>, object: &Object) -> JsonObject {
    let constants = object.constants.iter();
    let required = constants
        .clone()
        .filter_map(|field| field.required.then_some(&field.name));
    let fields = object.fields.iter();
    let fields = fields.filter(|field| field.presence == Presence::Required);
    let required = required.chain(fields.map(|field| &field.name));
    let required = required.map(|name| name.as_str().into());
    let constants = constants.map(|field| (&field.name, constant(field)));
    let fields = object.fields.iter();
    let fields = fields.map(|field| (&field.name, property(document, field)));
    // Where other fields are not free, the document says that servers ignore these.
    let ignored = match &object.others {
        AdditionalFields::Rejected | AdditionalFields::Kept(..) => object.ignored.as_slice(),
        AdditionalFields::Ignored | AdditionalFields::Union(_) => &[],
    };
    let ignored = ignored.iter().map(|field| {
        let schema = schema(document, &field.ty, &field.rules);
        (&field.name, schema.with("readOnly", true))
    });
    let properties: JsonObject = constants.chain(fields).chain(ignored).collect();
    let others: Option<Value> = match &object.others {
        AdditionalFields::Ignored => None,
        AdditionalFields::Rejected => Some(false.into()),
        AdditionalFields::Kept(ty, rules) => Some(schema(document, ty, rules).into()),
        AdditionalFields::Union(_) => None,
    };
    let is_closed = object.others == AdditionalFields::Rejected;
    let is_bare = object.constants.is_empty() && object.fields.is_empty() && !is_closed;
    let own = JsonObject::of_type("object")
        .with_list("required", required)
        .with_nonempty("properties", properties)
        .with_option("additionalProperties", others)
        .with_flag(OBJECT, is_bare);
    match &object.others {
        AdditionalFields::Union(ty) => {
            let union = schema(document, ty, Rules::NONE);
            JsonObject::new().with("allOf", vec![own.into(), union.into()])
        }
        AdditionalFields::Ignored | AdditionalFields::Rejected | AdditionalFields::Kept(..) => own,
    }
}

/// A property that always has the same value.
fn constant(constant: &Constant) -> JsonObject {
    JsonObject::new()
        .and(text::described(&constant.notes, None, []))
        .and(constant_schema(&constant.value))
        .and(text::flags(&constant.notes))
}

/// The schema of one value.
pub(super) fn constant_schema(value: &Value) -> JsonObject {
    JsonObject::of_type(type_of(value)).with("const", value.clone())
}

/// The schema of one of these values, which are of the same type.
pub(super) fn one_of(values: Vec<Value>) -> JsonObject {
    match values.as_slice() {
        [value] => constant_schema(value),
        values => JsonObject::of_type(values.first().map_or("string", type_of))
            .with("enum", values.to_vec()),
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Integer(_) => "integer",
        Value::Bool(_) => "boolean",
        Value::Null | Value::Number(_) | Value::Text(_) | Value::List(_) | Value::Object(_) => {
            "string"
        }
    }
}

/// A property of an object, or an element of a tuple.
pub(super) fn property(document: Document<'_>, field: &Field) -> JsonObject {
    JsonObject::new()
        .and(text::described(&field.notes, None, []))
        .and(xml::with_items(
            schema(document, &field.ty, &field.rules),
            field.xml.as_deref(),
        ))
        .and(secrecy(&field.ty, field.sensitivity))
        .with_option("default", default(&field.presence))
        .with_list("examples", field.example.clone())
        .and(text::flags(&field.notes))
        .and(text::sensitivity(field.sensitivity))
        .with_option(NAME, field.rust_name.as_deref())
        .with_nonempty("xml", xml::of_field(field.xml.as_deref()))
}

/// The default value.
pub(super) fn default(presence: &Presence) -> Option<Value> {
    match presence {
        Presence::Default(value) => Some(value.clone()),
        Presence::Required | Presence::Optional => None,
    }
}

/// `format: password` for a use of a secret string.
pub(super) fn secrecy(ty: &TypeRef, sensitivity: Sensitivity) -> JsonObject {
    match ty.ty {
        Type::Scalar(scalar) => password(scalar, sensitivity),
        Type::Named(_) | Type::List(_) | Type::Map(_) => JsonObject::new(),
    }
}

/// `format: password` for a secret string.
pub(super) fn password(scalar: Scalar, sensitivity: Sensitivity) -> JsonObject {
    if scalar == Scalar::String && sensitivity == Sensitivity::Secret {
        JsonObject::new().with("format", "password")
    } else {
        JsonObject::new()
    }
}

/// The schema of a use of a type.
pub(super) fn schema(document: Document<'_>, ty: &TypeRef, rules: &Rules) -> JsonObject {
    let inner = |ty: &TypeRef| schema(document, ty, &rules.of_each());
    if let Some(alias) = ty.alias
        && has_same_rules(document, alias, rules)
    {
        return named_use(document, alias, ty.nullable);
    }
    match &ty.ty {
        Type::Scalar(scalar_type) => scalar(*scalar_type, ty.nullable, rules),
        Type::Named(id) => named_use(document, *id, ty.nullable),
        Type::List(item) => JsonObject::of_nullable("array", ty.nullable)
            .with("items", inner(item))
            .with_option("minItems", rules.min_items.map(count))
            .with_option("maxItems", rules.max_items.map(count))
            .with_flag("uniqueItems", rules.unique_items),
        Type::Map(value) => JsonObject::of_nullable("object", ty.nullable)
            .with("additionalProperties", inner(value))
            .with_option("minProperties", rules.min_items.map(count))
            .with_option("maxProperties", rules.max_items.map(count)),
    }
}

/// Whether a use of an alias adds no rules to the rules of the alias.
fn has_same_rules(document: Document<'_>, alias: TypeId, rules: &Rules) -> bool {
    match &document.api.type_def(alias).kind {
        TypeKind::Alias(alias) => rules.is_empty() || alias.rules == *rules,
        TypeKind::Object(_)
        | TypeKind::Tuple(_)
        | TypeKind::Enum(_)
        | TypeKind::Newtype(_)
        | TypeKind::Union(_) => false,
    }
}

/// The use of a named type.
fn named_use(document: Document<'_>, id: TypeId, nullable: bool) -> JsonObject {
    reference("schemas", document.names.ty(id)).or_null(nullable)
}

pub(super) fn scalar(scalar: Scalar, nullable: bool, rules: &Rules) -> JsonObject {
    let typed = json_type(scalar.json()).map(|name| JsonObject::of_nullable(name, nullable));
    typed
        .unwrap_or_default()
        .and(form(scalar))
        .and(constraints(scalar, rules))
}
