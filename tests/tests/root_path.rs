//! The root path on both sides, over a socket. The modules belong to the case `root_path`.

#![allow(
    dead_code,
    missing_docs,
    rustdoc::broken_intra_doc_links,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "the generated crate has its own lints"
)]

#[rustfmt::skip]
#[path = "../cases/good/root_path/expected/src/client/mod.rs"]
pub mod client;
#[rustfmt::skip]
#[path = "../cases/good/root_path/expected/src/errors.rs"]
pub mod errors;
#[rustfmt::skip]
#[path = "../cases/good/root_path/expected/src/operations/mod.rs"]
pub mod operations;
#[rustfmt::skip]
#[path = "../cases/good/root_path/expected/src/server/mod.rs"]
pub mod server;
#[rustfmt::skip]
#[path = "../cases/good/root_path/expected/src/types/mod.rs"]
pub mod types;

pub use client::{Client, Error};

use specsmith_tests::serving::{base_url, serve};

use operations::{GetIndexError, GetPageError, PostIndexError};
use server::{GetIndex, GetPage, PostIndex, RootApi};

struct Root;

impl RootApi for Root {
    async fn get_index(&self, request: GetIndex) -> Result<Vec<String>, GetIndexError> {
        Ok(vec![format!("page {:?}", request.page)])
    }

    async fn post_index(&self, request: PostIndex) -> Result<(), PostIndexError> {
        assert_eq!(request.body, "new");
        Ok(())
    }

    async fn get_page(&self, request: GetPage) -> Result<String, GetPageError> {
        Ok(request.name)
    }
}

#[tokio::test]
async fn operations_on_the_root_path_can_be_called() {
    let address = serve(server::router(Root)).await;
    for base in ["", "/"] {
        let client = Client::builder(base_url(address) + base);
        let client = client.build().unwrap();
        assert_eq!(client.get_index().await.unwrap(), ["page None"]);
        assert_eq!(client.get_index().page(2).await.unwrap(), ["page Some(2)"]);
        client.post_index("new".to_owned()).await.unwrap();
        assert_eq!(client.get_page("about").await.unwrap(), "about");
    }
}
