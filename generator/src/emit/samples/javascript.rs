//! A request as a JavaScript module for Node.js, with `fetch`.

use super::literals::{indented, string, visible};
use super::request::{Credential, Expected, Request};
use super::request_body::{Body, FormPart};
use crate::api::{KeyPlace, Method, PartKind, Value};

/// The module; `None` if `fetch` cannot send the request.
pub(in crate::emit) fn call(request: &Request) -> Option<String> {
    // The Fetch standard forbids `TRACE`, and bodies of `GET` and `HEAD`.
    let takes_body = !matches!(request.method, Method::Get | Method::Head);
    if request.method == Method::Trace || (request.body.is_some() && !takes_body) {
        return None;
    }
    let mut options = Vec::new();
    if request.method != Method::Get {
        options.push(format!("method: \"{}\"", request.method.name()));
    }
    options.extend(headers(request));
    options.extend(request.body.as_ref().map(body));
    let options = match options.is_empty() {
        true => String::new(),
        false => {
            let options = options.iter();
            let lines: String = options
                .map(|option| format!("  {},\n", indented(option, "  ")))
                .collect();
            format!(", {{\n{lines}}}")
        }
    };
    let before = before(request.body.as_ref());
    Some(format!(
        "{before}const response = await fetch({}{options});\n\
         if (!response.ok) throw new Error(await response.text());\n{}",
        url(request),
        result(request.response)
    ))
}

/// What the module does with the response.
fn result(expected: Expected) -> &'static str {
    match expected {
        Expected::Nothing => "console.log(response.status);",
        Expected::Json => "console.log(await response.json());",
        Expected::Text => "console.log(await response.text());",
        Expected::Bytes => {
            "const bytes = await response.arrayBuffer();\nconsole.log(bytes.byteLength);"
        }
        Expected::Stream => {
            "for await (const text of response.body.pipeThrough(new TextDecoderStream())) {\n  \
             console.log(text);\n}"
        }
    }
}

/// A string as a template, with an expression after it.
fn template(prefix: &str, expression: &str) -> String {
    if prefix.is_empty() {
        return expression.to_owned();
    }
    let mut text = String::new();
    for letter in prefix.chars() {
        if matches!(letter, '`' | '\\' | '$') {
            text.push('\\');
        }
        text.push(letter);
    }
    format!("`{}${{{expression}}}`", visible(text))
}

fn variable(name: &str) -> String {
    format!("process.env.{name}")
}

fn url(request: &Request) -> String {
    let url = request.url_with_query();
    let key = request.credentials.iter().find_map(|key| match key {
        Credential::Key {
            place: KeyPlace::Query,
            name,
            variable,
            ..
        } => Some((name, variable)),
        Credential::Basic { .. } | Credential::Key { .. } => None,
    });
    match key {
        None => string(&url),
        Some((name, variable)) => {
            let mark = if request.query.is_empty() { '?' } else { '&' };
            let name = super::literals::encode(name, '%');
            let value = format!("encodeURIComponent({})", self::variable(variable));
            template(&format!("{url}{mark}{name}="), &value)
        }
    }
}

fn headers(request: &Request) -> Option<String> {
    let mut headers = Vec::new();
    let mut cookies = request.cookies.join("; ");
    let mut cookie = None;
    for key in &request.credentials {
        match key {
            Credential::Basic { name, password } => {
                let pair = format!("`${{{}}}:${{{}}}`", variable(name), variable(password));
                let value = template("Basic ", &format!("btoa({pair})"));
                headers.push(("Authorization".to_owned(), value));
            }
            Credential::Key {
                place,
                name,
                prefix,
                variable,
            } => match place {
                KeyPlace::Header => {
                    headers.push((name.clone(), template(prefix, &self::variable(variable))));
                }
                KeyPlace::Cookie => {
                    cookies.push_str(if cookies.is_empty() { "" } else { "; " });
                    let before = format!("{cookies}{name}=");
                    cookie = Some(template(&before, &self::variable(variable)));
                }
                KeyPlace::Query => {}
            },
        }
    }
    let others = request.all_headers().into_iter();
    headers.extend(others.map(|(name, value)| (name, string(&value))));
    let cookie = cookie.or_else(|| (!cookies.is_empty()).then(|| string(&cookies)));
    headers.extend(cookie.map(|value| ("Cookie".to_owned(), value)));
    match headers.as_slice() {
        [] => None,
        [(name, value)] => Some(format!("headers: {{ {}: {value} }}", string(name))),
        several => {
            let lines = several.iter();
            let lines: String = lines
                .map(|(name, value)| format!("  {}: {value},\n", string(name)))
                .collect();
            Some(format!("headers: {{\n{lines}}}"))
        }
    }
}

