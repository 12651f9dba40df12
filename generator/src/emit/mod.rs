//! Prints the plan as files, with one emitter per artifact. Emitters decide nothing.

mod argument_type;
mod client;
mod docs;
mod error_fields;
mod errors;
mod fake;
mod file;
mod headers;
mod literals;
mod manifest;
mod markdown;
mod openapi;
mod operations;
mod page;
mod project;
mod readme;
mod reference;
mod root;
mod rules;
mod runtime;
mod samples;
mod scaffold;
mod server;
mod servers;
mod styles;
mod template;
mod types;
mod webhooks;
mod work;
mod xml;

pub(crate) use openapi::document as openapi;
pub use openapi::{Format, OpenApiVersion};
pub use project::Project;
pub(crate) use project::{emit as project, first_overlay, spec as first_spec};
pub use reference::{Proxied, Reference};
pub(crate) use reference::{calls, emit as reference, markdown_file, markdown_files};
pub(crate) use runtime::{features_of_manifest, whole as whole_runtime};
pub use scaffold::UnknownMethods;
pub(crate) use scaffold::{emit as scaffold, missing as missing_methods};

use crate::api::Runtime;
use crate::output::FileSet;
use crate::rust::Crate;
use crate::rust_printer::MARK;
use work::Work;

/// Generates the files of a crate.
pub(crate) fn files(plan: &Crate<'_>) -> FileSet {
    let mut work = Work::default();
    work.file("Cargo.toml", || manifest::emit(plan));
    work.file("README.md", || readme::emit(plan));
    work.file("rustfmt.toml", || {
        format!("# {MARK}\ndisable_all_formatting = true\n")
    });
    work.file("src/lib.rs", || root::emit(plan));
    types::emit(plan, &mut work);
    work.file("src/errors.rs", || errors::emit(plan));
    if !plan.pages.is_empty() {
        work.file("src/page.rs", || page::emit(plan));
    }
    if !plan.servers.is_empty() {
        work.file("src/servers.rs", || servers::emit(plan));
    }
    if !plan.xml.is_empty() {
        work.file("src/xml.rs", || xml::emit(plan));
    }
    operations::emit(plan, &mut work);
    // An API without operations consists of types only.
    if plan.has_operations() {
        client::emit(plan, &mut work);
        server::emit(plan, &mut work);
        work.file("src/fake.rs", || fake::emit(plan));
    }
    if let Some(webhooks) = &plan.webhooks {
        webhooks::emit(webhooks, &mut work);
    }
    if plan.api.package.runtime == Runtime::Embedded {
        runtime::emit(plan, &mut work);
    }
    work.finish()
}

/// Generates the modules of a crate, for another crate that includes `lib.rs` in its own.
pub(crate) fn included(plan: &Crate<'_>) -> FileSet {
    let mut included = FileSet::default();
    for (path, text) in files(plan).iter() {
        if let Some(path) = path.strip_prefix("src/") {
            included.insert(path, text);
        }
    }
    included.insert("lib.rs", root::emit_included(plan));
    included
}
