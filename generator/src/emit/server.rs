//! The module `server`: the handler trait, the arguments of its methods, the router.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::file::{Context, RustFile, ident, local};
use super::groups::Group;
use super::rules::{rules, value};
use super::work::Work;
use super::{docs, operations, success, types};
use crate::api::{
    Auth, AuthAnswer, Location, Operation, Parameter, Presence, Sensitivity, SuccessContent, Type,
};
use crate::naming::OperationNames;

/// Writes the files of the server.
pub(super) fn emit<'a>(context: Context<'a>, groups: &'a [Group<'a>], work: &mut Work<'a>) {
    work.file("src/server/mod.rs", move || emit_root(context, groups));
    for group in groups {
        work.file(format!("src/server/{}.rs", group.file), move || {
            emit_group(context, group)
        });
    }
}

fn emit_group(context: Context<'_>, group: &Group<'_>) -> String {
    let mut file = RustFile::new(context);
    file.import_runtime();
    for (operation, names) in &group.operations {
        if has_arguments(operation) {
            emit_arguments(operation, names, &mut file);
            let reading = reading(context, operation, names, &mut file);
            file.push(reading);
        }
    }
    for (operation, names) in &group.operations {
        let handler = handler(context, operation, names, &mut file);
        file.push(handler);
    }
    file.finish(&[])
}

