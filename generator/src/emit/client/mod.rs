//! The module `client`: a method for every operation.

mod body;
mod call;
mod credentials;
mod method;
mod servers;
mod setting;

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::errors::runtime_statuses;
use super::file::RustFile;
use super::work::Work;
use super::{docs, markdown};
use crate::naming::CLIENT_EXPORTS;
use crate::rust::{Auth, Crate, Group};
use crate::rust_printer::{Function, with_methods};
pub(super) use call::emit as emit_call;
pub(super) use method::method;

/// Emits the files of the client.
pub(super) fn emit<'a>(plan: &'a Crate<'a>, work: &mut Work<'a>) {
    work.module("client", plan, emit_root, emit_group);
}

fn emit_group(plan: &Crate<'_>, group: &Group<'_>) -> String {
    let mut file = RustFile::new(plan);
    file.import_runtime();
    file.import("client", "Client");
    let methods = plan.operations_of(group);
    let methods = methods.map(|operation| method::method(plan.api, operation, &mut file));
    let methods: Vec<Function> = methods.collect();
    file.push(with_methods(quote!(impl Client {}), &methods));
    for operation in plan.operations_of(group) {
        if let Some(call) = &operation.call {
            call::emit(operation, call, &mut file);
        }
        body::emit_contents(operation, &mut file);
    }
    file.finish(&docs::group(group))
}

fn emit_root<'a>(plan: &'a Crate<'a>) -> String {
    let mut file = RustFile::new(plan);
    file.import_runtime();
    file.import("errors", "ERRORS");
    file.declare_groups(|operation| {
        let body = operation.several_contents();
        let call = operation.call.iter().map(|call| call.name.as_str());
        call.chain(body.map(|(name, _)| name))
    });
    let path = "specsmith_runtime::client";
    let exports = plan.auth.as_ref().map(credentials::exports);
    let exports = exports.unwrap_or_default();
    file.reexport(path, None, CLIENT_EXPORTS.into_iter().chain(exports));
    file.push(service(plan, &quote!(ERRORS)));
    emit_client(plan, &mut file);
    credentials::emit(plan, &mut file);
    servers::emit(plan, &mut file);
    if plan.has_call_options() {
        file.push(quote!(rt::call_with!(CallWith);));
    }
    for page in plan.pages.iter().filter(|page| page.is_used) {
        call::emit_pages(page, &mut file);
    }
    let mut documentation = docs::paragraphs(&[
        "The client: one method for every operation.",
        "Each method returns a call: await it to get the value, or use `send()` to get the status and headers too.",
    ]);
    if let Some(auth) = plan.auth.as_ref().filter(|auth| auth.is_used) {
        docs::push_paragraph(&mut documentation, key_kinds(auth));
    }
    file.finish(&documentation)
}

/// A list of the kinds of keys, if any is described. The enum of them belongs to the server.
fn key_kinds(auth: &Auth<'_>) -> Vec<String> {
    if auth
        .requirements
        .iter()
        .all(|requirement| requirement.api.notes().is_empty())
    {
        return Vec::new();
    }
    let mut lines = docs::paragraphs(&[match auth.api.is_one_token() {
        true => "The kinds of keys that operations require:",
        false => "The schemes, and the kinds of their credentials, that operations require:",
    }]);
    lines.push(String::new());
    for key in &auth.requirements {
        let name = markdown::code(key.api.name());
        if key.api.notes().is_empty() {
            lines.push(format!("- {name}"));
            continue;
        }
        let notes = docs::notes(key.api.notes(), "Any key of this kind.");
        // A code block, for example, begins on a new line.
        let is_text = notes[0].starts_with(char::is_alphanumeric);
        let mut start = if is_text {
            format!("- {name}: ")
        } else {
            lines.extend([format!("- {name}"), String::new()]);
            "  ".to_owned()
        };
        for line in notes {
            lines.push(format!("{start}{line}").trim_end().to_owned());
            start = "  ".to_owned();
        }
    }
    lines
}

