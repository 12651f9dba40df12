//! Type expressions: `string`, `WorkspaceId`, `list<T>`, `map<T>`, `T?`.

use super::construct::Construct;
use super::contents::applied;
use super::foreign;
use super::inline_object::inline_object;
use super::kinds::text_of;
use super::problem::Problem;
use crate::api::Scalar;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use crate::document::{MAX_DEPTH, TypeExpr, TypeExprKind};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::words::{TUPLE_HELP, is_option, type_help, union_help, value_or_null};

const MALFORMED_TYPE: Code = Code("E0106");
const LIST_OF_TYPES: Code = Code("E0334");

impl TypeExpr {
    /// Reads the type of a construct. `what` names the node in diagnostics.
    pub(super) fn read(
        node: Node,
        what: &str,
        construct: Construct,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        if let NodeKind::Map(entries) = &node.kind {
            let mut names = entries.iter().map(|(name, _)| name.value.as_str());
            let is_field = |name: &&str| foreign::key(name, Construct::Type).is_none();
            diagnostics.push(inline_object(construct, names.find(is_field), node.span));
            return None;
        }
        if let NodeKind::List(items) = &node.kind
            && construct != Construct::Error
            && construct != Construct::ErrorContent
        {
            diagnostics.push(list_of_types(items, construct, node.span));
            return None;
        }
        let text = text_of(node, what, diagnostics)?;
        if matches!(construct, Construct::Parameter | Construct::Header) && is_option(&text.value) {
            let problem = Problem::new("a parameter is never null", ABSENT);
            diagnostics.push(problem.diagnostic(MALFORMED_TYPE, "a type", &text));
            return None;
        }
        if let Some(value) = value_or_null(&text.value)
            && let Some((why, help)) = never_null(construct, value)
        {
            let problem = Problem::new(why, help);
            diagnostics.push(problem.diagnostic(MALFORMED_TYPE, "a type", &text));
            return None;
        }
        Self::parse(&text, diagnostics)
    }

    /// Parses a type.
    pub(super) fn parse(text: &Spanned<String>, diagnostics: &mut Diagnostics) -> Option<Self> {
        match parse(text.value.trim(), text.span, 0) {
            Ok(expr) => Some(expr),
            Err(problem) => {
                diagnostics.push(problem.diagnostic(MALFORMED_TYPE, "a type", text));
                None
            }
        }
    }
}

/// A list where a type belongs: `[string, "null"]` of JSON Schema, or a tuple.
fn list_of_types(items: &[Node], construct: Construct, span: Span) -> Diagnostic {
    let is_null =
        |node: &&Node| matches!(node.kind, NodeKind::Null) || node.kind.as_text() == Some("null");
    let mut values = items.iter().filter(|item| !is_null(item));
    let value = values.next().and_then(|node| node.kind.as_text());
    let help = match (
        value,
        values.next(),
        items.iter().any(|item| is_null(&item)),
    ) {
        (Some(value), None, true) => match never_null(construct, value) {
            Some((why, help)) => format!("{why}: {help}"),
            None => format!("write `{value}?`: it may be null"),
        },
        (Some(value), None, false) => format!("write `list<{value}>` for a list"),
        _ => TUPLE_HELP.to_owned(),
    };
    let diagnostic = Diagnostic::error(LIST_OF_TYPES, "a list is not a type", span);
    diagnostic.help(help)
}

/// Why a construct is never null, and what to write for a type or null there. `None` if it may be null.
fn never_null(construct: Construct, value: &str) -> Option<(&'static str, String)> {
    let found = if matches!(construct, Construct::Parameter | Construct::Header) {
        let help = "outside of paths, a `?` after the name says that it may be absent";
        (
            "a parameter is never null",
            format!("write `{value}`; {help}"),
        )
    } else if construct == Construct::Newtype {
        let help = "where a value may be null, write a `?` after the newtype";
        (
            "a newtype is never null",
            format!("write `{value}`; {help}"),
        )
    } else if construct == Construct::Variant {
        let help = "where a value may be null, write a `?` after the union";
        (
            "a variant is never null",
            format!("write `{value}`; {help}"),
        )
    } else if construct == Construct::Body {
        ("a body is never null", format!("write `{value}`"))
    } else {
        return None;
    };
    Some(found)
}

const ABSENT: &str = "write the type alone; outside of paths, a `?` after the name says that it may be absent: \
                      `limit?: integer`";

/// The syntax of types, for a diagnostic.
const SYNTAX: &str = "a type is a scalar (`string`, `integer`, …), a name declared in `types`, `list<T>` or \
                      `map<T>`; `T?` may be null";

