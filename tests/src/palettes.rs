//! A server that returns what it gets: it implements the API in `tests/apis/palettes.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::net::SocketAddr;

use palettes_api::Client;
use palettes_api::client::Retry;
use palettes_api::operations::*;
use palettes_api::server::*;
use palettes_api::types::{Blend, Names, Palette, Shares, SketchPart};

/// The server.
#[derive(Debug, Clone, Copy)]
pub struct Echo;

impl PalettesApi for Echo {
    async fn put_palette(&self, request: PutPalette) -> Result<Palette, PutPaletteError> {
        Ok(request.body)
    }

    async fn put_names(&self, request: PutNames) -> Result<Names, PutNamesError> {
        Ok(request.body.unwrap_or(request.more))
    }

    async fn list_names(&self, request: ListNames) -> Result<Names, ListNamesError> {
        Ok(vec![request.name])
    }

    async fn put_blend(&self, request: PutBlend) -> Result<Blend, PutBlendError> {
        Ok(request.body)
    }

    async fn put_shares(&self, request: PutShares) -> Result<Shares, PutSharesError> {
        Ok(request.body)
    }

    async fn add_lines(&self, mut request: AddLines) -> Result<Vec<Names>, AddLinesError> {
        let mut all = Vec::new();
        while let Some(names) = request.body.next().await {
            all.push(names?);
        }
        Ok(all)
    }

    async fn add_upload(&self, request: AddUpload) -> Result<Names, AddUploadError> {
        Ok(request.body.names)
    }

    async fn add_sketch(&self, mut request: AddSketch) -> Result<Names, AddSketchError> {
        let mut names = Names::new();
        while let Some(part) = request.body.next().await {
            match part? {
                SketchPart::Names(name) => names.push(name),
                SketchPart::Image(_) => {}
            }
        }
        // The server checks what it gets, not what it returns.
        names.push("far too long".to_owned());
        Ok(names)
    }
}

/// Serves the API on a free port.
pub async fn serve() -> SocketAddr {
    crate::serving::serve(router(Echo)).await
}

/// Serves the API on a free port, with the dates of deprecated operations.
pub async fn serve_with_dates() -> SocketAddr {
    let config = ServerConfig::new().deprecation_headers(true);
    crate::serving::serve(router_with(Echo, config)).await
}

/// A client that does not retry.
pub fn client(address: SocketAddr) -> Client {
    let builder = crate::transports::client(crate::serving::base_url(address), Client::builder)
        .retry(Retry::never());
    builder.build().expect("the settings are valid")
}
