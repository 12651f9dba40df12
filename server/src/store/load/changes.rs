//! Audit entries of what a load deletes and which roles it changes.

use super::row::{CredentialKey, KeyOwner, MappingRole, integer, text};
use super::table::rows_of_parameters;
use crate::moment::Moment;
use crate::store::engine::{Dialect, Engine};
use crate::store::{Action, Result};

/// Writes entries for the stored keys that these records delete. Call it before they are stored.
pub(super) async fn note_deleted_keys<E: Engine>(
    transaction: &mut E,
    keys: &[KeyOwner],
) -> Result<()> {
    let deleted: Vec<_> = keys.iter().filter(|key| key.deleted_at.is_some()).collect();
    let values = deleted
        .iter()
        .flat_map(|key| [text(key.organization_id.clone()), text(key.hash.clone())]);
    let sql = deletion(
        "api_keys",
        "hash",
        Action::KeyDeleted,
        deleted.len(),
        E::DIALECT,
    );
    run(transaction, deleted.len(), sql, values.collect()).await
}

/// Writes entries for the stored credentials that these records delete.
pub(super) async fn note_deleted_credentials<E: Engine>(
    transaction: &mut E,
    credentials: Vec<CredentialKey>,
) -> Result<()> {
    let rows = credentials.len();
    let values = credentials
        .into_iter()
        .flat_map(|key| [text(key.organization_id), text(key.id)]);
    let sql = deletion(
        "byok_credentials",
        "id",
        Action::CredentialDeleted,
        rows,
        E::DIALECT,
    );
    run(transaction, rows, sql, values.collect()).await
}

/// Writes entries for the stored mappings whose role these records change.
pub(super) async fn note_roles<E: Engine>(
    transaction: &mut E,
    roles: Vec<MappingRole>,
) -> Result<()> {
    let rows = roles.len();
    let columns = ["organization_id", "id", "role", "updated_at"];
    let parameters = rows_of_parameters(rows, &columns, E::DIALECT);
    let (now, action) = (Moment::now().0, Action::RoleChanged);
    let sql = format!(
        "INSERT INTO audit (organization_id, at, actor, action, target, detail)
        WITH loaded (organization_id, id, role, updated_at) AS (VALUES {parameters})
        SELECT stored.organization_id, {now}, 'load', '{action}', stored.id,
            stored.role || ' -> ' || loaded.role
        FROM loaded JOIN group_mappings AS stored
            ON stored.organization_id = loaded.organization_id AND stored.id = loaded.id
        WHERE stored.role <> loaded.role AND stored.updated_at <= loaded.updated_at"
    );
    let values = roles.into_iter().flat_map(|it| {
        let role = it.role.as_str().to_owned();
        [
            text(it.organization_id),
            text(it.id),
            text(role),
            integer(it.updated_at.0),
        ]
    });
    run(transaction, rows, sql, values.collect()).await
}

fn deletion(table: &str, id: &str, action: Action, rows: usize, dialect: Dialect) -> String {
    let parameters = rows_of_parameters(rows, &["organization_id", "id"], dialect);
    let now = Moment::now().0;
    format!(
        "INSERT INTO audit (organization_id, at, actor, action, target)
        SELECT organization_id, {now}, 'load', '{action}', {id} FROM {table}
        WHERE deleted_at IS NULL AND (organization_id, {id}) IN (VALUES {parameters})"
    )
}

async fn run<E: Engine>(
    transaction: &mut E,
    rows: usize,
    sql: String,
    values: Vec<super::Value>,
) -> Result<()> {
    if rows > 0 {
        transaction.run(sql.into(), values).await?;
    }
    Ok(())
}
