//! Counts what a crate consists of: lines of its files, and functions and impls after macros are expanded.

use syn::visit::{self, Visit};

/// The number of lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) all: usize,
    /// Without comments, documentation and blank lines.
    pub(crate) code: usize,
}

impl std::ops::AddAssign for Lines {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.code += other.code;
    }
}

/// Counts the lines of a Rust file. Documentation that is written as a `doc` attribute is a comment, too.
pub(crate) fn lines(text: &str) -> Lines {
    let mut lines = Lines::default();
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        lines.all += 1;
        in_comment |= line.starts_with("/*");
        let comment = in_comment
            || line.starts_with("//")
            || line.starts_with("#[doc =")
            || line.starts_with("#![doc =");
        in_comment &= !line.ends_with("*/");
        if !comment && !line.is_empty() {
            lines.code += 1;
        }
    }
    lines
}

/// The items of an expanded crate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Items {
    /// Functions with a body: free functions, methods and default methods of traits, also inside of other
    /// functions. Closures are not counted.
    pub(crate) functions: usize,
    /// `impl` blocks.
    pub(crate) impls: usize,
}

/// Counts the items of the output of `rustc -Zunpretty=expanded`.
///
/// # Errors
///
/// The text is not Rust that `syn` can parse.
pub(crate) fn items(expanded: &str) -> syn::Result<Items> {
    // `syn` does not know `super let`, to which `std::pin::pin!` expands.
    let text = expanded.replace("super let ", "let ");
    let mut items = Items::default();
    items.visit_file(&syn::parse_file(&text)?);
    Ok(items)
}

impl<'ast> Visit<'ast> for Items {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.functions += 1;
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, method: &'ast syn::ImplItemFn) {
        self.functions += 1;
        visit::visit_impl_item_fn(self, method);
    }

    fn visit_trait_item_fn(&mut self, method: &'ast syn::TraitItemFn) {
        self.functions += usize::from(method.default.is_some());
        visit::visit_trait_item_fn(self, method);
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        self.impls += 1;
        visit::visit_item_impl(self, block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_documentation_and_blank_lines_are_no_code() {
        let text = "//! A crate.\n\n#[doc = \"A type.\"]\n#[derive(Debug)]\nstruct A; // a comment\n\
                    /* A long\n\n comment. */\nfn b() {}\n    /// C.\n";
        assert_eq!(lines(text), Lines { all: 10, code: 3 });
    }

    #[track_caller]
    fn assert_items(text: &str, functions: usize, impls: usize) {
        assert_eq!(items(text).unwrap(), Items { functions, impls });
    }

    #[test]
    fn functions_with_a_body_are_counted() {
        assert_items("fn a() {} async fn b() {} const fn c() {}", 3, 0);
        assert_items("mod m { pub fn a() {} mod n { fn b() {} } }", 2, 0);
        assert_items("fn a() { fn b() {} let c = || { fn d() {} }; }", 3, 0);
    }

    #[test]
    fn methods_and_default_methods_are_counted() {
        assert_items("impl A { fn a() {} fn b(&self) {} } impl B for A {}", 2, 2);
        assert_items("trait A { fn a(); fn b() {} }", 1, 0);
        assert_items("const _: () = { impl A for B { fn a() {} } };", 1, 1);
    }

    #[test]
    fn functions_without_a_body_are_not_counted() {
        assert_items("extern \"C\" { fn a(); } type B = fn(u8) -> u8;", 0, 0);
        assert_items("const A: fn() = || (); struct B(fn());", 0, 0);
    }

    #[test]
    fn expanded_pins_are_parsed() {
        assert_items("fn a() { { super let mut b = c(); } }", 1, 0);
    }

    #[test]
    fn text_that_is_not_rust_is_an_error() {
        assert!(items("fn a( {").is_err());
    }
}
