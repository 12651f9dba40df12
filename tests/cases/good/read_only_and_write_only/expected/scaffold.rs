//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use shop_api::operations::{
    CreateCustomerError, FillBoardError, ListOrdersError, RegisterError, SetLabelsError,
    SetNoteError,
};
use shop_api::server::{
    CreateCustomer, FillBoard, ListOrders, Register, SetLabels, SetNote, ShopApi,
};
use shop_api::types::{Board, Customer, Labels, Note, Order};

/// The state that the handlers share, for example a database connection.
pub struct Shop;

impl ShopApi for Shop {
    async fn create_customer(
        &self,
        request: CreateCustomer,
    ) -> Result<Customer, CreateCustomerError> {
        todo!()
    }

    async fn register(&self, request: Register) -> Result<(), RegisterError> {
        todo!()
    }

    async fn list_orders(&self, request: ListOrders) -> Result<Vec<Order>, ListOrdersError> {
        todo!()
    }

    async fn set_labels(&self, request: SetLabels) -> Result<Labels, SetLabelsError> {
        todo!()
    }

    async fn set_note(&self, request: SetNote) -> Result<Note, SetNoteError> {
        todo!()
    }

    async fn fill_board(&self, request: FillBoard) -> Result<Board, FillBoardError> {
        todo!()
    }
}
