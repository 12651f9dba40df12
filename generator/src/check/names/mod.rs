//! Names of types, errors, operations and keys: their case, and that no two become the same Rust item.

pub(super) mod rules;
pub(super) mod rust;

use std::fmt;

use crate::api::Scalar;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Document, EnumValueEntry, FieldEntry, TypeEntryKind, VariantEntry};
use crate::hash::HashMap;
use crate::naming;
use crate::source::{Span, Spanned};
use crate::words::type_help;
use rules::{check_camel, check_snake, reserved, same_name};

const REPEATED: Code = Code("E0204");
const EMPTY_NAME: Code = Code("E0205");

pub(super) fn check(document: &Document, diagnostics: &mut Diagnostics) {
    check_types(document, diagnostics);
    check_pagers(document, diagnostics);
    check_operations(document, diagnostics);
    for entry in &document.types {
        match &entry.kind {
            TypeEntryKind::Object { fields, .. } => check_fields("field", fields, diagnostics),
            TypeEntryKind::Enum { values, .. } => check_values(values, diagnostics),
            TypeEntryKind::Union(union) => check_variants(&union.variants, diagnostics),
            TypeEntryKind::Tuple(_)
            | TypeEntryKind::Newtype { .. }
            | TypeEntryKind::Alias { .. } => {}
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
        let owner = match &entry.input_of {
            Some(output) => Owner::InRequests(output),
            None => Owner::Named("the type", &name.value),
        };
        if items.claim(rust_name, name, owner, diagnostics) && entry.has_files() {
            let owner = Owner::Named("the parts of the form", &name.value);
            items.claim(naming::part_name(&name.value), name, owner, diagnostics);
        }
    }
}

/// Checks the names of pagers, which are names of contents and of items of the module `page`.
fn check_pagers(document: &Document, diagnostics: &mut Diagnostics) {
    let mut items = Items::default();
    for pager in &document.pagers {
        let name = &pager.name;
        let is_type = Scalar::from_name(&name.value).is_some();
        if is_type || CONTENTS.contains(&name.value.as_str()) {
            let why = format!(
                "`{}` is already the name of a type or a content",
                name.value
            );
            diagnostics.push(reserved(name, &why));
        } else if type_help(&name.value).is_some() {
            let why = format!("people would take `{}<T>` for a type", name.value);
            diagnostics.push(reserved(name, &why));
        } else if check_snake("a pager", name, diagnostics) {
            let page = naming::page_name(&name.value);
            let request = naming::page_request_name(&name.value);
            if let Some(side) = naming::side_with_item(&page) {
                let why = format!("`{page}` is a type of {side}");
                diagnostics.push(reserved(name, &why));
                continue;
            }
            let owner = |part| Owner::Named(part, &name.value);
            let pages = owner("the pages of the pager");
            if items.claim(page, name, pages, diagnostics) {
                let requests = owner("the requests of the pager");
                items.claim(request, name, requests, diagnostics);
            }
        }
    }
}

/// The words for types and contents, and words that are kept for later.
const CONTENTS: [&str; 9] = [
    "binary",
    "events",
    "form",
    "json_lines",
    "list",
    "map",
    "multipart",
    "none",
    "text",
];

/// Checks the names in the modules `errors` and `operations`, which share files, and in the module
/// `server`.
fn check_operations(document: &Document, diagnostics: &mut Diagnostics) {
    let mut errors = Items::default();
    for error in &document.errors {
        let name = &error.name;
        if check_camel("an error", name, diagnostics) {
            let owner = Owner::Named("the error", &name.value);
            errors.claim(naming::error_name(&name.value), name, owner, diagnostics);
        }
    }
    let mut server = Items::default();
    let api = &document.api.name;
    if check_camel("an API", api, diagnostics) {
        let name = naming::trait_name(&api.value);
        server.claim(name, api, Owner::HandlerTrait, diagnostics);
    }
    for operation in &document.operations {
        let name = &operation.name;
        if !check_snake("an operation", name, diagnostics) {
            continue;
        }
        let arguments = naming::arguments_name(&name.value);
        let owner = Owner::Named("the arguments of the operation", &name.value);
        if server.claim(arguments, name, owner, diagnostics) {
            let error = naming::operation_error_name(&name.value);
            let owner = Owner::Named("the errors of the operation", &name.value);
            errors.claim(error, name, owner, diagnostics);
        }
    }
}

/// Checks the names in the module `webhooks`.
pub(super) fn check_webhooks(document: &Document, diagnostics: &mut Diagnostics) {
    let mut items = Items::default();
    for webhook in &document.webhooks {
        let name = &webhook.name;
        if check_snake("a webhook", name, diagnostics) {
            let owner = |part| Owner::Named(part, &name.value);
            let arguments = owner("the arguments of the webhook");
            let item = naming::arguments_name(&name.value);
            if items.claim(item, name, arguments, diagnostics) {
                let others = [
                    ("Call", "the call of the webhook"),
                    ("Options", "the options of the webhook"),
                ];
                for (ending, part) in others {
                    let item = format!("{}{ending}", naming::camel(&name.value));
                    items.claim(item, name, owner(part), diagnostics);
                }
            }
        }
    }
}

/// The part of the document that an item of a module is made for.
#[derive(Clone, Copy)]
enum Owner<'d> {
    /// A part with a name: `the type`, `Book`.
    Named(&'static str, &'d str),
    /// The form that this type has in requests.
    InRequests(&'d str),
    HandlerTrait,
}

impl fmt::Display for Owner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(what, name) => write!(f, "{what} `{name}`"),
            Self::InRequests(name) => write!(f, "the form of `{name}` in requests"),
            Self::HandlerTrait => f.write_str("the handler trait"),
        }
    }
}

/// The items of a module that are claimed so far, with their owners.
#[derive(Default)]
struct Items<'d> {
    taken: HashMap<String, (Span, Owner<'d>)>,
}

impl<'d> Items<'d> {
    /// Reports a name that another item of the module has; returns whether it was free.
    fn claim(
        &mut self,
        item: String,
        name: &Spanned<String>,
        owner: Owner<'d>,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        if let Some((span, other)) = self.taken.get(&item) {
            let this = Spanned::new(owner.to_string(), name.span);
            let other = Spanned::new(other.to_string(), *span);
            diagnostics.push(same_name(&item, &this, &other));
            return false;
        }
        self.taken.insert(item, (name.span, owner));
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
    let mut seen: HashMap<String, Span> = HashMap::default();
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
    let mut seen: HashMap<&str, Span> = HashMap::default();
    for entry in values {
        if let Some(first) = seen.insert(&entry.value.value, entry.value.span) {
            diagnostics.push(repeated("value", &entry.value, first));
        }
    }
}

fn check_variants(variants: &[VariantEntry], diagnostics: &mut Diagnostics) {
    for variant in variants {
        if variant.name.value.is_empty() {
            let message = "a variant has no name";
            diagnostics.push(Diagnostic::error(EMPTY_NAME, message, variant.name.span));
        }
    }
    rust::check_variants(variants, diagnostics);
}

/// `name` and `name?` are different YAML keys but the same name.
fn repeated(what: &str, name: &Spanned<String>, first: Span) -> Diagnostic {
    let message = format!("the {what} `{}` is declared twice", name.value);
    Diagnostic::error(REPEATED, message, name.span)
        .label("declared again")
        .also(first, "first declared here")
}
