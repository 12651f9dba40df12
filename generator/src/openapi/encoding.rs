//! The Encoding Objects of a form: how its fields are written.

use super::kinds::Kinds;
use super::media_types::{essence, essences};
use super::references::NodeRef;
use super::schema::{Parts, Schema, is_null};
use super::types::Types;
use super::warnings::Topic;
use crate::api::FieldStyle;
use crate::diagnostic::Lost;
use crate::node::Node;
use crate::source::Spanned;

/// The kind of the value of a field in a form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    Scalar,
    /// A list of scalars.
    List,
    /// A tuple of scalars, which is written like a list. A part of a multipart form has it as JSON.
    Tuple,
    /// Anything else: it has parts.
    Parts,
}

impl<'a> Types<'a> {
    /// The fields of a form that have a style. Objects are JSON, unless brackets are asked for.
    pub(super) fn field_styles(
        &mut self,
        media: NodeRef<'a>,
        schema: Option<NodeRef<'a>>,
    ) -> Vec<(Spanned<String>, Spanned<FieldStyle>)> {
        let Some(at) = schema else {
            return Vec::new();
        };
        let schema = self.files.schema(&[at]);
        let encoding = media.get("encoding");
        if let Some(encoding) = encoding {
            self.warn_of_unknown_fields(encoding, &schema);
        }
        let mut styles = Vec::new();
        // The lists whose names are repeated, and whether a list needs indexes, which all lists of the form have then.
        let mut repeated = Vec::new();
        let mut is_indexed = false;
        let is_deep = |encoding: Option<NodeRef<'a>>| {
            let style = encoding.and_then(|encoding| encoding.node.text_at("style"));
            style == Some("deepObject")
        };
        for property in &schema.properties {
            let encoding = encoding.and_then(|encoding| encoding.get(&property.name.value));
            let value = self.value_in_form(&property.parts, 0);
            let style = match encoding {
                Some(encoding) => self.field_style(encoding, value),
                None => (value == Value::Parts).then_some(FieldStyle::Json),
            };
            let span = encoding.map_or(property.name.span, |encoding| encoding.node.span);
            let is_list = matches!(value, Value::List | Value::Tuple);
            if is_list && style.is_none() && !is_deep(encoding) {
                repeated.push(span);
            }
            let is_deep = style.is_none() && is_deep(encoding);
            is_indexed |= is_deep && self.has_list_of_parts(&property.parts, 0);
            styles.extend(style.map(|style| (property.name.clone(), Spanned::new(style, span))));
        }
        if is_indexed {
            let what = "the style of a list beside a list of objects";
            let means = "the list of objects needs indexes, so callers send every list of this form with indexes (`a[0]=1`); servers read both";
            for span in repeated {
                self.files.leave_out(what, means, span);
            }
        }
        styles
    }

    /// Whether there is a list in a value whose items are objects or lists, so that it needs indexes.
    fn has_list_of_parts(&self, parts: &Parts<'a>, depth: usize) -> bool {
        let schema = self.files.schema(parts);
        if depth > 4 {
            return false;
        }
        if schema.kinds == Kinds::LIST {
            return self.value_in_form(parts, 0) == Value::Parts;
        }
        let mut properties = schema.properties.iter();
        properties.any(|property| self.has_list_of_parts(&property.parts, depth + 1))
    }

    /// Warns of encodings of properties that the form does not have.
    pub(super) fn warn_of_unknown_fields(&mut self, encoding: NodeRef<'a>, schema: &Schema<'a>) {
        // The members of a choice have properties too.
        let entries = encoding.node.entries().iter();
        for (name, _) in entries.filter(|_| schema.choices.is_empty()) {
            let is_extension = name.value.starts_with("x-");
            if !is_extension && schema.property(&name.value).is_none() {
                let what = format!(
                    "the form has no property `{}`, so its encoding has no effect",
                    name.value
                );
                self.warnings.add(Topic::Dropped, name.span, &what);
            }
        }
    }

    /// The style that an Encoding Object gives a field.
    fn field_style(&mut self, encoding: NodeRef<'a>, value: Value) -> Option<FieldStyle> {
        let text = |key: &str| encoding.node.text_at(key);
        let is_joined = is_joined(encoding.node);
        let span = encoding.node.span;
        let style_keys = ["style", "explode", "allowReserved"];
        let has_style = style_keys
            .iter()
            .any(|key| encoding.node.get(key).is_some());
        // The media type counts if the document says nothing else.
        if !has_style && let Some(written) = encoding.node.get("contentType") {
            let mut all = essences(written.as_text().unwrap_or_default());
            let media = all.next().unwrap_or_default();
            if media.ends_with("json") && all.all(|media| media.ends_with("json")) {
                return Some(FieldStyle::Json);
            }
            let what = match value {
                Value::Parts => "this field is sent as JSON",
                Value::Scalar | Value::List | Value::Tuple if media == "text/plain" => return None,
                Value::Scalar | Value::List | Value::Tuple => "this field is sent as text",
            };
            self.warnings.add(Topic::Dropped, written.span, what);
        }
        self.lose_headers(encoding);
        if encoding.node.is_set("allowReserved") {
            let what =
                "reserved characters of this field are percent-encoded, which servers decode";
            self.warnings.add(Topic::Dropped, span, what);
        }
        match (text("style"), value) {
            (_, Value::Scalar) | (Some("deepObject"), _) => None,
            (Some("spaceDelimited"), Value::List) if is_joined => Some(FieldStyle::Space),
            (Some("pipeDelimited"), Value::List) if is_joined => Some(FieldStyle::Pipe),
            (None | Some("form"), Value::List) if is_joined => Some(FieldStyle::Comma),
            (Some(style), Value::List) if is_joined => {
                let what = format!("no list has the style `{style}`, so its name is repeated");
                self.warnings.add(Topic::Dropped, span, &what);
                None
            }
            (_, Value::List) => None,
            (_, Value::Tuple) if !is_joined => None,
            (None, Value::Tuple | Value::Parts) => Some(FieldStyle::Json),
            (Some(style), Value::Tuple | Value::Parts) => {
                let what = match value {
                    Value::Tuple => "a tuple",
                    Value::Scalar | Value::List | Value::Parts => "an object",
                };
                let what = format!(
                    "no form has {what} in the style `{style}`, so this field is sent as JSON"
                );
                self.warnings.add(Topic::Dropped, span, &what);
                Some(FieldStyle::Json)
            }
        }
    }

    /// Notes the headers of a field, which only a part of a multipart form may have.
    fn lose_headers(&mut self, encoding: NodeRef<'a>) {
        if let Some((key, _)) = encoding.node.entry("headers") {
            let what = "the headers of a field of a form";
            self.warnings.lose(Lost::Part, key.span, what);
        }
    }

    /// The media type of a part that is not a file, if it is not the default: single values are text, or JSON, and
    /// all others are JSON. Warns of others.
    pub(super) fn media_of_part(
        &mut self,
        parts: &Parts<'a>,
        written: Option<&Node>,
    ) -> Option<Spanned<String>> {
        let (written, media) = written.and_then(|node| Some((node, node.as_text()?)))?;
        let media = essence(media);
        let is_text = match self.value_in_form(parts, 0) {
            Value::Scalar | Value::List => true,
            Value::Tuple | Value::Parts => false,
        };
        let what = match is_text {
            true if media == "text/plain" => return None,
            true if !media.ends_with("json") => "this part is sent as text without a media type",
            _ if media == "application/json" => "",
            _ => "this part is sent as `application/json`",
        };
        if !what.is_empty() {
            self.warnings.add(Topic::Dropped, written.span, what);
        }
        let is_json_text = is_text && media.ends_with("json");
        is_json_text.then(|| Spanned::new("application/json".to_owned(), written.span))
    }

    pub(super) fn value_in_form(&self, parts: &Parts<'a>, depth: usize) -> Value {
        const SCALARS: [Kinds; 4] = [Kinds::STRING, Kinds::NUMBER, Kinds::INTEGER, Kinds::BOOLEAN];
        let schema = self.files.schema(parts);
        if let Some(choices) = schema.choices.first() {
            let mut members = choices.members.iter().filter(|at| !is_null(**at));
            // A choice between a value and a list of such values is the list.
            let parts = self.files.one_or_several(parts);
            if let Some(list) = parts.filter(|_| depth < 8) {
                return self.value_in_form(&list, depth + 1);
            }
            let is_scalar = |at: &NodeRef<'a>| {
                depth < 8 && self.value_in_form(&vec![*at], depth + 1) == Value::Scalar
            };
            return match members.all(is_scalar) {
                true => Value::Scalar,
                false => Value::Parts,
            };
        }
        if schema.values.is_some() {
            return Value::Scalar;
        }
        if schema.kinds == Kinds::LIST {
            let (items, value) = match schema.is_tuple() {
                true => (schema.prefix.as_slice(), Value::Tuple),
                false => (schema.items.as_slice(), Value::List),
            };
            let is_scalar = |parts: &Parts<'a>| {
                depth < 8 && self.value_in_form(parts, depth + 1) == Value::Scalar
            };
            return match !items.is_empty() && items.iter().all(is_scalar) {
                true => value,
                false => Value::Parts,
            };
        }
        match SCALARS.contains(&schema.kinds) {
            true => Value::Scalar,
            false => Value::Parts,
        }
    }
}

/// Whether an Encoding Object joins the items of a list to one text.
pub(super) fn is_joined(encoding: &Node) -> bool {
    match encoding.get("explode") {
        Some(explode) => !explode.is_true(),
        // All other styles repeat the name by default.
        None => {
            let style = encoding.text_at("style");
            !matches!(style, None | Some("form" | "deepObject"))
        }
    }
}
