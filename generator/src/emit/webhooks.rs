//! The module `webhooks`: a client that sends them, and a handler trait that receives them.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::file::{RustFile, ident};
use super::work::Work;
use super::{client, docs, markdown, operations, server};
use crate::rust::{Crate, Operation};
use crate::rust_printer::{Function, with_methods};

/// Emits the files of the module.
pub(super) fn emit<'a>(plan: &'a Crate<'a>, work: &mut Work<'a>) {
    work.file("src/webhooks/mod.rs", move || emit_root(plan));
    work.file("src/webhooks/sender.rs", move || emit_sender(plan));
    work.file("src/webhooks/receiver.rs", move || emit_receiver(plan));
}

fn emit_root(plan: &Crate<'_>) -> String {
    let mut file = RustFile::of_module(plan, "operations");
    file.import_runtime();
    file.declare("receiver", Some("server"));
    file.declare("sender", Some("client"));
    let calls = plan
        .operations
        .iter()
        .filter_map(|operation| operation.call.as_ref());
    let calls = calls.map(|call| call.name.as_str());
    let calls = calls.chain(["Sender", "SenderBuilder"]);
    let requests = plan.operations.iter();
    let requests = requests.filter_map(|request| request.request.as_ref());
    let routes = plan
        .operations
        .iter()
        .map(|operation| operation.method.as_str());
    let received = requests.map(String::as_str).chain(routes);
    let received = received.chain(["Receiver", "router", "router_per_request", "router_with"]);
    file.reexport("receiver", Some("server"), received);
    file.reexport("sender", Some("client"), calls);
    let signers = ["PerRecipient", "Signer", "UnsignedWebhook"];
    let signers = signers.into_iter().filter(|_| plan.is_signed());
    let sending = signers.chain(["Error"]);
    file.reexport("specsmith_runtime::client", Some("client"), sending);
    file.push(quote!(
        #[cfg(any(feature = "client", feature = "server"))]
        pub use specsmith_runtime::error::WebhookError;
    ));
    let received = plan.is_signed().then_some("SignedWebhook");
    let receiving = ["RequestHead", "ServerConfig"];
    file.reexport(
        "specsmith_runtime::server",
        Some("server"),
        receiving.into_iter().chain(received),
    );
    if plan.has_standard_signature() {
        file.push(quote!(
            pub use specsmith_runtime::standard_webhooks::StandardWebhooks;
        ));
    }
    for operation in &plan.operations {
        operations::emit_operation(plan, operation, &mut file);
    }
    file.finish(&docs::paragraphs(&[
        "Webhooks: requests that the API sends, and others serve.",
        "The feature `client` adds `Sender`, which has a method for every webhook. The feature `server` adds the trait \
         `Receiver` with the handlers, and `router`. So an implementation of the API that sends webhooks needs `client` \
         too, and a caller that receives them needs `server`.",
    ]))
}

fn emit_sender(plan: &Crate<'_>) -> String {
    let mut file = RustFile::of_module(plan, "client");
    file.import_runtime();
    file.push(client::service(plan, &quote!(rt::WEBHOOK_ERRORS)));
    client::emit_type("Sender", "Sends webhooks.", &builder(plan), &mut file);
    let methods = plan.operations.iter();
    let methods = methods.map(|operation| client::method(plan.api, operation, &mut file));
    let methods: Vec<Function> = methods.collect();
    file.push(with_methods(quote!(impl Sender {}), &methods));
    if plan.has_call_options() {
        file.push(quote!(rt::call_with!(CallWith);));
    }
    for operation in &plan.operations {
        if let Some(call) = &operation.call {
            client::emit_call(operation, call, &mut file);
        }
    }
    file.finish(&docs::paragraphs(&[
        "The sender: one method for every webhook.",
        "Each method returns a call: await it to get the value, or use `send()` to get the status and headers too. An \
         error status is an [`Error::Api`](super::Error::Api) with a [`WebhookError`](super::WebhookError). Redirects are \
         not followed unless the builder sets an `http_client` that does so. Responses have at most 1 MiB, unless it sets another limit. A call is tried again only if nothing was sent, or if the webhook is idempotent.",
        "The URLs often come from customers. If they could name servers of your own network, use an `http_client` that \
         does not connect to these, and that follows no redirects: `redirect(reqwest::redirect::Policy::none())`.",
    ]))
}

fn builder(plan: &Crate<'_>) -> TokenStream {
    let (title, argument, signed) = match plan.is_signed() {
        true => (
            "Configures a sender that signs webhooks with `signer`.",
            Some(quote!(signer: impl rt::Signer)),
            Some(quote!(.signer(signer))),
        ),
        false => ("Configures a sender.", None, None),
    };
    let title = docs::sentence(title);
    quote! {
        #title
        pub fn builder(#argument) -> SenderBuilder {
            rt::ClientBuilder::of_webhooks(&SERVICE) #signed
        }
    }
}

