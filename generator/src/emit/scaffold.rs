//! The scaffold: an `impl` of the handler trait in which every method is a `todo!()`.

mod implementations;
mod missing;

use askama::Template;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::file::{RustFile, ident};
use super::samples::{ValueExpressions, statements};
use super::server::caller;
use super::template;
use crate::api::Value;
use crate::rust::{Auth, Crate, Operation};
use crate::rust_printer;

pub use missing::UnknownMethods;
pub(crate) use missing::missing;

#[derive(Template)]
#[template(path = "scaffold.rs.txt", escape = "none")]
struct Scaffold<'a> {
    name: &'a str,
    handler_trait: String,
    uses: String,
    /// The struct of callers, if the API has authentication.
    caller_type: Option<&'static str>,
    /// Whether a signature may name a deprecated type.
    has_deprecated: bool,
    /// Who generated the file.
    origin: &'static str,
    /// Whether callers send a token that the state contains.
    has_token: bool,
    /// Whether there is a file with tests.
    has_tests: bool,
    methods: Vec<Method>,
}

struct Method {
    /// The method up to its opening brace.
    signature: String,
    /// The lines of its body.
    body: String,
}

/// Generates the text of the file.
pub(crate) fn emit(plan: &Crate<'_>) -> String {
    let origin = "`specsmith scaffold` generated this file once, and it is yours to edit:";
    file(plan, None, false, origin)
}

/// The same for a new project: one operation returns this value, and a token is compared if all callers send one.
pub(super) fn with_example(
    plan: &Crate<'_>,
    example: Option<(&Operation<'_>, &Value)>,
    has_token: bool,
) -> String {
    let origin = "`specsmith` generated this file once, and it is yours to edit:";
    file(plan, example, has_token, origin)
}

fn file(
    plan: &Crate<'_>,
    example: Option<(&Operation<'_>, &Value)>,
    has_token: bool,
    origin: &'static str,
) -> String {
    if !plan.has_operations() {
        return "//! The API has no operations: there is nothing to implement.\n".to_owned();
    }
    let name = plan.handlers.as_str();
    let mut expressions = ValueExpressions::in_file_with(plan, vec![name, "Caller"]);
    let handler_trait = rust_printer::ty(expressions.file.item("server", &plan.handler_trait));
    let caller = quote!(Caller);
    let mut methods: Vec<Method> = Vec::new();
    if let Some(auth) = &plan.auth {
        methods.push(authenticate(
            auth,
            has_token,
            &caller,
            &mut expressions.file,
        ));
        methods.extend(permits(auth, &caller, &mut expressions.file));
    }
    for operation in &plan.operations {
        let signature = operation_signature(operation, &caller, &mut expressions.file);
        let is_example =
            |(example, _): &(&Operation<'_>, _)| example.api.name == operation.api.name;
        let value = example.filter(is_example).and_then(|(_, value)| {
            let ty = operation.api.response().content.value()?;
            expressions.typed(ty, value)
        });
        let body = match value {
            Some(value) => {
                let lines = statements(quote!(Ok(#value)), 2);
                format!("// An example: replace it.\n{lines}")
            }
            None => TODO.to_owned(),
        };
        methods.push(method(signature, &body));
    }
    let scaffold = Scaffold {
        name,
        handler_trait,
        uses: expressions.file.uses(),
        caller_type: plan.auth.as_ref().map(|_| CALLER.trim_end()),
        has_deprecated: plan.api.types.iter().any(|ty| ty.notes.is_deprecated()),
        origin,
        has_token,
        has_tests: example.is_some(),
        methods,
    };
    template::text(&scaffold)
}

/// The struct of callers.
const CALLER: &str =
    "/// The caller that `authenticate` identifies by a key.\npub struct Caller;\n";

/// The body of a method that is not implemented.
const TODO: &str = "todo!()";

fn method(signature: TokenStream, body: &str) -> Method {
    let lines: Vec<String> = body.lines().map(|line| format!("        {line}")).collect();
    Method {
        signature: rust_printer::signature(signature),
        body: lines.join("\n"),
    }
}

/// The handler of one webhook, as an example.
pub(super) fn receiver(plan: &Crate<'_>, webhook: &Operation<'_>) -> String {
    let mut file = RustFile::of_user(plan, vec!["Hooks"]);
    let receiver = file.fixed("server", "Receiver");
    let method = operation_signature(webhook, &quote!(Caller), &mut file);
    let verify = plan.is_signed().then(|| {
        let signed = file.fixed("server", "SignedWebhook");
        quote! {
            fn verify(&self, webhook: #signed<'_>) -> bool { todo!() }
        }
    });
    let example = rust_printer::item(quote! {
        impl #receiver for Hooks { #verify #method { todo!() } }
    });
    format!("{}\n{}", file.uses(), example.text)
}

/// The method that identifies callers.
fn authenticate(
    auth: &Auth<'_>,
    has_token: bool,
    caller: &TokenStream,
    file: &mut RustFile<'_>,
) -> Method {
    let argument = format_ident!("{}", auth.argument);
    let ty = file.fixed("server", auth.credentials);
    let error = file.fixed("server", "AuthError");
    let body = match has_token {
        true => {
            let compared = quote! {
                match #argument.as_str() == self.token {
                    true => Ok(Caller),
                    false => Err(#error::UnknownKey),
                }
            };
            format!(
                "// One token for all callers: replace it with a lookup of their keys.\n{}",
                statements(compared, 2)
            )
        }
        false => TODO.to_owned(),
    };
    let signature = quote! {
        async fn authenticate(&self, #argument: #ty<'_>) -> Result<#caller, #error>
    };
    method(signature, &body)
}

/// The method that checks the kind of a key, if there are several.
fn permits(auth: &Auth<'_>, caller: &TokenStream, file: &mut RustFile<'_>) -> Option<Method> {
    if !auth.has_permits() {
        return None;
    }
    let key = file.fixed("server", "Key");
    let signature = quote!(fn permits(&self, caller: &#caller, key: #key) -> bool);
    Some(method(signature, TODO))
}

fn operation_signature(
    operation: &Operation<'_>,
    caller_type: &TokenStream,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let (value, error) = file.handled_value_and_error(operation);
    let access = operation.access.iter();
    let caller = access.map(|access| caller(access, caller_type));
    let request = operation.request.as_ref().map(|request| {
        let ty = file.item("server", request);
        quote!(request: #ty)
    });
    let arguments = caller.chain(request);
    let method = ident(&operation.method);
    quote!(async fn #method(&self #(, #arguments)*) -> Result<#value, #error>)
}
