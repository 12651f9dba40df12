-- What this server looks at, counts or changes is in columns; what it only shows is the record as the API shows it, in
-- `document`. Every table of an organization begins its key with the organization, so that no query can leave it out;
-- only an API key is found by its hash alone, since it is the key that tells the organization.
-- Points in time are microseconds since 1970 in UTC, days are days since 1970 in UTC.

CREATE TABLE organizations (
    id                   TEXT PRIMARY KEY,
    default_workspace_id TEXT,
    total_credits        REAL NOT NULL DEFAULT 0,
    total_usage          REAL NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE api_keys (
    hash                  TEXT PRIMARY KEY,
    organization_id       TEXT NOT NULL,
    label                 TEXT NOT NULL,
    is_management         INTEGER NOT NULL CHECK (is_management IN (0, 1)),
    limit_usd             REAL,
    limit_reset           TEXT,
    include_byok_in_limit INTEGER NOT NULL CHECK (include_byok_in_limit IN (0, 1)),
    creator_user_id       TEXT,
    created_at            INTEGER NOT NULL,
    expires_at            INTEGER,
    deleted_at            INTEGER,
    rate_limit_requests   INTEGER,
    rate_limit_seconds    INTEGER
) STRICT;
CREATE INDEX api_keys_by_organization ON api_keys (organization_id, created_at, hash);

CREATE TABLE workspaces (
    organization_id TEXT NOT NULL,
    id              TEXT NOT NULL,
    document        TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
) STRICT;

-- A guardrail without a workspace has '' here and belongs to the default workspace.
CREATE TABLE guardrails (
    organization_id TEXT NOT NULL,
    id              TEXT NOT NULL,
    workspace_id    TEXT NOT NULL,
    document        TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
) STRICT;
CREATE INDEX guardrails_by_workspace ON guardrails (organization_id, workspace_id, id);

CREATE TABLE guardrail_assignments (
    organization_id TEXT NOT NULL,
    id              TEXT NOT NULL,
    document        TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
) STRICT;

CREATE TABLE presets (
    organization_id TEXT NOT NULL,
    id              TEXT NOT NULL,
    updated_at      INTEGER NOT NULL,
    document        TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
) STRICT;
CREATE INDEX presets_by_update ON presets (organization_id, updated_at DESC, id);

CREATE TABLE group_mappings (
    organization_id TEXT NOT NULL,
    id              TEXT NOT NULL,
    workspace_id    TEXT NOT NULL,
    scim_group_id   TEXT NOT NULL,
    role            TEXT NOT NULL CHECK (role IN ('admin', 'member')),
    created_at      INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL,
    PRIMARY KEY (organization_id, id)
) STRICT;

CREATE TABLE members (
    organization_id TEXT NOT NULL,
    id              TEXT NOT NULL,
    document        TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
) STRICT;

-- The catalogue belongs to everybody.
CREATE TABLE models (
    id       TEXT PRIMARY KEY,
    document TEXT NOT NULL
) STRICT;

-- Every name that leads to a model: its id, its canonical slug, its aliases.
CREATE TABLE model_names (
    name     TEXT PRIMARY KEY,
    model_id TEXT NOT NULL REFERENCES models (id)
) STRICT;
CREATE INDEX model_names_by_model ON model_names (model_id);

CREATE TABLE endpoints (
    model_id            TEXT NOT NULL,
    tag                 TEXT NOT NULL,
    zero_data_retention INTEGER NOT NULL CHECK (zero_data_retention IN (0, 1)),
    document            TEXT NOT NULL,
    PRIMARY KEY (model_id, tag)
) STRICT;
CREATE INDEX endpoints_with_zero_data_retention ON endpoints (model_id, tag) WHERE zero_data_retention IS TRUE;

CREATE TABLE generations (
    organization_id TEXT NOT NULL,
    id              TEXT NOT NULL,
    key_hash        TEXT,
    day             INTEGER NOT NULL,
    usage           REAL NOT NULL,
    is_byok         INTEGER NOT NULL CHECK (is_byok IN (0, 1)),
    document        TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
) STRICT;
CREATE INDEX generations_by_key_and_day ON generations (organization_id, key_hash, day) WHERE key_hash IS NOT NULL;

-- What each key used on each day: the sums of `generations`, kept with every load.
CREATE TABLE usage_by_day (
    organization_id TEXT NOT NULL,
    key_hash        TEXT NOT NULL,
    day             INTEGER NOT NULL,
    usage           REAL NOT NULL,
    byok_usage      REAL NOT NULL,
    PRIMARY KEY (organization_id, key_hash, day)
) STRICT;

CREATE TABLE byok_credentials (
    organization_id TEXT NOT NULL,
    id              TEXT NOT NULL,
    provider        TEXT NOT NULL,
    label           TEXT NOT NULL,
    created_at      INTEGER NOT NULL,
    deleted_at      INTEGER,
    PRIMARY KEY (organization_id, id)
) STRICT;

-- The encrypted key material, apart from its record: a deletion takes the row away.
CREATE TABLE byok_material (
    organization_id TEXT NOT NULL,
    credential_id   TEXT NOT NULL,
    sealed          BLOB NOT NULL,
    PRIMARY KEY (organization_id, credential_id),
    FOREIGN KEY (organization_id, credential_id) REFERENCES byok_credentials (organization_id, id)
) STRICT;
