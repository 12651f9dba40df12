//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use unions_in_parameters_api::operations::ListEventsError;
use unions_in_parameters_api::server::{ListEvents, UnionsInParametersApi};
use unions_in_parameters_api::types::Since;

/// The state that the handlers share, for example a database connection.
pub struct UnionsInParameters;

impl UnionsInParametersApi for UnionsInParameters {
    async fn list_events(&self, request: ListEvents) -> Result<Vec<Since>, ListEventsError> {
        todo!()
    }
}
