//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use names_of_pagers_api::operations::{
    ListClientsError, ListFromError, ListTError, ListThingsError, SearchPageError,
    SearchPageRequestError, SearchThingsError,
};
use names_of_pagers_api::server::{
    ListClients, ListFrom, ListT, ListThings, NamesOfPagersApi, SearchThings,
};
use names_of_pagers_api::types::Thing;
use names_of_pagers_api::{ClientPage, FromPage, Page, TPage};

/// The state that the handlers share, for example a database connection.
pub struct NamesOfPagers;

impl NamesOfPagersApi for NamesOfPagers {
    async fn list_things(&self, request: ListThings) -> Result<Page<Thing>, ListThingsError> {
        todo!()
    }

    async fn search_things(
        &self,
        request: SearchThings,
    ) -> Result<names_of_pagers_api::SearchPage<Thing>, SearchThingsError> {
        todo!()
    }

    async fn search_page(
        &self,
        request: names_of_pagers_api::server::SearchPage,
    ) -> Result<
        names_of_pagers_api::SearchPage<names_of_pagers_api::types::SearchPage>,
        SearchPageError,
    > {
        todo!()
    }

    async fn search_page_request(
        &self,
        request: names_of_pagers_api::server::SearchPageRequest,
    ) -> Result<
        names_of_pagers_api::SearchPage<names_of_pagers_api::types::SearchPage>,
        SearchPageRequestError,
    > {
        todo!()
    }

    async fn list_clients(
        &self,
        request: ListClients,
    ) -> Result<ClientPage<Thing>, ListClientsError> {
        todo!()
    }

    async fn list_t(&self, request: ListT) -> Result<TPage<Thing>, ListTError> {
        todo!()
    }

    async fn list_from(&self, request: ListFrom) -> Result<FromPage<Thing>, ListFromError> {
        todo!()
    }
}
