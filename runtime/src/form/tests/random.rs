//! Random numbers, values and forms.

use std::collections::BTreeMap;

use serde_json::{Map, Number};

use super::types::{Card, Empty, Options};
use crate::{Json, Maybe};

/// A generator of pseudorandom numbers: SplitMix64, whose sequence depends on the seed alone.
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    pub(super) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    fn list<T>(&mut self, longest: usize, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(longest + 1)).map(|_| item(self)).collect()
    }

    fn maybe<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.coin().then(|| value(self))
    }

    /// Text of up to 12 characters, with all that a form treats specially.
    fn text(&mut self) -> String {
        const CHARACTERS: &[char] = &[
            'a', 'b', 'Z', '0', '1', '9', ' ', '+', '%', '&', '=', '#', ';', ',', '|', '[', ']',
            '\n', '\0', '"', '\\', '/', '?', '~', 'é', '€', '👍', '\u{feff}',
        ];
        self.list(12, |random| *random.pick(CHARACTERS))
            .into_iter()
            .collect()
    }

    /// A key of a map, which is not empty and has no brackets.
    fn key(&mut self) -> String {
        let key = self.text().replace(['[', ']'], "_");
        if key.is_empty() {
            String::from("k")
        } else {
            key
        }
    }

    fn integer(&mut self) -> i64 {
        let integer = self.next() as i64;
        integer >> self.below(64)
    }

    fn number(&mut self) -> f64 {
        let number = f64::from_bits(self.next());
        if number.is_finite() { number } else { 0.5 }
    }

    fn map<T>(&mut self, mut value: impl FnMut(&mut Self) -> T) -> BTreeMap<String, T> {
        self.list(4, |random| (random.key(), value(random)))
            .into_iter()
            .collect()
    }

    /// An object that a form with indexes can hold. A nullable value is never empty.
    pub(super) fn options(&mut self) -> Options {
        Options {
            text: self.maybe(Self::text),
            count: match self.below(3) {
                0 => Maybe::Absent,
                1 => Maybe::Null,
                _ => Maybe::Value(self.integer()),
            },
            ratio: self.maybe(Self::number),
            on: self.maybe(Self::coin),
            texts: self.maybe(|random| random.list(4, Self::text)),
            counts: self.maybe(|random| random.list(12, Self::integer)),
            sparse: self.maybe(|random| random.list(4, |random| random.maybe(Self::integer))),
            grid: self.maybe(|random| random.list(3, |random| random.list(3, Self::integer))),
            inner: self.maybe(|random| Empty {
                text: random.maybe(Self::text),
            }),
            card: self.maybe(|random| Card {
                number: format!("4242{}", random.text()).into(),
                month: (1 + random.below(12) as i64).into(),
                owner: random.maybe(|random| format!("x{}", random.text())),
            }),
            map: self.maybe(|random| random.map(Self::integer)),
            json: None,
            secrets: self.maybe(|random| random.map(Self::integer)),
        }
    }

    /// An object as the tree of a form has it: strings, lists and objects, none of them empty.
    pub(super) fn tree(&mut self, depth: usize) -> Json {
        let entries = self.list(4, |random| (random.key(), random.node(depth)));
        let fields: Map<String, Json> = entries.into_iter().collect();
        Json::Object(fields)
    }

    fn node(&mut self, depth: usize) -> Json {
        let texts = |random: &mut Self| Json::String(format!("t{}", random.text()));
        match self.below(if depth == 0 { 2 } else { 5 }) {
            0 => Json::Null,
            1 => texts(self),
            2 => {
                let mut items = self.list(11, |random| random.node(depth - 1));
                items.push(texts(self));
                Json::Array(items)
            }
            _ => match self.tree(depth - 1) {
                Json::Object(mut fields) => {
                    // With this field, it is not a list.
                    fields.insert(String::from("field"), texts(self));
                    Json::Object(fields)
                }
                other => other,
            },
        }
    }

    /// Any JSON.
    pub(super) fn json(&mut self, depth: usize) -> Json {
        match self.below(if depth == 0 { 5 } else { 7 }) {
            0 => Json::Null,
            1 => Json::Bool(self.coin()),
            2 => Json::Number(self.integer().into()),
            3 => Number::from_f64(self.number()).map_or(Json::Null, Json::Number),
            4 => Json::String(self.text()),
            5 => Json::Array(self.list(3, |random| random.json(depth - 1))),
            _ => {
                let fields = self.list(3, |random| (random.text(), random.json(depth - 1)));
                Json::Object(fields.into_iter().collect())
            }
        }
    }

    /// A form that may be invalid in every way.
    pub(super) fn form(&mut self) -> Vec<u8> {
        const PARTS: &[&str] = &[
            "&",
            "&",
            "=",
            "=",
            "[",
            "]",
            "][",
            "[]",
            "[0]",
            "[1]",
            "[a]",
            "+",
            "%",
            "%5B",
            "%5D",
            "%ff",
            "%E2%82%AC",
            "%0",
            "0",
            "1",
            "-1",
            "1e5",
            "true",
            "text",
            "count",
            "counts",
            "grid",
            "inner",
            "card",
            "number",
            "month",
            "owner",
            "map",
            "json",
            "secrets",
            "name",
            "next",
            "list",
            "parent",
            "é",
            "x",
            "18446744073709551616",
        ];
        let mut form: Vec<u8> = self
            .list(40, |random| *random.pick(PARTS))
            .concat()
            .into_bytes();
        if self.below(8) == 0 {
            form.push(0xff);
        }
        form
    }
}
