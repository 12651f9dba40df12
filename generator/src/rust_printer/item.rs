//! Items that `syn` parses and `prettyplease` prints.

use proc_macro2::TokenStream;
use syn::parse::Parser;
use syn::{Attribute, Item, Type};

use super::function::Function;
use super::printed::{Printed, Spacing};
use super::table::Entry;
use super::tokens::INDENTATION;

/// Prints an item. It takes the tokens, because `syn` would copy them if they had a second owner.
pub(crate) fn item(tokens: TokenStream) -> Printed {
    with_members(tokens, Vec::new())
}

impl From<TokenStream> for Printed {
    fn from(tokens: TokenStream) -> Self {
        item(tokens)
    }
}

/// Prints a trait or an implementation with these methods after its own items.
pub(crate) fn with_methods(tokens: TokenStream, methods: &[Function]) -> Printed {
    with_constants_and_methods(tokens, &[], methods)
}

/// Prints a trait or an implementation with these constants and methods after its own items. The entry of a constant
/// ends before the `=`.
pub(crate) fn with_constants_and_methods(
    tokens: TokenStream,
    constants: &[(Entry, TokenStream)],
    methods: &[Function],
) -> Printed {
    let constants = constants.iter();
    let constants = constants.map(|(entry, value)| entry.print_alias(INDENTATION, value));
    let methods = methods.iter().map(|method| method.print(INDENTATION));
    with_members(tokens, constants.chain(methods).collect())
}

/// Prints an item, with these members after its own ones if it is a trait or an implementation.
fn with_members(tokens: TokenStream, members: Vec<String>) -> Printed {
    let (text, spacing) = match syn::parse2::<Item>(tokens) {
        Ok(Item::Impl(mut block)) => {
            let items = std::mem::take(&mut block.items);
            let mut file = file_of(Item::Impl(block));
            let print = |items| {
                if let Some(Item::Impl(block)) = file.items.first_mut() {
                    block.items = items;
                }
                prettyplease::unparse(&file)
            };
            (print_block(items, members, print), Spacing::Apart)
        }
        Ok(Item::Trait(mut block)) => {
            let items = std::mem::take(&mut block.items);
            let mut file = file_of(Item::Trait(block));
            let print = |items| {
                if let Some(Item::Trait(block)) = file.items.first_mut() {
                    block.items = items;
                }
                prettyplease::unparse(&file)
            };
            (print_block(items, members, print), Spacing::Apart)
        }
        Ok(item @ Item::Mod(_)) => (print_item(item), Spacing::Modules),
        Ok(item @ Item::Use(_)) => (print_item(item), Spacing::Uses),
        Ok(item) => (print_item(item), Spacing::Apart),
        Err(error) => (not_rust(&error), Spacing::Apart),
    };
    Printed::new(separate_doc_lines(text), spacing)
}

/// Prints a block with a blank line between its members, which `prettyplease` omits. So each item is printed in a
/// separate block. All these blocks have the same first and last line.
fn print_block<M>(
    items: Vec<M>,
    members: Vec<String>,
    mut print: impl FnMut(Vec<M>) -> String,
) -> String {
    let empty = print(Vec::new());
    if items.is_empty() && members.is_empty() {
        return empty;
    }
    // An empty block is `{}` on one line.
    let opening = empty.trim_end().strip_suffix('}').unwrap_or(&empty);
    let opening = format!("{}\n", opening.trim_end());
    let items = items.into_iter().map(|item| {
        let block = print(vec![item]);
        let body = block.strip_prefix(&opening);
        let body = body.and_then(|body| body.strip_suffix("}\n"));
        body.unwrap_or(&block).to_owned()
    });
    let members: Vec<String> = items.chain(members).collect();
    format!("{opening}{}}}\n", members.join("\n"))
}

/// Prints an attribute of a module: `#![…]`.
pub(crate) fn attribute(tokens: TokenStream) -> String {
    match Attribute::parse_inner.parse2(tokens) {
        Ok(attrs) => prettyplease::unparse(&syn::File {
            attrs,
            ..empty_file()
        }),
        Err(error) => not_rust(&error),
    }
}

/// A type as text.
pub(crate) fn ty(tokens: TokenStream) -> String {
    match syn::parse2(tokens) {
        Ok(ty) => print_type(ty),
        Err(error) => not_rust(&error),
    }
}

pub(super) fn print_type(ty: Type) -> String {
    let alias = print_item(syn::parse_quote!(type T = #ty;));
    let printed = alias.strip_prefix("type T = ").unwrap_or(&alias);
    printed.trim_end().trim_end_matches(';').to_owned()
}

fn print_item(item: Item) -> String {
    prettyplease::unparse(&file_of(item))
}

fn file_of(item: Item) -> syn::File {
    syn::File {
        items: vec![item],
        ..empty_file()
    }
}

fn empty_file() -> syn::File {
    syn::File {
        shebang: None,
        frontmatter: None,
        attrs: Vec::new(),
        items: Vec::new(),
    }
}

/// The text instead of tokens that are not Rust. The compiler shows the message when the crate is
/// built.
pub(super) fn not_rust(error: &syn::Error) -> String {
    debug_assert!(
        false,
        "an emitter produced tokens that are not Rust: {error}"
    );
    let message = format!("specsmith produced tokens that are not Rust: {error}");
    format!("compile_error!({message:?});\n")
}

/// Separates the lines of a doc comment in its attribute. An attribute for each line would take longer to
/// parse and print. No line contains the character: it is not visible.
const DOC_LINES: char = '\u{1}';

/// The value of the attribute for a doc comment of these lines.
pub(crate) fn doc(lines: &[String]) -> String {
    let mut value = String::new();
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            value.push(DOC_LINES);
        }
        if !line.is_empty() {
            value.push(' ');
            value.push_str(line);
        }
    }
    value
}

/// Gives every line of a doc comment its own line in the text.
fn separate_doc_lines(text: String) -> String {
    if !text.contains(DOC_LINES) {
        return text;
    }
    let mut separated = String::with_capacity(text.len() + text.len() / 8);
    for line in text.split_inclusive('\n') {
        let indentation = &line[..line.len() - line.trim_start().len()];
        for (index, part) in line.split(DOC_LINES).enumerate() {
            if index > 0 {
                separated.push('\n');
                separated.push_str(indentation);
                separated.push_str("///");
            }
            separated.push_str(part);
        }
    }
    separated
}
