-- Amounts of money become exact.
--
-- What a generation cost is taken from its document, where it is as it came. Other amounts keep the 15 digits that a
-- floating-point number is sure to have.

ALTER TABLE organizations
    ALTER COLUMN total_credits TYPE NUMERIC USING CAST(total_credits AS NUMERIC),
    ALTER COLUMN total_usage TYPE NUMERIC USING CAST(total_usage AS NUMERIC);

ALTER TABLE api_keys ALTER COLUMN limit_usd TYPE NUMERIC USING CAST(limit_usd AS NUMERIC);

ALTER TABLE generations ALTER COLUMN usage TYPE NUMERIC USING CAST(document ->> 'usage' AS NUMERIC);

DELETE FROM usage_by_day;
ALTER TABLE usage_by_day
    ALTER COLUMN usage TYPE NUMERIC USING CAST(usage AS NUMERIC),
    ALTER COLUMN byok_usage TYPE NUMERIC USING CAST(byok_usage AS NUMERIC);
INSERT INTO usage_by_day (organization_id, key_hash, day, usage, byok_usage)
    SELECT organization_id, key_hash, day,
        sum(CASE WHEN is_byok THEN 0 ELSE usage END),
        sum(CASE WHEN is_byok THEN usage ELSE 0 END)
    FROM generations WHERE key_hash IS NOT NULL
    GROUP BY organization_id, key_hash, day;

-- When a record was last changed, where it says so: a load does not replace a newer one.
ALTER TABLE organizations ADD COLUMN updated_at BIGINT;
ALTER TABLE workspaces ADD COLUMN updated_at BIGINT;
ALTER TABLE guardrails ADD COLUMN updated_at BIGINT;
