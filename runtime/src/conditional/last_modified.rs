//! The time of the last change.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The time at which a content was last changed, in whole seconds (RFC 9110, section 8.8.2).
///
/// It is made from a `SystemTime` or a [`Timestamp`](crate::Timestamp), and is between the years 1970 and 9999: other
/// times become the nearest one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LastModified {
    /// Seconds since 1970.
    seconds: u64,
}

/// The last second of the year 9999.
const LATEST: u64 = 253_402_300_799;

impl From<SystemTime> for LastModified {
    fn from(time: SystemTime) -> Self {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            seconds: since.as_secs().min(LATEST),
        }
    }
}

impl From<LastModified> for SystemTime {
    fn from(time: LastModified) -> Self {
        UNIX_EPOCH + Duration::from_secs(time.seconds)
    }
}

#[cfg(feature = "time")]
impl From<crate::Timestamp> for LastModified {
    fn from(time: crate::Timestamp) -> Self {
        let seconds = u64::try_from(time.get().unix_timestamp()).unwrap_or_default();
        Self {
            seconds: seconds.min(LATEST),
        }
    }
}

/// The date as headers have it: `Sun, 06 Nov 1994 08:49:37 GMT`.
#[cfg(any(feature = "client", feature = "server"))]
impl std::fmt::Display for LastModified {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&httpdate::fmt_http_date((*self).into()))
    }
}

/// Reads the date of a header, in one of the three formats of RFC 9110, section 5.6.7.
#[cfg(any(feature = "client", feature = "server"))]
impl std::str::FromStr for LastModified {
    type Err = crate::Expected;

    fn from_str(text: &str) -> Result<Self, crate::Expected> {
        let time = httpdate::parse_http_date(text)
            .map_err(|_| crate::Expected::new("expected an HTTP date (RFC 9110)"))?;
        Ok(time.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_whole_seconds_that_a_header_can_hold() {
        let time = LastModified::from(UNIX_EPOCH + Duration::from_millis(784_111_777_999));
        assert_eq!(
            SystemTime::from(time),
            UNIX_EPOCH + Duration::from_secs(784_111_777)
        );
        let early = LastModified::from(UNIX_EPOCH - Duration::from_secs(5));
        assert_eq!(SystemTime::from(early), UNIX_EPOCH);
    }

    #[cfg(any(feature = "client", feature = "server"))]
    #[test]
    fn dates_are_read_in_all_formats_and_printed_in_one() {
        let usual = "Sun, 06 Nov 1994 08:49:37 GMT";
        for text in [
            usual,
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ] {
            assert_eq!(text.parse::<LastModified>().unwrap().to_string(), usual);
        }
        assert!("1994-11-06T08:49:37Z".parse::<LastModified>().is_err());
        assert_eq!(
            LastModified { seconds: LATEST }.to_string(),
            "Fri, 31 Dec 9999 23:59:59 GMT"
        );
    }

    #[cfg(feature = "time")]
    #[test]
    fn timestamps_become_times() {
        let time: crate::Timestamp = "1994-11-06T09:49:37.5+01:00".parse().unwrap();
        assert_eq!(LastModified::from(time).seconds, 784_111_777);
        let early: crate::Timestamp = "0001-01-01T00:00:00Z".parse().unwrap();
        assert_eq!(LastModified::from(early).seconds, 0);
    }
}
