//! Type expressions: `string`, `WorkspaceId`, `list<T>`, `map<T>`, and `T?` for what may be null.

use super::node::Node;
use super::table::text_of;
use crate::api::Scalar;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Span, Spanned};
use std::fmt;

const MALFORMED_TYPE: Code = Code("E0106");

/// How deep `list<list<…>>` may go; real APIs stay below four.
const MAX_DEPTH: usize = 16;

/// A type as it is written.
#[derive(Debug, Clone)]
pub(crate) struct TypeExpr {
    pub(crate) kind: TypeExprKind,
    /// Whether a `?` follows: the value may be null.
    pub(crate) nullable: bool,
    pub(crate) span: Span,
}

/// What a type is, its nullability aside.
#[derive(Debug, Clone)]
pub(crate) enum TypeExprKind {
    Scalar(Scalar),
    Named(String),
    List(Box<TypeExpr>),
    Map(Box<TypeExpr>),
}

impl TypeExpr {
    /// Reads a node that holds a type expression. `what` names it, a key in backticks.
    pub(super) fn read(node: Node, what: &str, diagnostics: &mut Diagnostics) -> Option<Self> {
        let text = text_of(node, what, diagnostics)?;
        Self::parse(&text, diagnostics)
    }

    fn parse(text: &Spanned<String>, diagnostics: &mut Diagnostics) -> Option<Self> {
        match parse(text.value.trim(), text.span, 0) {
            Ok(expr) => Some(expr),
            Err(problem) => {
                let message = format!("`{}` is not a type: {problem}", text.value);
                let diagnostic = Diagnostic::error(MALFORMED_TYPE, message, text.span)
                    .help("a type is a scalar, a name of `types`, `list<T>` or `map<T>`; `T?` may be null");
                diagnostics.push(diagnostic);
                None
            }
        }
    }

    /// The name that the expression refers to, through lists and maps.
    pub(crate) fn named(&self) -> Option<Spanned<&str>> {
        match &self.kind {
            TypeExprKind::Scalar(_) => None,
            TypeExprKind::Named(name) => Some(Spanned::new(name, self.span)),
            TypeExprKind::List(inner) | TypeExprKind::Map(inner) => inner.named(),
        }
    }
}

/// As it is written, without its spaces.
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

/// The span of every part is that of the whole expression: it is one YAML scalar, and quoting or
/// escapes inside it make finer places unreliable.
fn parse(text: &str, span: Span, depth: usize) -> Result<TypeExpr, String> {
    if depth > MAX_DEPTH {
        return Err(format!("it nests deeper than {MAX_DEPTH}"));
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

fn name(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("a name is missing".to_owned());
    }
    if text.ends_with('?') {
        return Err("one `?` is enough".to_owned());
    }
    match text
        .chars()
        .find(|c| !c.is_ascii_alphanumeric() && *c != '_')
    {
        Some(c) => Err(format!("{c:?} does not belong in a name")),
        None => Ok(text.to_owned()),
    }
}
