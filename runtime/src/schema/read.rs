//! Reading schemas.

use std::collections::{BTreeMap, HashMap};

use regex_lite::Regex;

use super::Rules;
use crate::Json;

/// What a schema says.
#[derive(Debug)]
pub(super) enum Rule {
    /// `false`.
    Never,
    /// All of these; none for `true`.
    All(Vec<Keyword>),
}

/// A keyword, or several that belong together. Each is about one kind of values, and allows all others.
#[derive(Debug)]
pub(super) enum Keyword {
    Types(Vec<JsonKind>),
    Values(Vec<Json>),
    Properties {
        named: BTreeMap<String, Rule>,
        patterns: Vec<(Regex, Rule)>,
        additional: Option<Rule>,
    },
    Required(Vec<String>),
    RequiredBeside(Vec<(String, Vec<String>)>),
    Beside(Vec<(String, Rule)>),
    Names(Rule),
    Fields(Count),
    Items {
        first: Vec<Rule>,
        additional: Option<Rule>,
    },
    Contains(Rule, Count),
    Length(Count),
    Count(Count),
    Distinct,
    Pattern(Regex),
    Least(f64),
    Greatest(f64),
    Above(f64),
    Below(f64),
    MultipleOf(String),
    AllOf(Vec<Rule>),
    AnyOf(Vec<Rule>),
    OneOf(Vec<Rule>),
    Not(Rule),
    If(Box<If>),
    /// The index of another rule.
    Reference(usize),
}

/// `if`, `then` and `else`.
#[derive(Debug)]
pub(super) struct If {
    pub(super) test: Rule,
    pub(super) then: Option<Rule>,
    pub(super) otherwise: Option<Rule>,
}

/// The least and the greatest number of something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Count {
    pub(super) least: u64,
    pub(super) most: Option<u64>,
}

/// A kind of JSON values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JsonKind {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

/// Keywords that take no time.
const FIRST: [&str; 4] = ["const", "enum", "required", "type"];

/// Keywords that say nothing about values, or that types check.
const NOTES: [&str; 24] = [
    "$comment",
    "$defs",
    "$schema",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "definitions",
    "deprecated",
    "description",
    "discriminator",
    "else",
    "example",
    "examples",
    "externalDocs",
    "format",
    "nullable",
    "readOnly",
    "summary",
    "then",
    "title",
    "writeOnly",
    "xml",
    "$anchor",
];

/// Reads a schema in JSON.
///
/// # Errors
/// The first keyword that is not supported.
pub(super) fn read(source: &str) -> Result<Rules, String> {
    let schema: Json = serde_json::from_str(source).map_err(|_| "it is not JSON".to_owned())?;
    let definitions = schema
        .get("$defs")
        .and_then(Json::as_object)
        .into_iter()
        .flatten();
    let names = definitions.clone().map(|(name, _)| name.as_str());
    let reader = Reader {
        indices: names.zip(1..).collect(),
    };
    let mut all = vec![reader.rule(&schema)?];
    for (_, definition) in definitions {
        all.push(reader.rule(definition)?);
    }
    if let Some(index) = circle(&all) {
        let name = reader.indices.iter().find(|(_, other)| **other == index);
        let place = name.map_or_else(|| "#".to_owned(), |(name, _)| format!("#/$defs/{name}"));
        return Err(format!(
            "`{place}` refers to itself for the same value, so that a check would not end"
        ));
    }
    Ok(Rules { all })
}

