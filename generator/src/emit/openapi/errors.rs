//! Error responses: one for each status, or two if some operations document the status and the rules of
//! the API imply it for others.

use super::declared_errors;
use super::error_schema::usual;
use super::json_object::object;
use super::parameters::header;
use super::responses::headers;
use super::schemas::schema;
use super::{Document, JsonObject, examples, text};
use crate::api::{
    Api, Cause, ErrorContent, ErrorDef, ErrorExample, ErrorId, IMPLIED, ImpliedError, Operation,
    PageParameter, Rules, Status, Value,
};
use crate::emit::markdown;
use crate::extensions;
use crate::hash::HashSet;
use crate::naming::plain_snake;

/// All error responses of operations.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let api = document.api;
    let responses = document.names.responses.iter();
    let responses = responses.map(|(response, name)| {
        let errors = response.documented.iter();
        let errors: Vec<&ErrorDef> = errors.map(|id| api.error(*id)).collect();
        let shown = match errors.as_slice() {
            [] => implied_response(document, response.status),
            [only] => documented(document, only),
            several => several_documented(document, several),
        };
        (name, shown)
    });
    responses.collect()
}

/// The reasons for which operations respond with a status that they need not document.
fn implied(api: &Api, status: Status) -> impl Iterator<Item = &ImpliedError> {
    let errors = api.implied.iter();
    errors.filter(move |error| {
        status == Status::Exact(error.status) && !error.cause.finds_no_operation()
    })
}

fn documented(document: Document<'_>, entry: &ErrorDef) -> JsonObject {
    let own = own_headers(document, &[entry], entry.status);
    let sent = sent(document, "documented".to_owned(), entry);
    let content = content(document, sent.into_iter().collect(), entry.status);
    JsonObject::new()
        .with_option("description", description(entry, ""))
        .with("headers", headers(document, own))
        .with_nonempty("content", content)
        .with_flag(extensions::RETRY, entry.retry)
        .and(text::extensions(&entry.notes))
        .and(declared_errors::extension([entry]))
        .and(own_responses(document, &[entry]))
}

/// The errors of one status that an operation documents.
fn several_documented(document: Document<'_>, entries: &[&ErrorDef]) -> JsonObject {
    let status = entries[0].status;
    let own = own_headers(document, entries, status);
    let about = entries.iter().map(|entry| {
        let code = entry.code();
        let code = code.map(|code| format!(" ({})", markdown::code(code)));
        let name = format!("**{}**{}: ", entry.name, code.unwrap_or_default());
        description(entry, &name)
    });
    let description = text::join(about);
    let sent = entries.iter();
    let sent = sent.filter_map(|entry| self::sent(document, plain_snake(&entry.name), entry));
    let content = content(document, sent.collect(), status);
    JsonObject::new()
        .with_option("description", description)
        .with("headers", headers(document, own))
        .with_nonempty("content", content)
        .with_flag(extensions::RETRY, entries.iter().any(|entry| entry.retry))
        .and(declared_errors::extension(entries.iter().copied()))
        .and(own_responses(document, entries))
}

/// What only some errors of a response have: their headers, and contents that are not the usual ones. An error that has
/// the response alone needs none.
fn own_responses(document: Document<'_>, entries: &[&ErrorDef]) -> JsonObject {
    let is_shared = |entry: &ErrorDef| {
        entries.len() > 1 || implied(document.api, entry.status).next().is_some()
    };
    let has_own = |entry: &ErrorDef| {
        let is_usual = matches!(entry.content, ErrorContent::Standard { .. });
        !is_usual || !entry.headers.is_empty() || entry.fields().iter().any(|field| field.is_own)
    };
    let own = entries
        .iter()
        .filter(|entry| is_shared(entry) && has_own(entry));
    let own = own.map(|entry| {
        let sent = sent(document, String::new(), entry).into_iter();
        let content = sent.map(|sent| (sent.media, JsonObject::new().with("schema", sent.schema)));
        let response = JsonObject::new()
            .with_nonempty("headers", own_headers(document, &[entry], entry.status))
            .with_nonempty("content", content.collect());
        (declared_errors::key(entry), response)
    });
    JsonObject::new().with_nonempty(extensions::ERROR_RESPONSES, own.collect())
}

/// The sentence about errors after which a client may try again.
const MAY_RETRY: &str = "A retry may succeed.";

