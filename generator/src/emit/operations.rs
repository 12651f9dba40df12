//! The module `operations`: the constants of the operations and names for their errors, which both sides
//! use.

mod responses;

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::file::{RustFile, gate};
use super::work::Work;
use super::{docs, literals, xml};
use crate::api::{Content, ContentKind, Deprecation, EndEvent, ErrorMark, ErrorValue, Events};
use crate::rust::{self, Crate, Group, Operation, ResponseType, ResponseVariant, SelectorPlace};
use crate::rust_printer::{Entry, Table};

/// Generates the files of the operations.
pub(super) fn emit<'a>(plan: &'a Crate<'a>, work: &mut Work<'a>) {
    work.module("operations", plan, emit_root, emit_group);
}

fn emit_group(plan: &Crate<'_>, group: &Group<'_>) -> String {
    let mut file = RustFile::new(plan);
    file.import_runtime();
    for operation in plan.operations_of(group) {
        emit_operation(plan, operation, &mut file);
    }
    file.finish(&docs::group(group))
}

fn emit_root<'a>(plan: &'a Crate<'a>) -> String {
    let mut root = RustFile::new(plan);
    root.declare_groups(|operation| {
        let responses = operation.response.iter().flat_map(ResponseType::names);
        let names = [&operation.constant, &operation.error];
        names.into_iter().map(String::as_str).chain(responses)
    });
    if !plan.groups.is_empty() {
        let rows = plan.groups.iter().flat_map(|group| {
            let operations = plan.operations_of(group);
            operations.map(|operation| {
                let constant = format_ident!("{}", operation.constant);
                Entry::new(quote!(&#constant)).with(gate(group.feature.as_deref()))
            })
        });
        let title = if plan.has_group_features() {
            "All operations of the enabled groups, for example for metrics."
        } else {
            "All operations of the API, for example for metrics."
        };
        root.import_runtime();
        let all = Table {
            head: docs::titled(title, quote!(pub static ALL: &[&rt::Operation] = &)),
            rows: rows.collect(),
        };
        root.push(all.static_list());
    }
    root.finish(&["The operations, and an alias for the errors of each.".to_owned()])
}

pub(super) fn emit_operation(plan: &Crate<'_>, operation: &Operation<'_>, file: &mut RustFile<'_>) {
    let constant = format_ident!("{}", operation.constant);
    let (name, method) = (
        &operation.api.name,
        format_ident!("{}", operation.api.method.name()),
    );
    let path = plan.api.template(operation.api);
    let success = Literal::u16_unsuffixed(operation.success.status);
    let response = response_bodies(plan, operation);
    let statuses = operation.error_statuses.iter();
    let statuses = statuses.map(|status| Literal::u16_unsuffixed(*status));
    let route = format!("`{}`", docs::operation::route(plan.api, operation.api));
    let mut chain = vec![quote!(rt::Operation::new(#name, rt::Method::#method, #path))];
    if operation.api.idempotent {
        chain.push(quote!(.idempotent()));
    }
    chain.push(quote!(.returns(#success, #response)));
    if !operation.error_statuses.is_empty() {
        chain.push(quote!(.errors(&[#(#statuses),*])));
    }
    if operation.sensitive {
        chain.push(quote!(.sensitive()));
    }
    // The header is for callers of an API, not for an API that sends webhooks.
    if !plan.is_webhooks {
        chain.extend(dates(operation));
    }
    let head = docs::titled(&route, quote!(pub static #constant: rt::Operation));
    file.push(head.static_chain(&chain));
    if let Some(name) = &operation.choices {
        emit_choices(plan, name, operation, file);
    }
    if let (Some(name), Some(events)) = (&operation.events, rust::events(operation.api)) {
        emit_events(name, events, operation, file);
    }
    if !plan.is_webhooks {
        emit_errors(plan, operation, file);
    }
    if let Some(response) = &operation.response {
        responses::emit(operation, response, file);
    }
}

/// The dates of a deprecation, for the headers of responses.
fn dates(operation: &Operation<'_>) -> Vec<TokenStream> {
    let deprecation = operation.api.notes.deprecation.as_ref();
    let since = deprecation.and_then(Deprecation::deprecation_header);
    let sunset = deprecation.and_then(Deprecation::sunset_header);
    let since = since.map(|since| quote!(.deprecated(#since)));
    let sunset = sunset.map(|sunset| quote!(.sunset(#sunset)));
    since.into_iter().chain(sunset).collect()
}

/// The format of the events of an operation.
fn emit_events(name: &str, events: &Events, operation: &Operation<'_>, file: &mut RustFile<'_>) {
    let end = literals::option(events.end.as_ref().map(|end| match end {
        EndEvent::Data(data) => quote!(rt::EndEvent::Data(#data)),
        EndEvent::Named(event) => quote!(rt::EndEvent::Named(#event)),
    }));
    let error = literals::option(events.error.as_ref().map(|error| match &error.told_by {
        ErrorMark::Named(event) => quote!(rt::ErrorEvent::Named(#event)),
        ErrorMark::Field(path, value) => {
            let value = match value {
                ErrorValue::Present => quote!(Present),
                ErrorValue::Text(text) => quote!(Text(#text)),
                ErrorValue::Integer(value) => {
                    let value = Literal::i64_unsuffixed(*value);
                    quote!(Integer(#value))
                }
                ErrorValue::Boolean(value) => quote!(Boolean(#value)),
            };
            quote!(rt::ErrorEvent::Field(&[#(#path),*], rt::ErrorValue::#value))
        }
    }));
    let (text, resumable, named_by) = (events.data.is_none(), events.resumable, &events.named_by);
    let rows = [
        quote!(text: #text),
        quote!(end: #end),
        quote!(error: #error),
        quote!(named_by: &[#(#named_by),*]),
        quote!(resumable: #resumable),
    ];
    let name = format_ident!("{name}");
    let title = format!("The events of `{}`.", operation.api.name);
    let format = Table {
        head: docs::titled(
            &title,
            quote!(static #name: rt::EventFormat = rt::EventFormat),
        ),
        rows: rows.map(Entry::new).into(),
    };
    file.push(format.static_struct());
}

/// The bodies of the successful responses.
fn response_bodies(plan: &Crate<'_>, operation: &Operation<'_>) -> TokenStream {
    let bodies = operation.contents_by_status().map(|(status, content)| {
        let body = match content {
            Some(content) => response_body(plan, operation, content),
            None => {
                let choices = operation.choices.iter().map(|name| format_ident!("{name}"));
                quote!(rt::ResponseBody::Choice(#(#choices)*))
            }
        };
        (status, body)
    });
    let mut bodies: Vec<(u16, TokenStream)> = bodies.collect();
    if let [(_, only)] = bodies.as_mut_slice() {
        return std::mem::take(only);
    }
    let bodies = bodies.into_iter().map(|(status, body)| {
        let status = Literal::u16_unsuffixed(status);
        quote!((#status, #body))
    });
    quote!(rt::ResponseBody::ByStatus(&[#(#bodies),*]))
}

/// The contents that callers choose from.
fn emit_choices(plan: &Crate<'_>, name: &str, operation: &Operation<'_>, file: &mut RustFile<'_>) {
    let choices = operation.response.iter().flat_map(ResponseType::choices);
    let rows = choices.map(|variant| Entry::new(choice(plan, operation, variant)));
    let name = format_ident!("{name}");
    let title = format!("The contents of the response of `{}`.", operation.api.name);
    let choices = Table {
        head: docs::titled(&title, quote!(static #name: &[rt::Choice] = &)),
        rows: rows.collect(),
    };
    file.push(choices.static_list());
}

/// One of several contents.
fn choice(
    plan: &Crate<'_>,
    operation: &Operation<'_>,
    variant: &ResponseVariant<'_>,
) -> TokenStream {
    let body = response_body(plan, operation, &variant.api.content);
    let selected_by = variant.selector.as_ref().map(|selector| {
        let (name, value) = (selector.name, &selector.value);
        let method = match selector.place {
            SelectorPlace::Form => quote!(by_form),
            SelectorPlace::Part => quote!(by_part),
            SelectorPlace::Field => quote!(by_field),
            SelectorPlace::Query => quote!(by_query),
        };
        quote!(.#method(#name, #value))
    });
    quote!(rt::Choice::of(#body) #selected_by)
}

/// The body of a successful response.
fn response_body(plan: &Crate<'_>, operation: &Operation<'_>, content: &Content) -> TokenStream {
    let media = content.media.iter();
    let first = content.media.first();
    match &content.kind {
        ContentKind::Empty => quote!(rt::ResponseBody::Empty),
        ContentKind::Json { envelope, .. } => match (envelope, content.has_default_media()) {
            (None, true) => quote!(rt::ResponseBody::Value),
            (Some(name), true) => quote!(rt::ResponseBody::Envelope(#name)),
            (envelope, false) => {
                let envelope = literals::option(envelope.as_ref());
                quote!(rt::ResponseBody::Json(#first, #envelope))
            }
        },
        ContentKind::Xml { ty } => {
            let root = xml::root(plan, ty);
            quote!(rt::ResponseBody::Xml(#first, &#root))
        }
        // Forms are in requests.
        ContentKind::Page { .. } | ContentKind::Form { .. } | ContentKind::Multipart { .. } => {
            quote!(rt::ResponseBody::Value)
        }
        ContentKind::Text => quote!(rt::ResponseBody::Text(#first)),
        ContentKind::Binary => quote!(rt::ResponseBody::Binary(&[#(#media),*])),
        ContentKind::Lines { .. } => quote!(rt::ResponseBody::Lines(#first)),
        ContentKind::Events(_) => {
            let format = operation.events.iter().map(|name| format_ident!("{name}"));
            quote!(rt::ResponseBody::Events(#(&#format)*))
        }
    }
}

/// The operation's name for the enum of its errors.
fn emit_errors(plan: &Crate<'_>, operation: &Operation<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", operation.error);
    let errors = plan.errors.set(operation.errors);
    file.import("errors", &errors.name);
    let all = format_ident!("{}", errors.name);
    let statuses = docs::operation::documented(plan.api, operation.api);
    let statuses = statuses.map_or_else(String::new, |statuses| format!(": {statuses}"));
    let title = format!("The errors of `{}`{statuses}.", operation.api.name);
    let alias = docs::titled(&title, quote!(pub type #name));
    file.push(alias.alias(&quote!(#all)));
}
