//! A server whose errors the caller chooses: it implements the API in `tests/apis/checkout.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::net::SocketAddr;

use checkout_api::Client;
use checkout_api::client::Retry;
use checkout_api::errors::*;
use checkout_api::operations::*;
use checkout_api::server::{
    Change, CheckPayment, CheckoutApi, GetPayment, Inspect, Pay, Refund, router,
};
use checkout_api::types::{ErrorType, FilterReport, Payment, Reason};

/// The server.
#[derive(Debug, Clone, Copy)]
pub struct Till;

impl CheckoutApi for Till {
    async fn pay(&self, request: Pay) -> Result<Payment, PayError> {
        match &*request.card {
            "declined" => Err(CardDeclined {
                x_decline_reason: Some("lost".to_owned()),
                ..CardDeclined::new()
                    .with_metadata("tries", 2)
                    .decline_code("lost_card")
                    .tries(3)
            })?,
            "expired" => Err(CardExpired::new())?,
            "failed" => Err(PaymentFailed::new().with_message("The bank is closed."))?,
            "in use" => Err(KeyInUse::new())?,
            "invalid" => Err(InvalidRequest::new())?,
            "broken" => Err(std::io::Error::other("the till is broken"))?,
            _ => Ok(request.body),
        }
    }

    async fn inspect(&self, request: Inspect) -> Result<(), InspectError> {
        match &*request.card {
            "blocked" => Err(Blocked::new("the firewall"))?,
            "gone" => Err(Gone::new())?,
            "filtered" => Err(Filtered {
                x_score: Some(0.5),
                ..Filtered::new(FilterReport::new("violence"))
            })?,
            "locked" => Err(Locked::new(*b"PNG"))?,
            "failing" => Err(ServerError::new(502).with_message("The bank does not respond"))?,
            "unexpected" => Err(Unexpected::new(451, *b"no"))?,
            "wrong" => Err(ServerError::new(404))?,
            "broken" => Err(std::io::Error::other("the till is broken"))?,
            _ => Ok(()),
        }
    }

    async fn change(&self, request: Change) -> Result<(), ChangeError> {
        match &*request.id {
            "in use" => Err(KeyInUse::new())?,
            "stale" => Err(Stale::new())?,
            _ => Ok(()),
        }
    }

    async fn refund(&self, request: Refund) -> Result<(), RefundError> {
        match &*request.body.id {
            "limited" => Err(RateLimited::new())?,
            "spent" => Err(QuotaSpent::new().support("desk 7".to_owned()))?,
            "unknown" => Err(RateLimited::new().r#type(ErrorType::from("new_family")))?,
            _ => Err(Refused::new(vec![Reason {
                field: "amount".to_owned(),
                message: None,
            }]))?,
        }
    }

    async fn check_payment(&self, _: CheckPayment) -> Result<(), CheckPaymentError> {
        Err(NotFound::new().into())
    }

    async fn get_payment(&self, _: GetPayment) -> Result<Payment, GetPaymentError> {
        Err(NotFound::new().into())
    }
}

/// Serves the API on a free port.
pub async fn serve() -> SocketAddr {
    crate::serving::serve(router(Till)).await
}

/// A client that does not retry.
pub fn client(address: SocketAddr) -> Client {
    let builder = crate::transports::client(crate::serving::base_url(address), Client::builder)
        .retry(Retry::never());
    builder.build().expect("the settings are valid")
}
