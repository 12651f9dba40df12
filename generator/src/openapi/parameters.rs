//! Parameters: their types, and how they are written in a request.

use super::fields::{add_own_notes, sensitivity, set_given_name};
use super::media_types::essence;
use super::references::NodeRef;
use super::spelling;
use super::styles::{Layout, is_one_text};
use super::type_places::{PlaceKind, TypePlace};
use super::types::{Types, is_json};
use super::warnings::Topic;
use crate::api::{Location, Scalar, Style};
use crate::diagnostic::Lost;
use crate::document::{Constraints, FieldEntry, TypeExpr, TypeExprKind};
use crate::node::Node;
use crate::source::{Span, Spanned};

const STRING: TypeExprKind = TypeExprKind::Scalar(Scalar::String);

/// The value of a parameter, as the document describes it.
struct ParameterValue<'a> {
    /// The media type, if the value is a content.
    media: Option<&'a Spanned<String>>,
    is_json: bool,
    /// Whether the value is a form that is the whole query. Its fields are parameters.
    is_whole_query: bool,
    schema: Option<NodeRef<'a>>,
}

impl<'a> ParameterValue<'a> {
    fn new(at: NodeRef<'a>) -> Self {
        let content = at.get("content");
        let media = content.and_then(|content| content.node.entries().first());
        let of_media = media.and_then(|(_, media)| at.with(media).get("schema"));
        let is_whole_query = at.node.text_at("in") == Some("querystring");
        let media = media.map(|(name, _)| name).filter(|_| !is_whole_query);
        let schema = at.get("schema").or(of_media);
        Self {
            media,
            is_json: media.is_some_and(|name| name.value.contains("json")),
            is_whole_query,
            // Swagger has the keywords of a schema in the parameter itself.
            schema: schema.or_else(|| at.get("type").map(|_| at)),
        }
    }
}

/// How a parameter is sent that no style writes as the document says.
pub(super) const AS_JSON: &str = "as JSON: how the document writes its value is not supported";

