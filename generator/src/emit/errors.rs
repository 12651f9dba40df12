//! The module `errors`: a struct for each error status, an enum for each set of them, and the shape of
//! error responses.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::file::RustFile;
use super::literals::{self, literal};
use super::{docs, error_fields, headers, markdown};
use crate::api::{ErrorContent, ErrorDef, ErrorField, Status, Value};
use crate::naming::spaced;
use crate::rust::{Crate, ErrorSet, ErrorType, Usage};
use crate::rust_printer::{Entry, Table};

/// Generates the file of the errors.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    file.import_runtime();
    file.push(shape(plan));
    for error in &plan.errors.types {
        emit_error(plan, error, &mut file);
    }
    for set in &plan.errors.sets {
        emit_set(plan, set, &mut file);
    }
    let mut documentation = docs::paragraphs(&[
        "The errors that the API documents: a type for each status, such as `NotFound`, and an enum for each set of \
         statuses that some operation documents.",
        "Use the alias in [`operations`](crate::operations), not the enum itself: operations with the same statuses \
         share an enum, and an operation whose statuses change gets another one.",
    ]);
    if let Some(error) = plan.errors.example() {
        let about = docs::paragraphs(&[&creation(error), CONTENT]);
        docs::push_paragraph(&mut documentation, about);
    }
    let notes = &plan.api.error_body.notes;
    if !notes.is_empty() {
        let about = docs::notes(notes, "The shape of an error response.");
        docs::push_paragraph(&mut documentation, about);
    }
    file.finish(&documentation)
}

/// What callers find in an error.
const CONTENT: &str = "A caller finds what the response says in `body`; `context` has the request ID, the cause and \
    `Retry-After`. The methods `request_id` and `retry_after` return what headers say. An error implements `Clone`, \
    `Debug` and `Display`.";

/// How a handler creates an error.
fn creation(error: &ErrorType<'_>) -> String {
    const CAUSE: &str = "`caused_by` adds a cause for the log, which callers do not see.";
    let name = &error.name;
    let status = error.has_status().then_some("status");
    if error.api.has_own_body() {
        let arguments: Vec<&str> = status.into_iter().chain(["body"]).collect();
        let arguments = arguments.join(", ");
        return format!(
            "A handler creates an error with its body: `{name}::new({arguments})`. {CAUSE}"
        );
    }
    let status = status.unwrap_or_default();
    format!(
        "A handler creates an error with the API's message, `{name}::new({status})`, or with another one, \
         `{name}::new({status}).with_message(\"…\")`. {CAUSE}"
    )
}

