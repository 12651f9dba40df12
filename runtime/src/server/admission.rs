//! Who may call an operation.

use super::{Authorize, Challenge, Input, Rejection};
use crate::codegen::BoxError;

/// Decides who may call an operation, and what its handler learns about the caller.
pub(super) trait Admission<A, P>: Copy + Send + Sync + 'static {
    /// The value that the handler gets.
    type Caller: Send;

    /// The challenge of a 401 of the handler.
    const CHALLENGE: Challenge;

    /// As in [`Authorize`].
    const READS_HEAD: bool;

    /// Lets the caller in.
    ///
    /// # Errors
    /// The response to a caller who may not call the operation.
    fn admit(
        self,
        api: &A,
        input: &mut Input,
    ) -> impl Future<Output = Result<Self::Caller, Rejection>> + Send;
}

/// Callers with this key.
#[derive(Clone, Copy)]
pub(super) struct With<K>(pub(super) K);

impl<A: Sync, P: Authorize<A>> Admission<A, P> for With<P::Key> {
    type Caller = P::Caller;
    const CHALLENGE: Challenge = P::CHALLENGE;
    const READS_HEAD: bool = P::READS_HEAD;

    async fn admit(self, api: &A, input: &mut Input) -> Result<P::Caller, Rejection> {
        let caller = P::identify(api, input, self.0).await?;
        P::expose(api, &caller, &mut input.exposed);
        P::permits(api, &caller, self.0)?;
        Ok(caller)
    }
}

/// Callers with one of these keys. Each list has the keys of one scheme, so that its credentials are looked up once.
#[derive(Clone, Copy)]
pub(super) struct WithAny<K: 'static>(pub(super) &'static [&'static [K]]);

impl<A: Sync, P: Authorize<A>> Admission<A, P> for WithAny<P::Key> {
    type Caller = P::Caller;
    const CHALLENGE: Challenge = P::CHALLENGE;
    const READS_HEAD: bool = P::READS_HEAD;

    async fn admit(self, api: &A, input: &mut Input) -> Result<P::Caller, Rejection> {
        let mut denied: Option<Rejection> = None;
        for keys in self.0 {
            let rejection = match identify_by_scheme::<A, P>(api, input, keys).await {
                Ok(caller) => return Ok(caller),
                Err(rejection) => rejection,
            };
            denied = Some(match denied {
                None => rejection,
                Some(earlier) => earlier.or(rejection),
            });
            // A caller who could not be identified may be a known one.
            if let Some(failure) = denied.take_if(|rejection| !rejection.is_denial()) {
                return Err(failure);
            }
        }
        Err(denied.unwrap_or_else(|| Rejection::internal(BoxError::from("nobody may call it"))))
    }
}

/// Identifies the caller by the credentials of one scheme, of which one of `keys` is enough.
async fn identify_by_scheme<A: Sync, P: Authorize<A>>(
    api: &A,
    input: &mut Input,
    keys: &[P::Key],
) -> Result<P::Caller, Rejection> {
    let Some((first, others)) = keys.split_first() else {
        return Err(Rejection::internal(BoxError::from("a scheme has no keys")));
    };
    let caller = P::identify(api, input, *first).await?;
    P::expose(api, &caller, &mut input.exposed);
    let permitted = P::permits(api, &caller, *first);
    let is_permitted = |key: &P::Key| P::permits(api, &caller, *key).is_ok();
    match permitted {
        Err(rejection) if !others.iter().any(is_permitted) => Err(rejection),
        Ok(()) | Err(_) => Ok(caller),
    }
}

/// Callers with one of these keys, and requests without credentials.
#[derive(Clone, Copy)]
pub(super) struct WithAnyOrNone<K: 'static>(pub(super) &'static [&'static [K]]);

impl<A: Sync, P: Authorize<A>> Admission<A, P> for WithAnyOrNone<P::Key> {
    type Caller = Option<P::Caller>;
    const CHALLENGE: Challenge = P::CHALLENGE;
    const READS_HEAD: bool = P::READS_HEAD;

    async fn admit(self, api: &A, input: &mut Input) -> Result<Option<P::Caller>, Rejection> {
        match Admission::<A, P>::admit(WithAny(self.0), api, input).await {
            Ok(caller) => Ok(Some(caller)),
            Err(rejection) if rejection.lacks_credentials() => Ok(None),
            Err(rejection) => Err(rejection),
        }
    }
}