/// The option with the body.
fn body(body: &Body) -> String {
    match body {
        Body::Json { value, .. } => {
            let json = visible(value.to_json());
            match is_exact(value) {
                true => format!("body: JSON.stringify({json})"),
                // `JSON.stringify` would round them.
                false => format!("body: {}", string(&value.to_string())),
            }
        }
        Body::Form(fields) => {
            let fields = fields.iter();
            let lines: String = fields
                .map(|(name, text)| format!("  [{}, {}],\n", string(name), string(text)))
                .collect();
            format!("body: new URLSearchParams([\n{lines}])")
        }
        Body::Multipart(_) => "body: form".to_owned(),
        Body::File { name, .. } => format!("body: await openAsBlob(\"{name}\")"),
    }
}

/// What precedes the call: an import if it reads files, and the parts of a form.
fn before(body: Option<&Body>) -> String {
    const IMPORT: &str = "import { openAsBlob } from \"node:fs\";\n\n";
    match body {
        Some(Body::File { .. }) => IMPORT.to_owned(),
        Some(Body::Multipart(parts)) => {
            let has_files = parts.iter().any(|part| part.kind == PartKind::File);
            let lines: String = parts.iter().map(part).collect();
            let import = if has_files { IMPORT } else { "" };
            format!("{import}const form = new FormData();\n{lines}")
        }
        Some(Body::Json { .. } | Body::Form(_)) | None => String::new(),
    }
}

fn part(part: &FormPart) -> String {
    let (name, text) = (string(&part.name), string(&part.text));
    match part.kind {
        PartKind::File => {
            let media = part.media.as_ref().map(|media| string(media));
            let media = media.map(|media| format!(", {{ type: {media} }}"));
            let media = media.unwrap_or_default();
            format!("form.append({name}, await openAsBlob({text}{media}), {text});\n")
        }
        PartKind::Text | PartKind::Json => format!("form.append({name}, {text});\n"),
    }
}

/// Whether JavaScript has all the integers of a value.
fn is_exact(value: &Value) -> bool {
    const MOST: u128 = (1 << 53) - 1;
    match value {
        Value::Integer(value) => value.unsigned_abs() <= MOST,
        Value::List(items) => items.iter().all(is_exact),
        Value::Object(fields) => fields.iter().all(|(_, value)| is_exact(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_before_a_key_stay_as_they_are() {
        for (prefix, expected) in [
            ("", "key"),
            ("Bearer ", "`Bearer ${key}`"),
            ("`${a}\\", "`\\`\\${a}\\\\${key}`"),
        ] {
            assert_eq!(template(prefix, "key"), expected, "{prefix}");
        }
    }

    #[test]
    fn integers_that_javascript_rounds_are_written_as_text() {
        let body = |value| {
            body(&Body::Json {
                media: "application/json".to_owned(),
                value: Value::List(vec![Value::Integer(value)]),
            })
        };
        assert_eq!(
            body(9_007_199_254_740_991),
            "body: JSON.stringify([9007199254740991])"
        );
        assert_eq!(body(9_007_199_254_740_993), "body: \"[9007199254740993]\"");
    }
}
