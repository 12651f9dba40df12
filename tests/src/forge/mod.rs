//! A code forge that keeps everything in memory: it implements the API in `tests/apis/forge.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

mod callers;
mod files;
mod issues;
mod repository;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use forge_api::Client;
use forge_api::client::{ClientBuilder, Credentials as Secrets, Retry, Servers};
use forge_api::errors::{Forbidden, NotFound, Unauthorized};
use forge_api::operations::*;
use forge_api::server::*;
use forge_api::types::*;
use tokio::sync::Notify;

pub use self::callers::{APP, Caller, PAGE, PASSWORD, READER, SECRET, SESSION, WRITER};
use self::repository::Store;

/// The forge. Clones share their data: the repositories `ada/engine`, which was `ada/machine`, and `ada/notes`, which
/// only ada sees.
#[derive(Debug, Clone)]
pub struct Forge {
    repositories: Arc<Mutex<BTreeMap<String, Store>>>,
    /// Wakes those who wait for activities.
    changed: Arc<Notify>,
    /// How many requests are left this hour.
    left: Arc<AtomicI64>,
}

impl Default for Forge {
    fn default() -> Self {
        let stores = [Store::engine(), Store::notes()];
        let stores = stores.map(|store| (store.shown.full_name.clone(), store));
        Self {
            repositories: Arc::new(Mutex::new(stores.into())),
            changed: Arc::default(),
            left: Arc::new(AtomicI64::new(5000)),
        }
    }
}

/// A client of the forge at this URL, with a token that may do all. It does not retry.
pub fn client(base_url: &str) -> Client {
    build(builder(base_url).credentials(Secrets::token(WRITER)))
}

/// A client without credentials that does not retry. It sends uploads to the same server.
pub fn builder(base_url: &str) -> ClientBuilder {
    crate::transports::client(base_url, Client::builder)
        .server(Servers::uploads(base_url))
        .retry(Retry::never())
}

/// The client.
pub fn build(builder: ClientBuilder) -> Client {
    builder.build().expect("the settings are valid")
}

impl Forge {
    /// Serves the forge on a free port, and returns the base URL.
    pub async fn serve(&self) -> String {
        let address = crate::serving::serve(router(self.clone())).await;
        crate::serving::base_url(address)
    }

    /// Adds an activity to `ada/engine`.
    pub fn happen(&self, activity: impl Into<Activity>) {
        let mut stores = self.stores();
        let engine = stores.get_mut("ada/engine").expect("it is there");
        engine.activities.push(activity.into());
        self.changed.notify_waiters();
    }

