//! A request as a curl command.

use super::literals::encode;
use super::literals::visible;
use super::request::{Credential, Expected, Request};
use super::request_body::{Body, FormPart};
use crate::api::{KeyPlace, Method, PartKind};

/// The command.
pub(in crate::emit) fn call(request: &Request) -> String {
    // A query on separate lines is easier to read; curl supports it for `GET` without a body only.
    let has_lines = request.method == Method::Get && request.body.is_none();
    let (option, url) = match request.method {
        Method::Get if has_lines && request.query.is_empty() => (String::new(), request.url()),
        Method::Get if has_lines => ("-G ".to_owned(), request.url()),
        Method::Head => ("-I ".to_owned(), request.url_with_query()),
        Method::Get
        | Method::Put
        | Method::Post
        | Method::Delete
        | Method::Patch
        | Method::Options
        | Method::Trace => {
            let option = format!("-X {} ", request.method.name());
            (option, request.url_with_query())
        }
    };
    // Without buffering, a stream is shown as it arrives.
    let stream = match request.response {
        Expected::Stream => "-N ",
        Expected::Nothing | Expected::Json | Expected::Text | Expected::Bytes => "",
    };
    let mut lines = vec![format!("curl {stream}{option}{}", quoted(&url))];
    lines.extend(options(&request.credentials));
    lines.extend(request.headers.iter().map(|(name, value)| {
        let header = match value.as_str() {
            // With a colon, curl would drop the header.
            "" => format!("{name};"),
            value => format!("{name}: {value}"),
        };
        format!("-H {}", quoted(&header))
    }));
    if !request.cookies.is_empty() {
        lines.push(format!("-b {}", quoted(&request.cookies.join("; "))));
    }
    if has_lines {
        let pairs = request.query.iter();
        lines.extend(pairs.map(|pair| format!("-d {}", quoted(pair))));
    }
    lines.extend(request.body.iter().flat_map(body));
    lines.join(" \\\n  ")
}

/// The options for a body.
fn body(body: &Body) -> Vec<String> {
    let header = |media: &str| format!("-H {}", quoted(&format!("Content-Type: {media}")));
    match body {
        Body::Json { media, value } => vec![
            header(media),
            format!("-d {}", quoted(&visible(value.to_json()))),
        ],
        // curl sends forms unless it is told otherwise, and encodes what follows the first `=`.
        Body::Form(fields) => fields
            .iter()
            .map(|(name, text)| {
                let field = format!("{}={}", encoded_name(name), visible(text.clone()));
                format!("--data-urlencode {}", quoted(&field))
            })
            .collect(),
        Body::Multipart(parts) => parts.iter().map(part).collect(),
        Body::File { media, name } => {
            vec![header(media), format!("--data-binary @{name}")]
        }
    }
}

/// The name of a field of a form, encoded except for its brackets.
fn encoded_name(name: &str) -> String {
    let pieces = name.split_inclusive(['[', ']']);
    let pieces = pieces.map(|piece| match piece.strip_suffix(['[', ']']) {
        Some(text) => format!("{}{}", encode(text, '%'), &piece[text.len()..]),
        None => encode(piece, '%'),
    });
    pieces.collect()
}

fn part(part: &FormPart) -> String {
    let FormPart {
        name,
        kind,
        text,
        media,
    } = part;
    if *kind == PartKind::File {
        let media = media.as_ref().map(|media| format!(";type={media}"));
        let media = media.unwrap_or_default();
        return format!("-F {}", quoted(&format!("{name}=@{text}{media}")));
    }
    // `-F` gives a meaning to these.
    let option = match text.contains([';', '"']) || text.starts_with(['@', '<']) {
        true => "--form-string",
        false => "-F",
    };
    format!("{option} {}", quoted(&visible(format!("{name}={text}"))))
}

/// The options that send credentials, with shell variables.
pub(in crate::emit) fn options(credentials: &[Credential]) -> impl Iterator<Item = String> {
    let options = credentials.iter().map(|credential| match credential {
        Credential::Basic { name, password } => ("-u", format!("${name}:${password}")),
        Credential::Key {
            place,
            name,
            variable,
            ..
        } => match place {
            KeyPlace::Header => ("-H", header(credential)),
            KeyPlace::Query => ("--url-query", format!("{}=${variable}", escaped(name))),
            KeyPlace::Cookie => ("-b", format!("{}=${variable}", escaped(name))),
        },
    });
    options.map(|(option, text)| format!("{option} \"{text}\""))
}

/// The header that carries a credential, with a shell variable; empty if no header does.
pub(in crate::emit) fn header(credential: &Credential) -> String {
    match credential {
        Credential::Key {
            place: KeyPlace::Header,
            name,
            prefix,
            variable,
        } => format!("{}: {}${variable}", escaped(name), escaped(prefix)),
        Credential::Basic { .. } | Credential::Key { .. } => String::new(),
    }
}

/// A string between double quotes of a shell.
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

/// A string as one quoted word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
