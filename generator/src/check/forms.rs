//! Values that are written like forms: names in brackets must be unambiguous, and lists must have a form.

use super::context::Context;
use super::references::undeclared_field;
use super::scope::{Scope, is_single_value};
use crate::api::{FieldStyle, Lists, Scalar};
use crate::diagnostic::{Cause, Code, Diagnostic, Diagnostics};
use crate::document::{AdditionalFieldsEntry, FieldEntry, TypeEntryKind, TypeExpr, TypeExprKind};
use crate::hash::HashSet;
use crate::source::{Span, Spanned};

const NAME_IN_FORM: Code = Code("E0531");
const LIST_IN_FORM: Code = Code("E0532");
const UNKNOWN_FIELD: Code = Code("E0556");
const WRONG_STYLE: Code = Code("E0562");

/// Reports what a value of this type cannot have if it is written like a form: `a[x]=1&a[y][z]=2`. `used` is where the
/// form is declared.
pub(super) fn check<'d>(ty: &'d TypeExpr, lists: Lists, used: Span, context: &mut Context<'_, 'd>) {
    let style = FormStyle { lists, fields: &[] };
    check_except(ty, style, used, context);
}

/// The style of a form.
#[derive(Clone, Copy)]
pub(super) struct FormStyle<'s> {
    pub(super) lists: Lists,
    /// The fields with a separate style.
    pub(super) fields: &'s [(Spanned<String>, Spanned<FieldStyle>)],
}

/// As [`check`], with fields that are not written like a form.
pub(super) fn check_except<'d>(
    ty: &'d TypeExpr,
    style: FormStyle<'_>,
    used: Span,
    context: &mut Context<'_, 'd>,
) {
    let scope = context.scope;
    if !scope.is_complete(ty) {
        return;
    }
    let fields = match scope.kind(ty) {
        Some(TypeEntryKind::Object { fields, .. }) => fields.as_slice(),
        _ => &[],
    };
    for (name, field_style) in style.fields {
        check_style(name, *field_style, fields, context);
    }
    let styled = style.fields.iter().map(|(name, _)| name.value.as_str());
    let mut walk = Walk {
        lists: style.lists,
        styled: styled.collect(),
        used,
        scope,
        seen: HashSet::default(),
        diagnostics: context.diagnostics,
    };
    let mut open = vec![ty];
    while let Some(ty) = open.pop() {
        walk.visit(ty, &mut open);
    }
}

/// Reports a name that a part of a form cannot have.
pub(super) fn check_name(name: &str, span: Span, used: Span, diagnostics: &mut Diagnostics) {
    let (problem, why) = if name.contains(['[', ']']) {
        (
            "contains a bracket",
            "brackets are around the names of fields",
        )
    } else if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
        ("is a number", "numbers are the positions of items in lists")
    } else {
        return;
    };
    let message = format!("`{name}` {problem}, so it cannot be a name in a form");
    let diagnostic = Diagnostic::error(NAME_IN_FORM, message, span)
        .because(Cause::NotInForm { used })
        .note(why);
    diagnostics.push(match span == used {
        true => diagnostic.help("use another style, such as `json`"),
        false => diagnostic.also(used, "written like a form here"),
    });
}

/// Reports a style of an undeclared field, or of a field that cannot have the style.
fn check_style(
    name: &Spanned<String>,
    style: Spanned<FieldStyle>,
    fields: &[FieldEntry],
    context: &mut Context<'_, '_>,
) {
    let scope = context.scope;
    let Some(field) = FieldEntry::find(fields, &name.value) else {
        context.report(undeclared_field(UNKNOWN_FIELD, name, fields));
        return;
    };
    let is_list = match &field.ty.kind {
        TypeExprKind::List(item) => is_single_value(item, scope),
        TypeExprKind::Scalar(_) | TypeExprKind::Named(_) | TypeExprKind::Map(_) => false,
    };
    if style.value != FieldStyle::Json && !is_list {
        let message = format!("`{}` is not a list of single values", name.value);
        let diagnostic = Diagnostic::error(WRONG_STYLE, message, style.span);
        context.report(diagnostic.help("write `json`, or remove the style"));
    }
}

