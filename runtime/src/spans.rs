//! What the spans of servers and clients share.

use tracing::level_filters::LevelFilter;

/// The target of the spans of requests and calls, by which filters recognize them.
pub(crate) const TARGET: &str = "specsmith_runtime::spans";

/// Whether there is a subscriber that may want spans. Otherwise, not even their values are computed: with its feature
/// `log`, `tracing` would do that.
pub(crate) fn are_wanted() -> bool {
    LevelFilter::current() >= LevelFilter::INFO
}
