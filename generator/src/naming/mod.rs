//! Turns names of the spec into Rust names: case, keywords, collisions. No other module does.

mod letters;
mod reserved;
mod schemas;
mod values;

pub(crate) use letters::{is_letter, is_start, transcribed, truncate};

pub(crate) use reserved::{
    AUTH_EXPORTS, CALL_METHODS, CLIENT_EXPORTS, CLIENT_ITEMS, CONDITIONS, CUSTOM_EXPORTS,
    ERROR_METHODS, IDEMPOTENCY_KEY, METHODS, SERVER_EXPORTS, SERVER_ITEMS, STATICS, STREAM,
    TOKEN_EXPORTS, TYPES_EXPORTS, WEBHOOK_FUNCTIONS, WEBHOOK_ITEMS, is_device, response_fields,
};
pub(crate) use schemas::{Envelope, Page, SchemaNames};
pub(crate) use values::names_of_values;

use crate::hash::{HashMap, HashSet};

use crate::api::Status;
use heck::{ToKebabCase, ToSnakeCase, ToUpperCamelCase};
use reserved::{CLIENT_METHODS, FEATURES, KEYWORDS, MODULES, NEVER_RAW, PAGE_NEIGHBOURS, PRELUDE};

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

/// The name of a type. `Option` becomes `OptionType`, so that it does not shadow Rust's prelude.
pub(crate) fn type_name(name: &str) -> String {
    clear_of_prelude(camel(name), "Type")
}

/// The name of an error. `Result` becomes `ResultError`, so that it does not shadow the prelude.
pub(crate) fn error_name(name: &str) -> String {
    clear_of_prelude(camel(name), "Error")
}

/// The name of the parts of a multipart form: `SpeechUploadPart`.
pub(crate) fn part_name(form: &str) -> String {
    format!("{}Part", type_name(form))
}

/// The name of an operation's arguments. `key` becomes `KeyArguments`, because the module `server`
/// already has a `Key`.
pub(crate) fn arguments_name(operation: &str) -> String {
    let name = camel(operation);
    let exports = SERVER_EXPORTS.iter();
    let mut taken = exports.flat_map(|(_, names)| *names).chain(&SERVER_ITEMS);
    if taken.any(|taken| *taken == name) {
        return format!("{name}Arguments");
    }
    clear_of_prelude(name, "Arguments")
}

/// The name of the contents of an operation's body, if there are several: `ImportBooksBody`.
pub(crate) fn body_name(operation: &str) -> String {
    format!("{}Body", camel(operation))
}

/// The name of the errors of an operation: `ListBooksError`.
pub(crate) fn operation_error_name(operation: &str) -> String {
    format!("{}Error", camel(operation))
}

/// The name of a part of an operation's responses: `CreatePaymentResponse`, `CreatePaymentAccepted`.
pub(crate) fn response_name(operation: &str, part: &str) -> String {
    clear_of_prelude(format!("{}{part}", camel(operation)), "Response")
}

/// The variant of a successful response among several: a given name, or the reason phrase of its status or the name of
/// its class (RFC 9110, section 15, RFC 4918, RFC 5842 and RFC 3229).
pub(crate) fn variant_of_status(given: Option<&str>, status: Status) -> String {
    if let Some(name) = given {
        return camel(name);
    }
    let code = match status {
        Status::Exact(code) => code,
        Status::Class(2) => return "Success".to_owned(),
        Status::Class(3) => return "Redirection".to_owned(),
        Status::Class(_) | Status::Default => return camel(&format!("status {status}")),
    };
    let reason = match code {
        200 => "Ok",
        201 => "Created",
        202 => "Accepted",
        203 => "NonAuthoritativeInformation",
        204 => "NoContent",
        205 => "ResetContent",
        206 => "PartialContent",
        207 => "MultiStatus",
        208 => "AlreadyReported",
        226 => "ImUsed",
        300 => "MultipleChoices",
        301 => "MovedPermanently",
        302 => "Found",
        303 => "SeeOther",
        304 => "NotModified",
        305 => "UseProxy",
        307 => "TemporaryRedirect",
        308 => "PermanentRedirect",
        _ => return format!("Status{code}"),
    };
    reason.to_owned()
}

