//! No input makes the generator panic, hang or use too much memory. If it accepts an input, its output
//! is valid Rust. Every test has a time limit and a fixed seed.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::fs;
use std::time::{Duration, Instant};

use fastrand::Rng;
use specsmith::diagnostic::{Style, Terminal};
use specsmith::source::SourceFile;
use specsmith_tests::cases;

/// How long a test continues with new inputs.
const BUDGET: Duration = Duration::from_secs(2);

/// How long one input may take on a slow machine, without optimization.
const LONGEST: Duration = Duration::from_secs(60);

fn gateway() -> String {
    fs::read_to_string(cases::root().join("spec/gateway.yaml")).unwrap()
}

/// Generates from an input, as the command line does, and checks the output or the errors.
fn feed(text: &str) {
    let source = SourceFile::new("hostile.yaml", text);
    let began = Instant::now();
    match specsmith::generate(&source) {
        Ok(files) => {
            for (path, contents) in files.iter().filter(|(path, _)| path.ends_with(".rs")) {
                if let Err(error) = syn::parse_file(contents) {
                    panic!(
                        "{path} is not valid Rust: {error}\n--- specification:\n{text}\n--- output:\n{contents}"
                    );
                }
            }
            let scaffold = specsmith::scaffold(&source).unwrap();
            assert!(
                syn::parse_file(&scaffold).is_ok(),
                "the scaffold is not valid Rust:\n{scaffold}\n--- specification:\n{text}"
            );
        }
        Err(errors) => {
            assert!(!errors.is_empty(), "rejected without an error:\n{text}");
            let rendered = errors.render(&source, Style::Plain);
            let unprintable = rendered.chars().find(|c| c.is_control() && *c != '\n');
            assert_eq!(
                unprintable, None,
                "the rendered errors contain control characters:\n{rendered:?}"
            );
            errors.render(&source, Style::Terminal(Terminal::default()));
        }
    }
    let took = began.elapsed();
    assert!(
        took < LONGEST,
        "it took {took:?}:\n{}",
        text.chars().take(2000).collect::<String>()
    );
}

/// Feeds inputs until the time is over.
fn feed_many(seed: u64, mut next: impl FnMut(&mut Rng) -> String) {
    let mut random = Rng::with_seed(seed);
    let began = Instant::now();
    while began.elapsed() < BUDGET {
        feed(&next(&mut random));
    }
}

#[test]
fn random_bytes() {
    feed_many(1, |random| {
        let length = random.usize(..300);
        let bytes: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    });
}

/// Following references needs no stack, so a chain of them has no greatest length.
#[test]
fn a_chain_of_references_to_what_a_server_checks() {
    const LENGTH: usize = 5_000;
    let mut schemas = String::new();
    for number in 0..LENGTH {
        let next = number + 1;
        schemas.push_str(&format!(
            "    C{number}: {{ $ref: '#/components/schemas/C{next}', minProperties: 0 }}\n"
        ));
    }
    feed(&format!(
        "openapi: 3.1.0
info: {{ title: Chain, version: '1' }}
paths:
  /a:
    post:
      operationId: a
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                a: {{ $ref: '#/components/schemas/C0' }}
                b: {{ not: {{ $ref: '#/components/schemas/C0' }} }}
      responses: {{ '204': {{ description: done }} }}
components:
  schemas:
{schemas}    C{LENGTH}: {{ type: object, not: {{ required: [a] }} }}
"
    ));
}

