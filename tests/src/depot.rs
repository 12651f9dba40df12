//! A depot of code with a few repositories: it implements the API in `tests/apis/depot.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use depot_api::client::Retry;
use depot_api::errors::{Changed, NotFound};
use depot_api::operations::*;
use depot_api::server::*;
use depot_api::types::*;
use depot_api::{Client, Page};

/// The depot. Clones share it. It has the repository `specsmith`, whose former name is `smith`; a mirror has the asset
/// `mirrored`.
#[derive(Debug, Clone)]
pub struct Depot(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    /// The title of the only issue, and its revision.
    issue: (String, u32),
    assets: BTreeMap<String, Vec<u8>>,
}

/// The size in bytes from which an asset is scanned first.
pub const LARGE: usize = 100;

/// The requests that are left.
const LEFT: Option<u32> = Some(41);

impl Default for Depot {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(State {
            issue: ("Read headers".to_owned(), 1),
            assets: BTreeMap::new(),
        })))
    }
}

impl Depot {
    fn state<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Serves the depot on a free port, and returns the base URL.
    pub async fn serve(&self) -> String {
        let address = crate::serving::serve(router(self.clone())).await;
        crate::serving::base_url(address)
    }
}

/// A client that does not retry.
pub fn client(base_url: &str) -> Client {
    crate::transports::client(base_url, Client::builder)
        .retry(Retry::never())
        .build()
        .expect("the settings are valid")
}

/// The number of issues in a list.
const ISSUES: i64 = 5;

fn issue(number: u32) -> Issue {
    Issue {
        number,
        title: format!("Issue {number}"),
    }
}

/// Checks the name of a repository.
fn found(repo: &str) -> Result<(), NotFound> {
    match repo {
        "specsmith" => Ok(()),
        _ => Err(NotFound::new()),
    }
}

/// An entity tag.
fn tag(of: impl std::fmt::Display) -> String {
    format!("\"{of}\"")
}

impl DepotApi for Depot {
    async fn get_repository(
        &self,
        request: GetRepository,
    ) -> Result<GetRepositoryResponse, GetRepositoryError> {
        match request.repo.as_str() {
            "specsmith" => Ok(GetRepositoryResponse::Ok(GetRepositoryOk {
                x_rate_limit_remaining: LEFT,
                ..Repository {
                    name: request.repo,
                    size: 4096,
                }
                .into()
            })),
            "smith" => Ok(GetRepositoryResponse::MovedPermanently(
                GetRepositoryMovedPermanently {
                    location: Uri::from("/v1/repos/specsmith"),
                    x_rate_limit_remaining: None,
                },
            )),
            // No header can hold it.
            "broken" => Ok(GetRepositoryResponse::MovedPermanently(
                GetRepositoryMovedPermanently {
                    location: Uri::from("/v1/repos/a\nset-cookie: b"),
                    x_rate_limit_remaining: None,
                },
            )),
            _ => Err(NotFound::new())?,
        }
    }

    async fn list_issues(
        &self,
        request: ListIssues,
    ) -> Result<ListIssuesResponse, ListIssuesError> {
        found(&request.repo)?;
        let (page, limit) = (request.page.page, request.page.per_page);
        let first = (page - 1) * limit;
        let issues = (first..ISSUES.min(first + limit)).map(|index| issue(index as u32));
        Ok(ListIssuesResponse {
            body: Page {
                items: issues.collect(),
                next: (first + limit < ISSUES).then_some(page + 1),
            },
            x_rate_limit_remaining: LEFT,
            x_count: ISSUES as u32,
        })
    }

    async fn watch_activity(
        &self,
        request: WatchActivity,
    ) -> Result<WatchActivityResponse, WatchActivityError> {
        found(&request.repo)?;
        let issues = [7, 8].map(|number| Ok::<_, Infallible>(issue(number)));
        let events = EventStream::new(futures_util::stream::iter(issues));
        Ok(WatchActivityResponse {
            x_rate_limit_remaining: LEFT,
            ..events.into()
        })
    }

