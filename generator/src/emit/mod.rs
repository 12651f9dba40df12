//! From the API to files: one emitter an artifact. Emitters decide nothing, they print.

mod client;
mod docs;
mod errors;
mod file;
mod given;
mod groups;
mod manifest;
mod operations;
mod page;
mod root;
mod rules;
mod scaffold;
mod server;
mod success;
mod types;

use crate::api::Api;
use crate::naming::Names;
use crate::output::FileSet;
use file::Context;

/// Writes the whole crate of an API.
pub(crate) fn files(api: &Api) -> FileSet {
    let names = Names::new(api);
    let context = Context { api, names: &names };
    let groups = groups::groups(context);
    let mut files = FileSet::default();
    manifest::emit(context, &mut files);
    root::emit(context, &mut files);
    types::emit(context, &mut files);
    errors::emit(context, &mut files);
    page::emit(context, &mut files);
    operations::emit(context, &groups, &mut files);
    // An API without operations is a set of types.
    if !groups.is_empty() {
        client::emit(context, &groups, &mut files);
        server::emit(context, &groups, &mut files);
    }
    files
}

/// Writes an implementer's starting file.
pub(crate) fn scaffold(api: &Api) -> String {
    let names = Names::new(api);
    scaffold::emit(Context { api, names: &names })
}
