//! The SQL that both engines understand.

/// The SQL of a page of documents. `$1` is the organization, `$2` the limit and `$3` the offset. Count
/// and items come from one statement, so they are consistent. A page without items is one row without
/// a document.
macro_rules! page {
    ($table:literal) => {
        page!($table, "organization_id = $1", "id", "id")
    };
    ($table:literal, $condition:literal, $order_columns:literal, $order:literal) => {
        concat!(
            "SELECT total, document FROM (SELECT count(*) AS total FROM ",
            $table,
            " WHERE ",
            $condition,
            ") AS counted LEFT JOIN (SELECT document, ",
            $order_columns,
            " FROM ",
            $table,
            " WHERE ",
            $condition,
            " ORDER BY ",
            $order,
            " LIMIT $2 OFFSET $3) AS item ON TRUE ORDER BY ",
            $order
        )
    };
}

/// The SQL of a page that has no rows at all if the organization does not exist.
macro_rules! page_of_known {
    ($table:literal, $columns:literal) => {
        concat!(
            "SELECT total, ",
            $columns,
            " FROM (SELECT (SELECT count(*) FROM ",
            $table,
            " WHERE organization_id = $1) AS total FROM organizations WHERE organizations.id = $1",
            ") AS counted LEFT JOIN (SELECT ",
            $columns,
            " FROM ",
            $table,
            " WHERE organization_id = $1 ORDER BY id LIMIT $2 OFFSET $3) AS item ON TRUE ORDER BY id"
        )
    };
}

/// What an organization used: what its keys used, and what its record adds to it. Two amounts that
/// [`Amount`](crate::amount::Amount) adds up.
macro_rules! total_usage {
    () => {
        "CAST(total_usage AS TEXT) || ' ' || coalesce((SELECT CAST(usage AS TEXT)
            FROM usage_by_organization WHERE organization_id = organizations.id), '') AS total_usage"
    };
}

/// Amounts that [`Amount`](crate::amount::Amount) adds up exactly, which SQLite cannot.
macro_rules! amounts {
    ($column:literal, $name:literal) => {
        concat!(
            "coalesce(string_agg(CAST(",
            $column,
            " AS TEXT), ' '), '') AS ",
            $name
        )
    };
    ($column:literal, $since:literal, $name:literal) => {
        concat!(
            "coalesce(string_agg(CASE WHEN day >= ",
            $since,
            " THEN CAST(",
            $column,
            " AS TEXT) END, ' '), '') AS ",
            $name
        )
    };
}

/// The columns of a key, in the order of the table.
macro_rules! key_columns {
    () => {
        "hash, organization_id, label, is_management, limit_usd, limit_reset, include_byok_in_limit, \
         creator_user_id, created_at, expires_at, deleted_at, rate_limit_requests, rate_limit_seconds"
    };
}

/// The columns of an organization.
macro_rules! organization_columns {
    () => {
        concat!(
            "id, default_workspace_id, total_credits, ",
            total_usage!(),
            ", updated_at"
        )
    };
}

