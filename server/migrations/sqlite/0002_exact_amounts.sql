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

-- The days are counted again in whole dollars and, exactly up to there, in millionths of a millionth of a dollar.
DELETE FROM usage_by_day;
ALTER TABLE usage_by_day DROP COLUMN usage;
ALTER TABLE usage_by_day DROP COLUMN byok_usage;
ALTER TABLE usage_by_day ADD COLUMN usage TEXT NOT NULL DEFAULT '0';
ALTER TABLE usage_by_day ADD COLUMN byok_usage TEXT NOT NULL DEFAULT '0';
INSERT INTO usage_by_day (organization_id, key_hash, day, usage, byok_usage)
    SELECT organization_id, key_hash, day,
        coalesce(sum(dollars) FILTER (WHERE is_byok = 0), 0) || ' ' || coalesce(sum(parts) FILTER (WHERE is_byok = 0), 0) || 'e-12',
        coalesce(sum(dollars) FILTER (WHERE is_byok = 1), 0) || ' ' || coalesce(sum(parts) FILTER (WHERE is_byok = 1), 0) || 'e-12'
    FROM (
        SELECT organization_id, key_hash, day, is_byok, CAST(usage AS INTEGER) AS dollars,
            CAST(round((usage - CAST(usage AS INTEGER)) * 1e12) AS INTEGER) AS parts
        FROM generations WHERE key_hash IS NOT NULL
    )
    GROUP BY organization_id, key_hash, day;

ALTER TABLE generations ADD COLUMN exact_usage TEXT NOT NULL DEFAULT '0';
UPDATE generations SET exact_usage = document -> '$.usage';
ALTER TABLE generations DROP COLUMN usage;
ALTER TABLE generations RENAME COLUMN exact_usage TO usage;

-- When a record was last changed, where it says so: a load does not replace a newer one.
ALTER TABLE organizations ADD COLUMN updated_at INTEGER;
ALTER TABLE workspaces ADD COLUMN updated_at INTEGER;
ALTER TABLE guardrails ADD COLUMN updated_at INTEGER;
