//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use auth_custom_api::operations::{GetThingError, PutThingError};
use auth_custom_api::server::{AuthCustomApi, AuthError, Key, RequestHead};

/// The state that the handlers share, for example a database connection.
pub struct AuthCustom;

/// The caller that `authenticate` identifies by a key.
pub struct Caller;

impl AuthCustomApi for AuthCustom {
    type Caller = Caller;

    async fn authenticate(&self, head: RequestHead<'_>) -> Result<Caller, AuthError> {
        todo!()
    }

    fn permits(&self, caller: &Caller, key: Key) -> bool {
        todo!()
    }

    async fn get_thing(&self, caller: Option<Caller>) -> Result<(), GetThingError> {
        todo!()
    }

    async fn put_thing(&self, caller: Caller) -> Result<(), PutThingError> {
        todo!()
    }
}
