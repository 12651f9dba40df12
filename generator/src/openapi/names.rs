//! Names of types: the names that the document gives, and names for types that are written in place.

use super::identifiers::Taken;
use super::type_places::{Parent, PlaceKind, TypePlace};
use super::types::{Built, BuiltName};
use super::warnings::Warnings;
use crate::hash::{HashMap, HashSet};
use crate::naming;

/// The final names of all types, in their order.
pub(super) fn name(built: &[Built], warnings: &mut Warnings) -> Vec<String> {
    let mut taken = Taken::default();
    let mut names: HashMap<usize, String> = HashMap::default();
    let named = built
        .iter()
        .enumerate()
        .filter_map(|(index, ty)| match &ty.name {
            BuiltName::Given(name) if ty.entry.is_some() => Some((ty, index, name)),
            _ => None,
        });
    // The names that the owner gives come first, then the names in the document itself.
    let mut named: Vec<_> = named.collect();
    named.sort_by_key(|(ty, ..)| (ty.given.is_none(), !ty.is_component));
    for (ty, index, name) in named {
        let written = name;
        let name = shortened(&naming::plain_camel(written));
        if let Some(place) = ty.given.filter(|_| name != *written) {
            warnings.add_changed(place, written, &name);
        }
        let claimed = claim(&mut taken, [name.clone()]);
        if let Some(place) = ty.given.filter(|_| claimed != name) {
            warnings.add_taken(place, &name, &claimed);
        }
        names.insert(index, claimed);
    }
    let own_names = own_names(built);
    for (index, ty) in built.iter().enumerate() {
        let BuiltName::Places(places) = &ty.name else {
            continue;
        };
        let Some(first) = places.first().filter(|_| ty.entry.is_some()) else {
            continue;
        };
        let parents: HashSet<Result<usize, &String>> = places
            .iter()
            .map(|place| match &place.parent {
                Parent::Operation(name) => Err(name),
                Parent::Type(index) => Ok(same(*index, built)),
            })
            .collect();
        let candidates = candidates(first, parents.len(), &own_names, built, &names);
        names.insert(index, claim(&mut taken, candidates));
    }
    let indexes = 0..built.len();
    indexes
        .map(|index| names.remove(&index).unwrap_or_default())
        .collect()
}

/// The type that stands for a type.
fn same(index: usize, built: &[Built]) -> usize {
    match built.get(index).map(|ty| &ty.name) {
        // A type is the same as one that was built before it.
        Some(BuiltName::Same(known)) if *known < index => same(*known, built),
        _ => index,
    }
}

/// How many different types have each own name.
fn own_names(built: &[Built]) -> HashMap<String, usize> {
    let mut counts = HashMap::default();
    for ty in built.iter().filter(|ty| ty.entry.is_some()) {
        if let BuiltName::Places(places) = &ty.name
            && let Some(place) = places.first()
            && let Some(own) = own(place, built)
        {
            *counts.entry(own).or_insert(0) += 1;
        }
    }
    counts
}

/// The name of the field at a place, or of the field whose items are there.
fn own(place: &TypePlace, built: &[Built]) -> Option<String> {
    match &place.kind {
        PlaceKind::Name(name) => Some(naming::plain_camel(name)),
        PlaceKind::Item => {
            let outer = match &place.parent {
                Parent::Type(index) => built.get(*index),
                Parent::Operation(_) => None,
            };
            match outer.map(|outer| &outer.name) {
                Some(BuiltName::Places(places)) => {
                    let outer = own(places.first()?, built)?;
                    Some(item_of(&outer))
                }
                Some(BuiltName::Given(name)) => Some(item_of(&naming::plain_camel(name))),
                Some(BuiltName::Same(_)) | None => None,
            }
        }
        PlaceKind::Variant(_) | PlaceKind::Role(_) | PlaceKind::Error(_) => None,
    }
}

/// The names that a type may get, the best first.
fn candidates(
    place: &TypePlace,
    places: usize,
    own_names: &HashMap<String, usize>,
    built: &[Built],
    found: &HashMap<usize, String>,
) -> Vec<String> {
    let parent = parent_name(place, built, found);
    let ending = match &place.kind {
        PlaceKind::Name(name) | PlaceKind::Variant(name) | PlaceKind::Role(name) => {
            naming::plain_camel(name)
        }
        PlaceKind::Error(_) if places > 1 => return vec!["ErrorBody".to_owned()],
        PlaceKind::Error(status) => format!("Error{status}"),
        // The parent of an item is the list, whose name is not used otherwise.
        PlaceKind::Item => {
            let own = item_of(&parent);
            return vec![shortened(&own), shortened(&format!("{own}Item"))];
        }
    };
    let mut names = Vec::new();
    if places > 1
        && let Some(own) = own(place, built)
        && own_names.get(&own) == Some(&1)
    {
        names.push(own);
    }
    names.push(shortened(&joined(&parent, &ending)));
    names
}

/// The name of what a place is in. A type without a name, such as a list, is called after its place.
fn parent_name(place: &TypePlace, built: &[Built], found: &HashMap<usize, String>) -> String {
    let index = match &place.parent {
        Parent::Operation(name) if name.is_empty() => return String::new(),
        Parent::Operation(name) => return naming::plain_camel(name),
        Parent::Type(index) => same(*index, built),
    };
    if let Some(name) = found.get(&index) {
        return name.clone();
    }
    match built.get(index).map(|ty| &ty.name) {
        Some(BuiltName::Given(name)) => naming::plain_camel(name),
        Some(BuiltName::Places(places)) => match places.first() {
            Some(outer) => {
                let parent = parent_name(outer, built, found);
                match &outer.kind {
                    PlaceKind::Name(name) | PlaceKind::Variant(name) | PlaceKind::Role(name) => {
                        joined(&parent, &naming::plain_camel(name))
                    }
                    PlaceKind::Error(status) => joined(&parent, &format!("Error{status}")),
                    PlaceKind::Item => item_of(&parent),
                }
            }
            None => String::new(),
        },
        Some(BuiltName::Same(_)) | None => String::new(),
    }
}

