//! Prints the API as files, with one emitter per artifact. Emitters decide nothing.

mod client;
mod docs;
mod errors;
mod file;
mod given;
mod groups;
mod manifest;
mod openapi;
mod operations;
mod page;
mod reference;
mod root;
mod rules;
mod scaffold;
mod server;
mod servers;
mod success;
mod types;
mod work;

pub use openapi::Format;
pub(crate) use openapi::document as openapi;

use crate::api::Api;
use crate::naming::Names;
use crate::output::FileSet;
use file::Context;
use work::Work;

/// Generates the crate of an API.
pub(crate) fn files(api: &Api) -> FileSet {
    let names = Names::new(api);
    let context = Context { api, names: &names };
    let groups = groups::groups(context);
    let mut work = Work::default();
    manifest::emit(context, &mut work);
    work.file("src/lib.rs", || root::emit(context));
    types::emit(context, &mut work);
    work.file("src/errors.rs", || errors::emit(context));
    if let Some(pagination) = &api.pagination {
        work.file("src/page.rs", || page::emit(context, pagination));
    }
    if !api.servers.is_empty() {
        work.file("src/servers.rs", || servers::emit(context));
    }
    operations::emit(context, &groups, &mut work);
    // An API without operations consists of types only.
    if !groups.is_empty() {
        client::emit(context, &groups, &mut work);
        server::emit(context, &groups, &mut work);
    }
    work.finish()
}

/// Generates the API reference.
pub(crate) fn reference(api: &Api) -> String {
    let names = Names::new(api);
    reference::emit(Context { api, names: &names })
}

/// Generates the scaffold: an `impl` of the handler trait to fill in.
pub(crate) fn scaffold(api: &Api) -> String {
    let names = Names::new(api);
    scaffold::emit(Context { api, names: &names })
}
