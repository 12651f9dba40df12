//! Words that are hard to use as names, and the forms in which they occur in a specification.

use fastrand::Rng;

/// Words in `snake_case`: each may name a type, an operation, an error, a field or the API itself.
const WORDS: &[&str] = &[
    // Rust's keywords.
    "type match self crate super async gen union box static where try yield",
    // Items and methods of its prelude.
    "option some none result ok err vec string default from into iterator send sync sized copy drop \
     extend future clone clone_from clone_into try_into try_from as_ref as_mut to_owned to_string borrow \
     fmt eq cmp hash type_id into_future",
    // Items of the standard library that generated code uses.
    "arc b_tree_map debug display infallible duration std core",
    // Items of the generated crate.
    "client client_builder builder build call error response items retry rejected timeout page \
     page_request key caller server router router_with server_config auth_error bearer_token operation \
     operations types errors authenticate permits internal internal_error service auth all known other \
     others http request body new stream input api limit offset total read identify authorize \
     error_response base_url header",
    // Items of the runtime.
    "rt runtime specsmith_runtime codegen maybe json uuid timestamp date decimal bytes decode field \
     fields object serializer serialize map_access pattern status_error",
    // Generic parameters.
    "a b c d e f i s t",
    // Names in real APIs.
    "user user_name user_name_first name name_first id thing status x1 x_1 a1 a_1",
];

/// Endings of generated names, so that a word can collide with the name generated from another.
const ENDINGS: &str =
    "error call arguments request type builder api page pattern operation handlers 2";

/// Names on the wire that are not words.
const WIRE: &[&str] = &[
    "",
    " ",
    "$",
    "@",
    "+1",
    "-1",
    "2fa",
    "404",
    "größe",
    "名前",
    "a.b",
    "a b",
    "a\"b",
    "a\\b",
    "a\nb",
    "a{b}",
    "_",
    "__",
    "r#type",
    "Self",
    "\u{202e}",
    "#",
    "*/",
    "//",
    "é",
    "page[size]",
    "😀",
    "true",
    "null",
    "~",
];

/// Texts that try to escape from the literal or comment that they are printed in.
const TEXTS: &[&str] = &[
    "A plain sentence.",
    "*/ fn evil() {} /*",
    "\"; evil!(); \"",
    "```\nlet x: u8 = \"\";\n```",
    "    indented code",
    "[link](crate::Nothing) and [`Missing`] and [broken",
    "<script>alert(1)</script>",
    "{{ uses }} {% raw %}",
    "#![deny(warnings)]",
    "line\u{0}with\u{7}controls\r\nand\u{2028}separators",
    "http://example.com and <b>",
    "'",
    "\\",
    "- a list\n- of two\n\n1. and\n2. more",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "Ünïcödé 名前 🦀",
    "$crate #name",
];

/// The words of one specification: few, so that names collide.
pub(super) struct Words {
    words: Vec<&'static str>,
}

impl Words {
    pub(super) fn new(rng: &mut Rng) -> Self {
        let count = rng.usize(3..9);
        Self {
            words: (0..count).map(|_| any_word(rng)).collect(),
        }
    }

    fn word(&self, rng: &mut Rng) -> String {
        let word = self.words[rng.usize(..self.words.len())].to_owned();
        match rng.u8(..10) {
            0 | 1 => format!("{word}_{}", pick_word(rng, ENDINGS)),
            2 => format!("{word}_{}", any_word(rng)),
            _ => word,
        }
    }

    /// A name such as `list_books`, rarely in the wrong case.
    pub(super) fn snake(&self, rng: &mut Rng) -> String {
        let word = self.word(rng);
        if rng.u8(..) == 0 { camel(&word) } else { word }
    }

    /// A name such as `BookId`, rarely in another case.
    pub(super) fn camel(&self, rng: &mut Rng) -> String {
        let word = self.word(rng);
        match rng.u8(..) {
            0..10 => word.to_uppercase().replace('_', ""),
            10 => word,
            _ => camel(&word),
        }
    }

    /// The name of a field, a parameter or a value, which may be any text.
    pub(super) fn wire(&self, rng: &mut Rng) -> String {
        let word = self.word(rng);
        match rng.u8(..12) {
            0 => pick(rng, WIRE).to_owned(),
            1 => camel(&word),
            2 => lower_camel(&word),
            3 => word.to_uppercase(),
            4 => word.replace('_', "-"),
            5 => format!("{word}{}", pick(rng, WIRE)),
            _ => word,
        }
    }

    /// The name of a header.
    pub(super) fn header(&self, rng: &mut Rng) -> String {
        let word = self.word(rng).replace('_', "-");
        match rng.u8(..4) {
            0 => word,
            1 => format!("X-{}", camel(&word)),
            2 => format!("x-{word}"),
            _ => camel(&word),
        }
    }

    /// A segment of a path.
    pub(super) fn segment(&self, rng: &mut Rng) -> String {
        match rng.u8(..12) {
            0 => "big-things".to_owned(),
            1 => "2024".to_owned(),
            2 => "~".to_owned(),
            3 => "segment".repeat(40),
            _ => self.word(rng),
        }
    }

    /// The name of a group: any text.
    pub(super) fn group(&self, rng: &mut Rng) -> String {
        match rng.u8(..6) {
            0 => text(rng),
            1 => "group ".repeat(50),
            2 => pick(
                rng,
                &["con", "aux", "mod", "lib", "main", "identifiers", "shared"],
            )
            .to_owned(),
            _ => self.word(rng),
        }
    }
}

/// A word of any group.
fn any_word(rng: &mut Rng) -> &'static str {
    let group = pick(rng, WORDS);
    pick_word(rng, group)
}

/// A word of a list.
fn pick_word(rng: &mut Rng, list: &'static str) -> &'static str {
    let words: Vec<&str> = list.split_whitespace().collect();
    pick(rng, &words)
}

pub(super) fn text(rng: &mut Rng) -> String {
    let first = pick(rng, TEXTS);
    match rng.u8(..4) {
        0 => format!("{first}\n\n{}", pick(rng, TEXTS)),
        1 => format!("{first} {}", pick(rng, TEXTS)),
        _ => first.to_owned(),
    }
}

/// A single-line text.
pub(super) fn line(rng: &mut Rng) -> String {
    text(rng).replace(['\n', '\r'], " ")
}

pub(super) fn pick(rng: &mut Rng, of: &[&'static str]) -> &'static str {
    of[rng.usize(..of.len())]
}

fn camel(word: &str) -> String {
    let parts = word.split(['_', '-']);
    parts
        .map(|part| {
            let mut letters = part.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_uppercase().chain(letters).collect()
            })
        })
        .collect()
}

fn lower_camel(word: &str) -> String {
    let camel = camel(word);
    let mut letters = camel.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}
