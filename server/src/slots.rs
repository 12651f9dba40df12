//! Which requests may use the server's slots: all requests together as many as there are, and the requests of one
//! organization a share of them, so that no organization can take the slots or the database connections of all others.
//! Changes have a separate share, because they may have to wait for each other.
//!
//! The HTTP side gives each request a ticket with a slot. Once the key is known, [`enter`] counts the request against
//! its organization. While the body of a request is on its way, the request has no slot.

use std::collections::HashMap;
use std::future::pending;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

use crate::lock::lock;

tokio::task_local! {
    static CURRENT: Arc<Ticket>;
}

/// A request waits for a slot for at most the deadline of requests divided by this, so that half of the deadline
/// remains to handle it.
const WAIT_DIVISOR: u32 = 2;

/// The same for a request that returns to the slots when its body has arrived: part of its deadline may be over.
const RETURN_WAIT_DIVISOR: u32 = 4;

/// A returning request gives up after this percentage of its deadline, so that "busy" is the response and not the
/// deadline.
const GIVE_UP_PERCENT: u32 = 95;

/// The slots of a server.
#[derive(Debug)]
pub(crate) struct Slots {
    all: Arc<Semaphore>,
    reading: Shares,
    changing: Shares,
    /// How long a request may take altogether.
    request_deadline: Duration,
}

impl Slots {
    /// Of `all` slots, the requests of one organization may use `share` to read and half as many to change something.
    /// Both together leave connections to the database for others.
    pub(crate) fn new(all: usize, share: usize, request_deadline: Duration) -> Self {
        Self {
            all: Arc::new(Semaphore::new(all)),
            reading: Shares::of_size(share),
            changing: Shares::of_size(share.div_ceil(2)),
            request_deadline,
        }
    }

    /// How long a request may wait for a slot. Slots go to the requests that wait longest, so without a limit each
    /// would get its slot shortly before its deadline and then fail.
    pub(crate) fn patience(&self) -> Duration {
        self.request_deadline / WAIT_DIVISOR
    }

    /// A ticket with a slot for a request that may change something or not, once there is one; `None` if that takes too
    /// long.
    pub(crate) async fn ticket(self: &Arc<Self>, is_change: bool) -> Option<Arc<Ticket>> {
        let begun = Instant::now();
        let until = begun + self.patience();
        let slot = slot(&self.all, until).await?;
        Some(Arc::new(Ticket {
            slots: Arc::clone(self),
            begun,
            is_change,
            organization: OnceLock::new(),
            held: Mutex::new(Held {
                slot: Some(slot),
                share: None,
            }),
            refusal: OnceLock::new(),
            refused: Notify::new(),
        }))
    }

    /// Forgets the organizations that have no requests.
    pub(crate) fn upkeep(&self) {
        self.reading.upkeep();
        self.changing.upkeep();
    }
}

/// The slots that each organization may use.
#[derive(Debug)]
struct Shares {
    size: usize,
    organizations: Mutex<HashMap<String, Arc<Semaphore>>>,
}

impl Shares {
    fn of_size(size: usize) -> Self {
        Self {
            size,
            organizations: Mutex::default(),
        }
    }

    fn of_organization(&self, id: &str) -> Arc<Semaphore> {
        let mut all = lock(&self.organizations);
        if let Some(known) = all.get(id) {
            return Arc::clone(known);
        }
        let new = Arc::new(Semaphore::new(self.size));
        all.insert(id.to_owned(), Arc::clone(&new));
        new
    }

    fn upkeep(&self) {
        lock(&self.organizations).retain(|_, slots| Arc::strong_count(slots) > 1);
    }
}

/// A slot of the semaphore, as soon as one is free. `None` if none is free before `until`.
async fn slot(semaphore: &Arc<Semaphore>, until: Instant) -> Option<OwnedSemaphorePermit> {
    if let Ok(slot) = Arc::clone(semaphore).try_acquire_owned() {
        return Some(slot);
    }
    let acquired = timeout_at(until, Arc::clone(semaphore).acquire_owned()).await;
    acquired.ok()?.ok()
}

/// The slot and the share that a request holds.
#[derive(Debug)]
pub(crate) struct Ticket {
    slots: Arc<Slots>,
    /// When the request began to wait.
    begun: Instant,
    is_change: bool,
    /// The share of its organization.
    organization: OnceLock<Arc<Semaphore>>,
    held: Mutex<Held>,
    refusal: OnceLock<Refusal>,
    refused: Notify,
}

#[derive(Debug, Default)]
struct Held {
    slot: Option<OwnedSemaphorePermit>,
    share: Option<OwnedSemaphorePermit>,
}

/// Why a request is not handled any further. The server responds in place of its handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// There was no slot for too long.
    Busy,
    /// The body took too long to arrive.
    SlowBody,
}

impl Ticket {
    /// Handles a request with this ticket.
    pub(crate) fn scope<F: Future>(
        self: &Arc<Self>,
        request: F,
    ) -> impl Future<Output = F::Output> {
        CURRENT.scope(Arc::clone(self), request)
    }

