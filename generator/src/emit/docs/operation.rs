//! The prose about an operation.

use super::super::markdown::{code, wrap};
use super::{constraints_sentence, notes, optional_notes, push_paragraph, statuses};
use crate::api::{Api, Content, ContentVariant, Operation, Order, Requirement, Rules, Status};

/// The response 304.
pub(in crate::emit) const NOT_MODIFIED: &str =
    "The caller's copy is current. There is no content, and there are no headers that describe it.";

/// The method and the path template.
pub(in crate::emit) fn route(api: &Api, operation: &Operation) -> String {
    let template = api.template(operation);
    format!("{} {template}", operation.method.name())
}

/// What a request is if it has no description.
pub(in crate::emit) fn untitled(operation: &Operation) -> String {
    let what = match operation.webhook {
        Some(_) => "webhook",
        None => "operation",
    };
    format!("The {what} `{}`.", operation.name)
}

/// The doc comment of an operation: its description, route, key and order.
pub(in crate::emit) fn documentation(api: &Api, operation: &Operation) -> Vec<String> {
    let mut lines = notes(&operation.notes, &untitled(operation));
    lines.push(String::new());
    let access = access(api, operation);
    let access = access.map_or(String::new(), |access| format!("; {access}"));
    let server = operation.server.map(|id| &api.server(id).name);
    let server = server.map_or(String::new(), |name| format!(" on the server `{name}`"));
    if let Some(webhook) = &operation.webhook {
        let signature = webhook.signature.as_ref();
        let signature = signature.map(|header| format!(", signed in the header {}", code(header)));
        let method = operation.method.name();
        lines.push(format!("`{method}`{}.", signature.unwrap_or_default()));
        return lines;
    }
    let route = format!("`{}`{server}{access}.", route(api, operation));
    match operation.access.alternatives.len() {
        0 | 1 if server.is_empty() => lines.push(route),
        _ => lines.extend(wrap(&route)),
    }
    push_paragraph(&mut lines, operation.order.as_ref().map(order));
    lines
}

/// Who may call an operation, in words: `requires credentials of …`. `None` if the API has no credentials.
pub(in crate::emit) fn access(api: &Api, operation: &Operation) -> Option<String> {
    let auth = api.auth.as_ref()?;
    let required: Vec<String> = auth
        .required(&operation.access)
        .map(self::required)
        .collect();
    let required = required.join(" or ");
    Some(
        match (operation.access.is_open(), operation.access.optional) {
            (true, _) => "requires no key".to_owned(),
            (false, false) => format!("requires {required}"),
            (false, true) => format!("takes {required}, or none"),
        },
    )
}

fn required(requirement: Requirement<'_>) -> String {
    match requirement.kind {
        Some(kind) => format!("a key of kind `{}`", kind.name),
        None => format!(
            "credentials of `{}`{}",
            requirement.name(),
            scopes(requirement)
        ),
    }
}

/// The scopes that an operation requires: ` with the scope `a``.
pub(in crate::emit) fn scopes(requirement: Requirement<'_>) -> String {
    let names: Vec<String> = requirement.scopes.iter().map(|scope| code(scope)).collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => format!(" with the scope {only}"),
        several => format!(" with the scopes {}", several.join(" and ")),
    }
}

/// The order of the items of a page, as a sentence.
pub(in crate::emit) fn order(order: &Order) -> String {
    let direction = order.direction.name();
    format!("The items are ordered by {}, {direction}.", code(&order.by))
}

/// The statuses that the rules of the API imply for an operation, and that it does not document, as text.
pub(in crate::emit) fn implied(api: &Api, operation: &Operation) -> Option<String> {
    let is_documented = |status: u16| {
        let mut documented = api.documented(operation);
        documented.any(|error| error.status.covers(status))
    };
    let implied = operation.implied.iter().copied();
    let implied = implied.filter(|status| !is_documented(*status));
    statuses(implied.map(Status::Exact))
}

/// The statuses that an operation documents, as text.
pub(in crate::emit) fn documented(api: &Api, operation: &Operation) -> Option<String> {
    statuses(api.documented(operation).map(|error| error.status))
}

/// One of several contents: its media types, and its description.
pub(in crate::emit) fn content(
    choice: &ContentVariant,
    content: &Content,
    rules: &Rules,
) -> Vec<String> {
    let mut lines = wrap(&format!("{}.", media(content)));
    push_paragraph(&mut lines, optional_notes(&choice.notes));
    push_paragraph(&mut lines, constraints_sentence(rules));
    lines
}

/// The media types of a content, as text.
pub(in crate::emit) fn media(content: &Content) -> String {
    let media: Vec<String> = content.media.iter().map(|media| code(media)).collect();
    media.join(" or ")
}
