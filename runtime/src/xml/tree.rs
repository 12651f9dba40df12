//! A string in XML as a tree of elements.

use quick_xml::XmlVersion;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::{Namespace, NamespaceResolver, ResolveResult};
use quick_xml::reader::NsReader;

use super::{InvalidXml, MAX_ATTRIBUTES, MAX_DEPTH, MAX_NAMESPACES, Name};

/// An element.
#[derive(Debug, Default)]
pub(super) struct Element {
    pub(super) name: Resolved,
    pub(super) attributes: Vec<(Resolved, String)>,
    pub(super) children: Vec<Self>,
    /// All text that is directly in the element.
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

    /// Whether an element or an attribute has this name. The namespace is compared only if `name` has one.
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
    let mut builder = TreeBuilder::default();
    loop {
        let start = usize::try_from(reader.buffer_position()).unwrap_or_default();
        let event = match reader.read_event() {
            Ok(Event::Eof) => {
                let root = builder.finish();
                return root.ok_or_else(|| InvalidXml::at(text, start, MALFORMED));
            }
            Ok(event) => event,
            Err(_) => {
                let position = usize::try_from(reader.error_position()).unwrap_or(start);
                return Err(InvalidXml::at(text, position, MALFORMED));
            }
        };
        builder
            .add(event, reader.resolver())
            .map_err(|problem| InvalidXml::at(text, start, problem))?;
    }
}

/// Why a string is not valid: a predicate, or [`MALFORMED`].
type Problem = Option<&'static str>;

/// The syntax is wrong.
const MALFORMED: Problem = None;

/// The elements that have been read so far.
#[derive(Default)]
struct TreeBuilder {
    /// The elements that have not ended, each of them in the one before it.
    open: Vec<Element>,
    root: Option<Element>,
    /// The number of namespaces that were declared.
    namespaces: usize,
}

impl TreeBuilder {
    fn add(&mut self, event: Event<'_>, resolver: &NamespaceResolver) -> Result<(), Problem> {
        match event {
            Event::Start(tag) => {
                self.check_attributes(&tag)?;
                if self.open.len() == MAX_DEPTH {
                    return Err(Some("has too many elements in each other"));
                }
                self.open.push(element(&tag, resolver).ok_or(MALFORMED)?);
                Ok(())
            }
            Event::Empty(tag) => {
                self.check_attributes(&tag)?;
                self.close(element(&tag, resolver).ok_or(MALFORMED)?)
            }
            // The reader compares the name.
            Event::End(_) => match self.open.pop() {
                Some(element) => self.close(element),
                None => Ok(()),
            },
            Event::Text(part) => self.add_text(&part.xml10_content()),
            Event::CData(part) => {
                let parent = self.open.last_mut().ok_or(MALFORMED)?;
                parent.text.push_str(&part.xml10_content());
                Ok(())
            }
            Event::GeneralRef(reference) => self.add_reference(&reference),
            Event::DocType(_) => Err(Some("has a document type definition, which is not allowed")),
            Event::Decl(_) | Event::Comment(_) | Event::PI(_) | Event::Eof => Ok(()),
        }
    }

    /// Limits the attributes before they are read, which takes time.
    fn check_attributes(&mut self, tag: &BytesStart<'_>) -> Result<(), Problem> {
        let mut attributes = 0;
        for attribute in tag.attributes().with_checks(false) {
            let attribute = attribute.map_err(|_| MALFORMED)?;
            attributes += 1;
            self.namespaces += usize::from(attribute.key.as_namespace_binding().is_some());
            if attributes > MAX_ATTRIBUTES {
                return Err(Some("has an element with too many attributes"));
            }
            if self.namespaces > MAX_NAMESPACES {
                return Err(Some("declares too many namespaces"));
            }
        }
        Ok(())
    }

    /// Adds text. Outside of the root, there is only white space.
    fn add_text(&mut self, text: &str) -> Result<(), Problem> {
        match self.open.last_mut() {
            Some(parent) => parent.text.push_str(text),
            None if text.trim_ascii().is_empty() => {}
            None => return Err(MALFORMED),
        }
        Ok(())
    }

    /// Adds a character that is written as `&#228;` or `&amp;`.
    fn add_reference(&mut self, reference: &BytesRef<'_>) -> Result<(), Problem> {
        let parent = self.open.last_mut().ok_or(MALFORMED)?;
        match reference.resolve_char_ref() {
            Ok(Some(character)) => parent.text.push(character),
            Ok(None) => {
                let known = quick_xml::escape::resolve_xml_entity(reference);
                let unknown = Some("refers to an entity, which is not allowed");
                parent.text.push_str(known.ok_or(unknown)?);
            }
            Err(_) => return Err(MALFORMED),
        }
        Ok(())
    }

    /// Adds an element that has ended to the element that it is in.
    fn close(&mut self, element: Element) -> Result<(), Problem> {
        match (self.open.last_mut(), &self.root) {
            (Some(parent), _) => parent.children.push(element),
            (None, None) => self.root = Some(element),
            // There is only one root.
            (None, Some(_)) => return Err(MALFORMED),
        }
        Ok(())
    }

    /// The root, if all elements have ended.
    fn finish(self) -> Option<Element> {
        self.root.filter(|_| self.open.is_empty())
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