/// Two names, without words that end the first and begin the second: `InvoiceLine` and `LineStatus` are
/// `InvoiceLineStatus`.
fn joined(parent: &str, own: &str) -> String {
    let starts: Vec<usize> = own
        .char_indices()
        .filter(|(at, c)| *at > 0 && c.is_uppercase())
        .map(|(at, _)| at)
        .chain([own.len()])
        .collect();
    for end in starts.iter().rev() {
        let (start, rest) = own.split_at(*end);
        let before = parent.strip_suffix(start);
        if before.is_some_and(|before| !before.ends_with(char::is_uppercase)) && !rest.is_empty() {
            return format!("{parent}{rest}");
        }
    }
    format!("{parent}{own}")
}

/// The name of an item of a list: `Category` of `Categories`, and `DataItem` of `Data`.
fn item_of(list: &str) -> String {
    singular(list).unwrap_or_else(|| format!("{list}Item"))
}

/// Plurals whose singular no rule finds, and words that only look like plurals.
const IRREGULAR: [(&str, &str); 33] = [
    ("aches", "ache"),
    ("aliases", "alias"),
    ("analyses", "analysis"),
    ("avalanches", "avalanche"),
    ("bonuses", "bonus"),
    ("buses", "bus"),
    ("caches", "cache"),
    ("calories", "calorie"),
    ("campuses", "campus"),
    ("canvases", "canvas"),
    ("cookies", "cookie"),
    ("hoodies", "hoodie"),
    ("movies", "movie"),
    ("niches", "niche"),
    ("quizzes", "quiz"),
    ("rookies", "rookie"),
    ("selfies", "selfie"),
    ("statuses", "status"),
    ("viruses", "virus"),
    ("alias", "alias"),
    ("atlas", "atlas"),
    ("bias", "bias"),
    ("canvas", "canvas"),
    ("dns", "dns"),
    ("gas", "gas"),
    ("gps", "gps"),
    ("https", "https"),
    ("lens", "lens"),
    ("news", "news"),
    ("series", "series"),
    ("sms", "sms"),
    ("species", "species"),
    ("tls", "tls"),
];

/// A name in the singular: `Categories` becomes `Category`. `None` if it is not a plural.
pub(super) fn singular(name: &str) -> Option<String> {
    let last = name.rfind(|c: char| !c.is_ascii_lowercase()).unwrap_or(0);
    let (before, word) = name.split_at(last);
    let separator = word.chars().next().filter(|c| !c.is_ascii_alphabetic());
    let (before, word) = match separator {
        Some(separator) => name.split_at(before.len() + separator.len_utf8()),
        None => (before, word),
    };
    let lower = word.to_ascii_lowercase();
    if let Some((_, one)) = IRREGULAR.iter().find(|(many, _)| *many == lower) {
        // Both begin with the same letter, whose case stays.
        let initial = word.get(..1)?;
        let rest = one.get(1..)?;
        return (*one != lower).then(|| format!("{before}{initial}{rest}"));
    }
    let ends = |end: &str| name.strip_suffix(end).filter(|rest| rest.len() > 1);
    if let Some(rest) = ends("ies") {
        return Some(format!("{rest}y"));
    }
    for end in ["sses", "xes", "ches", "shes", "zzes"] {
        if ends(end).is_some() {
            return name.strip_suffix("es").map(str::to_owned);
        }
    }
    let rest = ends("s")?;
    let is_plural = !["s", "u", "i"].iter().any(|end| rest.ends_with(end));
    is_plural.then(|| rest.to_owned())
}

/// rustdoc writes a file for each type, so names are limited.
const LONGEST: usize = 120;

fn shortened(name: &str) -> String {
    let mut name = name.to_owned();
    naming::truncate(&mut name, LONGEST);
    name
}

/// The first candidate that is free, or the last one with a number.
fn claim(taken: &mut Taken, candidates: impl IntoIterator<Item = String>) -> String {
    let mut last = String::new();
    for candidate in candidates {
        let candidate = match candidate.is_empty() {
            true => "Value".to_owned(),
            false => naming::plain_camel(&candidate),
        };
        if taken.take(naming::type_name(&candidate)) {
            return candidate;
        }
        last = candidate;
    }
    taken.another(&last, naming::type_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn singulars_are_words() {
        for (many, one) in [
            ("Categories", "Category"),
            ("movies", "movie"),
            ("user_cookies", "user_cookie"),
            ("Addresses", "Address"),
            ("boxes", "box"),
            ("branches", "branch"),
            ("BuildCaches", "BuildCache"),
            ("dishes", "dish"),
            ("sizes", "size"),
            ("prizes", "prize"),
            ("quizzes", "quiz"),
            ("order-statuses", "order-status"),
            ("responses", "response"),
            ("é cookies", "é cookie"),
        ] {
            assert_eq!(singular(many).as_deref(), Some(one), "{many}");
        }
        for name in [
            "Series",
            "time_series",
            "status",
            "access",
            "news",
            "",
            "é",
            "s",
        ] {
            assert_eq!(singular(name), None, "{name}");
        }
    }
}