    /// Why the request is refused, as soon as it is.
    pub(crate) async fn refused(&self) -> Refusal {
        loop {
            if let Some(refusal) = self.refusal.get() {
                return *refusal;
            }
            self.refused.notified().await;
        }
    }

    pub(crate) fn refuse(&self, refusal: Refusal) {
        let _ = self.refusal.set(refusal);
        self.refused.notify_one();
    }

    async fn enter(&self, organization: &str) -> Option<()> {
        let shares = if self.is_change {
            &self.slots.changing
        } else {
            &self.slots.reading
        };
        let share = self
            .organization
            .get_or_init(|| shares.of_organization(organization));
        let permit = match Arc::clone(share).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                // While it waits for its organization, others can use the slot.
                self.leave();
                slot(share, self.until()).await?
            }
        };
        lock(&self.held).share = Some(permit);
        self.take_slot(self.until()).await
    }

    /// When the request stops waiting, for a slot or for its share.
    fn until(&self) -> Instant {
        self.begun + self.slots.patience()
    }

    /// Waits for a slot, unless the request has one.
    async fn take_slot(&self, until: Instant) -> Option<()> {
        if lock(&self.held).slot.is_none() {
            let slot = slot(&self.slots.all, until).await?;
            lock(&self.held).slot = Some(slot);
        }
        Some(())
    }

    /// Gives the slots back while nothing can be done.
    pub(crate) fn leave(&self) {
        *lock(&self.held) = Held::default();
    }

    /// Takes the slots again. It never returns if that takes too long, and the request is refused.
    pub(crate) async fn return_to_slots(self: Arc<Self>) {
        // The time for the body is not counted, but the request has to end before its deadline.
        let deadline = self.slots.request_deadline;
        let longest_wait = Instant::now() + deadline / RETURN_WAIT_DIVISOR;
        let until = longest_wait.min(self.begun + deadline * GIVE_UP_PERCENT / 100);
        let is_back = async {
            if let Some(share) = self.organization.get() {
                let permit = slot(share, until).await?;
                lock(&self.held).share = Some(permit);
            }
            self.take_slot(until).await
        };
        if is_back.await.is_none() {
            self.refuse(Refusal::Busy);
            pending().await
        }
    }
}

/// Counts the current request against its organization, whose requests have a share of the slots. Waits if they use all
/// of it. It never returns if that takes too long: then the server responds with 503, and drops the handler.
///
/// Outside of a server, nothing is counted.
pub(crate) async fn enter(organization: &str) {
    let Ok(ticket) = CURRENT.try_with(Arc::clone) else {
        return;
    };
    if ticket.enter(organization).await.is_none() {
        ticket.refuse(Refusal::Busy);
        pending().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(all: usize, share: usize) -> Arc<Slots> {
        Arc::new(Slots::new(all, share, Duration::from_millis(100)))
    }

    #[tokio::test]
    async fn an_organization_has_a_share_of_the_slots() {
        let slots = slots(4, 2);
        let mut held = Vec::new();
        for (organization, is_admitted) in [
            ("one", true),
            ("one", true),
            ("one", false),
            ("two", true),
            ("two", true),
            // There is a share for it, but no slot.
            ("three", false),
        ] {
            let Some(ticket) = slots.ticket(false).await else {
                assert!(!is_admitted, "{organization}");
                continue;
            };
            let admitted = ticket.enter(organization).await;
            assert_eq!(admitted.is_some(), is_admitted, "{organization}");
            if is_admitted {
                held.push(ticket);
            }
        }
        held.clear();
        assert_eq!(slots.all.available_permits(), 4);
        slots.upkeep();
        assert!(lock(&slots.reading.organizations).is_empty());
    }

    #[tokio::test]
    async fn changes_leave_the_share_for_reading_alone() {
        let slots = slots(4, 1);
        let change = slots.ticket(true).await.unwrap();
        change.enter("one").await.unwrap();
        let read = slots.ticket(false).await.unwrap();
        read.enter("one").await.unwrap();
        let other_change = slots.ticket(true).await.unwrap();
        assert!(other_change.enter("one").await.is_none());
    }

    #[tokio::test]
    async fn a_request_without_its_body_has_no_slot() {
        let slots = slots(1, 1);
        let first = slots.ticket(false).await.unwrap();
        first.enter("one").await.unwrap();
        first.leave();
        let second = slots.ticket(false).await.unwrap();
        second.enter("one").await.unwrap();
        let refused = tokio::spawn(Arc::clone(&first).return_to_slots());
        assert_eq!(first.refused().await, Refusal::Busy);
        refused.abort();
        drop(second);
        Arc::clone(&first).return_to_slots().await;
        assert_eq!(slots.all.available_permits(), 0);
    }

    #[tokio::test]
    async fn nothing_is_counted_outside_of_a_server() {
        enter("one").await;
    }
}
