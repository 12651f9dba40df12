//! Contents in XML: whether types have a form in XML, and the keys `xml` of types and fields.

use super::context::Context;
use super::scope::Scope;
use crate::api::{JsonKind, Scalar, Xml};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    AdditionalFieldsEntry, ContentEntry, FieldEntry, TypeEntry, TypeEntryKind, TypeExpr,
    TypeExprKind,
};
use crate::source::{Span, Spanned};

const NO_XML: Code = Code("E0553");
const WRONG_XML: Code = Code("E0560");

/// Checks a type that is sent as XML.
pub(super) fn check_content(content: &ContentEntry, ty: &TypeExpr, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    let problem = match (name_of(ty), ty.nullable) {
        (_, true) => Some("a body in XML is never null".to_owned()),
        (None, false) => Some("its element has no name, because it is not a named type".to_owned()),
        (Some(_), false) if content.envelope.is_some() => {
            Some("only JSON has an envelope".to_owned())
        }
        (Some(_), false) => Walk::new(scope).problem_of(ty),
    };
    if let Some(problem) = problem {
        let diagnostic = Diagnostic::error(
            NO_XML,
            format!("the content has no form in XML: {problem}"),
            content.expr.span,
        );
        context.report(diagnostic.help("change the type, or use `binary`"));
    }
}

/// The name of a type that has one.
fn name_of(ty: &TypeExpr) -> Option<&str> {
    match (&ty.alias, &ty.kind) {
        (Some(name), _) | (None, TypeExprKind::Named(name)) => Some(name),
        (None, TypeExprKind::Scalar(_) | TypeExprKind::List(_) | TypeExprKind::Map(_)) => None,
    }
}

/// Checks the key `xml` of a type and of its fields.
pub(super) fn check_type(entry: &TypeEntry, diagnostics: &mut Diagnostics) {
    if let Some(xml) = &entry.xml {
        check_names(xml, diagnostics);
    }
    let TypeEntryKind::Object { fields, .. } = &entry.kind else {
        return;
    };
    let mut texts = fields.iter().filter(|field| states(field, |xml| xml.text));
    if let (Some(first), Some(second)) = (texts.next(), texts.next()) {
        let span = xml_span(second);
        let diagnostic = Diagnostic::error(
            WRONG_XML,
            "an object has two fields that are its text",
            span,
        );
        diagnostics.push(diagnostic.also(xml_span(first), "the first one"));
    }
}

/// Checks the key `xml` of a field.
pub(super) fn check_field(field: &FieldEntry, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    let Some(xml) = &field.xml else { return };
    check_names(xml, context.diagnostics);
    let is_list = matches!(field.ty.kind, TypeExprKind::List(_));
    let is_scalar = is_scalar(&field.ty, scope);
    let Xml {
        wrapped,
        attribute,
        text,
        ..
    } = xml.value;
    let problem = if wrapped && !is_list {
        "`wrapped` is for lists"
    } else if attribute && !is_scalar {
        "an attribute is a single value: text, a number or a boolean"
    } else if text && !is_scalar {
        "the text of an element is a single value: text, a number or a boolean"
    } else if attribute && text {
        "a field is an attribute or the text of the element, not both"
    } else if attribute && xml.value.namespace.is_some() && xml.value.prefix.is_none() {
        "an attribute in a namespace has a `prefix`: the default namespace does not apply to attributes"
    } else {
        return;
    };
    context.report(Diagnostic::error(WRONG_XML, problem, xml.span));
}

fn check_names(xml: &Spanned<Xml>, diagnostics: &mut Diagnostics) {
    let Xml {
        name,
        namespace,
        prefix,
        item,
        ..
    } = &xml.value;
    for name in [name, prefix, item].into_iter().flatten() {
        if !is_name(name) {
            let message = format!("`{name}` is not a name in XML");
            diagnostics.push(Diagnostic::error(WRONG_XML, message, xml.span).help(
                "a name has letters, digits, `_`, `-` and `.`, and begins with a letter or `_`",
            ));
        }
    }
    if prefix.is_some() && namespace.is_none() {
        let message = "a `prefix` stands for a `namespace`, which is missing";
        diagnostics.push(Diagnostic::error(WRONG_XML, message, xml.span));
    }
}

