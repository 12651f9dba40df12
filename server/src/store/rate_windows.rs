//! How many requests each key made, in the memory of the server of a SQLite file.

use std::collections::HashMap;

use super::{Counted, RateLimit};
use crate::timestamps::UnixMicros;

/// The windows of keys.
#[derive(Debug, Default)]
pub(super) struct RateWindows {
    of_keys: HashMap<String, RateWindow>,
    /// How many windows are kept before the next sweep.
    capacity: usize,
}

#[derive(Debug, Clone, Copy)]
struct RateWindow {
    start: i64,
    end: i64,
    requests: i64,
}

/// Windows are not swept before there are this many.
const MIN_CAPACITY: usize = 10_000;

impl RateWindows {
    /// Counts a request of a key.
    pub(super) fn count(&mut self, key_hash: &str, limit: RateLimit, now: UnixMicros) -> Counted {
        self.sweep(now);
        let start = limit.window_start(now);
        let end = start.saturating_add(limit.length());
        let new = RateWindow {
            start,
            end,
            requests: 0,
        };
        let window = self.of_keys.entry(key_hash.into()).or_insert(new);
        // If the clock was set back a little, the current window continues. A window further ahead
        // was started by a wrong clock.
        if !(start..=end).contains(&window.start) {
            *window = new;
        }
        let before = window.requests;
        window.requests = before.saturating_add(1);
        Counted {
            before,
            window_start: window.start,
        }
    }

    /// Removes the windows that are over, each time their number has doubled since the last sweep. So
    /// a request pays for a few windows on average, however many there are.
    fn sweep(&mut self, now: UnixMicros) {
        if self.of_keys.len() >= self.capacity.max(MIN_CAPACITY) {
            let now = now.unix_seconds();
            self.of_keys.retain(|_, window| window.end > now);
            self.capacity = 2 * self.of_keys.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_that_are_over_are_removed_and_lasting_ones_are_not_scanned_again() {
        let mut windows = RateWindows::default();
        for number in 0..MIN_CAPACITY {
            let end = if number < 8 { 10 } else { i64::MAX };
            let window = RateWindow {
                start: 0,
                end,
                requests: 1,
            };
            windows.of_keys.insert(number.to_string(), window);
        }
        windows.sweep(UnixMicros(10_000_000));
        assert_eq!(windows.of_keys.len(), MIN_CAPACITY - 8);
        assert_eq!(windows.capacity, 2 * (MIN_CAPACITY - 8));
    }
}
