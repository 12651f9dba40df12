//! Type expressions: `string`, `WorkspaceId`, `list<T>`, `map<T>`, `T?`.

use super::foreign;
use super::inline_object::inline_object;
use super::node::{Node, NodeKind};
use super::place::Place;
use super::problem::Problem;
use super::table::text_of;
use crate::api::Scalar;
use crate::diagnostic::{Code, Diagnostics};
use crate::source::{Span, Spanned};
use std::fmt;

const MALFORMED_TYPE: Code = Code("E0106");

/// How deep `list<list<…>>` may nest. Real APIs need fewer than four levels.
const MAX_DEPTH: usize = 8;

/// A type as written.
#[derive(Debug, Clone)]
pub(crate) struct TypeExpr {
    pub(crate) kind: TypeExprKind,
    /// Whether the expression ends with `?`: the value may be null.
    pub(crate) nullable: bool,
    pub(crate) span: Span,
}

/// A type without its nullability.
#[derive(Debug, Clone)]
pub(crate) enum TypeExprKind {
    Scalar(Scalar),
    Named(String),
    List(Box<TypeExpr>),
    Map(Box<TypeExpr>),
}

impl TypeExpr {
    /// Reads the type of what is at `place`. `what` names the node in diagnostics.
    pub(super) fn read(
        node: Node,
        what: &str,
        place: Place,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        if let NodeKind::Map(entries) = &node.kind {
            let mut names = entries.iter().map(|(name, _)| name.value.as_str());
            let is_field = |name: &&str| foreign::key(name, Place::Type).is_none();
            diagnostics.push(inline_object(place, names.find(is_field), node.span));
            return None;
        }
        let text = text_of(node, what, diagnostics)?;
        Self::parse(&text, diagnostics)
    }

    fn parse(text: &Spanned<String>, diagnostics: &mut Diagnostics) -> Option<Self> {
        match parse(text.value.trim(), text.span, 0) {
            Ok(expr) => Some(expr),
            Err(problem) => {
                diagnostics.push(problem.diagnostic(MALFORMED_TYPE, "a type", text));
                None
            }
        }
    }

    /// The named type that the expression refers to, directly or in lists and maps.
    pub(crate) fn named(&self) -> Option<Spanned<&str>> {
        match &self.kind {
            TypeExprKind::Scalar(_) => None,
            TypeExprKind::Named(name) => Some(Spanned::new(name, self.span)),
            TypeExprKind::List(inner) | TypeExprKind::Map(inner) => inner.named(),
        }
    }
}

/// As written, without spaces.
impl fmt::Display for TypeExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            TypeExprKind::Scalar(scalar) => f.write_str(scalar.name())?,
            TypeExprKind::Named(name) => f.write_str(name)?,
            TypeExprKind::List(inner) => write!(f, "list<{inner}>")?,
            TypeExprKind::Map(inner) => write!(f, "map<{inner}>")?,
        }
        f.write_str(if self.nullable { "?" } else { "" })
    }
}

/// What a type is, for a diagnostic.
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
    } else {
        TypeExprKind::Named(name(text)?)
    };
    Ok(TypeExpr {
        kind,
        nullable,
        span,
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

fn name(text: &str) -> Result<String, Problem> {
    if text.is_empty() {
        return Err(Problem::new("a name is missing", SYNTAX));
    }
    if text.ends_with('?') {
        return Err(Problem::new("it has more than one `?`", SYNTAX));
    }
    if text.contains('|') {
        return Err(Problem::new("it is a union", foreign::union_help(text)));
    }
    match text
        .chars()
        .find(|c| !c.is_ascii_alphanumeric() && *c != '_')
    {
        Some(',') => Err(Problem::new(
            "`map` takes one type, that of the values",
            "write `map<T>`; the keys are strings",
        )),
        Some(c) => Err(Problem::new(
            format!("a name cannot contain `{c}`"),
            foreign::type_help(text).unwrap_or(SYNTAX),
        )),
        None => Ok(text.to_owned()),
    }
}
