-- Amounts of money become exact. SQLite has no decimal type, so an amount is decimal text, and several of them with
-- spaces in between are their sum.
--
-- What a generation cost is taken from its document, where it is as it came. Other amounts keep the 15 digits that a
-- floating-point number is sure to have.

ALTER TABLE organizations ADD COLUMN exact_credits TEXT NOT NULL DEFAULT '0';
ALTER TABLE organizations ADD COLUMN exact_usage TEXT NOT NULL DEFAULT '0';
UPDATE organizations SET exact_credits = printf('%.15g', total_credits), exact_usage = printf('%.15g', total_usage);
ALTER TABLE organizations DROP COLUMN total_credits;
ALTER TABLE organizations DROP COLUMN total_usage;
ALTER TABLE organizations RENAME COLUMN exact_credits TO total_credits;
ALTER TABLE organizations RENAME COLUMN exact_usage TO total_usage;

ALTER TABLE api_keys ADD COLUMN exact_limit TEXT;
UPDATE api_keys SET exact_limit = printf('%.15g', limit_usd) WHERE limit_usd IS NOT NULL;
ALTER TABLE api_keys DROP COLUMN limit_usd;
ALTER TABLE api_keys RENAME COLUMN exact_limit TO limit_usd;

-- The days are counted again. SQLite adds up integers only, so the usage of a generation, 1.25e-7, is taken apart into
-- the digits 125 and the exponent -9. Digits with the same exponent are added up. There are at most 17, and they are
-- added in two parts so that the sums do not overflow.
DELETE FROM usage_by_day;
ALTER TABLE usage_by_day DROP COLUMN usage;
ALTER TABLE usage_by_day DROP COLUMN byok_usage;
ALTER TABLE usage_by_day ADD COLUMN usage TEXT NOT NULL DEFAULT '0';
ALTER TABLE usage_by_day ADD COLUMN byok_usage TEXT NOT NULL DEFAULT '0';
INSERT INTO usage_by_day (organization_id, key_hash, day, usage, byok_usage)
    WITH charges AS (
        SELECT organization_id, key_hash, day, is_byok, lower(document -> '$.usage') || 'e0' AS number
        FROM generations WHERE key_hash IS NOT NULL
    ), numbers AS (
        SELECT organization_id, key_hash, day, is_byok,
            substr(number, 1, instr(number, 'e') - 1) AS decimal,
            CAST(substr(number, instr(number, 'e') + 1) AS INTEGER) AS exponent
        FROM charges
    ), integers AS (
        SELECT organization_id, key_hash, day, is_byok,
            CAST(replace(decimal, '.', '') AS INTEGER) AS digits,
            exponent - iif(instr(decimal, '.') > 0, length(decimal) - instr(decimal, '.'), 0) AS exponent
        FROM numbers
    ), sums AS (
        SELECT organization_id, key_hash, day, is_byok,
            sum(digits / 1000000000) || 'e' || (exponent + 9) || ' ' || sum(digits % 1000000000) || 'e' || exponent AS usage
        FROM integers
        GROUP BY organization_id, key_hash, day, is_byok, exponent
    )
    SELECT organization_id, key_hash, day,
        coalesce(group_concat(usage, ' ') FILTER (WHERE is_byok = 0), '0'),
        coalesce(group_concat(usage, ' ') FILTER (WHERE is_byok = 1), '0')
    FROM sums
    GROUP BY organization_id, key_hash, day;

ALTER TABLE generations ADD COLUMN exact_usage TEXT NOT NULL DEFAULT '0';
UPDATE generations SET exact_usage = document -> '$.usage';
ALTER TABLE generations DROP COLUMN usage;
ALTER TABLE generations RENAME COLUMN exact_usage TO usage;

-- When a record was last changed, where it says so: a load does not replace a newer one.
ALTER TABLE organizations ADD COLUMN updated_at INTEGER;
ALTER TABLE workspaces ADD COLUMN updated_at INTEGER;
ALTER TABLE guardrails ADD COLUMN updated_at INTEGER;
