//! Operations by their paths.

use super::subschemas;
use super::{
    Document, JsonObject, envelopes, examples, media, paging, parameters, responses, security,
    servers, text,
};
use crate::api::{
    Api, Body, Conditional, Delimited, Location, Operation, PathPart, PathSegment, Style, Value,
};
use crate::emit::docs;
use crate::extensions;
use crate::hash::HashMap;

/// The operations of one path. Its parameters have the names of the first operation: to OpenAPI, paths
/// that differ only in the names of parameters are the same.
struct Path<'a> {
    template: String,
    names: Vec<&'a str>,
    operations: Vec<&'a Operation>,
}

/// All operations, in the order of the specification.
pub(super) fn paths(document: Document<'_>) -> JsonObject {
    let mut places: HashMap<String, usize> = HashMap::default();
    let mut paths: Vec<Path<'_>> = Vec::new();
    for operation in &document.api.operations {
        // OpenAPI has one operation for each method of a path. A fragment makes another path.
        let mut key = shape(operation);
        let mut fragment = String::new();
        let is_taken = |place: &usize| {
            let mut known = paths
                .get(*place)
                .into_iter()
                .flat_map(|path| &path.operations);
            known.any(|known| known.method == operation.method)
        };
        if places.get(&key).is_some_and(is_taken) {
            fragment = format!("#{}", constants(operation));
            key.push_str(&fragment);
        }
        let place = *places.entry(key).or_insert(paths.len());
        match paths.get_mut(place) {
            Some(path) => path.operations.push(operation),
            None => paths.push(Path {
                // OpenAPI has no parameters that match several segments.
                template: template(document.api, operation) + &fragment,
                names: names(operation),
                operations: vec![operation],
            }),
        }
    }
    let paths = paths.iter().map(|path| {
        let operations = path.operations.iter();
        let operations = operations.map(|operation| {
            let method = operation.method.name().to_ascii_lowercase();
            (method, self::operation(document, operation, &path.names))
        });
        (path.template.clone(), operations.collect::<JsonObject>())
    });
    paths.collect()
}

/// All webhooks, in the order of the specification.
pub(super) fn webhooks(document: Document<'_>) -> JsonObject {
    let webhooks = document.api.webhooks.iter();
    let webhooks = webhooks.flat_map(|webhooks| &webhooks.operations);
    let webhooks = webhooks.map(|webhook| {
        let method = webhook.method.name().to_ascii_lowercase();
        let item = JsonObject::new().with(method, operation(document, webhook, &[]));
        (&webhook.name, item)
    });
    webhooks.collect()
}

/// The path of an operation. In OpenAPI, the style of a parameter has what is before its value.
fn template(api: &Api, operation: &Operation) -> String {
    let template = api.template(operation).replace("{*", "{");
    let in_path = operation.parameters.iter();
    let in_path = in_path.filter(|parameter| parameter.location == Location::Path);
    in_path.fold(template, |template, parameter| {
        let name = &parameter.name;
        let prefix = match parameter.style {
            Style::Label | Style::Fields(Delimited::Label) => ".".to_owned(),
            Style::Matrix => format!(";{name}="),
            Style::Fields(Delimited::Matrix) => ";".to_owned(),
            Style::Single
            | Style::Repeated
            | Style::Comma
            | Style::Space
            | Style::Pipe
            | Style::Fields(_)
            | Style::Deep(_)
            | Style::Flat(_)
            | Style::Json => return template,
        };
        let name = format!("{{{name}}}");
        template.replace(&format!("{prefix}{name}"), &name)
    })
}

/// The path with unnamed parameters. No literal segment contains a brace.
fn shape(operation: &Operation) -> String {
    let segments = operation.path.iter();
    segments.fold(String::new(), |shape, segment| match segment {
        PathSegment::Literal(text) => shape + "/" + text,
        PathSegment::Parameter(_) | PathSegment::CatchAll(_) => shape + "/{}",
        PathSegment::Partial(parts) => parts.iter().fold(shape + "/", |shape, part| match part {
            PathPart::Literal(text) => shape + text,
            PathPart::Parameter(_) => shape + "{}",
        }),
    })
}

/// What tells an operation from others with the same route.
fn constants(operation: &Operation) -> String {
    let constants = operation.parameters.iter().filter_map(|parameter| {
        let value = parameter.constant.as_ref()?;
        Some(format!("{}={}", parameter.name, value.to_plain()))
    });
    constants.collect::<Vec<_>>().join("&")
}

fn names(operation: &Operation) -> Vec<&str> {
    let names = operation.path.iter().flat_map(PathSegment::parameters);
    names.collect()
}

