//! The constructs of generated code: which parts of the runtime and of the language it uses, next to which others. A few
//! crates that have all constructs between them are compiled with each change, in place of all crates.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use specsmith::output::FileSet;

use crate::cases;

/// The identifiers of the runtime and of the language. All others are names of an API.
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
        let mut words = HashSet::new();
        for (_, text) in sources.iter() {
            collect(text.parse().unwrap_or_default(), &mut words);
        }
        Self(words)
    }

    /// The constructs in the Rust files of a generated crate: pairs of identifiers that follow each other in one pair of
    /// brackets. A name of the API is `_`.
    pub fn constructs(&self, files: &FileSet) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let is_rust = |path: &str| Path::new(path).extension().is_some_and(|end| end == "rs");
        for (path, text) in files.iter().filter(|(path, _)| is_rust(path)) {
            let tokens = text
                .parse()
                .unwrap_or_else(|error| panic!("{path} is not Rust: {error}"));
            self.walk(tokens, &mut found);
        }
        found
    }

    fn walk(&self, tokens: TokenStream, found: &mut BTreeSet<String>) {
        let mut before = String::new();
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.walk(group.stream(), found),
                TokenTree::Ident(ident) => {
                    let word = ident.to_string();
                    let word = if self.0.contains(&word) { &word } else { "_" };
                    if before != "_" || word != "_" {
                        found.insert(format!("{before} {word}"));
                    }
                    word.clone_into(&mut before);
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
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

/// A small choice of crates that have all constructs between them, as indices: always the crate that adds the most,
/// compared with the number of its constructs.
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
