//! Tables: the items that macros of the runtime take, and statics. They are most of the generated lines,
//! so they are printed line by line, without `syn` and `prettyplease`.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use super::function::line_by_line;
use super::layout::WIDTH;

/// An item of a head, such as `pub struct Member`, and of rows.
pub(crate) struct Table {
    pub(crate) head: Entry,
    pub(crate) rows: Vec<Entry>,
}

/// The head or a row of a table.
pub(crate) struct Entry {
    /// The attribute before its doc comment, by which the runtime's macro knows what follows.
    pub(crate) marker: Option<TokenStream>,
    /// The lines of its doc comment.
    pub(crate) documentation: Vec<String>,
    /// Its attributes: `#[field(optional)]`. Each is on a line of its own.
    pub(crate) attributes: Vec<TokenStream>,
    /// The rest: `pub name: String`.
    pub(crate) tokens: TokenStream,
}

impl Entry {
    /// The same entry with these attributes.
    pub(crate) fn with(self, attributes: impl IntoIterator<Item = TokenStream>) -> Self {
        Self {
            attributes: attributes.into_iter().collect(),
            ..self
        }
    }

    /// The item as the input of a macro.
    pub(super) fn print_call(&self, path: &str) -> String {
        let mut text = format!("{path}! {{\n");
        print_entry(&mut text, INDENTATION, self);
        text.push_str("\n}\n");
        text
    }

    /// The item, `pub type Name`, with what it stands for.
    pub(super) fn print_alias(&self, of: &TokenStream) -> String {
        let mut text = String::new();
        print_entry(&mut text, "", self);
        let of = one_line(of);
        let fits = last_line(&text).len() + of.len() + " = ;".len() <= WIDTH;
        if fits {
            return text + &format!(" = {of};\n");
        }
        let line = format!("{INDENTATION}{of}");
        let of = if line.len() + ";".len() <= WIDTH {
            line
        } else {
            line_by_line(&line, INDENTATION)
        };
        text + &format!(" =\n{of};\n")
    }
}

impl Table {
    /// The item as the input of a macro.
    pub(super) fn print_call(&self, path: &str) -> String {
        let mut text = format!("{path}! {{\n");
        self.print(&mut text, INDENTATION);
        text.push_str("\n}\n");
        text
    }

    /// A struct whose fields have no names as the input of a macro.
    pub(super) fn print_tuple(&self, path: &str) -> String {
        let mut text = format!("{path}! {{\n");
        self.print_rows(&mut text, INDENTATION, "(", ");");
        text.push_str("\n}\n");
        text
    }

    /// The item as a static struct.
    pub(super) fn print_static(&self) -> String {
        let mut text = String::new();
        self.print(&mut text, "");
        text.push_str(";\n");
        text
    }

    /// The item as a static slice. The head ends before the bracket.
    pub(super) fn print_static_list(&self) -> String {
        let mut text = String::new();
        self.print_rows(&mut text, "", "[", "]");
        text.push_str(";\n");
        text
    }

    fn print(&self, text: &mut String, indentation: &str) {
        self.print_rows(text, indentation, " {", "}");
    }

    fn print_rows(&self, text: &mut String, indentation: &str, open: &str, close: &str) {
        print_entry(text, indentation, &self.head);
        text.push_str(open);
        if self.rows.is_empty() {
            text.push_str(close);
            return;
        }
        text.push('\n');
        let inner = format!("{indentation}{INDENTATION}");
        for row in &self.rows {
            print_entry(text, &inner, row);
            text.push_str(",\n");
        }
        text.push_str(indentation);
        text.push_str(close);
    }
}

/// The indentation of what is in an item.
pub(super) const INDENTATION: &str = "    ";

/// The line at the end of a text.
pub(super) fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or(text)
}

/// The text of tokens that fit on one line.
pub(super) fn one_line(tokens: &TokenStream) -> String {
    let mut text = String::new();
    print_tokens(&mut text, tokens.clone());
    text
}

pub(super) fn print_entry(text: &mut String, indentation: &str, entry: &Entry) {
    if let Some(marker) = &entry.marker {
        text.push_str(indentation);
        print_tokens(text, marker.clone());
        text.push('\n');
    }
    for line in &entry.documentation {
        text.push_str(indentation);
        text.push_str(format!("/// {line}").trim_end());
        text.push('\n');
    }
    for attribute in &entry.attributes {
        text.push_str(indentation);
        print_tokens(text, attribute.clone());
        text.push('\n');
    }
    text.push_str(indentation);
    print_tokens(text, entry.tokens.clone());
}

/// Prints the tokens of types, literals and calls on one line: `Option<Vec<i64>>`, `min = -1, max = 1`.
fn print_tokens(text: &mut String, tokens: TokenStream) {
    let mut after_word = false;
    for token in tokens {
        let is_word = matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_));
        if after_word && is_word {
            text.push(' ');
        }
        after_word = is_word;
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                print_tokens(text, group.stream());
                text.push_str(close);
            }
            TokenTree::Punct(punct) => match (punct.as_char(), punct.spacing()) {
                ('=', _) => text.push_str(" = "),
                (',', _) => text.push_str(", "),
                ('+', _) => text.push_str(" + "),
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

    use super::one_line;

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
        ];
        for (tokens, expected) in cases {
            assert_eq!(one_line(&tokens), expected);
        }
    }
}