/// Declares queries, and lists them by name for tests of the query plans.
macro_rules! queries {
    ($($(#[$about:meta])* $name:ident = $sql:expr;)*) => {
        $(
            $(#[$about])*
            pub(super) const $name: &str = $sql;
        )*

        /// The queries by name. Inserts and the statements of a load are not in it.
        pub const QUERIES: &[(&str, &str)] = &[$((stringify!($name), $name)),*];
    };
}

queries! {
    WORKSPACES = page!("workspaces");

    GUARDRAIL_ASSIGNMENTS = page!("guardrail_assignments");

    PRESETS = page!(
        "presets",
        "organization_id = $1",
        "updated_at, id",
        "updated_at DESC, id"
    );

    MEMBERS = page_of_known!("members", "id, document");

    /// `$4` is the workspace, or null for the default one. Guardrails without a workspace belong to the
    /// default workspace. The table has '' for them, which is not the identifier of a workspace.
    GUARDRAILS = page!(
        "guardrails",
        "organization_id = $1 AND coalesce($4, 'default') <> '' AND workspace_id IN (
            coalesce($4, (SELECT default_workspace_id FROM organizations WHERE id = $1), ''),
            CASE $4 WHEN (SELECT default_workspace_id FROM organizations WHERE id = $1) THEN '' ELSE coalesce($4, '') END
        )",
        "id",
        "id"
    );

    GROUP_MAPPINGS = page_of_known!(
        "group_mappings",
        "id, organization_id, workspace_id, scim_group_id, role, created_at, updated_at"
    );

    /// `updated_at` always grows, even if the clock went back or the record came from the future: a load
    /// recognizes by it which state is newer.
    UPDATE_GROUP_MAPPING = "
        UPDATE group_mappings
        SET role = $3, updated_at = CASE WHEN updated_at < $4 THEN $4 ELSE updated_at + 1 END
        WHERE organization_id = $1 AND id = $2
        RETURNING id, organization_id, workspace_id, scim_group_id, role, created_at, updated_at";

    /// `$1` is the whole name, `$2` the name without its variant and `$3` the variant with its colon. If
    /// only `$2` resolves to a model, the same variant of that model is preferred to it.
    MODEL = "
        SELECT coalesce(variants.document, models.document)
        FROM model_names JOIN models ON models.id = model_names.model_id
        LEFT JOIN models AS variants ON model_names.name = $2 AND variants.id = models.id || $3
        WHERE model_names.name IN ($1, $2)
        ORDER BY CASE model_names.name WHEN $1 THEN 0 ELSE 1 END LIMIT 1";

    ZDR_ENDPOINTS = "
        SELECT document FROM endpoints WHERE zero_data_retention IS TRUE ORDER BY model_id, tag";

    GENERATION = "SELECT document FROM generations WHERE organization_id = $1 AND id = $2";

    CREDITS = concat!(
        "SELECT total_credits, ",
        total_usage!(),
        " FROM organizations WHERE id = $1"
    );

    SPENDING = concat!(
        "SELECT total_credits, ",
        total_usage!(),
        ",
            (SELECT coalesce(string_agg(CAST(usage AS TEXT), ' '), '') FROM usage_by_day
                WHERE organization_id = $1 AND key_hash = $2 AND day >= $3) AS key_usage,
            (SELECT coalesce(string_agg(CAST(byok_usage AS TEXT), ' '), '') FROM usage_by_day
                WHERE organization_id = $1 AND key_hash = $2 AND day >= $3) AS key_byok_usage
        FROM organizations WHERE id = $1"
    );

    /// `$3` is today, `$4` the week's first day, `$5` the month's.
    USAGE = concat!(
        "SELECT ",
        amounts!("usage", "all_time"),
        ", ",
        amounts!("usage", "$3", "daily"),
        ", ",
        amounts!("usage", "$4", "weekly"),
        ", ",
        amounts!("usage", "$5", "monthly"),
        ", ",
        amounts!("byok_usage", "byok_all_time"),
        ", ",
        amounts!("byok_usage", "$3", "byok_daily"),
        ", ",
        amounts!("byok_usage", "$4", "byok_weekly"),
        ", ",
        amounts!("byok_usage", "$5", "byok_monthly"),
        " FROM usage_by_day WHERE organization_id = $1 AND key_hash = $2"
    );

    API_KEY = concat!("SELECT ", key_columns!(), " FROM api_keys WHERE hash = $1");

    API_KEYS = concat!(
        "SELECT ",
        key_columns!(),
        " FROM api_keys WHERE organization_id = $1 ORDER BY organization_id, created_at, hash"
    );

    ALL_API_KEYS = concat!(
        "SELECT ",
        key_columns!(),
        " FROM api_keys ORDER BY organization_id, created_at, hash"
    );

    ORGANIZATION = concat!(
        "SELECT ",
        organization_columns!(),
        " FROM organizations WHERE id = $1"
    );

    ORGANIZATIONS = concat!(
        "SELECT ",
        organization_columns!(),
        " FROM organizations ORDER BY id"
    );

    UPDATE_ORGANIZATION = "
        UPDATE organizations SET default_workspace_id = $2, total_credits = $3, updated_at = $4
        WHERE id = $1";

    /// No row if the organization does not exist, as in the pages of such records.
    ROLE_OF_MAPPING = "
        SELECT role FROM group_mappings WHERE organization_id = $1 AND id = $2
        AND EXISTS (SELECT 1 FROM organizations WHERE organizations.id = $1)";

    /// What happened since `$1`, after the entry `$2` of the same time.
    AUDIT = "
        SELECT id, at, organization_id, actor, action, target, detail FROM audit
        WHERE (at, id) > ($1, $2) ORDER BY at, id LIMIT $3";

    /// The same of the organization `$4`.
    AUDIT_OF_ORGANIZATION = "
        SELECT id, at, organization_id, actor, action, target, detail FROM audit
        WHERE organization_id = $4 AND (at, id) > ($1, $2) ORDER BY at, id LIMIT $3";

    DELETE_API_KEY = "
        UPDATE api_keys SET deleted_at = $3
        WHERE organization_id = $1 AND hash = $2 AND deleted_at IS NULL";

    DELETE_CREDENTIAL = "
        UPDATE byok_credentials SET deleted_at = $3
        WHERE organization_id = $1 AND id = $2 AND deleted_at IS NULL";

    DELETE_MATERIAL = "DELETE FROM byok_material WHERE organization_id = $1 AND credential_id = $2";
}

pub(super) const INSERT_ORGANIZATION: &str =
    "INSERT INTO organizations (id) VALUES ($1) ON CONFLICT (id) DO NOTHING";

pub(super) const CREATE_ORGANIZATION: &str = "
    INSERT INTO organizations (id, default_workspace_id, total_credits, updated_at)
    VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING";

pub(super) const CREATE_WORKSPACE: &str = "
    INSERT INTO workspaces (organization_id, id, document) VALUES ($1, $2, $3)
    ON CONFLICT (organization_id, id) DO NOTHING";

pub(super) const CREATE_GUARDRAIL: &str = "
    INSERT INTO guardrails (organization_id, workspace_id, id, document) VALUES ($1, $2, $3, $4)
    ON CONFLICT (organization_id, id) DO NOTHING";

/// The time is never before the time of an earlier entry, even if the clocks of servers differ.
pub(super) const INSERT_AUDIT: &str = "
    INSERT INTO audit (organization_id, at, actor, action, target, detail)
    VALUES ($1, coalesce((SELECT max(at) FROM audit WHERE at > $2), $2), $3, $4, $5, $6)";

pub(super) const INSERT_API_KEY: &str = concat!(
    "INSERT INTO api_keys (",
    key_columns!(),
    ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
);

/// What a load collects for its end: its entries of the audit table, the keys that it would move to
/// another organization, and the names of models. They are in tables, since there may be too many for
/// memory.
pub(super) const BEGIN_LOAD: [&str; 3] = [
    "CREATE TEMPORARY TABLE noted_changes (
        number BIGINT PRIMARY KEY, organization_id TEXT NOT NULL, action TEXT NOT NULL, target TEXT NOT NULL,
        detail TEXT)",
    "CREATE TEMPORARY TABLE moved_keys (line BIGINT NOT NULL, hash TEXT NOT NULL)",
    "CREATE TEMPORARY TABLE loaded_names (
        name TEXT NOT NULL, model_id TEXT NOT NULL, line BIGINT NOT NULL, PRIMARY KEY (name, model_id))",
];

