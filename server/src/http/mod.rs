//! The wire around the router: listeners, limits, the log line and the measurements of every
//! request, the pages that need no key, and the addresses that operators look at.
//!
//! [`bind`] takes the addresses, [`Bound::run`] serves until it is told to stop. On its way a
//! request passes, from the outside in: the connection with its limits on time and size
//! (`connection`, `socket`), its id, log line and measurements (`observe`), then its slot and its
//! deadline (`front`), and last the router.

mod bind;
mod connection;
mod front;
pub mod log;
mod metrics;
mod observe;
mod options;
mod pages;
mod probes;
mod request_id;
mod serve;
mod socket;

pub use self::bind::{BindError, Bound, bind};
pub(crate) use self::options::duration;
pub use self::options::{InvalidSetting, LogOptions, OperationsListen, Options};
pub use self::pages::pages;
pub use self::probes::{DatabaseConnections, Probes};
pub use self::serve::{End, signals};
