//! The constructs of generated code: the attributes in the tables, the parts of the runtime, and the methods that it calls. A
//! few crates that have all constructs between them are compiled with each change, in place of all crates.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use specsmith::output::FileSet;

use crate::cases;

/// The words of the runtime. All others in generated code are names of an API.
pub struct Vocabulary(HashSet<String>);

impl Vocabulary {
    /// Reads the sources of the runtime.
    ///
    /// # Panics
    ///
    /// They cannot be read.
    pub fn of_the_runtime() -> Self {
        let folder = cases::root().join("runtime/src");
        let sources = cases::read_files(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let sources = sources.iter().filter(|(path, _)| !path.contains("tests"));
        let mut words = HashSet::new();
        for (path, text) in sources {
            let code = text.replace("#[cfg(test)]\nmod tests;\n", "");
            // What is left of the tests is one module, at the end of the file.
            let code = code.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            collect(tokens(path, code), &mut words);
        }
        Self(words)
    }

    /// The constructs in the Rust files of a generated crate, such as `field optional`, `rt::Retry::Safe` and `.route()`.
    ///
    /// # Panics
    ///
    /// A file is not Rust.
    pub fn constructs(&self, files: &FileSet) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let is_rust = |path: &str| Path::new(path).extension().is_some_and(|end| end == "rs");
        for (path, text) in files.iter().filter(|(path, _)| is_rust(path)) {
            self.walk(tokens(path, text), &mut found);
        }
        found
    }

    fn walk(&self, tokens: TokenStream, found: &mut BTreeSet<String>) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |index: Option<usize>, text: &str| {
            let token = index.and_then(|index| tokens.get(index));
            token.is_some_and(|token| token.to_string() == text)
        };
        for (index, token) in tokens.iter().enumerate() {
            let before = |count: usize| index.checked_sub(count);
            match token {
                TokenTree::Group(group) => {
                    if group.delimiter() == Delimiter::Bracket && is(before(1), "#") {
                        self.attribute(group.stream(), found);
                    }
                    self.walk(group.stream(), found);
                }
                TokenTree::Ident(word) => {
                    let is_call = matches!(tokens.get(index + 1), Some(TokenTree::Group(group))
                        if group.delimiter() == Delimiter::Parenthesis);
                    let is_in = |at: usize| is(before(at), ":") && is(before(at + 1), ":");
                    if is_in(1) && is(before(3), "rt") {
                        found.insert(format!("rt::{word}"));
                    } else if is_in(1) && is_in(4) && is(before(6), "rt") {
                        found.insert(format!("rt::{}::{word}", tokens[index - 3]));
                    } else if is(before(1), ".") && is_call && self.0.contains(&word.to_string()) {
                        found.insert(format!(".{word}()"));
                    }
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    /// The name of an attribute with each word in it. In `derive`, words are traits. In others, words in uppercase are types
    /// and constants of the API.
    fn attribute(&self, tokens: TokenStream, found: &mut BTreeSet<String>) {
        let mut tokens = tokens.into_iter();
        let name = tokens.next().map(|name| name.to_string());
        let name = name.unwrap_or_default();
        let mut words = HashSet::new();
        collect(tokens.collect(), &mut words);
        words.retain(|word| {
            let is_of_api = word.starts_with(|first: char| !first.is_ascii_lowercase());
            name == "derive" || !is_of_api && self.0.contains(word)
        });
        found.extend(words.iter().map(|word| format!("{name} {word}")));
        found.insert(name);
    }
}

fn tokens(path: &str, code: &str) -> TokenStream {
    code.parse()
        .unwrap_or_else(|error| panic!("{path} is not Rust: {error}"))
}

fn collect(tokens: TokenStream, words: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect(group.stream(), words),
            TokenTree::Ident(ident) => {
                words.insert(ident.to_string());
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// A small choice of crates that have all constructs between them, as indices. The next one is always the crate that adds
/// most.
pub fn choose(crates: &[BTreeSet<String>]) -> Vec<usize> {
    let mut missing: BTreeSet<&String> = crates.iter().flatten().collect();
    let mut chosen = Vec::new();
    while !missing.is_empty() {
        let adds = |constructs: &BTreeSet<String>| {
            constructs
                .iter()
                .filter(|construct| missing.contains(construct))
                .count()
        };
        // The first of equals, so that the choice depends on nothing else.
        let best = (0..crates.len())
            .rev()
            .max_by_key(|index| adds(&crates[*index]));
        let Some(best) = best else { break };
        for construct in &crates[best] {
            missing.remove(construct);
        }
        chosen.push(best);
    }
    chosen.sort_unstable();
    chosen
}
