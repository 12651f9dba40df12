//! The wire: connections, limits, logs and metrics around the generated router.
