//! `GET /v1/generation`: the operation that needs credits, and that distinguishes the errors of the
//! store.

use gateway_api::errors::{
    BadGateway, InternalServerError, NotFound, PaymentRequired, ProviderOverloaded, TimedOut,
};
use gateway_api::operations::GetGenerationError;
use gateway_api::server::GetGeneration;
use gateway_api::types::Generation;

use super::{Gateway, limits};
use crate::store::{ApiKey, Engine, ErrorKind, StoreError};
use crate::timestamps::UnixMicros;

/// Looks up a generation, within the deadline that the operator set.
pub(super) async fn get<E: Engine>(
    gateway: &Gateway<E>,
    caller: ApiKey,
    request: GetGeneration,
) -> Result<Generation, GetGenerationError> {
    let deadline = gateway.rules.store_deadline;
    let response = tokio::time::timeout(deadline, look_up(gateway, caller, request)).await;
    response.unwrap_or_else(|_| Err(response_to(StoreError::too_slow())))
}

async fn look_up<E: Engine>(
    gateway: &Gateway<E>,
    caller: ApiKey,
    request: GetGeneration,
) -> Result<Generation, GetGenerationError> {
    gateway
        .within_rate_limit(&caller)
        .await
        .map_err(response_to)??;

    let (organization, store) = (&caller.organization_id, &gateway.store);
    let since = UnixMicros::now()
        .day()
        .start_of(caller.reset_interval().as_ref());
    let spending = store
        .spending(organization, &caller.hash, since)
        .await
        .map_err(response_to)?;
    if let Some(message) = limits::rejection(&caller, &spending) {
        return Err(PaymentRequired::new().with_message(message).into());
    }

    let found = store
        .generation(organization, request.id.as_str())
        .await
        .map_err(response_to)?;
    found.ok_or_else(|| NotFound::new().into())
}

/// The response to an error of the store. Its cause is logged.
fn response_to(error: StoreError) -> GetGenerationError {
    match error.kind {
        ErrorKind::Unreachable | ErrorKind::ReadOnly | ErrorKind::Damaged => {
            BadGateway::new().caused_by(error).into()
        }
        ErrorKind::TooSlow => TimedOut::new().caused_by(error).into(),
        ErrorKind::Saturated => ProviderOverloaded::new().caused_by(error).into(),
        ErrorKind::DiskFull | ErrorKind::Failed => {
            InternalServerError::new().caused_by(error).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use specsmith_runtime::error::OperationError as _;

    use super::*;

    #[test]
    fn a_failed_lookup_has_the_status_of_its_cause() {
        for (kind, status) in [
            (ErrorKind::Unreachable, 502),
            (ErrorKind::ReadOnly, 502),
            (ErrorKind::Damaged, 502),
            (ErrorKind::TooSlow, 524),
            (ErrorKind::Saturated, 529),
            (ErrorKind::DiskFull, 500),
            (ErrorKind::Failed, 500),
        ] {
            let error = response_to(StoreError::new(kind, sqlx::Error::PoolTimedOut));
            assert_eq!(error.status_error().status(), status, "{kind:?}");
        }
    }
}
