//! A request as a curl command.

use super::code::visible;
use super::html::encode;
use super::{values, written};
use crate::api::{
    Api, Auth, Content, ContentKind, KeyPlace, Lists, Location, Method, Operation, PageParameter,
    Parameter, PartKind, PathPart, PathSegment, Requirement, Scheme, SchemeKind, Type, TypeRef,
    Value,
};
use crate::naming::{kebab, shouty};

/// The URL that the path of an operation is appended to in samples: that of its own server, or of the first one of the API.
fn base_url(api: &Api, operation: &Operation) -> String {
    let server = operation.server.or_else(|| api.common_servers().next());
    server.map_or_else(|| placeholder(api), |id| api.server(id).default_url())
}

/// The URL of an API that names no servers. RFC 2606 reserves the top-level domain.
pub(super) fn placeholder(api: &Api) -> String {
    format!("https://{}.example", kebab(&api.name))
}

/// The command, with the required parameters and those optional ones that [`is_shown`] selects.
pub(super) fn call(api: &Api, operation: &Operation, body: Option<&Value>) -> String {
    let url = base_url(api, operation) + &api.with_base_path(&path(api, operation));
    let query = query(api, operation);
    // A query on separate lines is easier to read; curl supports it for `GET` without a body only.
    let has_lines = operation.method == Method::Get && operation.body.is_none();
    let (option, url) = match operation.method {
        Method::Get if has_lines && query.is_empty() => (String::new(), url),
        Method::Get if has_lines => ("-G ".to_owned(), url),
        Method::Head => ("-I ".to_owned(), with_query(url, &query)),
        Method::Get
        | Method::Put
        | Method::Post
        | Method::Delete
        | Method::Patch
        | Method::Options
        | Method::Trace => {
            let option = format!("-X {} ", operation.method.name());
            (option, with_query(url, &query))
        }
    };
    let mut lines = vec![format!("curl {option}{}", quoted(&url))];
    let auth = api.auth.as_ref();
    let required = auth.and_then(|auth| auth.required(&operation.access).next());
    let credentials = auth.zip(required).map(|(auth, of)| credentials(auth, of));
    for (option, text) in credentials.into_iter().flatten() {
        lines.push(format!("{option} \"{text}\""));
    }
    for (parameter, value) in shown(api, operation, Location::Header) {
        for value in written::header(parameter, &value) {
            let header = match value.as_str() {
                // With a colon, curl would drop the header.
                "" => format!("{};", parameter.name),
                value => format!("{}: {value}", parameter.name),
            };
            lines.push(format!("-H {}", quoted(&header)));
        }
    }
    let cookies = shown(api, operation, Location::Cookie);
    let cookies = cookies
        .map(|(of, value)| format!("{}={}", of.name, written::cookie(of, &value)))
        .collect::<Vec<_>>();
    if !cookies.is_empty() {
        lines.push(format!("-b {}", quoted(&cookies.join("; "))));
    }
    if has_lines {
        lines.extend(query.iter().map(|pair| format!("-d {}", quoted(pair))));
    }
    if let Some(declared) = &operation.body {
        lines.extend(body_options(api, &declared.content, body));
    }
    lines.join(" \\\n  ")
}

/// The options for a body. `value` is an example of it.
fn body_options(api: &Api, content: &Content, value: Option<&Value>) -> Vec<String> {
    let media = media_of(content);
    let header = || format!("-H {}", quoted(&format!("Content-Type: {media}")));
    let from_file = |name: &str| vec![header(), format!("--data-binary @{name}")];
    match &content.kind {
        ContentKind::Empty | ContentKind::Events(_) => Vec::new(),
        ContentKind::Json { .. } | ContentKind::Page { .. } => {
            let body = value.map(|value| visible(content.wrapped(value.clone()).to_json()));
            let body = body.unwrap_or_else(|| "@body.json".to_owned());
            vec![header(), format!("-d {}", quoted(&body))]
        }
        // curl sends forms unless it is told otherwise.
        ContentKind::Form { lists, .. } => match value {
            Some(value) => form_fields(value, *lists)
                .iter()
                .map(|field| format!("--data-urlencode {}", quoted(field)))
                .collect(),
            None => vec!["-d @body.txt".to_owned()],
        },
        ContentKind::Multipart { ty, .. } => match value {
            Some(value) => parts(api, ty, value),
            None => vec!["-F 'name=value'".to_owned()],
        },
        ContentKind::Text => from_file("body.txt"),
        ContentKind::Binary => from_file("body.bin"),
        ContentKind::Lines { .. } => from_file("body.jsonl"),
    }
}

