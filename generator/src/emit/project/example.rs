//! The operation that a new project implements, whose handler returns the example of the API, and the operation that
//! it calls.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::credentials::Credentials;
use crate::api::{ContentKind, Method, Value};
use crate::emit::samples::{ValueExpressions, example_body, example_value, known_call, statements};
use crate::rust::{Crate, Operation};

/// The names that the files of a project use themselves.
const OWN: [&str; 8] = [
    "Box", "Err", "Error", "ExitCode", "Ok", "Result", "String", "env",
];

/// The same, and the struct that implements the handler trait.
fn own<'p>(plan: &'p Crate<'_>) -> Vec<&'p str> {
    OWN.into_iter().chain([plan.handlers.as_str()]).collect()
}

/// An operation with its value.
pub(super) struct Example<'p> {
    pub(super) operation: &'p Operation<'p>,
    pub(super) value: Value,
}

/// Statements with their imports.
pub(super) struct Code {
    pub(super) uses: String,
    pub(super) statements: String,
}

impl<'p> Example<'p> {
    /// The first operation that can be implemented and called with examples. Without a token, one that anybody may
    /// call. One that only reads comes first.
    pub(super) fn find(plan: &'p Crate<'p>, has_token: bool) -> Option<Self> {
        let open = plan.operations.iter();
        let open = open.filter(|operation| has_token || operation.access.is_none());
        let open = open.filter(|operation| !operation.api.notes.is_deprecated());
        let (reading, changing): (Vec<_>, Vec<_>) =
            open.partition(|operation| operation.api.method == Method::Get);
        let mut candidates = reading.into_iter().chain(changing);
        candidates.find_map(|operation| Self::of(plan, operation))
    }

    fn of(plan: &'p Crate<'p>, operation: &'p Operation<'p>) -> Option<Self> {
        let api = operation.api;
        let is_json = |kind: &ContentKind| matches!(kind, ContentKind::Json { .. });
        // Examples of types may violate a schema beside the type.
        let takes_json = api
            .body
            .as_ref()
            .is_none_or(|body| is_json(&body.content.kind) && body.schema.is_none());
        let is_plain = operation.response.is_none()
            && api.conditional.is_none()
            && api.server.is_none()
            && is_json(&api.response().content.kind);
        if !takes_json || !is_plain {
            return None;
        }
        let value = example_value(plan, operation)?;
        let mut expressions = expressions(plan);
        let content = api.response().content.value()?;
        expressions.typed(content, &value)?;
        call(plan, operation, &mut expressions)?;
        Some(Self { operation, value })
    }

    /// Calls the operation, and compares its value.
    pub(super) fn checked(&self, plan: &Crate<'_>) -> Code {
        let mut expressions = expressions(plan);
        let variable = format_ident!("value");
        let ty = self.operation.api.response().content.value();
        let expected = ty.and_then(|ty| {
            let value = expressions.typed(ty, &self.value)?;
            let ty = expressions.file.ty(ty);
            Some(quote! {
                let expected: #ty = #value;
                assert_eq!(#variable, expected);
            })
        });
        let call = call(plan, self.operation, &mut expressions);
        code(
            &expressions,
            quote!(let #variable = #call.await?; #expected),
        )
    }
}

/// The operation that the example of a caller calls at a server of somebody else: one that only reads, and needs as
/// little as possible: no credentials, or else some that the environment can contain.
pub(super) fn reading<'p>(plan: &'p Crate<'p>) -> Option<&'p Operation<'p>> {
    let operations = plan.operations.iter().filter(|operation| {
        let api = operation.api;
        let is_shown = match api.response().content.kind {
            ContentKind::Empty
            | ContentKind::Json { .. }
            | ContentKind::Page { .. }
            | ContentKind::Xml { .. }
            | ContentKind::Text => true,
            ContentKind::Form { .. }
            | ContentKind::Multipart { .. }
            | ContentKind::Binary
            | ContentKind::Lines { .. }
            | ContentKind::Events(_) => false,
        };
        api.method == Method::Get
            && is_shown
            && api.conditional.is_none()
            && api.server.is_none()
            && !api.notes.is_deprecated()
            && (!operation.requires_credentials() || Credentials::of(plan, operation).is_some())
            && call(plan, operation, &mut expressions(plan)).is_some()
    });
    operations.min_by_key(|operation| {
        let has_headers_or_choices = operation.response.is_some();
        (
            operation.arguments().count(),
            operation.requires_credentials(),
            has_headers_or_choices,
        )
    })
}

/// Creates a client of the server whose URL is the first argument or this one, calls an operation, and prints what it
/// returned. Without an operation, it says that a call belongs there.
pub(super) fn printed(
    plan: &Crate<'_>,
    url: Option<&str>,
    operation: Option<&Operation<'_>>,
    credentials: Option<&Credentials>,
) -> Code {
    let mut expressions = expressions(plan);
    let module = format_ident!("{}", plan.package.module);
    let url = match url {
        Some(url) => quote! {
            let url = env::args().nth(1);
            let url = url.unwrap_or_else(|| #url.to_owned());
        },
        None => quote!(let url = env::args().nth(1).ok_or("give the URL of the API")?;),
    };
    let credentials = credentials.map(|credentials| &credentials.statements);
    // One call on each line: rustfmt breaks longer ones differently.
    let client = quote! {
        let client = #module::Client::builder(&url);
        #credentials
        let client = client.build()?;
    };
    let called = operation.and_then(|operation| {
        let call = call(plan, operation, &mut expressions)?;
        let (before, after) = (
            format!("{} at {{url}}", operation.method.trim_start_matches("r#")),
            "{}\n{:#?}",
        );
        Some(quote! {
            println!(#before);
            let response = #call.send().await?;
            println!(#after, response.status, response.value);
        })
    });
    let called = called.unwrap_or_else(|| {
        quote! {
            println!("Nothing is called at {url} yet: call a method of `client` in `call`.");
            drop(client);
        }
    });
    code(&expressions, quote!(#url #client #called))
}

/// The call of an operation with values that are known.
fn call(
    plan: &Crate<'_>,
    operation: &Operation<'_>,
    expressions: &mut ValueExpressions<'_>,
) -> Option<TokenStream> {
    let body = example_body(plan, operation);
    known_call(plan, operation, body.as_ref(), expressions)
}

fn expressions<'a>(plan: &'a Crate<'a>) -> ValueExpressions<'a> {
    ValueExpressions::in_file_with(plan, own(plan))
}

fn code(expressions: &ValueExpressions<'_>, code: TokenStream) -> Code {
    let uses = expressions.file.uses();
    let statements = statements(code, 1);
    let lines = statements.lines().map(|line| format!("    {line}"));
    Code {
        uses,
        statements: lines.collect::<Vec<_>>().join("\n"),
    }
}
