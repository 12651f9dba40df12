//! The names of a model.

use gateway_api::types::Model;

use crate::model_name;

/// All names of a model: its identifier, its canonical slug and its aliases.
///
/// Variants of a model, such as `acme/nova-2:free`, often have the canonical slug of the model itself.
/// Then the slug alone is a name of the model, and the slug with the variant a name of the variant.
pub(super) fn all(model: &Model, aliases: Vec<String>) -> Vec<String> {
    let mut names = aliases;
    names.push(model.id.as_str().to_owned());
    names.push(slug(model));
    names.sort_unstable();
    names.dedup();
    names
}

/// The names of a model that are aliases.
pub(super) fn aliases(model: &Model, names: Vec<String>) -> Vec<String> {
    let slug = slug(model);
    let mut aliases = names;
    aliases.retain(|name| name != model.id.as_str() && *name != slug);
    aliases.sort_unstable();
    aliases
}

fn slug(model: &Model) -> String {
    let slug = &model.canonical_slug;
    let (_, of_id) = model_name::split(model.id.as_str());
    let (_, of_slug) = model_name::split(slug);
    match (of_id, of_slug) {
        (Some(variant), None) => format!("{slug}:{variant}"),
        (Some(_) | None, _) => slug.clone(),
    }
}
