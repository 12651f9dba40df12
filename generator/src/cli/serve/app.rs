//! The server: pages, and events about them.

use std::convert::Infallible;
use std::net::TcpListener;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::{Stream, stream};
use specsmith::output::FileSet;
use tokio::sync::watch::Receiver;
use tower_http::compression::CompressionLayer;

use super::proxy::{self, ApiUrl};

const HTML: &str = "text/html; charset=utf-8";
const MARKDOWN: &str = "text/markdown; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

/// Everything that is served.
#[derive(Debug)]
pub(super) struct Pages {
    pub(super) page: String,
    pub(super) openapi: String,
    /// The reference as Markdown: in one file, and in several.
    pub(super) markdown: String,
    pub(super) folder: FileSet,
    /// Differs if any of these differs.
    pub(super) version: String,
    /// Why there are no newer pages.
    pub(super) errors: Option<String>,
}

/// Serves the pages. Returns if the system fails.
pub(super) fn serve(listener: TcpListener, port: u16, pages: Receiver<Pages>, api: Option<ApiUrl>) {
    let result = listener.set_nonblocking(true).and_then(|()| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            axum::serve(listener, app(port, pages, api)).await
        })
    });
    if let Err(error) = result {
        eprintln!("error: cannot serve the reference: {error}");
        std::process::exit(2);
    }
}

fn app(port: u16, pages: Receiver<Pages>, api: Option<ApiUrl>) -> Router {
    let hosts = Hosts::of(port);
    let pages = Router::new()
        .route("/", get(page))
        .route("/openapi.json", get(openapi))
        .route("/reference.md", get(markdown))
        .route("/events", get(events))
        .route("/{file}", get(file))
        .with_state(pages)
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn(with_headers));
    // Responses of the API are what the API sends: neither compressed nor with other headers.
    let all = match api {
        Some(api) => pages.merge(proxy::router(api)),
        None => pages,
    };
    all.layer(middleware::from_fn(move |request, next| {
        guarded(hosts.clone(), request, next)
    }))
}

async fn page(State(pages): State<Receiver<Pages>>) -> Response {
    of_type(HTML, pages.borrow().page.clone())
}

async fn openapi(State(pages): State<Receiver<Pages>>) -> Response {
    of_type("application/json", pages.borrow().openapi.clone())
}

async fn markdown(State(pages): State<Receiver<Pages>>) -> Response {
    of_type(MARKDOWN, pages.borrow().markdown.clone())
}

/// A file of the reference as Markdown.
async fn file(State(pages): State<Receiver<Pages>>, Path(path): Path<String>) -> Response {
    let media = if path.ends_with(".md") {
        MARKDOWN
    } else {
        TEXT
    };
    match pages.borrow().folder.get(&path) {
        Some(text) => of_type(media, text.to_owned()),
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}

fn of_type(media: &'static str, text: String) -> Response {
    ([(header::CONTENT_TYPE, media)], text).into_response()
}

/// The state of the pages, now and whenever it changes.
async fn events(
    State(pages): State<Receiver<Pages>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let changes = stream::unfold((pages, true), |(mut pages, is_first)| async move {
        if !is_first {
            pages.changed().await.ok()?;
        }
        let state = {
            let pages = pages.borrow_and_update();
            serde_json::json!({ "version": pages.version, "errors": pages.errors }).to_string()
        };
        let event = Event::default().event("state").data(state);
        Some((Ok(event), (pages, false)))
    });
    Sse::new(changes).keep_alive(KeepAlive::default())
}

/// The names of this server. A page of another name whose address leads here, as with DNS rebinding, gets nothing:
/// readers enter keys of their API.
#[derive(Clone)]
struct Hosts(Vec<String>);

impl Hosts {
    fn of(port: u16) -> Self {
        let names = ["127.0.0.1", "localhost", "[::1]"];
        // Browsers omit the port of HTTP.
        let bare = names.iter().filter(|_| port == 80);
        let bare = bare.map(|host| (*host).to_owned());
        Self(
            names
                .iter()
                .map(|host| format!("{host}:{port}"))
                .chain(bare)
                .collect(),
        )
    }

    fn know(&self, host: Option<&HeaderValue>) -> bool {
        let host = host.and_then(|host| host.to_str().ok());
        host.is_some_and(|host| self.0.iter().any(|known| known.eq_ignore_ascii_case(host)))
    }
}

async fn guarded(hosts: Hosts, request: Request, next: Next) -> Response {
    match hosts.know(request.headers().get(header::HOST)) {
        true => next.run(request).await,
        false => {
            let message = "this server accepts only the hosts 127.0.0.1, localhost and [::1]\n";
            (StatusCode::FORBIDDEN, message).into_response()
        }
    }
}

async fn with_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers: [(HeaderName, &'static str); 4] = [
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    for (name, value) in headers {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}
