//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use errors_with_codes_api::operations::{
    CancelPaymentError, ChangePaymentError, CreatePaymentError, GetPaymentError,
};
use errors_with_codes_api::server::{CreatePayment, ErrorsWithCodesApi};

/// The state that the handlers share, for example a database connection.
pub struct ErrorsWithCodes;

impl ErrorsWithCodesApi for ErrorsWithCodes {
    async fn create_payment(&self, request: CreatePayment) -> Result<(), CreatePaymentError> {
        todo!()
    }

    async fn change_payment(&self) -> Result<(), ChangePaymentError> {
        todo!()
    }

    async fn cancel_payment(&self) -> Result<(), CancelPaymentError> {
        todo!()
    }

    async fn get_payment(&self) -> Result<(), GetPaymentError> {
        todo!()
    }
}
