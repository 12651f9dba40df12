//! Multipart forms: the object of their parts.

use super::Media;
use crate::api::Scalar;
use crate::diagnostic::Lost;
use crate::document::{
    AdditionalFieldsEntry, Constraints, FieldEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::hash::{HashMap, HashSet};
use crate::node::Node;
use crate::openapi::choices::{Field, Several};
use crate::openapi::encoding::{self, Value};
use crate::openapi::extensions;
use crate::openapi::files::is_swagger;
use crate::openapi::kinds::Kinds;
use crate::openapi::media_types::{essences, is_media_type};
use crate::openapi::references::{NodeRef, without_choices};
use crate::openapi::scalars::{is_file, is_file_of};
use crate::openapi::schema::{Additional, Parts, Property, Schema};
use crate::openapi::spelling;
use crate::openapi::type_places::{Parent, PlaceKind, TypePlace};
use crate::openapi::types::{SchemaType, Types};
use crate::openapi::warnings::Topic;
use crate::source::{Span, Spanned};

/// The parts of a form.
struct Form<'a> {
    schema: Schema<'a>,
    /// The names of the parts that may be files.
    of_files: HashSet<&'a str>,
    /// The parts that the objects of a choice describe differently.
    disputed: HashMap<&'a str, Field<'a>>,
    encoding: Option<NodeRef<'a>>,
    /// Whether a part without a type is a file.
    has_untyped_files: bool,
    /// Whether the styles of an encoding count.
    has_styles: bool,
}

/// The consequence for callers and servers if the parts of a body have no names.
const AS_BYTES: &str = "so callers write its parts, servers read them, and nothing checks them";

impl<'a> Types<'a> {
    /// The object that is sent as a multipart form. Its files are of a type that only forms have, so it is not the type
    /// of the same schema elsewhere. `None` if the body is not an object with known parts.
    pub(super) fn form(&mut self, media: &Media<'a>, place: &TypePlace) -> Option<TypeExpr> {
        let form = self.parts_of_form(media)?;
        let at = media.schema?;
        let target = self
            .files
            .reference(&[at])
            .map_or(at, |reference| reference.target);
        let target = self.files.follow(target).unwrap_or(target);
        let place = match self.components.get(target) {
            Some(component) => TypePlace {
                parent: Parent::Operation(component.name.clone()),
                kind: PlaceKind::Role("Form".to_owned()),
                depth: 0,
            },
            None => place.clone(),
        };
        self.check_encoding(&form);
        let ty = self.in_place_of(
            Span::default(),
            &form.schema,
            &place,
            &mut |types, index| {
                let shape = match form.schema.properties.is_empty() {
                    // Without declared parts, it would be a map.
                    true => SchemaType::Type(TypeEntryKind::plain_object(
                        Vec::new(),
                        AdditionalFieldsEntry::Kept(TypeExpr::new(FILE, Span::default())),
                    )),
                    false => types.single(Kinds::OBJECT, &form.schema, index, 0),
                };
                let SchemaType::Type(TypeEntryKind::Object {
                    mut fields, others, ..
                }) = shape
                else {
                    return shape;
                };
                for field in &mut fields {
                    types.set_part(&form, field, index);
                }
                // Further parts are files of any media type.
                let others = match others {
                    AdditionalFieldsEntry::Kept(ty) => {
                        AdditionalFieldsEntry::Kept(TypeExpr::new(FILE, ty.span))
                    }
                    others => others,
                };
                SchemaType::Type(TypeEntryKind::plain_object(fields, others))
            },
        );
        Some(TypeExpr::new(ty.kind, media.name.span))
    }

