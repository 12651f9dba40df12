//! Everything around the router: listeners, limits, the log, metrics, the pages that need no key, and
//! the listener for operators.
//!
//! [`bind`] binds the addresses, [`Bound::run`] serves until it is told to stop. A request passes, from
//! the outside in: the connection with its limits on time and size (`connection`, `socket`) and on the
//! address that it comes from (`addresses`), its identifier, log line and metrics (`observe`), its slot
//! and deadline (`front`), the time for its body (`arriving`), and the router.

mod addresses;
mod arriving;
mod bind;
mod busy;
mod connection;
mod forwarded;
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
mod values;

pub use self::bind::{BindError, Bound, bind};
pub use self::log::LogOptions;
pub use self::options::{OperationsListen, Options, ProxyHeader};
pub use self::pages::{Texts, pages};
pub use self::probes::Probes;
pub use self::serve::{End, signals};
pub use self::values::InvalidSetting;
pub(crate) use self::values::duration;
