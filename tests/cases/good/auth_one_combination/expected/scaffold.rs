//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use auth_one_combination_api::operations::GetThingError;
use auth_one_combination_api::server::{AuthError, AuthOneCombinationApi, Credentials};

/// The state that the handlers share, for example a database connection.
pub struct AuthOneCombination;

/// The caller that `authenticate` identifies by a key.
pub struct Caller;

impl AuthOneCombinationApi for AuthOneCombination {
    type Caller = Caller;

    async fn authenticate(&self, credentials: Credentials<'_>) -> Result<Caller, AuthError> {
        todo!()
    }

    async fn get_thing(&self, caller: Caller) -> Result<(), GetThingError> {
        todo!()
    }
}
