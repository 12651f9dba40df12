//! The styles in which the values of parameters are written as text.

use super::kinds::Kinds;
use super::paths;
use super::references::NodeRef;
use super::types::{Types, is_json};
use super::warnings::Topic;
use crate::api::{Delimited, Lists, Location, Scalar, Style};
use crate::document::{
    AdditionalFieldsEntry, FieldEntry, PathSegment, TypeEntryKind, TypeExpr, TypeExprKind,
    path_text,
};
use crate::node::Node;

/// The layout of a value as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    Single,
    List,
    /// An object whose fields are known.
    Object,
    /// An object with any fields.
    Map,
    /// Any JSON value.
    Any,
    /// A choice with an object or a map among its members, and whether it has single values too.
    Choice(bool),
    Other,
}

impl<'a> Types<'a> {
    /// The layout of the values of a type. All types that it names are built.
    pub(super) fn layout(&self, ty: &TypeExpr) -> Layout {
        self.layout_at(ty, 0)
    }

    fn layout_at(&self, ty: &TypeExpr, depth: usize) -> Layout {
        if depth > 32 {
            return Layout::Other;
        }
        let name = match &ty.kind {
            TypeExprKind::Scalar(Scalar::Json) => return Layout::Any,
            TypeExprKind::Scalar(Scalar::File) => return Layout::Other,
            TypeExprKind::Scalar(_) => return Layout::Single,
            TypeExprKind::Map(_) => return Layout::Map,
            TypeExprKind::List(item) => {
                return match self.layout_at(item, depth + 1) {
                    Layout::Single => Layout::List,
                    _ => Layout::Other,
                };
            }
            TypeExprKind::Named(name) => name,
        };
        match self.kind_of(name) {
            Some(TypeEntryKind::Object {
                others: AdditionalFieldsEntry::Kept(_),
                ..
            }) => Layout::Map,
            Some(TypeEntryKind::Object { .. }) => Layout::Object,
            Some(TypeEntryKind::Enum { .. } | TypeEntryKind::Newtype { .. }) => Layout::Single,
            Some(TypeEntryKind::Alias { target, .. }) => self.layout_at(target, depth + 1),
            Some(TypeEntryKind::Union(union)) => {
                let types = union
                    .variants
                    .iter()
                    .filter_map(|variant| variant.ty.as_ref());
                let layouts: Vec<Layout> = types.map(|ty| self.layout_at(ty, depth + 1)).collect();
                let is_single =
                    |layout: &Layout| matches!(layout, Layout::Single | Layout::Choice(true));
                let has_parts = |layout: &Layout| {
                    use Layout::{Choice, Map, Object, Single};
                    matches!(layout, Single | Object | Map | Choice(_))
                };
                match union.tag.is_empty() {
                    true if layouts.iter().all(|layout| *layout == Layout::Single) => {
                        Layout::Single
                    }
                    _ if layouts.iter().all(has_parts) => {
                        Layout::Choice(layouts.iter().any(is_single))
                    }
                    _ => Layout::Other,
                }
            }
            Some(TypeEntryKind::Tuple(_)) | None => Layout::Other,
        }
    }

    /// Warns of a list that has other separators than commas where only a query has these.
    pub(super) fn warn_of_separator(&mut self, node: &Node) {
        let style = node
            .get("style")
            .filter(|style| matches!(style.as_text(), Some("spaceDelimited" | "pipeDelimited")));
        let format = node
            .get("collectionFormat")
            .filter(|format| !matches!(format.as_text(), None | Some("csv")));
        if let Some(written) = style.or(format) {
            let name = written.as_text().unwrap_or_default();
            let what =
                format!("with commas between its values: only queries and forms have `{name}`");
            self.warnings.add(Topic::Style, written.span, &what);
        }
    }

    /// The style of a list or an object in the path; `None` for the default of a list, and for what no style writes.
    pub(super) fn path_style(&self, node: &Node, layout: Layout, ty: &TypeExpr) -> Option<Style> {
        let style = node.text_at("style");
        let is_exploded = node.is_set("explode");
        let is_object =
            matches!(layout, Layout::Object | Layout::Map) && self.has_single_fields(ty);
        match (style, is_exploded) {
            (Some("label"), true) if is_object || layout == Layout::List => Some(Style::Label),
            (Some("matrix"), true) if is_object || layout == Layout::List => Some(Style::Matrix),
            (_, true) if is_object => Some(Style::Fields(Delimited::Pairs)),
            (_, false) if is_object => Some(Style::Comma),
            _ => None,
        }
    }

