//! Locks of values that a panic leaves as they were.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes the lock. A panic while another thread had it has left nothing half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
