//! Work on several threads. It gives the same results on one: without the feature `threads`, and if the system starts no
//! thread, such as in WebAssembly, everything runs on the thread of the caller.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder, ScopedJoinHandle};

/// The size of their stacks in bytes, which is that of the first thread on most systems: documents may nest deeply.
const STACK: usize = 8 * 1024 * 1024;

fn builder() -> Builder {
    Builder::new().stack_size(STACK)
}

/// How many threads can work at the same time.
fn cores() -> usize {
    match cfg!(feature = "threads") {
        true => thread::available_parallelism().map_or(1, NonZero::get),
        false => 1,
    }
}

/// Runs two functions, on a thread each if possible.
pub(crate) fn join<A, B: Send>(one: impl FnOnce() -> A, other: impl Fn() -> B + Sync) -> (A, B) {
    thread::scope(|scope| {
        let spawned = cfg!(feature = "threads").then(|| builder().spawn_scoped(scope, &other));
        let result = one();
        match spawned {
            Some(Ok(thread)) => (result, result_of(thread)),
            Some(Err(_)) | None => (result, other()),
        }
    })
}

/// What a function returns for each item, in the order of the items. At most `most` threads work.
pub(crate) fn map<T: Sync, R: Send>(
    items: &[T],
    most: usize,
    run: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done: Vec<(usize, R)> = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            match items.get(index) {
                Some(item) => done.push((index, run(item))),
                None => return done,
            }
        }
    };
    let mut done = thread::scope(|scope| {
        let others = 1..cores().min(most).min(items.len());
        let others = others.map_while(|_| builder().spawn_scoped(scope, work).ok());
        let others: Vec<_> = others.collect();
        let own = work();
        let theirs = others.into_iter().flat_map(result_of);
        own.into_iter().chain(theirs).collect::<Vec<_>>()
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The result of a thread, or its panic.
fn result_of<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_the_order_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        for most in [1, 2, usize::MAX] {
            let doubled = map(&items, most, |item| item * 2);
            assert_eq!(doubled, (0..1000).map(|item| item * 2).collect::<Vec<_>>());
        }
        assert!(map(&[0; 0], 4, |item| *item).is_empty());
    }

    #[test]
    fn both_functions_run() {
        assert_eq!(join(|| 1, || "two"), (1, "two"));
    }
}
