//! Discriminators: the field that tells variants apart, and the values that each variant has there.

use super::super::references::NodeRef;
use super::super::types::Types;
use super::candidates::{Candidate, Source, Tags};
use super::listed::{Listed, counts, declared};
use super::tag_values::tags_of;
use crate::hash::{HashMap, HashSet};
use crate::node::{Node, NodeKind};
use crate::openapi::warnings::Topic;
use crate::source::{Span, Spanned};

/// A `discriminator`: the property, its mapping and its default.
pub(super) struct Discriminator<'a> {
    pub(super) property: Spanned<String>,
    mapping: Vec<Entry>,
    /// `defaultMapping` (OpenAPI 3.2).
    default: Option<NodeRef<'a>>,
}

/// An entry of `mapping`.
struct Entry {
    tag: Spanned<String>,
    /// The node of its schema, if there is one.
    target: Option<usize>,
    /// The schema as the document writes it.
    text: String,
    span: Span,
}

impl<'a> Discriminator<'a> {
    /// `None` if the discriminator names no field.
    pub(super) fn read(types: &Types<'a>, at: NodeRef<'a>) -> Option<Self> {
        let property = property_name(at.node)?;
        let mapping = at.get("mapping");
        let entries = mapping
            .map_or(&[][..], |mapping| mapping.node.entries())
            .iter()
            .map(|(tag, value)| Entry {
                tag: tag.clone(),
                target: value
                    .as_text()
                    .and_then(|text| named_schema(types, at.file, text)),
                text: value.scalar_text().unwrap_or_default(),
                span: value.span,
            });
        Some(Self {
            property,
            mapping: entries.collect(),
            // Versions before 3.2 have `x-` before words that they do not know.
            default: at
                .get("defaultMapping")
                .or_else(|| at.get("x-defaultMapping")),
        })
    }

    /// Whether the mapping names a schema.
    pub(super) fn has(&self, id: usize) -> bool {
        self.mapping.iter().any(|entry| entry.target == Some(id))
    }

    /// The tags of each candidate: the values that it declares, the values of the mapping, or its name. `None` if it
    /// has no name either.
    pub(super) fn tags(
        &self,
        types: &Types<'a>,
        candidates: &[Candidate<'_, 'a>],
    ) -> Vec<Option<Tags>> {
        let declared = declared(types, candidates, &self.property.value);
        let base = candidates.iter().position(|candidate| candidate.is_base);
        let of_base = base.and_then(|index| declared.get(index)?.clone());
        // What a base declares holds for all that extend it, so it does not tell them apart.
        let is_inherited =
            |listed: &Listed| of_base.as_ref().is_some_and(|base| listed.is_like(base));
        let own = declared
            .iter()
            .flatten()
            .filter(|value| !is_inherited(value));
        let counts = counts(own);
        let mapped = self.mapped();
        let mut tags: Vec<Option<Tags>> = candidates
            .iter()
            .zip(&declared)
            .map(|(candidate, declared)| {
                if let Some(given) = &candidate.given {
                    return Some(Tags::stated(vec![given.clone()]));
                }
                let mapped = mapped.get(&candidate.id).map_or(&[][..], Vec::as_slice);
                let declared = declared.as_deref();
                let own = declared.filter(|listed| !candidate.is_base && !is_inherited(listed));
                let of_field = own.and_then(|listed| listed.tags(mapped, &counts));
                let of_mapping = || (!mapped.is_empty()).then(|| Tags::stated(mapped.to_vec()));
                of_field
                    .or_else(of_mapping)
                    .or_else(|| name_tag(candidate, declared))
            })
            .collect();
        if let Some(base) = base {
            give_rest(&mut tags, base, of_base.as_deref());
        }
        tags
    }

    /// The values of the mapping, by the schemas that it names.
    fn mapped(&self) -> HashMap<usize, Vec<Spanned<String>>> {
        let mut mapped: HashMap<usize, Vec<Spanned<String>>> = HashMap::default();
        for entry in &self.mapping {
            if let Some(target) = entry.target {
                mapped.entry(target).or_default().push(entry.tag.clone());
            }
        }
        mapped
    }

