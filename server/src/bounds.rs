//! What the columns of the database can hold, wherever it comes from: what is let in has to come
//! back when it is exported and loaded again.

use time::{OffsetDateTime, UtcOffset};

use crate::moment::Moment;

/// An identifier is part of a key of a table, which PostgreSQL wants to be short.
const MOST_BYTES_OF_AN_IDENTIFIER: usize = 512;

/// Whether a text can identify something.
///
/// # Errors
///
/// What it must be.
pub(crate) fn identifier(text: &str) -> Result<(), &'static str> {
    match text.len() {
        0 => Err("must not be empty"),
        1..=MOST_BYTES_OF_AN_IDENTIFIER => Ok(()),
        _ => Err("must not be longer than 512 bytes"),
    }
}

/// A point in time that can be written in UTC too.
///
/// # Errors
///
/// What it must be.
pub(crate) fn moment(time: OffsetDateTime) -> Result<Moment, &'static str> {
    let utc = time.checked_to_offset(UtcOffset::UTC);
    if utc.is_some_and(|utc| (0..=9999).contains(&utc.year())) {
        Ok(Moment::from(time))
    } else {
        Err("must be in the years 0 to 9999 in UTC")
    }
}
