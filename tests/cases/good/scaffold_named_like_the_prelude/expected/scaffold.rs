//! The handlers of the API. Written once by `specsmith scaffold`, to be filled in: every `todo!()`
//! is an operation. This file is yours.

#![allow(unused_variables, reason = "take this away when every operation is written")]

use result_api::operations::{GetResultsError, PutDateError};
use result_api::server::{PutDate, ResultApi};
use result_api::types::Date;
use std::collections::BTreeMap;

/// What the handlers share: a database, a configuration.
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
}
