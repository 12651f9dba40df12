//! Functions: declarations, and bodies that are one chain of calls. They are most of the generated lines outside
//! of tables.

use proc_macro2::TokenStream;

use super::printed::Printed;
use super::table::{Entry, print_entry};
use super::tokens::{INDENTATION, Reader, WIDTH, last_line, one_line, print};

/// A function or method, nearly in the layout of rustfmt, which breaks more chains. The layout of a scaffold, which
/// people edit, is exactly the layout of rustfmt: see [`signature`](super::signature()).
pub(crate) struct Function {
    /// Documentation, attributes and name: `pub fn get_book`.
    pub(crate) head: Entry,
    /// `&self`, `request: GetBook`.
    pub(crate) arguments: Vec<TokenStream>,
    /// The returned type.
    pub(crate) returned: TokenStream,
    /// A value and the calls on it, `[self.call, .path(&[&id])]`. `None` for a method that is only declared.
    pub(crate) body: Option<Vec<TokenStream>>,
}

impl Function {
    /// The text, with this indentation.
    pub(super) fn print(&self, indentation: &str) -> String {
        let mut text = String::new();
        print_entry(&mut text, indentation, &self.head);
        self.print_signature(&mut text, indentation);
        match &self.body {
            None => text.push_str(";\n"),
            Some(chain) => {
                text.push_str(" {\n");
                print_chain(&mut text, indentation, chain);
                text.push_str(indentation);
                text.push_str("}\n");
            }
        }
        text
    }

    /// Prints what comes between the name and the body.
    fn print_signature(&self, text: &mut String, indentation: &str) {
        let arguments: Vec<String> = self.arguments.iter().map(one_line).collect();
        let returned = one_line(&self.returned);
        let line = format!("({}) -> {returned}", arguments.join(", "));
        if last_line(text).len() + line.len() + BRACE <= WIDTH {
            text.push_str(&line);
            return;
        }
        text.push_str("(\n");
        let inner = format!("{indentation}{INDENTATION}");
        for argument in &self.arguments {
            text.push_str(&inner);
            print(text, argument.clone(), &inner, COMMA, Reader::Compiler);
            text.push_str(",\n");
        }
        text.push_str(&format!("{indentation}) -> "));
        let returned = self.returned.clone();
        print(text, returned, indentation, BRACE, Reader::Compiler);
    }
}

/// The length of `,`.
const COMMA: usize = 1;

/// The length of ` {`.
const BRACE: usize = 2;

impl From<&Function> for Printed {
    fn from(function: &Function) -> Self {
        Self::apart(function.print(""))
    }
}

impl Entry {
    /// The static with the chain of calls that makes its value: `pub static GET_BOOK: rt::Operation =` and
    /// `rt::Operation::new(…).returns(…);`.
    pub(crate) fn static_chain(&self, chain: &[TokenStream]) -> Printed {
        let mut text = String::new();
        print_entry(&mut text, "", self);
        text.push_str(" =\n");
        print_chain(&mut text, "", chain);
        text.truncate(text.trim_end().len());
        Printed::apart(text + ";\n")
    }
}

