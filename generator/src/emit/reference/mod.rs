//! The reference: one page of HTML for people who call the API. Everything that it shows is a plain
//! view here; the templates in `templates/reference` print it.

mod code;
mod curl;
mod errors;
mod html;
mod markdown;
mod members;
mod notes;
mod operations;
mod rust_call;
mod rust_value;
mod sections;
mod servers;
mod types;
mod values;

use askama::Template;

use super::docs;
use super::file::Context;
use super::groups;
use code::Sample;
use errors::ErrorsView;
use html::Html;
use notes::{Decision, Decisions, NotesView};
use operations::GroupView;
use sections::{AuthView, PaginationView};
use servers::ServerView;
use types::TypeView;

/// The page's own style.
const STYLE: &str = include_str!("../../../../templates/reference/style.css");

/// The page's own script.
const SCRIPT: &str = include_str!("../../../../templates/reference/script.js");

/// The SHA-256 of the script in base64: the page lets a browser run this script and no other.
const SCRIPT_HASH: &str = "VSeITPKI/l51opsmf3YQhezd92NJj/uFMuKJhFh//ws=";

/// So many operations and types are laid out at once without a reader waiting for it.
const MANY: usize = 300;

#[derive(Template)]
#[template(path = "reference/page.html")]
struct Page<'a> {
    /// Whether a browser should lay out only what is in view.
    large: bool,
    title: String,
    version: String,
    base_path: &'a str,
    /// The URL in samples that the script replaces by the origin of the page.
    placeholder: Option<String>,
    servers: Vec<ServerView>,
    request_id: &'a str,
    notes: NotesView,
    start: Option<Sample>,
    auth: Option<AuthView>,
    pagination: Option<PaginationView>,
    errors: ErrorsView,
    groups: Vec<GroupView>,
    types: Vec<TypeView>,
    decisions: Vec<Decision>,
    style: Html,
    script: Html,
    script_hash: &'static str,
}

/// Writes the page.
pub(super) fn emit(context: Context<'_>) -> String {
    // Roughly what an operation or a type takes: a page that grows is copied again and again.
    let entries = context.api.operations.len() + context.api.types.len() + 4;
    let mut text = String::with_capacity(entries * 8 * 1024);
    // Writing to memory cannot fail, and the templates call nothing that can.
    let _ = page(context).render_into(&mut text);
    // The engine leaves the last line break out.
    text.push('\n');
    // Whatever a text came from, characters that hide or reorder others do not get onto the page.
    text.retain(|c| c == '\n' || c == '\t' || !docs::is_hidden(c));
    text
}

fn page(context: Context<'_>) -> Page<'_> {
    let api = context.api;
    let mut decisions = Decisions::default();
    let groups = groups::groups(context);
    Page {
        large: api.operations.len() + api.types.len() > MANY,
        title: docs::one_line(&api.title),
        version: docs::one_line(&api.version),
        base_path: &api.base_path,
        placeholder: api.servers.is_empty().then(|| curl::placeholder(context)),
        servers: servers::views(api, &mut decisions),
        request_id: &api.request_id_header,
        notes: decisions.notes(&api.notes, "introduction", "The API"),
        start: (!groups.is_empty()).then(|| code::rust(&rust_call::client(context))),
        auth: api
            .auth
            .as_ref()
            .map(|auth| sections::auth(api, auth, &mut decisions)),
        pagination: api
            .pagination
            .as_ref()
            .map(|pagination| sections::pagination(context, pagination, &mut decisions)),
        errors: errors::overview(context, &mut decisions),
        groups: operations::groups(context, &groups, &mut decisions),
        types: types::types(context, &mut decisions),
        decisions: decisions.into_list(),
        style: Html::trusted(STYLE.to_owned()),
        script: Html::trusted(SCRIPT.to_owned()),
        script_hash: SCRIPT_HASH,
    }
}
