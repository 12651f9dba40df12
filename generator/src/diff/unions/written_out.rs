//! Unions that are the same on the wire, although only one document has a word for it: the content of a variant is a
//! field beside its tag, or the only field, and the other document writes an object with these fields.

use crate::api::{
    AdditionalFields, Api, Object, Presence, Scalar, Tagging, Type, TypeKind, TypeRef, Union,
};

use super::super::values::Use;

/// A tag, its variant, and the content that this has.
pub(super) type Held<'a> = super::Tagged<'a, Option<Use<'a>>>;

/// The contents of two unions by their tags, if one of them describes with objects what the other one says by its
/// tagging.
pub(super) fn contents<'a>(
    (old_api, old): (&'a Api, &'a Union),
    (new_api, new): (&'a Api, &'a Union),
) -> Option<(Vec<Held<'a>>, Vec<Held<'a>>)> {
    match (&old.tagging, &new.tagging) {
        (Tagging::Beside { .. }, Tagging::Field { .. }) | (Tagging::Name, Tagging::None) => {
            Some((stated(old), written_out(new_api, new, &old.tagging)?))
        }
        (Tagging::Field { .. }, Tagging::Beside { .. }) | (Tagging::None, Tagging::Name) => {
            Some((written_out(old_api, old, &new.tagging)?, stated(new)))
        }
        (Tagging::Field { .. } | Tagging::None, Tagging::Field { .. } | Tagging::None)
        | (Tagging::Beside { .. } | Tagging::Name, Tagging::Beside { .. } | Tagging::Name)
        | (Tagging::Beside { .. }, Tagging::None)
        | (Tagging::None, Tagging::Beside { .. })
        | (Tagging::Name, Tagging::Field { .. })
        | (Tagging::Field { .. }, Tagging::Name) => None,
    }
}

fn stated(union: &Union) -> Vec<Held<'_>> {
    let variants = union.variants.iter().enumerate();
    let contents = variants.flat_map(|(index, variant)| {
        let content = variant.ty.as_ref().map(|ty| Use::Of(ty, &variant.rules));
        let tags = variant.tags();
        tags.map(move |tag| (tag.as_str(), index, content))
    });
    contents.collect()
}

/// The contents of a union of objects, which another union has in the place that its tagging says.
fn written_out<'a>(api: &'a Api, union: &'a Union, place: &Tagging) -> Option<Vec<Held<'a>>> {
    match (place, &union.tagging) {
        (
            Tagging::Beside {
                tag,
                value,
                kind,
                default,
            },
            Tagging::Field {
                path,
                kind: own_kind,
                default: own_default,
            },
        ) if path.as_slice() == [tag.as_str()] && (kind, default) == (own_kind, own_default) => {
            let mut contents = Vec::new();
            for (index, variant) in union.variants.iter().enumerate() {
                let content = match &variant.ty {
                    Some(ty) => beside(object(api, &ty.ty)?, tag, value)?,
                    None => None,
                };
                let tags = variant.tags();
                contents.extend(tags.map(|tag| (tag.as_str(), index, content)));
            }
            Some(contents)
        }
        (Tagging::Name, Tagging::None) => {
            let variants = union.variants.iter().enumerate();
            let contents = variants.map(|(index, variant)| {
                let (name, content) = only_field(api, object(api, &variant.ty.as_ref()?.ty)?)?;
                Some((name, index, content))
            });
            contents.collect()
        }
        (Tagging::Beside { .. } | Tagging::Field { .. } | Tagging::Name | Tagging::None, _) => None,
    }
}

/// What is in a field beside a tag: nothing, if there is no such field. `None` if the object has other fields.
fn beside<'a>(object: &'a Object, tag: &str, value: &str) -> Option<Option<Use<'a>>> {
    let mut constants = object.constants.iter();
    let mut fields = object.fields.iter().filter(|field| field.name != tag);
    let content = match (fields.next(), fields.next()) {
        (None, _) => None,
        (Some(only), None) if only.name == value && only.presence == Presence::Required => {
            Some(Use::Of(&only.ty, &only.rules))
        }
        (Some(_), _) => return None,
    };
    constants
        .all(|constant| constant.name == tag)
        .then_some(content)
}

/// The name and the value of the only field that an object may have.
fn only_field<'a>(api: &'a Api, variant: &'a Object) -> Option<(&'a str, Option<Use<'a>>)> {
    let is_closed = variant.is_closed || matches!(variant.others, AdditionalFields::Rejected);
    let [field] = variant.fields.as_slice() else {
        return None;
    };
    let is_alone = variant.constants.is_empty() && field.presence == Presence::Required;
    // A variant without content has an empty object.
    let content = (!is_any_object(api, &field.ty)).then(|| Use::Of(&field.ty, &field.rules));
    (is_closed && is_alone).then_some((field.name.as_str(), content))
}

fn object<'a>(api: &'a Api, ty: &Type) -> Option<&'a Object> {
    let Type::Named(id) = ty else { return None };
    match &api.type_def(*id).kind {
        TypeKind::Object(object) => Some(object),
        TypeKind::Alias(alias) => object(api, &alias.ty.ty),
        TypeKind::Tuple(_) | TypeKind::Enum(_) | TypeKind::Union(_) | TypeKind::Newtype(_) => None,
    }
}

fn is_any_object(api: &Api, ty: &TypeRef) -> bool {
    let is_json = |ty: &TypeRef| ty.ty == Type::Scalar(Scalar::Json);
    match (&ty.ty, object(api, &ty.ty)) {
        (Type::Map(values), _) => is_json(values),
        (_, Some(object)) => {
            object.constants.is_empty()
                && object.fields.is_empty()
                && object.others == AdditionalFields::Ignored
        }
        (Type::Scalar(_) | Type::List(_) | Type::Named(_), None) => false,
    }
}
