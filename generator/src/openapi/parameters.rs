//! Parameters: their types, and how they are written in a request.

use super::kinds::Kinds;
use super::notes::notes;
use super::paths;
use super::places::{Own, Place};
use super::references::NodeRef;
use super::spelling;
use super::types::Types;
use super::warnings::Topic;
use crate::api::{Delimited, Lists, Location, Scalar, Style};
use crate::document::{
    FieldEntry, OthersEntry, RouteSegment, StyleEntry, TypeEntryKind, TypeExpr, TypeExprKind,
    path_text,
};
use crate::node::Node;
use crate::source::Spanned;

/// What a value looks like as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
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

/// How a parameter is sent that no style writes as the document says.
pub(super) const AS_JSON: &str = "as JSON: how the document writes its value is not supported";

impl<'a> Types<'a> {
    /// What values of a type look like. All types that it names are built.
    pub(super) fn look(&self, ty: &TypeExpr) -> Look {
        self.look_at(ty, 0)
    }

    fn look_at(&self, ty: &TypeExpr, depth: usize) -> Look {
        if depth > 32 {
            return Look::Other;
        }
        let name = match &ty.kind {
            TypeExprKind::Scalar(Scalar::Json) => return Look::Any,
            TypeExprKind::Scalar(Scalar::File) => return Look::Other,
            TypeExprKind::Scalar(_) => return Look::Single,
            TypeExprKind::Map(_) => return Look::Map,
            TypeExprKind::List(item) => {
                return match self.look_at(item, depth + 1) {
                    Look::Single => Look::List,
                    _ => Look::Other,
                };
            }
            TypeExprKind::Named(name) => name,
        };
        match self.kind_of(name) {
            Some(TypeEntryKind::Object {
                others: OthersEntry::Kept(_),
                ..
            }) => Look::Map,
            Some(TypeEntryKind::Object { .. }) => Look::Object,
            Some(TypeEntryKind::Enum { .. } | TypeEntryKind::Newtype { .. }) => Look::Single,
            Some(TypeEntryKind::Alias { target, .. }) => self.look_at(target, depth + 1),
            Some(TypeEntryKind::Union(union)) => {
                let types = union.variants.iter().filter_map(|of| of.ty.as_ref());
                let looks: Vec<Look> = types.map(|ty| self.look_at(ty, depth + 1)).collect();
                let is_single = |look: &Look| matches!(look, Look::Single | Look::Choice(true));
                let has_parts = |look: &Look| {
                    use Look::{Choice, Map, Object, Single};
                    matches!(look, Single | Object | Map | Choice(_))
                };
                match union.tag.is_empty() {
                    true if looks.iter().all(|look| *look == Look::Single) => Look::Single,
                    _ if looks.iter().all(has_parts) => Look::Choice(looks.iter().any(is_single)),
                    _ => Look::Other,
                }
            }
            Some(TypeEntryKind::Tuple(_)) | None => Look::Other,
        }
    }

