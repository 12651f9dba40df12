//! A request as a Python program. It uses `requests`: the documentation of Python itself recommends it
//! over `urllib.request`, which has no multipart forms and treats an error status as an exception.

use super::literals::{indented, string, visible};
use super::request::{Credential, Expected, Request};
use super::request_body::{Body, FormPart};
use crate::api::{KeyPlace, Method, PartKind, Value};

/// The program.
pub(in crate::emit) fn call(request: &Request) -> String {
    let (function, first) = match request.method {
        Method::Get => ("get", None),
        Method::Put => ("put", None),
        Method::Post => ("post", None),
        Method::Delete => ("delete", None),
        Method::Patch => ("patch", None),
        Method::Head => ("head", None),
        Method::Options => ("options", None),
        Method::Trace => ("request", Some("\"TRACE\"".to_owned())),
    };
    let mut arguments: Vec<String> = first.into_iter().collect();
    arguments.push(string(&request.url_with_query()));
    arguments.extend(query(request));
    arguments.extend(basic(request));
    arguments.extend(headers(request));
    arguments.extend(request.body.as_ref().map(body));
    if request.response == Expected::Stream {
        arguments.push("stream=True".to_owned());
    }
    let call = match arguments.as_slice() {
        [only] => format!("requests.{function}({only})"),
        several => {
            let lines = several.iter();
            let lines: String = lines
                .map(|argument| format!("    {},\n", indented(argument, "    ")))
                .collect();
            format!("requests.{function}(\n{lines})")
        }
    };
    let import = match request.credentials.is_empty() {
        true => "import requests",
        false => "import os\n\nimport requests",
    };
    format!(
        "{import}\n\nresponse = {call}\nresponse.raise_for_status()\n{}",
        result(request.response)
    )
}

/// What the program does with the response.
fn result(expected: Expected) -> &'static str {
    match expected {
        Expected::Nothing => "print(response.status_code)",
        Expected::Json => "print(response.json())",
        Expected::Text => "print(response.text)",
        Expected::Bytes => {
            "with open(\"response.bin\", \"wb\") as file:\n    file.write(response.content)"
        }
        Expected::Stream => "for line in response.iter_lines():\n    print(line.decode())",
    }
}

fn variable(name: &str) -> String {
    format!("os.environ[{}]", string(name))
}

/// A string that ends with the value of an environment variable.
fn formatted(prefix: &str, name: &str) -> String {
    if prefix.is_empty() {
        return variable(name);
    }
    let text = string(prefix).replace('{', "{{").replace('}', "}}");
    let text = text.strip_suffix('"').unwrap_or(&text);
    format!("f{text}{{os.environ['{name}']}}\"")
}

/// The keys in the query.
fn query(request: &Request) -> Option<String> {
    let keys = request.credentials.iter().filter_map(|key| match key {
        Credential::Key {
            place: KeyPlace::Query,
            name,
            variable,
            ..
        } => Some((string(name), self::variable(variable))),
        Credential::Basic { .. } | Credential::Key { .. } => None,
    });
    dictionary("params", keys.collect())
}

fn basic(request: &Request) -> Option<String> {
    let mut credentials = request.credentials.iter();
    credentials.find_map(|key| match key {
        Credential::Basic { name, password } => {
            Some(format!("auth=({}, {})", variable(name), variable(password)))
        }
        Credential::Key { .. } => None,
    })
}

fn headers(request: &Request) -> Option<String> {
    let all = request.all_headers().into_iter();
    // The argument `json` sends this one.
    let usual = |(name, value): &(String, String)| {
        let is_json = matches!(request.body, Some(Body::Json { .. }));
        is_json && name == "Content-Type" && value == "application/json"
    };
    let all = all.filter(|header| !usual(header));
    let mut headers: Vec<(String, String)> = all
        .map(|(name, value)| (string(&name), string(&value)))
        .collect();
    let mut cookies: Option<String> = None;
    for key in &request.credentials {
        match key {
            Credential::Key {
                place,
                name,
                prefix,
                variable,
            } => match place {
                KeyPlace::Header => headers.insert(0, (string(name), formatted(prefix, variable))),
                KeyPlace::Cookie => {
                    let before = request.cookies.iter().map(|pair| format!("{pair}; "));
                    let before: String = before.collect();
                    cookies = Some(formatted(&format!("{before}{name}="), variable));
                }
                KeyPlace::Query => {}
            },
            Credential::Basic { .. } => {}
        }
    }
    let plain = || (!request.cookies.is_empty()).then(|| string(&request.cookies.join("; ")));
    let cookies = cookies.or_else(plain);
    headers.extend(cookies.map(|cookies| (string("Cookie"), cookies)));
    dictionary("headers", headers)
}

