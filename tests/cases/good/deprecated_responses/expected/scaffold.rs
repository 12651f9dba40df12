//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use deprecated_responses_api::operations::{
    CountLoansError, CountLoansResponse, CreateLoanError, CreateLoanResponse, GetLoanError,
    GetLoanResponse, ListLoansError, ListLoansResponse,
};
use deprecated_responses_api::server::{CreateLoan, DeprecatedResponsesApi, GetLoan, ListLoans};

/// The state that the handlers share, for example a database connection.
pub struct DeprecatedResponses;

impl DeprecatedResponsesApi for DeprecatedResponses {
    async fn get_loan(&self, request: GetLoan) -> Result<GetLoanResponse, GetLoanError> {
        todo!()
    }

    async fn create_loan(
        &self,
        request: CreateLoan,
    ) -> Result<CreateLoanResponse, CreateLoanError> {
        todo!()
    }

    async fn list_loans(&self, request: ListLoans) -> Result<ListLoansResponse, ListLoansError> {
        todo!()
    }

    async fn count_loans(&self) -> Result<CountLoansResponse, CountLoansError> {
        todo!()
    }
}
