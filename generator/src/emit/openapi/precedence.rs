//! Values that fit several variants of a union without a tag: which of these the server chooses, as schemas.
//!
//! The kind of a value and the fields that it has decide which variant it is, before anything else is checked. A schema
//! of the variants alone would accept values that fit only a variant that is not chosen.

use super::json_object::object;
use super::scalars::json_type;
use super::schemas::{constant_schema, schema};
use super::{Document, JsonObject};
use crate::api::{
    AdditionalFields, EnumKind, Integer, JsonKind, Object, Presence, Rules, Scalar, TagKind,
    Tagging, Type, TypeKind, TypeRef, Union, UnionVariant, Value,
};
use crate::extensions::IMPLIED;

/// What is added to the schema of a variant: whole numbers are an integer instead of any number, objects with the
/// required fields of a variant are this variant instead of one without required fields, and what another variant is
/// recognized by is that variant instead of any JSON value.
pub(super) fn excluded(document: Document<'_>, union: &Union, ty: &TypeRef) -> JsonObject {
    match kind(document, ty) {
        Kind::Scalar(JsonKind::Number) if has_limited_integer(document, union) => {
            not(JsonObject::of_type("integer"))
        }
        Kind::Scalar(JsonKind::Any) => every_variant(document, union),
        Kind::Object if is_loose(document, ty) => {
            let others = union.types().filter(|other| match kind(document, other) {
                Kind::Object => !is_loose(document, other),
                Kind::Union => true,
                Kind::Scalar(_) | Kind::Known | Kind::List => false,
            });
            any_of(others.map(|other| recognized_by(document, other, 0).into()))
        }
        Kind::Scalar(_) | Kind::Known | Kind::List | Kind::Object | Kind::Union => {
            JsonObject::new()
        }
    }
}

/// The exclusion of values that match any of these schemas.
fn any_of(schemas: impl Iterator<Item = Value>) -> JsonObject {
    let mut different: Vec<Value> = Vec::new();
    for schema in schemas {
        if !different.contains(&schema) {
            different.push(schema);
        }
    }
    match different.is_empty() {
        true => JsonObject::new(),
        false => not(JsonObject::new().with("anyOf", different)),
    }
}

/// Whether an object has no required fields, so that nothing in a value says that it is this object.
fn is_loose(document: Document<'_>, ty: &TypeRef) -> bool {
    document.api.object(ty).is_some_and(|object| {
        let mut fields = object.fields.iter();
        let mut constants = object.constants.iter();
        fields.all(|field| field.presence != Presence::Required)
            && constants.all(|constant| !constant.required)
    })
}

/// A value of an open union that is of no variant.
pub(super) fn every_variant(document: Document<'_>, union: &Union) -> JsonObject {
    let kinds: Vec<(&TypeRef, Kind)> = union.types().map(|ty| (ty, kind(document, ty))).collect();
    let count = |wanted: Kind| kinds.iter().filter(|(_, kind)| *kind == wanted).count();
    let any = Kind::Scalar(JsonKind::Any);
    let is_simple = count(any) + count(Kind::Union) == 0;
    let others = kinds.iter().filter(|(_, kind)| *kind != any);
    let recognized = others.map(|(ty, kind)| match kind {
        // Nothing else is a list, or an object.
        Kind::List if is_simple && count(Kind::List) == 1 => JsonObject::of_type("array"),
        Kind::Object if is_simple && count(Kind::Object) == 1 => JsonObject::of_type("object"),
        Kind::Scalar(_) | Kind::Known | Kind::List | Kind::Object | Kind::Union => {
            recognized_by(document, ty, 0)
        }
    });
    let null = std::iter::once(JsonObject::of_type("null"));
    any_of(null.chain(recognized).map(Value::from))
}

/// The exclusion of values. Readers of the document know it from the other variants.
fn not(values: JsonObject) -> JsonObject {
    JsonObject::new().with("not", values.with(IMPLIED, true))
}

/// Whether a variant is an integer, but not every integer.
fn has_limited_integer(document: Document<'_>, union: &Union) -> bool {
    let any = Type::Scalar(Scalar::Integer(Integer::Int64));
    union.variants.iter().any(|variant| {
        let is_any = |ty: &TypeRef| ty.ty == any && variant.rules.is_empty();
        variant
            .ty
            .as_ref()
            .is_some_and(|ty| kind(document, ty) == Kind::Scalar(JsonKind::Integer) && !is_any(ty))
    })
}

/// What kind of values a type has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Scalar(JsonKind),
    /// The values of a closed enumeration, which are looked for before other values.
    Known,
    List,
    Object,
    Union,
}

