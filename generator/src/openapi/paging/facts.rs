//! What the response of an operation says about its list: where the items are, and the fields that are about pages.

use super::names::{self, plain};
use crate::api::Scalar;
use crate::document::{
    ContentExprKind, FieldEntry, FieldPath, OperationEntry, TypeExpr, TypeExprKind,
};
use crate::openapi::types_by_name::TypesByName;
use crate::source::Spanned;

/// How deep the objects nest in which a response says something about its list.
const DEPTH: usize = 3;

/// A field of a response that may be about its list.
pub(super) struct Fact<'d> {
    pub(super) path: FieldPath,
    /// The name of the field without case and punctuation.
    pub(super) name: String,
    pub(super) ty: &'d TypeExpr,
    /// Whether it is among links.
    pub(super) is_link: bool,
}

/// The type of the only content of the responses, if that is JSON.
pub(super) fn body(operation: &OperationEntry) -> Option<&TypeExpr> {
    let mut contents = operation.returned().map(|content| &content.expr.kind);
    match (contents.next(), contents.next()) {
        (Some(ContentExprKind::Json(ty)), None) => Some(ty),
        _ => None,
    }
}

/// Finds the fields of responses that are about pages.
pub(super) struct PagingDetector<'d> {
    pub(super) types: TypesByName<'d>,
}

impl<'d> PagingDetector<'d> {
    /// Whether a type is a list whose items are never null.
    pub(super) fn is_list(&self, ty: &'d TypeExpr) -> bool {
        matches!(&self.types.target(ty).kind, TypeExprKind::List(item) if !item.nullable)
    }

    pub(super) fn scalar(&self, ty: &'d TypeExpr) -> Option<Scalar> {
        match self.types.target(ty).kind {
            TypeExprKind::Scalar(scalar) => Some(scalar),
            TypeExprKind::Named(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => None,
        }
    }

    pub(super) fn is_integer(&self, ty: &'d TypeExpr) -> bool {
        matches!(self.scalar(ty), Some(Scalar::Integer(_)))
    }

    pub(super) fn is_text(&self, ty: &'d TypeExpr) -> bool {
        matches!(self.scalar(ty), Some(Scalar::String | Scalar::Uri))
    }

    /// Whether a type is one that positions have.
    pub(super) fn is_position(&self, ty: &'d TypeExpr) -> bool {
        self.is_integer(ty) || self.is_text(ty) || self.scalar(ty) == Some(Scalar::Uuid)
    }

    /// The fields of an object, none of other types.
    pub(super) fn fields_of(&self, ty: &'d TypeExpr) -> &'d [FieldEntry] {
        self.types.fields(ty).unwrap_or_default()
    }

    /// The field with the items. The names are empty if the body is the list.
    pub(super) fn items(
        &self,
        operation: &'d OperationEntry,
        body: &'d TypeExpr,
    ) -> Option<FieldPath> {
        if self.is_list(body) {
            return Some(Vec::new());
        }
        let mut segments = operation
            .route
            .segments
            .iter()
            .rev()
            .map(ToString::to_string);
        let resource = segments
            .find(|segment| !segment.starts_with('{'))
            .map_or_else(String::new, |segment| plain(&segment));
        let fields = self.fields_of(body);
        if let Some(field) = self.list_field(fields, &resource) {
            return Some(vec![field.name.clone()]);
        }
        let is_around = |field: &&FieldEntry| {
            let name = plain(&field.name.value);
            names::AROUND.contains(&&*name) || name.ends_with("items")
        };
        fields.iter().filter(is_around).find_map(|outer| {
            let inner = self.list_field(self.fields_of(&outer.ty), &resource)?;
            Some(vec![outer.name.clone(), inner.name.clone()])
        })
    }

    /// The list among fields: the only one, the only one with a name for items, or the only one that is named like the
    /// resource.
    fn list_field(&self, fields: &'d [FieldEntry], resource: &str) -> Option<&'d FieldEntry> {
        let lists = fields.iter().filter(|field| self.is_list(&field.ty));
        let named = lists.map(|field| (plain(&field.name.value), field));
        let lists: Vec<(String, &FieldEntry)> = named
            .filter(|(name, _)| !names::NO_ITEMS.contains(&name.as_str()))
            .collect();
        let only = |is_wanted: &dyn Fn(&str) -> bool| {
            let mut found = lists.iter().filter(|(name, _)| is_wanted(name));
            let (_, field) = found.next()?;
            found.next().is_none().then_some(*field)
        };
        only(&|_| true)
            .or_else(|| only(&|name| names::ITEMS.contains(&name)))
            .or_else(|| only(&|name| !resource.is_empty() && name == resource))
    }

    /// What a response says: the fields of the body, and the fields of objects about pages in it.
    pub(super) fn facts(&self, body: &'d TypeExpr) -> Vec<Fact<'d>> {
        let mut facts = Vec::new();
        self.collect(body, &[], false, &mut facts);
        facts
    }

    fn collect(
        &self,
        ty: &'d TypeExpr,
        path: &[Spanned<String>],
        is_among_links: bool,
        facts: &mut Vec<Fact<'d>>,
    ) {
        let fields = self.fields_of(ty);
        for field in fields.iter().filter(|field| field.constant.is_none()) {
            let name = plain(&field.name.value);
            let path: FieldPath = path.iter().chain([&field.name]).cloned().collect();
            let is_container = names::CONTAINERS.contains(&&*name)
                || names::AROUND.contains(&&*name)
                || name.ends_with("next");
            if self.scalar(&field.ty).is_some() {
                facts.push(Fact {
                    path,
                    name,
                    ty: &field.ty,
                    is_link: is_among_links,
                });
            } else if is_container && path.len() < DEPTH {
                let is_link = is_among_links || matches!(&*name, "links" | "paging" | "pages");
                self.collect(&field.ty, &path, is_link, facts);
            }
        }
    }
}
