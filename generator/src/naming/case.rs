//! Names in the cases of Rust and Cargo: `UpperCamel`, `snake_case`, `SHOUTING_CASE` and `kebab-case`.

use heck::{ToKebabCase, ToSnakeCase, ToUpperCamelCase};

use super::letters::{self, is_letter, is_start, transcribed};
use super::reserved::{KEYWORDS, NEVER_RAW};

/// The name of a type or a variant: `org:admin` becomes `OrgAdmin`.
pub(crate) fn camel(name: &str) -> String {
    let camel = plain_camel(name);
    // The only keyword in this case; `Self_` would be warned about.
    if camel == "Self" {
        "SelfValue".to_owned()
    } else {
        camel
    }
}

/// A name in `UpperCamel`, or a part of a longer one; it may be a keyword.
pub(crate) fn plain_camel(name: &str) -> String {
    if is_upper_camel(name) {
        return name.to_owned();
    }
    if is_snake(name) && name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return snake_to_camel(name);
    }
    let spelled = spelled(name);
    let camel = match spelled.is_ascii() {
        true => spelled.to_upper_camel_case(),
        false => letters::camel(&spelled),
    };
    match camel.chars().next() {
        None => "Value".to_owned(),
        // A few small letters have no capital.
        Some(first) if !is_start(first) || first.is_lowercase() => format!("V{camel}"),
        Some(_) => camel,
    }
}

/// The name of a field, a parameter or a method, raw if it is a keyword: `type` becomes `r#type`.
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

/// Whether a word is a keyword of Rust.
pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word) || NEVER_RAW.contains(&word) || word == "Self"
}

/// The name of a module or of a part of a longer name: never raw.
pub(crate) fn plain_snake(name: &str) -> String {
    let snake = if is_snake(name) {
        name.to_owned()
    } else if name.eq_ignore_ascii_case("etag") {
        // The header is one word.
        "etag".to_owned()
    } else {
        spelled_snake(name)
    };
    match snake.chars().next() {
        None => "value".to_owned(),
        // clippy warns about names of underscores and digits alone.
        Some(_) if snake.chars().all(|c| c.is_ascii_digit() || c == '_') => format!("n{snake}"),
        Some(first) if !is_start(first) => format!("_{snake}"),
        Some(_) => snake,
    }
}

/// Whether a name is in snake case, as nearly all names of fields are.
fn is_snake(name: &str) -> bool {
    let mut words = name.split('_');
    words.all(|word| !word.is_empty() && word.bytes().all(is_lower))
}

/// Whether a name is in camel case with ASCII letters and digits, as names of types are: a small letter is between each
/// two capital ones.
fn is_upper_camel(name: &str) -> bool {
    let mut after_small = true;
    let is_part = |byte: u8| match byte {
        b'A'..=b'Z' => std::mem::replace(&mut after_small, false),
        b'a'..=b'z' => {
            after_small = true;
            true
        }
        _ => byte.is_ascii_digit(),
    };
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.bytes().all(is_part)
}

/// A name in snake case in camel case: `list_books` becomes `ListBooks`.
fn snake_to_camel(name: &str) -> String {
    let mut camel = String::with_capacity(name.len());
    for word in name.split('_') {
        let (first, rest) = word.split_at(word.len().min(1));
        camel.push_str(&first.to_ascii_uppercase());
        camel.push_str(rest);
    }
    camel
}

fn is_lower(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

/// The name of a static.
pub(crate) fn shouty(name: &str) -> String {
    plain_snake(name).to_uppercase()
}

/// A name in words, with a capital first: `search_page` becomes `Search page`.
pub(crate) fn spaced(name: &str) -> String {
    let words = spelled_snake(name).replace('_', " ");
    let mut rest = words.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest).collect()
}

/// A name in ASCII with dashes: `ModelGateway` becomes `model-gateway`.
pub(crate) fn kebab(name: &str) -> String {
    spelled(&transcribed(name)).to_kebab_case()
}

/// A name in snake case, which may begin with a digit or be empty.
fn spelled_snake(name: &str) -> String {
    let spelled = spelled(name);
    match spelled.is_ascii() {
        true => spelled.to_snake_case(),
        false => letters::snake(&spelled),
    }
}

/// Spells out a leading sign and replaces everything that is not a letter or digit by a space.
pub(super) fn spelled(name: &str) -> String {
    let name = &letters::normalized(name);
    let signed = match name.strip_prefix(['+', '-']) {
        Some(rest) if rest.starts_with(is_letter) => {
            format!(
                "{} {rest}",
                if name.starts_with('+') {
                    "plus"
                } else {
                    "minus"
                }
            )
        }
        _ => name.clone(),
    };
    signed
        .chars()
        .map(|c| if is_letter(c) { c } else { ' ' })
        .collect()
}

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
            ("-created_at", "MinusCreatedAt"),
            ("2xx", "V2xx"),
            ("self", "SelfValue"),
            ("", "Value"),
            ("é", "É"),
            ("👍", "Value"),
            ("Größe", "Größe"),
            ("姓名", "姓名"),
            // A letter that identifiers of Rust cannot have, and a digit outside of ASCII.
            ("²", "V2"),
            ("٣", "V٣"),
            (
                "application/json; charset=utf-8",
                "ApplicationJsonCharsetUtf8",
            ),
        ] {
            assert_eq!(camel(wire), rust, "{wire:?}");
        }
    }

    #[test]
    fn common_names_are_converted_like_all_others() {
        for name in [
            "Book",
            "BookId",
            "GPU",
            "ABook",
            "BookA",
            "B",
            "Book2",
            "Book2A",
            "Book2a",
            "B2B",
            "B2b",
            "OAuth2Token",
            "list_books",
            "list_2_books",
            "list_2books",
            "v2_a",
            "x",
            "Book_id",
            "bookId",
            "list__books",
            "_list",
            "list_",
        ] {
            assert_eq!(plain_camel(name), spelled(name).to_upper_camel_case());
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
            ("länge", "länge"),
            ("Höhe-über-NN", "höhe_über_nn"),
            ("状态", "状态"),
        ] {
            assert_eq!(snake(wire), rust, "{wire:?}");
        }
    }
}
