//! Schemas of named types, and of uses of types.

use super::json_object::reference;
use super::scalars::{bounds, count, form, json_type};
use super::{Document, JsonObject, envelopes, error_schema, text, unions, xml};
use crate::api::{
    Constant, Enum, EnumValue, Field, Notes, Object, Others, Presence, Rules, Scalar, Sensitivity,
    Tuple, Type, TypeDef, TypeId, TypeKind, TypeRef, Value,
};
use crate::emit::docs;

/// The schemas of the named types, then those of envelopes and errors.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let types = document.api.types.iter().enumerate();
    let types = types.fold(JsonObject::new(), |components, (index, definition)| {
        let id = TypeId(index);
        let name = document.names.ty(id);
        let schema = named(document, id, definition);
        // A name that OpenAPI does not allow.
        let own = (name != definition.name).then_some(definition.name.as_str());
        components.with(name, schema.with_option("x-specsmith-name", own))
    });
    types
        .and(unions::components(document))
        .and(envelopes::components(document))
        .and(error_schema::components(document))
}

fn named(document: Document<'_>, id: TypeId, definition: &TypeDef) -> JsonObject {
    let schema = match &definition.kind {
        TypeKind::Object(object) => self::object(document, object),
        TypeKind::Tuple(of) => tuple(document, of),
        TypeKind::Enum(values) => enumeration(values),
        TypeKind::Newtype(newtype) => {
            let schema = scalar(newtype.scalar, false, &newtype.rules);
            schema.and(password(newtype.scalar, definition.sensitivity))
        }
        TypeKind::Alias(of) => xml::with_items(
            schema(document, &of.ty, &of.rules),
            definition.xml.as_deref(),
        ),
        TypeKind::Union(union) => unions::union(document, id, union),
    };
    let values = match &definition.kind {
        TypeKind::Enum(values) => meanings(values),
        TypeKind::Object(_)
        | TypeKind::Tuple(_)
        | TypeKind::Newtype(_)
        | TypeKind::Alias(_)
        | TypeKind::Union(_) => None,
    };
    let description = text::join([text::description(&definition.notes, None), values]);
    let notes = match &definition.kind {
        TypeKind::Enum(values) => with_assumptions(&definition.notes, values),
        TypeKind::Object(_)
        | TypeKind::Tuple(_)
        | TypeKind::Newtype(_)
        | TypeKind::Alias(_)
        | TypeKind::Union(_) => definition.notes.clone(),
    };
    JsonObject::new()
        .with_option("description", description)
        .and(schema)
        .with_option("examples", examples(definition))
        .and(text::flags(&notes))
        .and(text::sensitivity(definition.sensitivity))
        .with_nonempty("xml", xml::of_type(definition.xml.as_deref()))
}

/// The notes of an enumeration, with the assumptions about its values.
fn with_assumptions(notes: &Notes, values: &Enum) -> Notes {
    let of_values = values.values.iter().filter_map(|value| {
        let assumed = value.notes.assumed.as_deref()?;
        Some(format!("{}: {}", docs::code(&value.value), assumed.trim()))
    });
    let own = notes.assumed.clone();
    Notes {
        assumed: text::join(own.into_iter().chain(of_values).map(Some)),
        ..notes.clone()
    }
}

/// The example of the type. The known values of an open enumeration are examples too, since other
/// values are allowed.
fn examples(definition: &TypeDef) -> Option<Vec<Value>> {
    let own = definition
        .example
        .iter()
        .map(|example| match &definition.kind {
            TypeKind::Union(union) if union.by_event => unions::event_example(union, example),
            _ => example.clone(),
        });
    let known = match &definition.kind {
        TypeKind::Enum(values) if values.open.is_open_in_requests() => known(values),
        TypeKind::Enum(_)
        | TypeKind::Object(_)
        | TypeKind::Tuple(_)
        | TypeKind::Newtype(_)
        | TypeKind::Alias(_)
        | TypeKind::Union(_) => Vec::new(),
    };
    let others = known
        .into_iter()
        .filter(|value| Some(value) != definition.example.as_ref());
    let examples: Vec<Value> = own.chain(others).collect();
    (!examples.is_empty()).then_some(examples)
}

pub(super) fn object(document: Document<'_>, object: &Object) -> JsonObject {
    let constants = object.constants.iter();
    let required = constants
        .clone()
        .filter_map(|of| of.required.then_some(&of.name));
    let fields = object.fields.iter();
    let fields = fields.filter(|field| field.presence == Presence::Required);
    let required = required.chain(fields.map(|field| &field.name));
    let required: Vec<Value> = required.map(|name| name.as_str().into()).collect();
    let properties = constants.fold(JsonObject::new(), |properties, of| {
        properties.with(&of.name, constant(of))
    });
    let properties = object.fields.iter().fold(properties, |properties, field| {
        properties.with(&field.name, property(document, field))
    });
    let others: Option<Value> = match &object.others {
        Others::Ignored => None,
        Others::Rejected => Some(false.into()),
        Others::Kept(ty, rules) => Some(schema(document, ty, rules).into()),
        Others::Union(_) => None,
    };
    let own = JsonObject::new()
        .with("type", "object")
        .with_option("required", (!required.is_empty()).then_some(required))
        .with_nonempty("properties", properties)
        .with_option("additionalProperties", others);
    match &object.others {
        Others::Union(ty) => {
            let union = schema(document, ty, Rules::NONE);
            JsonObject::new().with("allOf", vec![own.into(), union.into()])
        }
        Others::Ignored | Others::Rejected | Others::Kept(..) => own,
    }
}

