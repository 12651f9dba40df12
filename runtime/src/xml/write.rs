//! From JSON to XML.

use std::borrow::Cow;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::{Kind, Name, Object, Place, Root, Unwritable, XSI};
use crate::Json;

/// The XML of a body.
///
/// # Errors
/// A value has no XML: a map has a key that is not the name of an element, or a string has a control character.
pub fn from_json(value: &Json, root: &Root) -> Result<Vec<u8>, Unwritable> {
    let mut written = Written {
        out: Writer::new(Vec::new()),
        prefixes: Vec::new(),
    };
    written.event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    written.element(&root.name, value, root.kind)?;
    Ok(written.out.into_inner())
}

/// The text that is written so far.
struct Written {
    out: Writer<Vec<u8>>,
    /// The prefixes of the open elements, and their namespaces.
    prefixes: Vec<(&'static str, &'static str)>,
}

impl Written {
    fn element(&mut self, name: &Name, value: &Json, kind: Kind) -> Result<(), Unwritable> {
        let prefixes = self.prefixes.len();
        let qualified = qualified(name);
        let mut tag = BytesStart::new(qualified.as_ref());
        self.declare(name, &mut tag);
        let kind = resolved(kind);
        if value.is_null() {
            self.prefix(XSI, "xsi", &mut tag);
            tag.push_attribute(("xsi:nil", "true"));
        }
        if let (Kind::Object(shape), Json::Object(_)) = (kind, value) {
            self.attributes(shape, value, &mut tag)?;
        }
        self.event(Event::Start(tag))?;
        self.content(value, kind)?;
        self.event(Event::End(BytesEnd::new(qualified.as_ref())))?;
        self.prefixes.truncate(prefixes);
        Ok(())
    }

    fn attributes(
        &mut self,
        shape: &Object,
        value: &Json,
        tag: &mut BytesStart<'_>,
    ) -> Result<(), Unwritable> {
        for field in shape.fields {
            if field.place == Place::Attribute
                && let Some(text) = value.get(field.json).and_then(scalar)
            {
                self.declare(&field.name, tag);
                let text = allowed(&text)?;
                tag.push_attribute((qualified(&field.name).as_ref(), text));
            }
        }
        Ok(())
    }

    fn content(&mut self, value: &Json, kind: Kind) -> Result<(), Unwritable> {
        match (kind, value) {
            (Kind::Object(shape), Json::Object(_)) => self.fields(shape, value),
            (Kind::List(name, kind), Json::Array(items)) => {
                let mut items = items.iter();
                items.try_for_each(|item| self.element(name, item, *kind))
            }
            (Kind::Map(kind), Json::Object(entries)) => {
                let mut entries = entries.iter();
                entries.try_for_each(|(key, value)| self.entry(key, value, *kind))
            }
            (_, value) => match scalar(value) {
                Some(text) => {
                    let text = allowed(&text)?;
                    self.event(Event::Text(BytesText::new(text)))
                }
                None if value.is_null() => Ok(()),
                None => Err(Unwritable("a value has no form in XML".to_owned())),
            },
        }
    }

    fn fields(&mut self, shape: &Object, value: &Json) -> Result<(), Unwritable> {
        for field in shape.fields {
            let Some(value) = value.get(field.json) else {
                continue;
            };
            match (field.place, value) {
                (Place::Attribute, _) => {}
                (Place::Text, value) => self.content(value, resolved(field.kind))?,
                (Place::Items(_), Json::Array(items)) => {
                    for item in items {
                        self.element(&field.name, item, field.kind)?;
                    }
                }
                (Place::Element | Place::Items(_), value) => {
                    self.element(&field.name, value, field.kind)?;
                }
            }
        }
        let (Some(kind), Json::Object(entries)) = (shape.additional, value) else {
            return Ok(());
        };
        for (key, value) in entries {
            if !shape.fields.iter().any(|field| field.json == key) {
                self.entry(key, value, kind)?;
            }
        }
        Ok(())
    }

    /// An element whose name is a key of a map.
    fn entry(&mut self, key: &str, value: &Json, kind: Kind) -> Result<(), Unwritable> {
        if !is_name(key) {
            let problem = format!("the key {key:?} is not the name of an element in XML");
            return Err(Unwritable(problem));
        }
        self.event(Event::Start(BytesStart::new(key)))?;
        let kind = resolved(kind);
        self.content(value, kind)?;
        self.event(Event::End(BytesEnd::new(key)))
    }

    /// Declares the namespace of a name, unless it has been.
    fn declare(&mut self, name: &Name, tag: &mut BytesStart<'_>) {
        if let Some((namespace, prefix)) = name.namespace {
            self.prefix(namespace, prefix, tag);
        }
    }

    fn prefix(&mut self, namespace: &'static str, prefix: &'static str, tag: &mut BytesStart<'_>) {
        let mut declared = self.prefixes.iter().rev();
        if declared.find(|(declared_prefix, _)| *declared_prefix == prefix)
            == Some(&(prefix, namespace))
        {
            return;
        }
        let attribute = match prefix {
            "" => Cow::Borrowed("xmlns"),
            prefix => Cow::Owned(format!("xmlns:{prefix}")),
        };
        tag.push_attribute((attribute.as_ref(), namespace));
        self.prefixes.push((prefix, namespace));
    }

    fn event(&mut self, event: Event<'_>) -> Result<(), Unwritable> {
        let written = self.out.write_event(event);
        written.map_err(|error| Unwritable(error.to_string()))
    }
}

/// A name with its prefix.
fn qualified(name: &Name) -> Cow<'static, str> {
    match name.namespace {
        None | Some((_, "")) => Cow::Borrowed(name.local),
        Some((_, prefix)) => Cow::Owned(format!("{prefix}:{}", name.local)),
    }
}

/// The content of the element of a type.
fn resolved(kind: Kind) -> Kind {
    match kind {
        Kind::Same(root) => resolved(root.kind),
        kind => kind,
    }
}

/// The text of a value without parts; `None` for null too.
fn scalar(value: &Json) -> Option<Cow<'_, str>> {
    match value {
        Json::String(text) => Some(Cow::Borrowed(text)),
        Json::Number(number) => Some(Cow::Owned(number.to_string())),
        Json::Bool(value) => Some(Cow::Borrowed(if *value { "true" } else { "false" })),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
    }
}

/// A string without characters that XML cannot hold, even as references (XML 1.0, section 2.2).
fn allowed(text: &str) -> Result<&str, Unwritable> {
    let is_allowed = |c: char| match c {
        '\t' | '\n' | '\r' => true,
        c => c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'),
    };
    match text.chars().all(is_allowed) {
        true => Ok(text),
        false => Err(Unwritable(
            "a string has a control character, which XML cannot hold".to_owned(),
        )),
    }
}

/// Whether a key is the name of an element without a prefix.
fn is_name(key: &str) -> bool {
    let is_start = |c: char| c == '_' || c.is_alphabetic();
    let is_further = |c: char| c == '_' || c == '-' || c == '.' || c.is_alphanumeric();
    key.starts_with(is_start) && key.chars().all(is_further)
}
