//! A server that returns what it gets: it implements the API in `tests/apis/feeds.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::net::SocketAddr;

use feeds_api::Client;
use feeds_api::client::Retry;
use feeds_api::operations::*;
use feeds_api::server::*;
use feeds_api::types::{Link, Part, Product, Products, State};

/// The server.
#[derive(Debug, Clone, Copy)]
pub struct Echo;

impl FeedsApi for Echo {
    async fn put_product(&self, request: PutProduct) -> Result<Product, PutProductError> {
        Ok(request.body)
    }

    async fn list_products(&self) -> Result<Products, ListProductsError> {
        Ok(vec![product(), small()])
    }

    async fn suggest_product(
        &self,
        request: SuggestProduct,
    ) -> Result<Product, SuggestProductError> {
        Ok(request.body.unwrap_or_else(small))
    }
}

/// A product with all that it can have.
pub fn product() -> Product {
    let part = |name: &str, parts| Part {
        name: name.to_owned(),
        parts,
    };
    Product {
        price: Some("19.90".parse().expect("it is a number")),
        weight: Some(1.5),
        is_new: Some(true),
        state: Some(State::OnSale),
        note: feeds_api::types::Maybe::Null,
        ratings: Some(vec![5, 4]),
        parts: Some(vec![
            part(
                "wheel",
                Some(vec![part("spoke", Some(Vec::new().into()))].into()),
            ),
            part("bell", None),
        ]),
        link: Some(Link {
            to: "/bikes?a=1&b=2".to_owned(),
            words: "All \"bikes\"".to_owned(),
        }),
        labels: Some([("color".to_owned(), "red".to_owned())].into()),
        ..Product::new(
            7,
            "Bike <b>",
            vec!["fast".to_owned(), "new & shiny".to_owned()],
        )
    }
}

/// A product with nothing but what is required.
pub fn small() -> Product {
    Product::new(8, "Lock", Vec::new())
}

/// Serves the API on a free port.
pub async fn serve() -> SocketAddr {
    crate::serving::serve(router(Echo)).await
}

/// A client that does not retry.
pub fn client(address: SocketAddr) -> Client {
    let builder = crate::transports::client(crate::serving::base_url(address), Client::builder)
        .retry(Retry::never());
    builder.build().expect("the settings are valid")
}
