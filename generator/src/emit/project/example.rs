//! The operation that a new project implements: its handler returns the example of the API.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::api::{ContentKind, Method, Value};
use crate::emit::samples::{ValueExpressions, example_body, example_value, known_call, statements};
use crate::rust::{Crate, Operation};

/// The names that the files of a project use themselves.
const OWN: [&str; 8] = [
    "Box", "Err", "Error", "ExitCode", "Ok", "Result", "String", "env",
];

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
        known_call(
            plan,
            operation,
            example_body(plan, operation).as_ref(),
            &mut expressions,
        )?;
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
        let call = self.call(plan, &mut expressions);
        code(
            &expressions,
            quote!(let #variable = #call.await?; #expected),
        )
    }

    /// Calls the operation, and prints its value.
    pub(super) fn printed(&self, plan: &Crate<'_>) -> Code {
        let mut expressions = expressions(plan);
        let call = self.call(plan, &mut expressions);
        code(
            &expressions,
            quote!(let value = #call.await?; println!("{value:#?}");),
        )
    }

    fn call(
        &self,
        plan: &Crate<'_>,
        expressions: &mut ValueExpressions<'_>,
    ) -> Option<TokenStream> {
        let body = example_body(plan, self.operation);
        known_call(plan, self.operation, body.as_ref(), expressions)
    }
}

fn expressions<'a>(plan: &'a Crate<'a>) -> ValueExpressions<'a> {
    ValueExpressions::in_file_with(plan, OWN.to_vec())
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
