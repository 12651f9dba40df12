//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use unions_tagged_api::operations::{PayError, PutOrderError};
use unions_tagged_api::server::{Pay, PutOrder, UnionsTaggedApi};
use unions_tagged_api::types::{Discount, Outcome};

/// The state that the handlers share, for example a database connection.
pub struct UnionsTagged;

impl UnionsTaggedApi for UnionsTagged {
    async fn pay(&self, request: Pay) -> Result<Outcome, PayError> {
        todo!()
    }

    async fn put_order(&self, request: PutOrder) -> Result<Vec<Discount>, PutOrderError> {
        todo!()
    }
}