/// When an error occurs, after this title, with its notes.
fn description(entry: &ErrorDef, title: &str) -> Option<String> {
    let condition = markdown::description(condition(entry));
    text::join([
        Some(format!("{title}{condition}")),
        text::description(&entry.notes, None),
        entry.retry.then(|| MAY_RETRY.to_owned()),
    ])
}

/// When an error occurs, or else its message.
fn condition(entry: &ErrorDef) -> &str {
    let when = entry.when.as_deref().or(entry.message());
    when.unwrap_or(&entry.name)
}

/// The headers of some errors of a status. Those of the same name are described once.
fn own_headers(document: Document<'_>, entries: &[&ErrorDef], status: Status) -> JsonObject {
    let own = entries.iter().flat_map(|entry| &entry.headers);
    own.fold(challenge(status), |headers, entry| {
        if headers.has(&entry.name) {
            headers
        } else {
            headers.with(&entry.name, header(document, entry))
        }
    })
}

/// What a handler can send with an error.
fn sent(document: Document<'_>, name: String, entry: &ErrorDef) -> Option<Sent<'static>> {
    let api = document.api;
    let string = |format: Option<&str>| JsonObject::of_type("string").with_option("format", format);
    let (media, schema, example) = match &entry.content {
        ErrorContent::Standard { .. } => {
            let body = examples::fields(api, entry.fields()).map(|fields| {
                api.error_body.example(ErrorExample {
                    status: entry.status.default_status(),
                    code: entry.code(),
                    message: entry.message().unwrap_or_default(),
                    fields,
                    ..ErrorExample::default()
                })
            });
            (&api.error_body.media, usual(document, Some(entry)), body)
        }
        ErrorContent::Json {
            envelope,
            ty,
            media,
        } => {
            let schema = schema(document, ty, Rules::NONE);
            let example = examples::value(api, ty);
            match envelope {
                Some(name) => {
                    let example = example.map(|value| JsonObject::new().with(name, value).into());
                    (media, object([(name, schema)]), example)
                }
                None => (media, schema, example),
            }
        }
        ErrorContent::Text { media } => (media, string(None), None),
        ErrorContent::Binary { media } => (media, string(Some("binary")), None),
        ErrorContent::Empty => return None,
    };
    Some(Sent {
        media: media.clone(),
        schema: schema.into(),
        example: example.map(|body| Example {
            name,
            summary: None,
            assumed: Vec::new(),
            body,
        }),
    })
}

fn implied_response(document: Document<'_>, status: Status) -> JsonObject {
    let causes = implied(document.api, status);
    let when: Vec<&str> = causes.map(|error| &*error.when).collect();
    let sentence = match when.as_slice() {
        [only] => format!("{only} {IMPLIED}"),
        several => format!("{IMPLIED}\n\n- {}", several.join("\n- ")),
    };
    let declared = declared(document.api, status);
    let described: Vec<&ErrorDef> = declared.into_iter().collect();
    let own = own_headers(document, &described, status);
    let notes = declared.map(|entry| &entry.notes);
    JsonObject::new()
        .with_option(
            "description",
            text::join([
                Some(sentence),
                notes.and_then(|notes| text::description(notes, None)),
            ]),
        )
        .with("headers", headers(document, own))
        .with_nonempty("content", content(document, Vec::new(), status))
        .with_flag(extensions::RETRY, declared.is_some_and(|entry| entry.retry))
        .with(extensions::IMPLIED, true)
        .and(notes.map_or_else(JsonObject::new, text::extensions))
        .and(declared_errors::extension(declared))
}

/// The errors that no response has.
pub(super) fn unused(document: Document<'_>) -> JsonObject {
    let responses = document.names.responses.iter();
    let documented = responses
        .clone()
        .flat_map(|(response, _)| &response.documented);
    let documented: HashSet<ErrorId> = documented.copied().collect();
    let implied = responses.filter(|(response, _)| response.documented.is_empty());
    let errors = document.api.errors.iter().enumerate();
    let unused = errors.filter(|(index, error)| {
        let is_implied = error.implied
            && implied
                .clone()
                .any(|(response, _)| declared(document.api, response.status) == Some(error));
        !documented.contains(&ErrorId(*index)) && !is_implied
    });
    declared_errors::extension(unused.map(|(_, error)| error))
}

/// The error of the document that layers respond with.
fn declared(api: &Api, status: Status) -> Option<&ErrorDef> {
    let id = api.describing(status.exact()?)?;
    Some(api.error(id)).filter(|error| error.implied)
}

/// A 401 names the authentication scheme (RFC 9110, section 15.5.2).
fn challenge(status: Status) -> JsonObject {
    if status != Status::Exact(401) {
        return JsonObject::new();
    }
    let header = JsonObject::new()
        .with("description", "The authentication scheme.")
        .with("required", true)
        .with("schema", JsonObject::of_type("string"));
    JsonObject::new().with("WWW-Authenticate", header)
}

/// A body that a response can have.
struct Sent<'a> {
    media: String,
    schema: Value,
    example: Option<Example<'a>>,
}

