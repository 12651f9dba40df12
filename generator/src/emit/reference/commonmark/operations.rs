//! Groups and their operations.

use super::entries::{entries, entry, error, sent_field};
use super::writer::{Writer, push_items};
use crate::emit::markdown::RichText;
use crate::emit::markdown::{code, text};
use crate::emit::reference::Page;
use crate::emit::reference::entries::Entry;
use crate::emit::reference::notes::NotesView;
use crate::emit::reference::operations::{GroupView, KeyUse, OperationView, ResponseView};
use crate::hash::HashMap;

/// The longest list of fields, in bytes, that is repeated at each operation that has the type as its body.
const LONGEST: usize = 4 * 1024;

/// The fields of the types of request bodies: they are what readers look for first.
pub(super) struct Bodies<'a> {
    /// The fields of each type, by the anchor of the type.
    fields: HashMap<&'a str, &'a [Entry]>,
    /// Those that are written already.
    written: HashMap<&'a str, Option<Vec<String>>>,
}

impl<'a> Bodies<'a> {
    /// The bodies of a file.
    pub(super) fn of(page: &'a Page<'_>) -> Self {
        let types = page.types.iter();
        let objects = types.filter(|ty| ty.parts == "field" && !ty.fields.is_empty());
        let fields = objects.map(|ty| (ty.anchor.as_str(), ty.fields.as_slice()));
        Self {
            fields: fields.collect(),
            written: HashMap::default(),
        }
    }

    /// The fields of a content, if it names one type and they are not too long.
    fn fields(&mut self, content: &RichText, writer: &mut Writer<'_>) -> Option<Vec<String>> {
        let mut targets = content.links();
        let target = targets.next().filter(|_| targets.next().is_none())?;
        let (anchor, entries) = self.fields.get_key_value(target.trim_start_matches('#'))?;
        let written = self.written.entry(*anchor).or_insert_with(|| {
            let items: Vec<String> = entries
                .iter()
                .map(|view| sent_field(view, writer))
                .collect();
            let length: usize = items.iter().map(String::len).sum();
            (length <= LONGEST).then_some(items)
        });
        written.clone()
    }
}

/// A group with its operations.
pub(super) fn group(
    page: &Page<'_>,
    group: &GroupView,
    bodies: &mut Bodies<'_>,
    writer: &mut Writer<'_>,
) {
    writer.heading(2, &group.name, &group.anchor);
    writer.notes(&group.notes);
    for operation in &group.operations {
        self::operation(page, operation, bodies, writer);
    }
}

fn operation(
    page: &Page<'_>,
    operation: &OperationView,
    bodies: &mut Bodies<'_>,
    writer: &mut Writer<'_>,
) {
    writer.heading(3, &operation.name, &operation.anchor);
    let route = code(&format!("{} {}", operation.method, operation.route));
    let line: Vec<String> = std::iter::once(route)
        .chain(facts(page, operation, writer))
        .collect();
    writer.paragraph(&line.join(" · "));
    writer.notes(&operation.notes);
    for parameters in &operation.parameters {
        writer.heading(4, parameters.title, "");
        entries(&parameters.entries, writer);
    }
    if let Some(body) = &operation.body {
        writer.heading(4, "Request body", "");
        let content = writer.line(&body.content);
        writer.paragraph(&content);
        writer.notes(&body.notes);
        if let Some(fields) = bodies.fields(&body.content, writer) {
            writer.list(&fields);
        }
    }
    writer.heading(4, "Responses", "");
    writer.list_of(&operation.responses, response);
    for line in [&operation.order, &operation.paging].into_iter().flatten() {
        let line = writer.line(line);
        writer.paragraph(&line);
    }
    errors(operation, writer);
    samples(operation, writer);
}

/// The server, the credentials, and whether a request can be repeated.
fn facts(page: &Page<'_>, operation: &OperationView, writer: &Writer<'_>) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(server) = &operation.server {
        let name = writer.link_to(&server.anchor, &text(&server.name));
        facts.push(format!("Server: {name}"));
    }
    if !operation.keys.is_empty() {
        let keys: Vec<String> = operation
            .keys
            .iter()
            .map(|key| self::key(key, writer))
            .collect();
        let optional = if operation.is_key_optional {
            ", or none"
        } else {
            ""
        };
        facts.push(format!("Key: {}{optional}", keys.join(" or ")));
    } else if page.auth.is_some() && !operation.is_webhook {
        facts.push("No key required".to_owned());
    }
    let repeated = match operation.idempotent {
        true => "Idempotent",
        false => "Not idempotent",
    };
    facts.push(repeated.to_owned());
    facts
}

fn key(key: &KeyUse, writer: &Writer<'_>) -> String {
    let name = writer.link_to(&key.anchor, &code(&key.name));
    let scopes: Vec<String> = key.scopes.iter().map(|scope| code(scope)).collect();
    match scopes.is_empty() {
        true => name,
        false => format!("{name} with {}", scopes.join(", ")),
    }
}

fn response(view: &ResponseView, writer: &mut Writer<'_>) -> String {
    let none = NotesView::default();
    let mut notes = view.notes.iter();
    let first = notes.next().unwrap_or(&none);
    let content = writer.line(&view.content);
    let content = match first.doc.is_empty() {
        true => content.as_str(),
        false => content.trim_end_matches('.'),
    };
    let head = format!("{}: {content}", view.status);
    let mut item = writer.noted_after(&head, " · ", first, &[]);
    for notes in notes.filter(|notes| !notes.doc.is_empty()) {
        let doc = writer.line(&notes.doc);
        // A line after several blocks would continue the last of them.
        item.push_str(if item.contains("\n\n") { "\n\n" } else { "\n" });
        item.push_str(&doc);
    }
    let events = view.events.iter();
    let events = events.map(|(label, words)| format!("{label}: {}", writer.line(words)));
    let mut items: Vec<String> = events.collect();
    let headers = view.headers.iter();
    items.extend(headers.map(|header| format!("Header {}", entry(header, writer))));
    push_items(items, &mut item);
    item
}

fn errors(operation: &OperationView, writer: &mut Writer<'_>) {
    for (title, lines) in [
        ("Errors", &operation.documented),
        ("Implied errors", &operation.implied),
    ] {
        if !lines.is_empty() {
            writer.heading(4, title, "");
            writer.list_of(lines, |line, writer| error(line, writer));
        }
    }
}

/// The request, and the first successful response.
fn samples(operation: &OperationView, writer: &mut Writer<'_>) {
    // The code that receives a webhook is Rust; other programs need to know the request.
    let request = match operation.is_webhook {
        true => operation
            .requests
            .iter()
            .find(|sample| sample.language == "json"),
        false => operation.requests.first(),
    };
    let results = operation.results.iter().filter(|result| result.good);
    let bodies = results.flat_map(|result| result.bodies.iter().map(move |body| (result, body)));
    let response =
        bodies.filter_map(|(result, body)| Some((&result.status, body.sample.as_ref()?)));
    let response = response.take(1).next();
    if request.is_none() && response.is_none() {
        return;
    }
    writer.heading(4, "Example", "");
    if let Some(request) = request {
        writer.sample(request);
    }
    if let Some((status, sample)) = response {
        writer.paragraph(&format!("Response {status}:"));
        writer.sample(sample);
    }
}
