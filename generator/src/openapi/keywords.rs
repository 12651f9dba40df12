//! Reads schemas: what the keywords of one say, with everything merged that `$ref` and `allOf` add to it.

use super::formats;
use super::ignored;
use super::kinds::{Kinds, kinds_of, kinds_of_keyword, unknown_types};
use super::limits::Absorbed;
use super::references::{Files, Key, NodeRef, SchemaPart};
use super::schema::{AdditionalRule, Schema, is_note, is_null};
use super::xml;
use crate::hash::{HashMap, HashSet};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

/// What a schema refers to that says nothing itself.
pub(super) struct Reference<'a> {
    pub(super) target: NodeRef<'a>,
    pub(super) text: &'a str,
    pub(super) nullable: bool,
}

/// How a schema refers to another one.
enum Target<'a> {
    Text(&'a str),
    Member(&'a Node),
}

impl<'a> Files<'a> {
    /// The type that a schema refers to, if it is a `$ref` with notes beside it, or an `allOf` of one.
    pub(super) fn reference(&self, parts: &[NodeRef<'a>]) -> Option<Reference<'a>> {
        let [at] = parts else { return None };
        let mut at = *at;
        let mut nullable = false;
        for _ in 0..8 {
            if at.part != SchemaPart::Whole {
                return None;
            }
            let mut found = None;
            let mut kinds = Kinds::default();
            for (key, value) in at.node.entries() {
                match key.value.as_str() {
                    "$ref" if found.is_none() => found = Some(Target::Text(value.as_text()?)),
                    "allOf" if found.is_none() => {
                        let is_nullable = |member: &Node| {
                            let said = member.get("nullable").or(member.get("x-nullable"));
                            said.is_some_and(Node::is_true)
                        };
                        nullable |= value.items().iter().any(is_nullable);
                        found = Some(Target::Member(only_member(value)?));
                    }
                    "nullable" | "x-nullable" => nullable |= value.is_true(),
                    "type" => kinds = kinds_of(value, &mut nullable),
                    key if is_note(key) => {}
                    _ => return None,
                }
            }
            match found? {
                Target::Text(text) => {
                    let target = self.resolve(at.file, text)?;
                    // A different type beside a reference narrows it, unless no value has both.
                    if !kinds.is_empty() {
                        let of_target = self.schema(&[target]).kinds;
                        if kinds != of_target && !of_target.excludes(kinds) {
                            return None;
                        }
                    }
                    return Some(Reference {
                        target,
                        text,
                        nullable,
                    });
                }
                Target::Member(member) => at = at.with(member),
            }
        }
        None
    }

    /// Everything that a schema says.
    pub(super) fn schema(&self, parts: &[NodeRef<'a>]) -> Schema<'a> {
        let mut schema = Schema::default();
        let merged = self.absorb(parts, &mut schema);
        // A choice says nothing if one of its members is merged anyway: "B, and one of B and C" is B.
        schema.choices.retain(|choices| {
            let is_merged = |member: &NodeRef<'a>| {
                let target = self.named_schema(*member).id();
                merged.iter().any(|((id, _), _)| *id == target)
            };
            !choices.members.iter().any(is_merged)
        });
        if schema.kinds.is_empty() && schema.only_null.is_none() {
            schema.kinds = implied_kinds(&schema);
        }
        schema.additional = self.additional(&schema);
        self.note_null(&schema);
        schema
    }

    /// What a schema refers to, following references to references, as far as these have nothing but notes beside them;
    /// the schema itself if there is nothing.
    pub(super) fn named_schema(&self, at: NodeRef<'a>) -> NodeRef<'a> {
        let mut at = at;
        // A longer chain is a cycle.
        for _ in 0..32 {
            let entries = at.node.entries();
            let is_plain = entries
                .iter()
                .all(|(key, _)| key.value == "$ref" || is_note(&key.value));
            let target = at.node.get("$ref").filter(|_| is_plain);
            match target.and_then(|reference| self.target(at.file, reference)) {
                Some(target) => at = target.as_part(at.part),
                None => return at,
            }
        }
        at
    }

    /// Whether a schema has all that another one says, by `$ref` or `allOf`.
    pub(super) fn extends(&self, at: NodeRef<'a>, base: NodeRef<'a>) -> bool {
        let merged = self.absorb(&[at], &mut Schema::default());
        merged.iter().any(|((id, _), _)| *id == base.id())
    }

    /// Whether a schema accepts null, in any dialect.
    pub(super) fn is_nullable(&self, at: NodeRef<'a>) -> bool {
        if let Some(known) = self.nullable.borrow().get(&at.key()) {
            return *known;
        }
        let schema = self.schema(&[at]);
        let mut members = schema.choices.iter().flat_map(|of| &of.members);
        let is_nullable = schema.nullable || members.any(|member| is_null(*member));
        self.nullable.borrow_mut().insert(at.key(), is_nullable);
        is_nullable
    }

    /// Adds what schemas say, each of them once, and returns which they are. What they refer to comes first, so that they
    /// can narrow it.
    pub(super) fn absorb(
        &self,
        parts: &[NodeRef<'a>],
        schema: &mut Schema<'a>,
    ) -> Vec<(Key, bool)> {
        let mut seen = Visited::default();
        let whole = parts.iter().rev();
        let mut waiting: Vec<Visit<'a>> = whole.map(|at| Visit::Open(*at, false)).collect();
        while let Some(step) = waiting.pop() {
            let (at, is_base) = match step {
                Visit::Open(at, is_base) => (at, is_base),
                Visit::Keywords(at, is_base) => {
                    if let NodeKind::Bool(false) = at.node.kind {
                        schema.never.get_or_insert(at.node.span);
                    }
                    for (key, value) in at.node.entries() {
                        if let Some(what) = ignored::keyword(key) {
                            self.ignore(what, key.span);
                        }
                        let keyword = Keyword {
                            key,
                            value,
                            owner: at,
                            is_base,
                        };
                        self.keyword(&keyword, schema);
                    }
                    continue;
                }
            };
            if !seen.insert((at.key(), is_base)) {
                continue;
            }
            waiting.push(Visit::Keywords(at, is_base));
            let first = waiting.len();
            for (key, value) in at.node.entries() {
                match key.value.as_str() {
                    "$ref" => {
                        let target = self.target(at.file, value);
                        let target = target.map(|target| target.as_part(at.part));
                        waiting.extend(target.map(|target| Visit::Open(target, is_base)));
                    }
                    "allOf" => {
                        let members = at.with(value).items().map(|member| {
                            let is_base = is_base || member.get("$ref").is_some();
                            Visit::Open(member.as_part(at.part), is_base)
                        });
                        waiting.extend(members);
                    }
                    _ => {}
                }
            }
            if let Some(added) = waiting.get_mut(first..) {
                added.reverse();
            }
        }
        seen.all
    }

    /// Adds what one keyword says.
    fn keyword(&self, keyword: &Keyword<'a>, schema: &mut Schema<'a>) {
        let Keyword { key, value, .. } = *keyword;
        let is_read = self.read_values(keyword, schema)
            || self.read_structure(keyword, schema)
            || keyword.read_notes(schema);
        if !is_read {
            match schema.limits.absorb(key, value, keyword.owner.node) {
                Absorbed::Yes => {}
                Absorbed::NoLimit if is_note(key) => {}
                Absorbed::NoLimit => self.misspelled.borrow_mut().key(key, key.span),
                Absorbed::Unchecked(what) => self.ignore(what, value.span),
            }
        }
        if !is_note(key) && key.value != "required" {
            schema.says_something = true;
        }
        schema.implied = schema.implied.with(kinds_of_keyword(key));
    }

    /// Reads a keyword about the kinds and the values of a schema. Returns whether it is one.
    fn read_values(&self, keyword: &Keyword<'a>, schema: &mut Schema<'a>) -> bool {
        let Keyword { value, owner, .. } = *keyword;
        match keyword.key.value.as_str() {
            "type" => self.read_type(schema, value, owner.node),
            "nullable" | "x-nullable" => {
                schema.nullable |= value.is_true();
                schema.note_null(value.is_true(), value.span);
            }
            key @ ("format" | "contentEncoding") => {
                self.read_format(schema, key, value, owner.node)
            }
            "contentMediaType" => schema.media = value.as_text().or(schema.media),
            "enum" => self.read_enum(schema, value),
            "const" => self.narrow_values(schema, vec![value], value.span),
            "x-enum-varnames" | "x-enumNames" | "x-enum-names" => {
                schema.value_names = value.items().iter().filter_map(Node::as_text).collect();
            }
            "x-enum-descriptions" | "x-enumDescriptions" => {
                schema.value_docs = value.items().iter().filter_map(Node::as_text).collect();
            }
            "x-ms-enum" => schema.ms_enum = Some(value),
            "x-extensible-enum" => {
                if schema.values.is_none() {
                    schema.values = Some(value.items().iter().collect());
                    schema.is_extensible = true;
                }
            }
            _ => return false,
        }
        true
    }

    /// Reads a keyword about what is in objects and lists, and about choices. Returns whether it is one.
    fn read_structure(&self, keyword: &Keyword<'a>, schema: &mut Schema<'a>) -> bool {
        let Keyword { value, owner, .. } = *keyword;
        let at = owner.with(value);
        match keyword.key.value.as_str() {
            "properties" => {
                at.entries()
                    .for_each(|(name, property)| schema.add_property(name, property));
            }
            "required" => {
                let names = value.items().iter().chain([value]);
                let names = names.filter_map(|name| Some((name.as_text()?, name.span)));
                schema.required.extend(names);
            }
            key @ ("additionalProperties" | "unevaluatedProperties") => {
                let is_unevaluated = key == "unevaluatedProperties";
                let rule = AdditionalRule::new(is_unevaluated, value, owner);
                schema.additional_rules.push(rule);
            }
            "patternProperties" => schema.patterns.extend(at.entries()),
            "items" => match &value.kind {
                NodeKind::Bool(false) => schema.only_prefix = Some(value.span),
                NodeKind::List(_) => self.narrow_first_items(schema, at),
                _ => {
                    schema.items.get_or_insert_default().push(at);
                    schema.xml = schema.xml.take().or_else(|| xml::of(owner.node));
                }
            },
            "prefixItems" => self.narrow_first_items(schema, at),
            key @ ("oneOf" | "anyOf") => {
                if owner.part != SchemaPart::WithoutChoices {
                    schema.add_choices(key == "oneOf", at);
                }
            }
            "discriminator" => {
                if owner.part == SchemaPart::Whole && !keyword.is_base {
                    self.misspelled.borrow_mut().discriminator(value);
                    schema.discriminator = Some(at);
                }
            }
            _ => return false,
        }
        true
    }

    /// Reads `type`, and narrows the types that are known.
    fn read_type(&self, schema: &mut Schema<'a>, value: &'a Node, owner: &Node) {
        let mut has_null = false;
        let kinds = kinds_of(value, &mut has_null);
        if kinds.is_empty() && has_null {
            schema.only_null.get_or_insert(value.span);
        }
        if !kinds.is_empty() && schema.kinds.excludes(kinds) {
            self.ignore("one of two types that exclude each other", value.span);
        }
        schema.nullable |= has_null;
        schema.note_null(has_null, value.span);
        let is_nullable = |key| owner.is_set(key);
        let has_null = has_null || is_nullable("nullable") || is_nullable("x-nullable");
        let of_types = schema.null_by_types.replace(has_null);
        if of_types.is_some_and(|of| of != has_null) {
            let what = "`null`, which only one of two types of the same value allows,";
            self.ignore(what, value.span);
        }
        schema.kinds = schema.kinds.narrowed(kinds);
        for (text, span) in unknown_types(value) {
            self.misspelled.borrow_mut().unknown_type(text, span);
        }
    }

    fn read_format(&self, schema: &mut Schema<'a>, key: &str, value: &Node, owner: &'a Node) {
        if key == "format" {
            self.misspelled.borrow_mut().format(value);
        }
        if let Some(format) = formats::format(owner)
            && !schema.narrow_format(format)
        {
            self.ignore("one of two formats of the same value", value.span);
        }
    }

    fn read_enum(&self, schema: &mut Schema<'a>, value: &'a Node) {
        let values: Vec<&Node> = value.items().iter().collect();
        schema.nullable |= values.iter().any(|value| value.is_null());
        if values.is_empty() {
            self.ignore("an `enum` without values", value.span);
        } else {
            self.narrow_values(schema, values, value.span);
        }
    }

    /// Keeps the values that are in both of two lists. If both have no value in common, the later list replaces what it extends.
    fn narrow_values(&self, schema: &mut Schema<'a>, values: Vec<&'a Node>, span: Span) {
        let earlier = schema.values.take().filter(|_| !schema.is_extensible);
        schema.is_extensible = false;
        let both = earlier.map(|earlier| {
            let later = values.iter().map(|value| (identity(value), *value));
            let later: HashMap<_, &Node> = later.collect();
            let both = earlier.into_iter().filter_map(|value| {
                let later = *later.get(&identity(value))?;
                // `1` and `1.0` are the same number.
                let is_whole = matches!(later.kind, NodeKind::Integer(..));
                Some(if is_whole { later } else { value })
            });
            both.collect::<Vec<&Node>>()
        });
        if both.as_ref().is_some_and(Vec::is_empty) {
            self.ignore("one of two enumerations without a common value", span);
        }
        schema.values = Some(both.filter(|both| !both.is_empty()).unwrap_or(values));
    }

    /// Adds what the first items of a list are.
    fn narrow_first_items(&self, schema: &mut Schema<'a>, first: NodeRef<'a>) {
        let count = first.node.items().len();
        if !schema.prefix.is_empty() && schema.prefix.len() != count {
            // What follows the shorter one has more than one schema.
            self.ignore("one of two `prefixItems` of the same list", first.node.span);
        }
        schema
            .prefix
            .resize(schema.prefix.len().max(count), Vec::new());
        for (parts, item) in schema.prefix.iter_mut().zip(first.items()) {
            parts.push(item);
        }
    }
}

/// A keyword of a schema.
struct Keyword<'a> {
    key: &'a Spanned<String>,
    value: &'a Node,
    /// The schema.
    owner: NodeRef<'a>,
    /// Whether another schema extends the schema that has it.
    is_base: bool,
}

impl<'a> Keyword<'a> {
    /// Reads a keyword about the schema itself. What a base says about itself, it does not say about what extends it. Returns
    /// whether it is one.
    fn read_notes(&self, schema: &mut Schema<'a>) -> bool {
        let value = self.value;
        match self.key.value.as_str() {
            "x-ms-secret" | "x-secret" | "x-sensitive" => schema.secret |= value.is_true(),
            "xml" | "title" | "description" | "deprecated" if self.is_base => {}
            "xml" => schema.xml = schema.xml.take().or_else(|| xml::of(self.owner.node)),
            "title" => schema.title = value.as_text().or(schema.title),
            "description" => schema.description = value.as_text().or(schema.description),
            "deprecated" => schema.deprecated |= value.is_true(),
            _ => return false,
        }
        true
    }
}

/// The same for values that are equal, in whatever way they are written.
fn identity(value: &Node) -> (Option<Kinds>, String) {
    let kind = Kinds::of(value).map(|kind| match kind {
        Kinds::INTEGER => Kinds::NUMBER,
        kind => kind,
    });
    let text = match &value.kind {
        NodeKind::Integer(value, _) => value.to_string(),
        NodeKind::Number(value, _) => value.to_string(),
        NodeKind::Map(entries) => {
            let mut fields: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{:?}:{:?}", key.value, identity(value)))
                .collect();
            fields.sort_unstable();
            fields.join(",")
        }
        NodeKind::List(items) => {
            let items = items.iter().map(|item| format!("{:?}", identity(item)));
            items.collect::<Vec<String>>().join(",")
        }
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Text(_) => {
            value.scalar_text().unwrap_or_default()
        }
    };
    (kind, text)
}

/// What is left to do to read a schema that is merged with others, and whether it is one that another one extends.
enum Visit<'a> {
    /// Read what it refers to, and then its keywords.
    Open(NodeRef<'a>, bool),
    Keywords(NodeRef<'a>, bool),
}

/// The schemas that have been read, in their order.
#[derive(Default)]
struct Visited {
    all: Vec<(Key, bool)>,
    /// The same, once they are so many that looking through all takes longer.
    known: HashSet<(Key, bool)>,
}

impl Visited {
    /// Adds one. Returns whether it is new.
    fn insert(&mut self, key: (Key, bool)) -> bool {
        const FEW: usize = 16;
        let is_known = match self.all.len() < FEW {
            true => self.all.contains(&key),
            false => {
                if self.known.is_empty() {
                    self.known.extend(&self.all);
                }
                !self.known.insert(key)
            }
        };
        if !is_known {
            self.all.push(key);
        }
        !is_known
    }
}

/// The member of `allOf` that is not a note.
fn only_member(all_of: &Node) -> Option<&Node> {
    let is_structural = |member: &&Node| {
        let mut keys = member.entries().iter();
        keys.any(|(key, _)| !is_note(&key.value))
    };
    let mut members = all_of.items().iter().filter(is_structural);
    let first = members.next()?;
    members.next().is_none().then_some(first)
}

/// The kinds of a schema without `type`: those that its other keywords are about.
fn implied_kinds(schema: &Schema<'_>) -> Kinds {
    if let Some(values) = &schema.values {
        let kinds = values.iter().filter_map(|value| Kinds::of(value));
        kinds.fold(Kinds::default(), Kinds::with)
    } else if !schema.choices.is_empty() {
        Kinds::default()
    } else {
        let of_format = match schema.format {
            Some("int32" | "int64" | "integer" | "uint32" | "uint64") => Kinds::INTEGER,
            Some("float" | "double" | "number") => Kinds::NUMBER,
            Some(_) => Kinds::STRING,
            None => Kinds::default(),
        };
        match schema.implied {
            kinds if kinds.is_empty() => of_format,
            Kinds::NUMBER if of_format == Kinds::INTEGER => Kinds::INTEGER,
            kinds => kinds,
        }
    }
}
