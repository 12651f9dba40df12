//! The module `servers`: the URL of each server.

use quote::{format_ident, quote};

use super::docs;
use super::file::{Context, RustFile};

/// Writes `src/servers.rs`.
pub(super) fn emit(context: Context<'_>) -> String {
    let mut file = RustFile::new(context);
    for (server, name) in context.api.servers.iter().zip(&context.names.servers) {
        let fallback = format!("The server {}.", docs::code(&server.name));
        let documentation = docs::attributes(&docs::notes(&server.notes, &fallback));
        let (name, url) = (format_ident!("{name}"), &server.url);
        file.push(quote! {
            #documentation
            pub const #name: &str = #url;
        });
    }
    file.finish(&["The servers of the API: URLs for `Client::builder`.".to_owned()])
}
