//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use conditional_requests_api::Page;
use conditional_requests_api::operations::{
    CheckMapError, CheckMapResponse, GetLegendError, GetMapError, GetMapResponse, GetTileError,
    GetTileResponse, GetWeatherError, GetWeatherResponse, ListMapsError,
};
use conditional_requests_api::server::{
    CheckMap, ConditionalRequestsApi, GetLegend, GetMap, GetTile, GetWeather, ListMaps,
};
use conditional_requests_api::types::{ETag, LastModified, Map, Tagged};

/// The state that the handlers share, for example a database connection.
pub struct ConditionalRequests;

impl ConditionalRequestsApi for ConditionalRequests {
    async fn list_maps(&self, request: ListMaps) -> Result<Tagged<Page<Map>>, ListMapsError> {
        todo!()
    }

    async fn get_map(
        &self,
        request: GetMap,
    ) -> Result<Tagged<GetMapResponse, (ETag, LastModified)>, GetMapError> {
        todo!()
    }

    async fn check_map(
        &self,
        request: CheckMap,
    ) -> Result<Tagged<CheckMapResponse, (ETag, LastModified)>, CheckMapError> {
        todo!()
    }

    async fn get_tile(&self, request: GetTile) -> Result<Tagged<GetTileResponse>, GetTileError> {
        todo!()
    }

    async fn get_legend(
        &self,
        request: GetLegend,
    ) -> Result<Tagged<String, LastModified>, GetLegendError> {
        todo!()
    }

    async fn get_weather(
        &self,
        request: GetWeather,
    ) -> Result<Tagged<GetWeatherResponse>, GetWeatherError> {
        todo!()
    }
}