#[test]
fn random_yaml_tokens() {
    let signs = [
        "- ",
        ": ",
        ":\n",
        "\n",
        "  ",
        "{",
        "}",
        "[",
        "]",
        ",",
        "\"",
        "'",
        "|",
        ">",
        "&a ",
        "*a",
        "!",
        "!!binary ",
        "%",
        "@",
        "`",
        "#",
        " #",
        "? ",
        "---\n",
        "...\n",
        "\t",
        "\r",
        "\u{feff}",
        "\u{85}",
        "\u{2028}",
        "\\",
        "\\u0000",
        "~",
        "null",
        "<<: ",
        "specsmith: 1\n",
        "types:\n",
        "operations:\n",
        "fields: ",
        "enum: ",
        "api: ",
        "list<",
        "?",
        "é",
        "\u{202e}",
        "0x1",
        "1e999",
        ".nan",
        "-.inf",
        "0o7",
        "2026-01-31",
        "a",
    ];
    feed_many(2, |random| {
        (0..random.usize(1..60))
            .map(|_| signs[random.usize(..signs.len())])
            .collect()
    });
}

#[test]
fn lines_that_are_removed_repeated_and_swapped() {
    let text = gateway();
    let lines: Vec<&str> = text.lines().collect();
    feed_many(3, |random| {
        let mut lines = lines.clone();
        for _ in 0..random.usize(1..6) {
            let (at, other) = (random.usize(..lines.len()), random.usize(..lines.len()));
            match random.u8(..4) {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, lines[other]),
                2 => lines.swap(at, other),
                _ => drop(lines.drain(at.min(other)..at.max(other).min(at.min(other) + 40))),
            }
        }
        lines.join("\n")
    });
}

#[test]
fn spans_that_are_removed_repeated_and_overwritten() {
    let text: Vec<char> = gateway().chars().collect();
    feed_many(4, |random| {
        let mut text = text.clone();
        for _ in 0..random.usize(1..4) {
            let from = random.usize(..text.len());
            let to = (from + random.usize(..40)).min(text.len());
            let copy: Vec<char> = text[from..to].to_vec();
            match random.u8(..3) {
                0 => drop(text.drain(from..to)),
                1 => drop(text.splice(from..from, copy)),
                _ => text[from..to].iter_mut().for_each(|c| *c = random.char(..)),
            }
        }
        text.into_iter().collect()
    });
}

/// Replaces words of the document: it stays well-formed, but its meaning changes.
#[test]
fn words_that_are_replaced() {
    let text = gateway();
    let mut words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect();
    words.extend([
        "self",
        "type",
        "Self",
        "crate",
        "_",
        "404",
        "2fa",
        "none",
        "list<string>",
        "string?",
        "json",
        "''",
        "{}",
        "[]",
        "~",
    ]);
    feed_many(5, |random| {
        let mut text = text.clone();
        for _ in 0..random.usize(1..4) {
            let (old, new) = (
                words[random.usize(..words.len())],
                words[random.usize(..words.len())],
            );
            let places: Vec<usize> = text.match_indices(old).map(|(at, _)| at).collect();
            if let Some(at) = places.get(random.usize(..places.len().max(1))) {
                text.replace_range(*at..*at + old.len(), new);
            }
        }
        text
    });
}

/// Valid specifications with names and strings from all of Unicode.
#[test]
fn names_and_strings_of_any_characters() {
    let any = |random: &mut Rng| -> String {
        let length = random.usize(1..12);
        let character = |random: &mut Rng| match random.u8(..6) {
            0 => random.char(..),
            1 => random.char('\0'..='\u{9f}'),
            2 => [
                '\u{202e}', '\u{2066}', '\u{200b}', '\u{feff}', '\u{2028}', '\u{85}', '\u{0}',
                '\u{1b}',
            ][random.usize(..8)],
            3 => [
                '"', '\\', '`', '*', '/', '{', '}', '[', ']', '<', '>', '#', '\'', '\n', '\r', '|',
                '~',
            ][random.usize(..17)],
            _ => random.alphanumeric(),
        };
        (0..length).map(|_| character(random)).collect()
    };
    feed_many(6, |random| {
        let mut quoted = || quote(&any(random));
        format!(
            "specsmith: 1\napi: {{ name: Any, title: {}, version: {}, doc: {}, assumed: {} }}\n\
             error_body: {{ envelope: {}, status: a, message: b, metadata?: c }}\n\
             pagers: {{ page: {{ offset: {{ parameter: {} }}, limit: {{ parameter: x }}, items: {}, total: y }} }}\n\
             errors: {{ 404: {{ name: Missing, message: {}, when: {} }} }}\n\
             types:\n  Thing: {{ doc: {}, fields: {{ {}: {{ type: string, doc: {}, example: {}, deprecated: {} }} }} }}\n  \
             Kind: {{ enum: {{ {}: {}, b: }} }}\n\
             operations:\n  put: {{ route: PUT /a, group: {}, doc: {}, query: {{ {}: {{ type: Kind, doc: {} }} }}, body: Thing, \
             returns: {{ type: Thing, envelope: {} }}, errors: [404] }}\n  list: {{ route: GET /b, returns: page<Thing> }}\n",
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
            quoted(),
        )
    });
}

