//! Names in Rust that the document gives: each can be used as it is, and no other item has it.

use super::rules::{check_camel, check_snake, reserved, same_name};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{
    EnumValueEntry, ErrorEntry, FieldEntry, OperationEntry, PagerEntry, ResponseEntry, VariantEntry,
};
use crate::hash::HashMap;
use crate::naming::{
    CALL_METHODS, CONDITIONS, ERROR_METHODS, IDEMPOTENCY_KEY, METHODS, STREAM, camel,
    response_fields, snake,
};
use crate::source::Spanned;

/// The names of the fields of an object.
pub(in crate::check) fn check_object(fields: &[FieldEntry], diagnostics: &mut Diagnostics) {
    check(
        ItemKind::Field,
        fields.iter().filter_map(of_field),
        &[],
        diagnostics,
    );
}

/// The names of the elements of a tuple.
pub(in crate::check) fn check_elements(elements: &[FieldEntry], diagnostics: &mut Diagnostics) {
    let elements = elements.iter().filter_map(of_field);
    check(ItemKind::Element, elements, &[], diagnostics);
}

/// The names of the fields of an error and of its headers: the names of the fields of its struct. `shared` are the
/// fields of all errors.
pub(in crate::check) fn check_error(
    error: &ErrorEntry,
    shared: &[FieldEntry],
    diagnostics: &mut Diagnostics,
) {
    let methods = METHODS.iter().chain(&ERROR_METHODS);
    let why = "the struct of an error has a field or a method of this name";
    let methods: Vec<(String, &str)> = methods.map(|name| ((*name).to_owned(), why)).collect();
    let fields = shared.iter().chain(&error.fields).filter_map(of_field);
    check(ItemKind::Field, fields.clone(), &methods, diagnostics);
    let why = "the struct of an error has this field already";
    let taken = ["body", "context", "status"].map(|name| (name.to_owned(), why));
    let fields = fields.map(|field| {
        let given = field.given.unwrap_or(field.wire);
        (snake(&given.value), "a field of the body has this name")
    });
    let taken: Vec<(String, &str)> = taken.into_iter().chain(fields).collect();
    let headers = error.headers.iter().filter_map(of_field);
    check(ItemKind::Header, headers, &taken, diagnostics);
}

/// The names of the headers of a successful response, which are fields next to its content.
pub(in crate::check) fn check_response(response: &ResponseEntry, diagnostics: &mut Diagnostics) {
    let why = "the struct of a response has this field already";
    let taken = response_fields(response.status.value.exact().is_none()).iter();
    let taken: Vec<(String, &str)> = taken.map(|name| ((*name).to_owned(), why)).collect();
    let headers = response.headers.iter().filter_map(of_field);
    check(ItemKind::Header, headers, &taken, diagnostics);
}

/// The names of the variants of a union.
pub(in crate::check) fn check_variants(variants: &[VariantEntry], diagnostics: &mut Diagnostics) {
    let variants = variants.iter().map(|variant| Item {
        wire: &variant.name,
        given: variant.rust_name.as_ref(),
    });
    check(ItemKind::Variant, variants, &[], diagnostics);
}

/// The names of the values of an enumeration.
pub(in crate::check) fn check_values(values: &[EnumValueEntry], diagnostics: &mut Diagnostics) {
    let values = values.iter().map(|entry| Item {
        wire: &entry.value,
        given: entry.rust_name.as_ref(),
    });
    check(ItemKind::Variant, values, &[], diagnostics);
}

/// The names of the parameters of an operation: arguments of the client's method or methods of its call, and
/// fields of the handler's arguments.
pub(in crate::check) fn check_operation(
    operation: &OperationEntry,
    pager: Option<&PagerEntry>,
    diagnostics: &mut Diagnostics,
) {
    let methods = CALL_METHODS.iter();
    let methods = methods.map(|name| ((*name).to_owned(), "a call has a method of this name"));
    let of_pages = pager.into_iter().flat_map(PagerEntry::parameters);
    let of_pages = of_pages.map(|parameter| {
        (
            snake(&parameter.parameter.value),
            "all pages have this parameter",
        )
    });
    let key = operation.idempotency.iter();
    let key = key.map(|_| {
        (
            IDEMPOTENCY_KEY.to_owned(),
            "the idempotency key has this name",
        )
    });
    let conditions = operation.conditional.iter().flat_map(|_| CONDITIONS);
    let conditions = conditions.map(|name| (name.to_owned(), OF_CONDITIONS));
    let taken = methods.chain(of_pages).chain(key).chain(conditions);
    let taken: Vec<(String, &str)> = taken.collect();
    let parameters = operation.parameters();
    let parameters = parameters.filter_map(|(parameter, _)| of_field(parameter));
    check(ItemKind::Parameter, parameters, &taken, diagnostics);
}

/// Why nothing else has one of the names of conditions.
const OF_CONDITIONS: &str = "the conditions of requests have this name";

