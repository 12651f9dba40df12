//! Where a Rust file implements a trait. This reads tokens, not syntax trees: it never recurses, so that no file exhausts
//! the stack, and bodies of functions may contain errors.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// A module of the file that implements the trait.
pub(super) struct Module {
    /// Its name, which is empty for the file itself.
    pub(super) name: String,
    /// The names that it imports, and `Caller` if it declares a type of this name.
    pub(super) names: BTreeSet<String>,
    /// The `impl` blocks of the trait.
    pub(super) blocks: Vec<Block>,
}

/// An `impl` block of the trait.
pub(super) struct Block {
    /// The type, without brackets in it.
    pub(super) self_type: String,
    /// The names of the methods.
    pub(super) methods: BTreeSet<String>,
    /// The type of callers, if the block names it. Any type but a path is `Self::Caller`.
    pub(super) caller: Option<TokenStream>,
}

/// The modules that implement a trait, from the outside in, or why the text is not Rust.
pub(super) fn find(text: &str, handler_trait: &str) -> Result<Vec<Module>, &'static str> {
    let tokens: TokenStream = text
        .parse()
        .map_err(|_| "brackets do not match, or a token is invalid")?;
    let mut found = Vec::new();
    let mut waiting = vec![(String::new(), BTreeSet::new(), tokens)];
    while let Some((name, outside, tokens)) = waiting.pop() {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut imports = Imports::default();
        let mut inner = Vec::new();
        let mut blocks = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            let (before, after) = (tokens[..index].last(), &tokens[index + 1..]);
            match (text_of(token).as_deref(), after) {
                (Some("mod"), [TokenTree::Ident(name), TokenTree::Group(items), ..]) => {
                    inner.push((name.to_string(), items.stream()));
                }
                (Some("use"), after) => imports.add(after),
                (Some("struct" | "enum" | "type"), [TokenTree::Ident(name), ..])
                    if *name == "Caller" =>
                {
                    imports.names.insert(name.to_string());
                }
                (Some("for"), after) if before.is_some_and(|token| is(token, handler_trait)) => {
                    let block = Block::read(after).ok_or("an `impl` block has no body")?;
                    blocks.push(block);
                }
                _ => {}
            }
        }
        let names = imports.names(outside);
        let inner = inner.into_iter().rev();
        waiting.extend(inner.map(|(name, items)| (name, names.clone(), items)));
        if !blocks.is_empty() {
            found.push(Module {
                name,
                names,
                blocks,
            });
        }
    }
    Ok(found)
}

impl Block {
    /// Reads a block from its type on.
    fn read(tokens: &[TokenTree]) -> Option<Self> {
        let bodies = tokens.iter().enumerate();
        let mut bodies = bodies.filter_map(|(index, token)| Some((index, braces(token)?)));
        // The argument of a generic constant can also be in braces.
        let is_argument = |index: usize| {
            let next = tokens.get(index + 1);
            next.is_some_and(|next| is(next, ">") || is(next, ","))
        };
        let (end, body) = bodies.find(|(index, _)| !is_argument(*index))?;
        let is_end =
            |token: &&TokenTree| matches!(token, TokenTree::Group(_)) || is(token, "where");
        let ty = tokens[..end].iter().take_while(|token| !is_end(token));
        let body: Vec<TokenTree> = body.stream().into_iter().collect();
        let pairs = body.windows(2);
        let methods = pairs.filter_map(|pair| match pair {
            [keyword, TokenTree::Ident(name)] if is(keyword, "fn") => Some(name.to_string()),
            _ => None,
        });
        Some(Self {
            self_type: ty.cloned().collect::<TokenStream>().to_string(),
            methods: methods.collect(),
            caller: caller(&body),
        })
    }
}

/// The type of callers.
fn caller(body: &[TokenTree]) -> Option<TokenStream> {
    let start = body.windows(3).position(|tokens| {
        is(&tokens[0], "type") && is(&tokens[1], "Caller") && is(&tokens[2], "=")
    })?;
    let ty = body[start + 3..].iter().take_while(|token| !is(token, ";"));
    let ty: Vec<TokenTree> = ty.cloned().collect();
    let is_of_path = |token: &TokenTree| matches!(token, TokenTree::Ident(_)) || is(token, ":");
    Some(match ty.iter().all(is_of_path) {
        true => ty.into_iter().collect(),
        false => quote::quote!(Self::Caller),
    })
}

/// The imports of a module.
#[derive(Default)]
struct Imports {
    names: BTreeSet<String>,
    /// Whether it imports everything from the module around it.
    has_parent: bool,
}

impl Imports {
    /// Adds an import, from the token after `use` on. The names are those that methods use: a name that is imported as
    /// another one is not one of them.
    fn add(&mut self, tokens: &[TokenTree]) {
        let tree = tokens.iter().take_while(|token| !is(token, ";"));
        let tree: Vec<TokenTree> = tree.cloned().collect();
        let is_all_of_parent = |words: &[&str]| {
            words.len() == tree.len()
                && words.iter().zip(&tree).all(|(word, token)| is(token, word))
        };
        self.has_parent |= is_all_of_parent(&["super", ":", ":", "*"]);
        let mut waiting = vec![tree];
        while let Some(tree) = waiting.pop() {
            for (index, token) in tree.iter().enumerate() {
                match token {
                    TokenTree::Group(group) => waiting.push(group.stream().into_iter().collect()),
                    TokenTree::Ident(name) => {
                        let is_last = tree.get(index + 1).is_none_or(|next| is(next, ","));
                        let is_new = tree[..index].last().is_some_and(|last| is(last, "as"));
                        if is_last && !is_new {
                            self.names.insert(name.to_string());
                        }
                    }
                    TokenTree::Punct(_) | TokenTree::Literal(_) => {}
                }
            }
        }
    }

    /// The names, beside these of the module around it.
    fn names(self, outside: BTreeSet<String>) -> BTreeSet<String> {
        let mut names = self.names;
        if self.has_parent {
            names.extend(outside);
        }
        names
    }
}

/// Whether a token is this word or sign.
fn is(token: &TokenTree, text: &str) -> bool {
    text_of(token).is_some_and(|found| found == text)
}

/// The text of a word or a sign.
fn text_of(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        TokenTree::Punct(sign) => Some(sign.as_char().to_string()),
        TokenTree::Group(_) | TokenTree::Literal(_) => None,
    }
}

fn braces(token: &TokenTree) -> Option<&Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group),
        _ => None,
    }
}
