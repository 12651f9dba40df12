//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use errors_with_fields_api::operations::{ChangeError, CheckError, PayError};
use errors_with_fields_api::server::{ErrorsWithFieldsApi, Pay};

/// The state that the handlers share, for example a database connection.
pub struct ErrorsWithFields;

impl ErrorsWithFieldsApi for ErrorsWithFields {
    async fn pay(&self, request: Pay) -> Result<(), PayError> {
        todo!()
    }

    async fn check(&self) -> Result<(), CheckError> {
        todo!()
    }

    async fn change(&self) -> Result<(), ChangeError> {
        todo!()
    }
}
