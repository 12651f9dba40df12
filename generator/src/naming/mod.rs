//! Wire names become Rust names here, and nowhere else: case, keywords, collisions.

mod names;
mod schemas;

pub(crate) use names::{ErrorNames, Names, OperationNames, TypeNames};
pub(crate) use schemas::{Envelope, SchemaNames};

use std::collections::{HashMap, HashSet};

use heck::{ToKebabCase, ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};

/// The name of a type or a variant: `org:admin` becomes `OrgAdmin`.
pub(crate) fn camel(name: &str) -> String {
    let camel = spelled(name).to_upper_camel_case();
    match camel.chars().next() {
        None => "Value".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("V{camel}"),
        // The only keyword in this case; `Self_` would be warned about.
        Some(_) if camel == "Self" => "SelfValue".to_owned(),
        Some(_) => camel,
    }
}

/// The name of a field, a parameter or a method, raw where it is a keyword: `type` becomes `r#type`.
pub(crate) fn snake(name: &str) -> String {
    let snake = plain_snake(name);
    if NEVER_RAW.contains(&snake.as_str()) {
        format!("{snake}_")
    } else if KEYWORDS.contains(&snake.as_str()) {
        format!("r#{snake}")
    } else {
        snake
    }
}

/// The name of a module or of a part of a longer name: never raw.
pub(crate) fn plain_snake(name: &str) -> String {
    let snake = spelled(name).to_snake_case();
    match snake.chars().next() {
        None => "value".to_owned(),
        // Underscores and digits alone say too little, and clippy agrees.
        Some(_) if snake.chars().all(|c| c.is_ascii_digit() || c == '_') => format!("n{snake}"),
        Some(first) if first.is_ascii_digit() => format!("_{snake}"),
        Some(_) => snake,
    }
}

/// The name of a static.
pub(crate) fn shouty(name: &str) -> String {
    plain_snake(name).to_shouty_snake_case()
}

/// The name of a module, beside names that the files around it rely on.
fn module(name: &str) -> String {
    let snake = snake(name);
    match snake.strip_prefix("r#") {
        Some(keyword) => format!("{keyword}_group"),
        None if MODULES.contains(&snake.as_str()) => format!("{snake}_group"),
        None => snake,
    }
}

/// Crates that are named in paths, and the folders that modules stand in.
const MODULES: [&str; 9] = [
    "alloc",
    "client",
    "core",
    "operations",
    "rt",
    "server",
    "specsmith_runtime",
    "std",
    "types",
];

/// The name of a crate: `ModelGateway` becomes `model-gateway`.
pub(crate) fn kebab(name: &str) -> String {
    spelled(name).to_kebab_case()
}

/// Makes names unique in their order: the second `id` becomes `id_2`.
pub(crate) fn unique(
    names: impl Iterator<Item = String>,
    taken: &[&str],
    separator: &str,
) -> Vec<String> {
    let mut used: HashSet<String> = taken.iter().map(|name| (*name).to_owned()).collect();
    // The number that the next name of the same base gets, so that many of them stay quick.
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut number = |name: String| {
        if used.insert(name.clone()) {
            return name;
        }
        let base = name
            .trim_start_matches("r#")
            .trim_end_matches('_')
            .to_owned();
        let next = numbers.entry(base.clone()).or_insert(2);
        loop {
            let candidate = format!("{base}{separator}{next}");
            *next += 1;
            if used.insert(candidate.clone()) {
                return candidate;
            }
        }
    };
    names.map(&mut number).collect()
}

/// Signs that tell values apart get words, and what an identifier cannot hold is dropped: rustc warns
/// of identifiers beyond ASCII that look like others.
fn spelled(name: &str) -> String {
    let signed = match name.strip_prefix(['+', '-']) {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => {
            format!(
                "{} {rest}",
                if name.starts_with('+') {
                    "plus"
                } else {
                    "minus"
                }
            )
        }
        _ => name.to_owned(),
    };
    signed
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' })
        .collect()
}

/// Words that cannot be raw identifiers.
const NEVER_RAW: [&str; 4] = ["crate", "self", "super", "_"];

/// The keywords of every edition up to 2024, strict and reserved.
const KEYWORDS: [&str; 50] = [
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "ref",
    "return",
    "static",
    "struct",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
    "macro_rules",
    "union",
];

/// Names that generated code takes for granted: Rust's prelude.
pub(crate) const PRELUDE: [&str; 42] = [
    "AsMut",
    "AsRef",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Future",
    "Hash",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Self",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "Vec",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wire_names_become_names_of_types_and_variants() {
        for (wire, rust) in [
            ("org:admin", "OrgAdmin"),
            ("xhigh", "Xhigh"),
            ("+1", "Plus1"),
            ("-1", "Minus1"),
            ("2xx", "V2xx"),
            ("self", "SelfValue"),
            ("", "Value"),
            ("é", "Value"),
            (
                "application/json; charset=utf-8",
                "ApplicationJsonCharsetUtf8",
            ),
        ] {
            assert_eq!(camel(wire), rust, "{wire:?}");
        }
    }

    #[test]
    fn wire_names_become_names_of_fields() {
        for (wire, rust) in [
            ("type", "r#type"),
            ("self", "self_"),
            ("createdAt", "created_at"),
            ("X-Request-Id", "x_request_id"),
            ("2fa", "_2fa"),
            ("404", "n404"),
            ("$", "value"),
            ("latency_last_30m", "latency_last_30m"),
        ] {
            assert_eq!(snake(wire), rust, "{wire:?}");
        }
    }

    #[test]
    fn collisions_are_numbered_in_order() {
        let names = ["id", "id", "body", "r#type", "r#type"]
            .map(str::to_owned)
            .into_iter();
        assert_eq!(
            unique(names, &["body"], "_"),
            ["id", "id_2", "body_2", "r#type", "type_2"]
        );
    }
}
