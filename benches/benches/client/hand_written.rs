//! The calls, written by hand with reqwest.

use std::time::Duration;

use reqwest::{RequestBuilder, Response, StatusCode};
use serde::de::DeserializeOwned;

use crate::types::{
    Credits, Data, ErrorBody, GroupMapping, GroupMappingUpdate, Page, Role, Workspace,
};

/// The cause of a failed call. Only used for printing.
#[derive(Debug)]
#[expect(dead_code, reason = "the contents are only printed")]
pub(crate) enum Error {
    /// The gateway responded with an error.
    Api(StatusCode, ErrorBody),
    /// There was no response, or an unreadable one.
    Http(reqwest::Error),
}

impl From<reqwest::Error> for Error {
    fn from(error: reqwest::Error) -> Self {
        Self::Http(error)
    }
}

pub(crate) struct Client {
    http: reqwest::Client,
    base: String,
    key: String,
}

impl Client {
    pub(crate) fn new(base: &str, key: &str) -> Self {
        let http = reqwest::Client::builder()
            .connect_timeout(Duration::from_secs(10))
            .timeout(Duration::from_secs(30))
            .redirect(reqwest::redirect::Policy::none())
            .user_agent("gateway-api/1.0.0");
        let http = http.build().expect("a client");
        Self {
            http,
            base: base.to_owned(),
            key: key.to_owned(),
        }
    }

    pub(crate) async fn get_credits(&self) -> Result<Credits, Error> {
        let request = self.http.get(format!("{}/v1/credits", self.base));
        let body: Data<Credits> = self.send(request).await?;
        Ok(body.data)
    }

    pub(crate) async fn list_workspaces(
        &self,
        offset: i64,
        limit: i64,
    ) -> Result<Page<Workspace>, Error> {
        let request = self.http.get(format!("{}/v1/workspaces", self.base));
        self.send(request.query(&[("offset", offset), ("limit", limit)]))
            .await
    }

    pub(crate) async fn update_group_mapping(
        &self,
        id: &str,
        role: Role,
    ) -> Result<GroupMapping, Error> {
        let request = self
            .http
            .patch(format!("{}/v1/scim/group-mappings/{id}", self.base));
        let body: Data<GroupMapping> = self
            .send(request.json(&GroupMappingUpdate { role }))
            .await?;
        Ok(body.data)
    }

    async fn send<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, Error> {
        let request = request
            .bearer_auth(&self.key)
            .header("accept", "application/json");
        let response: Response = request.send().await?;
        match response.status() {
            StatusCode::OK => Ok(response.json().await?),
            status => Err(Error::Api(status, response.json().await?)),
        }
    }
}