fn operation(document: Document<'_>, operation: &Operation, names: &[&str]) -> JsonObject {
    let doc = operation.notes.doc.as_deref();
    let doc = doc.filter(|doc| !doc.trim().is_empty());
    let fallback = docs::operation::untitled(operation);
    let is_webhook = operation.webhook.is_some();
    // It is unique among operations and webhooks.
    let mut operations = document.api.operations.iter();
    let is_taken = is_webhook && operations.any(|other| other.name == operation.name);
    let idempotent = operation.idempotent;
    let is_usual = idempotent == operation.method.is_idempotent();
    let body = operation.body.as_ref();
    let body = body.map(|body| request_body(document, body, operation));
    let group = (!is_webhook).then(|| operation.group.as_str().into());
    JsonObject::new()
        .with_list("tags", group)
        .with("summary", text::summary(doc.unwrap_or(&fallback)))
        .and(description(document, operation, &fallback))
        .with_option(
            "operationId",
            (!is_taken).then_some(operation.name.as_str()),
        )
        .with_list("parameters", parameters::list(document, operation, names))
        .with_option("requestBody", body)
        .with("responses", responses::by_status(document, operation))
        .with("security", security::requirements(document, operation))
        .with_option("servers", servers::of_operation(document.api, operation))
        .with_option(
            extensions::PAGES,
            operation.paging.as_ref().map(paging::value),
        )
        .with_option(extensions::IDEMPOTENT, (!is_usual).then_some(idempotent))
        .with_option(extensions::IDEMPOTENCY, idempotency_key(operation))
        .with_option(
            extensions::SIGNATURE,
            operation
                .webhook
                .as_ref()
                .and_then(|webhook| webhook.signature.as_deref()),
        )
        .with_option(
            extensions::CONDITIONAL,
            operation.conditional.map(validators),
        )
        .and(text::flags(&operation.notes))
}

/// The header with the key that makes calls idempotent.
fn idempotency_key(operation: &Operation) -> Option<&str> {
    let mut parameters = operation.parameters.iter();
    let key = parameters.find(|parameter| parameter.is_idempotency_key)?;
    Some(&key.name)
}

/// The names of validators in the spec language.
fn validators(conditional: Conditional) -> Vec<Value> {
    let names = [
        (conditional.etag, "etag"),
        (conditional.last_modified, "last_modified"),
    ];
    let names = names.into_iter().filter(|(is_used, _)| *is_used);
    names.map(|(_, name)| name.into()).collect()
}

/// What the operation does, the order of its items, and the key that it requires.
fn description(document: Document<'_>, operation: &Operation, fallback: &str) -> JsonObject {
    let order = operation.order.as_ref();
    let further = [
        order.map(docs::operation::order),
        security::sentence(document, operation),
    ];
    text::described(&operation.notes, Some(fallback), further)
}

/// What the `$id` of the schema of a body begins with.
pub(super) const BODY_ID: &str = "urn:body:";

/// A schema of what satisfies two. References in the second one are to itself and to its own definitions, so it has a
/// name.
fn both(schema: JsonObject, also: &Value, operation: &Operation) -> JsonObject {
    let also = match with_null(also.clone()) {
        Value::Object(mut entries) if subschemas::has_reference(&entries, &|_| true) => {
            // A webhook may have the name of an operation.
            let kind = match operation.webhook {
                Some(_) => "webhook ",
                None => "",
            };
            let id = format!("{BODY_ID}{kind}{} body", operation.name).replace(' ', "-");
            entries.insert(0, ("$id".to_owned(), id.into()));
            Value::Object(entries)
        }
        also => also,
    };
    JsonObject::new().with("allOf", Value::List(vec![schema.into(), also]))
}

/// A schema in which null is one of the types, and not a keyword of OpenAPI 3.0, which servers know too.
fn with_null(schema: Value) -> Value {
    let Value::Object(mut fields) = schema else {
        return schema;
    };
    let is_nullable = fields.contains(&("nullable".to_owned(), true.into()));
    fields.retain(|(name, _)| name != "nullable");
    Value::Object(fields).map_fields(|(name, value)| {
        let value = match (name.as_str(), value) {
            ("type", Value::Text(word)) if is_nullable && word != "null" => {
                vec![word.into(), "null".into()].into()
            }
            ("type", Value::List(mut words)) if is_nullable => {
                if !words.contains(&"null".into()) {
                    words.push("null".into());
                }
                words.into()
            }
            (keyword, value) => subschemas::with(keyword, value, &mut with_null),
        };
        (name, value)
    })
}

fn request_body(document: Document<'_>, body: &Body, operation: &Operation) -> JsonObject {
    let contents = body.contents();
    let contents = contents.fold(JsonObject::new(), |all, (choice, content, rules)| {
        let ty = content.value();
        let example: Option<Value> = ty.and_then(|ty| examples::value(document.api, ty));
        let example = example.map(|value| content.wrapped(value));
        let schema = envelopes::body(document, content, rules);
        let schema = match &body.schema {
            Some(also) => schema.map(|schema| both(schema, also, operation)),
            None => schema,
        };
        let media_type = JsonObject::new()
            .with_option("schema", schema)
            .with_option("example", example)
            .and(media::extensions(document, content))
            .and(media::choice(choice));
        all.and(responses::content(content, media_type))
    });
    JsonObject::new()
        .and(text::described(&body.notes, None, []))
        .with("content", contents)
        .with("required", !body.optional)
        .with_option(
            extensions::MAX_SIZE,
            body.max_size.map(|bytes| Value::Integer(bytes.into())),
        )
        .and(text::extensions(&body.notes))
}
