//! An atlas with one map: it implements the API in `tests/apis/atlas.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use atlas_api::client::Retry;
use atlas_api::errors::NotFound;
use atlas_api::operations::*;
use atlas_api::server::*;
use atlas_api::types::*;
use atlas_api::{Client, Page};

/// The atlas. Clones share it. Its only map is `coast`, whose former name is `shore`.
#[derive(Debug, Clone, Default)]
pub struct Atlas {
    /// How many maps the handlers have loaded.
    pub loaded: Arc<AtomicUsize>,
}

/// When the map was last changed.
pub const CHANGED: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

/// The validators of the map.
pub fn validators() -> (ETag, LastModified) {
    let changed = CHANGED.parse().expect("it is a date");
    (ETag::strong("c1"), changed)
}

/// A client that does not retry.
pub fn client(base_url: &str) -> Client {
    crate::transports::client(base_url, Client::builder)
        .retry(Retry::never())
        .build()
        .expect("the settings are valid")
}

impl Atlas {
    /// Serves the atlas on a free port, and returns the base URL.
    pub async fn serve(&self) -> String {
        let address = crate::serving::serve(router(self.clone())).await;
        crate::serving::base_url(address)
    }

    fn load(&self) -> Map {
        self.loaded.fetch_add(1, Ordering::Relaxed);
        Map {
            name: "coast".to_owned(),
            scale: 50_000,
        }
    }
}

impl AtlasApi for Atlas {
    async fn list_maps(&self, request: ListMaps) -> Result<Tagged<Page<Map>>, ListMapsError> {
        let page = request.page.page;
        let next = (page < 2).then_some(page + 1);
        let items = vec![self.load()];
        Ok(Tagged::new(ETag::weak(page), Page { items, next }))
    }

    async fn get_map(
        &self,
        request: GetMap,
    ) -> Result<Tagged<GetMapResponse, (ETag, LastModified)>, GetMapError> {
        match request.name.as_str() {
            "coast" => {
                let response = GetMapResponse::Ok(GetMapOk {
                    body: self.load(),
                    x_edition: Some(3),
                    content_language: Some("en".to_owned()),
                });
                Ok(Tagged::new(validators(), response))
            }
            // A redirect is sent whatever copy the caller has.
            "shore" => {
                let location = Uri::from("/v1/maps/coast");
                let moved = GetMapMovedPermanently { location };
                Ok(Tagged::new(
                    validators(),
                    GetMapResponse::MovedPermanently(moved),
                ))
            }
            // It has no validators.
            "draft" => Ok(GetMapResponse::Ok(self.load().into()).into()),
            _ => Err(NotFound::new())?,
        }
    }

    async fn check_map(
        &self,
        request: CheckMap,
    ) -> Result<Tagged<CheckMapResponse, (ETag, LastModified)>, CheckMapError> {
        match request.name.as_str() {
            "coast" => Ok(Tagged::new(
                validators(),
                CheckMapResponse { content_length: 34 },
            )),
            // Whatever the caller has: that is wrong.
            "stuck" => Ok(Tagged::not_modified(validators())),
            _ => Err(NotFound::new())?,
        }
    }

    async fn get_sheet(
        &self,
        request: GetSheet,
    ) -> Result<Tagged<GetSheetResponse>, GetSheetError> {
        if request.name != "coast" {
            return Err(NotFound::new())?;
        }
        let (tag, response) = match request.choice {
            GetSheetChoice::Points => ("points", GetSheetResponse::Points(vec![1, 2])),
            GetSheetChoice::Image => {
                let image = Body::from(vec![0x89, 0x50]);
                ("image", GetSheetResponse::Image(image))
            }
        };
        Ok(Tagged::new(ETag::strong(tag), response))
    }

    async fn get_legend(
        &self,
        request: GetLegend,
    ) -> Result<Tagged<String, LastModified>, GetLegendError> {
        let (_, changed) = validators();
        // There is no need to load it.
        if request.conditions.is_current(changed) {
            return Ok(Tagged::not_modified(changed));
        }
        self.load();
        Ok(Tagged::new(changed, "x: a wreck"))
    }
}
