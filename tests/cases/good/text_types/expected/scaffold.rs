//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use text_types_api::operations::PutLinkError;
use text_types_api::server::{PutLink, TextTypesApi};
use text_types_api::types::Uri;

/// The state that the handlers share, for example a database connection.
pub struct TextTypes;

impl TextTypesApi for TextTypes {
    async fn put_link(&self, request: PutLink) -> Result<Vec<Uri>, PutLinkError> {
        todo!()
    }
}
