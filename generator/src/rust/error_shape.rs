//! What the layers around the handlers send with each status, and what the client retries after.

use crate::api::{self, Api, ErrorContent, ErrorDef, PROBLEM, Presence, Status, Value};

/// The parts of error responses that depend on more than one entry of the document.
pub(crate) struct ErrorShape<'a> {
    /// Whether the body has the title of the status.
    pub(crate) has_title: bool,
    /// The message that is sent with each status.
    pub(crate) messages: Vec<(Status, &'a str)>,
    /// The code that is sent with each status.
    pub(crate) codes: Vec<(Status, &'a str)>,
    /// The fields that are null in the errors of the layers around the handlers.
    pub(crate) nulls: Vec<&'a str>,
    /// The values of fields that are sent with each status.
    pub(crate) values: Vec<(Status, Vec<(&'a str, &'a Value)>)>,
    /// The errors of statuses of which only some are retried, in the order in which the client looks for them.
    pub(crate) retries: Vec<&'a ErrorDef>,
    /// The statuses that the client retries after.
    pub(crate) retry_statuses: Vec<Status>,
}

/// Plans the shape.
pub(super) fn error_shape(api: &Api) -> ErrorShape<'_> {
    let mut fields = api.error_body.fields.iter();
    let nulls = fields.clone();
    let nulls =
        nulls.filter(|field| field.field.presence == Presence::Required && field.value.is_none());
    ErrorShape {
        has_title: api.error_body.media == PROBLEM
            && fields.any(|field| field.field.name == "title"),
        messages: default_texts(api, ErrorDef::message),
        codes: default_texts(api, ErrorDef::code),
        nulls: nulls.map(|field| field.field.name.as_str()).collect(),
        values: default_values(api),
        retries: api
            .errors
            .iter()
            .filter(|error| differs(api, error))
            .collect(),
        retry_statuses: retry_statuses(api),
    }
}

/// What the layers around the handlers send with each status.
fn default_texts(api: &Api, text: fn(&ErrorDef) -> Option<&str>) -> Vec<(Status, &str)> {
    let errors = api.errors.iter().filter(|error| error.has_default_body());
    errors
        .filter_map(|error| Some((error.status, text(error)?)))
        .collect()
}

/// The values that the layers around the handlers send with each status, without the values that its class has too.
fn default_values(api: &Api) -> Vec<(Status, Vec<(&str, &Value)>)> {
    let errors = api.errors.iter().filter(|error| error.has_default_body());
    let mut rows: Vec<(Status, Vec<(&str, &Value)>)> = errors
        .map(|error| (error.status, values(error.fields())))
        .collect();
    let others = values(&api.error_body.fields);
    if rows.iter().all(|(status, _)| *status != Status::Default) && !others.is_empty() {
        rows.push((Status::Default, others));
    }
    let all = rows.clone();
    rows.retain(|(status, values)| {
        let inherited = status
            .wider()
            .find_map(|wider| all.iter().find(|(status, _)| *status == wider));
        inherited.map_or(&[][..], |(_, values)| values) != values
    });
    rows
}

/// The values of fields that have one.
fn values(fields: &[api::BodyField]) -> Vec<(&str, &Value)> {
    let values = fields.iter();
    let values =
        values.filter_map(|field| Some((field.field.name.as_str(), field.value.as_ref()?)));
    values.collect()
}

/// Whether only some errors of this one's status are retried.
fn differs(api: &Api, error: &ErrorDef) -> bool {
    let all = api.errors.iter();
    let mut same = all.filter(|other| other.status == error.status);
    let is_standard = |error: &ErrorDef| matches!(error.content, ErrorContent::Standard { .. });
    same.clone().all(is_standard) && same.any(|other| other.retry != error.retry)
}

fn retry_statuses(api: &Api) -> Vec<Status> {
    if api
        .operations
        .iter()
        .any(|operation| operation.webhook.is_some())
    {
        // A receiver that fails may be up again soon.
        return vec![Status::Exact(429), Status::Class(5)];
    }
    let retried = api.errors.iter().filter(|error| error.retry);
    let mut statuses: Vec<Status> = retried.map(|error| error.status).collect();
    statuses.dedup();
    statuses
}