/// The index of a rule that refers to itself for the same value. References for the values inside of it are no problem,
/// because values end.
fn circle(all: &[Rule]) -> Option<usize> {
    let targets: Vec<Vec<usize>> = all.iter().map(Rule::targets).collect();
    let mut sources = vec![Vec::new(); all.len()];
    for (source, targets) in targets.iter().enumerate() {
        for target in targets {
            sources.get_mut(*target)?.push(source);
        }
    }
    // A rule is removed once all rules that it refers to are removed. The rules that remain lead to a circle.
    let mut left: Vec<usize> = targets.iter().map(Vec::len).collect();
    let mut removed: Vec<usize> = (0..all.len())
        .filter(|rule| left.get(*rule) == Some(&0))
        .collect();
    while let Some(rule) = removed.pop() {
        for source in sources.get(rule).into_iter().flatten() {
            let count = left.get_mut(*source)?;
            *count -= 1;
            if *count == 0 {
                removed.push(*source);
            }
        }
    }
    let is_left = |rule: &usize| left.get(*rule).is_some_and(|count| *count > 0);
    let mut current = (0..all.len()).find(is_left)?;
    // After as many steps as there are rules, this one is part of the circle.
    for _ in all {
        current = targets.get(current)?.iter().copied().find(is_left)?;
    }
    Some(current)
}

impl Rule {
    /// The indices of the rules that it refers to for the same value.
    fn targets(&self) -> Vec<usize> {
        let mut targets = Vec::new();
        let mut waiting = vec![self];
        while let Some(rule) = waiting.pop() {
            let keywords = match rule {
                Self::Never => continue,
                Self::All(keywords) => keywords,
            };
            for keyword in keywords {
                match keyword {
                    Keyword::Reference(index) => targets.push(*index),
                    Keyword::AllOf(rules) | Keyword::AnyOf(rules) | Keyword::OneOf(rules) => {
                        waiting.extend(rules);
                    }
                    Keyword::Not(rule) => waiting.push(rule),
                    Keyword::If(conditional) => {
                        waiting.push(&conditional.test);
                        waiting.extend(&conditional.then);
                        waiting.extend(&conditional.otherwise);
                    }
                    Keyword::Beside(all) => waiting.extend(all.iter().map(|(_, rule)| rule)),
                    // About the values inside of a value, about names, or without other rules.
                    Keyword::Properties { .. }
                    | Keyword::Items { .. }
                    | Keyword::Contains(..)
                    | Keyword::Names(_)
                    | Keyword::Types(_)
                    | Keyword::Values(_)
                    | Keyword::Required(_)
                    | Keyword::RequiredBeside(_)
                    | Keyword::Fields(_)
                    | Keyword::Length(_)
                    | Keyword::Count(_)
                    | Keyword::Distinct
                    | Keyword::Pattern(_)
                    | Keyword::Least(_)
                    | Keyword::Greatest(_)
                    | Keyword::Above(_)
                    | Keyword::Below(_)
                    | Keyword::MultipleOf(_) => {}
                }
            }
        }
        targets
    }
}

struct Reader<'s> {
    /// The indices of the rules in `$defs`, by name.
    indices: HashMap<&'s str, usize>,
}

