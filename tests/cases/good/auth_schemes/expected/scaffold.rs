//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use auth_schemes_api::operations::{
    DeleteThingError, GetOpenError, GetThingError, PostThingError, PrintThingError, PutThingError,
    SeeThingError, TypeThingError,
};
use auth_schemes_api::server::{AuthError, AuthSchemesApi, Credentials, Key};

/// The state that the handlers share, for example a database connection.
pub struct AuthSchemes;

/// The caller that `authenticate` identifies by a key.
pub struct Caller;

impl AuthSchemesApi for AuthSchemes {
    type Caller = Caller;

    async fn authenticate(&self, credentials: Credentials<'_>) -> Result<Caller, AuthError> {
        todo!()
    }

    fn permits(&self, caller: &Caller, key: Key) -> bool {
        todo!()
    }

    async fn get_thing(&self, caller: Caller) -> Result<(), GetThingError> {
        todo!()
    }

    async fn put_thing(&self, caller: Caller) -> Result<(), PutThingError> {
        todo!()
    }

    async fn delete_thing(&self, caller: Caller) -> Result<(), DeleteThingError> {
        todo!()
    }

    async fn post_thing(&self, caller: Caller) -> Result<(), PostThingError> {
        todo!()
    }

    async fn print_thing(&self, caller: Caller) -> Result<(), PrintThingError> {
        todo!()
    }

    async fn see_thing(&self, caller: Caller) -> Result<(), SeeThingError> {
        todo!()
    }

    async fn type_thing(&self, caller: Caller) -> Result<(), TypeThingError> {
        todo!()
    }

    async fn get_open(&self) -> Result<(), GetOpenError> {
        todo!()
    }
}