/// The types that a value contains.
struct Walk<'w, 'd> {
    lists: Lists,
    /// The fields of the outermost object that are not written like a form.
    styled: Vec<&'w str>,
    used: Span,
    scope: &'w Scope<'d>,
    seen: HashSet<&'d str>,
    diagnostics: &'w mut Diagnostics,
}

impl<'d> Walk<'_, 'd> {
    fn visit(&mut self, ty: &'d TypeExpr, open: &mut Vec<&'d TypeExpr>) {
        match &ty.kind {
            TypeExprKind::Scalar(Scalar::Json) => {
                let message = "`json` cannot be written like a form";
                let diagnostic = Diagnostic::error(LIST_IN_FORM, message, ty.span)
                    .because(Cause::AnyInForm { used: self.used })
                    .note("a form has strings only, so numbers and `true` would become strings")
                    .also(self.used, "written like a form here")
                    .help("write the type of the value");
                self.diagnostics.push(diagnostic);
            }
            TypeExprKind::Scalar(_) => {}
            TypeExprKind::Map(inner) => open.push(inner),
            TypeExprKind::List(item) => {
                self.check_items("list", ty.span, std::iter::once(&**item));
                open.push(item);
            }
            TypeExprKind::Named(name) => self.visit_named(name, open),
        }
    }

    /// Reports a list, or what is written like one, whose items need indexes.
    fn check_items<'t>(
        &mut self,
        what: &str,
        span: Span,
        mut items: impl Iterator<Item = &'t TypeExpr>,
    ) {
        if self.lists == Lists::Indexed || items.all(|item| is_single_value(item, self.scope)) {
            return;
        }
        let message = format!("this {what} can only be written with indexes");
        let diagnostic = Diagnostic::error(LIST_IN_FORM, message, span)
            .because(Cause::NotInForm { used: self.used })
            .note("nothing else tells where the next item begins")
            .also(self.used, "written like a form here");
        let help = "add `lists: indexed` there: `a[0][x]=1&a[1][x]=2`";
        self.diagnostics.push(diagnostic.help(help));
    }

    fn visit_named(&mut self, name: &str, open: &mut Vec<&'d TypeExpr>) {
        let Some(entry) = self.scope.get(name) else {
            return;
        };
        if !self.seen.insert(&entry.name.value) {
            return;
        }
        let styled = std::mem::take(&mut self.styled);
        let mut fields = |fields: &'d [FieldEntry], open: &mut Vec<&'d TypeExpr>| {
            for field in fields {
                if styled.contains(&field.name.value.as_str()) {
                    continue;
                }
                let name = &field.name;
                check_name(&name.value, name.span, self.used, self.diagnostics);
                open.push(&field.ty);
            }
        };
        match &entry.kind {
            TypeEntryKind::Object {
                fields: of_object,
                others,
                ..
            } => {
                fields(of_object, open);
                if let AdditionalFieldsEntry::Kept(others) | AdditionalFieldsEntry::Union(others) =
                    others
                {
                    open.push(others);
                }
            }
            TypeEntryKind::Tuple(elements) => {
                let types = elements.iter().map(|element| &element.ty);
                self.check_items("tuple", entry.name.span, types.clone());
                open.extend(types);
            }
            TypeEntryKind::Union(union) => {
                fields(&union.fields, open);
                let types = union.variants.iter();
                open.extend(types.filter_map(|variant| variant.ty.as_ref()));
            }
            TypeEntryKind::Alias { target, .. } => open.push(target),
            TypeEntryKind::Enum { .. } | TypeEntryKind::Newtype { .. } => {}
        }
    }
}
