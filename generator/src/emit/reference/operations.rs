//! Groups and their operations.

use super::code::Sample;
use super::entries::{Entry, header, parameter, shared_parameter};
use super::errors::{self, ErrorLine};
use super::html::{Html, entry_anchor, operation_anchor};
use super::notes::{Assumptions, NotesView};
use super::results::{self, ResultView};
use super::{contents, events, languages, paging, servers};
use crate::api::{Api, Location, Notes, Operation, ServerId};
use crate::emit::markdown::RichText;
use crate::emit::samples::literals::encode;
use crate::emit::{docs, markdown, samples};
use crate::hash::HashSet;
use crate::rust::{self, Crate, Group};

/// A group of operations.
pub(super) struct GroupView {
    pub(super) anchor: String,
    pub(super) name: String,
    pub(super) notes: NotesView,
    pub(super) operations: Vec<OperationView>,
}

/// An operation.
pub(super) struct OperationView {
    pub(super) anchor: String,
    pub(super) name: String,
    /// Its name, which can be wrapped before each word.
    pub(super) breakable_name: Html,
    pub(super) method: &'static str,
    /// The method as a CSS class.
    pub(super) class: String,
    /// The path, which can be wrapped before each segment.
    pub(super) path: Html,
    pub(super) route: String,
    /// Its server, if it is not on the servers of the API.
    pub(super) server: Option<ServerUse>,
    /// Whether it is a webhook, which needs no key.
    pub(super) is_webhook: bool,
    /// What a request must carry: one of these.
    pub(super) keys: Vec<KeyUse>,
    /// Whether it may also carry none of them.
    pub(super) is_key_optional: bool,
    pub(super) idempotent: bool,
    pub(super) notes: NotesView,
    pub(super) parameters: Vec<Parameters>,
    pub(super) body: Option<BodyView>,
    pub(super) responses: Vec<ResponseView>,
    pub(super) order: Option<RichText>,
    /// How to get the next page, unless the section on pages says it.
    pub(super) paging: Option<RichText>,
    pub(super) documented: Vec<ErrorLine>,
    pub(super) implied: Vec<ErrorLine>,
    /// The request in several languages.
    pub(super) requests: Vec<Sample>,
    pub(super) results: Vec<ResultView>,
}

/// The server of an operation.
pub(super) struct ServerUse {
    pub(super) anchor: String,
    pub(super) name: String,
}

/// What an operation requires.
pub(super) struct KeyUse {
    pub(super) anchor: String,
    pub(super) name: String,
    pub(super) scopes: Vec<String>,
}

/// The parameters of one location.
pub(super) struct Parameters {
    pub(super) title: &'static str,
    pub(super) entries: Vec<Entry>,
}

/// A request body.
pub(super) struct BodyView {
    pub(super) content: RichText,
    pub(super) notes: NotesView,
}

/// A successful response.
pub(super) struct ResponseView {
    pub(super) status: String,
    pub(super) content: RichText,
    /// The notes of the response, and of a content that callers choose.
    pub(super) notes: Vec<NotesView>,
    pub(super) headers: Vec<Entry>,
    /// What its server-sent events consist of.
    pub(super) events: Vec<(&'static str, RichText)>,
}

/// The groups in the order of the document.
pub(super) fn groups(plan: &Crate<'_>, assumptions: &mut Assumptions) -> Vec<GroupView> {
    let group = |group: &Group<'_>| GroupView {
        anchor: format!("group-{}", encode(&group.module, '~')),
        name: match group.api.and_then(|group| group.title.as_deref()) {
            Some(title) => markdown::one_line(title),
            None => title(plan, group),
        },
        notes: match group.api {
            Some(item) => {
                let anchor = format!("group-{}", encode(&group.module, '~'));
                assumptions.notes(&item.notes, &anchor, &item.name)
            }
            None => NotesView::default(),
        },
        operations: plan
            .operations_of(group)
            .map(|operation| view(plan, operation, assumptions))
            .collect(),
    };
    let mut views: Vec<GroupView> = plan.groups.iter().map(group).collect();
    if let Some(webhooks) = &plan.webhooks {
        views.push(self::webhooks(webhooks, assumptions));
    }
    views
}

