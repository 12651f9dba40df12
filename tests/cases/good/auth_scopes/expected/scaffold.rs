//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use auth_scopes_api::operations::{DeleteThingError, GetThingError, PostThingError, PutThingError};
use auth_scopes_api::server::{AuthError, AuthScopesApi, BearerToken, Key};

/// The state that the handlers share, for example a database connection.
pub struct AuthScopes;

/// The caller that `authenticate` identifies by a key.
pub struct Caller;

impl AuthScopesApi for AuthScopes {
    type Caller = Caller;

    async fn authenticate(&self, token: BearerToken<'_>) -> Result<Caller, AuthError> {
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

    async fn post_thing(&self, caller: Caller) -> Result<(), PostThingError> {
        todo!()
    }

    async fn delete_thing(&self, caller: Caller) -> Result<(), DeleteThingError> {
        todo!()
    }
}
