-- What this server looks at, counts or changes is in columns; what it only shows is the record as the API shows it, in
-- `document`. Every table of an organization begins its key with the organization, so that no query can leave it out;
-- only an API key is found by its hash alone, since it is the key that tells the organization.
-- Points in time are microseconds since 1970 in UTC, days are days since 1970 in UTC.

CREATE TABLE organizations (
    id                   TEXT COLLATE "C" PRIMARY KEY,
    default_workspace_id TEXT,
    total_credits        DOUBLE PRECISION NOT NULL DEFAULT 0,
    total_usage          DOUBLE PRECISION NOT NULL DEFAULT 0
);

CREATE TABLE api_keys (
    hash                  TEXT PRIMARY KEY,
    organization_id       TEXT COLLATE "C" NOT NULL,
    label                 TEXT NOT NULL,
    is_management         BOOLEAN NOT NULL,
    limit_usd             DOUBLE PRECISION,
    limit_reset           TEXT,
    include_byok_in_limit BOOLEAN NOT NULL,
    creator_user_id       TEXT,
    created_at            BIGINT NOT NULL,
    expires_at            BIGINT,
    deleted_at            BIGINT,
    rate_limit_requests   BIGINT,
    rate_limit_seconds    BIGINT
);
CREATE INDEX api_keys_by_organization ON api_keys (organization_id, created_at, hash);

CREATE TABLE workspaces (
    organization_id TEXT COLLATE "C" NOT NULL,
    id              TEXT COLLATE "C" NOT NULL,
    document        JSON NOT NULL,
    PRIMARY KEY (organization_id, id)
);

-- A guardrail without a workspace has '' here and belongs to the default workspace.
CREATE TABLE guardrails (
    organization_id TEXT COLLATE "C" NOT NULL,
    id              TEXT COLLATE "C" NOT NULL,
    workspace_id    TEXT NOT NULL,
    document        JSON NOT NULL,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX guardrails_by_workspace ON guardrails (organization_id, workspace_id, id);

CREATE TABLE guardrail_assignments (
    organization_id TEXT COLLATE "C" NOT NULL,
    id              TEXT COLLATE "C" NOT NULL,
    document        JSON NOT NULL,
    PRIMARY KEY (organization_id, id)
);

CREATE TABLE presets (
    organization_id TEXT COLLATE "C" NOT NULL,
    id              TEXT COLLATE "C" NOT NULL,
    updated_at      BIGINT NOT NULL,
    document        JSON NOT NULL,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX presets_by_update ON presets (organization_id, updated_at DESC, id);

CREATE TABLE group_mappings (
    organization_id TEXT COLLATE "C" NOT NULL,
    id              TEXT COLLATE "C" NOT NULL,
    workspace_id    TEXT NOT NULL,
    scim_group_id   TEXT NOT NULL,
    role            TEXT NOT NULL CHECK (role IN ('admin', 'member')),
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    PRIMARY KEY (organization_id, id)
);

CREATE TABLE members (
    organization_id TEXT COLLATE "C" NOT NULL,
    id              TEXT COLLATE "C" NOT NULL,
    document        JSON NOT NULL,
    PRIMARY KEY (organization_id, id)
);

-- The catalogue belongs to everybody.
CREATE TABLE models (
    id       TEXT COLLATE "C" PRIMARY KEY,
    document JSON NOT NULL
);

-- Every name that leads to a model: its id, its canonical slug, its aliases.
CREATE TABLE model_names (
    name     TEXT PRIMARY KEY,
    model_id TEXT COLLATE "C" NOT NULL REFERENCES models (id)
);
CREATE INDEX model_names_by_model ON model_names (model_id);

CREATE TABLE endpoints (
    model_id            TEXT COLLATE "C" NOT NULL,
    tag                 TEXT COLLATE "C" NOT NULL,
    zero_data_retention BOOLEAN NOT NULL,
    document            JSON NOT NULL,
    PRIMARY KEY (model_id, tag)
);
CREATE INDEX endpoints_with_zero_data_retention ON endpoints (model_id, tag) WHERE zero_data_retention IS TRUE;

CREATE TABLE generations (
    organization_id TEXT COLLATE "C" NOT NULL,
    id              TEXT COLLATE "C" NOT NULL,
    key_hash        TEXT,
    day             BIGINT NOT NULL,
    usage           DOUBLE PRECISION NOT NULL,
    is_byok         BOOLEAN NOT NULL,
    document        JSON NOT NULL,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX generations_by_key_and_day ON generations (organization_id, key_hash, day) WHERE key_hash IS NOT NULL;

-- What each key used on each day: the sums of `generations`, kept with every load.
CREATE TABLE usage_by_day (
    organization_id TEXT COLLATE "C" NOT NULL,
    key_hash        TEXT NOT NULL,
    day             BIGINT NOT NULL,
    usage           DOUBLE PRECISION NOT NULL,
    byok_usage      DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (organization_id, key_hash, day)
);

CREATE TABLE byok_credentials (
    organization_id TEXT COLLATE "C" NOT NULL,
    id              TEXT COLLATE "C" NOT NULL,
    provider        TEXT NOT NULL,
    label           TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    deleted_at      BIGINT,
    PRIMARY KEY (organization_id, id)
);

-- The encrypted key material, apart from its record: a deletion takes the row away.
CREATE TABLE byok_material (
    organization_id TEXT COLLATE "C" NOT NULL,
    credential_id   TEXT NOT NULL,
    sealed          BYTEA NOT NULL,
    PRIMARY KEY (organization_id, credential_id),
    FOREIGN KEY (organization_id, credential_id) REFERENCES byok_credentials (organization_id, id)
);

-- How many requests each key made in the window that it is in. It is worth nothing after a crash, so it is not logged.
CREATE UNLOGGED TABLE rate_windows (
    key_hash     TEXT PRIMARY KEY,
    window_start BIGINT NOT NULL,
    requests     BIGINT NOT NULL
);