fn shape(plan: &Crate<'_>) -> TokenStream {
    let (body, planned) = (&plan.api.error_body, &plan.errors.shape);
    let plain = |name: &str, value: &Option<String>| {
        let name = format_ident!("{name}");
        value.as_ref().map(|value| quote!(#name: Some(#value)))
    };
    let field = |name: &str, field: &Option<ErrorField>| {
        let name = format_ident!("{name}");
        let field = field.as_ref()?;
        let (wire, kind) = (
            &field.name,
            if field.optional {
                "optional"
            } else {
                "nullable"
            },
        );
        let kind = format_ident!("{kind}");
        Some(quote!(#name: Some(rt::ErrorField::#kind(#wire))))
    };
    let media = (body.media != JSON).then(|| {
        let media = &body.media;
        quote!(media: #media)
    });
    let title = planned.has_title.then(|| quote!(title: true));
    let nulls = &planned.nulls;
    let rows = [
        media,
        plain("envelope", &body.envelope),
        plain("status", &body.status),
        field("code", &body.code),
        plain("message", &body.message),
        field("parameter", &body.parameter),
        field("metadata", &body.metadata),
        title,
        by_status("messages", &planned.messages, |text| quote!(#text)),
        by_status("codes", &planned.codes, |code| quote!(#code)),
        (!nulls.is_empty()).then(|| quote!(nulls: &[#(#nulls),*])),
        by_status("values", &planned.values, |values| values_by_name(values)),
        retries(&planned.retries),
    ];
    // The other fields, if there are some.
    let others = rows
        .iter()
        .any(Option::is_none)
        .then(|| quote!(..rt::ErrorShape::JSON));
    let rows = rows.into_iter().flatten().chain(others);
    let documentation = docs::sentence("The shape of an error response and its default messages.");
    quote! {
        #documentation
        pub(crate) static ERRORS: rt::ErrorShape = rt::ErrorShape { #(#rows),* };
    }
}

/// The media type that the shape has unless the document gives it another one.
const JSON: &str = "application/json";

/// A table of what the layers around the handlers send with each status.
fn by_status<T>(
    name: &str,
    rows: &[(Status, T)],
    written: impl Fn(&T) -> TokenStream,
) -> Option<TokenStream> {
    let name = format_ident!("{name}");
    let table = rows.iter().map(|(status, value)| {
        let (statuses, value) = (runtime_statuses(*status), written(value));
        quote!((#statuses, #value))
    });
    (!rows.is_empty()).then(|| quote!(#name: &[#(#table),*]))
}

/// The statuses of an error, as the runtime has them.
pub(super) fn runtime_statuses(status: Status) -> TokenStream {
    match status {
        Status::Exact(status) => {
            let status = Literal::u16_unsuffixed(status);
            quote!(rt::Statuses::Exact(#status))
        }
        Status::Class(digit) => {
            let digit = Literal::u8_unsuffixed(digit);
            quote!(rt::Statuses::Class(#digit))
        }
        Status::Default => quote!(rt::Statuses::Any),
    }
}

/// The values of fields, by name.
fn values_by_name(values: &[(&str, &Value)]) -> TokenStream {
    let values = values.iter().map(|(name, value)| {
        let value = literal(value);
        quote!((#name, rt::Literal::#value))
    });
    quote!(&[#(#values),*])
}

/// The table of errors of which only some are retried.
fn retries(errors: &[&ErrorDef]) -> Option<TokenStream> {
    let rules = errors.iter().map(|error| {
        let statuses = runtime_statuses(error.status);
        let code = literals::option(error.distinguishing_code());
        let distinguishing: Vec<(&str, &Value)> = error
            .distinguishing_fields()
            .filter_map(|field| Some((field.field.name.as_str(), field.value.as_ref()?)))
            .collect();
        let (values, retry) = (values_by_name(&distinguishing), error.retry);
        quote!(rt::RetryRule { statuses: #statuses, code: #code, values: #values, retry: #retry })
    });
    (!errors.is_empty()).then(|| quote!(retries: &[#(#rules),*]))
}

/// An error, as the runtime's macro takes it.
fn emit_error(plan: &Crate<'_>, error: &ErrorType<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", error.name);
    let is_standard = matches!(error.api.content, ErrorContent::Standard { .. });
    let code = error.api.distinguishing_code();
    let head = docs::entry(&documentation(plan, error), quote!(pub struct #name))
        .with(docs::deprecated(&error.api.notes))
        .with(attribute(error))
        .with(code.map(|code| quote!(#[code(#code)])))
        .with(error_fields::told_by(error.api));
    let status = error.has_status().then(|| {
        let usual = Literal::u16_unsuffixed(error.api.status.default_status());
        Entry::new(quote!(pub status: u16)).with(quote!(#[status(#usual)]))
    });
    let body = body(error, file);
    let fields = error_fields::rows(error, file);
    let headers = error.headers.iter().map(|header| {
        let ty = file.ty(&header.api.ty);
        headers::row(plan.api, header, &quote!(Option<#ty>))
    });
    let context = Entry::new(quote!(pub context: rt::ErrorContext));
    let rows = status
        .into_iter()
        .chain(body)
        .chain(fields)
        .chain(headers)
        .chain([context])
        .collect();
    let path = if is_standard {
        "rt::status_error"
    } else {
        "rt::typed_error"
    };
    file.push(Table { head, rows }.call(path));
}

/// The field with the content of an error.
fn body(error: &ErrorType<'_>, file: &mut RustFile<'_>) -> Option<Entry> {
    let own_body = |content: TokenStream, ty: TokenStream| {
        Entry::new(quote!(pub body: #ty)).with(quote!(#[body(#content)]))
    };
    match &error.api.content {
        ErrorContent::Standard { .. } => Some(Entry::new(quote!(pub body: rt::ErrorBody))),
        ErrorContent::Json {
            envelope,
            ty,
            media,
        } => {
            let envelope = literals::option(envelope.as_ref());
            let content = quote!(rt::JsonErrorBody(#media, #envelope));
            Some(own_body(content, file.ty(ty)))
        }
        ErrorContent::Text { media } => {
            let media = format!("{media}; charset=utf-8");
            Some(own_body(quote!(rt::TextErrorBody(#media)), quote!(String)))
        }
        ErrorContent::Binary { media } => {
            let content = quote!(rt::BinaryErrorBody(#media));
            Some(own_body(content, quote!(Vec<u8>)))
        }
        ErrorContent::Empty => None,
    }
}

/// The status of an error, and how its body is made.
fn attribute(error: &ErrorType<'_>) -> TokenStream {
    let statuses = Literal::u16_unsuffixed(error.api.status.encoded());
    if matches!(error.api.content, ErrorContent::Standard { .. }) {
        let own = (error.api.shares_status || error.has_status()).then(|| {
            let (message, code) = (error.api.message(), error.api.code());
            let message = message.map(|message| quote!(, message = #message));
            let code = code.map(|code| quote!(, code = #code));
            quote!(#message #code)
        });
        quote!(#[error(#statuses, ERRORS #own)])
    } else {
        let private = error.is_private.then(|| quote!(, private));
        quote!(#[error(#statuses #private)])
    }
}

/// The enum of a set of errors, which all operations that document exactly these share.
fn emit_set(plan: &Crate<'_>, set: &ErrorSet, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", set.name);
    let documented = set.documented.iter().map(|id| plan.errors.get(*id));
    let variant = |error: &ErrorType<'_>| {
        let name = format_ident!("{}", error.name);
        let boxed = error.is_boxed.then(|| quote!((Box)));
        quote!(#name #boxed)
    };
    let variants = documented
        .clone()
        .map(|error| Entry::new(variant(error)).with(docs::deprecated(&error.api.notes)));
    let implied = set
        .implied
        .map(|id| Entry::new(variant(plan.errors.get(id))).with(quote!(#[implied])));
    let statuses = docs::statuses(documented.clone().map(|error| error.api.status));
    let statuses = statuses.as_deref().unwrap_or("none");
    let title = format!("The errors of operations that document {statuses}.");
    let internal = format_ident!("{}", plan.errors.get(plan.errors.internal).name);
    let head = docs::titled(&title, quote!(pub enum #name)).with(quote!(#[internal(#internal)]));
    let rows = variants.chain(implied).collect();
    file.push(Table { head, rows }.call("rt::operation_errors"));
}

fn documentation(plan: &Crate<'_>, planned: &ErrorType<'_>) -> Vec<String> {
    let error = planned.api;
    let name = spaced(&error.name);
    let title = error.message().unwrap_or(&name);
    let mut lines = markdown::doc_comment(&format!("{}: {title}", statuses(error.status)));
    let when = error.when.as_deref().map(markdown::doc_comment);
    docs::push_paragraph(&mut lines, when.unwrap_or_default());
    docs::push_paragraph(&mut lines, docs::optional_notes(&error.notes));
    if let Some(received) = received(planned.usage).filter(|_| plan.has_operations()) {
        let about = format!(
            "Handlers cannot return it, because no operation documents it. At the client, the response is an \
             `Error::{received}`."
        );
        docs::push_paragraph(&mut lines, markdown::wrap(&about));
    }
    lines
}

/// The statuses of an error in words.
fn statuses(status: Status) -> String {
    match status {
        Status::Exact(_) | Status::Class(_) => status.to_string(),
        Status::Default => "Any other status".to_owned(),
    }
}

/// What the client makes of an error that handlers cannot return.
fn received(usage: Usage) -> Option<&'static str> {
    match usage {
        Usage::Returned => None,
        Usage::Implied => Some("Rejected"),
        Usage::Unused => Some("Undocumented"),
    }
}
