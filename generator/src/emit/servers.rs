//! The module `servers`: the URL of each server.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::file::{RustFile, ident};
use super::{docs, markdown};
use crate::api::{ServerVariable, UrlPiece, url_pieces};
use crate::rust::{Crate, Server};

/// Writes `src/servers.rs`.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    for server in &plan.servers {
        let fallback = format!("The server {}.", markdown::code(&server.api.name));
        let mut documentation = docs::notes(&server.api.notes, &fallback);
        if !server.api.variables.is_empty() {
            let function = server.function.trim_start_matches("r#");
            let others = format!("The function `{function}` makes the URL from other values.");
            docs::push_paragraph(&mut documentation, [others]);
        }
        let documentation = docs::attributes(&documentation);
        if let Some(url) = server.api.default_url() {
            let name = format_ident!("{}", server.constant);
            file.push(quote! {
                #documentation
                pub const #name: &str = #url;
            });
        }
        if !server.api.variables.is_empty() {
            file.push(function(server));
        }
    }
    file.finish(&["The servers of the API: URLs for `Client::builder`.".to_owned()])
}

/// The function that makes the URL from the values of its variables.
fn function(server: &Server<'_>) -> TokenStream {
    let title = format!("The URL of {}.", markdown::code(&server.api.name));
    let mut documentation = vec![title, String::new()];
    let variables = server.api.variables.iter().zip(&server.arguments);
    for (variable, argument) in variables.clone() {
        documentation.extend(described(variable, argument));
    }
    let documentation = docs::attributes(&documentation);
    let argument_of = |name: &str| {
        let mut variables = variables.clone();
        let found = variables.find(|(variable, _)| variable.name == name);
        found.map(|(_, argument)| ident(argument))
    };
    let pieces = url_pieces(&server.api.url).into_iter();
    let pieces = pieces.filter_map(|piece| match piece {
        UrlPiece::Text(text) => Some(quote!(#text)),
        UrlPiece::Variable(name) => argument_of(name).map(|name| quote!(#name)),
    });
    let arguments = server.arguments.iter().map(|argument| ident(argument));
    let name = ident(&server.function);
    quote! {
        #documentation
        pub fn #name(#(#arguments: &str),*) -> String {
            [#(#pieces),*].concat()
        }
    }
}

/// An item of the list of arguments.
fn described(variable: &ServerVariable, argument: &str) -> Vec<String> {
    let argument = markdown::code(argument.trim_start_matches("r#"));
    let values = markdown::wrap(&format!("- {argument}: {}", docs::values_of(variable)));
    let mut lines = values;
    docs::push_paragraph(&mut lines, docs::optional_notes(&variable.notes));
    let lines = lines.into_iter().enumerate();
    let lines = lines.map(|(number, line)| match (number, line.as_str()) {
        (0, _) | (_, "") => line,
        (_, line) => format!("  {line}"),
    });
    lines.collect()
}