/// What the section of the webhooks begins with.
const WEBHOOKS: &str =
    "Requests that the API sends to a URL of yours. Check their signatures before you read them.";

/// The webhooks, as the last group.
fn webhooks(plan: &Crate<'_>, assumptions: &mut Assumptions) -> GroupView {
    let (anchor, name) = ("webhooks".to_owned(), "Webhooks".to_owned());
    let operations = plan.operations.iter();
    GroupView {
        notes: assumptions.notes(&Notes::of(WEBHOOKS), &anchor, &name),
        operations: operations
            .map(|operation| view(plan, operation, assumptions))
            .collect(),
        anchor,
        name,
    }
}

/// The title of a group: its words, with a capital first. A word that the descriptions write in
/// capitals, such as SCIM, is an acronym.
fn title(plan: &Crate<'_>, group: &Group<'_>) -> String {
    let operations = plan.operations_of(group);
    let docs = operations.map(|operation| &operation.api.notes.doc);
    let docs: Vec<&String> = docs.chain([&plan.api.notes.doc]).flatten().collect();
    let acronym = |word: &str| {
        let mut words = docs
            .iter()
            .flat_map(|doc| doc.split(|c: char| !c.is_ascii_alphanumeric()));
        words.find(|found| found.len() > 1 && *found == word.to_ascii_uppercase() && *found != word)
    };
    let words = group.name.split('_').enumerate().map(|(index, word)| {
        match (acronym(word), word.chars().next()) {
            (Some(acronym), _) => acronym.to_owned(),
            (None, Some(first)) if index == 0 => {
                first.to_uppercase().chain(word.chars().skip(1)).collect()
            }
            (None, _) => word.to_owned(),
        }
    });
    words.collect::<Vec<String>>().join(" ")
}

fn view(
    plan: &Crate<'_>,
    planned: &rust::Operation<'_>,
    assumptions: &mut Assumptions,
) -> OperationView {
    let (api, operation) = (plan.api, planned.api);
    let anchor = operation_anchor(operation);
    let notes = assumptions.notes(&operation.notes, &anchor, &operation.name);
    let parameters = parameters(api, operation, &anchor, assumptions);
    let body = operation.body.as_ref().map(|body| BodyView {
        content: contents::body_words(api, body),
        notes: assumptions.notes(
            &body.notes,
            &anchor,
            &format!("{}, request body", operation.name),
        ),
    });
    let (documented, implied) = errors::lines(api, operation);
    let route = match operation.webhook {
        Some(_) => "{url}".to_owned(),
        None => api.template(operation),
    };
    OperationView {
        method: operation.method.name(),
        class: operation.method.name().to_ascii_lowercase(),
        path: path(&route),
        route,
        server: operation.server.map(|id| server(api, id)),
        is_webhook: operation.webhook.is_some(),
        keys: keys(api, operation),
        is_key_optional: operation.access.optional,
        idempotent: operation.idempotent,
        requests: languages::requests(plan, planned),
        results: match operation.webhook {
            Some(_) => Vec::new(),
            None => results::views(
                api,
                operation,
                samples::example_body(plan, planned).as_ref(),
            ),
        },
        name: operation.name.clone(),
        breakable_name: breakable(&operation.name, '_'),
        responses: responses(api, operation, &anchor, assumptions),
        order: order(operation),
        paging: paging(operation),
        anchor,
        notes,
        parameters,
        body,
        documented,
        implied,
    }
}

fn server(api: &Api, id: ServerId) -> ServerUse {
    let name = &api.server(id).name;
    ServerUse {
        anchor: servers::anchor(name),
        name: name.clone(),
    }
}

/// What an operation requires: one of these.
fn keys(api: &Api, operation: &Operation) -> Vec<KeyUse> {
    let auth = api.auth.iter();
    let required = auth.flat_map(|auth| auth.required(&operation.access));
    let keys = required.map(|requirement| KeyUse {
        anchor: format!("key-{}", encode(requirement.name(), '~')),
        name: requirement.name().to_owned(),
        scopes: requirement.scopes.to_vec(),
    });
    keys.collect()
}

