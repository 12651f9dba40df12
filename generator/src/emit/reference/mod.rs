//! The reference: one page of HTML for people who call the API. Everything that it shows is a plain
//! view here; the templates in `templates/reference` print it.

mod about;
mod code;
mod commonmark;
mod console;
mod contents;
mod entries;
mod errors;
mod events;
mod html;
mod invalid;
mod languages;
mod notes;
mod operations;
mod paging;
mod results;
mod script;
mod sections;
mod servers;
mod type_words;
mod types;

use askama::Template;

use super::markdown;
use super::markdown::RichText;
use super::samples::{request, rust_call};
use crate::output::FileSet;
use crate::rust::Crate;
use code::Sample;
use errors::ErrorsView;
use html::Html;
use notes::{Assumption, Assumptions, NotesView};
use operations::GroupView;
use script::Script;
use sections::{AuthView, PagerView};
use servers::ServerView;
use types::TypeView;

/// The style sheet of the page.
const STYLE: &str = include_str!("../../../templates/reference/style.css");

/// The number of operations and types that browsers lay out without a noticeable delay.
const MANY: usize = 300;

#[derive(Template)]
#[template(path = "reference/page.html")]
struct Page<'a> {
    /// Whether the browser should lay out only the visible part.
    large: bool,
    title: String,
    version: String,
    base_path: &'a str,
    /// The URL that paths are appended to in samples.
    base: String,
    /// Whether it only stands for the origin of the page, which the script knows.
    is_placeholder: bool,
    /// The URL of the OpenAPI document, relative to the page.
    openapi: Option<&'a str>,
    /// Its version, if it loads itself again.
    reload: Option<&'a str>,
    /// The server that requests go to through the server of the page.
    proxied: Option<&'a Proxied>,
    /// Where the page may send requests, as sources of a content security policy.
    connect: Vec<String>,
    /// What the request console knows about the operations.
    requests: Option<Html>,
    servers: Vec<ServerView>,
    request_id: &'a str,
    notes: NotesView,
    /// Its terms, its license, and whom to ask.
    about: Vec<RichText>,
    /// The first sentence about the API.
    summary: RichText,
    start: Option<Sample>,
    auth: Option<AuthView>,
    pagers: Vec<PagerView>,
    errors: ErrorsView,
    groups: Vec<GroupView>,
    /// The types in alphabetical order, without identifiers.
    types: Vec<TypeView>,
    identifiers: Vec<TypeView>,
    assumptions: Vec<Assumption>,
    style: Html,
    script: Script,
}

/// The sample of a call of each operation, by its name.
pub(crate) fn calls(plan: &Crate<'_>) -> Vec<(String, String)> {
    let called = plan
        .operations
        .iter()
        .filter(|operation| operation.api.webhook.is_none());
    let calls =
        called.map(|operation| (operation.api.name.clone(), languages::call(plan, operation)));
    calls.collect()
}

/// What a page has beside the documentation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reference {
    /// Whether readers can send requests from the page. The page then allows requests to its own origin and to the
    /// servers of the API, and to no others. A key that a reader enters stays in the memory of the page.
    pub console: bool,
    /// The URL of the OpenAPI document, for a link. It may be relative to the page.
    pub openapi: Option<String>,
    /// The version of the page, if it loads itself again. Its server sends events with the name `state` at `events`,
    /// relative to the page: JSON with its newest `version`, and with `errors`, a string that the page shows or null.
    pub reload: Option<String>,
    /// The server that the console sends all requests to, if the server of the page passes them on.
    pub proxied: Option<Proxied>,
}

/// A server of the API behind the server of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proxied {
    /// Its URL, without a `/` at the end.
    pub url: String,
    /// The path at the server of the page that stands for this URL: `/api`.
    pub path: String,
}

/// Writes the page.
pub(crate) fn emit(plan: &Crate<'_>, options: &Reference) -> String {
    // Roughly the size of an operation or a type, so that the text is seldom reallocated.
    let entries = plan.api.operations.len() + plan.api.types.len() + 4;
    let mut text = String::with_capacity(entries * 8 * 1024);
    // Writing to memory cannot fail, and the templates call nothing that can fail.
    let _ = page(plan, options).render_into(&mut text);
    // The template engine drops the last line break.
    text.push('\n');
    // Drops invisible characters and those that reorder text, wherever they come from.
    text.retain(|c| c == '\n' || c == '\t' || !markdown::is_hidden(c));
    text
}

/// Writes the same as CommonMark in one file.
pub(crate) fn markdown_file(plan: &Crate<'_>, options: &Reference) -> String {
    commonmark::whole(&page(plan, options))
}

/// Writes the same as CommonMark in a folder, with a file for each group of operations.
pub(crate) fn markdown_files(plan: &Crate<'_>, options: &Reference) -> FileSet {
    commonmark::files(&page(plan, options))
}

fn page<'a>(plan: &Crate<'a>, options: &'a Reference) -> Page<'a> {
    let api = plan.api;
    let mut assumptions = Assumptions::default();
    let server = api.common_servers().next();
    let base = request::base_url(api, server);
    let notes = assumptions.notes(&api.notes, "introduction", "The API");
    let servers = servers::views(api, &mut assumptions);
    let auth = api.auth.as_ref();
    let auth = auth.map(|auth| sections::auth(api, auth, &mut assumptions));
    let pagers = sections::pagers(plan, &mut assumptions);
    let errors = errors::overview(api, &mut assumptions);
    let groups = operations::groups(plan, &mut assumptions);
    let (types, identifiers) = types::types(api, &mut assumptions);
    Page {
        large: api.operations.len() + api.types.len() > MANY,
        title: markdown::one_line(&api.title),
        version: markdown::one_line(&api.version.value),
        about: about::facts(&api.info),
        base_path: &api.base_path,
        is_placeholder: server.is_none(),
        openapi: options.openapi.as_deref(),
        reload: options.reload.as_deref(),
        proxied: options.proxied.as_ref(),
        connect: match (options.console, &options.reload) {
            (true, _) => console::sources(api),
            (false, Some(_)) => vec!["'self'".to_owned()],
            (false, None) => Vec::new(),
        },
        requests: options.console.then(|| console::operations(api)),
        servers,
        request_id: &api.request_id_header,
        notes,
        summary: markdown::line(&markdown::first_sentence(
            api.notes.doc.as_deref().unwrap_or_default(),
        )),
        start: (!plan.groups.is_empty())
            .then(|| code::sample(&code::RUST, &rust_call::client(plan), &base)),
        auth,
        pagers,
        errors,
        groups,
        types,
        identifiers,
        base,
        assumptions: assumptions.into_list(),
        style: Html::trusted(STYLE.to_owned()),
        script: Script::new(options),
    }
}