    fn stores(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Store>> {
        let stores = self.repositories.lock();
        stores.unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads or changes a repository that the caller may see.
    fn with<T, E: From<NotFound>>(
        &self,
        caller: Option<&Caller>,
        owner: &Login,
        name: &str,
        use_store: impl FnOnce(&mut Store) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut stores = self.stores();
        let store = stores.get_mut(&format!("{owner}/{name}"));
        let store = store.filter(|store| !store.is_private || caller.is_some());
        use_store(store.ok_or_else(NotFound::new)?)
    }

    /// One request less is left.
    fn remaining(&self) -> Option<i64> {
        Some(self.left.fetch_sub(1, Ordering::Relaxed) - 1)
    }
}

impl ForgeApi for Forge {
    type Caller = Caller;

    async fn authenticate(&self, credentials: Credentials<'_>) -> Result<Caller, AuthError> {
        Caller::of(&credentials).ok_or(AuthError::UnknownKey)
    }

    fn permits(&self, caller: &Caller, key: Key) -> bool {
        match key {
            Key::Token(scopes) => scopes.iter().all(|scope| caller.has_scope(scope)),
            Key::App | Key::Browser => true,
        }
    }

    async fn sign_in(&self, request: SignIn) -> Result<SignInResponse, SignInError> {
        let form = request.body;
        if form.login.as_str() != "ada" || form.password != PASSWORD {
            return Err(Unauthorized::new()
                .with_message("Wrong name or password")
                .into());
        }
        Ok(SignInResponse {
            set_cookie: vec![
                format!("session={SESSION}; HttpOnly; Expires=Sun, 06 Nov 2094 08:49:37 GMT"),
                "signed_in=1".to_owned(),
            ],
        })
    }

    async fn get_repository(
        &self,
        caller: Option<Caller>,
        request: GetRepository,
    ) -> Result<Tagged<GetRepositoryResponse, (ETag, LastModified)>, GetRepositoryError> {
        let x_rate_limit_remaining = self.remaining();
        if (request.owner.as_str(), request.repo.as_str()) == ("ada", "machine") {
            let moved = GetRepositoryMovedPermanently {
                x_rate_limit_remaining,
                location: Uri::from("/repos/ada/engine"),
            };
            return Ok(GetRepositoryResponse::MovedPermanently(moved).into());
        }
        // Everybody with an account may know that it exists, but only its owner may see it.
        if request.repo == "notes" && caller.as_ref().is_some_and(|caller| !caller.is_ada()) {
            return Err(Forbidden::new().into());
        }
        self.with(caller.as_ref(), &request.owner, &request.repo, |store| {
            let response = GetRepositoryOk {
                body: store.shown.clone(),
                x_rate_limit_remaining,
            };
            let response = GetRepositoryResponse::Ok(response);
            Ok(Tagged::new(store.validators(), response))
        })
    }

    async fn compare_commits(
        &self,
        caller: Option<Caller>,
        request: CompareCommits,
    ) -> Result<CompareCommitsResponse, CompareCommitsError> {
        self.with(caller.as_ref(), &request.owner, &request.repo, |store| {
            Ok(CompareCommitsResponse {
                body: store.compare(&request.base, &request.head)?,
                x_rate_limit_remaining: self.remaining(),
            })
        })
    }

    async fn get_contents(
        &self,
        caller: Option<Caller>,
        request: GetContents,
    ) -> Result<Tagged<GetContentsResponse>, GetContentsError> {
        self.with(caller.as_ref(), &request.owner, &request.repo, |store| {
            let x_rate_limit_remaining = self.remaining();
            let commit = store.commit(request.r#ref.as_deref().unwrap_or("main"))?;
            let response = match request.choice {
                GetContentsChoice::Contents => GetContentsResponse::Contents(GetContentsContents {
                    body: commit.contents(&request.path)?,
                    x_rate_limit_remaining,
                }),
                GetContentsChoice::Raw => GetContentsResponse::Raw(GetContentsRaw {
                    body: commit.file(&request.path)?.into(),
                    x_rate_limit_remaining,
                }),
            };
            let choice = request.choice as u8;
            let etag = ETag::strong(format!("{}-{choice}", commit.name));
            Ok(Tagged::new(etag, response))
        })
    }

    async fn upload_asset(
        &self,
        caller: Caller,
        request: UploadAsset,
    ) -> Result<UploadAssetResponse, UploadAssetError> {
        let (owner, repo) = (request.owner, request.repo);
        // It would be a waste to read a file that belongs nowhere.
        self.with(Some(&caller), &owner, &repo, |store| {
            store.release(request.release)?;
            Ok::<_, UploadAssetError>(())
        })?;
        let content = request.body.content.collect().await?;
        self.with(Some(&caller), &owner, &repo, |store| {
            let release = store.release(request.release)?;
            let asset = files::add(release, request.name, request.body.media, content)?;
            let id = asset.id;
            Ok(UploadAssetResponse {
                body: asset,
                x_rate_limit_remaining: self.remaining(),
                scopes: caller.scopes(),
                location: format!(
                    "/repos/{owner}/{repo}/releases/{}/assets/{id}",
                    request.release
                )
                .into(),
            })
        })
    }

    async fn download_asset(
        &self,
        caller: Option<Caller>,
        request: DownloadAsset,
    ) -> Result<DownloadAssetResponse, DownloadAssetError> {
        self.with(caller.as_ref(), &request.owner, &request.repo, |store| {
            let release = store.release(request.release)?;
            files::download(
                release,
                request.asset,
                request.range.as_deref(),
                self.remaining(),
            )
        })
    }

    async fn watch_activity(
        &self,
        caller: Caller,
        request: WatchActivity,
    ) -> Result<WatchActivityResponse, WatchActivityError> {
        self.with(Some(&caller), &request.owner, &request.repo, |_| {
            Ok::<_, WatchActivityError>(())
        })?;
        let last = request.last_event_id.and_then(|id| id.parse().ok());
        let (forge, name) = (self.clone(), format!("{}/{}", request.owner, request.repo));
        let events = futures_util::stream::unfold(last.unwrap_or(0), move |seen| {
            let (forge, name) = (forge.clone(), name.clone());
            async move {
                let activity = forge.activity(&name, seen).await;
                let event = Event::new(activity).id((seen + 1).to_string());
                Some((Ok::<_, std::convert::Infallible>(event), seen + 1))
            }
        });
        Ok(WatchActivityResponse {
            body: EventStream::new(events),
            x_rate_limit_remaining: self.remaining(),
        })
    }

    async fn list_issues(
        &self,
        caller: Option<Caller>,
        request: ListIssues,
    ) -> Result<ListIssuesResponse, ListIssuesError> {
        self.with(caller.as_ref(), &request.owner, &request.repo, |store| {
            Ok(ListIssuesResponse {
                body: store.list_issues(request.state, &request.labels, request.page)?,
                x_rate_limit_remaining: self.remaining(),
            })
        })
    }

    async fn create_issue(
        &self,
        caller: Caller,
        request: CreateIssue,
    ) -> Result<CreateIssueResponse, CreateIssueError> {
        let (owner, repo) = (request.owner, request.repo);
        self.with(Some(&caller), &owner, &repo, |store| {
            let (body, etag) = store.create_issue(request.body)?;
            self.changed.notify_waiters();
            Ok(CreateIssueResponse {
                location: format!("/repos/{owner}/{repo}/issues/{}", body.number).into(),
                body,
                x_rate_limit_remaining: self.remaining(),
                etag,
            })
        })
    }

    async fn update_issue(
        &self,
        caller: Caller,
        request: UpdateIssue,
    ) -> Result<UpdateIssueResponse, UpdateIssueError> {
        let condition = request.if_match.as_deref();
        self.with(Some(&caller), &request.owner, &request.repo, |store| {
            let (body, etag) = store.update_issue(request.number, condition, request.body)?;
            self.changed.notify_waiters();
            Ok(UpdateIssueResponse {
                body,
                x_rate_limit_remaining: self.remaining(),
                etag,
            })
        })
    }
}

impl Forge {
    /// The activity after so many others, as soon as it happens.
    async fn activity(&self, name: &str, seen: usize) -> Activity {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // From here on, nothing is missed.
            changed.as_mut().enable();
            let activity = {
                let stores = self.stores();
                let store = stores.get(name);
                store.and_then(|store| store.activities.get(seen).cloned())
            };
            if let Some(activity) = activity {
                return activity;
            }
            changed.await;
        }
    }
}
