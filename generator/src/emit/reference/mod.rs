//! The reference: one page of HTML for people who call the API. Everything that it shows is a plain
//! view here; the templates in `templates/reference` print it.

mod code;
mod contents;
mod curl;
mod entries;
mod errors;
mod html;
mod markdown;
mod notes;
mod operations;
mod patterns;
mod rust_call;
mod rust_value;
mod scalars;
mod sections;
mod servers;
mod types;
mod values;
mod written;

use askama::Template;

use super::docs;
use crate::rust::Crate;
use code::Sample;
use errors::ErrorsView;
use html::Html;
use notes::{Assumption, Assumptions, NotesView};
use operations::GroupView;
use sections::{AuthView, PagerView};
use servers::ServerView;
use types::TypeView;

pub(super) use operations::{example_body, example_value};
pub(super) use rust_call::{known_call, statements};
pub(super) use rust_value::Literals;

/// The style sheet of the page.
const STYLE: &str = include_str!("../../../../templates/reference/style.css");

/// The script of the page.
const SCRIPT: &str = include_str!("../../../../templates/reference/script.js");

/// The SHA-256 of the script in base64: the content security policy allows no other script.
const SCRIPT_HASH: &str = "Mw/EoVuVpTaTjZtFR7h4crOVthCFz0LShG4TxTc2ZrQ=";

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
    /// The URL in samples that the script replaces by the origin of the page.
    placeholder: Option<String>,
    servers: Vec<ServerView>,
    request_id: &'a str,
    notes: NotesView,
    start: Option<Sample>,
    auth: Option<AuthView>,
    pagers: Vec<PagerView>,
    errors: ErrorsView,
    groups: Vec<GroupView>,
    types: Vec<TypeView>,
    assumptions: Vec<Assumption>,
    style: Html,
    script: Html,
    script_hash: &'static str,
}

/// The sample of a call of each operation, by its name.
pub(crate) fn calls(plan: &Crate<'_>) -> Vec<(String, String)> {
    let called = plan.operations.iter().filter(|of| of.api.webhook.is_none());
    let calls = called.map(|of| (of.api.name.clone(), operations::call(plan, of)));
    calls.collect()
}

/// Writes the page.
pub(crate) fn emit(plan: &Crate<'_>) -> String {
    // Roughly the size of an operation or a type, so that the text is seldom reallocated.
    let entries = plan.api.operations.len() + plan.api.types.len() + 4;
    let mut text = String::with_capacity(entries * 8 * 1024);
    // Writing to memory cannot fail, and the templates call nothing that can fail.
    let _ = page(plan).render_into(&mut text);
    // The template engine drops the last line break.
    text.push('\n');
    // Drops invisible characters and those that reorder text, wherever they come from.
    text.retain(|c| c == '\n' || c == '\t' || !docs::is_hidden(c));
    text
}

fn page<'a>(plan: &Crate<'a>) -> Page<'a> {
    let api = plan.api;
    let mut assumptions = Assumptions::default();
    let has_none = api.common_servers().next().is_none();
    Page {
        large: api.operations.len() + api.types.len() > MANY,
        title: docs::one_line(&api.title),
        version: docs::one_line(&api.version),
        base_path: &api.base_path,
        placeholder: has_none.then(|| curl::placeholder(api)),
        servers: servers::views(api, &mut assumptions),
        request_id: &api.request_id_header,
        notes: assumptions.notes(&api.notes, "introduction", "The API"),
        start: (!plan.groups.is_empty()).then(|| code::rust(&rust_call::client(plan))),
        auth: api
            .auth
            .as_ref()
            .map(|auth| sections::auth(api, auth, &mut assumptions)),
        pagers: sections::pagers(plan, &mut assumptions),
        errors: errors::overview(api, &mut assumptions),
        groups: operations::groups(plan, &mut assumptions),
        types: types::types(api, &mut assumptions),
        assumptions: assumptions.into_list(),
        style: Html::trusted(STYLE.to_owned()),
        script: Html::trusted(SCRIPT.to_owned()),
        script_hash: SCRIPT_HASH,
    }
}