/// An argument that is a dictionary, unless it is empty.
fn dictionary(name: &str, entries: Vec<(String, String)>) -> Option<String> {
    match entries.as_slice() {
        [] => None,
        [(key, value)] => Some(format!("{name}={{{key}: {value}}}")),
        several => {
            let lines = several.iter();
            let lines: String = lines
                .map(|(key, value)| format!("    {key}: {value},\n"))
                .collect();
            Some(format!("{name}={{\n{lines}}}"))
        }
    }
}

/// The argument with the body.
fn body(body: &Body) -> String {
    let list = |name: &str, items: Vec<String>| {
        let lines: String = items.iter().map(|item| format!("    {item},\n")).collect();
        format!("{name}=[\n{lines}]")
    };
    match body {
        Body::Json { value, .. } => format!("json={}", literal(value)),
        Body::Form(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(name, text)| format!("({}, {})", string(name), string(text)));
            list("data", fields.collect())
        }
        Body::Multipart(parts) => list("files", parts.iter().map(part).collect()),
        Body::File { name, .. } => format!("data=open(\"{name}\", \"rb\")"),
    }
}

/// A part of a multipart form: its name, the name of its file, its content and its media type.
fn part(part: &FormPart) -> String {
    let (name, text) = (string(&part.name), string(&part.text));
    match part.kind {
        PartKind::File => match &part.media {
            Some(media) => {
                let media = string(media);
                format!("({name}, ({text}, open({text}, \"rb\"), {media}))")
            }
            None => format!("({name}, open({text}, \"rb\"))"),
        },
        PartKind::Text => format!("({name}, (None, {text}))"),
        PartKind::Json => format!("({name}, (None, {text}, \"application/json\"))"),
    }
}

/// JSON as an expression. Strings and numbers are the same in Python.
fn literal(value: &Value) -> String {
    let json = visible(value.to_json());
    let mut python = String::with_capacity(json.len());
    // Strings are every second piece: in JSON, a quotation mark within a string follows a backslash.
    let mut rest = json.as_str();
    while let Some(start) = rest.find('"') {
        python.push_str(&words(&rest[..start]));
        let end = start + super::literals::quoted(&rest[start..], true);
        python.push_str(&rest[start..end]);
        rest = &rest[end..];
    }
    python.push_str(&words(rest));
    python
}

/// The words of JSON in Python.
fn words(json: &str) -> String {
    let json = json.replace("true", "True").replace("false", "False");
    json.replace("null", "None")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_before_a_key_stay_as_they_are() {
        for (prefix, expected) in [
            ("", "os.environ[\"A_KEY\"]"),
            ("Bearer ", "f\"Bearer {os.environ['A_KEY']}\""),
            ("{a} \"b\\", "f\"{{a}} \\\"b\\\\{os.environ['A_KEY']}\""),
        ] {
            assert_eq!(formatted(prefix, "A_KEY"), expected, "{prefix}");
        }
    }

    #[test]
    fn words_of_json_are_those_of_python_outside_of_texts() {
        let object = |name: &str, value| Value::Object(vec![(name.to_owned(), value)]);
        for (value, expected) in [
            (object("null", Value::Bool(true)), "{\n  \"null\": True\n}"),
            (object("a\"", Value::Null), "{\n  \"a\\\"\": None\n}"),
            (Value::Text("false".to_owned()), "\"false\""),
        ] {
            assert_eq!(literal(&value), expected);
        }
    }
}
