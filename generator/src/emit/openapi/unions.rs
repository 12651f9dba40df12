//! Unions as schemas: one schema for each variant, and a discriminator if there is a tag.

use super::json_object::{object, reference};
use super::schemas::{self, schema};
use super::{Document, JsonObject, media, precedence, text};
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
        schemas.push(other(document, union).into());
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
        variant
            .tags()
            .fold(mapping, |mapping, tag| mapping.with(tag, path.as_str()))
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
        Some(ty) if union.tagging == Tagging::None => {
            let excluded = precedence::excluded(document, union, ty);
            schema(document, ty, &variant.rules).and(excluded)
        }
        Some(ty) => schema(document, ty, &variant.rules),
        None => JsonObject::of_type("object"),
    }
}

/// A value of no variant. A server rejects a value with a known tag and other content, so this schema excludes the
/// tags.
fn other(document: Document<'_>, union: &Union) -> JsonObject {
    let tags = |kind: TagKind| {
        let variants = union.variants.iter();
        let tags = variants.flat_map(UnionVariant::tags);
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
        Tagging::None => precedence::every_variant(document, union),
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
            tag,
            value,
            kind,
            default,
        } => {
            let mut required: Vec<Value> = match is_default(variant, default.as_deref()) {
                true => Vec::new(),
                false => vec![tag.as_str().into()],
            };
            let mut properties = tagged(variant, tag, *kind);
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
        Tagging::Field { .. } => {
            let tags: Vec<TagProperty<'_>> = tag_property(union, variant).into_iter().collect();
            match &variant.ty {
                None => tags_alone(&tags),
                Some(ty) => content_with_tags(document, ty, &variant.rules, &tags),
            }
        }
    };
    JsonObject::new()
        .and(text::described(&variant.notes, None, []))
        .and(described)
        .and(text::flags(&variant.notes))
}

/// The property with the tag of a variant.
fn tagged(variant: &UnionVariant, name: &str, kind: TagKind) -> JsonObject {
    let tags = variant.tags().map(|tag| kind.value(tag)).collect();
    JsonObject::new().with(name, schemas::one_of(tags))
}

/// Whether an object without a tag is this variant.
fn is_default(variant: &UnionVariant, default: Option<&str>) -> bool {
    default == Some(variant.tag.as_str())
}

fn object_with(required: Vec<Value>, properties: JsonObject) -> JsonObject {
    JsonObject::of_type("object")
        .with_list("required", required)
        .with("properties", properties)
}

/// The field that a union adds to the content of a variant.
#[derive(Clone)]
struct TagProperty<'a> {
    name: &'a str,
    /// An object with the schema of the field.
    schema: JsonObject,
    is_required: bool,
}

/// The field with the tag that a union adds to the content of a variant.
fn tag_property<'a>(union: &'a Union, variant: &UnionVariant) -> Option<TagProperty<'a>> {
    match &union.tagging {
        Tagging::Field {
            path,
            kind,
            default,
        } if union.adds_to(variant) => {
            let name = path.first()?;
            Some(TagProperty {
                name,
                schema: tagged(variant, name, *kind),
                is_required: !is_default(variant, default.as_deref()),
            })
        }
        Tagging::Field { .. } | Tagging::Beside { .. } | Tagging::Name | Tagging::None => None,
    }
}

/// An object that has nothing but tags.
fn tags_alone(tags: &[TagProperty<'_>]) -> JsonObject {
    let required = tags.iter().filter(|tag| tag.is_required);
    let required = required.map(|tag| tag.name.into()).collect();
    let properties = tags.iter().fold(JsonObject::new(), |properties, tag| {
        properties.and(tag.schema.clone())
    });
    object_with(required, properties)
}

/// The content of a variant with its tag, and the tags of the unions around it. A content that allows no other
/// properties is written out.
fn content_with_tags(
    document: Document<'_>,
    ty: &TypeRef,
    rules: &Rules,
    tags: &[TagProperty<'_>],
) -> JsonObject {
    let add_tags = |content: JsonObject| {
        tags.iter().rev().fold(content, |content, tag| {
            content.with_property(tag.name, tag.schema.clone(), tag.is_required)
        })
    };
    if let Type::Map(_) = ty.ty {
        let map = TypeRef {
            alias: None,
            ..ty.clone()
        };
        return add_tags(schema(document, &map, &with_more_items(rules, tags)));
    }
    if !is_strict(document, ty, tags.len()) {
        let content = schema(document, ty, rules);
        let all = vec![content.into(), tags_alone(tags).into()];
        return JsonObject::new().with("allOf", all);
    }
    match (document.api.object(ty), tagged_union(document, ty)) {
        (Some(object), _) => add_tags(schemas::object(document, object)),
        (None, Some(union)) => {
            let variants = union.variants.iter().map(|variant| {
                let own = tag_property(union, variant);
                let tags: Vec<TagProperty<'_>> = tags.iter().cloned().chain(own).collect();
                Value::from(match &variant.ty {
                    Some(ty) => content_with_tags(document, ty, &variant.rules, &tags),
                    None => tags_alone(&tags),
                })
            });
            JsonObject::new().with("oneOf", variants.collect::<Vec<Value>>())
        }
        (None, None) => add_tags(schema(document, ty, rules)),
    }
}

/// The rules of a map that also has these tags.
fn with_more_items(rules: &Rules, tags: &[TagProperty<'_>]) -> Rules {
    let count = |tags: usize| u64::try_from(tags).unwrap_or(u64::MAX);
    let required = count(tags.iter().filter(|tag| tag.is_required).count());
    let all = count(tags.len());
    Rules {
        min_items: rules.min_items.map(|least| least.saturating_add(required)),
        max_items: rules.max_items.map(|most| most.saturating_add(all)),
        ..rules.clone()
    }
}

/// The union of a type whose variants have their tag among their fields.
fn tagged_union<'a>(document: Document<'a>, ty: &TypeRef) -> Option<&'a Union> {
    let Type::Named(id) = ty.ty else { return None };
    match &document.api.type_def(id).kind {
        TypeKind::Union(union) => matches!(union.tagging, Tagging::Field { .. }).then_some(union),
        TypeKind::Object(_)
        | TypeKind::Tuple(_)
        | TypeKind::Enum(_)
        | TypeKind::Newtype(_)
        | TypeKind::Alias(_) => None,
    }
}

/// How many unions inside of each other are written out.
const MOST_NESTED: usize = 4;

/// Whether a content limits properties that it does not declare, such as the tags of the unions around it.
fn is_strict(document: Document<'_>, ty: &TypeRef, depth: usize) -> bool {
    if let Type::Map(_) = ty.ty {
        return true;
    }
    if let Some(object) = document.api.object(ty) {
        return match &object.others {
            AdditionalFields::Rejected | AdditionalFields::Kept(..) => true,
            AdditionalFields::Ignored | AdditionalFields::Union(_) => false,
        };
    }
    let Some(union) = tagged_union(document, ty) else {
        return false;
    };
    // A value of no variant may have any properties.
    let is_closed = !union.open.is_open_in_requests();
    is_closed && depth < MOST_NESTED && union.types().any(|ty| is_strict(document, ty, depth + 1))
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