    async fn update_issue(
        &self,
        request: UpdateIssue,
    ) -> Result<UpdateIssueResponse, UpdateIssueError> {
        self.state(|state| {
            let (title, revision) = &mut state.issue;
            if request.if_match.is_some_and(|of| of != tag(&revision)) {
                return Err(Changed::new())?;
            }
            if let Some(new) = request.body.title {
                *title = new;
                *revision += 1;
            }
            Ok(UpdateIssueResponse {
                body: Issue {
                    number: request.number,
                    title: title.clone(),
                },
                x_rate_limit_remaining: LEFT,
                etag: tag(revision),
            })
        })
    }

    async fn upload_asset(
        &self,
        request: UploadAsset,
    ) -> Result<UploadAssetResponse, UploadAssetError> {
        let content = request.body.content.collect().await?.to_vec();
        let size = content.len();
        if size >= LARGE {
            return Ok(UploadAssetResponse::Accepted(UploadAssetAccepted {
                retry_after: 30,
                x_rate_limit_remaining: LEFT,
            }));
        }
        let location = Uri::from(format!(
            "/v1/repos/{}/assets/{}",
            request.repo, request.name
        ));
        let old = self.state(|state| state.assets.insert(request.name.clone(), content.clone()));
        if old == Some(content) {
            return Ok(UploadAssetResponse::Unchanged(UploadAssetUnchanged {
                x_rate_limit_remaining: LEFT,
            }));
        }
        Ok(UploadAssetResponse::Created(UploadAssetCreated {
            body: Asset {
                name: request.name,
                size: size as u64,
            },
            location,
            x_rate_limit_remaining: None,
        }))
    }

    async fn download_asset(
        &self,
        request: DownloadAsset,
    ) -> Result<DownloadAssetResponse, DownloadAssetError> {
        if request.name == "mirrored" {
            return Ok(DownloadAssetResponse::Found(DownloadAssetFound {
                location: Uri::from("https://mirror.example/mirrored?a=b"),
                x_rate_limit_remaining: None,
            }));
        }
        let content = self.state(|state| state.assets.get(&request.name).cloned());
        let content = content.ok_or_else(NotFound::new)?;
        let sum: u32 = content.iter().copied().map(u32::from).sum();
        Ok(DownloadAssetResponse::Ok(DownloadAssetOk {
            x_checksum: Some(sum.to_string()),
            ..Media::new("application/x-asset", content).into()
        }))
    }

    async fn check_asset(
        &self,
        request: CheckAsset,
    ) -> Result<CheckAssetResponse, CheckAssetError> {
        if request.name == "mirrored" {
            return Ok(CheckAssetResponse::Unknown(CheckAssetUnknown {
                content_length: None,
                x_rate_limit_remaining: LEFT,
            }));
        }
        let content = self.state(|state| state.assets.get(&request.name).cloned());
        let content = content.ok_or_else(NotFound::new)?;
        Ok(CheckAssetResponse::Ok(CheckAssetOk {
            content_length: content.len() as u64,
            etag: Some(tag(content.len())),
            x_rate_limit_remaining: LEFT,
        }))
    }

    async fn ask_mirror(&self, request: AskMirror) -> Result<AskMirrorResponse, AskMirrorError> {
        // `2:404` is the status 404 as a response of the class 2XX.
        let Some((class, status)) = request.response.split_once(':') else {
            return Ok(AskMirrorResponse::NoContent);
        };
        let status = status.parse()?;
        Ok(match class {
            "2" => AskMirrorResponse::Success(AskMirrorSuccess {
                status,
                body: Asset {
                    name: "mirrored".to_owned(),
                    size: 3,
                },
            }),
            _ => AskMirrorResponse::Redirection(AskMirrorRedirection {
                status,
                location: Uri::from("https://mirror.example/"),
            }),
        })
    }

    async fn read_mirror(
        &self,
        request: ReadMirror,
    ) -> Result<ReadMirrorResponse, ReadMirrorError> {
        let status = u16::try_from(request.status)?;
        Ok(ReadMirrorResponse {
            status,
            body: Body::from("abc"),
            status_2: Some("partial".to_owned()),
        })
    }
}