/// A name that a narrow column wraps after a sign.
fn breakable(name: &str, sign: char) -> Html {
    let mut html = Html::default();
    for part in name.split_inclusive(sign) {
        html.push_text(part);
        html.push_trusted("<wbr>");
    }
    html
}

/// A path that a narrow column wraps between segments.
fn path(path: &str) -> Html {
    let mut html = Html::default();
    for segment in path.split_inclusive('/') {
        let mut rest = segment;
        while let Some((before, (name, after))) = rest
            .split_once('{')
            .and_then(|(before, inner)| Some((before, inner.split_once('}')?)))
        {
            html.push_text(before);
            html.push_trusted("<var>{");
            html.push_text(name);
            html.push_trusted("}</var>");
            rest = after;
        }
        html.push_text(rest);
        html.push_trusted("<wbr>");
    }
    html
}

fn parameters(
    api: &Api,
    operation: &Operation,
    anchor: &str,
    assumptions: &mut Assumptions,
) -> Vec<Parameters> {
    let places = [
        (Location::Path, "Path parameters", "path"),
        (Location::Query, "Query parameters", "query"),
        (Location::Header, "Headers", "header"),
        (Location::Cookie, "Cookies", "cookie"),
    ];
    let all = operation.all_parameters();
    let mut sections = Vec::new();
    for (location, title, place) in places {
        let owner = format!("{anchor}.{place}");
        let here = all
            .iter()
            .filter(|parameter| parameter.location == location);
        let entries: Vec<Entry> = here
            .map(|item| {
                if item.page.is_some() {
                    return shared_parameter(api, item, &owner);
                }
                let about = format!("{}, {} {place} parameter", operation.name, item.name);
                let place = entry_anchor(&owner, &item.name);
                let notes = assumptions.notes(&item.notes, &place, &about);
                parameter(api, item, &owner, notes)
            })
            .collect();
        if !entries.is_empty() {
            sections.push(Parameters { title, entries });
        }
    }
    sections
}

fn responses(
    api: &Api,
    operation: &Operation,
    anchor: &str,
    assumptions: &mut Assumptions,
) -> Vec<ResponseView> {
    let mut described = HashSet::default();
    let responses = operation.responses.iter().map(|response| {
        let status = response.status.to_string();
        let about = format!("{}, response {status}", operation.name);
        // What the contents that callers choose from share is at the first one.
        let is_first = described.insert(response.status);
        let shared = is_first.then_some(response);
        let notes = shared.iter().map(|response| &response.notes);
        let notes = notes.chain(response.choice.iter().map(|choice| &choice.notes));
        ResponseView {
            content: contents::response_words(api, operation, response),
            events: match response.content.events() {
                Some(api_events) => events::lines(api, api_events),
                None => Vec::new(),
            },
            notes: notes
                .map(|notes| assumptions.notes(notes, anchor, &about))
                .collect(),
            headers: shared
                .iter()
                .flat_map(|response| operation.headers_of(response))
                .map(|response_header| {
                    header(
                        api,
                        &response_header,
                        &format!("{anchor}.{status}"),
                        assumptions,
                    )
                })
                .collect(),
            status,
        }
    });
    let mut responses: Vec<ResponseView> = responses.collect();
    // The router sends it.
    responses.extend(operation.conditional.map(|_| ResponseView {
        status: "304".to_owned(),
        content: RichText::text(docs::operation::NOT_MODIFIED),
        events: Vec::new(),
        notes: Vec::new(),
        headers: Vec::new(),
    }));
    responses
}

fn order(operation: &Operation) -> Option<RichText> {
    let order = operation.order.as_ref()?;
    let direction = order.direction.name();
    Some(markdown::line(&format!(
        "Sorted by {}, {direction}.",
        markdown::code(&order.by)
    )))
}

fn paging(operation: &Operation) -> Option<RichText> {
    let paging = operation.paging.as_ref()?;
    Some(markdown::line(&paging::of_operation(paging)))
}
