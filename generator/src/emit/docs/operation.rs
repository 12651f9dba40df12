//! The prose about an operation.

use super::{code, notes, statuses};
use crate::api::{Api, Operation, Order, Status};

/// The method and the path template.
pub(in crate::emit) fn route(api: &Api, operation: &Operation) -> String {
    let template = api.template(operation);
    format!("{} {template}", operation.method.name())
}

/// The doc comment of an operation: its description, route, key and order.
pub(in crate::emit) fn documentation(api: &Api, operation: &Operation) -> Vec<String> {
    let mut lines = notes(
        &operation.notes,
        &format!("The operation `{}`.", operation.name),
    );
    let key = match &api.auth {
        Some(auth) => match auth.requirement(&operation.access) {
            Some(required) => match required.kind {
                Some(kind) => format!("; requires a key of kind `{}`", kind.name),
                None => format!("; requires credentials of `{}`", required.name()),
            },
            None => "; requires no key".to_owned(),
        },
        None => String::new(),
    };
    lines.push(String::new());
    lines.push(format!("`{}`{key}.", route(api, operation)));
    if let Some(order) = &operation.order {
        lines.extend([String::new(), self::order(order)]);
    }
    lines
}

/// The order of the items of a page, as a sentence.
pub(in crate::emit) fn order(order: &Order) -> String {
    let direction = order.direction.name();
    format!("The items are ordered by {}, {direction}.", code(&order.by))
}

/// The statuses that the rules of the API imply for an operation, as text.
pub(in crate::emit) fn implied(operation: &Operation) -> Option<String> {
    statuses(operation.implied.iter().copied().map(Status::Exact))
}

/// The statuses that an operation documents, as text.
pub(in crate::emit) fn documented(api: &Api, operation: &Operation) -> Option<String> {
    statuses(api.documented(operation).map(|error| error.status))
}
