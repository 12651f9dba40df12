//! Schemas: the named types, and what refers to them.

use std::collections::BTreeSet;

use super::members::reference;
use super::scalars::{bounds, count, form, json_type};
use super::{Document, Members, error_schema, text};
use crate::api::{
    Api, Enum, Field, Object, Presence, Rules, Scalar, Sensitivity, Type, TypeDef, TypeId,
    TypeKind, TypeRef, Value,
};
use crate::emit::docs;

/// One schema a named type, and that of error responses.
pub(super) fn components(document: Document<'_>) -> Members {
    let types = document.api.types.iter().enumerate();
    let types = types.fold(Members::new(), |components, (index, definition)| {
        let is_sent = document.sent.contains(&TypeId(index));
        components.with(&definition.name, named(document, definition, is_sent))
    });
    types.and(error_schema::component(document))
}

fn named(document: Document<'_>, definition: &TypeDef, is_sent: bool) -> Members {
    let schema = match &definition.kind {
        TypeKind::Object(object) => self::object(document, object, is_sent),
        TypeKind::Enum(values) => enumeration(values),
        TypeKind::Newtype(newtype) => {
            let schema = scalar(newtype.scalar, false, &newtype.rules, is_sent);
            schema.and(password(newtype.scalar, definition.sensitivity))
        }
    };
    let values = match &definition.kind {
        TypeKind::Enum(values) => meanings(values),
        TypeKind::Object(_) | TypeKind::Newtype(_) => None,
    };
    let description = text::join([text::description(&definition.notes, None), values]);
    Members::new()
        .unless_none("description", description)
        .and(schema)
        .unless_none(
            "examples",
            definition.example.clone().map(|example| vec![example]),
        )
        .and(text::flags(&definition.notes))
        .and(text::sensitivity(definition.sensitivity))
}

fn object(document: Document<'_>, object: &Object, is_sent: bool) -> Members {
    let required: Vec<Value> = object
        .fields
        .iter()
        .filter(|field| field.presence == Presence::Required)
        .map(|field| field.name.as_str().into())
        .collect();
    let properties = object.fields.iter();
    let properties = properties.fold(Members::new(), |properties, field| {
        properties.with(&field.name, property(document, field, is_sent))
    });
    let others = object.others.as_ref();
    let others = others.map(|ty| schema(document, ty, &Rules::default(), is_sent));
    Members::new()
        .with("type", "object")
        .unless_none("required", (!required.is_empty()).then_some(required))
        .unless_empty("properties", properties)
        .unless_none("additionalProperties", others)
}

fn property(document: Document<'_>, field: &Field, is_sent: bool) -> Members {
    Members::new()
        .unless_none("description", text::description(&field.notes, None))
        .and(schema(document, &field.ty, &field.rules, is_sent))
        .and(secrecy(&field.ty, field.sensitivity))
        .unless_none("default", default(&field.presence))
        .unless_none(
            "examples",
            field.example.clone().map(|example| vec![example]),
        )
        .and(text::flags(&field.notes))
        .and(text::sensitivity(field.sensitivity))
}

/// The value that holds where none is given.
pub(super) fn default(presence: &Presence) -> Option<Value> {
    match presence {
        Presence::Default(value) => Some(value.clone()),
        Presence::Required | Presence::Optional => None,
    }
}

/// `format: password` for a secret that is a plain string.
pub(super) fn secrecy(ty: &TypeRef, sensitivity: Sensitivity) -> Members {
    match ty.ty {
        Type::Scalar(scalar) => password(scalar, sensitivity),
        Type::Named(_) | Type::List(_) | Type::Map(_) => Members::new(),
    }
}

fn password(scalar: Scalar, sensitivity: Sensitivity) -> Members {
    if scalar == Scalar::String && sensitivity == Sensitivity::Secret {
        Members::new().with("format", "password")
    } else {
        Members::new()
    }
}

fn enumeration(values: &Enum) -> Members {
    let known = values.values.iter();
    let known: Vec<Value> = known.map(|value| value.value.as_str().into()).collect();
    let text = Members::new().with("type", "string");
    if values.open {
        let known = text.clone().with("enum", known);
        Members::new().with("anyOf", vec![known.into(), text.into()])
    } else {
        text.with("enum", known)
    }
}

/// What the values of an enumeration mean, and whether others may come.
fn meanings(values: &Enum) -> Option<String> {
    let meaning = |(value, doc): (&str, &str)| {
        text::markdown(&format!("- {}: {}", docs::code(value), docs::one_line(doc)))
    };
    let described = values.values.iter();
    let described: Vec<String> = described
        .filter_map(|value| Some((value.value.as_str(), value.doc.as_deref()?)))
        .map(meaning)
        .collect();
    let open = values.open.then(|| "Other values may come.".to_owned());
    text::join([(!described.is_empty()).then(|| described.join("\n")), open])
}

/// The schema of a use of a type.
pub(super) fn schema(
    document: Document<'_>,
    ty: &TypeRef,
    rules: &Rules,
    is_sent: bool,
) -> Members {
    let inner = |ty: &TypeRef| schema(document, ty, &Rules::default(), is_sent);
    match &ty.ty {
        Type::Scalar(of) => scalar(*of, ty.nullable, rules, is_sent),
        Type::Named(id) => {
            let named = reference("schemas", &document.api.type_def(*id).name);
            if ty.nullable {
                let null = Members::new().with("type", "null");
                Members::new().with("anyOf", vec![named.into(), null.into()])
            } else {
                named
            }
        }
        Type::List(item) => typed("array", ty.nullable)
            .with("items", inner(item))
            .unless_none("minItems", rules.min_items.map(count))
            .unless_none("maxItems", rules.max_items.map(count)),
        Type::Map(value) => typed("object", ty.nullable).with("additionalProperties", inner(value)),
    }
}

fn scalar(scalar: Scalar, nullable: bool, rules: &Rules, is_sent: bool) -> Members {
    let typed = json_type(scalar).map_or_else(Members::new, |name| typed(name, nullable));
    typed.and(form(scalar)).and(bounds(scalar, rules, is_sent))
}

fn typed(name: &str, nullable: bool) -> Members {
    if nullable {
        Members::new().with("type", vec![name.into(), "null".into()])
    } else {
        Members::new().with("type", name)
    }
}

/// The types that requests hold, in parameters or in bodies.
pub(super) fn sent(api: &Api) -> BTreeSet<TypeId> {
    let roots = api.operations.iter().flat_map(|operation| {
        let parameters = operation.parameters.iter().map(|parameter| &parameter.ty);
        parameters.chain(operation.body.iter().map(|body| &body.ty))
    });
    let mut open: Vec<TypeId> = roots.filter_map(target).collect();
    let mut sent = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !sent.insert(id) {
            continue;
        }
        if let TypeKind::Object(object) = &api.type_def(id).kind {
            let members = object.fields.iter().map(|field| &field.ty);
            open.extend(members.chain(&object.others).filter_map(target));
        }
    }
    sent
}

fn target(ty: &TypeRef) -> Option<TypeId> {
    match &ty.ty {
        Type::Scalar(_) => None,
        Type::Named(id) => Some(*id),
        Type::List(inner) | Type::Map(inner) => target(inner),
    }
}