/// Why a method of an operation's call cannot have this name, if so.
pub(in crate::check) fn taken_by_call(
    name: &str,
    operation: &OperationEntry,
) -> Option<&'static str> {
    let rust = snake(name);
    // Only calls for pages have that method.
    if rust != STREAM && CALL_METHODS.contains(&rust.as_str()) {
        return Some("a call has a method of this name");
    }
    if operation.idempotency.is_some() && rust == IDEMPOTENCY_KEY {
        return Some("the idempotency key has this name");
    }
    if operation.conditional.is_some() && CONDITIONS.contains(&rust.as_str()) {
        return Some(OF_CONDITIONS);
    }
    if operation.body.is_some() && rust == "body" {
        return Some("the body has this name");
    }
    let parameters = operation.parameters();
    let parameters = parameters.filter_map(|(parameter, _)| of_field(parameter));
    let mut names = parameters.map(|item| snake(&item.given.unwrap_or(item.wire).value));
    names
        .any(|parameter| parameter == rust && parameter != STREAM)
        .then_some("a parameter has this name")
}

/// The kind of an item with a name.
#[derive(Clone, Copy)]
enum ItemKind {
    Field,
    Element,
    Header,
    Parameter,
    Variant,
}

impl ItemKind {
    fn word(self) -> &'static str {
        match self {
            Self::Field => "field",
            Self::Element => "element",
            Self::Header => "header",
            Self::Parameter => "parameter",
            Self::Variant => "variant",
        }
    }

    /// The name in Rust.
    fn name(self, name: &str) -> String {
        match self {
            Self::Field | Self::Element | Self::Header | Self::Parameter => snake(name),
            Self::Variant => camel(name),
        }
    }

    /// Whether a name has a case that this can have in the document.
    fn check(self, name: &Spanned<String>, diagnostics: &mut Diagnostics) -> bool {
        let what = format!("a {} in Rust", self.word());
        match self {
            Self::Variant if name.value.starts_with(|c: char| !c.is_lowercase()) => {
                check_camel(&what, name, diagnostics)
            }
            Self::Field | Self::Element | Self::Header | Self::Parameter | Self::Variant => {
                check_snake(&what, name, diagnostics)
            }
        }
    }
}

/// An item with a name on the wire, and maybe one in Rust.
#[derive(Clone, Copy)]
struct Item<'d> {
    wire: &'d Spanned<String>,
    given: Option<&'d Spanned<String>>,
}

/// Constants have no names in Rust.
fn of_field(field: &FieldEntry) -> Option<Item<'_>> {
    field.constant.is_none().then_some(Item {
        wire: &field.name,
        given: field.rust_name.as_ref(),
    })
}

/// `taken` lists names that no item can have, with the reasons.
fn check<'d>(
    kind: ItemKind,
    items: impl Iterator<Item = Item<'d>>,
    taken: &[(String, &str)],
    diagnostics: &mut Diagnostics,
) {
    let items: Vec<Item<'d>> = items.collect();
    let mut given: HashMap<String, Item<'d>> = HashMap::default();
    for item in &items {
        if let Some(name) = item.given
            && let Some(rust) = usable(kind, name, taken, diagnostics)
        {
            match given.get(&rust) {
                Some(other) => diagnostics.push(collision(kind, &rust, item, other)),
                None => {
                    given.insert(rust, *item);
                }
            }
        }
    }
    if given.is_empty() {
        return;
    }
    for item in items.iter().filter(|item| item.given.is_none()) {
        let rust = kind.name(&item.wire.value);
        if let Some(other) = given.get(&rust) {
            diagnostics.push(collision(kind, &rust, other, item));
        }
    }
}

fn collision(kind: ItemKind, rust: &str, one: &Item<'_>, other: &Item<'_>) -> Diagnostic {
    let named = |item: &Item<'_>| {
        let words = format!("the {} `{}`", kind.word(), item.wire.value);
        Spanned::new(words, item.given.unwrap_or(item.wire).span)
    };
    same_name(rust, &named(one), &named(other))
}

/// A given name in Rust, unless it cannot be used as it is.
fn usable(
    kind: ItemKind,
    name: &Spanned<String>,
    taken: &[(String, &str)],
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    if !kind.check(name, diagnostics) {
        return None;
    }
    let rust = kind.name(&name.value);
    let plain = rust.strip_prefix("r#").unwrap_or(&rust);
    // A name that no item can have gets a suffix: `self` becomes `self_`. Converting the case also moves underscores,
    // as in `userID`, so neither is compared.
    let is_unchanged_by_escaping = name
        .value
        .replace('_', "")
        .eq_ignore_ascii_case(&plain.replace('_', ""))
        && !plain.ends_with('_');
    let taken = taken.iter().find(|(taken, _)| *taken == rust);
    let why = match taken {
        Some((_, why)) => why,
        None if !is_unchanged_by_escaping => {
            "it is a keyword of Rust that no item can have as its name"
        }
        None => return Some(rust),
    };
    diagnostics.push(reserved(name, why));
    None
}
