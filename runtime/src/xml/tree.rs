//! A string in XML as a tree of elements.

use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{Namespace, NamespaceResolver, ResolveResult};
use quick_xml::reader::NsReader;

use super::{InvalidXml, MAX_ATTRIBUTES, MAX_DEPTH, MAX_NAMESPACES, Name};

/// An element.
#[derive(Debug, Default)]
pub(super) struct Element {
    pub(super) name: Resolved,
    pub(super) attributes: Vec<(Resolved, String)>,
    pub(super) children: Vec<Self>,
    /// All text that is directly in it.
    pub(super) text: String,
}

/// A name with its namespace.
#[derive(Debug, Default)]
pub(super) struct Resolved {
    pub(super) local: String,
    pub(super) namespace: Option<String>,
}

impl Resolved {
    fn new(local: &str, namespace: &ResolveResult<'_>) -> Self {
        Self {
            local: local.to_owned(),
            namespace: match namespace {
                ResolveResult::Bound(Namespace(name)) => Some((*name).to_owned()),
                ResolveResult::Unbound | ResolveResult::Unknown(_) => None,
            },
        }
    }

    /// Whether it is this name. A name without a namespace is compared alone.
    pub(super) fn is(&self, name: &Name) -> bool {
        self.local == name.local
            && name
                .namespace
                .is_none_or(|(namespace, _)| self.namespace.as_deref() == Some(namespace))
    }
}

/// Reads the only element of a string.
pub(super) fn read(bytes: &[u8]) -> Result<Element, InvalidXml> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = str::from_utf8(bytes).map_err(|error| {
        let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let valid = str::from_utf8(valid).unwrap_or_default();
        InvalidXml::at(valid, valid.len(), Some("must be XML in UTF-8"))
    })?;
    let mut reader = NsReader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    let mut root = None;
    let mut namespaces = 0;
    loop {
        let start = usize::try_from(reader.buffer_position()).unwrap_or_default();
        let fail = |problem| InvalidXml::at(text, start, problem);
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(_) => {
                let at = usize::try_from(reader.error_position()).unwrap_or(start);
                return Err(InvalidXml::at(text, at, None));
            }
        };
        if let Event::Start(tag) | Event::Empty(tag) = &event {
            let mut attributes = 0;
            for attribute in tag.attributes().with_checks(false) {
                let attribute = attribute.map_err(|_| fail(None))?;
                attributes += 1;
                namespaces += usize::from(attribute.key.as_namespace_binding().is_some());
                if attributes > MAX_ATTRIBUTES {
                    return Err(fail(Some("has an element with too many attributes")));
                }
                if namespaces > MAX_NAMESPACES {
                    return Err(fail(Some("declares too many namespaces")));
                }
            }
        }
        let closed = match event {
            Event::Start(tag) => {
                if open.len() == MAX_DEPTH {
                    return Err(fail(Some("has too many elements in each other")));
                }
                open.push(element(&tag, reader.resolver()).ok_or_else(|| fail(None))?);
                None
            }
            Event::Empty(tag) => Some(element(&tag, reader.resolver()).ok_or_else(|| fail(None))?),
            // The reader compares the name.
            Event::End(_) => open.pop(),
            Event::Text(part) => {
                let content = part.xml10_content();
                match open.last_mut() {
                    Some(parent) => parent.text.push_str(&content),
                    None if content.trim_ascii().is_empty() => {}
                    None => return Err(fail(None)),
                }
                None
            }
            Event::CData(part) => {
                let parent = open.last_mut().ok_or_else(|| fail(None))?;
                parent.text.push_str(&part.xml10_content());
                None
            }
            Event::GeneralRef(reference) => {
                let parent = open.last_mut().ok_or_else(|| fail(None))?;
                match reference.resolve_char_ref() {
                    Ok(Some(character)) => parent.text.push(character),
                    Ok(None) => {
                        let known = quick_xml::escape::resolve_xml_entity(&reference);
                        let unknown = Some("refers to an entity, which is not allowed");
                        parent.text.push_str(known.ok_or_else(|| fail(unknown))?);
                    }
                    Err(_) => return Err(fail(None)),
                }
                None
            }
            Event::DocType(_) => {
                return Err(fail(Some(
                    "has a document type definition, which is not allowed",
                )));
            }
            Event::Decl(_) | Event::Comment(_) | Event::PI(_) => None,
            Event::Eof => {
                return root.filter(|_| open.is_empty()).ok_or_else(|| fail(None));
            }
        };
        match (closed, open.last_mut()) {
            (None, _) => {}
            (Some(child), Some(parent)) => parent.children.push(child),
            (Some(whole), None) if root.is_none() => root = Some(whole),
            (Some(_), None) => return Err(fail(None)),
        }
    }
}

/// The element that a tag opens; `None` if it is malformed.
fn element(tag: &BytesStart<'_>, resolver: &NamespaceResolver) -> Option<Element> {
    let (namespace, local) = resolver.resolve_element(tag.name());
    if matches!(namespace, ResolveResult::Unknown(_)) {
        return None;
    }
    let mut attributes = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.ok()?;
        if attribute.key.as_namespace_binding().is_some() {
            continue;
        }
        let (namespace, local) = resolver.resolve_attribute(attribute.key);
        if matches!(namespace, ResolveResult::Unknown(_)) {
            return None;
        }
        let value = attribute.normalized_value(XmlVersion::Explicit1_0).ok()?;
        let name = Resolved::new(local.into_inner(), &namespace);
        attributes.push((name, value.into_owned()));
    }
    Some(Element {
        name: Resolved::new(local.into_inner(), &namespace),
        attributes,
        ..Element::default()
    })
}
