-- Who deleted or changed what, and when. Rows are only ever added.

CREATE TABLE audit (
    id              BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- NULL for what concerns no single organization.
    organization_id TEXT COLLATE "C",
    at              BIGINT NOT NULL,
    -- `key` with the first digits of its hash, `command line` or `load`.
    actor           TEXT NOT NULL,
    action          TEXT NOT NULL,
    target          TEXT NOT NULL,
    detail          TEXT
);
CREATE INDEX audit_by_time ON audit (at, id);
CREATE INDEX audit_by_organization ON audit (organization_id, at, id);
