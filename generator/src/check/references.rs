//! Names that refer to nothing, and what to write instead.

use crate::api::Scalar;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Spanned;
use crate::words::{closest, listed, type_help};

const UNKNOWN_TYPE: Code = Code("E0301");

/// A type that is neither declared nor a scalar.
pub(super) fn unknown_type<'k>(
    name: Spanned<&'k str>,
    declared: impl Iterator<Item = &'k str> + Clone,
) -> Diagnostic {
    let message = format!("there is no type `{}`", name.value);
    let diagnostic = Diagnostic::error(UNKNOWN_TYPE, message, name.span).label("not declared");
    if let Some(near) = closest(name.value, declared.clone()) {
        return diagnostic.did_you_mean(name.value, near);
    }
    if let Some(help) = type_help(name.value) {
        return diagnostic.help(help);
    }
    if let Some(longer) = abbreviated(name.value, declared) {
        return diagnostic.did_you_mean(name.value, longer);
    }
    match closest(name.value, Scalar::ALL.iter().map(|scalar| scalar.name())) {
        Some(near) => diagnostic.did_you_mean(name.value, near),
        None => {
            diagnostic.help("declare it under `types`, or use a scalar: `string`, `integer`, …")
        }
    }
}

/// A pager where a type belongs.
pub(super) fn pager_alone(name: Spanned<&str>) -> Diagnostic {
    let message = format!("`{}` is a pager, not a type", name.value);
    let diagnostic = Diagnostic::error(UNKNOWN_TYPE, message, name.span);
    diagnostic.help(format!(
        "an operation returns a page of a type: `returns: {}<…>`",
        name.value
    ))
}

/// The shortest declared name that begins with the given one: `Lang` for `Language`.
fn abbreviated<'k>(name: &str, declared: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    const SHORTEST: usize = 3;
    declared
        .filter(|longer| name.len() >= SHORTEST && longer.starts_with(name))
        .min_by_key(|longer| longer.len())
}

/// A newtype of an unknown name.
pub(super) fn unknown_scalar(name: Spanned<&String>) -> Diagnostic {
    let scalars = Scalar::ALL.iter();
    let scalars = scalars.filter(|scalar| **scalar != Scalar::Json);
    let message = format!("there is no scalar `{}`", name.value);
    let diagnostic = Diagnostic::error(UNKNOWN_TYPE, message, name.span);
    let near = closest(name.value, scalars.map(|scalar| scalar.name()));
    let allowed = "a newtype holds a scalar other than `json`, such as `string` or `integer`";
    match (near, type_help(name.value)) {
        (Some(near), _) => diagnostic.did_you_mean(name.value, near),
        (None, Some(help)) => diagnostic.note(allowed).help(help),
        (None, None) => diagnostic.help(allowed),
    }
}

/// A name that is not declared, with the nearest declared one.
pub(super) fn undeclared<'k>(
    code: Code,
    what: &str,
    section: &str,
    name: &Spanned<String>,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Diagnostic {
    let message = format!("there is no {what} `{}`", name.value);
    let diagnostic = Diagnostic::error(code, message, name.span).label("not declared");
    match closest(&name.value, known.clone()) {
        Some(near) => diagnostic.did_you_mean(&name.value, near),
        None => diagnostic.help(format!("`{section}` declares {}", listed(known))),
    }
}