/// Every part has the span of the whole expression: quotes and escapes of the YAML scalar would make
/// finer spans unreliable.
fn parse(text: &str, span: Span, depth: usize) -> Result<TypeExpr, Problem> {
    if depth > MAX_DEPTH {
        let message = format!("it nests deeper than {MAX_DEPTH} levels");
        return Err(Problem::new(
            message,
            "declare an object for the inner levels",
        ));
    }
    let (text, nullable) = match text.strip_suffix('?') {
        Some(inner) => (inner.trim_end(), true),
        None => (text, false),
    };
    let kind = if let Some(inner) = generic(text, "list") {
        TypeExprKind::List(Box::new(parse(inner, span, depth + 1)?))
    } else if let Some(inner) = generic(text, "map") {
        TypeExprKind::Map(Box::new(parse(inner, span, depth + 1)?))
    } else if let Some(scalar) = Scalar::from_name(text) {
        TypeExprKind::Scalar(scalar)
    } else if text == Scalar::File.name() {
        TypeExprKind::Scalar(Scalar::File)
    } else {
        TypeExprKind::Named(name(text)?)
    };
    Ok(TypeExpr {
        nullable,
        ..TypeExpr::new(kind, span)
    })
}

fn generic<'t>(text: &'t str, constructor: &str) -> Option<&'t str> {
    let inner = text
        .strip_prefix(constructor)?
        .trim_start()
        .strip_prefix('<')?
        .strip_suffix('>')?;
    Some(inner.trim())
}

/// How many angle brackets of a list or a map are not closed.
pub(super) fn unclosed(text: &str) -> usize {
    let end = text.find('<').unwrap_or(text.len());
    let is_generic = matches!(text[..end].trim_end(), "list" | "map");
    let count = |bracket| text.matches(bracket).count();
    match is_generic {
        true => count('<').saturating_sub(count('>')),
        false => 0,
    }
}

fn is_tuple(text: &str) -> bool {
    let end = text.find('<').unwrap_or(text.len());
    text[..end].trim_end().eq_ignore_ascii_case("tuple")
}

fn name(text: &str) -> Result<String, Problem> {
    if text.is_empty() {
        return Err(Problem::new("a name is missing", SYNTAX));
    }
    if text.ends_with('?') {
        return Err(Problem::new("it has more than one `?`", SYNTAX));
    }
    if text.contains('|') {
        return Err(Problem::new("it is a union", union_help(text)));
    }
    match text.chars().find(|c| !unicode_ident::is_xid_continue(*c)) {
        Some(',' | '<') if is_tuple(text) => Err(Problem::new("it is a tuple", TUPLE_HELP)),
        Some(',') => Err(Problem::new(
            "`map` takes one type, the type of the values",
            match text.rsplit(',').next().map(str::trim) {
                Some(value) if !value.is_empty() => {
                    format!("write `map<{value}>`; the keys are strings")
                }
                Some(_) | None => "write `map<T>`; the keys are strings".to_owned(),
            },
        )),
        Some('<') if unclosed(text) > 0 && !text.ends_with('<') => {
            let written = format!("write `{text}{}`", ">".repeat(unclosed(text)));
            Err(Problem::new("a `>` is missing", written))
        }
        Some('<') if applied(text).is_some() => Err(Problem::new(
            "only `list<T>` and `map<T>` have a type in angle brackets here",
            "pages and other contents are for bodies and responses only; use a type, such as `list<T>`",
        )),
        Some('<') => Err(Problem::new(
            "only `list<T>` and `map<T>` have a type in angle brackets here",
            type_help(text).unwrap_or(Help::text(
                "a response that is a page has the name of its pager, such as `page<T>`",
            )),
        )),
        Some(c) => Err(Problem::new(
            format!("a name cannot contain `{c}`"),
            type_help(text).unwrap_or(Help::text(SYNTAX)),
        )),
        None => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use crate::source::SourceFile;

    const SPEC: &str = "\
specsmith: 1
api: { name: Library, title: Library API, version: 1.0.0 }
types:
  BookId: { newtype: %T }
  Medium: { union: { text: %T, number: integer } }
  Book: { fields: { note: %F } }
operations:
  get_book: { route: 'GET /books/{id}', path: { id: %T }, query: { of?: %T }, headers: { X-Reader: %T }, returns: Book }
  add_book: { route: POST /books, body: %T, query: { id: BookId }, returns: Medium }
";

    /// What a diagnostic says to write is valid there.
    #[test]
    fn advice_about_null_needs_no_further_advice() {
        let errors = |ty: &str, of_field: &str| {
            let text = SPEC.replace("%T", ty).replace("%F", of_field);
            let read = crate::read(&SourceFile::new("library.yaml", text));
            read.err().unwrap_or_default()
        };
        for wrong in ["string | null", "'null | string'", "[string, 'null']"] {
            let found = errors(wrong, wrong);
            let help = |wanted: &str| {
                let helps = found.iter().filter_map(|error| error.help.as_deref());
                let same = helps.filter(|help| help.contains(&format!("write `{wanted}`")));
                same.count()
            };
            assert_eq!((help("string"), help("string?")), (6, 1), "{wrong}");
        }
        assert!(errors("string", "string?").is_empty());
    }
}