fn kind(document: Document<'_>, ty: &TypeRef) -> Kind {
    match &ty.ty {
        Type::Scalar(scalar) => Kind::Scalar(scalar.json()),
        Type::List(_) => Kind::List,
        Type::Map(_) => Kind::Object,
        Type::Named(id) => match &document.api.type_def(*id).kind {
            TypeKind::Newtype(newtype) => Kind::Scalar(newtype.scalar.json()),
            TypeKind::Enum(values) => match (values.open.keeps_others(), values.kind) {
                (false, EnumKind::Text | EnumKind::Integer | EnumKind::Number) => Kind::Known,
                (_, kind) => Kind::Scalar(kind.scalar().json()),
            },
            TypeKind::Alias(alias) => kind(document, &alias.ty),
            TypeKind::Object(_) => Kind::Object,
            TypeKind::Tuple(_) => Kind::List,
            TypeKind::Union(_) => Kind::Union,
        },
    }
}

/// How deep lists and unions are looked into. The values inside may be of any kind.
const DEEPEST: usize = 4;

/// The values that are recognized as of a type, whether or not they are valid.
fn recognized_by(document: Document<'_>, ty: &TypeRef, depth: usize) -> JsonObject {
    let array = || JsonObject::of_type("array");
    let first = |item: &TypeRef| match depth < DEEPEST {
        true => array().with(
            "prefixItems",
            vec![recognized_by(document, item, depth + 1).into()],
        ),
        false => array(),
    };
    if let Kind::Scalar(kind) = kind(document, ty) {
        return JsonObject::new().with_option("type", json_type(kind));
    }
    match &ty.ty {
        Type::List(item) => first(item),
        Type::Map(_) | Type::Scalar(_) => JsonObject::of_type("object"),
        Type::Named(id) => match &document.api.type_def(*id).kind {
            TypeKind::Object(object) => with_fields(object),
            TypeKind::Tuple(tuple) => match tuple.elements.first() {
                Some(element) if kind(document, &element.ty) != Kind::List => first(&element.ty),
                Some(_) => array().with("prefixItems", vec![array().into()]),
                None => array(),
            },
            TypeKind::Union(union) => of_union(document, union, depth),
            TypeKind::Alias(alias) => recognized_by(document, &alias.ty, depth),
            TypeKind::Enum(_) | TypeKind::Newtype(_) => schema(document, ty, Rules::NONE),
        },
    }
}

/// Objects with the required fields and the constants of an object, and no unknown fields if it is closed.
fn with_fields(object: &Object) -> JsonObject {
    let constants = object.constants.iter();
    let fields = object.fields.iter();
    let is_closed = object.others == AdditionalFields::Rejected;
    let required = constants
        .clone()
        .filter_map(|constant| constant.required.then_some(&constant.name))
        .chain(
            fields
                .clone()
                .filter(|field| field.presence == Presence::Required)
                .map(|field| &field.name),
        );
    let required = required.map(|name| name.as_str().into());
    let constants = constants.map(|constant| (&constant.name, constant_schema(&constant.value)));
    let known = fields
        .filter(|_| is_closed)
        .map(|field| (&field.name, JsonObject::new()));
    JsonObject::of_type("object")
        .with_list("required", required)
        .with_nonempty("properties", constants.chain(known).collect())
        .with_option("additionalProperties", is_closed.then_some(false))
}

fn of_union(document: Document<'_>, union: &Union, depth: usize) -> JsonObject {
    let tags = |kind: TagKind| {
        let variants = union.variants.iter();
        let tags = variants.flat_map(UnionVariant::tags);
        let tags: Vec<Value> = tags.map(|tag| kind.value(tag)).collect();
        JsonObject::new().with("enum", tags)
    };
    let tagged = |path: &[String], kind: TagKind, has_default: bool| match (path, has_default) {
        ([name], true) => JsonObject::of_type("object")
            .with("properties", JsonObject::new().with(name, tags(kind))),
        (path, _) => path
            .iter()
            .rev()
            .fold(tags(kind), |inner, name| object([(name, inner)])),
    };
    match &union.tagging {
        Tagging::Field {
            path,
            kind,
            default,
        } => tagged(path, *kind, default.is_some()),
        Tagging::Beside {
            tag, kind, default, ..
        } => tagged(std::slice::from_ref(tag), *kind, default.is_some()),
        Tagging::Name => JsonObject::of_type("object")
            .with("minProperties", 1)
            .with("maxProperties", 1)
            .with("propertyNames", tags(TagKind::Text)),
        Tagging::None if depth < DEEPEST => {
            let variants = union
                .types()
                .map(|ty| recognized_by(document, ty, depth + 1).into());
            JsonObject::new().with("anyOf", variants.collect::<Vec<Value>>())
        }
        Tagging::None => JsonObject::new(),
    }
}
