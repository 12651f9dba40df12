//! The module `errors`: a struct per error status, and the shape of error responses.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::file::{RustFile, derive, ident};
use super::{docs, types};
use crate::api::{Api, ErrorStatus, Sensitivity};
use crate::rust::{Crate, ErrorType};

/// Generates the file of the errors.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    file.import_runtime();
    file.push(shape(plan.api));
    for error in &plan.errors.types {
        emit_status(error, &mut file);
    }
    let mut documentation =
        vec!["The error statuses that the API documents, with one type each.".to_owned()];
    let notes = &plan.api.error_body.notes;
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

fn emit_status(error: &ErrorType<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", error.name);
    let status = Literal::u16_unsuffixed(error.api.status);
    let documentation = docs::attributes(&documentation(error.api));
    let fields = error.headers.iter().map(|header| {
        let documentation = docs::attributes(&docs::notes(
            &header.api.notes,
            &format!("The header `{}`.", header.api.name),
        ));
        let (name, ty) = (ident(&header.name), file.ty(&header.api.ty));
        quote!(#documentation pub #name: Option<#ty>)
    });
    let fields: Vec<TokenStream> = fields.collect();
    let derive = derive(&error.derives);
    let body_doc = docs::sentence("The body of the response.");
    let context_doc = docs::sentence("Data about the error that is not in its body.");
    file.push(quote! {
        #documentation
        #derive
        pub struct #name {
            #body_doc
            pub body: rt::ErrorBody,
            #(#fields,)*
            #context_doc
            pub context: rt::ErrorContext,
        }
    });
    if error.is_redacted {
        let debug = redacted_debug(error, &name, file);
        file.push(debug);
    }
    let wire = error.headers.iter().map(|header| {
        let (name, wire) = (ident(&header.name), &header.wire);
        if header.is_sensitive {
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

/// `Debug` for an error with a header that must not be shown.
fn redacted_debug(error: &ErrorType<'_>, name: &Ident, file: &mut RustFile<'_>) -> TokenStream {
    let shown = |name: &str| (format_ident!("{name}"), Sensitivity::Public);
    let headers = error
        .headers
        .iter()
        .map(|header| (ident(&header.name), header.api.sensitivity));
    let mut fields = vec![shown("body")];
    fields.extend(headers);
    fields.push(shown("context"));
    types::debug(name, &fields, file)
}