    /// Reads a parameter. `name` is its name in the route, if it is in the path.
    pub(super) fn parameter(
        &mut self,
        at: NodeRef<'a>,
        name: &Spanned<String>,
        location: Location,
        operation: &str,
    ) -> Option<FieldEntry> {
        if at.node.get("type").is_none() {
            spelling::check(at.node, spelling::PARAMETER, &mut self.warnings);
        }
        let is_required = at.node.get("required").is_some_and(Node::is_true);
        let is_required = is_required || location == Location::Path;
        let place = Place::of_operation(operation, Own::Name(name.value.clone()));
        let content = at.get("content");
        let media = content.and_then(|content| content.node.entries().first());
        let media_schema = media.and_then(|(_, media)| at.with(media).get("schema"));
        // The fields of a form that is the whole query are parameters.
        let is_whole = at.node.get("in").and_then(Node::as_text) == Some("querystring");
        let media = media.filter(|_| !is_whole);
        let is_json = media.is_some_and(|(name, _)| name.value.contains("json"));
        let schema = at.get("schema").or(media_schema);
        // Swagger has the keywords of a schema in the parameter itself.
        let schema = schema.or_else(|| at.get("type").map(|_| at));
        if let Some(schema) = schema {
            self.files.note_unchecked(schema, false);
        }
        let mut parts: Vec<NodeRef<'a>> = schema.into_iter().collect();
        if media.is_none() {
            parts = self.files.one_or_several(&parts).unwrap_or(parts);
        }
        let is_flat = media.is_none() && location == Location::Query && is_flat(at.node);
        let one_object = is_flat.then(|| self.one_object(&parts, &place)).flatten();
        let string = || TypeExpr::new(TypeExprKind::Scalar(Scalar::String), name.span);
        let of_type = |ty| FieldEntry {
            optional: !is_required,
            ..FieldEntry::required(name.clone(), ty)
        };
        let mut field = match (one_object, parts.is_empty()) {
            (Some(ty), _) => of_type(ty),
            (None, true) => of_type(string()),
            (None, false) => self.value(name, &parts, is_required, &place),
        };
        super::fields::set_given_name(&mut field, at.node);
        self.build();
        // The description of a schema is that of its type.
        let own = notes(at.node);
        field.notes.doc = own.doc.or(field.notes.doc);
        field.notes.deprecation = own.deprecation.or(field.notes.deprecation);
        field.notes.allow = own.allow.union(field.notes.allow);
        if field.constant.is_none() {
            let example = at.node.get("example").filter(|of| !of.is_null()).cloned();
            field.example = example.map(Box::new).or(field.example);
        }
        field.ty.nullable = false;
        if let TypeExprKind::List(item) = &mut field.ty.kind {
            item.nullable = false;
        }
        let look = self.look(&field.ty);
        if look == Look::List && location != Location::Query && media.is_none() {
            self.warn_of_separator(at.node);
        }
        let string = TypeExprKind::Scalar(Scalar::String);
        if location == Location::Path {
            field.optional = false;
            field.default = None;
            let style = self.path_style(at.node, look, &field.ty);
            let style = style.filter(|_| media.is_none());
            let is_plain =
                media.is_none() && (matches!(look, Look::Single | Look::List) || style.is_some());
            if at.node.get("allowReserved").is_some_and(Node::is_true) {
                let why = "percent-encoded: `allowReserved` is not supported in paths";
                self.warnings.add(Topic::Style, name.span, why);
            }
            if !is_plain && (look != Look::Any || media.is_some()) {
                let why = "as the text that the caller gives: how the document writes its value is not supported";
                self.warnings.add(Topic::Style, name.span, why);
            }
            field.style.style = style.map(|style| Spanned::new(style, name.span));
            if field.constant.take().is_some() || !is_plain {
                field.ty.kind = string;
                field.constraints = Default::default();
                field.example = None;
            } else if style.is_some() {
                text_values(&mut field.ty);
            }
            return Some(field);
        }
        if media.is_some() && !is_json {
            field.ty.kind = string;
            field.constraints = Default::default();
            return Some(field);
        }
        let style = match media {
            Some(_) => Some(Style::Json),
            None => match self.style(at.node, look, &field.ty, location) {
                Ok(style) => {
                    if style == Some(Style::Json) && look != Look::Any {
                        self.warnings.add(Topic::Style, name.span, AS_JSON);
                    }
                    style
                }
                Err(why) => {
                    self.warnings.add(Topic::Parameter, name.span, why);
                    return None;
                }
            },
        };
        if style.is_some_and(|style| style != Style::Json) {
            text_values(&mut field.ty);
        }
        if look != Look::List && style.is_some_and(is_one_text) {
            field.default = None;
        }
        if look == Look::Any {
            // As text, it is what the caller writes.
            field.ty.kind = string;
        } else if field.constant.is_none() {
            field.style.style = style.map(|style| Spanned::new(style, name.span));
        }
        if at.node.get("allowEmptyValue").is_some_and(Node::is_true)
            && !matches!(field.ty.kind, TypeExprKind::Scalar(Scalar::String))
        {
            let why =
                "with a value: `allowEmptyValue` has no effect, so servers reject it without one";
            self.warnings.add(Topic::Style, name.span, why);
        }
        if is_whole && self.has_objects_inside(&field.ty) {
            let why = "with brackets for the objects in it (`a[x]=1`), where forms have JSON";
            self.warnings.add(Topic::Style, name.span, why);
        }
        if look == Look::List && media.is_none() {
            let word = at.node.get("style").and_then(Node::as_text);
            let is_joined = at.node.get("explode").is_some_and(|of| !of.is_true());
            let why = match (location, word) {
                (Location::Query, Some("deepObject")) => {
                    Some("as one parameter for each item: `deepObject` is for objects")
                }
                (Location::Cookie, Some("cookie")) if !is_joined => {
                    Some("as one cookie, with commas between its items")
                }
                _ => None,
            };
            if let Some(why) = why {
                self.warnings.add(Topic::Style, name.span, why);
            }
        }
        let allows_reserved = at.node.get("allowReserved").is_some_and(Node::is_true);
        let has_parts = matches!(style, Some(Style::Deep(_) | Style::Flat(_)));
        if allows_reserved && location == Location::Query && !has_parts {
            field.style.allow_reserved = Some(name.span);
        }
        Some(field)
    }

