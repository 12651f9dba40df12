//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use text_types_of_the_same_name_api::operations::GetTimeError;
use text_types_of_the_same_name_api::server::{GetTime, TextTypesOfTheSameNameApi};

/// The state that the handlers share, for example a database connection.
pub struct TextTypesOfTheSameName;

impl TextTypesOfTheSameNameApi for TextTypesOfTheSameName {
    async fn get_time(
        &self,
        request: GetTime,
    ) -> Result<text_types_of_the_same_name_api::runtime::Duration, GetTimeError> {
        todo!()
    }
}