/// A double-quoted YAML scalar with all unusual characters escaped.
fn quote(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        c if c.is_ascii_alphanumeric() => c.to_string(),
        c => format!("\\U{:08x}", u32::from(c)),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

#[test]
fn deep_nesting() {
    for depth in [10, 100, 1_000, 10_000, 100_000] {
        feed(&"[".repeat(depth));
        feed(&"{ a: ".repeat(depth));
        feed(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
        feed(&"- ".repeat(depth));
        feed(&"? ".repeat(depth));
        feed(&format!(
            "types: {{ A: {{ fields: {{ a: {}string{} }} }} }}",
            "list<".repeat(depth),
            ">".repeat(depth)
        ));
        feed(&format!(
            "types: {{ A: {{ fields: {{ a: string{} }} }} }}",
            "?".repeat(depth)
        ));
    }
    for depth in [10, 100, 300] {
        let block: String = (0..depth)
            .map(|level| format!("{}a:\n", " ".repeat(level)))
            .collect();
        feed(&block);
    }
}

/// A specification with these types and operations.
fn document(types: &str, operations: &str) -> String {
    format!(
        "specsmith: 1\napi: {{ name: Large, title: Large, version: 1.0.0 }}\ntypes:\n{types}\noperations:\n{operations}"
    )
}

#[test]
fn deeply_nested_examples() {
    for depth in [10, 50, 100, 1_000] {
        let value = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        feed(&document(
            &format!("  A: {{ fields: {{ a: {{ type: json, example: {value} }} }} }}"),
            "",
        ));
    }
}

#[test]
fn huge_scalars() {
    let huge = "x".repeat(3_000_000);
    feed(&huge);
    feed(&document(
        &format!("  A: {{ doc: {huge}, fields: {{ a: string }} }}"),
        "",
    ));
    feed(&document(
        &format!("  A: {{ fields: {{ a: {huge} }} }}"),
        "",
    ));
    let long = "x".repeat(100_000);
    feed(&document(
        &format!("  {long}: {{ fields: {{ a: string }} }}"),
        "",
    ));
    feed(&document(
        &format!("  A: {{ fields: {{ ? {long}\n : string }} }}"),
        "",
    ));
    feed(&document(
        &format!("  A: {{ fields: {{ a: {{ type: string, default: {long} }} }} }}"),
        "",
    ));
    feed(&document(
        &format!("  A: {{ fields: {{ a: {{ type: string, pattern: {long} }} }} }}"),
        "",
    ));
    feed(&document(
        "  A: { fields: { a: { type: string, pattern: '((((a{1,1000}){1,1000}){1,1000}){1,1000})' } } }",
        "",
    ));
    feed(&document("", &format!("  get_a: {{ route: GET /{long} }}")));
    feed(&document(
        "",
        &format!("  get_a: {{ route: GET {} }}", "/a".repeat(50_000)),
    ));
    feed(&document(
        &format!(
            "  A: {{ doc: {}, fields: {{ a: string }} }}",
            "word ".repeat(100_000)
        ),
        "",
    ));
    feed(&document(
        &format!(
            "  A: {{ doc: '{}', fields: {{ a: string }} }}",
            "`".repeat(20_000)
        ),
        "",
    ));
    feed(&document(
        &format!(
            "  A: {{ doc: '{}', fields: {{ a: string }} }}",
            "[".repeat(20_000)
        ),
        "",
    ));
}

#[test]
fn aliases_of_aliases() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..20 {
        let before = format!("*a{}", level - 1);
        let line = format!(
            "a{level}: &a{level} [{}]\n",
            [before.as_str(); 9].join(", ")
        );
        bomb.push_str(&line);
    }
    feed(&bomb);
    feed("a: &a [*a]\n");
    feed("a: &a { b: *a }\n");
    feed("&a a: *a\n");
    let fields = "  A: { fields: &f { a: string, b: &t list<A> } }\n  B: { fields: *f }\n  C: { fields: { c: *t } }";
    feed(&document(fields, ""));
    feed("base: &b { x: 1 }\nspecsmith: { <<: *b, y: 2 }\n");
}

#[test]
fn many_of_everything() {
    let fields: String = (0..2_000).map(|n| format!("a{n}: string, ")).collect();
    feed(&document(&format!("  A: {{ fields: {{ {fields} }} }}"), ""));
    let alike = ["id", "ID", "Id", "iD", "i_d", "I_D", "i-d", "I-D"];
    let colliding: String = (0..800)
        .map(|n| format!("\"{}{}\": string, ", alike[n % 8], "!".repeat(n / 8)))
        .collect();
    feed(&document(
        &format!("  A: {{ fields: {{ {colliding} }} }}"),
        "",
    ));
    let types: String = (0..2_000)
        .map(|n| format!("  T{n}: {{ fields: {{ next?: T{} }} }}\n", (n + 1) % 2_000))
        .collect();
    feed(&document(&types, ""));
    let chain: String = (0..5_000)
        .map(|n| format!("  T{n}: {{ fields: {{ next: T{} }} }}\n", n + 1))
        .collect();
    feed(&document(&chain, ""));
    let unknown: String = (0..2_000)
        .map(|n| format!("  T{n}: {{ fields: {{ a: Unknown{n} }} }}\n"))
        .collect();
    feed(&document(&unknown, ""));
    let keys: String = (0..5_000).map(|n| format!("key{n}: 1\n")).collect();
    feed(&keys);
}

/// Each choice lists all choices of the next level, so there are billions of ways through them.
#[test]
fn choices_that_share_their_members_take_little_time() {
    const WIDTH: usize = 12;
    const LEVELS: usize = 8;
    let all = |level: usize| {
        let names =
            (0..WIDTH).map(|index| format!("{{ $ref: '#/components/schemas/L{level}x{index}' }}"));
        names.collect::<Vec<_>>().join(", ")
    };
    let mut text = format!(
        "openapi: 3.1.0\ninfo: {{ title: T, version: 1.0.0 }}\npaths:\n  /t:\n    get:\n      responses:\n        \
         '200': {{ description: OK, content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/All' }} }} }} }}\n\
         components:\n  schemas:\n    All: {{ oneOf: [{}], discriminator: {{ propertyName: all }} }}\n",
        all(0)
    );
    for level in 0..LEVELS {
        for index in 0..WIDTH {
            text += &match level + 1 == LEVELS {
                true => format!(
                    "    L{level}x{index}: {{ type: object, properties: {{ a{index}: {{ type: string }} }} }}\n"
                ),
                false => format!(
                    "    L{level}x{index}: {{ oneOf: [{}], discriminator: {{ propertyName: t{level}x{index} }} }}\n",
                    all(level + 1)
                ),
            };
        }
    }
    feed(&text);
}