    /// Warns of a list that has other separators than commas where only a query has these.
    fn warn_of_separator(&mut self, node: &Node) {
        let style = node.get("style");
        let style =
            style.filter(|of| matches!(of.as_text(), Some("spaceDelimited" | "pipeDelimited")));
        let format = node.get("collectionFormat");
        let format = format.filter(|of| !matches!(of.as_text(), None | Some("csv")));
        if let Some(written) = style.or(format) {
            let name = written.as_text().unwrap_or_default();
            let what =
                format!("with commas between its values: only queries and forms have `{name}`");
            self.warnings.add(Topic::Style, written.span, &what);
        }
    }

    /// The style of a list or an object in the path; `None` for the usual one of a list, and for what no style writes.
    fn path_style(&self, node: &Node, look: Look, ty: &TypeExpr) -> Option<Style> {
        let style = node.get("style").and_then(Node::as_text);
        let is_exploded = node.get("explode").is_some_and(Node::is_true);
        let is_object = matches!(look, Look::Object | Look::Map) && self.has_single_fields(ty);
        match (style, is_exploded) {
            (Some("label"), true) if is_object || look == Look::List => Some(Style::Label),
            (Some("matrix"), true) if is_object || look == Look::List => Some(Style::Matrix),
            (_, true) if is_object => Some(Style::Fields(Delimited::Pairs)),
            (_, false) if is_object => Some(Style::Comma),
            _ => None,
        }
    }

