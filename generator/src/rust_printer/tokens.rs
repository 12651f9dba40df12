//! Tokens of types, literals and calls as text.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// The longest line of rustfmt.
pub(super) const WIDTH: usize = 100;

/// The indentation of what is in an item.
pub(super) const INDENTATION: &str = "    ";

/// Who reads the tokens. This decides whether a comma may follow the last of several parts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    Compiler,
    /// A macro of the runtime, or the compiler where it reads an attribute.
    Macro,
}

/// The line at the end of a string.
pub(super) fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or(text)
}

/// The text of tokens that fit on one line.
pub(super) fn one_line(tokens: &TokenStream) -> String {
    let mut text = String::new();
    print_tokens(&mut text, tokens.clone());
    text
}

/// Prints tokens after the last line of the text. If the line gets too long, each part of the list in them gets a
/// line. `after` is the length of what follows the tokens.
pub(super) fn print(
    text: &mut String,
    tokens: TokenStream,
    indentation: &str,
    after: usize,
    reader: Reader,
) {
    let line = one_line(&tokens);
    if last_line(text).len() + line.len() + after <= WIDTH {
        text.push_str(&line);
        return;
    }
    let Some(list) = List::find(tokens) else {
        text.push_str(&line);
        return;
    };
    print_tokens(text, list.before);
    text.push_str(list.open);
    let after = list.close.len() + after;
    match list.parts.as_slice() {
        // `f(&[` is one bracket, which `])` closes.
        [only]
            if list.is_group
                && only
                    .clone()
                    .into_iter()
                    .last()
                    .is_some_and(|last| is_list(&last)) =>
        {
            print(text, only.clone(), indentation, after, reader);
        }
        parts => {
            let inner = format!("{indentation}{INDENTATION}");
            for (index, part) in parts.iter().enumerate() {
                text.push_str(&format!("\n{inner}"));
                print(text, part.clone(), &inner, ",".len(), reader);
                if index + 1 < parts.len() || reader == Reader::Compiler {
                    text.push(',');
                }
            }
            text.push_str(&format!("\n{indentation}"));
        }
    }
    text.push_str(list.close);
    print_tokens(text, list.after);
}

/// The list in tokens: the group that they end with, or else the arguments of a generic type.
struct List {
    before: TokenStream,
    is_group: bool,
    open: &'static str,
    parts: Vec<TokenStream>,
    close: &'static str,
    after: TokenStream,
}

impl List {
    fn find(tokens: TokenStream) -> Option<Self> {
        let mut before: Vec<TokenTree> = tokens.into_iter().collect();
        if let Some(TokenTree::Group(group)) = before.pop_if(|last| is_list(last)) {
            let (open, close) = delimiters(&group);
            return Some(Self {
                before: before.into_iter().collect(),
                is_group: true,
                open,
                parts: parts(group.stream()),
                close,
                after: TokenStream::new(),
            });
        }
        let is = |sign: char| move |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign);
        let open = before.iter().position(is('<'))?;
        let close = before
            .iter()
            .rposition(is('>'))
            .filter(|close| *close > open)?;
        let after = before.split_off(close + 1);
        let inner = before.split_off(open + 1);
        Some(Self {
            before: before.into_iter().take(open).collect(),
            is_group: false,
            open: "<",
            parts: parts(inner.into_iter().take(close - open - 1).collect()),
            close: ">",
            after: after.into_iter().collect(),
        })
    }
}

/// Whether the token is a group that can be broken into lines.
fn is_list(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if !group.stream().is_empty())
}

/// The tokens between the commas of a group, apart from commas of generic types.
fn parts(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts: Vec<Vec<TokenTree>> = vec![Vec::new()];
    let mut depth = 0_usize;
    let mut arrow = false;
    for token in tokens {
        if let TokenTree::Punct(punct) = &token {
            match punct.as_char() {
                ',' if depth == 0 => {
                    parts.push(Vec::new());
                    continue;
                }
                '<' => depth += 1,
                '>' if !arrow => depth = depth.saturating_sub(1),
                _ => {}
            }
            arrow = matches!(punct.as_char(), '-' | '=') && punct.spacing() == Spacing::Joint;
        }
        if let Some(part) = parts.last_mut() {
            part.push(token);
        }
    }
    parts.retain(|part| !part.is_empty());
    let parts = parts.into_iter().map(|part| part.into_iter().collect());
    parts.collect()
}

fn delimiters(group: &Group) -> (&'static str, &'static str) {
    match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::None => ("", ""),
    }
}