fn emit_receiver(plan: &Crate<'_>) -> String {
    let mut file = RustFile::of_module(plan, "server");
    file.import_runtime();
    let mut methods: Vec<Function> = plan.is_signed().then(verify).into_iter().collect();
    for operation in &plan.operations {
        methods.push(server::handler(plan, None, operation, &mut file));
    }
    let title = docs::sentence(
        "The handlers of webhooks: one method for every webhook. Arguments are already validated. An error is a \
         [`WebhookError`](super::WebhookError) with a status, or any other error, which becomes a 500.",
    );
    let handlers = quote!(#title pub trait Receiver: Send + Sync + 'static {});
    file.push(with_methods(handlers, &methods));
    for operation in &plan.operations {
        if let Some(request) = &operation.request {
            server::emit_arguments(operation, request, &mut file);
        }
    }
    let items = router(plan, &mut file);
    file.push_all(items);
    let documentation = markdown::wrap(
        "The receiver: implement [`Receiver`], and pass it to [`router`] to get an axum router.",
    );
    file.finish(&documentation)
}

/// The method that checks signatures.
fn verify() -> Function {
    let title = "Whether the signature of a webhook is right. It is called before the body is decoded, with the body exactly as \
         it was sent; if it returns false, the sender gets a 401. Compare signatures in constant time, and reject old \
         ones if they contain the time. `webhook.head()` has the headers and the parameters of the route.";
    Function {
        head: docs::titled(title, quote!(fn verify)),
        arguments: vec![quote!(&self), quote!(webhook: rt::SignedWebhook<'_>)],
        returned: quote!(bool),
        body: None,
    }
}

/// The functions that create routers: for all webhooks, and for each.
fn router(plan: &Crate<'_>, file: &mut RustFile<'_>) -> Vec<TokenStream> {
    let api = format_ident!("{}", plan.generic());
    let routes = plan
        .operations
        .iter()
        .map(|operation| route(plan, operation, file));
    let routes: Vec<TokenStream> = routes.collect();
    let paths: Vec<String> = plan
        .operations
        .iter()
        .map(|operation| markdown::code(&operation.api.template()))
        .collect();
    let served = docs::sentence(&format!(
        "The receiver as an axum router, which serves {}.",
        docs::list(&paths)
    ));
    let mut items = vec![
        quote! {
            #served
            pub fn router<#api: Receiver>(receiver: #api) -> rt::Router {
                router_with(receiver, rt::ServerConfig::default())
            }
        },
        quote! {
            /// Like [`router`], with a maximum body size and layers that run after routing.
            pub fn router_with<#api: Receiver>(receiver: #api, config: rt::ServerConfig) -> rt::Router {
                with_webhooks(Routes::of_webhooks(receiver, config))
            }
        },
        quote! {
            /// Like [`router_with`], with a receiver for each request. `receiver` makes it from the head of the
            /// request: its headers, its extensions and the parameters of its route.
            pub fn router_per_request<#api: Receiver>(
                receiver: impl Fn(rt::RequestHead<'_>) -> #api + Send + Sync + 'static,
                config: rt::ServerConfig,
            ) -> rt::Router {
                with_webhooks(Routes::of_webhooks_per_request(receiver, config))
            }
        },
        quote! {
            fn with_webhooks<#api: Receiver>(routes: Routes<#api>) -> rt::Router {
                routes #(#routes)* .finish("")
            }
        },
    ];
    for (operation, route) in plan.operations.iter().zip(&routes) {
        let name = ident(&operation.method);
        let title = docs::sentence(&format!(
            "The webhook `{}` alone, as an axum route for any path.",
            operation.api.name
        ));
        items.push(quote! {
            #title
            pub fn #name<#api: Receiver>(receiver: #api) -> rt::MethodRouter {
                Routes::of_webhooks(receiver, rt::ServerConfig::default()) #route .into_route()
            }
        });
    }
    items.push(quote! {
        /// The router, while routes are added to it.
        type Routes<#api> = rt::Server<#api>;
    });
    items
}

fn route(plan: &Crate<'_>, operation: &Operation<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let (api, method) = (
        format_ident!("{}", plan.generic()),
        ident(&operation.method),
    );
    let constants = server::constants(operation, file);
    let constant = file.item("operations", &operation.constant);
    match &operation.signature {
        Some(header) => {
            quote!(#(#constants)* .signed_route(&#constant, #header, #api::verify, #api::#method))
        }
        None => quote!(#(#constants)* .open_route(&#constant, #api::#method)),
    }
}

#[cfg(test)]
mod tests {
    use crate::naming::WEBHOOK_ITEMS;
    use crate::source::SourceFile;

    /// A webhook that is called like one of them would define it twice.
    #[test]
    fn names_from_the_runtime_are_reserved() {
        let specification = "specsmith: 1\n\
            api: { name: A, title: A, version: 1.0.0 }\n\
            types: { Notice: { fields: { text: string } } }\n\
            webhooks: { noticed: { body: Notice, signature: Notice-Signature } }\n";
        let files = crate::generate(&SourceFile::new("a.yaml", specification)).unwrap();
        let module = files.get("src/webhooks/mod.rs").unwrap();
        let imports = module.split("pub use specsmith_runtime::").skip(1);
        let names: Vec<&str> = imports
            .filter_map(|import| import.split_once(';'))
            .filter_map(|(path, _)| path.split_once("::"))
            .flat_map(|(_, names)| names.trim_matches(['{', '}']).split(", "))
            .map(|name| name.rsplit("::").next().unwrap_or(name))
            .collect();
        assert!(names.contains(&"Signer"), "{module}");
        for name in names {
            assert!(
                WEBHOOK_ITEMS.contains(&name),
                "add `{name}` to `WEBHOOK_ITEMS`"
            );
        }
    }
}
