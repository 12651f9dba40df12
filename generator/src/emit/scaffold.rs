//! The scaffold: an `impl` of the handler trait in which every method is a `todo!()`.

use askama::Template;

use super::file::{Context, RustFile};
use super::server::signature;
use crate::api::{Auth, Operation};
use crate::naming::OperationNames;
use crate::render;

#[derive(Template)]
#[template(path = "scaffold.rs.txt", escape = "none")]
struct Scaffold<'a> {
    name: &'a str,
    handler_trait: String,
    uses: String,
    has_auth: bool,
    /// The methods up to their opening braces.
    signatures: Vec<String>,
}

/// Generates the text of the file.
pub(super) fn emit(context: Context<'_>) -> String {
    let (api, names) = (context.api, context.names);
    if api.operations.is_empty() {
        return "//! The API has no operations: there is nothing to implement.\n".to_owned();
    }
    let name = names.handlers.as_str();
    let mut file = RustFile::of_user(context, vec![name, "Caller"]);
    let handler_trait = render::ty(file.item("server", &names.handler_trait));
    let credentials = api.auth.iter();
    let mut signatures: Vec<String> = credentials
        .flat_map(|auth| credential_signatures(auth, &mut file))
        .collect();
    for (operation, names) in api.operations.iter().zip(&names.operations) {
        signatures.push(operation_signature(operation, names, &mut file));
    }
    let scaffold = Scaffold {
        name,
        handler_trait,
        uses: file.user_uses(),
        has_auth: api.auth.is_some(),
        signatures,
    };
    // Rendering fails only if writing or a called function fails; neither can happen here.
    let mut text = scaffold.render().unwrap_or_default();
    // The engine drops the last line break.
    text.push('\n');
    text
}

/// `authenticate` and, if there are several kinds of keys, `permits`.
fn credential_signatures(auth: &Auth, file: &mut RustFile<'_>) -> Vec<String> {
    let token = render::ty(file.fixed("server", "BearerToken"));
    let error = render::ty(file.fixed("server", "AuthError"));
    let mut signatures = vec![render::signature(
        "async fn authenticate",
        &["&self".to_owned(), format!("token: {token}<'_>")],
        ("Result", &["Caller".to_owned(), error]),
    )];
    if auth.keys.len() > 1 {
        let key = render::ty(file.fixed("server", "Key"));
        let arguments = [
            "&self".to_owned(),
            "caller: &Caller".to_owned(),
            format!("key: {key}"),
        ];
        signatures.push(render::signature("fn permits", &arguments, ("bool", &[])));
    }
    signatures
}

fn operation_signature(
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) -> String {
    let signature = signature(operation, names, file);
    let mut arguments = vec!["&self".to_owned()];
    if operation.key.is_some() {
        arguments.push("caller: Caller".to_owned());
    }
    if operation.has_arguments() {
        let ty = render::ty(file.item("server", &names.arguments));
        arguments.push(format!("request: {ty}"));
    }
    let result = [signature.value, signature.error].map(render::ty);
    let head = format!("async fn {}", names.method);
    render::signature(&head, &arguments, ("Result", &result))
}
