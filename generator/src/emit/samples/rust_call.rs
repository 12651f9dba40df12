//! Calls with the generated client.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::request::{is_shown, placeholder};
use super::rust_value::ValueExpressions;
use super::values;
use crate::api::Value;
use crate::emit::file::ident;
use crate::rust::{Body, Crate, Operation, Parameter, ResponseType};
use crate::rust_printer;

/// A call: imports and statements.
pub(in crate::emit) fn call(
    plan: &Crate<'_>,
    operation: &Operation<'_>,
    body: Option<&Value>,
) -> String {
    let mut expressions = ValueExpressions::new(plan);
    let call = created_call(plan, operation, body, &mut expressions);
    let awaited = |variable: Option<&String>, call: TokenStream| match variable {
        Some(name) => {
            let name = ident(name);
            quote!(let #name = #call.await?;)
        }
        None => quote!(#call.await?;),
    };
    let choices = operation.response.iter().flat_map(ResponseType::choices);
    let choices = choices.filter_map(|variant| Some((variant, variant.method()?)));
    let choices = choices.map(|(variant, method)| {
        let method = ident(&method);
        awaited(variant.variable.as_ref(), quote!(#call.#method()))
    });
    let choices: Vec<TokenStream> = choices.collect();
    let usual = awaited(operation.success.variable.as_ref(), call.clone());
    let conditional = operation.api.conditional.map(|conditional| {
        let condition = match conditional.etag {
            true => quote!(.if_none_match(&etag)),
            false => quote!(.if_modified_since(last_modified)),
        };
        quote!(let changed = #call #condition.await?;)
    });
    let streamed = operation.strategy.is_some().then(|| streamed(&call));
    with_imports(
        &expressions,
        quote!(#usual #(#choices)* #conditional #streamed),
    )
}

/// A loop over all items of a paginated operation.
pub(in crate::emit) fn stream(plan: &Crate<'_>, operation: &Operation<'_>) -> String {
    let mut expressions = ValueExpressions::new(plan);
    let call = created_call(plan, operation, None, &mut expressions);
    with_imports(&expressions, streamed(&call))
}

fn streamed(call: &TokenStream) -> TokenStream {
    quote! {
        let mut items = #call.stream();
        while let Some(item) = items.next().await {
            let item = item?;
        }
    }
}

/// The construction of a client.
pub(in crate::emit) fn client(plan: &Crate<'_>) -> String {
    let package = format_ident!("{}", plan.package.module);
    let auth = plan.auth.as_ref();
    let several = auth.filter(|auth| !auth.api.is_one_token());
    let token = match several.and_then(|auth| auth.schemes.first()) {
        Some(scheme) => {
            let function = ident(&scheme.function);
            let arguments = scheme.parts.iter().flat_map(|part| &part.arguments);
            let arguments = arguments.map(|name| ident(name));
            Some(quote!(.credentials(client::Credentials::#function(#(#arguments),*))))
        }
        None => auth.map(|_| quote!(.bearer_token(key))),
    };
    let own: Vec<TokenStream> = plan
        .api
        .own_servers()
        .into_iter()
        .map(|id| {
            let server = plan.server(id);
            let (function, constant) = (ident(&server.function), ident(&server.constant));
            match server.api.default_url() {
                Some(_) => quote!(.server(client::Servers::#function(servers::#constant))),
                // The caller knows its variables.
                None => quote!(.server(client::Servers::#function(url))),
            }
        })
        .collect();
    let mut imported = vec![quote!(Client)];
    if several.is_some() || !own.is_empty() {
        imported.push(quote!(client));
    }
    let mut common = plan.api.common_servers();
    let common = common.find(|id| plan.server(*id).api.default_url().is_some());
    let url = match common {
        Some(id) => {
            let server = plan.server(id);
            imported.push(quote!(servers));
            let name = ident(&server.constant);
            quote!(servers::#name)
        }
        None => {
            let url = placeholder(plan.api);
            quote!(#url)
        }
    };
    let imported = match imported.as_slice() {
        [only] => quote!(#only),
        imported => quote!({#(#imported),*}),
    };
    let client = statements(
        quote!(let client = Client::builder(#url) #(#own)* #token .build()?;),
        DEPTH,
    );
    let import = rust_printer::item(quote!(use #package::#imported;)).text;
    format!("{import}\n{client}")
}

fn created_call(
    plan: &Crate<'_>,
    operation: &Operation<'_>,
    body: Option<&Value>,
    expressions: &mut ValueExpressions<'_>,
) -> TokenStream {
    let arguments = operation.arguments();
    let arguments: Vec<TokenStream> = arguments
        .map(|parameter| argument(plan, parameter, expressions))
        .collect();
    let mut argument_of = |declared: &Body<'_>| {
        let literal =
            body.and_then(|value| expressions.typed(declared.api.content.value()?, value));
        let value = literal.unwrap_or_else(|| quote!(body));
        match declared.several() {
            Some((name, [first, ..])) => {
                let name = expressions.file.item("client", name);
                let variant = ident(&first.name);
                quote!(#name::#variant(#value))
            }
            _ => value,
        }
    };
    let required = operation.required_body().map(&mut argument_of);
    let optional = operation.optional_body().map(|body| {
        let (setter, value) = (ident(&body.name), argument_of(body));
        quote!(.#setter(#value))
    });
    let arguments = arguments.into_iter().chain(required);
    let shown = operation.options();
    // The client creates the key.
    let shown = shown.filter(|parameter| !parameter.api.is_idempotency_key);
    let shown = shown.filter(|parameter| is_shown(plan.api, parameter.api));
    let setters: Vec<TokenStream> = shown
        .map(|parameter| {
            let (setter, value) = (
                ident(&parameter.name),
                argument(plan, parameter, expressions),
            );
            quote!(.#setter(#value))
        })
        .chain(optional)
        .collect();
    let method = ident(&operation.method);
    quote!(client.#method(#(#arguments),*) #(#setters)*)
}

/// The value of a parameter, or a variable of the same name if the value is unknown.
fn argument(
    plan: &Crate<'_>,
    parameter: &Parameter<'_>,
    expressions: &mut ValueExpressions<'_>,
) -> TokenStream {
    known_argument(plan, parameter, expressions).unwrap_or_else(|| {
        let name = ident(&parameter.name);
        quote!(#name)
    })
}

fn known_argument(
    plan: &Crate<'_>,
    parameter: &Parameter<'_>,
    expressions: &mut ValueExpressions<'_>,
) -> Option<TokenStream> {
    let value = values::of_parameter(plan.api, parameter.api)?;
    expressions.argument(parameter, &value)
}

/// A call with nothing but what is required, if all values are known.
pub(in crate::emit) fn known_call(
    plan: &Crate<'_>,
    operation: &Operation<'_>,
    body: Option<&Value>,
    expressions: &mut ValueExpressions<'_>,
) -> Option<TokenStream> {
    let arguments = operation.arguments();
    let mut given = arguments
        .map(|parameter| known_argument(plan, parameter, expressions))
        .collect::<Option<Vec<TokenStream>>>()?;
    if let Some(required) = operation.required_body() {
        if required.several().is_some() {
            return None;
        }
        given.push(expressions.typed(required.api.content.value()?, body?)?);
    }
    let method = ident(&operation.method);
    Some(quote!(client.#method(#(#given),*)))
}

fn with_imports(expressions: &ValueExpressions<'_>, code: TokenStream) -> String {
    let uses = expressions.file.uses();
    let gap = if uses.is_empty() { "" } else { "\n" };
    format!("{uses}{gap}{}", statements(code, DEPTH))
}

/// The number of blocks around printed statements: at this depth, the printer wraps lines after sixty
/// columns, which fits next to the text.
const DEPTH: usize = 8;

/// Formats statements as in this number of blocks. The printer formats items only, so the statements are printed in a
/// function, and the lines and the indentation of the surrounding blocks are removed.
pub(in crate::emit) fn statements(code: TokenStream, depth: usize) -> String {
    let nested = (1..depth).fold(code, |code, _| quote!({ #code }));
    let printed = rust_printer::item(quote!(async fn example() { #nested })).text;
    let lines: Vec<&str> = printed.lines().collect();
    let inner = lines.get(depth..lines.len().saturating_sub(depth));
    let indentation = " ".repeat(4 * depth);
    let inner = inner.unwrap_or_default().iter();
    let inner = inner.map(|line| line.strip_prefix(indentation.as_str()).unwrap_or(line));
    inner.collect::<Vec<_>>().join("\n")
}
