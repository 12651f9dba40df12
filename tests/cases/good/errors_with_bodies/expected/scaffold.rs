//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use errors_with_bodies_api::operations::{CheckError, CompleteError, FindError};
use errors_with_bodies_api::server::{Check, Complete, ErrorsWithBodiesApi, Find};

/// The state that the handlers share, for example a database connection.
pub struct ErrorsWithBodies;

impl ErrorsWithBodiesApi for ErrorsWithBodies {
    async fn complete(&self, request: Complete) -> Result<(), CompleteError> {
        todo!()
    }

    async fn find(&self, request: Find) -> Result<(), FindError> {
        todo!()
    }

    async fn check(&self, request: Check) -> Result<(), CheckError> {
        todo!()
    }
}