    /// Whether all fields of an object, or all values of a map, are single values.
    fn has_single_fields(&self, ty: &TypeExpr) -> bool {
        let is_single = |ty: &TypeExpr| !ty.nullable && self.look(ty) == Look::Single;
        let is_text = |ty: &TypeExpr| is_single(ty) || super::types::is_json(ty);
        let name = match &ty.kind {
            TypeExprKind::Map(value) => return is_text(value),
            TypeExprKind::Named(name) => name,
            TypeExprKind::Scalar(_) | TypeExprKind::List(_) => return false,
        };
        match self.kind_of(name) {
            Some(TypeEntryKind::Object { fields, others, .. }) => {
                fields.iter().all(|field| is_single(&field.ty))
                    && match others {
                        OthersEntry::Ignored | OthersEntry::Rejected => true,
                        OthersEntry::Kept(ty) => is_single(ty),
                        OthersEntry::Union(_) => false,
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
    fn has_objects_inside(&self, ty: &TypeExpr) -> bool {
        match ty.named().and_then(|of| self.kind_of(of.value)) {
            Some(TypeEntryKind::Object { fields, .. }) => fields
                .iter()
                .any(|field| !matches!(self.look(&field.ty), Look::Single | Look::List)),
            Some(
                TypeEntryKind::Alias { .. }
                | TypeEntryKind::Tuple(_)
                | TypeEntryKind::Enum { .. }
                | TypeEntryKind::Newtype { .. }
                | TypeEntryKind::Union(_),
            )
            | None => false,
        }
    }

    /// Writes what the style of a parameter in the path puts before its value into the route: `;name=` or `.`.
    pub(super) fn set_prefix(
        &mut self,
        at: NodeRef<'a>,
        field: Option<&FieldEntry>,
        segments: &mut [RouteSegment],
    ) {
        let text = |key: &str| at.node.get(key).and_then(Node::as_text);
        let Some(field) = field else { return };
        let style = field.style.style.as_ref().map(|style| style.value);
        let is_list = self.look(&field.ty) == Look::List;
        let prefix = match (text("style"), text("name")) {
            // The names of its fields are those of the pairs.
            (Some("matrix"), _) if style == Some(Style::Matrix) && !is_list => ";".to_owned(),
            (Some("matrix"), Some(name)) => path_text(&format!(";{name}=")),
            (Some("label"), _) => ".".to_owned(),
            _ => return,
        };
        // The caller gives the text of what no style writes.
        let schema = at.get("schema").map(|schema| self.files.schema(&[schema]));
        if style.is_none() && schema.is_some_and(|of| of.kinds == Kinds::OBJECT) {
            return;
        }
        let span = field.name.span;
        if !paths::insert_before(segments, &field.name.value, &prefix) {
            let why = format!("without its style: its route cannot contain `{prefix}`");
            self.warnings.add(Topic::Style, span, &why);
        }
    }

    /// The style of a parameter that is not in the path; `None` for the usual one.
    fn style(
        &self,
        node: &Node,
        look: Look,
        ty: &TypeExpr,
        location: Location,
    ) -> Result<Option<Style>, &'static str> {
        let style = node.get("style").and_then(Node::as_text);
        let explode = node.get("explode").map(Node::is_true);
        let collection = node.get("collectionFormat").and_then(Node::as_text);
        let is_query = location == Location::Query;
        match look {
            Look::Single => Ok(None),
            Look::List if !is_query => Ok(None),
            Look::List => Ok(match (style, collection) {
                (Some("spaceDelimited"), _) | (_, Some("ssv")) => Some(Style::Space),
                (Some("pipeDelimited"), _) | (_, Some("pipes")) => Some(Style::Pipe),
                (_, Some("tsv")) => return Err("no style separates values by tabs"),
                (_, Some("csv")) => Some(Style::Comma),
                _ if explode == Some(false) => Some(Style::Comma),
                _ => None,
            }),
            Look::Object | Look::Map if is_query => Ok(Some(match style {
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
            Look::Object | Look::Map if self.has_single_fields(ty) => {
                Ok(Some(match (location, explode) {
                    (Location::Header, Some(true)) => Style::Fields(Delimited::Pairs),
                    (Location::Header, _) | (Location::Cookie, Some(false)) => Style::Comma,
                    // Each field would be a cookie, with `&` between them in some versions of OpenAPI.
                    _ => Style::Json,
                }))
            }
            // Where single values have its name, its objects do too.
            Look::Choice(has_single)
                if is_query
                    && (style == Some("deepObject") || has_single && explode != Some(false)) =>
            {
                Ok(Some(Style::Deep(Lists::default())))
            }
            Look::Object | Look::Map | Look::Any | Look::Choice(_) | Look::Other => {
                Ok(Some(Style::Json))
            }
        }
    }
}

/// Whether an object of this style is one text.
fn is_one_text(style: Style) -> bool {
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

/// Strings have no other kinds of values.
fn text_values(ty: &mut TypeExpr) {
    if let TypeExprKind::Map(value) = &mut ty.kind
        && super::types::is_json(value)
    {
        value.kind = TypeExprKind::Scalar(Scalar::String);
    }
}

/// Whether the fields of an object are parameters of their own.
fn is_flat(parameter: &Node) -> bool {
    let style = parameter.get("style").and_then(Node::as_text);
    let is_exploded = parameter.get("explode").is_none_or(Node::is_true);
    matches!(style, None | Some("form")) && is_exploded
}

/// A parameter that always has this value.
pub(super) fn constant(name: &str, value: &str, span: crate::source::Span) -> FieldEntry {
    let ty = TypeExpr::new(TypeExprKind::Scalar(Scalar::String), span);
    FieldEntry {
        constant: Some(Box::new(Node {
            span,
            kind: crate::node::NodeKind::Text(value.to_owned()),
        })),
        style: StyleEntry::default(),
        ..FieldEntry::required(Spanned::new(name.to_owned(), span), ty)
    }
}
