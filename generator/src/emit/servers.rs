//! The module `servers`: the URL of each server.

use quote::{format_ident, quote};

use super::docs;
use super::file::RustFile;
use crate::rust::Crate;

/// Writes `src/servers.rs`.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    for server in &plan.servers {
        let fallback = format!("The server {}.", docs::code(&server.api.name));
        let documentation = docs::attributes(&docs::notes(&server.api.notes, &fallback));
        let (name, url) = (format_ident!("{}", server.constant), &server.api.url);
        file.push(quote! {
            #documentation
            pub const #name: &str = #url;
        });
    }
    file.finish(&["The servers of the API: URLs for `Client::builder`.".to_owned()])
}