    /// Reports values that a schema lists, if an object with such a value is of no variant, or of another one.
    pub(super) fn warn_unclear(
        &self,
        types: &mut Types<'a>,
        candidates: &[Candidate<'_, 'a>],
        tags: &[Tags],
    ) {
        let all: HashSet<&str> = tags
            .iter()
            .flat_map(|tags| tags.values.iter().map(|value| value.value.as_str()))
            .collect();
        let property = &self.property.value;
        for (candidate, tags) in candidates.iter().zip(tags) {
            let rest = |types: &Types<'a>| -> Vec<Spanned<String>> {
                let listed = tags_of(types, candidate.schema, property).unwrap_or_default();
                let values = listed.into_iter();
                values
                    .filter(|value| !all.contains(value.value.as_str()))
                    .collect()
            };
            if candidate.is_base {
                let unclear = rest(types);
                warn_of_rest(types, property, &unclear);
            }
            if candidate.is_base || candidate.given.is_some() {
                continue;
            }
            if let (Source::NameOnly, Some(tag)) = (tags.source, tags.values.first()) {
                let message = format!(
                    "nothing says which of the listed values of `{property}` belongs to `{}`, so its name is used: callers \
                     that send a listed value that no variant has are rejected",
                    tag.value
                );
                types.warnings.add(Topic::Union, candidate.span, &message);
                continue;
            }
            if tags.source != Source::Listed {
                continue;
            }
            if let Some(value) = rest(types).first() {
                let message = format!(
                    "several schemas list the value `{}` of `{property}`, and nothing tells which of them has it: clients do not \
                     know this value, and servers reject it",
                    value.value
                );
                types.warnings.add(Topic::Union, value.span, &message);
            }
        }
    }

    /// Reports the entries of the mapping that are not tags of a variant.
    pub(super) fn warn_unused(
        &self,
        types: &mut Types<'a>,
        variants: &[(usize, &[Spanned<String>])],
    ) {
        let ids: HashMap<usize, &[Spanned<String>]> = variants.iter().copied().collect();
        let known: HashSet<&str> = variants
            .iter()
            .flat_map(|(_, tags)| *tags)
            .map(|tag| tag.value.as_str())
            .collect();
        for entry in &self.mapping {
            let (tag, text) = (&entry.tag.value, &entry.text);
            let why = match entry.target.map(|target| ids.get(&target)) {
                None => format!("there is no schema `{text}`"),
                Some(None) => format!("`{text}` is not a variant of this union"),
                Some(Some(tags)) if tags.iter().any(|known| known.value == *tag) => continue,
                Some(Some(tags)) => {
                    let tags: Vec<&str> = tags.iter().map(|tag| tag.value.as_str()).collect();
                    format!(
                        "the field `{}` of `{text}` has the value `{}`",
                        self.property.value,
                        tags.join("` or `")
                    )
                }
            };
            let then = match known.contains(tag.as_str()) {
                true => "the value is read as another variant",
                false => "clients do not know this value, and servers reject it",
            };
            let message = format!("`{tag}` in the mapping has no effect, because {why}: {then}");
            types.warnings.add(Topic::Union, entry.span, &message);
        }
    }

    /// The tag of the variant that `defaultMapping` names. An object without a tag is such a variant.
    pub(super) fn default_tag(
        &self,
        types: &mut Types<'a>,
        variants: &[(usize, &[Spanned<String>])],
    ) -> Option<Spanned<String>> {
        let named = self.default?;
        let text = named.node.as_text();
        let target = text.and_then(|text| named_schema(types, named.file, text));
        let found = variants.iter().find(|(id, _)| Some(*id) == target);
        let tag = found.and_then(|(_, tags)| tags.first());
        if tag.is_none() {
            let message = "`defaultMapping` has no effect: it does not name a variant of this union, so servers reject values without a tag";
            types.warnings.add(Topic::Union, named.node.span, message);
        }
        Some(Spanned::new(tag?.value.clone(), named.node.span))
    }
}

/// Reports the values that a base lists and that no variant has.
fn warn_of_rest(types: &mut Types<'_>, property: &str, rest: &[Spanned<String>]) {
    let Some(first) = rest.first() else { return };
    let values: Vec<&str> = rest.iter().map(|value| value.value.as_str()).collect();
    let (noun, then) = match rest.len() {
        1 => (
            "value",
            "clients do not know this value, and servers reject it",
        ),
        _ => (
            "values",
            "clients do not know these values, and servers reject them",
        ),
    };
    let message = format!(
        "no variant has the {noun} `{}` of `{property}`: {then}",
        values.join("`, `")
    );
    types.warnings.add(Topic::Union, first.span, &message);
}

/// Gives a base the values that it lists and that no schema that extends it has: an object with such a value is only
/// the base. A base that lists its values, but none for itself, has none.
fn give_rest(tags: &mut [Option<Tags>], base: usize, listed: Option<&Listed>) {
    let (Some(listed), Some(Some(own))) = (listed, tags.get(base)) else {
        return;
    };
    if own.source != Source::NameOnly {
        return;
    }
    let others = || tags.iter().flatten();
    let is_clear = others()
        .filter(|other| other.source == Source::NameOnly)
        .count()
        == 1;
    let taken: HashSet<&str> = others()
        .flat_map(|other| other.values.iter().map(|value| value.value.as_str()))
        .collect();
    let rest = listed
        .values
        .iter()
        .filter(|value| !taken.contains(value.value.as_str()));
    let values: Vec<Spanned<String>> = match is_clear {
        true => rest.cloned().collect(),
        false => Vec::new(),
    };
    if let Some(own) = tags.get_mut(base) {
        *own = Some(Tags::stated(values));
    }
}

/// The name of the field with the tag. In Swagger, the discriminator is only this name.
pub(super) fn property_name(discriminator: &Node) -> Option<Spanned<String>> {
    let name = match &discriminator.kind {
        NodeKind::Text(_) => discriminator,
        _ => discriminator.get("propertyName")?,
    };
    let text = name.as_text()?;
    Some(Spanned::new(text.to_owned(), name.span))
}

/// The name of a candidate as a tag, spelled as the field lists it.
fn name_tag(candidate: &Candidate<'_, '_>, listed: Option<&Listed>) -> Option<Tags> {
    let name = candidate.name?;
    let value = match listed {
        Some(listed) => listed.spelled_like(name),
        None => Some(name),
    };
    Some(Tags {
        values: vec![Spanned::new(
            value.unwrap_or(name).to_owned(),
            candidate.span,
        )],
        source: match value {
            Some(_) => Source::Name,
            None => Source::NameOnly,
        },
    })
}

/// The node of a schema that a discriminator names by a reference, or by the name of a component.
fn named_schema<'a>(types: &Types<'a>, file: usize, text: &'a str) -> Option<usize> {
    let files = types.files;
    let target = files.resolve(file, text).or_else(|| {
        let schemas = files.root()?.get("components")?.get("schemas")?;
        schemas.get(text)
    })?;
    Some(files.named_schema(target).id())
}
