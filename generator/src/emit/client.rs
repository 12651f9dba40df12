//! The module `client`: a method for every operation.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::file::{Context, RustFile, ident};
use super::given::Given;
use super::groups::Group;
use super::work::Work;
use super::{docs, operations, success};
use crate::api::{Location, Operation, Parameter, Presence, SuccessContent, Type};
use crate::naming::OperationNames;

/// Emits the files of the client.
pub(super) fn emit<'a>(context: Context<'a>, groups: &'a [Group<'a>], work: &mut Work<'a>) {
    work.file("src/client/mod.rs", move || emit_root(context, groups));
    for group in groups {
        work.file(format!("src/client/{}.rs", group.file), move || {
            emit_group(context, group)
        });
    }
}

fn emit_group(context: Context<'_>, group: &Group<'_>) -> String {
    let mut file = RustFile::new(context);
    file.import_runtime();
    file.import("client", "Client");
    let methods = group
        .operations
        .iter()
        .map(|(operation, names)| method(context, operation, names, &mut file));
    let methods: Vec<TokenStream> = methods.collect();
    file.push(quote!(impl Client { #(#methods)* }));
    for (operation, names) in &group.operations {
        if has_options(operation) {
            emit_call(context, operation, names, &mut file);
        }
    }
    file.finish(&[])
}

fn emit_root(context: Context<'_>, groups: &[Group<'_>]) -> String {
    let mut file = RustFile::new(context);
    file.import_runtime();
    file.import("errors", "ERRORS");
    let modules = groups.iter().map(Group::module);
    modules.for_each(|module| file.push(quote!(mod #module;)));
    for group in groups {
        let calls = group
            .operations
            .iter()
            .filter(|(operation, _)| has_options(operation));
        let calls: Vec<Ident> = calls
            .map(|(_, names)| format_ident!("{}", names.call))
            .collect();
        if !calls.is_empty() {
            let module = group.module();
            file.push(quote!(pub use #module::{#(#calls),*};));
        }
    }
    file.push(quote!(
        pub use specsmith_runtime::client::{
            BuildError, Call, ClientBuilder as Builder, DecodeError, Error, Items, Rejected,
            RequestError, Response, Retry, Timeout, TimeoutKind, TooLarge, TransportError, Try,
            UndocumentedResponse,
        };
    ));
    file.push(service(context));
    let built = docs::sentence("Configures a [`Client`].");
    file.push(quote!(#built pub type ClientBuilder = rt::ClientBuilder<Client>;));
    let title = docs::sentence(
        "A client for the API. Cloning it is cheap, and the clones share connections.",
    );
    file.push(quote! {
        #title
        #[derive(Debug, Clone)]
        pub struct Client { http: rt::Http }
    });
    let paths = match context.api.base_path.as_str() {
        "" => "The paths of the operations are appended to it.".to_owned(),
        base => {
            format!("The paths of the operations, which begin with `{base}`, are appended to it.")
        }
    };
    let mut lines = vec![
        "Configures a client of the API at this URL, which may have a path.".to_owned(),
        String::new(),
        paths,
    ];
    if let Some(constant) = context.names.servers.first() {
        lines.extend([
            String::new(),
            format!("The API has named servers: [`{constant}`](crate::servers::{constant})."),
        ]);
    }
    let builder = docs::attributes(&lines);
    file.push(quote! {
        impl Client {
            #builder
            pub fn builder(base_url: impl Into<String>) -> ClientBuilder {
                rt::ClientBuilder::new(&SERVICE, base_url)
            }
        }
    });
    file.push(quote! {
        impl From<rt::Http> for Client {
            fn from(http: rt::Http) -> Self { Self { http } }
        }
    });
    let documentation = [
        "The client: one method for every operation.".to_owned(),
        String::new(),
        "Each method returns a call: await it to get the value, or use `send()` to get the status and".to_owned(),
        "headers too.".to_owned(),
    ];
    file.finish(&documentation)
}

fn service(context: Context<'_>) -> TokenStream {
    let api = context.api;
    let (name, version) = (&api.package.name, &api.version);
    let retry = api
        .errors
        .iter()
        .filter(|error| error.retry)
        .map(|error| Literal::u16_unsuffixed(error.status));
    let implied = api.implied_statuses().into_iter();
    let implied = implied.map(Literal::u16_unsuffixed);
    let request_id = api.request_id_header.to_ascii_lowercase();
    let documentation = docs::sentence("Settings that all calls share.");
    quote! {
        #documentation
        static SERVICE: rt::Service = rt::Service {
            name: #name,
            version: #version,
            errors: &ERRORS,
            retry_statuses: &[#(#retry),*],
            implied_statuses: &[#(#implied),*],
            request_id_header: #request_id,
        };
    }
}

fn has_options(operation: &Operation) -> bool {
    operation
        .parameters
        .iter()
        .any(|parameter| !parameter.is_argument())
}

fn method(
    context: Context<'_>,
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let (method, constant) = (
        ident(&names.method),
        file.item("operations", &names.constant),
    );
    let mut lines = operations::documentation(context, operation);
    if let Some(implied) = operations::implied(operation) {
        lines.push(String::new());
        lines.extend(docs::wrap(&format!(
            "In addition to the documented errors, the rules of the API imply {implied}, as \
             [`Error::Rejected`](crate::Error::Rejected)."
        )));
    }
    let documentation = docs::attributes(&lines);
    let named = || {
        operation
            .parameters
            .iter()
            .zip(&names.parameters)
            .map(|(parameter, name)| (parameter, ident(name)))
    };
    let required: Vec<(&Parameter, Ident)> = named()
        .filter(|(parameter, _)| parameter.is_argument())
        .collect();
    let (arguments, bindings): (Vec<TokenStream>, Vec<Option<TokenStream>>) = required
        .iter()
        .map(|(parameter, name)| argument(context, parameter, name, file))
        .unzip();
    let body = operation.body.as_ref().map(|body| {
        let (name, ty) = (ident(&names.body), file.ty(&body.ty));
        quote!(#name: #ty)
    });
    let arguments = arguments.into_iter().chain(body);
    let built = built_call(context, operation, names, &constant, &required);
    let (returned, call) = if has_options(operation) {
        let call = format_ident!("{}", names.call);
        (quote!(#call), quote!(#call { call: #built }))
    } else {
        let ty = call_type(operation, names, file);
        (ty, built)
    };
    // `#[inline]` compiles the encoding of the body at the call, so unused operations cost nothing.
    let inline = operation.body.as_ref().map(|_| quote!(#[inline]));
    quote! {
        #documentation
        #inline
        pub fn #method(&self, #(#arguments),*) -> #returned {
            #(#bindings)*
            #call
        }
    }
}

/// A required parameter: the argument, and its binding.
fn argument(
    context: Context<'_>,
    parameter: &Parameter,
    name: &Ident,
    file: &mut RustFile<'_>,
) -> (TokenStream, Option<TokenStream>) {
    let ty = file.ty(&parameter.ty);
    let given = Given::new(context, &parameter.ty, ty.clone());
    let argument = &given.ty;
    (quote!(#name: #argument), given.binding(name, &ty))
}

fn built_call(
    context: Context<'_>,
    operation: &Operation,
    names: &OperationNames,
    constant: &TokenStream,
    required: &[(&Parameter, Ident)],
) -> TokenStream {
    let in_path: Vec<&Ident> = required
        .iter()
        .filter(|(parameter, _)| parameter.location == Location::Path)
        .map(|(_, name)| name)
        .collect();
    let path = (!in_path.is_empty()).then(|| quote!(.path(&[#(&#in_path),*])));
    let others = required
        .iter()
        .filter(|(parameter, _)| parameter.location != Location::Path)
        .map(|(parameter, name)| {
            let (set, wire) = (setting(context, parameter, "with_"), wire_name(parameter));
            quote!(.#set(#wire, &#name))
        });
    let body = operation.body.as_ref().map(|_| {
        let name = ident(&names.body);
        quote!(.json(&#name))
    });
    let success = operation.success();
    let status = Literal::u16_unsuffixed(success.status);
    let envelope = match &success.content {
        SuccessContent::Value {
            envelope: Some(name),
            ..
        } => Some(quote!(.envelope(#name))),
        SuccessContent::Value { envelope: None, .. }
        | SuccessContent::Page(_)
        | SuccessContent::Empty => None,
    };
    let status = match (&success.content, success.status) {
        (SuccessContent::Empty, _) => Some(quote!(.no_content(#status))),
        (SuccessContent::Value { .. } | SuccessContent::Page(_), 200) => None,
        (SuccessContent::Value { .. } | SuccessContent::Page(_), _) => {
            Some(quote!(.success(#status)))
        }
    };
    quote!(rt::Call::new(&self.http, &#constant) #path #(#others)* #body #envelope #status)
}

fn call_type(
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let (value, error) = (
        success::value_type(operation, file),
        file.item("operations", &names.error),
    );
    quote!(rt::Call<#value, #error>)
}

fn emit_call(
    context: Context<'_>,
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) {
    let (call, error) = (
        format_ident!("{}", names.call),
        file.item("operations", &names.error),
    );
    let value = success::value_type(operation, file);
    let ty = call_type(operation, names, file);
    let documentation = docs::sentence(&format!(
        "A call of [`Client::{}`]: set its optional parameters, then await or `send()` it.",
        names.method.trim_start_matches("r#")
    ));
    file.push(quote! {
        #documentation
        #[derive(Debug)]
        #[must_use = "a call does nothing until it is awaited or sent"]
        pub struct #call { call: #ty }
    });
    let optional = operation.parameters.iter().zip(&names.parameters);
    let optional = optional.filter(|(parameter, _)| !parameter.is_argument());
    let setters: Vec<TokenStream> = optional
        .map(|(parameter, name)| setter(context, parameter, &ident(name), file))
        .collect();
    let stream = stream(context, operation, names, file);
    file.push(quote!(impl #call { #(#setters)* #stream }));
    file.push(quote!(rt::client_call!(#call, #value, #error);));
}

fn setter(
    context: Context<'_>,
    parameter: &Parameter,
    name: &Ident,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let mut lines = docs::notes(
        &parameter.notes,
        &format!("Sets {}.", docs::code(&parameter.name)),
    );
    if let Some(bounds) = docs::bounds(&parameter.rules) {
        lines.extend([String::new(), bounds]);
    }
    if let Presence::Default(default) = &parameter.presence {
        lines.extend([
            String::new(),
            format!("Default: {}.", docs::code(&default.to_string())),
        ]);
    }
    let documentation = docs::attributes(&lines);
    let given = Given::new(context, &parameter.ty, file.ty(&parameter.ty));
    let (ty, value) = (&given.ty, given.value(name));
    let (set, wire) = (setting(context, parameter, ""), wire_name(parameter));
    quote! {
        #documentation
        pub fn #name(mut self, #name: #ty) -> Self {
            self.call.#set(#wire, &#value);
            self
        }
    }
}

fn wire_name(parameter: &Parameter) -> String {
    match parameter.location {
        Location::Header => parameter.name.to_ascii_lowercase(),
        Location::Path | Location::Query => parameter.name.clone(),
    }
}

/// The runtime's method that sets this parameter.
fn setting(context: Context<'_>, parameter: &Parameter, prefix: &str) -> Ident {
    match (parameter.location, &parameter.ty.ty) {
        (Location::Header, _) if parameter.is_sensitive(context.api) => {
            format_ident!("{prefix}sensitive_header_value")
        }
        (Location::Header, _) => format_ident!("{prefix}header_value"),
        (Location::Query | Location::Path, Type::List(_)) => format_ident!("{prefix}query_list"),
        (Location::Query | Location::Path, _) => format_ident!("{prefix}query"),
    }
}

/// The method that iterates over all pages.
fn stream(
    context: Context<'_>,
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) -> Option<TokenStream> {
    let SuccessContent::Page(item) = &operation.success().content else {
        return None;
    };
    let pagination = context.api.pagination.as_ref()?;
    let (item, error) = (file.type_name(*item), file.item("operations", &names.error));
    let offset = &pagination.offset.name;
    let first = Literal::i64_unsuffixed(pagination.first);
    let page = &context.names.page;
    let (items, total) = (ident(&page.items.0), ident(&page.total.0));
    let documentation = docs::attributes(&[
        "Streams the items of this page and all later ones, and requests pages as they are needed."
            .to_owned(),
    ]);
    Some(quote! {
        #documentation
        #[inline]
        pub fn stream(self) -> rt::Items<#item, #error> {
            self.call.items(#offset, #first, |page| (page.#items, page.#total))
        }
    })
}
