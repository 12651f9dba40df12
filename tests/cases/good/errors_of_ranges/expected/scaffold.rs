//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use errors_of_ranges_api::operations::{
    DeleteThingError, GetThingError, ListPartsError, ListThingsError, PutThingError,
};
use errors_of_ranges_api::server::{DeleteThing, ErrorsOfRangesApi, GetThing, PutThing};

/// The state that the handlers share, for example a database connection.
pub struct ErrorsOfRanges;

impl ErrorsOfRangesApi for ErrorsOfRanges {
    async fn get_thing(&self, request: GetThing) -> Result<(), GetThingError> {
        todo!()
    }

    async fn put_thing(&self, request: PutThing) -> Result<(), PutThingError> {
        todo!()
    }

    async fn delete_thing(&self, request: DeleteThing) -> Result<(), DeleteThingError> {
        todo!()
    }

    async fn list_things(&self) -> Result<(), ListThingsError> {
        todo!()
    }

    async fn list_parts(&self) -> Result<(), ListPartsError> {
        todo!()
    }
}
