//! The command, run as a process in temporary folders, and what the library prints for it.

mod changes;
mod cli;
mod dependencies;
mod diff_page;
mod docs;
#[cfg(feature = "serve")]
mod docs_serve;
mod explanations;
mod fmt;
mod hostile_documents;
mod lint;
mod markdown;
mod openapi;
mod runtime;
mod since;
mod up_to_date;
mod watch;
