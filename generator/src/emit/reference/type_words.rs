//! Types in words, with links to their descriptions.

use super::html::type_anchor;
use crate::api::{Api, Type, TypeRef};
use crate::emit::markdown::RichText;

/// A type in words, with links to named types. Whether it is nullable is shown next to it.
pub(super) fn type_words(api: &Api, ty: &TypeRef) -> RichText {
    let mut words = RichText::default();
    push_type(api, ty, &mut words);
    words
}

fn push_type(api: &Api, ty: &TypeRef, words: &mut RichText) {
    let inner = match &ty.ty {
        Type::Scalar(scalar) => return words.push_text(scalar.name()),
        Type::Named(id) => {
            let name = &api.type_def(*id).name;
            return words.push(&RichText::link(&type_anchor(name), name));
        }
        Type::List(inner) => {
            words.push_text("list of ");
            inner
        }
        Type::Map(inner) => {
            words.push_text("map of ");
            inner
        }
    };
    push_type(api, inner, words);
    if inner.nullable {
        words.push_text(" or null");
    }
}
