//! Random values of types, and bounds that allow them.

use std::f64::consts::{E, PI, TAU};

use serde_json::{Map, Value, json};

use super::Random;
use super::words::{pick, text};

/// Patterns, each with a string of four characters that matches.
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

/// Bounds that allow 4, for each type of numbers. Some are close to constants of the standard library.
const BOUNDS: &[(&[&str], [&[Bound]; 2])] = &[
    (
        &["integer"],
        [
            &[
                Bound::Integer(i64::MIN as i128),
                Bound::Integer(-1),
                Bound::Integer(3),
            ],
            &[
                Bound::Integer(5),
                Bound::Integer(1 << 53),
                Bound::Integer(i64::MAX as i128),
            ],
        ],
    ),
    (
        &["int8", "int16", "int32"],
        [
            &[Bound::Integer(-128), Bound::Integer(0), Bound::Integer(3)],
            &[Bound::Integer(5), Bound::Integer(127)],
        ],
    ),
    (
        &["uint8", "uint16", "uint32"],
        [
            &[Bound::Integer(0), Bound::Integer(3)],
            &[Bound::Integer(5), Bound::Integer(255)],
        ],
    ),
    (
        &["uint64"],
        [
            &[Bound::Integer(0), Bound::Integer(3)],
            &[
                Bound::Integer(5),
                Bound::Integer(1 << 63),
                Bound::Integer(u64::MAX as i128),
            ],
        ],
    ),
    (
        &["number"],
        [
            &[
                Bound::Number(-1e300),
                Bound::Number(-0.5),
                Bound::Integer(0),
                Bound::Number(E),
                Bound::Number(PI),
            ],
            &[Bound::Number(4.5), Bound::Number(TAU), Bound::Number(1e300)],
        ],
    ),
    (
        &["float"],
        [
            &[Bound::Number(-1e30), Bound::Number(0.1), Bound::Number(E)],
            &[
                Bound::Number(4.000_001),
                Bound::Number(TAU),
                Bound::Number(3e38),
            ],
        ],
    ),
];

/// A bound of a number.
#[derive(Clone, Copy)]
enum Bound {
    Integer(i128),
    Number(f64),
}

impl Bound {
    /// As JSON, whose integers have 64 bits.
    fn json(self) -> Value {
        match self {
            Self::Number(value) => json!(value),
            Self::Integer(value) => match u64::try_from(value) {
                Ok(value) => json!(value),
                Err(_) => json!(i64::try_from(value).unwrap_or_default()),
            },
        }
    }
}

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
        "uri" | "email" => {
            let value = example(random, plain)?;
            if random.chance(50) {
                of.insert("max_length".into(), json!(random.rng.u8(60..)));
            }
            Some(value)
        }
        _ => match (
            item,
            BOUNDS.iter().find(|(types, _)| types.contains(&plain)),
        ) {
            (Some(item), _) => constrain_list(random, item, of),
            (None, Some((_, bounds))) => {
                bound(random, *bounds, of);
                Some(json!(4))
            }
            (None, None) if plain.starts_with("map<") => {
                // Maps of random values have one entry.
                for (key, count) in [("min_items", 1), ("max_items", random.rng.u8(1..9))] {
                    if random.chance(40) {
                        of.insert(key.into(), json!(count));
                    }
                }
                example(random, plain)
            }
            (None, None) => example(random, ty),
        },
    }
}

fn constrain_list(random: &mut Random, item: &str, of: &mut Map<String, Value>) -> Option<Value> {
    if random.chance(30) {
        of.insert("unique_items".into(), json!(true));
        return example(random, item).map(|item| json!([item]));
    }
    bound_length(random, "items", of);
    example(random, item).map(|item| json!([item, item, item, item]))
}

/// Bounds of a number, and a step. Each allows 4.
fn bound(random: &mut Random, bounds: [&[Bound]; 2], of: &mut Map<String, Value>) {
    for (keys, bounds) in [["min", "above"], ["max", "below"]].into_iter().zip(bounds) {
        if random.chance(50) {
            let bound = bounds[random.rng.usize(..bounds.len())];
            of.insert(pick(&mut random.rng, &keys).into(), bound.json());
        }
    }
    if random.chance(20) {
        of.insert("multiple_of".into(), json!(pick_step(random, bounds)));
    }
}

/// A number that 4 is a multiple of; an integer for integers.
fn pick_step(random: &mut Random, bounds: [&[Bound]; 2]) -> Value {
    let has_fractions = matches!(bounds[1][0], Bound::Number(_));
    match (has_fractions, random.rng.bool()) {
        (true, true) => json!(0.01),
        (true, false) => json!(1e-7),
        (false, whole) => json!(if whole { 2 } else { 4 }),
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
        "int8" => json!(rng.i8(..)),
        "int16" => json!(rng.i16(..)),
        "int32" => json!(rng.i32(..)),
        "uint8" => json!(rng.u8(..)),
        "uint16" => json!(rng.u16(..)),
        "uint32" => json!(rng.u32(..)),
        "uint64" => json!(rng.u64(..)),
        "number" => json!(rng.f64() * 1e9),
        "float" => json!(
            pick(rng, &["0.1", "-3e38", "7.038531e-26", "16777217"])
                .parse::<f64>()
                .ok()
        ),
        "uri" => json!(pick(rng, &["https://example.com/a?b=%22#c", "urn:a:b"])),
        "email" => json!(pick(rng, &["a'b@example.com", "{x}@b"])),
        "boolean" => json!(rng.bool()),
        "timestamp" => json!(pick(
            rng,
            &["2026-01-31T23:59:59.5+02:00", "0001-01-01T00:00:00Z"]
        )),
        "date" => json!(pick(rng, &["2024-02-29", "9999-12-31"])),
        "time" => json!(pick(rng, &["23:59:60Z", "08:30:00.5-11:30"])),
        "duration" => json!(pick(rng, &["P1Y2M3W4DT5H6M7.5S", "PT0S"])),
        "ip" => json!(pick(rng, &["192.0.2.1", "::"])),
        "ipv4" => json!("255.255.255.255"),
        "ipv6" => json!("2001:db8::192.0.2.1"),
        "uuid" => json!("6f1c2f4e-8c1b-4a57-9d0e-3b9a7c5d2e10"),
        "decimal" => json!(pick(rng, &["0.0000025", "-1e400", "007"])),
        "bytes" => json!(pick(rng, &["", "AAEC/w=="])),
        "json" => json!({ text(rng): [null, 1.5, { "a": text(rng) }] }),
        named => return random.types.example(rng, named),
    })
}

/// Whether a field of this type may have a default.
pub(super) fn can_have_default(random: &Random, ty: &str) -> bool {
    let is_number = BOUNDS.iter().any(|(types, _)| types.contains(&ty));
    is_number || matches!(ty, "string" | "uri" | "email" | "boolean") || random.types.is_enum(ty)
}