    /// Whether all fields of an object, or all values of a map, are single values.
    fn has_single_fields(&self, ty: &TypeExpr) -> bool {
        let is_single = |ty: &TypeExpr| !ty.nullable && self.layout(ty) == Layout::Single;
        let is_text = |ty: &TypeExpr| is_single(ty) || is_json(ty);
        let name = match &ty.kind {
            TypeExprKind::Map(value) => return is_text(value),
            TypeExprKind::Named(name) => name,
            TypeExprKind::Scalar(_) | TypeExprKind::List(_) => return false,
        };
        match self.kind_of(name) {
            Some(TypeEntryKind::Object { fields, others, .. }) => {
                fields.iter().all(|field| is_single(&field.ty))
                    && match others {
                        AdditionalFieldsEntry::Ignored | AdditionalFieldsEntry::Rejected => true,
                        AdditionalFieldsEntry::Kept(ty) => is_single(ty),
                        AdditionalFieldsEntry::Union(_) => false,
                    }
            }
            Some(TypeEntryKind::Alias { target, .. }) => {
                // Aliases of maps; cycles are broken before.
                matches!(target.kind, TypeExprKind::Map(_)) && self.has_single_fields(target)
            }
            Some(
                TypeEntryKind::Tuple(_)
                | TypeEntryKind::Enum { .. }
                | TypeEntryKind::Newtype { .. }
                | TypeEntryKind::Union(_),
            )
            | None => false,
        }
    }

    /// Whether a field of an object is neither a single value nor a list of these.
    pub(super) fn has_objects_inside(&self, ty: &TypeExpr) -> bool {
        let kind = ty.named().and_then(|named| self.kind_of(named.value));
        let mut fields = kind.and_then(TypeEntryKind::object).into_iter().flatten();
        fields.any(|field| !matches!(self.layout(&field.ty), Layout::Single | Layout::List))
    }

    /// Writes what the style of a parameter in the path puts before its value into the route: `;name=` or `.`.
    pub(super) fn set_prefix(
        &mut self,
        at: NodeRef<'a>,
        field: Option<&FieldEntry>,
        segments: &mut [PathSegment],
    ) {
        let text = |key: &str| at.node.text_at(key);
        let Some(field) = field else { return };
        let style = field.style.style.as_ref().map(|style| style.value);
        let is_list = self.layout(&field.ty) == Layout::List;
        let prefix = match (text("style"), text("name")) {
            // The fields of the object are the names of the pairs.
            (Some("matrix"), _) if style == Some(Style::Matrix) && !is_list => ";".to_owned(),
            (Some("matrix"), Some(name)) => path_text(&format!(";{name}=")),
            (Some("label"), _) => ".".to_owned(),
            _ => return,
        };
        // The caller gives the text of what no style writes.
        let schema = at.get("schema").map(|schema| self.files.schema(&[schema]));
        if style.is_none() && schema.is_some_and(|schema| schema.kinds == Kinds::OBJECT) {
            return;
        }
        let span = field.name.span;
        if !paths::insert_before(segments, &field.name.value, &prefix) {
            let why = format!("without its style: its route cannot contain `{prefix}`");
            self.warnings.add(Topic::Style, span, &why);
        }
    }

    /// The style of a parameter that is not in the path; `None` for the default.
    pub(super) fn style(
        &self,
        node: &Node,
        layout: Layout,
        ty: &TypeExpr,
        location: Location,
    ) -> Result<Option<Style>, &'static str> {
        let style = node.text_at("style");
        let explode = node.get("explode").map(Node::is_true);
        let collection = node.text_at("collectionFormat");
        let is_query = location == Location::Query;
        match layout {
            Layout::Single => Ok(None),
            Layout::List if !is_query => Ok(None),
            Layout::List => Ok(match (style, collection) {
                (Some("spaceDelimited"), _) | (_, Some("ssv")) => Some(Style::Space),
                (Some("pipeDelimited"), _) | (_, Some("pipes")) => Some(Style::Pipe),
                (_, Some("tsv")) => return Err("no style separates values by tabs"),
                (_, Some("csv")) => Some(Style::Comma),
                _ if explode == Some(false) => Some(Style::Comma),
                _ => None,
            }),
            Layout::Object | Layout::Map if is_query => Ok(Some(match style {
                Some("deepObject") => Style::Deep(Lists::default()),
                Some("spaceDelimited" | "pipeDelimited") if !self.has_single_fields(ty) => {
                    Style::Json
                }
                Some("spaceDelimited") => Style::Space,
                Some("pipeDelimited") => Style::Pipe,
                _ if explode != Some(false) => Style::Flat(Lists::default()),
                _ if self.has_single_fields(ty) => Style::Comma,
                _ => Style::Json,
            })),
            Layout::Object | Layout::Map if self.has_single_fields(ty) => {
                Ok(Some(match (location, explode) {
                    (Location::Header, Some(true)) => Style::Fields(Delimited::Pairs),
                    (Location::Header, _) | (Location::Cookie, Some(false)) => Style::Comma,
                    // Each field would be a cookie, with `&` between them in some versions of OpenAPI.
                    _ => Style::Json,
                }))
            }
            // Where single values have its name, its objects do too.
            Layout::Choice(has_single)
                if is_query
                    && (style == Some("deepObject") || has_single && explode != Some(false)) =>
            {
                Ok(Some(Style::Deep(Lists::default())))
            }
            Layout::Object | Layout::Map | Layout::Any | Layout::Choice(_) | Layout::Other => {
                Ok(Some(Style::Json))
            }
        }
    }
}

/// Whether an object of this style is one text.
pub(super) fn is_one_text(style: Style) -> bool {
    match style {
        Style::Comma
        | Style::Space
        | Style::Pipe
        | Style::Label
        | Style::Matrix
        | Style::Fields(_) => true,
        Style::Single | Style::Repeated | Style::Deep(_) | Style::Flat(_) | Style::Json => false,
    }
}