/// An array whose items have schemas of their own.
fn tuple(document: Document<'_>, of: &Tuple) -> JsonObject {
    let elements = of.elements.iter();
    let elements: Vec<Value> = elements.map(|of| property(document, of).into()).collect();
    let size = count(elements.len() as u64);
    JsonObject::new()
        .with("type", "array")
        .with("prefixItems", elements)
        .with("items", false)
        .with("minItems", size)
        .with("maxItems", size)
}

/// A property that always has the same value.
fn constant(constant: &Constant) -> JsonObject {
    JsonObject::new()
        .with_option("description", text::description(&constant.notes, None))
        .and(constant_schema(&constant.value))
        .and(text::flags(&constant.notes))
}

/// The schema of one value.
pub(super) fn constant_schema(value: &Value) -> JsonObject {
    let ty = match value {
        Value::Integer(_) => "integer",
        Value::Bool(_) => "boolean",
        Value::Null | Value::Number(_) | Value::Text(_) | Value::List(_) | Value::Object(_) => {
            "string"
        }
    };
    JsonObject::new()
        .with("type", ty)
        .with("const", value.clone())
}

/// A property of an object, or an element of a tuple.
pub(super) fn property(document: Document<'_>, field: &Field) -> JsonObject {
    JsonObject::new()
        .with_option("description", text::description(&field.notes, None))
        .and(xml::with_items(
            schema(document, &field.ty, &field.rules),
            field.xml.as_deref(),
        ))
        .and(secrecy(&field.ty, field.sensitivity))
        .with_option("default", default(&field.presence))
        .with_option(
            "examples",
            field.example.clone().map(|example| vec![example]),
        )
        .and(text::flags(&field.notes))
        .and(text::sensitivity(field.sensitivity))
        .with_nonempty("xml", xml::of_field(field.xml.as_deref()))
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
    let list = if values.open.is_open_in_requests() {
        "x-extensible-enum"
    } else {
        "enum"
    };
    let schema = scalar(values.of.scalar(), false, Rules::NONE);
    schema.with(list, known(values))
}

fn known(values: &Enum) -> Vec<Value> {
    values.on_the_wire().collect()
}

/// The values of an enumeration in words: all of an open one, which tools do not know otherwise, or
/// those that have a description.
fn meanings(values: &Enum) -> Option<String> {
    let doc = |value: &'_ EnumValue| {
        docs::in_words(&Notes {
            assumed: None,
            ..value.notes.clone()
        })
    };
    let is_open = values.open.is_open_in_requests();
    let known = values.values.iter();
    let known = known.map(|value| (docs::code(&value.value), doc(value)));
    let known: Vec<(String, Option<String>)> = known.collect();
    if known.iter().all(|(_, doc)| doc.is_none()) {
        let codes: Vec<&str> = known.iter().map(|(code, _)| code.as_str()).collect();
        let codes = codes.join(", ");
        return is_open
            .then(|| text::markdown(&format!("Known values, others are possible: {codes}.")));
    }
    let lines = known.iter().filter_map(|(code, doc)| match doc {
        Some(doc) => Some(text::markdown(&format!(
            "- {code}: {}",
            docs::one_line(doc)
        ))),
        None if is_open => Some(format!("- {code}")),
        None => None,
    });
    let lines = lines.collect::<Vec<_>>().join("\n");
    Some(if is_open {
        format!("Known values, others are possible:\n\n{lines}")
    } else {
        lines
    })
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
        Type::Scalar(of) => scalar(*of, ty.nullable, rules),
        Type::Named(id) => named_use(document, *id, ty.nullable),
        Type::List(item) => typed("array", ty.nullable)
            .with("items", inner(item))
            .with_option("minItems", rules.min_items.map(count))
            .with_option("maxItems", rules.max_items.map(count))
            .with_flag("uniqueItems", rules.unique_items),
        Type::Map(value) => typed("object", ty.nullable)
            .with("additionalProperties", inner(value))
            .with_option("minProperties", rules.min_items.map(count))
            .with_option("maxProperties", rules.max_items.map(count)),
    }
}

/// Whether a use of an alias adds no rules to those of the alias.
fn has_same_rules(document: Document<'_>, alias: TypeId, rules: &Rules) -> bool {
    match &document.api.type_def(alias).kind {
        TypeKind::Alias(of) => rules.is_empty() || of.rules == *rules,
        TypeKind::Object(_)
        | TypeKind::Tuple(_)
        | TypeKind::Enum(_)
        | TypeKind::Newtype(_)
        | TypeKind::Union(_) => false,
    }
}

/// The use of a named type.
fn named_use(document: Document<'_>, id: TypeId, nullable: bool) -> JsonObject {
    let named = reference("schemas", document.names.ty(id));
    if nullable {
        let null = JsonObject::new().with("type", "null");
        JsonObject::new().with("anyOf", vec![named.into(), null.into()])
    } else {
        named
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