/// The name of the pages of a pager: `SearchPage`. `client` becomes `ClientPage`, because the root of
/// the crate has a `Client`.
pub(crate) fn page_name(pager: &str) -> String {
    let name = camel(pager);
    if PAGE_NEIGHBOURS.contains(&name.as_str()) {
        return format!("{name}Page");
    }
    clear_of_prelude(name, "Page")
}

/// The side whose module imports pages and has an item with this name, if one does.
pub(crate) fn side_with_item(page: &str) -> Option<&'static str> {
    let exports = CLIENT_EXPORTS.iter().chain(&TOKEN_EXPORTS);
    let mut exports = exports.chain(&CUSTOM_EXPORTS);
    let is_pages = ["Page", "PageRequest"].contains(&page);
    if exports.any(|name| *name == page) {
        Some("clients")
    } else if SERVER_ITEMS.contains(&page) && !is_pages {
        Some("servers")
    } else {
        None
    }
}

/// The name of the requests for such pages: `SearchPageRequest`.
pub(crate) fn page_request_name(pager: &str) -> String {
    page_name(pager) + "Request"
}

/// The name of the struct that implements the handler trait in the scaffold: `Gateway`.
pub(crate) fn handlers_name(api: &str, is_type: impl Fn(&str) -> bool) -> String {
    if PRELUDE.contains(&api) || api == "Caller" || is_type(api) {
        format!("{api}Handlers")
    } else {
        api.to_owned()
    }
}

/// The name of the handler trait: `GatewayApi`.
pub(crate) fn trait_name(api: &str) -> String {
    format!("{}Api", camel(api))
}

fn clear_of_prelude(name: String, ending: &str) -> String {
    if PRELUDE.contains(&name.as_str()) {
        format!("{name}{ending}")
    } else {
        name
    }
}

/// The name of an operation's method on the client and the handler trait. `clone` becomes `clone_`,
/// because the client already has a `clone`. `own` lists the trait's other methods.
pub(crate) fn method(operation: &str, own: &[&str]) -> String {
    let name = snake(operation);
    if CLIENT_METHODS.contains(&name.as_str()) || own.contains(&name.as_str()) {
        format!("{name}_")
    } else {
        name
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

/// The name of a group's module and file, different from the names that nearby files use. rustc finds files only by names
/// in ASCII.
pub(crate) fn module(name: &str) -> String {
    let mut snake = snake(&transcribed(name));
    truncate(&mut snake, LONGEST_MODULE);
    match snake.strip_prefix("r#") {
        Some(keyword) => format!("{keyword}_group"),
        None if MODULES.contains(&snake.as_str()) || is_device(&snake) => format!("{snake}_group"),
        None => snake,
    }
}

/// Most file systems limit a name to 255 bytes.
const LONGEST_MODULE: usize = 100;

/// The name of a group's feature, different from those of every crate: `client` becomes `client-group`.
pub(crate) fn feature(group: &str) -> String {
    let kebab = kebab(group);
    if kebab.is_empty() || FEATURES.contains(&kebab.as_str()) {
        let name = format!("{kebab}-group");
        name.trim_start_matches('-').to_owned()
    } else {
        kebab
    }
}

/// The name of an API's crate: `ModelGateway` becomes `model-gateway-api`.
pub(crate) fn crate_name(api: &str) -> String {
    format!("{}-api", kebab(api))
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

/// A name in snake case, which may begin with a digit or be empty.
fn spelled_snake(name: &str) -> String {
    let spelled = spelled(name);
    match spelled.is_ascii() {
        true => spelled.to_snake_case(),
        false => letters::snake(&spelled),
    }
}

/// Spells out a leading sign and replaces everything that is not a letter or digit by a space.
fn spelled(name: &str) -> String {
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

    #[test]
    fn group_names_become_names_of_features() {
        for (group, name) in [
            ("big_things", "big-things"),
            ("bigThings", "big-things"),
            ("2024", "2024"),
            ("!", "group"),
            ("client", "client-group"),
            ("Default", "default-group"),
            ("Größen", "grossen"),
            ("用户", "yong-hu"),
        ] {
            assert_eq!(feature(group), name, "{group:?}");
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
