-- Who deleted or changed what, and when. Rows are only ever added.

CREATE TABLE audit (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    -- NULL for what concerns no single organization.
    organization_id TEXT,
    at              INTEGER NOT NULL,
    -- `key` with the first digits of its hash, `command line` or `load`.
    actor           TEXT NOT NULL,
    action          TEXT NOT NULL,
    target          TEXT NOT NULL,
    detail          TEXT
) STRICT;
CREATE INDEX audit_by_time ON audit (at, id);
CREATE INDEX audit_by_organization ON audit (organization_id, at, id);
