//! What concerns the whole API: its address, credentials, pages, errors, and assumptions.

use super::entries::{entries, entry, error, is_same};
use super::writer::{Writer, push_items};
use crate::emit::markdown::{code, destination, text};
use crate::emit::reference::Page;
use crate::emit::reference::errors::{ErrorView, ErrorsView};
use crate::emit::reference::notes::NotesView;
use crate::emit::reference::sections::{AuthView, PagerView};
use crate::emit::reference::servers::ServerView;

/// Everything before the operations.
pub(super) fn write(page: &Page<'_>, writer: &mut Writer<'_>) {
    writer.heading(1, &page.title, "introduction");
    let mut facts = vec![
        format!("Version: {}", text(&page.version)),
        format!("Base URL: {}", code(&base(page))),
        format!(
            "The response header {} identifies the request.",
            code(page.request_id)
        ),
    ];
    if page.is_placeholder {
        let base = code(&page.base);
        facts.push(format!(
            "This description names no server: {base} stands for its address."
        ));
    }
    if let Some(url) = page.openapi {
        facts.push(format!("[OpenAPI document]({})", destination(url)));
    }
    facts.extend(page.about.iter().map(|fact| writer.line(fact)));
    writer.list(&facts);
    writer.notes(&page.notes);
    if !page.servers.is_empty() {
        writer.heading(2, "Servers", "servers");
        writer.list_of(&page.servers, server);
    }
    if let Some(auth) = &page.auth {
        authentication(auth, writer);
    }
    for pager in &page.pagers {
        pagination(pager, writer);
    }
    errors(&page.errors, writer);
}

fn base(page: &Page<'_>) -> String {
    format!("{}{}", page.base, page.base_path)
}

fn server(view: &ServerView, writer: &mut Writer<'_>) -> String {
    writer.anchor(&view.anchor);
    let head = format!("{} {}", text(&view.name), code(&view.url));
    let mut item = writer.noted(&head, &view.notes, &[]);
    let variables = view.variables.iter().map(|variable| {
        let head = code(&variable.name);
        writer.noted(
            &head,
            &variable.notes,
            std::slice::from_ref(&variable.values),
        )
    });
    push_items(variables, &mut item);
    item
}

fn authentication(auth: &AuthView, writer: &mut Writer<'_>) {
    writer.heading(2, "Authentication", "authentication");
    writer.paragraph(match auth.is_one_token {
        true => "Send the key as a bearer token in the header `Authorization`.",
        false => "Each operation names the credentials that its requests carry.",
    });
    writer.notes(&auth.notes);
    writer.sample(&auth.sample);
    writer.list_of(&auth.keys, |key, writer| {
        writer.anchor(&key.anchor);
        let facts: Vec<_> = key.carried.iter().cloned().collect();
        let mut item = writer.noted(&code(&key.name), &key.notes, &facts);
        let scopes = key.scopes.iter().map(|scope| {
            writer.anchor(&scope.anchor);
            let head = format!("Scope {}", code(&scope.name));
            writer.noted(&head, &scope.notes, &[])
        });
        push_items(scopes, &mut item);
        item
    });
    if auth.responses.is_empty() {
        return;
    }
    writer.paragraph("Responses to a missing or wrong key:");
    writer.list_of(&auth.responses, |response, writer| {
        writer.anchor(response.anchor);
        let status = response.status.to_string();
        let status = match &response.described_at {
            Some(anchor) => writer.link_to(anchor, &status),
            None => status,
        };
        let head = format!("{status}: {}: “{}”", response.case, text(&response.message));
        let notes = NotesView {
            assumed: response.assumed.clone(),
            ..NotesView::default()
        };
        writer.noted(&head, &notes, &[])
    });
}

fn pagination(pager: &PagerView, writer: &mut Writer<'_>) {
    writer.heading(2, &pager.title, &pager.anchor);
    let words = [&pager.parameters_in_words, &pager.shape].map(|words| writer.line(words));
    writer.paragraph(words.join(" ").trim());
    writer.notes(&pager.notes);
    entries(&pager.parameters, writer);
}

fn errors(errors: &ErrorsView, writer: &mut Writer<'_>) {
    writer.heading(2, "Errors", "errors");
    writer.paragraph(match errors.has_own_bodies {
        true => {
            "Error responses have a body of this form, unless they are described with another one."
        }
        false => "All error responses have a body of the same form.",
    });
    writer.notes(&errors.notes);
    writer.sample(&errors.body);
    entries(&errors.fields, writer);
    writer.list_of(&errors.documented, described);
    writer.paragraph(
        "The server sends these errors before the code of an operation runs, or if that code fails. Operations that do \
         not document them can respond with them too.",
    );
    writer.list_of(&errors.implied, |line, writer| {
        if let Some(id) = &line.id {
            writer.anchor(id);
        }
        error(line, writer)
    });
}

/// An error that operations document.
fn described(view: &ErrorView, writer: &mut Writer<'_>) -> String {
    writer.anchor(&view.anchor);
    let message = writer.line(&view.message);
    let when = writer.line(&view.when);
    let parts = [message, when, retry(view.retry)];
    let doc = writer.line(&view.notes.doc);
    let is_new = |part: &String| !part.is_empty() && !is_same(part, &doc);
    let parts: Vec<String> = parts.into_iter().filter(is_new).collect();
    let mut head = view.status.clone();
    if !view.name.is_empty() {
        head.push_str(&format!(" {}", code(&view.name)));
    }
    let separator = if parts.is_empty() { ": " } else { " · " };
    if !parts.is_empty() {
        head.push_str(&format!(": {}", parts.join(" · ")));
    }
    let mut item = writer.noted_after(&head, separator, &view.notes, &[]);
    let fields = view.fields.iter().map(|field| ("Field", field));
    let headers = view.headers.iter().map(|header| ("Header", header));
    let entries = fields.chain(headers);
    let entries = entries
        .map(|(label, field_or_header)| format!("{label} {}", entry(field_or_header, writer)));
    push_items(entries, &mut item);
    item
}

fn retry(is_useful: bool) -> String {
    match is_useful {
        true => "A retry may succeed.".to_owned(),
        false => String::new(),
    }
}

/// What the source of the specification leaves open.
pub(super) fn assumptions(page: &Page<'_>, writer: &mut Writer<'_>) {
    if page.assumptions.is_empty() {
        return;
    }
    writer.heading(2, "Assumptions", "assumptions");
    writer.paragraph(
        "The documentation that this description is based on leaves some questions open. Each assumption is an answer \
         that somebody chose for one of them; the real API may differ.",
    );
    writer.list_of(&page.assumptions, |assumption, writer| {
        let about = writer.link_to(&assumption.anchor, &text(&assumption.about));
        format!("{about}: {}", writer.line(&assumption.text))
    });
}
