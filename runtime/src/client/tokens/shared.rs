//! A token that all calls share.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::endpoint::{Endpoint, Issued};
use super::{AccessToken, TokenError};

/// The longest time before its end in which a token is replaced.
const MARGIN: Duration = Duration::from_secs(30);

/// How long a token that is still valid is used after an attempt to replace it has failed.
const PAUSE: Duration = Duration::from_secs(5);

/// A callback for new refresh tokens.
pub(super) type OnChange = Arc<dyn Fn(&str) + Send + Sync>;

/// How a source gets tokens.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) endpoint: Endpoint,
    pub(super) grant: Grant,
    /// A token that the application already has, and how long it is valid.
    pub(super) first: Option<(AccessToken, Duration)>,
}

/// What a source shows to the token endpoint.
#[derive(Clone)]
pub(super) enum Grant {
    ClientCredentials {
        scope: Option<String>,
    },
    Refresh {
        token: String,
        on_change: Option<OnChange>,
    },
}

/// The current token of a source.
pub(super) struct Shared {
    pub(super) settings: Settings,
    current: Mutex<Option<Current>>,
    /// The number of attempts to get a token that have ended.
    attempts: AtomicU64,
    /// Held during an attempt.
    attempting: tokio::sync::Mutex<Attempting>,
}

/// What attempts leave to the next one.
#[derive(Default)]
struct Attempting {
    /// The number of the latest attempt, and how it ended.
    latest: Option<(u64, Result<AccessToken, TokenError>)>,
    /// The refresh token that replaced the first one.
    refresh_token: Option<String>,
}

/// The token that requests carry.
struct Current {
    token: AccessToken,
    /// When it should be replaced.
    replace_at: Option<Instant>,
    expires_at: Option<Instant>,
}

impl Current {
    fn new(token: AccessToken, lifetime: Option<Duration>) -> Self {
        let now = Instant::now();
        let at = |time: Duration| now.checked_add(time);
        Self {
            token,
            replace_at: lifetime.and_then(|time| at(time.saturating_sub(MARGIN.min(time / 4)))),
            expires_at: lifetime.and_then(at),
        }
    }
}

impl Shared {
    pub(super) fn new(settings: Settings) -> Self {
        let first = settings
            .first
            .clone()
            .map(|(token, lifetime)| Current::new(token, Some(lifetime)));
        Self {
            settings,
            current: Mutex::new(first),
            attempts: AtomicU64::new(0),
            attempting: tokio::sync::Mutex::default(),
        }
    }

    /// Forgets a token, unless another one has replaced it.
    pub(super) fn forget(&self, token: &AccessToken) {
        lock(&self.current).take_if(|current| current.token == *token);
    }

    /// The current token, unless it should be replaced.
    fn fresh(&self) -> Option<AccessToken> {
        let current = lock(&self.current);
        let current = current.as_ref()?;
        let is_fresh = current.replace_at.is_none_or(|at| Instant::now() < at);
        is_fresh.then(|| current.token.clone())
    }

    /// The current token, or a new one. Calls at the same time share one request for it.
    pub(super) async fn token(self: Arc<Self>) -> Result<AccessToken, TokenError> {
        if let Some(token) = self.fresh() {
            return Ok(token);
        }
        let before = self.attempts.load(Ordering::Acquire);
        // The attempt goes on if the call is dropped: the response may have the only valid refresh token.
        let attempt = tokio::spawn(self.attempt(before));
        let ended = attempt.await;
        ended.unwrap_or_else(|error| {
            Err(TokenError::caused_by(
                "the request for a token was interrupted",
                error,
            ))
        })
    }

    /// Gets a token, unless another attempt has ended since the call began.
    async fn attempt(self: Arc<Self>, before: u64) -> Result<AccessToken, TokenError> {
        let mut attempting = self.attempting.lock().await;
        if let Some(token) = self.fresh() {
            return Ok(token);
        }
        // A token of no lifetime is for the calls that waited for it.
        if let Some((number, ended)) = &attempting.latest
            && *number > before
        {
            let ended = ended.clone();
            return ended.or_else(|error| self.valid().ok_or(error));
        }
        let issued = self.issue(&mut attempting.refresh_token).await;
        let number = self.attempts.fetch_add(1, Ordering::AcqRel) + 1;
        let ended = issued.map(|issued| {
            let token = issued.token.clone();
            *lock(&self.current) = Some(Current::new(issued.token, issued.lifetime));
            token
        });
        attempting.latest = Some((number, ended.clone()));
        ended.or_else(|error| self.valid().ok_or(error))
    }

    /// The current token if it has not expired, although it should have been replaced. It is used for a while.
    fn valid(&self) -> Option<AccessToken> {
        let mut current = lock(&self.current);
        let current = current.as_mut()?;
        let now = Instant::now();
        if current.expires_at.is_some_and(|at| at <= now) {
            return None;
        }
        let again = now.checked_add(PAUSE);
        current.replace_at = again.min(current.expires_at.or(again));
        Some(current.token.clone())
    }

    async fn issue(&self, refresh_token: &mut Option<String>) -> Result<Issued, TokenError> {
        let endpoint = &self.settings.endpoint;
        match &self.settings.grant {
            Grant::ClientCredentials { scope } => {
                let mut grant = vec![("grant_type", "client_credentials")];
                grant.extend(scope.iter().map(|scope| ("scope", scope.as_str())));
                endpoint.issue(&grant).await
            }
            Grant::Refresh { token, on_change } => {
                let shown = refresh_token.as_ref().unwrap_or(token);
                let grant = [("grant_type", "refresh_token"), ("refresh_token", shown)];
                let issued = endpoint.issue(&grant).await?;
                if let Some(new) = issued.refresh_token.as_ref().filter(|new| *new != shown) {
                    // First, in case the callback panics: the old one may be of no use any more.
                    *refresh_token = Some(new.clone());
                    on_change.iter().for_each(|tell| tell(new));
                }
                Ok(issued)
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
