//! Types: fields, constraints, and values that contain themselves.

use super::{CONTAINS_ITSELF, Fit};
use crate::api::{Scalar, Xml};
use crate::check::MAX_FIELDS;
use crate::diagnostic::Cause;
use crate::document::{
    Constraints, FieldEntry, OthersEntry, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::openapi::warnings::Topic;
use crate::source::{Span, Spanned};

impl Fit<'_, '_> {
    pub(super) fn fit_type(&mut self, entry: &mut TypeEntry) {
        self.owner.clone_from(&entry.name.value);
        self.drop_value(&mut entry.example, "example");
        self.fit_xml(&mut entry.xml);
        match &mut entry.kind {
            TypeEntryKind::Object { fields, others, .. } => {
                if fields.len() > MAX_FIELDS && self.has(entry.name.span) {
                    let json = TypeExpr::new(TypeExprKind::Scalar(Scalar::Json), entry.name.span);
                    keep_first(fields);
                    *others = OthersEntry::Kept(json);
                    let message = format!(
                        "an object has at most {MAX_FIELDS} fields; the others are any values, in `others`"
                    );
                    self.note(Topic::Dropped, entry.name.span, &message);
                }
                if let OthersEntry::Kept(others) = others {
                    self.fit_expr(others);
                }
                // A value of the type would have to contain itself.
                let is_infinite = self.has_cause(Cause::Infinite, entry.name.span);
                for field in fields.iter_mut() {
                    self.fit_field(field);
                    if is_infinite && !field.optional && field.ty.named().is_some() {
                        field.optional = true;
                        let name = &field.name;
                        let message = format!("`{}` is optional: {CONTAINS_ITSELF}", name.value);
                        self.note(Topic::Dropped, name.span, &message);
                    }
                }
            }
            TypeEntryKind::Tuple(elements) => {
                let is_infinite = self.has_cause(Cause::Infinite, entry.name.span);
                for element in elements {
                    self.fit_field(element);
                    if is_infinite && element.ty.named().is_some() {
                        element.ty.kind = TypeExprKind::Scalar(Scalar::Json);
                        element.ty.nullable = false;
                        let message = format!("this is any JSON value: {CONTAINS_ITSELF}");
                        self.note(Topic::Dropped, element.ty.span, &message);
                    }
                }
            }
            TypeEntryKind::Newtype {
                inner: ty,
                constraints,
            }
            | TypeEntryKind::Alias {
                target: ty,
                constraints,
            } => {
                self.fit_constraints(constraints, &ty.kind);
                self.fit_expr(ty);
            }
            TypeEntryKind::Enum { values, .. } => {
                for value in values {
                    if self.has(value.value.span) && value.rust_name.take().is_some() {
                        self.changed = true;
                    }
                }
            }
            TypeEntryKind::Union(union) => {
                for ty in union.variants.iter_mut().filter_map(|of| of.ty.as_mut()) {
                    self.fit_expr(ty);
                }
            }
        }
    }

    pub(super) fn fit_field(&mut self, field: &mut FieldEntry) {
        self.owner.clone_from(&field.name.value);
        self.drop_value(&mut field.example, "example");
        self.drop_value(&mut field.default, "default");
        if field
            .rust_name
            .as_ref()
            .is_some_and(|name| name.span != field.name.span && self.has(name.span))
            && let Some(name) = field.rust_name.take()
        {
            let why = self.why(name.span).unwrap_or_default();
            let what = format!("the name `{}` is left out: {why}", name.value);
            self.note(Topic::GivenName, name.span, &what);
        }
        self.fit_xml(&mut field.xml);
        if let Some(constraints) = field.constraints.as_mut() {
            self.fit_constraints(constraints, &field.ty.kind);
        }
        self.fit_expr(&mut field.ty);
    }

    /// Removes what is not valid in XML.
    fn fit_xml(&mut self, xml: &mut Option<Box<Spanned<Xml>>>) {
        if let Some(of) = xml.take_if(|of| self.has(of.span)) {
            let why = self.why(of.span).unwrap_or_default();
            let why = format!("{why}; so `xml` is left out, and XML has the usual names");
            self.note(Topic::Dropped, of.span, &why);
        }
    }

    /// Removes the constraints of a type that are not valid, which are called as in JSON Schema.
    fn fit_constraints(&mut self, constraints: &mut Constraints, of: &TypeExprKind) {
        let Constraints {
            min,
            max,
            above,
            below,
            multiple_of,
            min_length,
            max_length,
            pattern,
            min_items,
            max_items,
            unique_items,
        } = constraints;
        let (least, most) = match of {
            TypeExprKind::Map(_) => ("minProperties", "maxProperties"),
            TypeExprKind::Scalar(_) | TypeExprKind::Named(_) | TypeExprKind::List(_) => {
                ("minItems", "maxItems")
            }
        };
        for (keyword, bound) in [
            ("minimum", min),
            ("maximum", max),
            ("exclusiveMinimum", above),
            ("exclusiveMaximum", below),
            ("multipleOf", multiple_of),
        ] {
            self.drop_constraint(keyword, bound);
        }
        for (keyword, size) in [
            ("minLength", min_length),
            ("maxLength", max_length),
            (least, min_items),
            (most, max_items),
        ] {
            self.drop_constraint(keyword, size);
        }
        self.drop_constraint("pattern", pattern);
        if let Some(span) = unique_items.filter(|span| self.has(*span)) {
            *unique_items = None;
            self.note_constraint("uniqueItems", span);
        }
    }

    fn drop_constraint<T>(&mut self, keyword: &str, constraint: &mut Option<Spanned<T>>) {
        if constraint.as_ref().is_some_and(|of| self.has(of.span))
            && let Some(of) = constraint.take()
        {
            self.note_constraint(keyword, of.span);
        }
    }

    pub(super) fn note_constraint(&mut self, keyword: &str, span: Span) {
        let why = self.why(span).unwrap_or_default();
        let message = format!("`{}`: {why}; `{keyword}` is left out", self.owner);
        self.note(Topic::Constraint, span, &message);
    }

    pub(super) fn fit_expr(&mut self, ty: &mut TypeExpr) {
        if self.make_text(ty) {
            self.changed = true;
        }
    }

    /// Makes strings of any values in a form, where all is text. Whether there are some.
    fn make_text(&mut self, ty: &mut TypeExpr) -> bool {
        if let Some(constraints) = &mut ty.constraints {
            self.fit_constraints(constraints, &ty.kind);
        }
        let is_changed = match &mut ty.kind {
            TypeExprKind::Scalar(scalar @ Scalar::Json)
                if self.has_cause(Cause::AnyInForm, ty.span) =>
            {
                *scalar = Scalar::String;
                true
            }
            TypeExprKind::Scalar(_) | TypeExprKind::Named(_) => false,
            TypeExprKind::List(inner) | TypeExprKind::Map(inner) => self.make_text(inner),
        };
        if is_changed {
            // It is no longer what the alias stands for.
            ty.alias = None;
        }
        is_changed
    }
}

/// Leaves as many fields as an object can have: first those that are required.
fn keep_first(fields: &mut Vec<FieldEntry>) {
    let required = fields.iter().filter(|field| !field.optional).count();
    let mut optional = MAX_FIELDS.saturating_sub(required);
    fields.retain(|field| {
        let is_kept = !field.optional || optional > 0;
        if field.optional {
            optional = optional.saturating_sub(1);
        }
        is_kept
    });
    fields.truncate(MAX_FIELDS);
}
