//! Text of documents, and types, in messages.

use std::fmt;

use super::values::Use;
use crate::api::{Api, Type, TypeKind, TypeRef};

/// Text as code: between backticks, and between more of them than it has (CommonMark 0.31, section 6.1).
pub(crate) struct Quoted<'t>(pub(crate) &'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(text) = self;
        let runs = text.split(|c| c != '`').map(str::len);
        match runs.max().unwrap_or_default() {
            0 => write!(f, "`{text}`"),
            longest => {
                let fence = "`".repeat(longest + 1);
                write!(f, "{fence} {text} {fence}")
            }
        }
    }
}

/// What became of data that was text, or JSON.
pub(super) const fn text_or_json(was_text: bool) -> &'static str {
    match was_text {
        true => "was text, and is JSON",
        false => "was JSON, and is text",
    }
}

/// A use of a type as the language writes it.
pub(super) fn words(api: &Api, value: Use<'_>) -> String {
    match value {
        Use::Constant(value) => format!("always {value}"),
        Use::ListOf(item) => format!("`list<{}>`", type_words(api, item)),
        Use::Of(ty, _) | Use::InPath(ty, _) => format!("`{}`", type_words(api, ty)),
    }
}

/// What a type is, by its definition.
pub(super) fn kind_words(api: &Api, kind: &TypeKind) -> String {
    match kind {
        TypeKind::Object(_) => "an object".to_owned(),
        TypeKind::Tuple(_) => "a tuple".to_owned(),
        TypeKind::Enum(values) => format!("an enumeration of `{}`", values.kind.scalar().name()),
        TypeKind::Union(_) => "a union".to_owned(),
        TypeKind::Newtype(newtype) => format!("a newtype of `{}`", newtype.scalar.name()),
        TypeKind::Alias(alias) => format!("an alias of `{}`", type_words(api, &alias.ty)),
    }
}

fn type_words(api: &Api, ty: &TypeRef) -> String {
    let null = if ty.nullable { "?" } else { "" };
    let text = match &ty.ty {
        Type::Scalar(scalar) => scalar.name().to_owned(),
        Type::Named(id) => api.type_def(*id).name.clone(),
        Type::List(item) => format!("list<{}>", type_words(api, item)),
        Type::Map(value) => format!("map<{}>", type_words(api, value)),
    };
    text + null
}