impl Reader<'_> {
    fn rule(&self, schema: &Json) -> Result<Rule, String> {
        let keywords = match schema {
            Json::Bool(true) => return Ok(Rule::All(Vec::new())),
            Json::Bool(false) => return Ok(Rule::Never),
            Json::Object(keywords) => keywords,
            _ => return Err("a schema is an object, `true` or `false`".to_owned()),
        };
        // With a feature of `serde_json`, they are in the order in which they were read. What is about the value itself
        // comes before what is about the values in it, which takes longer.
        let mut keywords: Vec<_> = keywords.iter().collect();
        keywords.sort_unstable_by_key(|(name, _)| (!FIRST.contains(&name.as_str()), *name));
        let mut all = Vec::new();
        for (name, value) in keywords {
            all.extend(self.keyword(name, value, schema)?);
        }
        Ok(Rule::All(all))
    }

    /// What a keyword says; `None` for notes, and for those that belong to one that comes first.
    fn keyword(&self, name: &str, value: &Json, all: &Json) -> Result<Option<Keyword>, String> {
        let has = |others: &[&str]| others.iter().any(|other| all.get(other).is_some());
        let rule = || self.rule(value);
        Ok(Some(match name {
            "type" => Keyword::Types(types(value, all)?),
            "enum" => Keyword::Values(list(value)?.clone()),
            "const" => Keyword::Values(vec![value.clone()]),
            "properties" => self.properties(all)?,
            "patternProperties" if !has(&["properties"]) => self.properties(all)?,
            "additionalProperties" if !has(&["properties", "patternProperties"]) => {
                self.properties(all)?
            }
            "patternProperties" | "additionalProperties" => return Ok(None),
            "required" => Keyword::Required(texts(value)?),
            "dependentRequired" => {
                let entries = object(value)?
                    .iter()
                    .map(|(name, others)| Ok((name.clone(), texts(others)?)));
                Keyword::RequiredBeside(entries.collect::<Result<_, String>>()?)
            }
            "dependentSchemas" => Keyword::Beside(self.named(value)?),
            "propertyNames" => Keyword::Names(rule()?),
            "minProperties" => Keyword::Fields(Count::least(value)?),
            "maxProperties" => Keyword::Fields(Count::most(value)?),
            "prefixItems" => self.items(all)?,
            "items" if !has(&["prefixItems"]) => self.items(all)?,
            "items" => return Ok(None),
            "contains" => {
                let least = all.get("minContains").map_or(Ok(1), count)?;
                let most = all.get("maxContains").map(count).transpose()?;
                Keyword::Contains(rule()?, Count { least, most })
            }
            "minContains" | "maxContains" => return Ok(None),
            "minItems" => Keyword::Count(Count::least(value)?),
            "maxItems" => Keyword::Count(Count::most(value)?),
            "uniqueItems" if value == &Json::Bool(true) => Keyword::Distinct,
            "uniqueItems" => return Ok(None),
            "minLength" => Keyword::Length(Count::least(value)?),
            "maxLength" => Keyword::Length(Count::most(value)?),
            "pattern" => {
                let text = value.as_str().ok_or_else(|| wrong("text"))?;
                Keyword::Pattern(pattern(text)?)
            }
            "minimum" if all.get("exclusiveMinimum") == Some(&Json::Bool(true)) => {
                Keyword::Above(number(value)?)
            }
            "maximum" if all.get("exclusiveMaximum") == Some(&Json::Bool(true)) => {
                Keyword::Below(number(value)?)
            }
            "minimum" => Keyword::Least(number(value)?),
            "maximum" => Keyword::Greatest(number(value)?),
            "exclusiveMinimum" | "exclusiveMaximum" if value.is_boolean() => return Ok(None),
            "exclusiveMinimum" => Keyword::Above(number(value)?),
            "exclusiveMaximum" => Keyword::Below(number(value)?),
            "multipleOf" => {
                number(value)?;
                Keyword::MultipleOf(value.to_string())
            }
            "allOf" => Keyword::AllOf(self.rules(value)?),
            "anyOf" => Keyword::AnyOf(self.rules(value)?),
            "oneOf" => Keyword::OneOf(self.rules(value)?),
            "not" => Keyword::Not(rule()?),
            "if" => {
                let branch = |name: &str| all.get(name).map(|schema| self.rule(schema)).transpose();
                Keyword::If(Box::new(If {
                    test: rule()?,
                    then: branch("then")?,
                    otherwise: branch("else")?,
                }))
            }
            "$ref" => Keyword::Reference(self.reference(value)?),
            name if NOTES.contains(&name) || name.starts_with("x-") => return Ok(None),
            name => return Err(format!("`{name}` is not supported")),
        }))
    }

    fn rules(&self, value: &Json) -> Result<Vec<Rule>, String> {
        list(value)?
            .iter()
            .map(|schema| self.rule(schema))
            .collect()
    }

    fn named(&self, value: &Json) -> Result<Vec<(String, Rule)>, String> {
        let entries = object(value)?
            .iter()
            .map(|(name, schema)| Ok((name.clone(), self.rule(schema)?)));
        entries.collect()
    }

    fn properties(&self, all: &Json) -> Result<Keyword, String> {
        let named = all.get("properties");
        let mut patterns = Vec::new();
        let named_by_pattern = all.get("patternProperties").map(object).transpose()?;
        for (name, schema) in named_by_pattern.into_iter().flatten() {
            patterns.push((pattern(name)?, self.rule(schema)?));
        }
        let additional = all.get("additionalProperties");
        Ok(Keyword::Properties {
            named: named
                .map_or_else(|| Ok(Vec::new()), |schemas| self.named(schemas))?
                .into_iter()
                .collect(),
            patterns,
            additional: additional.map(|schema| self.rule(schema)).transpose()?,
        })
    }

    fn items(&self, all: &Json) -> Result<Keyword, String> {
        let first = all.get("prefixItems");
        let additional = all.get("items");
        Ok(Keyword::Items {
            first: first.map_or_else(|| Ok(Vec::new()), |schemas| self.rules(schemas))?,
            additional: additional.map(|schema| self.rule(schema)).transpose()?,
        })
    }

    /// The index of what is referred to.
    fn reference(&self, value: &Json) -> Result<usize, String> {
        let text = value.as_str().unwrap_or_default();
        if text == "#" {
            return Ok(0);
        }
        let name = text
            .strip_prefix("#/$defs/")
            .map(|name| name.replace("~1", "/").replace("~0", "~"));
        let index = name.and_then(|name| self.indices.get(name.as_str()).copied());
        index.ok_or_else(|| format!("`$ref: {text}` refers to nothing in `$defs`"))
    }
}

