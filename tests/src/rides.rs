//! A server that returns what it gets: it implements the API in `tests/apis/rides.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::convert::Infallible;
use std::net::SocketAddr;

use rides_api::Client;
use rides_api::client::Retry;
use rides_api::operations::*;
use rides_api::server::{
    AddDevice, AddFares, FindDevice, FindRides, GiveTip, ListDays, PutDevice, PutRide, RidesApi,
    router,
};
use rides_api::types::{Date, Device, Event, EventStream, Found, Ride, StreamError, Tip};

/// The server.
#[derive(Debug, Clone, Copy)]
pub struct Echo;

impl RidesApi for Echo {
    async fn find_rides(&self, request: FindRides) -> Result<Found, FindRidesError> {
        Ok(Found {
            start: request.start,
            day: request.day,
            tips: Some(request.tips),
            map: request.map,
            since: request.since,
        })
    }

    async fn put_ride(&self, request: PutRide) -> Result<Ride, PutRideError> {
        Ok(request.body)
    }

    async fn list_days(&self, request: ListDays) -> Result<Vec<Date>, ListDaysError> {
        Ok(request.body)
    }

    async fn give_tip(&self, request: GiveTip) -> Result<Tip, GiveTipError> {
        Ok(request.body)
    }

    async fn put_device(&self, request: PutDevice) -> Result<Device, PutDeviceError> {
        Ok(request.body)
    }

    async fn add_device(&self, request: AddDevice) -> Result<Device, AddDeviceError> {
        Ok(request.body)
    }

    async fn find_device(&self, request: FindDevice) -> Result<Device, FindDeviceError> {
        Ok(Device {
            others: Some(request.others),
            peer: request.peer,
            ..Device::new(request.address)
        })
    }

    async fn add_fares(&self, request: AddFares) -> Result<EventStream<Tip>, AddFaresError> {
        let mut tips = request.body;
        let mut all = Vec::new();
        while let Some(tip) = tips.next().await {
            all.push(tip?);
        }
        let all = all
            .into_iter()
            .map(|tip| Ok::<_, StreamError<Infallible>>(Event::new(tip)));
        Ok(EventStream::new(futures_util::stream::iter(all)))
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
