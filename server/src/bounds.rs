//! Limits of what the database stores. Everything within them can be exported and loaded again.

use time::{OffsetDateTime, UtcOffset};

use crate::timestamps::UnixMicros;

/// Identifiers are part of primary keys, whose size PostgreSQL limits.
const MAX_IDENTIFIER: usize = 512;

/// Checks an identifier. Commands print identifiers as they are, so a line break or an escape sequence
/// in one could forge a line of the audit, or reach the terminal.
///
/// # Errors
///
/// A message about what the identifier must be.
pub(crate) fn identifier(text: &str) -> Result<(), &'static str> {
    if text.contains(char::is_control) {
        return Err("must not contain control characters");
    }
    match text.len() {
        0 => Err("must not be empty"),
        1..=MAX_IDENTIFIER => Ok(()),
        _ => Err("must not be longer than 512 bytes"),
    }
}

/// Converts a point in time that can be written in UTC.
///
/// # Errors
///
/// A message about what the timestamp must be.
pub(crate) fn timestamp(time: OffsetDateTime) -> Result<UnixMicros, &'static str> {
    let utc = time.checked_to_offset(UtcOffset::UTC);
    if utc.is_some_and(|utc| (0..=9999).contains(&utc.year())) {
        Ok(UnixMicros::from(time))
    } else {
        Err("must be in the years 0 to 9999 in UTC")
    }
}
