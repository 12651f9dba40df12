//! A server that returns what it gets: it implements the API in `tests/apis/stations.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::net::SocketAddr;

use stations_api::Client;
use stations_api::client::Retry;
use stations_api::operations::*;
use stations_api::server::{PutStation, StationsApi, router};
use stations_api::types::{Probe, Station};

/// The server.
#[derive(Debug, Clone, Copy)]
pub struct Echo;

impl StationsApi for Echo {
    async fn put_station(&self, request: PutStation) -> Result<Station, PutStationError> {
        Ok(request.body)
    }

    async fn probe(&self, request: stations_api::server::Probe) -> Result<Probe, ProbeError> {
        Ok(Probe {
            level: request.level,
            size: request.size,
            ratio: request.ratio,
            wait: request.wait,
            at: request.at,
            from: request.from,
            owner: request.owner,
            homepage: request.homepage,
            pressure: request.pressure,
            ports: request.ports,
            step: request.step,
            trace: request.trace,
            origin: request.origin,
        })
    }
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
