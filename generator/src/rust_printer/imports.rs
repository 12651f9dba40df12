//! Imports in the layout of rustfmt.

use super::tokens::WIDTH;

/// What modules and imports are sorted by: the segments of a path.
pub(super) type Order = Vec<VersionKey>;

/// The text of a name, and the numbers in it.
type VersionKey = Vec<(String, Option<u64>)>;

/// Names that are imported from a module.
pub(crate) struct Import {
    /// The path of the module.
    module: String,
    /// Sorted as in the style edition 2024.
    names: Vec<String>,
}

impl Import {
    pub(crate) fn new(module: String, mut names: Vec<String>) -> Self {
        names.sort_by_cached_key(|name| version_key(name));
        Self { module, names }
    }

    /// The declaration of a public import.
    pub(super) fn reexport(&self) -> String {
        self.print("pub use")
    }

    /// The order of declarations.
    pub(super) fn order(&self) -> Order {
        // Lists are after all single names.
        let last = match self.names.as_slice() {
            [only] => only,
            _ => "\u{10FFFF}",
        };
        let segments = self.module.split("::").chain([last]);
        segments.map(version_key).collect()
    }

    fn print(&self, keyword: &str) -> String {
        let Self { module, names } = self;
        if let [only] = names.as_slice() {
            return format!("{keyword} {module}::{only};\n");
        }
        // rustfmt leaves room for `};` at the end, and for a space before the next name.
        let line = format!("{keyword} {module}::{{{}}};\n", names.join(", "));
        if line.len() < WIDTH {
            return line;
        }
        let mut text = format!("{keyword} {module}::{{\n");
        let mut line = String::from("   ");
        for (index, name) in names.iter().enumerate() {
            let room = WIDTH - usize::from(index + 1 < names.len());
            if line.len() + name.len() + " ,".len() > room {
                text.push_str(&line);
                text.push('\n');
                line = String::from("   ");
            }
            line.push_str(&format!(" {name},"));
        }
        text + &line + "\n};\n"
    }
}

/// `use` declarations, sorted as in the style edition 2024.
pub(crate) fn imports(mut imports: Vec<Import>) -> String {
    imports.sort_by_cached_key(Import::order);
    imports.iter().map(|import| import.print("use")).collect()
}

/// Orders `T` before `T9`, `T9` before `T10`, and `T_a` before `Ta`.
pub(super) fn version_key(name: &str) -> VersionKey {
    let mut key = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let (text, after) = split(rest, |c| c.is_ascii_digit());
        let (digits, after) = split(after, |c| !c.is_ascii_digit());
        key.push((text.replace('_', " "), digits.parse().ok()));
        rest = after;
    }
    key
}

fn split(text: &str, ends: fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(ends).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_by_version() {
        let mut names = [
            "Types", "Type_1", "Typ10", "Typ", "Gpu", "Typ9", "GPU", "G10", "G2",
        ];
        names.sort_by_key(|name| version_key(name));
        assert_eq!(
            names,
            [
                "G2", "G10", "GPU", "Gpu", "Typ", "Typ9", "Typ10", "Type_1", "Types"
            ]
        );
    }
}
