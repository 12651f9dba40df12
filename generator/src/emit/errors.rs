//! The module `errors`: a struct per error status, and the shape of error responses.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::file::{Context, RustFile, ident};
use super::{docs, types};
use crate::api::{Api, ErrorStatus, Parameter, Sensitivity};
use crate::naming::{ErrorNames, Names};

/// Generates the file of the errors.
pub(super) fn emit(context: Context<'_>) -> String {
    let mut file = RustFile::new(context);
    file.import_runtime();
    file.push(shape(context.api));
    for (error, names) in context.api.errors.iter().zip(&context.names.errors) {
        emit_status(context, error, names, &mut file);
    }
    if let Some(internal) = &context.api.internal {
        let names = ErrorNames {
            name: context.names.internal.clone(),
            headers: Vec::new(),
        };
        emit_status(context, internal, &names, &mut file);
    }
    let mut documentation =
        vec!["The error statuses that the API documents, with one type each.".to_owned()];
    let notes = &context.api.error_body.notes;
    if *notes != Default::default() {
        documentation.push(String::new());
        documentation.extend(docs::notes(notes, "The shape of an error response."));
    }
    file.finish(&documentation)
}

fn shape(api: &Api) -> TokenStream {
    let body = &api.error_body;
    let envelope = match &body.envelope {
        Some(name) => quote!(Some(#name)),
        None => quote!(None),
    };
    let (code, message, metadata) = (&body.code, &body.message, &body.metadata);
    let messages = api.errors.iter().map(|error| {
        let (status, message) = (Literal::u16_unsuffixed(error.status), &error.message);
        quote!((#status, #message))
    });
    let documentation = docs::sentence("The shape of an error response and its default messages.");
    quote! {
        #documentation
        pub(crate) static ERRORS: rt::ErrorShape = rt::ErrorShape {
            envelope: #envelope,
            code: #code,
            message: #message,
            metadata: #metadata,
            messages: &[#(#messages),*],
        };
    }
}

/// The name of the error type for internal errors, which have the status 500.
pub(super) fn internal_error<'n>(api: &'n Api, names: &'n Names) -> &'n str {
    let index = api.errors.iter().position(|error| error.status == 500);
    index.map_or(&names.internal, |index| &names.errors[index].name)
}

fn emit_status(
    context: Context<'_>,
    error: &ErrorStatus,
    names: &ErrorNames,
    file: &mut RustFile<'_>,
) {
    let name = format_ident!("{}", names.name);
    let status = Literal::u16_unsuffixed(error.status);
    let documentation = docs::attributes(&documentation(error));
    let headers = error.headers.iter().zip(&names.headers);
    let headers: Vec<(&Parameter, Ident)> = headers
        .map(|(header, name)| (header, ident(name)))
        .collect();
    let fields = headers.iter().map(|(header, name)| {
        let documentation = docs::attributes(&docs::notes(
            &header.notes,
            &format!("The header `{}`.", header.name),
        ));
        let ty = file.ty(&header.ty);
        quote!(#documentation pub #name: Option<#ty>)
    });
    let fields: Vec<TokenStream> = fields.collect();
    let debug = redacted_debug(&name, &headers, file);
    let derived = debug.is_none().then(|| quote!(Debug,));
    let body_doc = docs::sentence("The body of the response.");
    let context_doc = docs::sentence("Data about the error that is not in its body.");
    file.push(quote! {
        #documentation
        #[derive(#derived Clone)]
        pub struct #name {
            #body_doc
            pub body: rt::ErrorBody,
            #(#fields,)*
            #context_doc
            pub context: rt::ErrorContext,
        }
    });
    debug.into_iter().for_each(|debug| file.push(debug));
    let wire = headers.iter().map(|(header, name)| {
        let wire = header.name.to_ascii_lowercase();
        if header.is_sensitive(context.api) {
            quote!(#name: rt::sensitive(#wire))
        } else {
            quote!(#name: #wire)
        }
    });
    let wire: Vec<TokenStream> = wire.collect();
    let wire = (!wire.is_empty()).then(|| quote!({ #(#wire),* }));
    file.push(quote!(rt::status_error!(#name #wire, #status, ERRORS);));
}

fn documentation(error: &ErrorStatus) -> Vec<String> {
    let mut lines = docs::markdown(&format!("{}: {}", error.status, error.message));
    if let Some(when) = &error.when {
        lines.push(String::new());
        lines.extend(docs::markdown(when));
    }
    let notes = docs::notes(&error.notes, "");
    if error.notes != Default::default() {
        lines.push(String::new());
        lines.extend(notes.into_iter().skip_while(String::is_empty));
    }
    lines
}

/// `Debug` for an error with a header that must not be shown. Others derive it.
fn redacted_debug(
    name: &Ident,
    headers: &[(&Parameter, Ident)],
    file: &mut RustFile<'_>,
) -> Option<TokenStream> {
    let shown = |name: &str| (format_ident!("{name}"), Sensitivity::Public);
    let headers = headers
        .iter()
        .map(|(header, name)| (name.clone(), header.sensitivity));
    let mut fields = vec![shown("body")];
    fields.extend(headers);
    fields.push(shown("context"));
    fields
        .iter()
        .any(|(_, sensitivity)| *sensitivity != Sensitivity::Public)
        .then(|| types::debug(name, &fields, file))
}