impl Count {
    fn least(value: &Json) -> Result<Self, String> {
        let least = count(value)?;
        Ok(Self { least, most: None })
    }

    fn most(value: &Json) -> Result<Self, String> {
        let most = Some(count(value)?);
        Ok(Self { least: 0, most })
    }

    pub(super) fn allows(self, count: usize) -> bool {
        let count = count as u64;
        count >= self.least && self.most.is_none_or(|most| count <= most)
    }
}

fn types(value: &Json, all: &Json) -> Result<Vec<JsonKind>, String> {
    let words = match value {
        Json::Array(words) => words.as_slice(),
        word => std::slice::from_ref(word),
    };
    let kinds = words.iter().map(|word| {
        Ok(match word.as_str().unwrap_or_default() {
            "null" => JsonKind::Null,
            "boolean" => JsonKind::Boolean,
            "integer" => JsonKind::Integer,
            "number" => JsonKind::Number,
            "string" => JsonKind::String,
            "array" => JsonKind::Array,
            "object" => JsonKind::Object,
            other => return Err(format!("there is no type `{other}`")),
        })
    });
    let mut kinds = kinds.collect::<Result<Vec<_>, String>>()?;
    if all.get("nullable") == Some(&Json::Bool(true)) {
        kinds.push(JsonKind::Null);
    }
    Ok(kinds)
}

fn object(value: &Json) -> Result<&serde_json::Map<String, Json>, String> {
    value.as_object().ok_or_else(|| wrong("an object"))
}

fn list(value: &Json) -> Result<&Vec<Json>, String> {
    value.as_array().ok_or_else(|| wrong("a list"))
}

fn texts(value: &Json) -> Result<Vec<String>, String> {
    let texts = list(value)?.iter();
    let owned: Option<Vec<String>> = texts.map(|text| text.as_str().map(str::to_owned)).collect();
    owned.ok_or_else(|| wrong("a list of names"))
}

fn number(value: &Json) -> Result<f64, String> {
    value.as_f64().ok_or_else(|| wrong("a number"))
}

fn count(value: &Json) -> Result<u64, String> {
    value.as_u64().ok_or_else(|| wrong("a whole number"))
}

fn pattern(text: &str) -> Result<Regex, String> {
    Regex::new(text).map_err(|problem| format!("the pattern `{text}` cannot be used: {problem}"))
}

fn wrong(wanted: &str) -> String {
    format!("the value of a keyword must be {wanted}")
}
