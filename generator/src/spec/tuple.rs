//! Tuples: a list of types.

use super::field::read_element;
use super::kinds::list_of;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{FieldEntry, MOST_ELEMENTS};
use crate::node::Node;
use crate::source::{Span, Spanned};

const NO_ELEMENTS: Code = Code("E0330");
const MANY_ELEMENTS: Code = Code("E0331");
const PARTLY_NAMED: Code = Code("E0332");
const ABSENT_ELEMENT: Code = Code("E0333");

/// Reads the elements of `tuple`.
pub(super) fn read_tuple(node: Node, diagnostics: &mut Diagnostics) -> Option<Vec<FieldEntry>> {
    let span = node.span;
    let nodes = list_of(node, "`tuple`", diagnostics)?;
    if nodes.is_empty() {
        let diagnostic = Diagnostic::error(NO_ELEMENTS, "a tuple has at least one element", span);
        diagnostics.push(diagnostic.help("list the types: `tuple: [number, number]`"));
        return None;
    }
    if nodes.len() > MOST_ELEMENTS {
        let message = format!("a tuple has at most {MOST_ELEMENTS} elements");
        let diagnostic = Diagnostic::error(MANY_ELEMENTS, message, span);
        diagnostics.push(diagnostic.help("if all have the same type, use a list"));
    }
    let count = nodes.len();
    let elements = nodes.into_iter().enumerate();
    let elements = elements.filter_map(|(index, node)| {
        let name = Spanned::new(index.to_string(), node.span);
        read_element(name, node, diagnostics)
    });
    let mut elements: Vec<FieldEntry> = elements.collect();
    for element in &mut elements {
        remove_question_mark(element, diagnostics);
    }
    check_names(&elements, span, diagnostics);
    (elements.len() == count).then_some(elements)
}

/// Reports an element that may be absent: the next one would be in its place.
fn remove_question_mark(element: &mut FieldEntry, diagnostics: &mut Diagnostics) {
    if let Some(name) = &mut element.rust_name
        && let Some(plain) = name.value.strip_suffix('?')
    {
        let message = "an element of a tuple cannot be absent";
        let diagnostic = Diagnostic::error(ABSENT_ELEMENT, message, name.span);
        let help = format!("write `{plain}`; a value that may be null has a `?` after its type");
        diagnostics.push(diagnostic.help(help));
        name.value = plain.to_owned();
    }
}

/// Reports names of some of the elements: the struct has fields with names, or without.
fn check_names(elements: &[FieldEntry], span: Span, diagnostics: &mut Diagnostics) {
    let named = elements
        .iter()
        .find_map(|element| element.rust_name.as_ref());
    let unnamed = elements.iter().find(|element| element.rust_name.is_none());
    if let (Some(named), Some(unnamed)) = (named, unnamed) {
        let message = "some elements of the tuple have a name, and others have none";
        let diagnostic = Diagnostic::error(PARTLY_NAMED, message, span);
        diagnostics.push(
            diagnostic
                .also(named.span, "a name")
                .also(unnamed.name.span, "an element without a name")
                .help("give each element a `name`, or none"),
        );
    }
}
