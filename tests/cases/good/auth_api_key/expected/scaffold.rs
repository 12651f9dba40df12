//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use auth_api_key_api::operations::{GetOpenError, GetThingError};
use auth_api_key_api::server::{ApiKey, AuthApiKeyApi, AuthError};

/// The state that the handlers share, for example a database connection.
pub struct AuthApiKey;

/// The caller that `authenticate` identifies by a key.
pub struct Caller;

impl AuthApiKeyApi for AuthApiKey {
    type Caller = Caller;

    async fn authenticate(&self, key: ApiKey<'_>) -> Result<Caller, AuthError> {
        todo!()
    }

    async fn get_thing(&self, caller: Caller) -> Result<(), GetThingError> {
        todo!()
    }

    async fn get_open(&self) -> Result<(), GetOpenError> {
        todo!()
    }
}
