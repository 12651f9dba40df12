//! Strings with a special syntax as regular expressions, in the part of JavaScript's that all validators know.

use super::text_like;
use crate::api::{Method, Value};
use crate::document::MAX_DEPTH;
use crate::spec::language::NameForm;
use crate::words::type_words;

/// The definition of type expressions.
pub(super) const TYPE: &str = "type_expression";
/// The definitions of contents.
pub(super) const REQUEST_CONTENT: &str = "request_content";
pub(super) const RESPONSE_CONTENT: &str = "response_content";
pub(super) const ERROR_CONTENT: &str = "own_error_content";
/// The definition of routes.
pub(super) const ROUTE: &str = "route";

pub(super) const STATUS: &str = "^[1-5][0-9]{2}$";
const STATUS_OR_CLASS: &str = "^[1-5](?:[0-9]{2}|XX)$";
pub(super) const ERROR_STATUS: &str = "^(?:default|[1-5](?:[0-9]{2}|XX))$";
pub(super) const ERROR_STATUS_OR_NAME: &str = "^(?:[A-Z]|(?:default|[1-5](?:[0-9]{2}|XX))$)";
/// A size with its unit.
pub(super) const SIZE: &str = r"^\s*\+?0*[1-9][0-9]*\s*(?:KiB|MiB|GiB)\s*$";
/// The visible characters of ASCII, without the characters that end a URL in Markdown.
pub(super) const PAGE_URL: &str = "^https?://[!#-'*-;=?-Z_a-z~]*$";
/// A date of RFC 3339.
pub(super) const DATE: &str = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";
/// A path below the folder, without `.` and `..`.
pub(super) const PATH: &str = r"^(?:(?!\.{1,2}/)[^/\\:]+/)*[^/\\:]*\.ya?ml$";
pub(super) const CERTAIN: &str = r"[^?]$|^$";

const TYPE_DOC: &str = "A type is a scalar (`string`, `integer`, …), a name declared in `types`, `list<T>` or `map<T>`; \
                        `T?` may be null.";
const CONTENT_DOC: &str = "A content is a type, `text`, `binary`, `form<T>`, `multipart<T>`, `json_lines<T>` or, in \
                           responses, `none`, `events<T>` or the name of a pager, such as `page<T>`.";
const ERROR_CONTENT_DOC: &str = "The body of an error is a type, `text`, `binary` or `none`.";
const ROUTE_DOC: &str = "A route is a method and a path, such as `GET /books/{id}`.";

/// The definitions of strings with a special syntax.
pub(super) fn definitions() -> Vec<(&'static str, Value)> {
    let ty = type_expression();
    let content = content(&ty);
    let whole = |pattern: &str| format!(r"^\s*(?:{pattern})\s*$");
    vec![
        (TYPE, definition(TYPE_DOC, &whole(&ty))),
        (REQUEST_CONTENT, definition(CONTENT_DOC, &whole(&content))),
        (RESPONSE_CONTENT, definition(CONTENT_DOC, &whole(&content))),
        (ERROR_CONTENT, definition(ERROR_CONTENT_DOC, &whole(&ty))),
        (ROUTE, definition(ROUTE_DOC, &whole(&route()))),
    ]
}

fn definition(doc: &str, pattern: &str) -> Value {
    let mut fields = vec![("description".to_owned(), doc.into())];
    if let Value::Object(rest) = text_like(pattern) {
        fields.extend(rest);
    }
    // Editors show it instead of the pattern; validators ignore it.
    fields.push(("patternErrorMessage".to_owned(), doc.into()));
    Value::Object(fields)
}

/// A type, up to the depth that the reader accepts.
fn type_expression() -> String {
    // Letters, digits and `_`, and everything that is not ASCII.
    const NAME: &str = r"[^\x00-/:-@\[-\^`{-\x7F]+";
    let innermost = format!(r"{NAME}(?:\s*\?)?");
    (0..MAX_DEPTH).fold(innermost, |inner, _| {
        format!(r"(?:(?:list|map)\s*<\s*{inner}\s*>|{NAME})(?:\s*\?)?")
    })
}

/// A content. The name of a pager is not one of the words that other languages have for types.
fn content(ty: &str) -> String {
    let words: Vec<&str> = type_words()
        .filter(|word| {
            word.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        })
        .collect();
    let containers = r"form|multipart|json_lines|events";
    let pager = format!(r"(?!(?:{})\s*<)[a-z][A-Za-z0-9_]*", words.join("|"));
    format!(r"{ty}|(?:{containers}|{pager})\s*<\s*{ty}\s*>")
}

fn route() -> String {
    let literal = r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})+";
    let parameter = r"\{[A-Za-z0-9_-]+\}";
    let segment = format!(
        r"(?!\.{{1,2}}(?:/|\s*$))(?:{literal}(?:{parameter}{literal})*(?:{parameter})?|{parameter}(?:{literal}{parameter})*(?:{literal})?)"
    );
    let catch_all = r"\{\*[A-Za-z0-9_-]+\}";
    let methods: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
    format!(
        r"(?:{}) \s*/(?:(?:{segment})?(?:/(?:{segment})?)*|(?:(?:{segment})?/)*{catch_all})",
        methods.join("|")
    )
}

/// The pattern of names, if not all fit.
pub(super) fn of_name(form: NameForm) -> Option<&'static str> {
    match form {
        NameForm::Any | NameForm::AnyBut(_) => None,
        NameForm::Success => Some(STATUS_OR_CLASS),
        NameForm::ErrorStatus => Some(ERROR_STATUS),
        NameForm::Capital => Some("^[A-Z]"),
        NameForm::Integer => Some(r"^[+-]?[0-9]+$"),
        NameForm::Number => Some(r"^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$"),
        NameForm::Boolean => Some("^(?:true|false)$"),
    }
}
