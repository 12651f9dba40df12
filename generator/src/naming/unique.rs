//! Names that several items would have: all but the first get a number.

use super::case::{camel, snake};
use crate::hash::{HashMap, HashSet};

/// A name in Rust.
pub(crate) enum Name {
    /// It is in the document. `check` reports it if it is not free.
    Given(String),
    /// It is made from a name on the wire.
    Derived(String),
}

impl Name {
    /// The name of a field or a parameter.
    pub(crate) fn snake(rust_name: Option<&str>, wire: &str) -> Self {
        match rust_name {
            Some(name) => Self::Given(snake(name)),
            None => Self::Derived(snake(wire)),
        }
    }

    /// The name of a variant.
    pub(crate) fn camel(rust_name: Option<&str>, wire: &str) -> Self {
        match rust_name {
            Some(name) => Self::Given(camel(name)),
            None => Self::Derived(camel(wire)),
        }
    }
}

/// Makes names unique, in order: the second `id` becomes `id_2`.
pub(crate) fn unique(
    names: impl Iterator<Item = String>,
    taken: &[&str],
    separator: &str,
) -> Vec<String> {
    unique_names(names.map(Name::Derived), taken, separator)
}

/// As [`unique`], without changing names that the document gives.
pub(crate) fn unique_names(
    names: impl Iterator<Item = Name>,
    taken: &[&str],
    separator: &str,
) -> Vec<String> {
    let names: Vec<Name> = names.collect();
    let mut used: HashSet<String> = taken.iter().map(|name| (*name).to_owned()).collect();
    used.extend(names.iter().filter_map(|name| match name {
        Name::Given(name) => Some(name.clone()),
        Name::Derived(_) => None,
    }));
    // The next number for each base name, so that many equal names do not take quadratic time.
    let mut numbers: HashMap<String, usize> = HashMap::default();
    let mut number = |name: String| {
        if used.insert(name.clone()) {
            return name;
        }
        let base = name
            .trim_start_matches("r#")
            .trim_end_matches('_')
            .to_owned();
        let separator = if is_camel(&base) && !base.ends_with(|c: char| c.is_ascii_digit()) {
            ""
        } else {
            separator
        };
        let next = numbers.entry(base.clone()).or_insert(2);
        loop {
            let candidate = format!("{base}{separator}{next}");
            *next += 1;
            if used.insert(candidate.clone()) {
                return candidate;
            }
        }
    };
    let names = names.into_iter().map(|name| match name {
        Name::Given(name) => name,
        Name::Derived(name) => number(name),
    });
    names.collect()
}

/// Whether a name is in camel case, where underscores are only between digits.
fn is_camel(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.contains(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collisions_are_numbered_in_order() {
        let names = ["id", "id", "body", "r#type", "r#type"]
            .map(str::to_owned)
            .into_iter();
        assert_eq!(
            unique(names, &["body"], "_"),
            ["id", "id_2", "body_2", "r#type", "type_2"]
        );
        // rustc warns about other underscores in the names of types.
        let names = ["Errors404", "Errors404", "Errors5XX", "Errors5XX"].map(str::to_owned);
        assert_eq!(
            unique(names.into_iter(), &[], "_"),
            ["Errors404", "Errors404_2", "Errors5XX", "Errors5XX2"]
        );
    }

    #[test]
    fn given_names_are_not_changed() {
        let names = [
            Name::snake(None, "id"),
            Name::snake(None, "Id"),
            Name::snake(Some("id_2"), "@id"),
            Name::snake(Some("type"), "@type"),
        ];
        let names = unique_names(names.into_iter(), &[], "_");
        assert_eq!(names, ["id", "id_3", "id_2", "r#type"]);
    }
}
