//! Names that are not on the wire have to be good Rust names of their own, and distinct.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::naming::{PRELUDE, camel, plain_snake};
use crate::source::{Span, Spanned};
use crate::spec::{Document, EnumValueEntry, FieldEntry, TypeEntryKind};
use std::collections::HashMap;

const SAME_NAME: Code = Code("E0201");
const RESERVED_NAME: Code = Code("E0202");
const WRONG_CASE: Code = Code("E0203");
const REPEATED: Code = Code("E0204");
const EMPTY_NAME: Code = Code("E0205");

/// Names of generated items that stand beside the document's own.
const OWN_ITEMS: [&str; 19] = [
    "Arc",
    "AuthError",
    "BTreeMap",
    "BearerToken",
    "Builder",
    "Call",
    "Client",
    "ClientBuilder",
    "Error",
    "Items",
    "Key",
    "Operation",
    "Page",
    "Rejected",
    "Response",
    "Retry",
    "Router",
    "ServerConfig",
    "Try",
];

/// Methods that the trait or the client has besides the operations.
const OWN_METHODS: [&str; 3] = ["authenticate", "permits", "builder"];

pub(super) fn check(document: &Document, faults: &mut Diagnostics) {
    check_items(document, faults);
    for operation in &document.operations {
        check_snake("an operation", &operation.name, faults);
        if OWN_METHODS.contains(&operation.name.value.as_str()) {
            faults.push(reserved(
                &operation.name,
                "generated code has a method of that name",
            ));
        }
    }
    for (key, _) in document.auth.iter().flat_map(|auth| &auth.keys) {
        check_snake("a kind of key", key, faults);
        if key.value == "none" {
            faults.push(reserved(key, "`key: none` asks for no credentials"));
        }
    }
    for entry in &document.types {
        match &entry.kind {
            TypeEntryKind::Object { fields, .. } => check_fields("field", fields, faults),
            TypeEntryKind::Enum { values, .. } => check_values(values, faults),
            TypeEntryKind::Newtype { .. } => {}
        }
    }
}

/// Types, errors and what comes of operations share one namespace, so that a file can import any of
/// them.
fn check_items(document: &Document, faults: &mut Diagnostics) {
    // A handler's failure is a type of its own where the document does not describe the status 500.
    let describes_500 = document
        .errors
        .iter()
        .any(|error| error.status.value == 500);
    let mut taken: HashMap<String, (Span, String)> = HashMap::new();
    let mut claim =
        |item: String, name: &Spanned<String>, what: String, faults: &mut Diagnostics| {
            let internal = item == "Internal" && !describes_500;
            if internal || PRELUDE.contains(&item.as_str()) || OWN_ITEMS.contains(&item.as_str()) {
                faults.push(reserved(
                    name,
                    &format!("generated code relies on the name `{item}`"),
                ));
            } else if let Some((span, other)) = taken.get(&item) {
                let message = format!("{what} and {other} would both be called `{item}` in Rust");
                let diagnostic =
                    Diagnostic::error(SAME_NAME, message, name.span).label("this name");
                faults.push(
                    diagnostic
                        .also(*span, "and this one")
                        .help("rename one of the two"),
                );
            } else {
                taken.insert(item, (name.span, what));
            }
        };
    for entry in &document.types {
        check_camel("a type", &entry.name, faults);
        let rust_name = camel(&entry.name.value);
        let what = format!("the type `{}`", entry.name.value);
        if matches!(entry.kind, TypeEntryKind::Object { .. }) {
            claim(
                format!("{rust_name}Builder"),
                &entry.name,
                format!("the builder of {what}"),
                faults,
            );
        }
        claim(rust_name, &entry.name, what, faults);
    }
    for error in &document.errors {
        check_camel("an error", &error.name, faults);
        claim(
            camel(&error.name.value),
            &error.name,
            format!("the error `{}`", error.name.value),
            faults,
        );
    }
    for operation in &document.operations {
        let camel = camel(&operation.name.value);
        let what = |part: &str| format!("the {part} of the operation `{}`", operation.name.value);
        claim(camel.clone(), &operation.name, what("arguments"), faults);
        claim(
            format!("{camel}Error"),
            &operation.name,
            what("errors"),
            faults,
        );
        claim(
            format!("{camel}Call"),
            &operation.name,
            what("call"),
            faults,
        );
    }
    check_camel("an API", &document.api.name, faults);
    let handler_trait = format!("{}Api", camel(&document.api.name.value));
    claim(
        handler_trait,
        &document.api.name,
        "the handler trait".to_owned(),
        faults,
    );
}

pub(super) fn check_fields(what: &str, fields: &[FieldEntry], faults: &mut Diagnostics) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for field in fields {
        let name = &field.name;
        if name.value.is_empty() {
            faults.push(Diagnostic::error(
                EMPTY_NAME,
                format!("a {what} has no name"),
                name.span,
            ));
        } else if let Some(first) = seen.insert(&name.value, name.span) {
            faults.push(repeated(what, name, first));
        }
    }
}

fn check_values(values: &[EnumValueEntry], faults: &mut Diagnostics) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for entry in values {
        if let Some(first) = seen.insert(&entry.value.value, entry.value.span) {
            faults.push(repeated("value", &entry.value, first));
        }
    }
}

/// `name` and `name?` are different keys in YAML and the same name here.
fn repeated(what: &str, name: &Spanned<String>, first: Span) -> Diagnostic {
    let message = format!("the {what} `{}` stands twice", name.value);
    Diagnostic::error(REPEATED, message, name.span)
        .label("the second one")
        .also(first, "the first one")
}

fn reserved(name: &Spanned<String>, why: &str) -> Diagnostic {
    Diagnostic::error(
        RESERVED_NAME,
        format!("`{}` cannot be used as a name here", name.value),
        name.span,
    )
    .label("reserved")
    .note(why.to_owned())
    .help("choose another name; it does not appear on the wire")
}

fn check_camel(what: &str, name: &Spanned<String>, faults: &mut Diagnostics) {
    check_case(what, name, camel(&name.value), faults);
}

fn check_snake(what: &str, name: &Spanned<String>, faults: &mut Diagnostics) {
    check_case(what, name, plain_snake(&name.value), faults);
}

/// `GPU` may stay `GPU` in the document; only what would surprise in Rust is a fault.
fn check_case(what: &str, name: &Spanned<String>, wanted: String, faults: &mut Diagnostics) {
    if name.value.eq_ignore_ascii_case(&wanted) && name.value.starts_with(|c| wanted.starts_with(c))
    {
        return;
    }
    let message = format!("`{}` is not a name for {what}", name.value);
    faults
        .push(Diagnostic::error(WRONG_CASE, message, name.span).help(format!("write `{wanted}`")));
}
