-- The identifier of the master key that the key material is sealed with. No row: no key was used yet, or key material was
-- sealed by a version that recorded none.
CREATE TABLE master_key (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    key_id   TEXT NOT NULL
);
