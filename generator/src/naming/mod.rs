//! Turns names of the spec into Rust names: case, keywords, collisions. No other module does.

mod case;
mod letters;
mod reserved;
mod schemas;
mod unique;
mod values;

pub(crate) use case::{camel, is_keyword, kebab, plain_camel, plain_snake, shouty, snake, spaced};
pub(crate) use letters::{is_letter, is_start, transcribed, truncate};
pub(crate) use reserved::{
    AUTH_EXPORTS, CALL_METHODS, CLIENT_EXPORTS, CLIENT_ITEMS, CONDITIONS, CUSTOM_EXPORTS,
    ERROR_METHODS, FAKE_ITEMS, IDEMPOTENCY_KEY, METHODS, SERVER_EXPORTS, SERVER_ITEMS, STATICS,
    STREAM, TOKEN_EXPORTS, TYPES_EXPORTS, WEBHOOK_FUNCTIONS, WEBHOOK_ITEMS, is_device,
    response_fields,
};
pub(crate) use schemas::{Envelope, Page, SchemaNames};
pub(crate) use unique::{Name, unique, unique_names};
pub(crate) use values::names_of_values;

use crate::api::Status;
use reserved::{CLIENT_METHODS, FAKE_METHODS, FEATURES, MODULES, PAGE_NEIGHBOURS, PRELUDE};

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

/// The method of a fake that sets the handler with this name.
pub(crate) fn fake_method(method: &str) -> String {
    match FAKE_METHODS.contains(&method) {
        true => format!("{method}_"),
        false => method.to_owned(),
    }
}

/// The name of a group's module and file, different from the names that nearby files use. rustc finds files only by
/// names in ASCII.
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

/// The name of a group's feature, different from the features that every crate has: `client` becomes `client-group`.
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

/// The name of the API in Rust, from its title without `API` at the end.
pub(crate) fn api_name(title: &str, file: &str) -> String {
    const LONGEST: usize = 40;
    for text in [title, file] {
        let words = text
            .split(|c| !is_letter(c))
            .filter(|word| !word.is_empty());
        let is_filler = |word: &str| {
            ["api", "apis", "rest", "openapi", "specification", "the"]
                .iter()
                .any(|filler| word.eq_ignore_ascii_case(filler))
        };
        let mut name = String::new();
        for word in words.filter(|word| !is_filler(word)) {
            let longer = plain_camel(&format!("{name} {word}"));
            // Transcribed, a letter can be a syllable.
            let is_long = longer.len() > LONGEST || kebab(&longer).len() > LONGEST + 10;
            if is_long && !name.is_empty() {
                break;
            }
            name = longer;
            truncate(&mut name, LONGEST);
        }
        let is_name = name.starts_with(is_start);
        // The crate needs a name, too.
        if is_name && kebab(&name).starts_with(|c: char| c.is_ascii_lowercase()) {
            return plain_camel(&name);
        }
    }
    "Service".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