impl<'a> Types<'a> {
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
        let value = ParameterValue::new(at);
        let place = TypePlace::of_operation(operation, PlaceKind::Name(name.value.clone()));
        let mut field = self.parameter_field(at, name, location, &value, &place);
        set_given_name(&mut field, at.node);
        self.build();
        if let Some(schema) = value.schema.filter(|_| has_null(&field)) {
            let what = "`null` in a required parameter or header, or in a list in one,";
            let means = "it cannot be sent";
            self.files.leave_out(what, means, schema.node.span);
        }
        describe(&mut field, at.node);
        if self.files.is_exported() {
            field.sensitivity = field.sensitivity.max(sensitivity(at.node));
        }
        let layout = self.layout(&field.ty);
        if layout == Layout::List && location != Location::Query && value.media.is_none() {
            self.warn_of_separator(at.node);
        }
        self.lose_style(at.node, name.span, layout, location);
        match location {
            Location::Path => Some(self.parameter_in_path(at.node, field, &value, layout)),
            Location::Query | Location::Header | Location::Cookie => {
                self.parameter_outside_path(at.node, field, &value, layout, location)
            }
        }
    }

    /// Notes how a parameter is written if the document says it in a way that has no meaning there.
    fn lose_style(&mut self, node: &Node, span: Span, layout: Layout, location: Location) {
        let styles = match location {
            Location::Path => &["simple", "label", "matrix"][..],
            Location::Query => &["form", "spaceDelimited", "pipeDelimited", "deepObject"],
            Location::Header => &["simple"],
            Location::Cookie => &["form", "cookie"],
        };
        let style = node.text_at("style");
        let has_other_style = style.is_some_and(|style| !styles.contains(&style));
        let is_joined = node
            .get("explode")
            .is_some_and(|explode| !explode.is_true());
        let is_joined_cookie = location == Location::Cookie && layout == Layout::List && is_joined;
        if has_other_style || is_joined_cookie {
            let what = "how the value of a parameter or header is written";
            self.warnings.lose(Lost::Style, span, what);
        }
    }

    /// Notes that a parameter is text, whatever the document says about its value.
    fn lose_type(&mut self, span: Span) {
        let what = "the type of a parameter or header that is sent as text";
        self.warnings.lose(Lost::Owner, span, what);
    }

    /// The type of a parameter, with what the schema says about the value.
    fn parameter_field(
        &mut self,
        at: NodeRef<'a>,
        name: &Spanned<String>,
        location: Location,
        value: &ParameterValue<'a>,
        place: &TypePlace,
    ) -> FieldEntry {
        let is_required = at.node.is_set("required") || location == Location::Path;
        if let Some(schema) = value.schema {
            self.files.note_unchecked(schema, false);
        }
        let mut parts: Vec<NodeRef<'a>> = value.schema.into_iter().collect();
        if value.media.is_none() {
            parts = self.files.one_or_several(&parts).unwrap_or(parts);
        }
        let is_flat = value.media.is_none() && location == Location::Query && is_flat(at.node);
        let ty = match is_flat.then(|| self.one_object(&parts, place)).flatten() {
            Some(ty) => ty,
            None if parts.is_empty() => TypeExpr::new(STRING, name.span),
            None => {
                // Routes have no constants: the value is the only one of an enumeration.
                let may_be_constant = is_required && location != Location::Path;
                let mut field = self.value(name, &parts, may_be_constant, place);
                field.optional = !is_required;
                return field;
            }
        };
        FieldEntry {
            optional: !is_required,
            ..FieldEntry::required(name.clone(), ty)
        }
    }

    /// Sets how a parameter of the path is written.
    fn parameter_in_path(
        &mut self,
        node: &Node,
        mut field: FieldEntry,
        value: &ParameterValue<'a>,
        layout: Layout,
    ) -> FieldEntry {
        let span = field.name.span;
        let has_media = value.media.is_some();
        field.optional = false;
        field.default = None;
        // Paths have no empty segments.
        let least = field.constraints.min_length;
        if self.files.is_exported() && least.is_some_and(|least| least.value == 1) {
            let others = Constraints {
                min_length: None,
                ..Constraints::clone(&field.constraints)
            };
            field.constraints = others.into();
        }
        let style = self
            .path_style(node, layout, &field.ty)
            .filter(|_| !has_media);
        let is_plain =
            !has_media && (matches!(layout, Layout::Single | Layout::List) || style.is_some());
        if node.is_set("allowReserved") {
            let why = "percent-encoded: `allowReserved` is not supported in paths";
            self.warnings.add(Topic::Style, span, why);
        }
        if !is_plain && (layout != Layout::Any || has_media) {
            let why = "as the text that the caller gives: how the document writes its value is not supported";
            self.warnings.add(Topic::Style, span, why);
        }
        field.style.style = style.map(|style| Spanned::new(style, span));
        if !is_plain {
            if layout != Layout::Any || has_media {
                self.lose_type(span);
            }
            field.ty.kind = STRING;
            field.constraints = Default::default();
            field.example = None;
        } else if style.is_some() {
            text_values(&mut field.ty);
        }
        field
    }

    /// Sets how a parameter of the query, a header or a cookie is written. `None` if no style writes it.
    fn parameter_outside_path(
        &mut self,
        node: &Node,
        mut field: FieldEntry,
        value: &ParameterValue<'a>,
        layout: Layout,
        location: Location,
    ) -> Option<FieldEntry> {
        let span = field.name.span;
        if let Some(media) = value.media.filter(|_| !value.is_json) {
            let is_text = matches!(field.ty.kind, TypeExprKind::Scalar(Scalar::String))
                && field.constraints.is_empty();
            if !is_text || essence(&media.value) != "text/plain" {
                self.lose_type(span);
            }
            field.ty.kind = STRING;
            field.constraints = Default::default();
            return Some(field);
        }
        let style = match value.media {
            Some(_) => Some(Style::Json),
            None => match self.style(node, layout, &field.ty, location) {
                Ok(style) => {
                    if style == Some(Style::Json) && layout != Layout::Any {
                        self.warnings.add(Topic::Style, span, AS_JSON);
                    }
                    style
                }
                Err(why) => {
                    self.warnings.add(Topic::Parameter, span, why);
                    return None;
                }
            },
        };
        if style.is_some_and(|style| style != Style::Json) {
            text_values(&mut field.ty);
        }
        if layout != Layout::List && style.is_some_and(is_one_text) {
            let default = field.default.take();
            let written = default.and_then(|_| value.schema?.node.get("default"));
            // Nobody fills in the headers of a response.
            if let Some(default) = written.filter(|_| node.get("in").is_some()) {
                let what = "the default of an object in a parameter";
                self.warnings.lose(Lost::Part, default.span, what);
            }
        }
        if layout == Layout::Any {
            // As text, it is what the caller writes.
            field.ty.kind = STRING;
        } else if field.constant.is_none() {
            field.style.style = style.map(|style| Spanned::new(style, span));
        }
        self.warn_of_style(node, &field, value, layout, location);
        let has_parts = matches!(style, Some(Style::Deep(_) | Style::Flat(_)));
        if node.is_set("allowReserved") && location == Location::Query && !has_parts {
            field.style.allow_reserved = Some(span);
        }
        Some(field)
    }

    /// Warns if a parameter is written in another way than the document says.
    fn warn_of_style(
        &mut self,
        node: &Node,
        field: &FieldEntry,
        value: &ParameterValue<'a>,
        layout: Layout,
        location: Location,
    ) {
        let warn = |types: &mut Self, why: &str| {
            types.warnings.add(Topic::Style, field.name.span, why);
        };
        let is_string = matches!(field.ty.kind, TypeExprKind::Scalar(Scalar::String));
        if node.is_set("allowEmptyValue") && !is_string {
            let why =
                "with a value: `allowEmptyValue` has no effect, so servers reject it without one";
            warn(self, why);
        }
        if value.is_whole_query && self.has_objects_inside(&field.ty) {
            let why = "with brackets for the objects in it (`a[x]=1`), where forms have JSON";
            warn(self, why);
        }
        if layout != Layout::List || value.media.is_some() {
            return;
        }
        let is_joined = node
            .get("explode")
            .is_some_and(|explode| !explode.is_true());
        match (location, node.text_at("style")) {
            (Location::Query, Some("deepObject")) => warn(
                self,
                "as one parameter for each item: `deepObject` is for objects",
            ),
            (Location::Cookie, Some("cookie")) if !is_joined => {
                warn(self, "as one cookie, with commas between its items");
            }
            _ => {}
        }
    }
}

