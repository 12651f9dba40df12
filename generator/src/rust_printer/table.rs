//! Tables: the items that macros of the runtime take, and statics. They are most of the generated lines.

use proc_macro2::TokenStream;

use super::printed::Printed;
use super::tokens::{INDENTATION, Reader, WIDTH, last_line, one_line, print, print_tokens};

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
    /// The comment that explains its attributes, if they do not explain themselves.
    pub(crate) comment: Option<&'static str>,
    /// Its attributes: `#[field(optional)]`. Each is on a separate line.
    pub(crate) attributes: Vec<TokenStream>,
    /// The rest: `pub name: String`.
    pub(crate) tokens: TokenStream,
}

impl Entry {
    /// Tokens alone.
    pub(crate) fn new(tokens: TokenStream) -> Self {
        Self {
            marker: None,
            documentation: Vec::new(),
            comment: None,
            attributes: Vec::new(),
            tokens,
        }
    }

    /// Adds an attribute, if there is one.
    pub(crate) fn with(mut self, attribute: impl Into<Option<TokenStream>>) -> Self {
        self.attributes.extend(attribute.into());
        self
    }

    /// The item as the input of a macro.
    pub(crate) fn call(&self, path: &str) -> Printed {
        let mut text = format!("{path}! {{\n");
        print_entry(&mut text, INDENTATION, self);
        text.push_str("\n}\n");
        Printed::apart(text)
    }

    /// The type alias. The entry ends before the `=`.
    pub(crate) fn alias(&self, target: &TokenStream) -> Printed {
        Printed::apart(self.print_alias("", target))
    }

    /// The item, `pub type Name` or `pub const NAME: u8`, with what it stands for.
    pub(super) fn print_alias(&self, indentation: &str, target: &TokenStream) -> String {
        let mut text = String::new();
        print_entry(&mut text, indentation, self);
        let fits = last_line(&text).len() + one_line(target).len() + " = ;".len() <= WIDTH;
        let inner = format!("{indentation}{INDENTATION}");
        text.push_str(" =");
        text.push_str(&if fits {
            " ".to_owned()
        } else {
            format!("\n{inner}")
        });
        print(
            &mut text,
            target.clone(),
            &inner,
            ";".len(),
            Reader::Compiler,
        );
        text + ";\n"
    }
}

impl Table {
    /// The item as the input of a macro: `rt::object! { … }`.
    pub(crate) fn call(&self, path: &str) -> Printed {
        self.call_in(path, (" {", "}"))
    }

    /// A struct whose fields have no names as the input of a macro: `rt::tuple! { … }`.
    pub(crate) fn tuple_call(&self, path: &str) -> Printed {
        self.call_in(path, ("(", ");"))
    }

    fn call_in(&self, path: &str, brackets: (&str, &str)) -> Printed {
        let mut text = format!("{path}! {{\n");
        self.print_rows(&mut text, INDENTATION, brackets, Reader::Macro);
        text.push_str("\n}\n");
        Printed::apart(text)
    }

    /// The item as a static struct: `static EVENTS: rt::EventFormat = rt::EventFormat { … };`.
    pub(crate) fn static_struct(&self) -> Printed {
        self.static_in((" {", "}"))
    }

    /// The item as a static slice, with a line for each row: `pub static ALL: &[&str] = &["a", "b"];`. The head ends
    /// before the bracket.
    pub(crate) fn static_list(&self) -> Printed {
        self.static_in(("[", "]"))
    }

    fn static_in(&self, brackets: (&str, &str)) -> Printed {
        let mut text = String::new();
        self.print_rows(&mut text, "", brackets, Reader::Compiler);
        text.push_str(";\n");
        Printed::apart(text)
    }

    fn print_rows(
        &self,
        text: &mut String,
        indentation: &str,
        (open, close): (&str, &str),
        reader: Reader,
    ) {
        print_entry(text, indentation, &self.head);
        text.push_str(open);
        if self.rows.is_empty() {
            text.push_str(close);
            return;
        }
        text.push('\n');
        let inner = format!("{indentation}{INDENTATION}");
        for row in &self.rows {
            print_attributes(text, &inner, row);
            print(text, row.tokens.clone(), &inner, ",".len(), reader);
            text.push_str(",\n");
        }
        text.push_str(indentation);
        text.push_str(close);
    }
}

/// Prints an entry on its own, such as a head, whose tokens stay on one line.
pub(super) fn print_entry(text: &mut String, indentation: &str, entry: &Entry) {
    print_attributes(text, indentation, entry);
    print_tokens(text, entry.tokens.clone());
}

/// Prints what is before the tokens of an entry, and the indentation of these.
fn print_attributes(text: &mut String, indentation: &str, entry: &Entry) {
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
    if let Some(comment) = entry.comment {
        text.push_str(&format!("{indentation}// {comment}\n"));
    }
    for attribute in &entry.attributes {
        text.push_str(indentation);
        print(text, attribute.clone(), indentation, 0, Reader::Macro);
        text.push('\n');
    }
    text.push_str(indentation);
}