fn print_chain(text: &mut String, indentation: &str, chain: &[TokenStream]) {
    let indentation = format!("{indentation}{INDENTATION}");
    text.push_str(&indentation);
    let whole: TokenStream = chain.iter().cloned().collect();
    // Two links stay together: only the arguments of the call are broken.
    if chain.len() <= 2 || indentation.len() + one_line(&whole).len() <= WIDTH {
        print(text, whole, &indentation, 0, Reader::Compiler);
    } else {
        let inner = format!("{indentation}{INDENTATION}");
        for (index, link) in chain.iter().enumerate() {
            if index > 0 {
                text.push('\n');
                text.push_str(&inner);
            }
            print(text, link.clone(), &inner, 0, Reader::Compiler);
        }
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    fn declared(returned: TokenStream) -> String {
        let function = Function {
            head: Entry {
                marker: None,
                documentation: vec!["Lists.".to_owned()],
                comment: None,
                attributes: Vec::new(),
                tokens: quote!(fn list),
            },
            arguments: vec![quote!(&self), quote!(caller: Self::Caller)],
            returned,
            body: None,
        };
        function.print(INDENTATION)
    }

    #[test]
    fn signatures_are_broken_if_they_do_not_fit() {
        let short = quote!(impl Future<Output = Result<(), ListError>> + Send);
        assert_eq!(
            declared(short),
            "    /// Lists.
    fn list(&self, caller: Self::Caller) -> impl Future<Output = Result<(), ListError>> + Send;
"
        );
        let longer = quote!(impl Future<Output = Result<BTreeMap<String, Book>, ListError>> + Send);
        assert_eq!(
            declared(longer),
            "    /// Lists.
    fn list(
        &self,
        caller: Self::Caller,
    ) -> impl Future<Output = Result<BTreeMap<String, Book>, ListError>> + Send;
"
        );
        let longest = quote!(
            rt::Call<
                BTreeMap<String, ListAllBooksOfAnAuthorItem>,
                ListAllBooksOfAnAuthorError<BTreeMap<String, i64>>,
            >
        );
        assert_eq!(
            declared(longest),
            "    /// Lists.
    fn list(
        &self,
        caller: Self::Caller,
    ) -> rt::Call<
        BTreeMap<String, ListAllBooksOfAnAuthorItem>,
        ListAllBooksOfAnAuthorError<BTreeMap<String, i64>>,
    >;
"
        );
    }

    #[test]
    fn chains_are_broken_if_they_do_not_fit() {
        let short = [quote!(self.call), quote!(.query("a", &a)), quote!(.into())];
        let mut text = String::new();
        print_chain(&mut text, "", &short);
        assert_eq!(text, "    self.call.query(\"a\", &a).into()\n");

        // A hundred columns fit.
        for (length, lines) in [(WIDTH, 1), (WIDTH + 1, 3)] {
            let name = "n".repeat(length - "    self.call.query(&).into()".len());
            let name = quote::format_ident!("{name}");
            let chain = [quote!(self.call), quote!(.query(&#name)), quote!(.into())];
            let mut text = String::new();
            print_chain(&mut text, "", &chain);
            assert_eq!(text.lines().count(), lines, "{text}");
        }
    }

    #[test]
    fn arguments_are_broken_if_they_do_not_fit() {
        let long = quote::format_ident!("{}", "LONG".repeat(10));
        let chain = [
            quote!(routes),
            quote!(.route_any(&#long, &[&[Key::#long]], A::a)),
        ];
        let mut text = String::new();
        print_chain(&mut text, "", &chain);
        assert_eq!(
            text,
            format!(
                "    routes.route_any(\n        &{long},\n        &[&[Key::{long}]],\n        A::a,\n    )\n"
            )
        );
    }

    #[test]
    fn printed_functions_are_rust() {
        let name = quote::format_ident!("r#type");
        let long = quote::format_ident!("{}", "Long".repeat(20));
        for (arguments, returned) in [
            (vec![], quote!(Self)),
            (
                vec![quote!(&self), quote!(#name: impl Into<String>)],
                quote!(Vec<Vec<i64>>),
            ),
            (
                vec![quote!(&self), quote!(request: #long)],
                quote!(impl Future<Output = Result<BTreeMap<String, #long>, #long>> + Send),
            ),
        ] {
            for body in [
                None,
                Some(vec![
                    quote!(self.call),
                    quote!(.query("type", &#name.into())),
                ]),
            ] {
                let function = Function {
                    head: Entry {
                        marker: None,
                        documentation: vec!["Gets.".to_owned()],
                        comment: None,
                        attributes: vec![quote!(#[inline])],
                        tokens: quote!(fn #name<A: Api>),
                    },
                    arguments: arguments.clone(),
                    returned: returned.clone(),
                    body,
                };
                let text = format!("trait T {{\n{}}}\n", function.print(INDENTATION));
                assert!(syn::parse_str::<syn::ItemTrait>(&text).is_ok(), "{text}");
            }
        }
    }
}