/// A media type that the server takes.
fn media_of(content: &Content) -> &str {
    let mut media = content.media.iter().map(String::as_str);
    let exact = media.clone().find(|media| !media.ends_with('*'));
    let range = media.next().unwrap_or_default();
    exact.unwrap_or(match range {
        "audio/*" => "audio/mpeg",
        "image/*" => "image/png",
        "text/*" => "text/plain",
        "video/*" => "video/mp4",
        _ => "application/octet-stream",
    })
}

/// The fields of a form: `method[type]=card`. curl encodes what follows the first `=`.
fn form_fields(value: &Value, lists: Lists) -> Vec<String> {
    let mut fields = Vec::new();
    push_fields(String::new(), value, lists, &mut fields);
    fields
}

fn push_fields(name: String, value: &Value, lists: Lists, fields: &mut Vec<String>) {
    match value {
        Value::Object(parts) => {
            for (part, value) in parts {
                let part = encode(part, '%');
                let name = match name.as_str() {
                    "" => part,
                    name => format!("{name}[{part}]"),
                };
                push_fields(name, value, lists, fields);
            }
        }
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                let name = match lists {
                    Lists::Repeated => name.clone(),
                    Lists::Brackets => format!("{name}[]"),
                    Lists::Indexed => format!("{name}[{index}]"),
                };
                push_fields(name, item, lists, fields);
            }
        }
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Number(_) | Value::Text(_) => {
            let text = match value {
                Value::Null => String::new(),
                value => value.to_plain(),
            };
            fields.push(format!("{name}={}", visible(text)));
        }
    }
}

/// The parts of a multipart form.
fn parts(api: &Api, ty: &TypeRef, form: &Value) -> Vec<String> {
    let mut options = Vec::new();
    let (Some(id), Value::Object(values)) = (ty.named(), form) else {
        return options;
    };
    for (name, value) in values {
        let ty = api.type_def(id).field(name).map(|field| &field.ty);
        let item = match ty.map(|ty| &ty.ty) {
            Some(Type::List(item)) => Some(&**item),
            Some(Type::Scalar(_) | Type::Named(_) | Type::Map(_)) | None => ty,
        };
        let kind = item.map_or(PartKind::Json, |item| api.part_kind(item));
        let items = match (value, ty.map(|ty| &ty.ty)) {
            (Value::List(items), Some(Type::List(_))) => items.iter().collect(),
            (value, _) => vec![value],
        };
        options.extend(items.into_iter().map(|item| part(name, kind, item)));
    }
    options
}

fn part(name: &str, kind: PartKind, value: &Value) -> String {
    let text = match kind {
        PartKind::File => {
            return format!("-F {}", quoted(&format!("{name}=@{}", value.to_plain())));
        }
        PartKind::Json => value.to_string(),
        PartKind::Text => value.to_plain(),
    };
    // `-F` gives a meaning to these.
    let option = match text.contains([';', '"']) || text.starts_with(['@', '<']) {
        true => "--form-string",
        false => "-F",
    };
    format!("{option} {}", quoted(&visible(format!("{name}={text}"))))
}

fn with_query(url: String, query: &[String]) -> String {
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{url}{mark}{}", query.join("&"))
}

