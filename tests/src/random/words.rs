//! Words that are hard to use as names, and the forms in which they occur in a specification.

use fastrand::Rng;

/// Words in `snake_case`: each may name a type, an operation, an error, a field or the API itself.
const WORDS: &[&str] = &[
    // Rust's keywords.
    "type match self crate super async gen union box static where try yield",
    // Items of its prelude.
    "option some none result ok err vec string default iterator send sync sized copy drop extend future \
     eq cmp hash",
    METHODS,
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

/// Methods of the traits that clients and handlers implement.
const METHODS: &str = "as_mut as_ref borrow builder clone clone_from clone_into fmt from into into_future \
    to_owned to_string try_from try_into type_id";

/// Endings of generated names, so that a word can collide with the name generated from another.
const ENDINGS: &str =
    "error call arguments request type builder api page pattern operation handlers 2";

/// Names on the wire that are not words.
const WIRE: &[&str] = &[
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

/// Strings that try to escape from the literal or comment that they are printed in.
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
        let count = rng.usize(3..7);
        let mut words: Vec<&str> = (0..count).map(|_| any_word(rng)).collect();
        // The name of the generic parameter in generated code.
        if rng.u8(..3) == 0 {
            words.push("a");
        }
        Self { words }
    }

    /// One of the words of this specification.
    pub(super) fn plain(&self, rng: &mut Rng) -> &'static str {
        pick(rng, &self.words)
    }

    fn word(&self, rng: &mut Rng) -> String {
        let word = self.plain(rng);
        match rng.u8(..10) {
            0 => format!("{word}_{}", pick_word(rng, ENDINGS)),
            1 => format!("{word}_{}", self.plain(rng)),
            2 => format!("{word}_{}", any_word(rng)),
            _ => word.to_owned(),
        }
    }

    /// The name of an operation.
    pub(super) fn operation(&self, rng: &mut Rng) -> String {
        match rng.u8(..3) {
            0 => pick_word(rng, METHODS).to_owned(),
            _ => self.snake(rng),
        }
    }

    /// A name such as `list_books`, rarely in the wrong case.
    pub(super) fn snake(&self, rng: &mut Rng) -> String {
        let word = self.word(rng);
        if rng.u16(..2_000) == 0 {
            camel(&word)
        } else {
            word
        }
    }

    /// A name such as `BookId`, rarely in another case.
    pub(super) fn camel(&self, rng: &mut Rng) -> String {
        let word = self.word(rng);
        match rng.u16(..2_000) {
            0..5 => word.to_uppercase().replace('_', ""),
            5 => word,
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
        let word = self.word(rng);
        Self::header_of(rng, &word)
    }

    /// A header with the name of a parameter.
    pub(super) fn header_of(rng: &mut Rng, name: &str) -> String {
        let word = name.replace('_', "-");
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

pub(super) fn camel(word: &str) -> String {
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
