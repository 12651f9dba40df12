//! Types: fields, constraints, and values that contain themselves.

use super::{CONTAINS_ITSELF, Legalizer};
use crate::api::{Scalar, Xml};
use crate::check::MAX_FIELDS;
use crate::document::{
    AdditionalFieldsEntry, Constraints, FieldEntry, TypeEntry, TypeEntryKind, TypeExpr,
    TypeExprKind,
};
use crate::openapi::types::JSON;
use crate::openapi::warnings::Topic;
use crate::source::{Span, Spanned};

impl Legalizer<'_, '_> {
    pub(super) fn legalize_type(&mut self, entry: &mut TypeEntry) {
        self.owner.clone_from(&entry.name.value);
        self.drop_example(&mut entry.example);
        self.legalize_xml(&mut entry.xml);
        let of_rust = entry.rust.as_ref().map(|path| path.span);
        self.drop_extension(&mut entry.rust, of_rust);
        let is_infinite = self.findings.infinite.contains(&entry.name.span);
        match &mut entry.kind {
            TypeEntryKind::Object { fields, others, .. } => {
                self.limit_fields(&entry.name, fields, others);
                if let AdditionalFieldsEntry::Kept(others) = others {
                    self.legalize_expr(others);
                }
                for field in fields {
                    self.legalize_field(field);
                    if is_infinite && !field.optional && field.ty.named().is_some() {
                        field.optional = true;
                        let name = &field.name;
                        let message = format!("`{}` is optional: {CONTAINS_ITSELF}", name.value);
                        self.note(Topic::Dropped, name.span, &message);
                    }
                }
            }
            TypeEntryKind::Tuple(elements) => {
                for element in elements {
                    self.legalize_field(element);
                    if is_infinite && element.ty.named().is_some() {
                        element.ty.kind = JSON;
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
                self.legalize_constraints(constraints, &ty.kind);
                self.legalize_expr(ty);
            }
            TypeEntryKind::Enum { values, .. } => {
                for value in values {
                    self.changed |= self.has(value.value.span) && value.rust_name.take().is_some();
                }
            }
            TypeEntryKind::Union(union) => {
                for ty in union
                    .variants
                    .iter_mut()
                    .filter_map(|variant| variant.ty.as_mut())
                {
                    self.legalize_expr(ty);
                }
            }
        }
    }

    /// Leaves as many fields as an object can have. The others are any values.
    fn limit_fields(
        &mut self,
        name: &Spanned<String>,
        fields: &mut Vec<FieldEntry>,
        others: &mut AdditionalFieldsEntry,
    ) {
        if fields.len() > MAX_FIELDS && self.has(name.span) {
            keep_first(fields);
            *others = AdditionalFieldsEntry::Kept(TypeExpr::new(JSON, name.span));
            let message = format!(
                "an object has at most {MAX_FIELDS} fields; the others are any values, in `others`"
            );
            self.note(Topic::Dropped, name.span, &message);
        }
    }

    pub(super) fn legalize_field(&mut self, field: &mut FieldEntry) {
        self.owner.clone_from(&field.name.value);
        self.drop_example(&mut field.example);
        let default = self.drop_default(&mut field.default);
        field.stated_default = default.or(field.stated_default.take());
        if let Some(name) = field
            .rust_name
            .as_ref()
            .filter(|name| name.span != field.name.span)
            && let Some(why) = self.why(name.span)
        {
            let span = name.span;
            let what = format!("the name `{}` is left out: {why}", name.value);
            field.rust_name = None;
            self.note(Topic::GivenName, span, &what);
        }
        self.legalize_xml(&mut field.xml);
        if let Some(constraints) = field.constraints.as_mut() {
            self.legalize_constraints(constraints, &field.ty.kind);
        }
        self.legalize_expr(&mut field.ty);
    }

    /// Removes what is not valid in XML.
    fn legalize_xml(&mut self, xml: &mut Option<Box<Spanned<Xml>>>) {
        if let Some((span, why)) = self.first_wrong(xml.as_ref().map(|xml| xml.span)) {
            *xml = None;
            let why = format!("{why}; so `xml` is left out, and XML has the usual names");
            self.note(Topic::Dropped, span, &why);
        }
    }

    /// Removes the constraints of a type that are not valid, which are called as in JSON Schema.
    fn legalize_constraints(&mut self, constraints: &mut Constraints, kind: &TypeExprKind) {
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
        let (least, most) = match kind {
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
        if let Some(value) = constraint.take_if(|constraint| self.has(constraint.span)) {
            self.note_constraint(keyword, value.span);
        }
    }

    pub(super) fn note_constraint(&mut self, keyword: &str, span: Span) {
        let why = self.why(span).unwrap_or_default();
        let message = format!("`{}`: {why}; `{keyword}` is left out", self.owner);
        self.note(Topic::Constraint, span, &message);
    }

    pub(super) fn legalize_expr(&mut self, ty: &mut TypeExpr) {
        if self.make_text(ty) {
            self.changed = true;
        }
    }

    /// Makes strings of any values in a form, where all is text. Whether there are some.
    fn make_text(&mut self, ty: &mut TypeExpr) -> bool {
        if let Some(constraints) = &mut ty.constraints {
            self.legalize_constraints(constraints, &ty.kind);
        }
        let is_changed = match &mut ty.kind {
            TypeExprKind::Scalar(scalar @ Scalar::Json)
                if self.findings.any_in_forms.contains(&ty.span) =>
            {
                *scalar = Scalar::String;
                true
            }
            TypeExprKind::Scalar(_) | TypeExprKind::Named(_) => false,
            TypeExprKind::List(inner) | TypeExprKind::Map(inner) => self.make_text(inner),
        };
        if is_changed {
            // The type differs from its alias now.
            ty.alias = None;
        }
        is_changed
    }
}

/// Leaves as many fields as an object can have: the required ones first.
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
