-- The usage of an organization is that of its keys, and what its record adds to it: `organizations.total_usage` is from now
-- on what the organization used besides the generations in the database. What was shown as its usage stays the same, unless
-- its keys used more.

-- What the keys of each organization used, without BYOK credentials: the sums of `usage_by_day`, kept with every load.
CREATE TABLE usage_by_organization (
    organization_id TEXT COLLATE "C" PRIMARY KEY,
    usage           NUMERIC NOT NULL
);
INSERT INTO usage_by_organization (organization_id, usage)
    SELECT organization_id, sum(usage) FROM usage_by_day GROUP BY organization_id;
UPDATE organizations SET total_usage = greatest(total_usage - used.usage, 0)
    FROM usage_by_organization AS used WHERE used.organization_id = organizations.id;
