//! Names that are not on the wire have to be good Rust names of their own, and distinct.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::naming::{PRELUDE, camel, plain_snake};
use crate::source::{Span, Spanned};
use crate::spec::{Document, EnumValueEntry, FieldEntry, TypeEntry, TypeEntryKind};
use std::collections::HashMap;

const SAME_NAME: Code = Code("E0201");
const RESERVED_NAME: Code = Code("E0202");
const WRONG_CASE: Code = Code("E0203");
const REPEATED: Code = Code("E0204");
const EMPTY_NAME: Code = Code("E0205");

/// Names of generated items that stand beside the document's own.
const OWN_ITEMS: [&str; 20] = [
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
    "PageRequest",
    "Rejected",
    "Response",
    "Retry",
    "Router",
    "ServerConfig",
    "Try",
];

/// Methods that the trait or the client has besides the operations.
const OWN_METHODS: [&str; 3] = ["authenticate", "permits", "builder"];

pub(super) fn check(document: &Document, diagnostics: &mut Diagnostics) {
    check_items(document, diagnostics);
    for (key, _) in document.auth.iter().flat_map(|auth| &auth.keys) {
        if check_snake("a kind of key", key, diagnostics) && key.value == "none" {
            diagnostics.push(reserved(key, "`key: none` asks for no credentials"));
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

/// Types, errors and what comes of operations share one namespace, so that a file can import any of
/// them. What is written in the wrong case claims nothing: it has to get another name anyway.
fn check_items(document: &Document, diagnostics: &mut Diagnostics) {
    let mut items = Items::new(document);
    for entry in &document.types {
        claim_type(entry, &mut items, diagnostics);
    }
    for error in &document.errors {
        if check_camel("an error", &error.name, diagnostics) {
            let what = format!("the error `{}`", error.name.value);
            items.claim(camel(&error.name.value), &error.name, what, diagnostics);
        }
    }
    for operation in &document.operations {
        claim_operation(&operation.name, &mut items, diagnostics);
    }
    let name = &document.api.name;
    if check_camel("an API", name, diagnostics) {
        let handler_trait = format!("{}Api", camel(&name.value));
        items.claim(
            handler_trait,
            name,
            "the handler trait".to_owned(),
            diagnostics,
        );
    }
}

fn claim_type(entry: &TypeEntry, items: &mut Items, diagnostics: &mut Diagnostics) {
    let name = &entry.name;
    if !check_camel("a type", name, diagnostics) {
        return;
    }
    let rust_name = camel(&name.value);
    let what = format!("the type `{}`", name.value);
    let builder = matches!(entry.kind, TypeEntryKind::Object { .. }).then(|| {
        (
            format!("{rust_name}Builder"),
            format!("the builder of {what}"),
        )
    });
    if items.claim(rust_name, name, what, diagnostics)
        && let Some((builder, what)) = builder
    {
        items.claim(builder, name, what, diagnostics);
    }
}

fn claim_operation(name: &Spanned<String>, items: &mut Items, diagnostics: &mut Diagnostics) {
    if !check_snake("an operation", name, diagnostics) {
        return;
    }
    if OWN_METHODS.contains(&name.value.as_str()) {
        diagnostics.push(reserved(name, "generated code has a method of that name"));
        return;
    }
    let camel = camel(&name.value);
    let what = |part: &str| format!("the {part} of the operation `{}`", name.value);
    let (errors, call) = (format!("{camel}Error"), format!("{camel}Call"));
    if items.claim(camel, name, what("arguments"), diagnostics) {
        items.claim(errors, name, what("errors"), diagnostics);
        items.claim(call, name, what("call"), diagnostics);
    }
}

/// The names of items that are claimed so far, and by what.
struct Items {
    taken: HashMap<String, (Span, String)>,
    describes_500: bool,
}

impl Items {
    fn new(document: &Document) -> Self {
        let mut errors = document.errors.iter();
        Self {
            taken: HashMap::new(),
            describes_500: errors.any(|error| error.status.value == 500),
        }
    }

    /// Whether generated code has an item of this name by itself.
    fn is_own(&self, item: &str) -> bool {
        // A handler's failure is a type of its own where the document does not describe the status 500.
        let internal = item == "Internal" && !self.describes_500;
        internal || PRELUDE.contains(&item) || OWN_ITEMS.contains(&item)
    }

    /// Reports a name that is not free; says whether it was.
    fn claim(
        &mut self,
        item: String,
        name: &Spanned<String>,
        what: String,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        if self.is_own(&item) {
            let why = format!("generated code relies on the name `{item}`");
            diagnostics.push(reserved(name, &why));
            return false;
        }
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

/// Headers are the same whatever the case of their letters (RFC 9110, section 5.1).
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

fn check_camel(what: &str, name: &Spanned<String>, diagnostics: &mut Diagnostics) -> bool {
    let rule = "begin with a capital and go on with letters and digits of ASCII: `BookId`";
    check_case(what, name, &camel(&name.value), rule, diagnostics)
}

pub(super) fn check_snake(
    what: &str,
    name: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) -> bool {
    let rule = "begin with a small letter and go on with small letters, digits and `_`, all of \
                ASCII: `list_books`";
    check_case(what, name, &plain_snake(&name.value), rule, diagnostics)
}

/// Whether the case is right. `GPU` may stay `GPU` in the document; only what would surprise in Rust
/// is an error.
fn check_case(
    what: &str,
    name: &Spanned<String>,
    wanted: &str,
    rule: &str,
    diagnostics: &mut Diagnostics,
) -> bool {
    let same = name.value.eq_ignore_ascii_case(wanted);
    if same && name.value.starts_with(|c| wanted.starts_with(c)) {
        return true;
    }
    // What has no letter to begin with, or letters that Rust's names do not have, is no matter of case.
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
