//! Identifiers of the language: in snake case, and each only once.

use crate::hash::{HashMap, HashSet};
use crate::naming;

/// A name in snake case that begins with a letter.
pub(super) fn snake(name: &str, otherwise: &str) -> String {
    if !name.contains(naming::is_letter) {
        return otherwise.to_owned();
    }
    let plain = naming::plain_snake(name);
    let trimmed = plain.trim_start_matches('_');
    let mut valid = match trimmed.starts_with(naming::is_start) {
        true => trimmed.to_owned(),
        false => format!("{otherwise}_{trimmed}"),
    };
    naming::truncate(&mut valid, 100);
    naming::plain_snake(&valid)
}

/// Names that are taken, and the next number of each that was repeated: counting from 2 again for each of 10,000 equal
/// names would take long.
#[derive(Default)]
pub(super) struct Taken {
    names: HashSet<String>,
    next: HashMap<String, usize>,
}

impl Taken {
    pub(super) fn of(names: impl IntoIterator<Item = String>) -> Self {
        Self {
            names: names.into_iter().collect(),
            next: HashMap::default(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Takes a name; false if it is taken.
    pub(super) fn take(&mut self, name: String) -> bool {
        self.names.insert(name)
    }

    /// Takes a name in snake case: `pets`, `pets_2`, `pets_3`. Two names must differ in what `key` makes of them.
    pub(super) fn unique(&mut self, name: String, key: impl Fn(&str) -> String) -> String {
        match self.take(key(&name)) {
            true => name,
            false => self.numbered(&name, "_", key),
        }
    }

    /// Takes a name in camel case: `Pets`, `Pets2`, `Pets3`.
    pub(super) fn unique_camel(&mut self, name: String, key: impl Fn(&str) -> String) -> String {
        match self.take(key(&name)) {
            true => name,
            false => self.another(&name, key),
        }
    }

    /// Takes a name in camel case with a number: `Pets2`, `Pets3`. `V1` and 2 would be `V12`, so it is `V1N2`.
    pub(super) fn another(&mut self, name: &str, key: impl Fn(&str) -> String) -> String {
        let is_numbered = name.ends_with(|c: char| c.is_ascii_digit());
        self.numbered(name, if is_numbered { "N" } else { "" }, key)
    }

    fn numbered(&mut self, name: &str, between: &str, key: impl Fn(&str) -> String) -> String {
        let next = self.next.entry(name.to_owned()).or_insert(2);
        loop {
            let candidate = format!("{name}{between}{next}");
            *next += 1;
            if self.names.insert(key(&candidate)) {
                return candidate;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_names_get_the_first_free_number() {
        let mut taken = Taken::of(["pets_3".to_owned()]);
        let names = ["pets", "Pets", "pets", "pets_2"];
        let found = names.map(|name| taken.unique(name.to_owned(), str::to_lowercase));
        assert_eq!(found, ["pets", "Pets_2", "pets_4", "pets_2_2"]);
        assert_eq!(taken.another("V1", str::to_owned), "V1N2");
        assert_eq!(taken.another("V", str::to_owned), "V2");
    }

    #[test]
    fn equal_names_are_fast() {
        let mut taken = Taken::default();
        // Counting from 2 each time would take an hour.
        let names = (0..100_000).map(|_| taken.unique("get".to_owned(), str::to_owned));
        let names: Vec<String> = names.collect();
        assert_eq!(names[99_999], "get_100000");
    }
}
