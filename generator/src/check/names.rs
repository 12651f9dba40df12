//! Names of types, errors, operations and keys: their case, and that no two become the same Rust item.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::naming::{self, plain_camel, plain_snake};
use crate::source::{Span, Spanned};
use crate::spec::{Document, EnumValueEntry, FieldEntry, TypeEntryKind};
use std::collections::HashMap;

const SAME_NAME: Code = Code("E0201");
const RESERVED_NAME: Code = Code("E0202");
const WRONG_CASE: Code = Code("E0203");
const REPEATED: Code = Code("E0204");
const EMPTY_NAME: Code = Code("E0205");
const LONG_NAME: Code = Code("E0206");

/// The longest name of an item. rustdoc writes a file for each item, and names of files have at most 255 bytes.
const LONGEST: usize = 150;

pub(super) fn check(document: &Document, diagnostics: &mut Diagnostics) {
    check_types(document, diagnostics);
    check_operations(document, diagnostics);
    for (key, _) in document.auth.iter().flat_map(|auth| &auth.keys) {
        // In another case it would become `none`.
        if plain_snake(&key.value) == "none" {
            let why = "`key: none` means that no credentials are needed";
            diagnostics.push(reserved(key, why));
        } else {
            check_snake("a kind of key", key, diagnostics);
        }
    }
    for entry in &document.types {
        match &entry.kind {
            TypeEntryKind::Object { fields, .. } => check_fields("field", fields, diagnostics),
            TypeEntryKind::Enum { values, .. } => check_values(values, diagnostics),
            TypeEntryKind::Newtype { .. } => {}
        }
    }
}

/// Checks the names in the module `types`. A name in the wrong case claims nothing, because it has to
/// change anyway.
fn check_types(document: &Document, diagnostics: &mut Diagnostics) {
    let mut items = Items::default();
    for entry in &document.types {
        let name = &entry.name;
        if !check_camel("a type", name, diagnostics) {
            continue;
        }
        let rust_name = naming::type_name(&name.value);
        let what = format!("the type `{}`", name.value);
        items.claim(rust_name, name, what, diagnostics);
    }
}

/// Checks the names in the modules `errors` and `operations`, which share files, and in the module
/// `server`.
fn check_operations(document: &Document, diagnostics: &mut Diagnostics) {
    let mut errors = Items::default();
    for error in &document.errors {
        let name = &error.name;
        if check_camel("an error", name, diagnostics) {
            let what = format!("the error `{}`", name.value);
            errors.claim(naming::error_name(&name.value), name, what, diagnostics);
        }
    }
    let mut server = Items::default();
    let api = &document.api.name;
    if check_camel("an API", api, diagnostics) {
        let name = naming::trait_name(&api.value);
        server.claim(name, api, "the handler trait".to_owned(), diagnostics);
    }
    for operation in &document.operations {
        let name = &operation.name;
        if !check_snake("an operation", name, diagnostics) {
            continue;
        }
        let what = |part: &str| format!("the {part} of the operation `{}`", name.value);
        let arguments = naming::arguments_name(&name.value);
        if server.claim(arguments, name, what("arguments"), diagnostics) {
            let error = naming::operation_error_name(&name.value);
            errors.claim(error, name, what("errors"), diagnostics);
        }
    }
}

/// The items of a module that are claimed so far, with their owners.
#[derive(Default)]
struct Items {
    taken: HashMap<String, (Span, String)>,
}

impl Items {
    /// Reports a name that another item of the module has; returns whether it was free.
    fn claim(
        &mut self,
        item: String,
        name: &Spanned<String>,
        what: String,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        if let Some((span, other)) = self.taken.get(&item) {
            let message = format!("{what} and {other} would both be called `{item}` in Rust");
            diagnostics.push(
                Diagnostic::error(SAME_NAME, message, name.span)
                    .label("this name")
                    .also(*span, "and this one")
                    .help("rename one of the two"),
            );
            return false;
        }
        self.taken.insert(item, (name.span, what));
        true
    }
}

pub(super) fn check_fields(what: &str, fields: &[FieldEntry], diagnostics: &mut Diagnostics) {
    check_distinct(what, fields, str::to_owned, diagnostics);
}

/// Header names are case-insensitive (RFC 9110, section 5.1).
pub(super) fn check_headers(headers: &[FieldEntry], diagnostics: &mut Diagnostics) {
    check_distinct("header", headers, str::to_ascii_lowercase, diagnostics);
}

fn check_distinct(
    what: &str,
    fields: &[FieldEntry],
    wire: fn(&str) -> String,
    diagnostics: &mut Diagnostics,
) {
    let mut seen: HashMap<String, Span> = HashMap::new();
    for field in fields {
        let name = &field.name;
        if name.value.is_empty() {
            let message = format!("a {what} has no name");
            diagnostics.push(Diagnostic::error(EMPTY_NAME, message, name.span));
        } else if let Some(first) = seen.insert(wire(&name.value), name.span) {
            diagnostics.push(repeated(what, name, first));
        }
    }
}

fn check_values(values: &[EnumValueEntry], diagnostics: &mut Diagnostics) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for entry in values {
        if let Some(first) = seen.insert(&entry.value.value, entry.value.span) {
            diagnostics.push(repeated("value", &entry.value, first));
        }
    }
}

/// `name` and `name?` are different YAML keys but the same name.
fn repeated(what: &str, name: &Spanned<String>, first: Span) -> Diagnostic {
    let message = format!("the {what} `{}` is declared twice", name.value);
    Diagnostic::error(REPEATED, message, name.span)
        .label("declared again")
        .also(first, "first declared here")
}

fn reserved(name: &Spanned<String>, why: &str) -> Diagnostic {
    Diagnostic::error(
        RESERVED_NAME,
        format!("`{}` cannot be used as a name here", name.value),
        name.span,
    )
    .label("reserved")
    .note(why.to_owned())
    .help("choose another name; requests do not contain it")
}

fn check_camel(what: &str, name: &Spanned<String>, diagnostics: &mut Diagnostics) -> bool {
    let rule =
        "use `UpperCamel` with ASCII letters and digits, beginning with a letter, such as `BookId`";
    check_case(what, name, &plain_camel(&name.value), rule, diagnostics)
}

pub(super) fn check_snake(
    what: &str,
    name: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) -> bool {
    let rule = "use `snake_case` with ASCII letters and digits, beginning with a letter, such as `list_books`";
    check_case(what, name, &plain_snake(&name.value), rule, diagnostics)
}

/// Whether the length and the case are right. `GPU` may stay `GPU` in the spec; only a name that would look
/// different in Rust is an error.
fn check_case(
    what: &str,
    name: &Spanned<String>,
    wanted: &str,
    rule: &str,
    diagnostics: &mut Diagnostics,
) -> bool {
    if name.value.len() > LONGEST {
        let message = format!("the name of {what} is too long");
        let help = format!("use at most {LONGEST} characters");
        diagnostics.push(Diagnostic::error(LONG_NAME, message, name.span).help(help));
        return false;
    }
    let same = name.value.eq_ignore_ascii_case(wanted);
    if same && name.value.starts_with(|c| wanted.starts_with(c)) {
        return true;
    }
    // Converting the case does not help if the name contains other characters or starts with none.
    let convertible =
        name.value.is_ascii() && name.value.starts_with(|c: char| c.is_ascii_alphabetic());
    let help = match convertible {
        true => format!("write `{wanted}`"),
        false => rule.to_owned(),
    };
    let message = format!("`{}` is not a name for {what}", name.value);
    diagnostics.push(Diagnostic::error(WRONG_CASE, message, name.span).help(help));
    false
}