/// An example of an error body.
struct Example<'a> {
    name: String,
    summary: Option<&'a str>,
    assumed: Vec<&'a str>,
    body: Value,
}

/// The bodies from handlers and from the layers around them, by media type.
fn content(document: Document<'_>, documented: Vec<Sent<'_>>, status: Status) -> JsonObject {
    let api = document.api;
    let of_layers = implied(api, status);
    let of_layers = of_layers.map(|error| {
        let described = error.error.map(|id| api.error(id));
        let invalid = (error.cause == Cause::Malformed).then(|| invalid_example(api));
        let (parameter, metadata) = invalid.unzip();
        let parameter = parameter.flatten();
        let fields = described.map_or(&*api.error_body.fields, ErrorDef::fields);
        let example = examples::fields(api, fields).map(|fields| Example {
            name: error.cause.name().to_owned(),
            summary: Some(&error.when),
            assumed: error.assumed.as_deref().into_iter().collect(),
            body: api.error_body.example(ErrorExample {
                status: error.status,
                code: described.and_then(ErrorDef::code),
                message: &error.message,
                parameter,
                metadata,
                fields,
            }),
        });
        Sent {
            media: api.error_body.media.clone(),
            schema: usual(document, described).into(),
            example,
        }
    });
    let mut by_media: Vec<(String, Vec<Sent<'_>>)> = Vec::new();
    for sent in documented.into_iter().chain(of_layers) {
        let mut known = by_media.iter_mut();
        match known.find(|(media, _)| *media == sent.media) {
            Some((_, all)) => all.push(sent),
            None => by_media.push((sent.media.clone(), vec![sent])),
        }
    }
    by_media
        .into_iter()
        .map(|(media, sent)| (media, media_type(sent)))
        .collect()
}

/// The schemas of the bodies of one media type, with their examples.
fn media_type(sent: Vec<Sent<'_>>) -> JsonObject {
    let mut schemas: Vec<Value> = Vec::new();
    let mut examples: Vec<Example<'_>> = Vec::new();
    for sent in sent {
        if !schemas.contains(&sent.schema) {
            schemas.push(sent.schema);
        }
        let Some(example) = sent.example else {
            continue;
        };
        let mut same = examples.iter_mut();
        match same.find(|other| other.body == example.body) {
            Some(other) => other.assumed.extend(example.assumed),
            None => examples.push(example),
        }
    }
    let schema = match schemas.len() {
        1 => schemas.swap_remove(0),
        _ => JsonObject::new().with("anyOf", schemas).into(),
    };
    let examples = examples
        .into_iter()
        .fold(JsonObject::new(), |all, example| {
            let shown = JsonObject::new()
                .with_option("summary", example.summary)
                .with("value", example.body)
                .and(text::assumed(example.assumed));
            all.with(example.name, shown)
        });
    JsonObject::new()
        .with("schema", schema)
        .with_nonempty("examples", examples)
}

/// The invalid parameter and the metadata of the response to an invalid request, as an example. A body as a whole has no
/// name.
fn invalid_example(api: &Api) -> (Option<&str>, Value) {
    let parameters = || {
        let operations = api.operations.iter();
        operations.flat_map(|operation: &Operation| &operation.parameters)
    };
    let limit = parameters().find(|parameter| parameter.page == Some(PageParameter::Limit));
    let (place, name, problem) = match (limit, parameters().next()) {
        (Some(limit), _) => ("query", Some(limit.name.as_str()), "expected an integer"),
        (None, Some(parameter)) => (
            parameter.location.name(),
            Some(parameter.name.as_str()),
            "must be text in UTF-8",
        ),
        (None, None) => ("body", None, "is missing"),
    };
    let validation_error = JsonObject::new()
        .with("in", place)
        .with_option("name", name)
        .with("problem", problem);
    let metadata = JsonObject::new().with("invalid", vec![validation_error.into()]);
    (name, metadata.into())
}