/// The options of curl that send credentials, and their texts with shell variables.
pub(super) fn credentials(auth: &Auth, required: Requirement<'_>) -> Vec<(&'static str, String)> {
    let parts = auth.parts(required.scheme).into_iter();
    let name = |part: &Scheme| match required.kind {
        Some(kind) => kind.name.clone(),
        None => part.name.clone(),
    };
    parts.map(|part| option(&name(part), &part.kind)).collect()
}

fn option(name: &str, kind: &SchemeKind) -> (&'static str, String) {
    let variable = key_variable(name);
    match kind {
        SchemeKind::Basic => {
            let name = shouty(name);
            ("-u", format!("${name}_NAME:${name}_PASSWORD"))
        }
        SchemeKind::ApiKey(key) => {
            let name = escaped(&key.name);
            match key.place {
                KeyPlace::Header => {
                    let prefix = escaped(key.prefix.as_deref().unwrap_or_default());
                    ("-H", format!("{name}: {prefix}${variable}"))
                }
                KeyPlace::Query => ("--url-query", format!("{name}=${variable}")),
                KeyPlace::Cookie => ("-b", format!("{name}=${variable}")),
            }
        }
        SchemeKind::Custom => ("-H", format!("Authorization: ${variable}")),
        SchemeKind::Bearer
        | SchemeKind::OAuth2(_)
        | SchemeKind::OpenId { .. }
        | SchemeKind::All(_) => ("-H", format!("Authorization: Bearer ${variable}")),
    }
}

/// A text between double quotes of a shell.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in visible(text.to_owned()).chars() {
        if matches!(letter, '"' | '$' | '`' | '\\' | '!') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// The shell variable for a kind of key. It ends in `KEY`, so that it is no variable like `$USER` or
/// `$PATH`.
pub(super) fn key_variable(kind: &str) -> String {
    let variable = shouty(kind);
    if variable.ends_with("_KEY") || variable == "KEY" {
        variable
    } else {
        format!("{variable}_KEY")
    }
}

/// The parameters of a location that a sample shows, with their values. The placeholder for an unknown
/// value is the parameter's name.
pub(super) fn shown<'a>(
    api: &'a Api,
    operation: &'a Operation,
    location: Location,
) -> impl Iterator<Item = (&'a Parameter, Value)> {
    let here = operation
        .parameters
        .iter()
        .filter(move |parameter| parameter.location == location);
    here.filter(move |parameter| is_shown(api, parameter))
        .map(move |parameter| {
            let value = values::of_parameter(api, parameter);
            let value = value.unwrap_or_else(|| Value::Text(parameter.name.clone()));
            (parameter, value)
        })
}

/// Whether a sample shows a parameter: it is required, has an example, or is the limit of a page.
pub(super) fn is_shown(api: &Api, parameter: &Parameter) -> bool {
    let is_limit = parameter.page == Some(PageParameter::Limit);
    parameter.is_required() || is_limit || values::is_given(api, parameter)
}

fn path(api: &Api, operation: &Operation) -> String {
    let mut path = String::new();
    let mut values = shown(api, operation, Location::Path);
    // Path parameters are in the order of the path.
    let mut next = |name: &str| match values.next() {
        Some((_, value)) => written::path(&value),
        None => encode(name, '%'),
    };
    for segment in &operation.path {
        path.push('/');
        match segment {
            PathSegment::Literal(text) => path.push_str(text),
            PathSegment::Parameter(name) => path.push_str(&next(name)),
            PathSegment::Partial(parts) => {
                for part in parts {
                    match part {
                        PathPart::Literal(text) => path.push_str(text),
                        PathPart::Parameter(name) => path.push_str(&next(name)),
                    }
                }
            }
            // Its value has slashes.
            PathSegment::CatchAll(name) => path.push_str(&next(name).replace("%2F", "/")),
        }
    }
    path
}

/// The encoded pairs of the query.
fn query(api: &Api, operation: &Operation) -> Vec<String> {
    let mut pairs = Vec::new();
    for (parameter, value) in shown(api, operation, Location::Query) {
        pairs.extend(written::query(parameter, &value));
    }
    pairs
}

/// A text as one quoted word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
