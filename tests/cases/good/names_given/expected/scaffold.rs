//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use names_given_api::operations::FindThingsError;
use names_given_api::server::{FindThings, NamesGivenApi};
use names_given_api::types::Thing;

/// The state that the handlers share, for example a database connection.
pub struct NamesGiven;

impl NamesGivenApi for NamesGiven {
    async fn find_things(&self, request: FindThings) -> Result<Thing, FindThingsError> {
        todo!()
    }
}
