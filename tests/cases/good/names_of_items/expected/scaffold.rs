//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use page_api::Page;
use page_api::operations::{
    BoxError, CallError, CallWithError, ErrorError, KeyError, OptionError, PageError, PolicyError,
    RetryError, RoutesError, SelfValueError, SendError, VecError,
};
use page_api::server::{
    Auth, AuthError, BearerToken, BoxArguments, Key, KeyArguments, OptionArguments, PageArguments,
    PolicyArguments, Retry, RoutesArguments, SendArguments, VecArguments,
};
use page_api::types::{Access, BTreeMapType, DefaultType, ResultType, SomeType, Timestamp};
use std::collections::BTreeMap;

/// The state that the handlers share, for example a database connection.
pub struct PageHandlers;

/// The caller that `authenticate` identifies by a key.
pub struct Caller;

impl page_api::server::PageApi for PageHandlers {
    type Caller = Caller;

    async fn authenticate(&self, token: BearerToken<'_>) -> Result<Caller, AuthError> {
        todo!()
    }

    fn permits(&self, caller: &Caller, key: Key) -> bool {
        todo!()
    }

    async fn page(
        &self,
        caller: Caller,
        request: PageArguments,
    ) -> Result<Page<page_api::types::Page>, PageError> {
        todo!()
    }

    async fn search(
        &self,
        caller: Caller,
        request: page_api::server::Search,
    ) -> Result<page_api::types::SearchError, page_api::operations::SearchError> {
        todo!()
    }

    async fn auth(
        &self,
        request: Auth,
    ) -> Result<page_api::types::AuthError, page_api::operations::AuthError> {
        todo!()
    }

    async fn key(&self, request: KeyArguments) -> Result<page_api::types::Operation, KeyError> {
        todo!()
    }

    async fn call(
        &self,
        request: page_api::server::Call,
    ) -> Result<page_api::types::Client, CallError> {
        todo!()
    }

    async fn error(
        &self,
        request: page_api::server::Error,
    ) -> Result<page_api::types::Call, ErrorError> {
        todo!()
    }

    async fn retry(&self, request: Retry) -> Result<page_api::types::PageApi, RetryError> {
        todo!()
    }

    async fn send(
        &self,
        request: SendArguments,
    ) -> Result<BTreeMap<String, BTreeMapType>, SendError> {
        todo!()
    }

    async fn option(&self, request: OptionArguments) -> Result<Vec<ResultType>, OptionError> {
        todo!()
    }

    async fn vec(&self, request: VecArguments) -> Result<SomeType, VecError> {
        todo!()
    }

    async fn r#box(&self, request: BoxArguments) -> Result<DefaultType, BoxError> {
        todo!()
    }

    async fn self_(
        &self,
        request: page_api::server::SelfValue,
    ) -> Result<Timestamp, SelfValueError> {
        todo!()
    }

    async fn routes(
        &self,
        caller: Caller,
        request: RoutesArguments,
    ) -> Result<page_api::types::Routes, RoutesError> {
        todo!()
    }

    async fn policy(
        &self,
        caller: Caller,
        request: PolicyArguments,
    ) -> Result<page_api::types::Policy, PolicyError> {
        todo!()
    }

    async fn call_with(
        &self,
        request: page_api::server::CallWith,
    ) -> Result<Access, CallWithError> {
        todo!()
    }
}
