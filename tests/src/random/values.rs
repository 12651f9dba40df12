//! Random values of types, and bounds that allow them.

use std::f64::consts::{E, PI, TAU};

use serde_json::{Map, Value, json};

use super::Random;
use super::words::{pick, text};

/// Patterns, each with a text of four characters that matches.
const PATTERNS: &[(&str, &str)] = &[
    ("^[a-z]+$", "abcd"),
    (".", "ab\"#"),
    ("^\"\\\\$|^x", "xyz\\"),
    ("[^/]*/?", "a/b/"),
    ("(?i)x", "XXXX"),
    (r"^\d{1,3}\W$", "123#"),
    ("\"#", "\"##\""),
    (r"^\{\}[{}]*", "{}{}"),
    ("größe|名前", "名前名前"),
];

/// Bounds that allow 4.
const INTEGER_BOUNDS: [&[i64]; 2] = [&[i64::MIN, -1, 0, 3, 4], &[4, 9, 1 << 53, i64::MAX]];

/// Bounds that allow 4. Some are close to constants of the standard library.
const NUMBER_BOUNDS: [&[f64]; 2] = [&[-1e300, -0.5, 0.0, E, PI], &[4.0, TAU, 1e300]];

/// Adds constraints that a type can have, or none, and returns a value that satisfies them. `None` if no
/// such value is known.
pub(super) fn constrain(
    random: &mut Random,
    ty: &str,
    percent: u8,
    of: &mut Map<String, Value>,
) -> Option<Value> {
    if !random.chance(percent) {
        return example(random, ty);
    }
    let plain = ty.trim_end_matches('?');
    let item = plain
        .strip_prefix("list<")
        .and_then(|item| item.strip_suffix('>'));
    match plain {
        "string" => {
            let pattern = PATTERNS[random.rng.usize(..PATTERNS.len())];
            let pattern = random.chance(80).then_some(pattern);
            if let Some((pattern, _)) = pattern {
                of.insert("pattern".into(), json!(pattern));
            }
            bound_length(random, "length", of);
            Some(json!(pattern.map_or("a'\"}", |(_, text)| text)))
        }
        "integer" => {
            bound(random, INTEGER_BOUNDS, of);
            Some(json!(4))
        }
        "number" => {
            bound(random, NUMBER_BOUNDS, of);
            Some(json!(4.0))
        }
        _ => match item {
            Some(item) => {
                bound_length(random, "items", of);
                example(random, item).map(|item| json!([item, item, item, item]))
            }
            None => example(random, ty),
        },
    }
}

fn bound<T: serde::Serialize>(random: &mut Random, bounds: [&[T]; 2], of: &mut Map<String, Value>) {
    for (key, bounds) in ["min", "max"].into_iter().zip(bounds) {
        if random.chance(50) {
            of.insert(key.into(), json!(bounds[random.rng.usize(..bounds.len())]));
        }
    }
}

/// Bounds that allow four characters or items.
fn bound_length(random: &mut Random, what: &str, of: &mut Map<String, Value>) {
    if random.chance(40) {
        of.insert(format!("min_{what}"), json!(random.rng.u8(0..=4)));
    }
    if random.chance(40) {
        of.insert(format!("max_{what}"), json!(random.rng.u8(4..10)));
    }
}

/// A value of a type. `None` if none is known.
pub(super) fn example(random: &mut Random, ty: &str) -> Option<Value> {
    if let Some(ty) = ty.strip_suffix('?') {
        return if random.chance(30) {
            Some(Value::Null)
        } else {
            example(random, ty)
        };
    }
    let inner = |prefix: &str| ty.strip_prefix(prefix)?.strip_suffix('>');
    if let Some(item) = inner("list<") {
        return Some(json!([example(random, item)?]));
    }
    if let Some(value) = inner("map<") {
        let value = example(random, value)?;
        return Some(json!({ text(&mut random.rng): value }));
    }
    let rng = &mut random.rng;
    Some(match ty {
        "string" => json!(text(rng)),
        "integer" => json!(rng.i64(..)),
        "number" => json!(rng.f64() * 1e9),
        "boolean" => json!(rng.bool()),
        "timestamp" => json!(pick(
            rng,
            &["2026-01-31T23:59:59.5+02:00", "0001-01-01T00:00:00Z"]
        )),
        "date" => json!(pick(rng, &["2024-02-29", "9999-12-31"])),
        "uuid" => json!("6f1c2f4e-8c1b-4a57-9d0e-3b9a7c5d2e10"),
        "decimal" => json!(pick(rng, &["0.0000025", "-1e400", "007"])),
        "bytes" => json!(pick(rng, &["", "AAEC/w=="])),
        "json" => json!({ text(rng): [null, 1.5, { "a": text(rng) }] }),
        named => return random.types.example(rng, named),
    })
}

/// Whether a field of this type may have a default.
pub(super) fn can_have_default(random: &Random, ty: &str) -> bool {
    matches!(ty, "string" | "integer" | "number" | "boolean") || random.types.is_enum(ty)
}
