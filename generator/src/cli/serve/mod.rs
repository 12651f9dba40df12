//! `specsmith docs --serve`: shows the reference on this machine while its specification is edited.

mod app;
mod proxy;

use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::thread;
use std::time::SystemTime;

use specsmith::diagnostic::{Diagnostics, Style};
use specsmith::source::SourceFile;
use specsmith::{Format, Proxied, Read, Reference, load};
use tokio::sync::watch::{self, Sender};

use self::app::Pages;
pub(crate) use self::proxy::ApiUrl;
use super::terminal;
use super::watch::{States, watch};
use super::{DocsArguments, Done, Failure, Located, Messages, Writes, read};

/// The port, unless another one is requested. If it is taken, a free one is.
const PORT: u16 = 8000;

/// Where the OpenAPI document is, relative to the page.
const OPENAPI: &str = "openapi.json";

/// Serves the reference until the process is stopped.
pub(crate) fn run(arguments: &DocsArguments, messages: &Messages) -> Result<Done, Failure> {
    let located = Located::find(arguments.spec.as_deref(), "docs --serve", Writes::File)?;
    let mut seen_first = States::default();
    let start = SystemTime::now();
    let first = pages(&located.path, arguments, messages, &mut seen_first);
    let first = first.map_err(|problem| problem.failure)?;
    let listener = bind(arguments.port)?;
    let cannot_serve = |error| Failure::Unable(format!("cannot serve the reference: {error}"));
    let port = listener.local_addr().map_err(cannot_serve)?.port();
    let (sender, receiver) = watch::channel(first);
    let api = arguments.api.clone();
    // The thread ends with the process.
    thread::Builder::new()
        .name("server".to_owned())
        .spawn(move || app::serve(listener, port, receiver, api))
        .map_err(cannot_serve)?;
    let url = format!("http://127.0.0.1:{port}/");
    let mut text = format!("serving the reference at {url}\n");
    if let Some(api) = &arguments.api {
        text.push_str(&format!("the console sends requests to {api}\n"));
    }
    terminal::print(&text)?;
    if !arguments.no_open {
        // A machine may have no browser; the URL is printed.
        let _ = open::that_detached(&url);
    }
    let mut seen_first = Some(seen_first);
    watch(start, &mut |seen| {
        match seen_first.take() {
            Some(first) => *seen = first,
            None => {
                let pages = pages(&located.path, arguments, messages, seen);
                refresh(&sender, pages, messages);
            }
        }
        true
    });
    // No run ends it.
    Ok(String::new().into())
}

/// Shows the new pages, or why there are none beside the last ones.
fn refresh(sender: &Sender<Pages>, pages: Result<Pages, Problem>, messages: &Messages) {
    match pages {
        Ok(pages) => {
            let had_errors = sender.borrow().errors.is_some();
            if had_errors || pages.version != sender.borrow().version {
                // If standard output is closed, the pages are served all the same.
                let _ = terminal::print("updated the reference\n");
                sender.send_replace(pages);
            }
        }
        Err(Problem { failure, text }) => {
            messages.report(&failure);
            sender.send_modify(|pages| pages.errors = Some(text));
        }
    }
}

/// Why there are no pages.
struct Problem {
    /// For the terminal, in the format that it asks for.
    failure: Failure,
    /// For the page.
    text: String,
}

impl Problem {
    fn of(errors: &Diagnostics, source: &SourceFile, messages: &Messages) -> Self {
        Self {
            failure: messages.errors(errors, source),
            text: errors.render(source, Style::Plain),
        }
    }
}

/// Reads the specification and generates everything that is served. Each file that it tries to read is added to `seen`.
fn pages(
    path: &Path,
    arguments: &DocsArguments,
    messages: &Messages,
    seen: &mut States,
) -> Result<Pages, Problem> {
    let mut files = Vec::new();
    let source = load::specification(path, &mut files);
    seen.add(files);
    let source = source.map_err(|error| Problem {
        text: error.to_string(),
        failure: read::failure(error, messages),
    })?;
    let Read { api, warnings } = specsmith::read_with_warnings(&source)
        .map_err(|errors| Problem::of(&errors, &source, messages))?;
    let denied = messages.check(&warnings, &source);
    denied.map_err(|failure| Problem {
        failure,
        text: warnings.render_warnings(&source, Style::Plain),
    })?;
    messages.print_error(&messages.print(&warnings, &source));
    let version = version(&source);
    let openapi = arguments.openapi.clone();
    let options = Reference {
        console: true,
        openapi: Some(openapi.unwrap_or_else(|| OPENAPI.to_owned())),
        reload: Some(version.clone()),
        proxied: arguments.api.as_ref().map(|api| Proxied {
            url: api.to_string(),
            path: proxy::PREFIX.to_owned(),
        }),
    };
    Ok(Pages {
        page: specsmith::reference_with(&api, &options),
        openapi: specsmith::openapi_of(&api, Format::Json),
        markdown: specsmith::markdown_of(&api, &options),
        folder: specsmith::markdown_files(&api, &options),
        version,
        errors: None,
    })
}

/// What the page is made from.
fn version(source: &SourceFile) -> String {
    let mut hasher = blake3::Hasher::new();
    for (path, span) in source.files() {
        for text in [path, source.slice(span)] {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// Listens at this machine's own address, which no other machine reaches.
fn bind(requested: Option<u16>) -> Result<TcpListener, Failure> {
    let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let listener = match requested {
        Some(port) => bind(port),
        None => bind(PORT).or_else(|_| bind(0)),
    };
    listener.map_err(|error| {
        let port = requested.unwrap_or(PORT);
        let reason = match error.kind() {
            ErrorKind::AddrInUse => "another program uses it".to_owned(),
            _ => error.to_string(),
        };
        Failure::Unable(format!(
            "cannot listen on port {port}: {reason}; name another port, or omit `--port` to use a free one"
        ))
    })
}
