//! Tokens of types, literals and calls as text, without `syn` and `prettyplease`.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

use super::layout::WIDTH;

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

/// Prints tokens behind the last line of the text. If the line gets too long and the tokens end with a list, each of
/// its parts gets a line. `after` is the length of what follows the tokens.
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
    let mut before: Vec<TokenTree> = tokens.into_iter().collect();
    match before.pop_if(|last| is_list(last)) {
        Some(TokenTree::Group(group)) => {
            print_tokens(text, before.into_iter().collect());
            print_group(text, &group, indentation, after, reader);
        }
        Some(_) | None => text.push_str(&line),
    }
}

/// Whether the token is a group that can be broken into lines.
fn is_list(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if !group.stream().is_empty())
}

fn print_group(text: &mut String, group: &Group, indentation: &str, after: usize, reader: Reader) {
    let (open, close) = delimiters(group);
    let mut parts = parts(group.stream());
    text.push_str(open);
    if let [only] = parts.as_mut_slice()
        && only.last().is_some_and(is_list)
    {
        // `f(&[` is one bracket, which `])` closes.
        let only = std::mem::take(only).into_iter().collect();
        print(text, only, indentation, close.len() + after, reader);
    } else {
        let inner = format!("{indentation}{INDENTATION}");
        let count = parts.len();
        for (index, part) in parts.into_iter().enumerate() {
            text.push('\n');
            text.push_str(&inner);
            print(text, part.into_iter().collect(), &inner, ",".len(), reader);
            if index + 1 < count || reader == Reader::Compiler {
                text.push(',');
            }
        }
        text.push('\n');
        text.push_str(indentation);
    }
    text.push_str(close);
}

/// The tokens between the commas of a group, apart from commas of generic types.
fn parts(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
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
    parts
}

fn delimiters(group: &Group) -> (&'static str, &'static str) {
    match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::None => ("", ""),
    }
}

/// Prints the tokens of types, literals and calls on one line: `Option<Vec<i64>>`, `min = -1, max = 1`.
pub(super) fn print_tokens(text: &mut String, tokens: TokenStream) {
    let mut after_word = false;
    for token in tokens {
        let is_word = matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_));
        if after_word && is_word {
            text.push(' ');
        }
        after_word = is_word;
        match token {
            TokenTree::Group(group) => {
                let (open, close) = delimiters(&group);
                text.push_str(open);
                print_tokens(text, group.stream());
                text.push_str(close);
            }
            TokenTree::Punct(punct) => match (punct.as_char(), punct.spacing()) {
                ('=', _) => text.push_str(" = "),
                (',', _) => text.push_str(", "),
                ('+', _) => text.push_str(" + "),
                // `->`
                ('-', Spacing::Joint) => text.push_str(" -"),
                ('>', _) if text.ends_with(" -") => text.push_str("> "),
                // An alternative, or the end of a closure's arguments.
                ('|', _) if text.ends_with('"') => text.push_str(" | "),
                ('|', _) if text.ends_with(|c: char| c.is_alphanumeric()) => text.push_str("| "),
                (':', Spacing::Alone) if !text.ends_with(':') => text.push_str(": "),
                (other, _) => text.push(other),
            },
            TokenTree::Ident(ident) => text.push_str(&ident.to_string()),
            TokenTree::Literal(literal) => text.push_str(&literal.to_string()),
        }
        if text.ends_with([']', ')']) {
            after_word = true;
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
                quote!(name: Wrapper<#long, #long>),
                Reader::Compiler,
                format!("name: Wrapper<{long:?}, {long:?}>"),
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
