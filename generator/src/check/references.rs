//! Names that refer to nothing, and what may have been meant.

use crate::api::Scalar;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Spanned;
use crate::spec::{closest, listed};

const UNKNOWN_TYPE: Code = Code("E0301");

/// What other languages call a scalar.
const OTHER_WORDS: [(&[&str], Scalar); 8] = [
    (&["text", "str", "char"], Scalar::String),
    (
        &["int", "i32", "i64", "u32", "u64", "long", "int32", "int64"],
        Scalar::Integer,
    ),
    (&["float", "double", "f32", "f64"], Scalar::Number),
    (&["bool"], Scalar::Boolean),
    (
        &["datetime", "date_time", "instant", "time"],
        Scalar::Timestamp,
    ),
    (&["guid"], Scalar::Uuid),
    (&["binary", "base64", "blob"], Scalar::Bytes),
    (&["any"], Scalar::Json),
];

/// A type that is neither a scalar nor one of those that are declared.
pub(super) fn unknown_type<'k>(
    name: Spanned<&'k str>,
    declared: impl Iterator<Item = &'k str>,
) -> Diagnostic {
    let known = declared.chain(Scalar::ALL.iter().map(|scalar| scalar.name()));
    let message = format!("there is no type `{}`", name.value);
    let diagnostic = Diagnostic::error(UNKNOWN_TYPE, message, name.span).label("not declared");
    match closest(name.value, known).or_else(|| scalar_called(name.value)) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => {
            diagnostic.help("declare it under `types`, or use a scalar: `string`, `integer`, …")
        }
    }
}

/// A newtype of a name that nothing has.
pub(super) fn unknown_scalar(name: Spanned<&String>) -> Diagnostic {
    let scalars = Scalar::ALL
        .iter()
        .filter(|scalar| **scalar != Scalar::Json)
        .map(|scalar| scalar.name());
    let message = format!("there is no scalar `{}`", name.value);
    let diagnostic = Diagnostic::error(UNKNOWN_TYPE, message, name.span);
    let near = closest(name.value, scalars.clone()).or_else(|| scalar_called(name.value));
    match near.filter(|near| *near != Scalar::Json.name()) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic.help(format!("a newtype holds one of {}", listed(scalars))),
    }
}

fn scalar_called(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    OTHER_WORDS
        .iter()
        .find(|(words, _)| words.contains(&word.as_str()))
        .map(|(_, scalar)| scalar.name())
}

/// A name that is not declared, with the nearest one that is.
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
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic.help(format!("`{section}` declares {}", listed(known))),
    }
}
