//! The names of models: `author/slug`, or `author/slug:variant`.

use gateway_api::types::{ModelAuthor, ModelSlug};

/// The whole name.
pub(crate) fn full(author: &ModelAuthor, slug: &ModelSlug) -> String {
    format!("{}/{}", author.as_str(), slug.as_str())
}

/// Splits the variant from a name. A colon in the author does not start a variant.
pub(crate) fn split(name: &str) -> (&str, Option<&str>) {
    let variant = name
        .split_once('/')
        .and_then(|(_, slug)| slug.split_once(':'));
    match variant {
        Some((_, variant)) => (&name[..name.len() - variant.len() - 1], Some(variant)),
        None => (name, None),
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn a_variant_follows_the_first_colon_of_the_slug() {
        let cases = [
            ("acme/nova-2", "acme/nova-2"),
            ("acme/nova-2:free", "acme/nova-2"),
            ("acme/nova-2:free:beta", "acme/nova-2"),
            ("ac:me/nova-2", "ac:me/nova-2"),
            ("acme/:free", "acme/"),
        ];
        for (name, base) in cases {
            assert_eq!(split(name).0, base, "{name}");
        }
    }
}