/// Whether a parameter or one of its items may be null. An optional parameter that is null is absent.
fn has_null(field: &FieldEntry) -> bool {
    let has_null_items = match &field.ty.kind {
        TypeExprKind::List(item) => item.nullable,
        _ => false,
    };
    has_null_items || field.ty.nullable && !field.optional
}

/// Adds what a parameter says beside its schema. The description of the schema is the description of the type. Neither
/// the value nor its items are null.
fn describe(field: &mut FieldEntry, node: &Node) {
    add_own_notes(field, node);
    if field.constant.is_none() {
        let example = node
            .get("example")
            .filter(|example| !example.is_null())
            .cloned();
        field.example = example.map(Box::new).or(field.example.take());
    }
    field.ty.nullable = false;
    if let TypeExprKind::List(item) = &mut field.ty.kind {
        item.nullable = false;
    }
}

/// Strings have no other kinds of values.
fn text_values(ty: &mut TypeExpr) {
    if let TypeExprKind::Map(value) = &mut ty.kind
        && is_json(value)
    {
        value.kind = STRING;
    }
}

/// Whether each field of an object is a parameter.
fn is_flat(parameter: &Node) -> bool {
    let style = parameter.text_at("style");
    let is_exploded = parameter.get("explode").is_none_or(Node::is_true);
    matches!(style, None | Some("form")) && is_exploded
}

/// A parameter that always has this value.
pub(super) fn constant(name: &str, value: &str, span: Span) -> FieldEntry {
    let ty = TypeExpr::new(STRING, span);
    FieldEntry {
        constant: Some(Box::new(Node::text(value, span))),
        ..FieldEntry::required(Spanned::new(name.to_owned(), span), ty)
    }
}