    /// The parts of a form. `None` if they have no names, which a warning says.
    fn parts_of_form(&mut self, media: &Media<'a>) -> Option<Form<'a>> {
        let files = self.files;
        let mut keys = ["prefixEncoding", "itemEncoding"].iter();
        let has_items = extensions::item_schema(media.at).is_some()
            || keys.any(|key| media.at.node.get(key).is_some());
        let Some(at) = media.schema.filter(|_| !has_items) else {
            if has_items {
                let what = format!("its parts have no names, {AS_BYTES}");
                self.note_content(media, &what);
            }
            return None;
        };
        let mut schema = files.schema(&[at]);
        let disputed = self.merge_choice(media, at, &mut schema)?;
        let others = match &schema.additional {
            Some(Additional::Of(parts)) => {
                parts.first().map(|at| (at.node.span, files.schema(parts)))
            }
            Some(Additional::Any | Additional::Forbidden) | None => None,
        };
        let is_files = |(_, schema): &(Span, Schema<'a>)| is_file(schema);
        let has_files = others.as_ref().is_some_and(is_files) && schema.patterns.is_empty();
        if schema.properties.is_empty() && !has_files {
            let what = format!("its schema names no parts, {AS_BYTES}");
            self.note_content(media, &what);
            return None;
        }
        if let Some((span, _)) = others.filter(|other| !is_files(other) && !other.1.is_anything()) {
            let what =
                "further parts are files of any media type, and their contents are not checked";
            self.warnings.add(Topic::Dropped, span, what);
        }
        let mut of_files = HashSet::default();
        for property in &mut schema.properties {
            if let Some(list) = files.one_or_several(&property.parts) {
                property.parts = list;
            }
            // A file may be a string too, and JSON, so it has no type with these.
            if files.may_be_file(&property.parts) {
                property.parts = without_choices(&property.parts);
                of_files.insert(property.name.value.as_str());
            }
        }
        let is_later_than_3_0 = files.version() >= (3, 1);
        Some(Form {
            schema,
            of_files,
            disputed,
            encoding: media.at.get("encoding"),
            has_untyped_files: is_later_than_3_0,
            has_styles: is_later_than_3_0 || files.root().is_some_and(|root| is_swagger(root.node)),
        })
    }

    /// Gives a form the parts of all members of its choice. Returns the parts that the members describe differently, or
    /// `None` if the members do not agree on what the parts are.
    fn merge_choice(
        &mut self,
        media: &Media<'a>,
        at: NodeRef<'a>,
        schema: &mut Schema<'a>,
    ) -> Option<HashMap<&'a str, Field<'a>>> {
        let files = self.files;
        let Some(span) = schema.choices.first().map(|choice| choice.span) else {
            return Some(HashMap::default());
        };
        let may_be_file = |parts: &Parts<'a>| files.may_be_file(parts);
        if let Some(several) = files.several_objects(&[at], &may_be_file) {
            files.ignore("which parts of a multipart form go together", span);
            return Some(merge(schema, several, &may_be_file));
        }
        if schema.properties.is_empty() {
            let what = format!("the members of its choice do not agree on the parts, {AS_BYTES}");
            self.note_content(media, &what);
            return None;
        }
        let what = "the parts that only members of this choice describe are left out: callers cannot send \
                    them, and servers skip them";
        self.warnings.add(Topic::Dropped, span, what);
        Some(HashMap::default())
    }

    /// Warns of what parts cannot have.
    fn check_encoding(&mut self, form: &Form<'a>) {
        let Some(encoding) = form.encoding else {
            return;
        };
        self.warn_of_unknown_fields(encoding, &form.schema);
        for (name, part) in encoding.node.entries() {
            spelling::check(part, spelling::PART, &mut self.warnings);
            if let Some((key, _)) = part.entry("headers") {
                let what = "parts have no further headers: callers cannot send these, and servers ignore them";
                self.warnings.add(Topic::Dropped, key.span, what);
            }
            if let Some((key, _)) = part.entry("allowReserved") {
                let what = "`allowReserved` of a part";
                self.warnings.lose(Lost::Part, key.span, what);
            }
            let property = form.schema.property(&name.value);
            if let Some(property) = property.filter(|_| form.has_styles) {
                self.leave_out_style(encoding.with(part), &property.parts);
            }
        }
    }

    /// Notes a style of a part, which has none.
    fn leave_out_style(&self, encoding: NodeRef<'a>, parts: &Parts<'a>) {
        let node = encoding.node;
        let style = node.text_at("style");
        let is_joined = encoding::is_joined(node);
        let (what, means) = match self.value_in_form(parts, 0) {
            Value::List if is_joined => (
                "the style of a list in a multipart form",
                "callers send a part for each item, and servers take a part as one item",
            ),
            Value::Tuple | Value::Parts if style.is_some() || node.get("explode").is_some() => (
                "the style of an object in a multipart form",
                "callers send it as a part in JSON, which servers read",
            ),
            Value::Scalar | Value::List | Value::Tuple | Value::Parts => return,
        };
        self.files.leave_out(what, means, node.span);
    }

    /// Makes the field of an object one of a form.
    fn set_part(&mut self, form: &Form<'a>, field: &mut FieldEntry, index: usize) {
        let name = field.name.value.as_str();
        let Some(property) = form.schema.property(name) else {
            return;
        };
        let encoding = form.encoding.and_then(|at| at.node.get(name));
        let written = encoding.and_then(|encoding| encoding.get("contentType"));
        if let Some(disputed) = form.disputed.get(name) {
            let is_required = form.schema.required.contains_key(name);
            *field = self.field_of_several(disputed, is_required, index);
            if let Some(written) = written {
                let what = "the `contentType` of a part that members of a choice describe differently is left out: it is sent as text";
                self.warnings.add(Topic::Dropped, written.span, what);
            }
            return;
        }
        if field.constant.take().is_some() {
            let place = TypePlace::property(index, name, 0);
            field.ty = self.type_of(&property.parts, &place).ty;
        }
        let is_nullable = std::mem::take(&mut field.ty.nullable);
        field.optional |= is_nullable;
        let files = self.files;
        let schema = files.schema(&property.parts);
        let media = written.and_then(Node::as_text);
        let is_bytes = media.is_some_and(|media| essences(media).any(|essence| essence == BYTES));
        // Since OpenAPI 3.1, a part without a type is bytes.
        let is_untyped =
            |schema: &Schema<'_>| form.has_untyped_files && schema.is_anything() && media.is_none();
        let item = schema.items.as_ref().filter(|parts| {
            let item = files.schema(parts);
            files.may_be_file(parts) || is_file_of(&item, media) || is_untyped(&item)
        });
        let is_file = form.of_files.contains(&*field.name.value) || is_untyped(&schema);
        if is_file || is_file_of(&schema, media) || is_bytes && item.is_none() {
            field.ty.kind = FILE;
            self.set_file(field, &schema, written);
        } else if let Some(item) = item {
            let file = TypeExpr::new(FILE, field.ty.span);
            field.ty.kind = TypeExprKind::List(Box::new(file));
            self.set_file(field, &files.schema(item), written);
        } else {
            self.set_text_or_json(field, &property.parts, &schema, written);
        }
    }

    /// Makes a part one file or several, whose content `schema` describes.
    fn set_file(&mut self, field: &mut FieldEntry, schema: &Schema<'a>, written: Option<&Node>) {
        self.note_limits_of_file(&schema.limits.of_kind(Kinds::STRING));
        let counts = match field.ty.kind {
            TypeExprKind::List(_) => Constraints {
                min_items: field.constraints.min_items,
                max_items: field.constraints.max_items,
                ..Constraints::default()
            },
            _ => Constraints::default(),
        };
        field.media = written.map_or_else(Vec::new, |written| {
            media_of_file(written).unwrap_or_else(|| {
                let what = "this is not a list of media types, so files of any type are accepted";
                self.warnings.add(Topic::Dropped, written.span, what);
                Vec::new()
            })
        });
        field.constraints = counts.into();
        field.default = None;
        field.example = None;
    }

    /// Sets the media type of a part that is not a file.
    fn set_text_or_json(
        &mut self,
        field: &mut FieldEntry,
        parts: &Parts<'a>,
        schema: &Schema<'a>,
        written: Option<&'a Node>,
    ) {
        if let TypeExprKind::List(item) = &mut field.ty.kind {
            item.nullable = false;
            if matches!(item.kind, TypeExprKind::List(_)) {
                item.kind = TypeExprKind::Scalar(Scalar::Json);
                let mut items = parts.iter().filter_map(|at| at.node.get("items"));
                let whole = parts.first().map(|at| at.node);
                let place = items.next().or(whole);
                let what = "the type of a list in a list in a multipart form";
                let span = place.map_or(field.name.span, |node| node.span);
                self.files.lose(what, Lost::Rule, span);
            }
        }
        if let (Some(_), Some("byte"), None) = (schema.media, schema.format, written) {
            let what = "the media type of a part in base64";
            let means = "callers send it as text without a media type, and servers accept any";
            let span = parts.first().map_or(field.name.span, |at| at.node.span);
            self.files.leave_out(what, means, span);
        }
        let media = self.media_of_part(parts, written);
        field.media.extend(media);
    }

    /// Notes the limits that files cannot have.
    fn note_limits_of_file(&self, limits: &Constraints) {
        if let Some(limit) = &limits.min_length {
            self.files.ignore("`minLength` of a file", limit.span);
        }
        if let Some(limit) = &limits.max_length {
            self.files.ignore("`maxLength` of a file", limit.span);
        }
        if let Some(pattern) = &limits.pattern {
            self.files.ignore("`pattern` of a file", pattern.span);
        }
    }
}

/// Gives a form the parts of all objects of a choice. A part is required if all objects require it. Returns the parts
/// that the objects describe differently, except files.
fn merge<'a>(
    schema: &mut Schema<'a>,
    several: Several<'a>,
    may_be_file: &dyn Fn(&Parts<'a>) -> bool,
) -> HashMap<&'a str, Field<'a>> {
    let Several { members, fields } = several;
    let is_closed = |schema: &Schema<'_>| matches!(schema.additional, Some(Additional::Forbidden));
    let open = members.iter().find(|member| !is_closed(member));
    schema.additional = match open.or(members.first()) {
        Some(member) => member.additional.clone(),
        None => None,
    };
    schema.properties = Vec::with_capacity(fields.len());
    let mut disputed = HashMap::default();
    for field in fields {
        let name = field.name.value.as_str();
        if field.required < members.len() {
            schema.required.remove(name);
        } else {
            let spans = members
                .iter()
                .filter_map(|member| member.required.get(name));
            schema
                .required
                .extend(spans.take(1).map(|span| (name, *span)));
        }
        let of_file = field.forms.iter().find(|form| may_be_file(form));
        let parts = of_file.or(field.forms.first()).cloned().unwrap_or_default();
        schema.properties.push(Property {
            name: field.name,
            parts,
        });
        if field.forms.len() > 1 && of_file.is_none() {
            disputed.insert(name, field);
        }
    }
    disputed
}

const FILE: TypeExprKind = TypeExprKind::Scalar(Scalar::File);

/// The media types that a file may have, by `contentType`; an empty list if it may have any. Senders that do not know
/// the type of a file call it bytes, so a part that may be bytes may be any file. `None` if it is not a list of media
/// types.
fn media_of_file(written: &Node) -> Option<Vec<Spanned<String>>> {
    let mut found: Vec<Spanned<String>> = Vec::new();
    let list = written.as_text()?;
    if !essences(list).all(|media| is_media_type(&media)) {
        return None;
    }
    for media in essences(list) {
        if media == "*/*" || media == BYTES {
            return Some(Vec::new());
        }
        if !found.iter().any(|known| known.value == media) {
            found.push(Spanned::new(media, written.span));
        }
    }
    Some(found)
}

/// The media type of bytes.
const BYTES: &str = "application/octet-stream";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::NodeKind;

    #[test]
    fn files_have_the_media_types_that_are_listed() {
        for (written, expected) in [
            ("application/pdf", Some(&["application/pdf"][..])),
            ("image/png, Image/JPEG", Some(&["image/png", "image/jpeg"])),
            (
                "image/*,text/csv; charset=utf-8",
                Some(&["image/*", "text/csv"]),
            ),
            ("image/png, image/png", Some(&["image/png"])),
            // Any file.
            ("application/octet-stream", Some(&[])),
            ("image/png, application/octet-stream", Some(&[])),
            ("*/*", Some(&[])),
            ("image/png, png", None),
            ("image/png,", None),
            ("", None),
        ] {
            let node = Node {
                span: Span::default(),
                kind: NodeKind::Text(written.to_owned()),
            };
            let found = media_of_file(&node);
            let texts = |found: &Vec<Spanned<String>>| -> Vec<String> {
                found.iter().map(|media| media.value.clone()).collect()
            };
            let expected =
                expected.map(|expected| expected.iter().map(ToString::to_string).collect());
            assert_eq!(found.as_ref().map(texts), expected, "{written}");
        }
    }
}
