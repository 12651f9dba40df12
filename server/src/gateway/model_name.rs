//! The names of models: `author/slug`, or `author/slug:variant`.

use gateway_api::types::{ModelAuthor, ModelSlug};

/// The whole name.
pub(super) fn full(author: &ModelAuthor, slug: &ModelSlug) -> String {
    format!("{}/{}", author.as_str(), slug.as_str())
}

/// The name of the model that this is a variant of; the name itself where there is no variant.
pub(super) fn without_variant(name: &str) -> &str {
    // The author may have a colon, which starts no variant.
    let slug = name.find('/').map_or(0, |slash| slash + 1);
    match name[slug..].split_once(':') {
        Some((base, _)) => &name[..slug + base.len()],
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::without_variant;

    #[test]
    fn a_variant_stands_behind_the_first_colon_of_the_slug() {
        let cases = [
            ("acme/nova-2", "acme/nova-2"),
            ("acme/nova-2:free", "acme/nova-2"),
            ("acme/nova-2:free:beta", "acme/nova-2"),
            ("ac:me/nova-2", "ac:me/nova-2"),
            ("acme/:free", "acme/"),
        ];
        for (name, base) in cases {
            assert_eq!(without_variant(name), base, "{name}");
        }
    }
}