/// Prints the tokens of types, literals and calls on one line: `Option<Vec<i64>>`, `min = -1, max = 1`. A space is
/// before a word that follows a word or a group, and around some operators. Closures and patterns would lose spaces: no
/// emitter writes them here.
pub(super) fn print_tokens(text: &mut String, tokens: TokenStream) {
    let mut follows_word = false;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_word = matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_));
        if follows_word && is_word {
            text.push(' ');
        }
        follows_word = is_word || matches!(token, TokenTree::Group(_));
        match token {
            TokenTree::Group(group) => {
                let (open, close) = delimiters(&group);
                text.push_str(open);
                print_tokens(text, group.stream());
                text.push_str(close);
            }
            TokenTree::Punct(first) => {
                let mut operator = first.to_string();
                let is_first =
                    matches!(first.as_char(), '-' | ':') && first.spacing() == Spacing::Joint;
                operator.extend(
                    tokens
                        .next_if(|_| is_first)
                        .map(|second| second.to_string()),
                );
                text.push_str(match operator.as_str() {
                    "=" => " = ",
                    "->" => " -> ",
                    "+" => " + ",
                    "|" => " | ",
                    "," => ", ",
                    ":" => ": ",
                    operator => operator,
                });
            }
            TokenTree::Ident(ident) => text.push_str(&ident.to_string()),
            TokenTree::Literal(literal) => text.push_str(&literal.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    #[test]
    fn long_lists_are_broken() {
        let long = "long".repeat(15);
        let ty = quote::format_ident!("{}", "Long".repeat(10));
        let cases = [
            (
                quote!(response: rt::ByStatus(&[(200, rt::Text(#long)), (301, rt::Empty)])),
                Reader::Compiler,
                format!(
                    "response: rt::ByStatus(&[\n    (200, rt::Text({long:?})),\n    (301, rt::Empty),\n])"
                ),
            ),
            (
                quote!(#[rules(max_items = 3, unique_items = rt::distinct::<Map<A, B>>, pattern = #long)]),
                Reader::Macro,
                format!(
                    "#[rules(\n    max_items = 3,\n    unique_items = rt::distinct::<Map<A, B>>,\n    pattern = {long:?}\n)]"
                ),
            ),
            (
                quote!(.constant(rt::Constant::header("long", #long).optional())),
                Reader::Compiler,
                format!(".constant(\n    rt::Constant::header(\"long\", {long:?}).optional(),\n)"),
            ),
            (
                quote!(name: Wrapper<#long, Option<#long>>),
                Reader::Macro,
                format!("name: Wrapper<\n    {long:?},\n    Option<{long:?}>\n>"),
            ),
            (
                quote!(impl Future<Output = Result<Tagged<#ty, (ETag, LastModified)>, #ty>> + Send),
                Reader::Compiler,
                format!(
                    "impl Future<\n    Output = Result<\n        Tagged<{ty}, (ETag, LastModified)>,\n        {ty},\n    >,\n> + Send"
                ),
            ),
        ];
        for (tokens, reader, expected) in cases {
            let mut text = String::new();
            print(&mut text, tokens, "", 10, reader);
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn tokens_are_printed_on_one_line() {
        let cases = [
            (
                quote!(pub r#type: Option<Vec<rt::Maybe<i64>>>),
                "pub r#type: Option<Vec<rt::Maybe<i64>>>",
            ),
            (
                quote!(pub others: BTreeMap<String, f64>),
                "pub others: BTreeMap<String, f64>",
            ),
            (
                quote!(#[rules(min = -1, pattern = "a b")]),
                r#"#[rules(min = -1, pattern = "a b")]"#,
            ),
            (
                quote!(#[read(query("q").or(Color::from("x")))]),
                r#"#[read(query("q").or(Color::from("x")))]"#,
            ),
            (
                quote!(
                    #[implied]
                    Internal
                ),
                "#[implied] Internal",
            ),
            (
                quote!(
                    #[other]
                    Other(String)
                ),
                "#[other] Other(String)",
            ),
            (quote!(Red = "red"), r#"Red = "red""#),
            (quote!(Red = "red" | "r"), r#"Red = "red" | "r""#),
            (quote!(pub struct Page<T>), "pub struct Page<T>"),
            (
                quote!(impl Fn(&mut Request) -> Result<(), E> + Send),
                "impl Fn(&mut Request) -> Result<(), E> + Send",
            ),
        ];
        for (tokens, expected) in cases {
            assert_eq!(one_line(&tokens), expected);
        }
    }
}
