//! Calls with the generated client.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::curl::{is_shown, placeholder};
use super::rust_value::Literals;
use super::values;
use crate::api::{Operation, Parameter, SuccessContent, Type, TypeRef, Value};
use crate::emit::file::{Context, ident};
use crate::naming::{OperationNames, snake};
use crate::render;

/// A call: imports and statements.
pub(super) fn call(
    context: Context<'_>,
    operation: &Operation,
    names: &OperationNames,
    body: Option<&Value>,
) -> String {
    let mut literals = Literals::new(context);
    let made = made_call(context, operation, names, body, &mut literals);
    let statement = match result(context, operation) {
        Some(name) => {
            let name = ident(&name);
            quote!(let #name = #made.await?;)
        }
        None => quote!(#made.await?;),
    };
    with_imports(&literals, statement)
}

/// A loop over all items of a paginated operation.
pub(super) fn walk(context: Context<'_>, operation: &Operation, names: &OperationNames) -> String {
    let mut literals = Literals::new(context);
    let made = made_call(context, operation, names, None, &mut literals);
    let statements = quote! {
        let mut items = #made.stream();
        while let Some(item) = items.next().await {
            let item = item?;
        }
    };
    with_imports(&literals, statements)
}

/// The construction of a client.
pub(super) fn client(context: Context<'_>) -> String {
    let package = format_ident!("{}", context.package());
    let (imported, url) = match context.names.servers.first() {
        Some(name) => {
            let name = ident(name);
            (quote!({Client, servers}), quote!(servers::#name))
        }
        None => {
            let url = placeholder(context);
            (quote!(Client), quote!(#url))
        }
    };
    let token = context
        .api
        .auth
        .as_ref()
        .map(|_| quote!(.bearer_token(key)));
    let client = statements(quote!(let client = Client::builder(#url) #token .build()?;));
    let import = render::item(quote!(use #package::#imported;)).text;
    format!("{import}\n{client}")
}

fn made_call(
    context: Context<'_>,
    operation: &Operation,
    names: &OperationNames,
    body: Option<&Value>,
    literals: &mut Literals<'_>,
) -> TokenStream {
    let named = || operation.parameters.iter().zip(&names.parameters);
    let arguments: Vec<TokenStream> = named()
        .filter(|(parameter, _)| parameter.is_argument())
        .map(|(parameter, name)| argument(context, parameter, name, literals))
        .collect();
    let body = operation.body.as_ref().map(|declared| {
        let literal = body.and_then(|value| literals.of(&declared.ty, value));
        literal.unwrap_or_else(|| quote!(body))
    });
    let arguments = arguments.into_iter().chain(body);
    let setters: Vec<TokenStream> = named()
        .filter(|(parameter, _)| !parameter.is_argument() && is_shown(context, parameter))
        .map(|(parameter, name)| {
            let (setter, value) = (ident(name), argument(context, parameter, name, literals));
            quote!(.#setter(#value))
        })
        .collect();
    let method = ident(&names.method);
    quote!(client.#method(#(#arguments),*) #(#setters)*)
}

/// The value of a parameter, or a variable of the same name if the value is unknown.
fn argument(
    context: Context<'_>,
    parameter: &Parameter,
    name: &str,
    literals: &mut Literals<'_>,
) -> TokenStream {
    let value = values::of_parameter(context.api, parameter);
    let literal = value.and_then(|value| literals.given(&parameter.ty, &value));
    literal.unwrap_or_else(|| {
        let name = ident(name);
        quote!(#name)
    })
}

/// The variable for the response.
fn result(context: Context<'_>, operation: &Operation) -> Option<String> {
    let name = |ty: &TypeRef| match &ty.ty {
        Type::Named(id) => snake(&context.api.type_def(*id).name),
        Type::List(_) => "items".to_owned(),
        Type::Scalar(_) | Type::Map(_) => "value".to_owned(),
    };
    match &operation.success().content {
        SuccessContent::Empty => None,
        SuccessContent::Page(_) => Some("page".to_owned()),
        SuccessContent::Value { ty, .. } => Some(name(ty)),
    }
}

fn with_imports(literals: &Literals<'_>, code: TokenStream) -> String {
    let uses = literals.file.uses();
    let gap = if uses.is_empty() { "" } else { "\n" };
    format!("{uses}{gap}{}", statements(code))
}

/// The number of blocks around printed statements: at this depth, the printer wraps lines after sixty
/// columns, which fits next to the text.
const DEPTH: usize = 8;

/// Formats statements. The printer formats items only, so the statements are printed in a function, and the
/// lines and the indentation of the surrounding blocks are removed.
fn statements(code: TokenStream) -> String {
    let nested = (1..DEPTH).fold(code, |code, _| quote!({ #code }));
    let printed = render::item(quote!(async fn example() { #nested })).text;
    let lines: Vec<&str> = printed.lines().collect();
    let inner = lines.get(DEPTH..lines.len().saturating_sub(DEPTH));
    let indentation = " ".repeat(4 * DEPTH);
    let inner = inner.unwrap_or_default().iter();
    let inner = inner.map(|line| line.strip_prefix(indentation.as_str()).unwrap_or(line));
    inner.collect::<Vec<_>>().join("\n")
}
