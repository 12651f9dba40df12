//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use auth_alternatives_api::operations::{
    DeleteThingError, ListThingsError, PostThingError, PutThingError, SeeThingError,
};
use auth_alternatives_api::server::{AuthAlternativesApi, AuthError, Credentials, Key, SeeThing};

/// The state that the handlers share, for example a database connection.
pub struct AuthAlternatives;

/// The caller that `authenticate` identifies by a key.
pub struct Caller;

impl AuthAlternativesApi for AuthAlternatives {
    type Caller = Caller;

    async fn authenticate(&self, credentials: Credentials<'_>) -> Result<Caller, AuthError> {
        todo!()
    }

    fn permits(&self, caller: &Caller, key: Key) -> bool {
        todo!()
    }

    async fn list_things(&self, caller: Caller) -> Result<(), ListThingsError> {
        todo!()
    }

    async fn put_thing(&self, caller: Caller) -> Result<(), PutThingError> {
        todo!()
    }

    async fn delete_thing(&self, caller: Caller) -> Result<(), DeleteThingError> {
        todo!()
    }

    async fn see_thing(
        &self,
        caller: Option<Caller>,
        request: SeeThing,
    ) -> Result<(), SeeThingError> {
        todo!()
    }

    async fn post_thing(&self, caller: Option<Caller>) -> Result<(), PostThingError> {
        todo!()
    }
}
