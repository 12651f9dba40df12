//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use result_api::operations::{GetResultsError, PutDateError, UuidError};
use result_api::server::{PutDate, ResultApi};
use result_api::types::Date;
use std::collections::BTreeMap;

/// The state that the handlers share, for example a database connection.
pub struct ResultHandlers;

impl ResultApi for ResultHandlers {
    async fn get_results(
        &self,
    ) -> Result<BTreeMap<String, Option<result_api::runtime::Date>>, GetResultsError> {
        todo!()
    }

    async fn put_date(&self, request: PutDate) -> Result<Date, PutDateError> {
        todo!()
    }

    async fn uuid(
        &self,
        request: result_api::server::Uuid,
    ) -> Result<result_api::types::Uuid, UuidError> {
        todo!()
    }
}
