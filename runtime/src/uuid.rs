//! UUIDs, from the crate `uuid`.

use std::borrow::Cow;

use uuid::Uuid;

use crate::Expected;
use crate::text::Text;

impl Text for Uuid {
    fn from_text(text: &str) -> Result<Self, Expected> {
        // The crate also reads braces and URNs, which are not allowed on the wire.
        let hyphenated = text.len() == uuid::fmt::Hyphenated::LENGTH;
        let uuid = if hyphenated {
            Self::try_parse(text).ok()
        } else {
            None
        };
        uuid.ok_or(Expected::new("expected a UUID"))
    }

    fn to_text(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }
}