fn emit_root(context: Context<'_>, groups: &[Group<'_>]) -> String {
    let mut file = RustFile::new(context);
    file.import_runtime();
    file.import("errors", "ERRORS");
    groups
        .iter()
        .map(Group::module)
        .for_each(|module| file.push(quote!(mod #module;)));
    for group in groups {
        let with_arguments = group
            .operations
            .iter()
            .filter(|(operation, _)| has_arguments(operation));
        let names: Vec<Ident> = with_arguments
            .map(|(_, names)| format_ident!("{}", names.arguments))
            .collect();
        if !names.is_empty() {
            let module = group.module();
            file.push(quote!(pub use #module::{#(#names),*};));
        }
    }
    file.push(quote!(
        pub use specsmith_runtime::Operation;
    ));
    file.push(quote!(
        pub use specsmith_runtime::codegen::Router;
    ));
    file.push(quote!(
        pub use specsmith_runtime::server::{AuthError, BearerToken, ServerConfig};
    ));
    if let Some(auth) = &context.api.auth {
        file.push(key_kinds(context, auth));
    }
    let handlers = handler_trait(context, groups, &mut file);
    file.push(handlers);
    for (_, names) in groups.iter().flat_map(|group| &group.operations) {
        file.import("operations", &names.constant);
    }
    router(context, groups)
        .into_iter()
        .for_each(|item| file.push(item));
    if let Some(auth) = &context.api.auth {
        authorization(context, auth, groups)
            .into_iter()
            .for_each(|item| file.push(item));
    }
    let documentation = [format!(
        "The server: implement [`{}`], and [`router`] makes an axum router of it.",
        context.names.handler_trait
    )];
    file.finish(&documentation)
}

fn key_kinds(context: Context<'_>, auth: &Auth) -> TokenStream {
    let kinds = auth
        .keys
        .iter()
        .zip(&context.names.keys)
        .map(|(kind, name)| {
            let documentation = docs::attributes(&docs::notes(
                &kind.notes,
                &format!("The kind `{}`.", kind.name),
            ));
            let name = format_ident!("{name}");
            quote!(#documentation #name)
        });
    quote! {
        /// The kinds of key that operations ask for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Key { #(#kinds),* }
    }
}

fn handler_trait(
    context: Context<'_>,
    groups: &[Group<'_>],
    file: &mut RustFile<'_>,
) -> TokenStream {
    let name = format_ident!("{}", context.names.handler_trait);
    let title = docs::attributes(&docs::markdown(&format!(
        "The handlers of {}: one method for every operation, which gets checked arguments and can answer only what \
         the operation documents.",
        context.api.title
    )));
    let credentials = context
        .api
        .auth
        .as_ref()
        .map(|auth| credentials(context, auth));
    let operations = groups.iter().flat_map(|group| &group.operations);
    let methods = operations.map(|(operation, names)| {
        let documentation = docs::attributes(&operations::documentation(context, operation));
        let signature = signature(operation, names, file);
        let (arguments, value, error) = (&signature.arguments, &signature.value, &signature.error);
        let method = ident(&names.method);
        quote! {
            #documentation
            fn #method(&self, #(#arguments),*) -> impl Future<Output = Result<#value, #error>> + Send;
        }
    });
    let methods: Vec<TokenStream> = methods.collect();
    quote! {
        #title
        pub trait #name: Send + Sync + 'static {
            #credentials
            #(#methods)*
        }
    }
}

/// The part of the trait that knows keys.
fn credentials(context: Context<'_>, auth: &Auth) -> TokenStream {
    let first = format_ident!("{}", context.names.keys[0]);
    let any = docs::attributes(&docs::wrap(&format!(
        "Whether the caller's key is of this kind. It is not asked for [`Key::{first}`], which is any valid key; \
         `false` is answered with {}.",
        auth.refused.status
    )));
    let permits = (auth.keys.len() > 1).then(|| {
        quote! {
            #any
            fn permits(&self, caller: &Self::Caller, key: Key) -> bool;
        }
    });
    let unknown = docs::attributes(&docs::wrap(&format!(
        "Finds who calls by the key that was sent. A key that nobody knows is [`AuthError::UnknownKey`] and is answered \
         with {}; a failure of your own becomes a 500 with `?`.",
        auth.unknown.status
    )));
    quote! {
        /// Who calls, as [`authenticate`](Self::authenticate) found out.
        type Caller: Send + Sync;

        #unknown
        fn authenticate(&self, token: &BearerToken) -> impl Future<Output = Result<Self::Caller, AuthError>> + Send;

        #permits
    }
}

/// The parts of a method's signature.
pub(super) struct Signature {
    /// `caller: Self::Caller` and `request: ListGuardrails`, as far as there are such.
    pub(super) arguments: Vec<TokenStream>,
    /// What it gives.
    pub(super) value: TokenStream,
    /// What can go wrong.
    pub(super) error: Ident,
}

/// The signature of an operation's method, imported.
pub(super) fn signature(
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) -> Signature {
    file.import("operations", &names.error);
    let caller = operation.key.map(|_| quote!(caller: Self::Caller));
    let request = has_arguments(operation).then(|| {
        let arguments = format_ident!("{}", names.arguments);
        quote!(request: #arguments)
    });
    Signature {
        arguments: caller.into_iter().chain(request).collect(),
        value: success::value_type(operation, file),
        error: format_ident!("{}", names.error),
    }
}

fn router(context: Context<'_>, groups: &[Group<'_>]) -> Vec<TokenStream> {
    let name = format_ident!("{}", context.names.handler_trait);
    let routes = groups.iter().flat_map(|group| {
        group.operations.iter().map(move |(_, names)| {
            let (module, constant, method) = (
                group.module(),
                format_ident!("{}", names.constant),
                ident(&names.method),
            );
            quote!(.route(&#constant, #module::#method::<A>))
        })
    });
    let plain = quote! {
        /// A router over the handlers. Any tower layer can be added to it.
        pub fn router<A: #name>(api: A) -> Router {
            router_with(api, ServerConfig::default())
        }
    };
    let configured = quote! {
        /// A router with limits and inner layers of your own.
        pub fn router_with<A: #name>(api: A, config: ServerConfig) -> Router {
            rt::Server::new(api, config, &ERRORS) #(#routes)* .finish()
        }
    };
    vec![plain, configured]
}

fn authorization(context: Context<'_>, auth: &Auth, groups: &[Group<'_>]) -> Vec<TokenStream> {
    let name = format_ident!("{}", context.names.handler_trait);
    let answer = |answer: &AuthAnswer| {
        let (status, message) = (Literal::u16_unsuffixed(answer.status), &answer.message);
        quote!((#status, #message))
    };
    let (missing, unknown, refused) = (
        answer(&auth.missing),
        answer(&auth.unknown),
        answer(&auth.refused),
    );
    let scheme = quote! {
        /// What callers without the right key are answered.
        static AUTH: rt::AuthScheme = rt::AuthScheme { missing: #missing, unknown: #unknown, refused: #refused };
    };
    let keys = || {
        groups.iter().flat_map(|group| {
            group
                .operations
                .iter()
                .filter_map(|(operation, _)| operation.key)
        })
    };
    let identify = quote! {
        /// Finds who calls.
        async fn identify<A: #name>(api: &A, input: &rt::Input) -> Result<A::Caller, rt::Refusal> {
            let token = input.bearer_token(&AUTH)?;
            api.authenticate(&token).await.map_err(|error| AUTH.denied(error))
        }
    };
    let authorize = quote! {
        /// Finds who calls, and whether the key is of the kind that the operation asks for.
        async fn authorize<A: #name>(api: &A, input: &rt::Input, key: Key) -> Result<A::Caller, rt::Refusal> {
            let caller = identify(api, input).await?;
            if api.permits(&caller, key) { Ok(caller) } else { Err(AUTH.refused()) }
        }
    };
    let mut items = Vec::new();
    if keys().next().is_some() {
        items.extend([scheme, identify]);
    }
    if keys().any(|key| key > 0) {
        items.push(authorize);
    }
    items
}

/// Whether a handler gets a request at all.
pub(super) fn has_arguments(operation: &Operation) -> bool {
    !operation.parameters.is_empty() || operation.body.is_some()
}

fn emit_arguments(operation: &Operation, names: &OperationNames, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", names.arguments);
    let documentation = docs::sentence(&format!("What a caller of `{}` sends.", operation.name));
    let hides = operation
        .parameters
        .iter()
        .any(|parameter| parameter.sensitivity != Sensitivity::Public);
    let debug = (!hides).then(|| quote!(Debug,));
    let parameters = operation
        .parameters
        .iter()
        .zip(&names.parameters)
        .map(|(parameter, name)| {
            let documentation = docs::attributes(&docs::notes(
                &parameter.notes,
                &format!("The parameter {}.", docs::code(&parameter.name)),
            ));
            let (name, ty) = (ident(name), argument_type(parameter, file));
            quote!(#documentation pub #name: #ty)
        });
    let mut fields: Vec<TokenStream> = parameters.collect();
    if let Some(body) = &operation.body {
        let documentation = docs::attributes(&docs::notes(&body.notes, "The body."));
        let (name, ty) = (ident(&names.body), file.ty(&body.ty));
        fields.push(quote!(#documentation pub #name: #ty));
    }
    file.push(quote! {
        #documentation
        #[derive(#debug Clone, PartialEq)]
        pub struct #name { #(#fields),* }
    });
    if hides {
        let parameters = operation.parameters.iter().zip(&names.parameters);
        let parameters = parameters.map(|(parameter, name)| (ident(name), parameter.sensitivity));
        let body = operation.body.iter();
        let body = body.map(|_| (ident(&names.body), Sensitivity::Public));
        let shown: Vec<_> = parameters.chain(body).collect();
        let debug = types::debug(&name, &shown, file);
        file.push(debug);
    }
}

fn argument_type(parameter: &Parameter, file: &mut RustFile<'_>) -> TokenStream {
    let ty = file.ty(&parameter.ty);
    match (&parameter.presence, &parameter.ty.ty) {
        // A repeated parameter that is not there has no values.
        (Presence::Optional, Type::List(_)) | (Presence::Required | Presence::Default(_), _) => ty,
        (Presence::Optional, _) => quote!(Option<#ty>),
    }
}

fn handler(
    context: Context<'_>,
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let (method, handler_trait) = (
        ident(&names.method),
        format_ident!("{}", context.names.handler_trait),
    );
    file.import("server", &context.names.handler_trait);
    file.import("errors", "ERRORS");
    file.import_path("std::sync::Arc");
    let caller = operation.key.map(|key| match key {
        0 => {
            file.import("server", "identify");
            quote!(let caller = identify(&*api, &input).await?;)
        }
        key => {
            file.import("server", "authorize");
            file.import("server", "Key");
            let kind = format_ident!("{}", context.names.keys[key]);
            quote!(let caller = authorize(&*api, &input, Key::#kind).await?;)
        }
    });
    let receive = operation
        .body
        .as_ref()
        .map(|_| quote!(input.receive_json().await?;));
    let request = has_arguments(operation).then(|| {
        let arguments = format_ident!("{}", names.arguments);
        quote!(let request = #arguments::read(&mut input)?;)
    });
    let given = caller
        .is_some()
        .then(|| quote!(caller))
        .into_iter()
        .chain(request.is_some().then(|| quote!(request)));
    let answer = answer(operation, quote!(api.#method(#(#given),*).await));
    let input = match (has_arguments(operation), operation.key) {
        (true, _) => quote!(mut input),
        (false, Some(_)) => quote!(input),
        (false, None) => quote!(_input),
    };
    quote! {
        pub(super) async fn #method<A: #handler_trait>(
            api: Arc<A>,
            #input: rt::Input,
        ) -> Result<rt::Response, rt::Refusal> {
            #caller
            #receive
            #request
            #answer
        }
    }
}

/// How the arguments are read: all of them before any fault is answered, so that the caller learns
/// of every one.
fn reading(
    context: Context<'_>,
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let arguments = format_ident!("{}", names.arguments);
    let mut position = 0;
    let mut reads = Vec::new();
    let mut fields = Vec::new();
    for (parameter, name) in operation.parameters.iter().zip(&names.parameters) {
        let (field, variable) = (ident(name), local(name, &["input"]));
        let source = source(parameter, &mut position);
        let owner = format!("{}.{}", operation.name, parameter.name);
        let read = read(context, parameter, rules(&parameter.rules, &owner, file));
        reads.push(quote!(let #variable = input.#source.#read;));
        fields.push(quote!(#field: #variable?));
    }
    if operation.body.is_some() {
        let (field, variable) = (ident(&names.body), local(&names.body, &["input"]));
        reads.push(quote!(let #variable = input.json_body();));
        fields.push(quote!(#field: #variable?));
    }
    quote! {
        impl #arguments {
            fn read(input: &mut rt::Input) -> Result<Self, rt::Refusal> {
                #(#reads)*
                input.check()?;
                Ok(Self { #(#fields),* })
            }
        }
    }
}

fn source(parameter: &Parameter, position: &mut usize) -> TokenStream {
    let name = &parameter.name;
    match parameter.location {
        Location::Path => {
            let index = Literal::usize_unsuffixed(*position);
            *position += 1;
            quote!(path(#index, #name))
        }
        Location::Query => quote!(query(#name)),
        Location::Header => {
            let name = name.to_ascii_lowercase();
            quote!(header(#name))
        }
    }
}

fn read(context: Context<'_>, parameter: &Parameter, rules: Option<TokenStream>) -> TokenStream {
    let list = matches!(parameter.ty.ty, Type::List(_));
    match (&parameter.presence, rules) {
        (Presence::Default(default), rules) => {
            let default = value(context, default, &parameter.ty);
            let rules = rules.unwrap_or_else(|| quote!(&[]));
            quote!(or(#default, #rules))
        }
        (_, None) if list => quote!(list()),
        (_, Some(rules)) if list => quote!(list_checked(#rules)),
        (Presence::Required, None) => quote!(required()),
        (Presence::Required, Some(rules)) => quote!(required_checked(#rules)),
        (Presence::Optional, None) => quote!(optional()),
        (Presence::Optional, Some(rules)) => quote!(optional_checked(#rules)),
    }
}

fn answer(operation: &Operation, result: TokenStream) -> TokenStream {
    let success = operation.success();
    let status = Literal::u16_unsuffixed(success.status);
    match (&success.content, success.status) {
        (SuccessContent::Empty, 204) => quote!(rt::respond_empty(#result, &ERRORS)),
        (SuccessContent::Empty, _) => quote!(rt::respond_empty_as(#status, #result, &ERRORS)),
        (
            SuccessContent::Value {
                envelope: Some(name),
                ..
            },
            200,
        ) => quote!(rt::respond_in(#name, #result, &ERRORS)),
        (
            SuccessContent::Value {
                envelope: Some(name),
                ..
            },
            _,
        ) => {
            quote!(rt::respond_in_as(#status, #name, #result, &ERRORS))
        }
        (SuccessContent::Value { envelope: None, .. } | SuccessContent::Page(_), 200) => {
            quote!(rt::respond(#result, &ERRORS))
        }
        (SuccessContent::Value { envelope: None, .. } | SuccessContent::Page(_), _) => {
            quote!(rt::respond_as(#status, #result, &ERRORS))
        }
    }
}