/// Emits the client, and how it is built.
fn emit_client(plan: &Crate<'_>, file: &mut RustFile<'_>) {
    let builder = docs::attributes(&builder_documentation(plan));
    let in_process = docs::sentence(
        "Configures a client that calls this router directly, without a socket. Tests use it with the handlers that they \
         test, or with a fake of them.",
    );
    let lenient = plan.api.lenient.then(|| quote!(.lenient(true)));
    let builder = quote! {
        #builder
        pub fn builder(base_url: impl Into<String>) -> ClientBuilder {
            rt::ClientBuilder::new(&SERVICE, base_url)#lenient
        }

        #in_process
        pub fn in_process(router: impl rt::Transport) -> ClientBuilder {
            Self::builder("http://localhost").in_process(router)
        }
    };
    let request = docs::attributes(&request_documentation(plan));
    let methods = quote! {
        #builder
        #request
        pub fn request(&self, method: &str, path: &str) -> rt::RawCall {
            rt::RawCall::new(&self.http, method, path)
        }
    };
    emit_type("Client", "A client for the API.", &methods, file);
}

fn request_documentation(plan: &Crate<'_>) -> Vec<String> {
    let path = match plan.api.base_path.as_str() {
        "" => "The percent-encoded path is appended to the base URL.".to_owned(),
        base => format!(
            "The percent-encoded path is appended to the base URL, so paths of the API begin with `{base}`."
        ),
    };
    docs::paragraphs(&[
        "Starts a request that the description of the API lacks, with the credentials, retries and limits of the client.",
        &path,
    ])
}

/// Emits a type with a method for each operation, and these methods: at least the function that configures its builder.
pub(super) fn emit_type(name: &str, title: &str, methods: &TokenStream, file: &mut RustFile<'_>) {
    let built = docs::sentence(&format!("Configures a [`{name}`]."));
    let title = format!("{title} Cloning it is cheap, and the clones share connections.");
    let title = docs::sentence(&title);
    let (name, builder_name) = (format_ident!("{name}"), format_ident!("{name}Builder"));
    file.push(quote!(#built pub type #builder_name = rt::ClientBuilder<#name>;));
    file.push(quote! {
        #title
        #[derive(Debug, Clone)]
        pub struct #name { http: rt::Http }
    });
    file.push(quote!(impl #name { #methods }));
    file.push(quote! {
        impl From<rt::Http> for #name {
            fn from(http: rt::Http) -> Self { Self { http } }
        }
    });
}

fn builder_documentation(plan: &Crate<'_>) -> Vec<String> {
    let paths = match plan.api.base_path.as_str() {
        "" => "The paths of the operations are appended to it.".to_owned(),
        base => {
            format!("The paths of the operations, which begin with `{base}`, are appended to it.")
        }
    };
    let mut lines =
        vec!["Configures a client of the API at this URL, which may have a path.".to_owned()];
    docs::push_paragraph(&mut lines, [paths]);
    let named = plan.api.common_servers().next().map(|id| {
        let constant = &plan.server(id).constant;
        format!("The API has named servers: [`{constant}`](crate::servers::{constant}).")
    });
    docs::push_paragraph(&mut lines, named);
    let settings = "All settings are methods of the [builder](rt::ClientBuilder): credentials, \
        headers, time limits, retries and others. Retries and time limits can also be set for each call.";
    docs::push_paragraph(&mut lines, markdown::wrap(settings));
    lines
}

/// The settings that all calls share. `errors` is the shape of error responses.
pub(super) fn service(plan: &Crate<'_>, errors: &TokenStream) -> TokenStream {
    let api = plan.api;
    let (name, version) = (&api.package.name, &api.version.value);
    let retry = plan.errors.shape.retry_statuses.iter();
    let retry = retry.map(|status| runtime_statuses(*status));
    let implied = api.implied_statuses().into_iter();
    let implied = implied.map(Literal::u16_unsuffixed);
    let request_id = api.request_id_header.to_ascii_lowercase();
    let documentation = docs::sentence("Settings that all calls share.");
    quote! {
        #documentation
        static SERVICE: rt::Service = rt::Service {
            name: #name,
            version: #version,
            errors: &#errors,
            retry_statuses: &[#(#retry),*],
            implied_statuses: &[#(#implied),*],
            request_id_header: #request_id,
        };
    }
}