fn states(field: &FieldEntry, is_stated: fn(&Xml) -> bool) -> bool {
    field.xml.as_ref().is_some_and(|xml| is_stated(&xml.value))
}

fn xml_span(field: &FieldEntry) -> Span {
    field.xml.as_ref().map_or(field.name.span, |xml| xml.span)
}

/// Whether a value is one text in XML.
fn is_scalar(ty: &TypeExpr, scope: &Scope<'_>) -> bool {
    match &ty.kind {
        TypeExprKind::Scalar(scalar) => scalar.json() != JsonKind::Any,
        TypeExprKind::Named(_) => matches!(
            scope.kind(ty),
            Some(TypeEntryKind::Enum { .. } | TypeEntryKind::Newtype { .. })
        ),
        TypeExprKind::List(_) | TypeExprKind::Map(_) => false,
    }
}

/// Whether text is the name of an element or an attribute, without a prefix.
fn is_name(text: &str) -> bool {
    let is_start = |c: char| c == '_' || c.is_alphabetic();
    let is_further = |c: char| matches!(c, '_' | '-' | '.') || c.is_alphanumeric();
    text.starts_with(is_start) && text.chars().all(is_further)
}

/// A walk through all types of a body.
struct Walk<'s, 'd> {
    scope: &'s Scope<'d>,
    seen: Vec<&'d str>,
}

impl<'s, 'd> Walk<'s, 'd> {
    fn new(scope: &'s Scope<'d>) -> Self {
        let seen = Vec::new();
        Self { scope, seen }
    }

    /// Why a type has no form in XML.
    fn problem_of(&mut self, ty: &TypeExpr) -> Option<String> {
        match &ty.kind {
            TypeExprKind::Scalar(Scalar::DecimalNumber) => Some(format!(
                "XML is read through JSON numbers, which would round `{}`; use `decimal`",
                Scalar::DecimalNumber.name()
            )),
            TypeExprKind::Scalar(scalar) => (scalar.json() == JsonKind::Any).then(|| {
                format!(
                    "`{}` is any value, and XML does not tell what kind it is",
                    scalar.name()
                )
            }),
            TypeExprKind::List(inner) | TypeExprKind::Map(inner) => self.problem_of(inner),
            TypeExprKind::Named(name) => {
                let entry = self.scope.get(name)?;
                if self.seen.contains(&entry.name.value.as_str()) {
                    return None;
                }
                self.seen.push(&entry.name.value);
                self.problem_in(entry)
            }
        }
    }

    fn problem_in(&mut self, entry: &'d TypeEntry) -> Option<String> {
        let name = &entry.name.value;
        match &entry.kind {
            TypeEntryKind::Enum { .. } => None,
            TypeEntryKind::Newtype { inner, .. } => self.problem_of(inner),
            TypeEntryKind::Tuple(_) => Some(format!("`{name}` is a tuple")),
            TypeEntryKind::Union(_) => Some(format!(
                "`{name}` is a union, and XML does not tell which of its types a value has"
            )),
            TypeEntryKind::Alias { target, .. } => self.problem_of(target),
            TypeEntryKind::Object { fields, others, .. } => {
                for field in fields {
                    let is_named = field
                        .xml
                        .as_ref()
                        .is_some_and(|xml| xml.value.name.is_some());
                    let is_text = states(field, |xml| xml.text);
                    if !is_named && !is_text && !is_name(&field.name.value) {
                        return Some(format!(
                            "the name of the field `{}` of `{name}` is not a name in XML",
                            field.name.value
                        ));
                    }
                    if let Some(problem) = self.problem_of(&field.ty) {
                        return Some(problem);
                    }
                }
                match others {
                    AdditionalFieldsEntry::Ignored | AdditionalFieldsEntry::Rejected => None,
                    AdditionalFieldsEntry::Kept(ty) => self.problem_of(ty),
                    AdditionalFieldsEntry::Union(_) => {
                        Some(format!("`{name}` is a union beside fields"))
                    }
                }
            }
        }
    }
}
