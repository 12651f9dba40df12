//! Unions as schemas: one schema for each variant, and a discriminator if there is a tag.

use super::json_object::{object, reference};
use super::schemas::{self, constant_schema, schema};
use super::{Document, JsonObject, media, text};
use crate::api::{
    AdditionalFields, Rules, TagKind, Tagging, Type, TypeId, TypeKind, TypeRef, Union,
    UnionVariant, Value,
};
use crate::extensions;

/// The variant of an object without a tag. OpenAPI 3.2 has `defaultMapping` for it.
pub(super) const DEFAULT_MAPPING: &str = "x-defaultMapping";

/// The schema of a union.
pub(super) fn union(document: Document<'_>, id: TypeId, union: &Union) -> JsonObject {
    let variants = union.variants.iter().enumerate();
    let schemas = variants
        .clone()
        .map(|(index, variant)| used(document, (id, index), union, variant).into());
    let mut schemas: Vec<Value> = schemas.collect();
    if union.open.is_open_in_requests() {
        schemas.push(other(union).into());
    }
    let is_exclusive = union.tagging != Tagging::None && !union.open.is_open_in_requests();
    let composed = JsonObject::new().with(if is_exclusive { "oneOf" } else { "anyOf" }, schemas);
    let property = match &union.tagging {
        Tagging::Field {
            path,
            kind: TagKind::Text,
            ..
        } if path.len() == 1 => path.first(),
        Tagging::Beside {
            tag,
            kind: TagKind::Text,
            ..
        } => Some(tag),
        Tagging::Field { .. } | Tagging::Beside { .. } | Tagging::Name | Tagging::None => None,
    };
    let Some(property) = property else {
        return composed;
    };
    let path = |(index, variant): (usize, &UnionVariant)| {
        let name = component(document, (id, index), union, variant);
        format!("#/components/schemas/{name}")
    };
    let default = match &union.tagging {
        Tagging::Field { default, .. } | Tagging::Beside { default, .. } => default.as_ref(),
        Tagging::Name | Tagging::None => None,
    };
    let default = default.and_then(|tag| variants.clone().find(|(_, variant)| variant.tag == *tag));
    let mapping = variants.fold(JsonObject::new(), |mapping, (index, variant)| {
        let path = path((index, variant));
        let tags = std::iter::once(&variant.tag).chain(&variant.also);
        tags.fold(mapping, |mapping, tag| mapping.with(tag, path.as_str()))
    });
    let discriminator = JsonObject::new()
        .with("propertyName", property.as_str())
        .with("mapping", mapping)
        .with_option(DEFAULT_MAPPING, default.map(path));
    composed.with("discriminator", discriminator)
}

/// The component of a variant, or the component of its content if the content has the tag.
fn component<'a>(
    document: Document<'a>,
    place: (TypeId, usize),
    union: &Union,
    variant: &UnionVariant,
) -> &'a str {
    if union.adds_to(variant) {
        return document.names.variant(place).unwrap_or_default();
    }
    let id = variant.ty.as_ref().and_then(|ty| ty.mentioned());
    id.map_or("", |id| document.names.ty(id))
}

/// A variant where the union lists it.
fn used(
    document: Document<'_>,
    place: (TypeId, usize),
    union: &Union,
    variant: &UnionVariant,
) -> JsonObject {
    match &variant.ty {
        _ if union.adds_to(variant) => {
            reference("schemas", document.names.variant(place).unwrap_or_default())
        }
        Some(ty) => schema(document, ty, &variant.rules),
        None => JsonObject::of_type("object"),
    }
}

/// A value of no variant. A server rejects a value with a known tag and other content, so this schema excludes the
/// tags.
fn other(union: &Union) -> JsonObject {
    let tags = |kind: TagKind| {
        let variants = union.variants.iter();
        let tags = variants.flat_map(|variant| std::iter::once(&variant.tag).chain(&variant.also));
        let tags: Vec<Value> = tags.map(|tag| kind.value(tag)).collect();
        JsonObject::new().with("enum", tags)
    };
    let tag = |kind: TagKind| {
        let ty = match kind {
            TagKind::Text => "string",
            TagKind::Integer => "integer",
            TagKind::Boolean => "boolean",
        };
        JsonObject::of_type(ty).with("not", tags(kind))
    };
    let described = match &union.tagging {
        Tagging::None => JsonObject::new(),
        Tagging::Name => JsonObject::of_type("object").with("minProperties", 1).with(
            "propertyNames",
            JsonObject::new().with("not", tags(TagKind::Text)),
        ),
        Tagging::Beside {
            tag: name, kind, ..
        } => object([(name, tag(*kind))]),
        Tagging::Field { path, kind, .. } => {
            let names = path.iter().rev();
            names.fold(tag(*kind), |inner, name| object([(name, inner)]))
        }
    };
    JsonObject::new()
        .with("description", "Any other variant.")
        .with(extensions::OTHER, true)
        .and(described)
}

