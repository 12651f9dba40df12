//! Specsmith.
