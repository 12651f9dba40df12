//! The SQL that both engines understand.

/// The SQL of a page of documents: `$1` is the organization, `$2` how many items, `$3` how many to
/// skip. Count and items come with one statement, so that they are of one moment; a page without
/// items is one row without a document.
macro_rules! page {
    ($table:literal) => {
        page!($table, "organization_id = $1", "id")
    };
    ($table:literal, $condition:literal, $order:literal) => {
        concat!(
            "SELECT total, document FROM (SELECT count(*) AS total FROM ",
            $table,
            " WHERE ",
            $condition,
            ") AS counted LEFT JOIN (SELECT * FROM ",
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

/// The SQL of a page of an organization that is known; of another one there are no rows at all.
macro_rules! page_of_known {
    ($table:literal, $columns:literal) => {
        concat!(
            "SELECT total, ",
            $columns,
            " FROM (SELECT (SELECT count(*) FROM ",
            $table,
            " WHERE organization_id = $1) AS total FROM organizations WHERE organizations.id = $1",
            ") AS counted LEFT JOIN (SELECT * FROM ",
            $table,
            " WHERE organization_id = $1 ORDER BY id LIMIT $2 OFFSET $3) AS item ON TRUE ORDER BY id"
        )
    };
}

pub(super) const WORKSPACES: &str = page!("workspaces");

pub(super) const GUARDRAIL_ASSIGNMENTS: &str = page!("guardrail_assignments");

pub(super) const PRESETS: &str = page!("presets", "organization_id = $1", "updated_at DESC, id");

pub(super) const MEMBERS: &str = page_of_known!("members", "document");

/// `$4` is the workspace, null for the default one, to which guardrails without a workspace belong.
/// No workspace has the name '', which the table has for these.
pub(super) const GUARDRAILS: &str = page!(
    "guardrails",
    "organization_id = $1 AND coalesce($4, 'default') <> '' AND workspace_id IN (
        coalesce($4, (SELECT default_workspace_id FROM organizations WHERE id = $1), ''),
        CASE $4 WHEN (SELECT default_workspace_id FROM organizations WHERE id = $1) THEN '' ELSE coalesce($4, '') END
    )",
    "id"
);

pub(super) const GROUP_MAPPINGS: &str = page_of_known!(
    "group_mappings",
    "id, organization_id, workspace_id, scim_group_id, role, created_at, updated_at"
);

pub(super) const UPDATE_GROUP_MAPPING: &str = "
    UPDATE group_mappings SET role = $3, updated_at = $4 WHERE organization_id = $1 AND id = $2
    RETURNING id, organization_id, workspace_id, scim_group_id, role, created_at, updated_at";

/// `$1` is the whole name, `$2` the name without a variant and `$3` the variant with its colon. Where
/// only the name without the variant leads to a model, that model's own variant is preferred to it.
pub(super) const MODEL: &str = "
    SELECT coalesce(variants.document, models.document)
    FROM model_names JOIN models ON models.id = model_names.model_id
    LEFT JOIN models AS variants ON model_names.name = $2 AND variants.id = models.id || $3
    WHERE model_names.name IN ($1, $2)
    ORDER BY CASE model_names.name WHEN $1 THEN 0 ELSE 1 END LIMIT 1";

pub(super) const ZDR_ENDPOINTS: &str = "
    SELECT document FROM endpoints WHERE zero_data_retention IS TRUE ORDER BY model_id, tag";

pub(super) const GENERATION: &str =
    "SELECT document FROM generations WHERE organization_id = $1 AND id = $2";

pub(super) const CREDITS: &str =
    "SELECT total_credits, total_usage FROM organizations WHERE id = $1";

pub(super) const SPENDING: &str = "
    SELECT total_credits, total_usage,
        (SELECT coalesce(sum(usage), 0.0) FROM usage_by_day
            WHERE organization_id = $1 AND key_hash = $2 AND day >= $3) AS key_usage,
        (SELECT coalesce(sum(byok_usage), 0.0) FROM usage_by_day
            WHERE organization_id = $1 AND key_hash = $2 AND day >= $3) AS key_byok_usage
    FROM organizations WHERE id = $1";

/// `$3` is today, `$4` the week's first day, `$5` the month's.
pub(super) const USAGE: &str = "
    SELECT
        coalesce(sum(usage), 0.0) AS all_time,
        coalesce(sum(CASE WHEN day >= $3 THEN usage END), 0.0) AS daily,
        coalesce(sum(CASE WHEN day >= $4 THEN usage END), 0.0) AS weekly,
        coalesce(sum(CASE WHEN day >= $5 THEN usage END), 0.0) AS monthly,
        coalesce(sum(byok_usage), 0.0) AS byok_all_time,
        coalesce(sum(CASE WHEN day >= $3 THEN byok_usage END), 0.0) AS byok_daily,
        coalesce(sum(CASE WHEN day >= $4 THEN byok_usage END), 0.0) AS byok_weekly,
        coalesce(sum(CASE WHEN day >= $5 THEN byok_usage END), 0.0) AS byok_monthly
    FROM usage_by_day WHERE organization_id = $1 AND key_hash = $2";

pub(super) const API_KEY: &str = "SELECT * FROM api_keys WHERE hash = $1";

pub(super) const API_KEYS: &str = "
    SELECT * FROM api_keys WHERE organization_id = $1 ORDER BY organization_id, created_at, hash";

pub(super) const ALL_API_KEYS: &str =
    "SELECT * FROM api_keys ORDER BY organization_id, created_at, hash";

pub(super) const INSERT_ORGANIZATION: &str =
    "INSERT INTO organizations (id) VALUES ($1) ON CONFLICT (id) DO NOTHING";

pub(super) const INSERT_API_KEY: &str = "
    INSERT INTO api_keys (hash, organization_id, label, is_management, limit_usd, limit_reset,
        include_byok_in_limit, creator_user_id, created_at, expires_at, deleted_at,
        rate_limit_requests, rate_limit_seconds)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

pub(super) const DELETE_API_KEY: &str = "
    UPDATE api_keys SET deleted_at = $3
    WHERE organization_id = $1 AND hash = $2 AND deleted_at IS NULL";

pub(super) const DELETE_CREDENTIAL: &str = "
    UPDATE byok_credentials SET deleted_at = $3
    WHERE organization_id = $1 AND id = $2 AND deleted_at IS NULL";

pub(super) const DELETE_MATERIAL: &str =
    "DELETE FROM byok_material WHERE organization_id = $1 AND credential_id = $2";

/// What a load notes for its end: the days whose sums change, the keys that it gives to another
/// organization, and the names of models. In tables, since there may be more of either than memory should hold.
pub(super) const BEGIN_LOAD: [&str; 3] = [
    "CREATE TEMPORARY TABLE touched_days (
        organization_id TEXT NOT NULL, key_hash TEXT NOT NULL, day BIGINT NOT NULL,
        PRIMARY KEY (organization_id, key_hash, day))",
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

/// The first of the names that a loaded model claims and another model has.
pub(super) const TAKEN_NAMES: &str = "
    SELECT loaded.line, loaded.name, other.model_id AS owner, other.line AS owner_line
    FROM loaded_names AS loaded JOIN loaded_names AS other ON other.name = loaded.name
    WHERE other.line < loaded.line
    UNION ALL
    SELECT loaded.line, loaded.name, model_names.model_id AS owner, NULL AS owner_line
    FROM loaded_names AS loaded JOIN model_names ON model_names.name = loaded.name
    ORDER BY 1, 2, 3 LIMIT 20";

/// The first of the keys that a load gives to another organization.
pub(super) const MOVED_KEYS: &str =
    "SELECT line, hash FROM moved_keys ORDER BY line, hash LIMIT 20";

/// Gives the models their names, takes away the material of what is deleted, and counts the touched
/// days anew.
pub(super) const FINISH_LOAD: [&str; 7] = [
    "INSERT INTO model_names (name, model_id) SELECT name, model_id FROM loaded_names",
    "DELETE FROM byok_material WHERE (organization_id, credential_id) IN (
        SELECT organization_id, id FROM byok_credentials WHERE deleted_at IS NOT NULL)",
    "DELETE FROM usage_by_day WHERE (organization_id, key_hash, day) IN (
        SELECT organization_id, key_hash, day FROM touched_days)",
    "INSERT INTO usage_by_day (organization_id, key_hash, day, usage, byok_usage)
        SELECT organization_id, key_hash, day,
            sum(CASE WHEN is_byok THEN 0.0 ELSE usage END),
            sum(CASE WHEN is_byok THEN usage ELSE 0.0 END)
        FROM generations WHERE (organization_id, key_hash, day) IN (
            SELECT organization_id, key_hash, day FROM touched_days)
        GROUP BY organization_id, key_hash, day",
    "DROP TABLE touched_days",
    "DROP TABLE moved_keys",
    "DROP TABLE loaded_names",
];

/// The queries by name, for tests that ask the databases how they go about them. Not in it are those
/// that only insert, and those of a load.
pub const QUERIES: &[(&str, &str)] = &[
    ("WORKSPACES", WORKSPACES),
    ("GUARDRAILS", GUARDRAILS),
    ("GUARDRAIL_ASSIGNMENTS", GUARDRAIL_ASSIGNMENTS),
    ("PRESETS", PRESETS),
    ("MEMBERS", MEMBERS),
    ("GROUP_MAPPINGS", GROUP_MAPPINGS),
    ("UPDATE_GROUP_MAPPING", UPDATE_GROUP_MAPPING),
    ("MODEL", MODEL),
    ("ZDR_ENDPOINTS", ZDR_ENDPOINTS),
    ("GENERATION", GENERATION),
    ("CREDITS", CREDITS),
    ("SPENDING", SPENDING),
    ("USAGE", USAGE),
    ("API_KEY", API_KEY),
    ("API_KEYS", API_KEYS),
    ("ALL_API_KEYS", ALL_API_KEYS),
    ("DELETE_API_KEY", DELETE_API_KEY),
    ("DELETE_CREDENTIAL", DELETE_CREDENTIAL),
    ("DELETE_MATERIAL", DELETE_MATERIAL),
];
