//! The module `errors`: a struct for each error status, an enum for each set of them, and the shape of
//! error responses.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::docs;
use super::file::{RustFile, derive, ident};
use crate::api::{Api, Cause, ErrorStatus, IMPLIED};
use crate::rust::{Crate, ErrorSet, ErrorType};

/// Generates the file of the errors.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    file.import_runtime();
    file.push(shape(plan.api));
    for error in &plan.errors.types {
        emit_status(error, &mut file);
    }
    for set in &plan.errors.sets {
        emit_set(plan, set, &mut file);
    }
    let mut documentation = docs::wrap(
        "The errors that the API documents: a type for each status, such as `NotFound`, and an enum for each set of \
         statuses that some operation documents.",
    );
    documentation.push(String::new());
    documentation.extend(docs::wrap(
        "Use the name that [`operations`](crate::operations) has for the enum of an operation. Operations with the same \
         statuses share an enum, and an operation gets another one if it documents another status.",
    ));
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

/// The enum of a set of errors, which all operations that document exactly these share.
fn emit_set(plan: &Crate<'_>, set: &ErrorSet, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", set.name);
    let documented = set.documented.iter().map(|id| plan.errors.get(*id));
    let described = documented.clone().map(|error| {
        let (variant, when) = (
            format_ident!("{}", error.name),
            docs::attributes(&when(error.api)),
        );
        quote!(#when #variant)
    });
    let implied = set.implied.map(|id| plan.errors.get(id));
    let implied = implied.map(|error| {
        let variant = format_ident!("{}", error.name);
        let when = docs::sentence(&format!("500: {} {IMPLIED}", Cause::Failure.when()));
        quote!(#[implied] #when #variant)
    });
    let described = described.chain(implied);
    let statuses = documented.clone().map(|error| error.api.status.to_string());
    let statuses: Vec<String> = statuses.collect();
    let documentation = docs::sentence(&match statuses.as_slice() {
        [] => "The errors of operations that document none.".to_owned(),
        statuses => format!(
            "The errors of operations that document {}.",
            docs::list(statuses)
        ),
    });
    let internal = format_ident!("{}", plan.errors.get(plan.errors.internal).name);
    let errors = quote! {
        #documentation
        #[internal(#internal)]
        pub enum #name { #(#described),* }
    };
    file.push_in_macro("rt::operation_errors", errors);
}

/// When the server responds with an error, on one line.
fn when(error: &ErrorStatus) -> Vec<String> {
    let when = error.when.as_deref().unwrap_or(&error.message);
    let when = when.lines().next().unwrap_or_default();
    docs::markdown(&format!("{}: {when}", error.status))
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
    file.import_path("std::fmt");
    let shown = &error.name;
    let headers = error.headers.iter().map(|header| {
        let field = ident(&header.name);
        // Without the prefix of a raw identifier, as in a derived `Debug`.
        let label = header.name.trim_start_matches("r#");
        match header.api.sensitivity.word() {
            Some(word) => {
                let hidden = format!("<{word}>");
                quote!(.field(#label, &format_args!(#hidden)))
            }
            None => quote!(.field(#label, &self.#field)),
        }
    });
    quote! {
        impl fmt::Debug for #name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter
                    .debug_struct(#shown)
                    .field("body", &self.body)
                    #(#headers)*
                    .field("context", &self.context)
                    .finish()
            }
        }
    }
}
