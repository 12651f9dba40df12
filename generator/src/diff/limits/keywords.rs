//! Limits as keywords of JSON Schemas.

use super::{Limits, NumberLimit};
use crate::api::{Bound, Value};

impl Limits {
    /// The keywords of a JSON Schema of this type that say so. Of several patterns, it has one.
    pub(in crate::diff) fn keywords(&self, ty: &str) -> Vec<(String, Value)> {
        let Self {
            min,
            max,
            multiple_of,
            min_length,
            max_length,
            min_items,
            max_items,
            unique_items,
            patterns,
            // The type implies them.
            range: _,
            lengths: _,
            count: _,
        } = self;
        let number = |bound: Bound| match bound {
            Bound::Integer(value) => Value::Integer(value),
            Bound::Number(value) => Value::Number(value),
        };
        let count = |count: u64| Value::Integer(i128::from(count));
        let ends = |limit: NumberLimit, ends: (&'static str, &'static str)| {
            limit.map(|(bound, is_open)| (if is_open { ends.1 } else { ends.0 }, number(bound)))
        };
        let unique = unique_items.then_some(Value::Bool(true));
        let pattern = patterns.first();
        let pattern = pattern.map(|pattern| Value::Text(pattern.clone()));
        let sized = |(least, most): (&'static str, &'static str)| {
            let sizes = [(least, *min_items), (most, *max_items)];
            sizes.map(|(key, size)| Some((key, count(size?))))
        };
        let keywords = match ty {
            "string" => vec![
                min_length.map(|min| ("minLength", count(min))),
                max_length.map(|max| ("maxLength", count(max))),
                pattern.map(|pattern| ("pattern", pattern)),
            ],
            "integer" | "number" => vec![
                ends(*min, ("minimum", "exclusiveMinimum")),
                ends(*max, ("maximum", "exclusiveMaximum")),
                multiple_of.map(|step| ("multipleOf", number(step))),
            ],
            "object" => sized(("minProperties", "maxProperties")).to_vec(),
            "array" => {
                let unique = unique.map(|unique| ("uniqueItems", unique));
                let sizes = sized(("minItems", "maxItems")).into_iter();
                sizes.chain([unique]).collect()
            }
            // Booleans have none.
            _ => Vec::new(),
        };
        let keywords = keywords.into_iter().flatten();
        let keywords = keywords.map(|(key, value)| (key.to_owned(), value));
        keywords.collect()
    }
}
