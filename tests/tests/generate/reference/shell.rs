//! The commands of the page, run in a shell with a `curl` that prints its arguments.

use std::process::Command;

use specsmith::source::SourceFile;

use super::samples;

/// Prints each argument after a separator line.
const CURL: &str = "curl() { for word; do printf '%s\\n' '<next>' \"$word\"; done; }\n";

/// The arguments that a command passes to `curl`.
fn arguments(command: &str) -> Vec<String> {
    let output = Command::new("sh")
        .args(["-eu", "-c", &format!("{CURL}{command}\n")])
        .env_clear()
        .env("A_KEY", "secret")
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{command}");
    assert_eq!(output.stderr, b"", "{command}");
    let words = printed.strip_prefix("<next>\n").unwrap();
    let words = words.strip_suffix('\n').unwrap().split("\n<next>\n");
    words.map(str::to_owned).collect()
}

/// Strings that a shell would interpret without quoting.
const HOSTILE: [&str; 8] = [
    "a'b",
    "'; echo gone; '",
    "$(echo gone) `echo gone` $HOME",
    "\\'\\\"\\",
    "two\nlines",
    "a & b | c > d; e # f",
    "*?[a] ~ ! %41",
    "\"quoted\"",
];

fn spec(text: &str) -> SourceFile {
    let q = serde_json::to_string(text).unwrap();
    // Headers have no line breaks.
    let header = serde_json::to_string(&text.replace('\n', " ")).unwrap();
    SourceFile::new(
        "hostile.yaml",
        format!(
            "specsmith: 1\n\
             api: {{ name: Any, title: Any, version: 1.0.0 }}\n\
             auth: {{ schemes: {{ key: {{ scheme: bearer, kinds: {{ a_key: {{}} }} }} }} }}\n\
             types: {{ Thing: {{ fields: {{ {q}: string }}, example: {{ {q}: {q} }} }} }}\n\
             operations:\n  \
             put_thing: {{ route: 'PUT /a/{{id}}', auth: a_key, path: {{ id: {{ type: string, example: {q} }} }}, headers: {{ X-B: {{ type: string, example: {header} }} }}, body: Thing }}\n  \
             get_thing: {{ route: GET /a, auth: none, query: {{ {q}: {{ type: string, example: {q} }} }} }}\n"
        ),
    )
}

/// A percent-encoded part of a URL.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let bytes = text.bytes();
    bytes
        .map(|byte| match plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}

#[test]
fn commands_pass_the_values_of_the_specification() {
    for text in HOSTILE {
        let page = specsmith::reference(&spec(text)).unwrap();
        let commands = samples(&page, "sh");
        let put = commands.iter().find(|command| command.contains("-X PUT"));
        let put = arguments(put.unwrap());
        let url = format!("https://any.example/a/{}", encoded(text));
        let header = format!("X-B: {}", text.replace('\n', " "));
        let expected = [
            "-X",
            "PUT",
            &url,
            "-H",
            "Authorization: Bearer secret",
            "-H",
            &header,
            "-H",
            "Content-Type: application/json",
            "-d",
        ];
        assert_eq!(put[..10], expected);
        let body: serde_json::Value = serde_json::from_str(&put[10]).unwrap();
        assert_eq!(body, serde_json::json!({ text: text }));

        let get = commands.iter().find(|command| command.contains("-G"));
        let pair = format!("{0}={0}", encoded(text));
        let expected = ["-G", "https://any.example/a", "-d", &pair];
        assert_eq!(arguments(get.unwrap()), expected);
    }
}
