//! The statements of a load, besides those that store rows.

use crate::store::engine::Dialect;
use crate::store::table::rows_of_parameters;

/// The statement that sets what so many organizations used.
pub(super) fn set_usage(organizations: usize, dialect: Dialect) -> String {
    let values = rows_of_parameters(organizations, &["id", "total_usage"], dialect);
    format!(
        "WITH loaded (id, total_usage) AS (VALUES {values})
        UPDATE organizations SET total_usage = loaded.total_usage
        FROM loaded WHERE organizations.id = loaded.id"
    )
}

/// The statement that collects the keys, of so many, that belong to another organization.
pub(super) fn note_moved_keys(keys: usize, dialect: Dialect) -> String {
    let values = rows_of_parameters(keys, &["hash", "organization_id", "line"], dialect);
    format!(
        "INSERT INTO moved_keys (line, hash)
        WITH loaded (hash, organization_id, line) AS (VALUES {values})
        SELECT loaded.line, loaded.hash FROM loaded JOIN api_keys ON api_keys.hash = loaded.hash
        WHERE api_keys.organization_id <> loaded.organization_id"
    )
}

/// The statement that drops the collected names of so many models.
pub(super) fn forget_names(models: usize, dialect: Dialect) -> String {
    let values = rows_of_parameters(models, &["model_id"], dialect);
    format!("DELETE FROM loaded_names WHERE model_id IN (VALUES {values})")
}

/// The statement that collects so many names of models.
pub(super) fn note_names(names: usize, dialect: Dialect) -> String {
    let values = rows_of_parameters(names, &["name", "model_id", "line"], dialect);
    format!("INSERT INTO loaded_names (name, model_id, line) VALUES {values}")
}
