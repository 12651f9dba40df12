-- The usage of an organization is that of its keys, and what its record adds to it: `organizations.total_usage` is from now
-- on what the organization used besides the generations in the database. What was shown as its usage stays the same, unless
-- its keys used more.

-- What the keys of each organization used, without BYOK credentials: the sums of `usage_by_day`, kept with every load.
CREATE TABLE usage_by_organization (
    organization_id TEXT PRIMARY KEY,
    usage           TEXT NOT NULL
) STRICT;

-- The costs of generations are added up as in migration 2.
INSERT INTO usage_by_organization (organization_id, usage)
    WITH charges AS (
        SELECT organization_id, lower(usage) || 'e0' AS number
        FROM generations WHERE key_hash IS NOT NULL AND is_byok = 0
    ), numbers AS (
        SELECT organization_id, substr(number, 1, instr(number, 'e') - 1) AS decimal,
            CAST(substr(number, instr(number, 'e') + 1) AS INTEGER) AS exponent
        FROM charges
    ), integers AS (
        SELECT organization_id, CAST(replace(decimal, '.', '') AS INTEGER) AS digits,
            exponent - iif(instr(decimal, '.') > 0, length(decimal) - instr(decimal, '.'), 0) AS exponent
        FROM numbers
    ), sums AS (
        SELECT organization_id,
            sum(digits / 1000000000) || 'e' || (exponent + 9) || ' ' || sum(digits % 1000000000) || 'e' || exponent AS usage
        FROM integers
        GROUP BY organization_id, exponent
    )
    SELECT organization_id, group_concat(usage, ' ') FROM sums GROUP BY organization_id;

-- The difference is written as a sum of the total and the negative parts. Whether it is positive is the only thing that is
-- computed in floating point.
UPDATE organizations SET total_usage = iif(
        CAST(total_usage AS REAL) > used.approximately,
        total_usage || ' ' || replace('-' || replace(used.usage, ' ', ' -'), '--', ''),
        '0'
    )
    FROM (
        SELECT sums.organization_id, sums.usage, sum(CAST(generations.usage AS REAL)) AS approximately
        FROM usage_by_organization AS sums JOIN generations
            ON generations.organization_id = sums.organization_id AND key_hash IS NOT NULL AND is_byok = 0
        GROUP BY sums.organization_id
    ) AS used
    WHERE used.organization_id = organizations.id;
