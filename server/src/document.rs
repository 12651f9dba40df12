//! Documents of older versions, which lack fields that were added since.

use serde::de::DeserializeOwned;
use specsmith_runtime::Json;
use specsmith_runtime::decode::{Context, Decode};

/// Reads a stored document. Fields that it lacks are null if they may be.
///
/// # Errors
///
/// It is not JSON, or not such a document.
pub(crate) fn read<T: Decode + DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str(text).or_else(|error| read_old(text).ok_or(error))
}

#[cold]
fn read_old<T: Decode>(text: &str) -> Option<T> {
    let mut tree = serde_json::from_str(text).ok()?;
    add_nulls::<T>(&mut tree);
    T::decode(&tree, &mut Context::for_responses()).ok()
}

/// Adds the fields that a document lacks as null, except those that may not be null.
pub(crate) fn add_nulls<T: Decode>(document: &mut Json) {
    let mut added = errors::<T>(document);
    added.retain(|path| add_null(document, path));
    if added.is_empty() {
        return;
    }
    for path in errors::<T>(document) {
        if added.contains(&path) {
            remove(document, &path);
        }
    }
}

/// The paths of everything that is wrong with a document, such as `pricing.tiers[2].price`.
fn errors<T: Decode>(document: &Json) -> Vec<String> {
    let mut context = Context::for_responses().collecting();
    // The result is in the context.
    let _ = T::decode(document, &mut context);
    let errors = context.into_validation_errors().into_iter();
    errors.map(|error| error.name).collect()
}

/// Sets the field to null if it is absent.
fn add_null(document: &mut Json, path: &str) -> bool {
    match find(document, path) {
        Some((Json::Object(fields), name)) if !fields.contains_key(name) => {
            fields.insert(name.to_owned(), Json::Null);
            true
        }
        Some(_) | None => false,
    }
}

fn remove(document: &mut Json, path: &str) {
    if let Some((Json::Object(fields), name)) = find(document, path) {
        fields.remove(name);
    }
}

/// The value that has the last field of a path, and the name of that field.
fn find<'d, 'p>(document: &'d mut Json, path: &'p str) -> Option<(&'d mut Json, &'p str)> {
    let (parents, name) = match path.rsplit_once('.') {
        Some((parents, name)) => (Some(parents), name),
        None => (None, path),
    };
    let mut value = document;
    for step in parents.into_iter().flat_map(|parents| parents.split('.')) {
        let (field, indexes) = step.split_at(step.find('[').unwrap_or(step.len()));
        value = value.get_mut(field)?;
        for index in indexes.split_terminator(']') {
            let index: usize = index.strip_prefix('[')?.parse().ok()?;
            value = value.get_mut(index)?;
        }
    }
    Some((value, name))
}

#[cfg(test)]
mod tests {
    use gateway_api::types::{Guardrail, OrganizationMember};
    use serde_json::json;

    use super::*;

    #[test]
    fn a_nullable_field_that_is_missing_reads_as_null() {
        let member = json!({"id": "user", "email": "ada@example.com", "role": "org:member"});
        let member: OrganizationMember = read(&member.to_string()).unwrap();
        assert_eq!((member.first_name, member.last_name), (None, None));
    }

    #[test]
    fn a_field_that_must_not_be_null_is_still_missing() {
        let member = json!({"id": "user", "first_name": null, "role": "org:member"});
        let error = read::<OrganizationMember>(&member.to_string()).unwrap_err();
        assert!(error.to_string().contains("email"), "{error}");
        let mut tree = member;
        add_nulls::<OrganizationMember>(&mut tree);
        assert!(tree.get("email").is_none() && tree["last_name"].is_null());
    }

    #[test]
    fn a_document_that_is_wrong_otherwise_is_rejected() {
        assert!(read::<Guardrail>("{\"id\": 7}").is_err());
        assert!(read::<Guardrail>("[]").is_err());
        assert!(read::<Guardrail>("{").is_err());
    }

    #[test]
    fn a_path_leads_through_objects_and_lists() {
        let mut document = json!({"a": {"b": [[{}, {"c": 1}]]}});
        assert!(add_null(&mut document, "a.b[0][0].c"));
        assert!(!add_null(&mut document, "a.b[0][1].c"));
        for elsewhere in ["a.x.c", "a.b[7].c", "a.b[\"odd\"].c", "a.b.c"] {
            assert!(!add_null(&mut document, elsewhere), "{elsewhere}");
        }
        assert_eq!(document, json!({"a": {"b": [[{"c": null}, {"c": 1}]]}}));
    }
}