pub(super) const STORE_MATERIAL: &str = "
    INSERT INTO byok_material (organization_id, credential_id, sealed)
    SELECT $1, $2, $3 FROM byok_credentials
    WHERE organization_id = $1 AND id = $2 AND deleted_at IS NULL
    ON CONFLICT (organization_id, credential_id) DO UPDATE SET sealed = excluded.sealed";

pub(super) const FREE_NAMES: &str =
    "DELETE FROM model_names WHERE model_id IN (SELECT model_id FROM loaded_names)";

/// The first names that both a loaded model and another model have.
pub(super) const TAKEN_NAMES: &str = "
    SELECT loaded.line, loaded.name, other.model_id AS owner, other.line AS owner_line
    FROM loaded_names AS loaded JOIN loaded_names AS other ON other.name = loaded.name
    WHERE other.line < loaded.line
    UNION ALL
    SELECT loaded.line, loaded.name, model_names.model_id AS owner, NULL AS owner_line
    FROM loaded_names AS loaded JOIN model_names ON model_names.name = loaded.name
    ORDER BY 1, 2, 3 LIMIT 20";

/// The first keys that a load would move to another organization.
pub(super) const MOVED_KEYS: &str =
    "SELECT line, hash FROM moved_keys ORDER BY line, hash LIMIT 20";

/// Stores the names of the models, and deletes the key material of deleted credentials.
pub(super) const FINISH_LOAD: [&str; 4] = [
    "INSERT INTO model_names (name, model_id) SELECT name, model_id FROM loaded_names",
    "DELETE FROM byok_material WHERE (organization_id, credential_id) IN (
        SELECT organization_id, id FROM byok_credentials WHERE deleted_at IS NOT NULL)",
    "DROP TABLE moved_keys",
    "DROP TABLE loaded_names",
];

/// The entries of a load, written at `$1`.
pub(super) const WRITE_NOTED: &str = "
    INSERT INTO audit (organization_id, at, actor, action, target, detail)
    SELECT organization_id, coalesce((SELECT max(at) FROM audit WHERE at > $1), $1), 'load', action, target, detail
    FROM noted_changes ORDER BY number";

pub(super) const FORGET_NOTED: &str = "DROP TABLE noted_changes";