/// The components of the variants of all unions.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let types = document.api.types.iter().enumerate();
    let unions = types.filter_map(|(index, definition)| match &definition.kind {
        TypeKind::Union(union) => Some((TypeId(index), union)),
        TypeKind::Object(_)
        | TypeKind::Tuple(_)
        | TypeKind::Enum(_)
        | TypeKind::Newtype(_)
        | TypeKind::Alias(_) => None,
    });
    let variants = unions.flat_map(|(id, union)| {
        let variants = union.variants.iter().enumerate();
        variants.filter_map(move |(index, variant)| {
            let name = document.names.variant((id, index))?;
            Some((name, variant_schema(document, union, variant)))
        })
    });
    variants.collect()
}

fn variant_schema(document: Document<'_>, union: &Union, variant: &UnionVariant) -> JsonObject {
    let content = |ty: &TypeRef| schema(document, ty, &variant.rules);
    let described = match &union.tagging {
        Tagging::None => JsonObject::new(),
        Tagging::Name => {
            let inner = match &variant.ty {
                Some(ty) => content(ty),
                None => JsonObject::of_type("object"),
            };
            object([(&variant.tag, inner)]).with("additionalProperties", false)
        }
        Tagging::Beside {
            tag, value, kind, ..
        } => {
            let mut required: Vec<Value> = vec![tag.as_str().into()];
            let mut properties = tagged(union, variant, tag, *kind);
            if let Some(ty) = &variant.ty {
                required.push(value.as_str().into());
                // The data of an event is text.
                let content = match (union.by_event, variant.is_text) {
                    (false, _) => content(ty),
                    (true, false) => media::json_data(content(ty)),
                    (true, true) => content(ty).with("contentMediaType", "text/plain"),
                };
                properties = properties.with(value, content);
            }
            object_with(required, properties)
        }
        Tagging::Field {
            path,
            kind,
            default,
        } => {
            let tag = path.first().map_or("", String::as_str);
            let is_default = default.as_ref() == Some(&variant.tag);
            let required = match is_default {
                true => Vec::new(),
                false => vec![tag.into()],
            };
            let tagged = tagged(union, variant, tag, *kind);
            match &variant.ty {
                None => object_with(required, tagged),
                Some(ty) => with_tag(document, ty, TagProperty { tag, tagged }, required),
            }
        }
    };
    JsonObject::new()
        .and(text::described(&variant.notes, None, []))
        .and(described)
        .and(text::flags(&variant.notes))
}

/// The property with the tag of a variant.
fn tagged(union: &Union, variant: &UnionVariant, name: &str, kind: TagKind) -> JsonObject {
    let value = constant_schema(&union.tag_value(variant, kind));
    JsonObject::new().with(name, value)
}

fn object_with(required: Vec<Value>, properties: JsonObject) -> JsonObject {
    JsonObject::of_type("object")
        .with("required", required)
        .with("properties", properties)
}

/// The field with the tag of a variant.
struct TagProperty<'a> {
    /// The name of the field.
    tag: &'a str,
    /// An object with the schema of the field.
    tagged: JsonObject,
}

/// The content of a variant with its tag. A content that allows no other properties is written out.
fn with_tag(
    document: Document<'_>,
    ty: &TypeRef,
    property: TagProperty<'_>,
    required: Vec<Value>,
) -> JsonObject {
    let TagProperty { tag, tagged } = property;
    let written_out = match (&ty.ty, document.api.object(ty)) {
        (Type::Map(_), _) => Some(schema(document, ty, Rules::NONE)),
        (_, Some(object)) => match &object.others {
            AdditionalFields::Rejected | AdditionalFields::Kept(..) => {
                Some(schemas::object(document, object))
            }
            AdditionalFields::Ignored | AdditionalFields::Union(_) => None,
        },
        (Type::Scalar(_) | Type::Named(_) | Type::List(_), None) => None,
    };
    match written_out {
        Some(object) => object.with_property(tag, tagged, !required.is_empty()),
        None => {
            let own = JsonObject::of_type("object")
                .with_list("required", required)
                .with("properties", tagged);
            let content = schema(document, ty, Rules::NONE);
            JsonObject::new().with("allOf", vec![content.into(), own.into()])
        }
    }
}

/// An example of an event, whose data is text.
pub(super) fn event_example(union: &Union, example: &Value) -> Value {
    let tag = example.field(Union::EVENT).and_then(Value::as_text);
    let mut variants = union.variants.iter();
    let is_text = variants.any(|variant| variant.is_text && Some(variant.tag.as_str()) == tag);
    example.clone().map_fields(|(name, value)| {
        let value = match name == Union::DATA && !is_text {
            true => Value::Text(value.to_json()),
            false => value,
        };
        (name, value)
    })
}
