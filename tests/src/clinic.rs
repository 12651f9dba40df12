//! A server of the API in `tests/apis/clinic.yaml`, whose handlers know the request that they handle.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::convert::Infallible;
use std::error::Error;
use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use axum::http::Extensions;
use clinic_api::errors::{Conflict, NotFound};
use clinic_api::operations::*;
use clinic_api::server::{
    AddScan, AdmitPatient, AuthError, BearerToken, ClinicApi, FreeBed, GetPatient, ImportAlarms,
    ImportNotes, MovePatient, OperationFailure, RequestHead,
};
use clinic_api::types::{Alarm, AlarmEvent, Change, EventStream, Patient, Status};
use futures_util::{StreamExt, stream};
use tokio::sync::watch;

/// The implementation: what all requests share, and what is known about the current one.
#[derive(Debug, Clone)]
pub struct Clinic {
    /// Whether the server stops.
    pub stopping: watch::Receiver<bool>,
    /// The current request.
    pub request: RequestFacts,
}

/// What handlers know about a request.
#[derive(Debug, Clone, Default)]
pub struct RequestFacts {
    /// The address of the client.
    pub peer: Option<SocketAddr>,
    /// The name and the path template of the operation.
    pub operation: String,
    /// The header `X-Note`.
    pub note: Option<String>,
}

/// Who calls. Layers count requests by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller(pub String);

impl Clinic {
    /// A clinic outside of any request, as for handlers that a test calls.
    pub fn new() -> Self {
        let (_, stopping) = watch::channel(false);
        Self {
            stopping,
            request: RequestFacts::default(),
        }
    }

    /// The clinic for a request.
    pub fn for_request(&self, head: RequestHead<'_>) -> Self {
        let peer: Option<&ConnectInfo<SocketAddr>> = head.extensions().get();
        let operation = head.operation();
        let note = head.headers().get("x-note");
        let request = RequestFacts {
            peer: peer.map(|peer| peer.0),
            operation: format!("{} {}", operation.name, operation.path),
            note: note.and_then(|note| note.to_str().ok()).map(str::to_owned),
        };
        Self {
            request,
            ..self.clone()
        }
    }

    fn status(&self, caller: Option<Caller>) -> Status {
        Status {
            caller: caller.map(|caller| caller.0),
            peer: self.request.peer.map(|peer| peer.ip().to_string()),
            operation: self.request.operation.clone(),
            note: self.request.note.clone(),
        }
    }
}

impl Default for Clinic {
    fn default() -> Self {
        Self::new()
    }
}

impl ClinicApi for Clinic {
    type Caller = Caller;

    async fn authenticate(&self, token: BearerToken<'_>) -> Result<Caller, AuthError> {
        match token.as_str() {
            "unknown" => Err(AuthError::UnknownKey),
            // What holds the keys is down.
            "broken" => Err(anyhow::anyhow!("no keys"))?,
            // A key that is good from one address only.
            "local"
                if !self
                    .request
                    .peer
                    .is_some_and(|peer| peer.ip().is_loopback()) =>
            {
                Err(AuthError::UnknownKey)
            }
            name => Ok(Caller(name.to_owned())),
        }
    }

    fn expose_caller(&self, caller: &Caller, extensions: &mut Extensions) {
        extensions.insert(caller.clone());
    }

    async fn get_status(&self) -> Result<Status, GetStatusError> {
        Ok(self.status(None))
    }

    async fn get_own_status(&self, caller: Caller) -> Result<Status, GetOwnStatusError> {
        Ok(self.status(Some(caller)))
    }

    async fn get_patient(
        &self,
        _: Caller,
        request: GetPatient,
    ) -> Result<Patient, GetPatientError> {
        match request.number.as_str() {
            "none" => Err(NotFound::new())?,
            _ => Ok(ada("1")),
        }
    }

    async fn move_patient(
        &self,
        caller: Caller,
        request: MovePatient,
    ) -> Result<Patient, MovePatientError> {
        let find = GetPatient {
            number: request.number.clone(),
        };
        // This operation does not document 404.
        let found = self.get_patient(caller, find).await;
        found.map_err(OperationFailure::from)?;
        match request.number.as_str() {
            "stuck" => Err(Conflict {
                retry_after: Some(7),
                ..Conflict::new().caused_by("the bed is locked")
            })?,
            "boxed" => Err(Box::<dyn Error + Send + Sync>::from("a boxed error"))?,
            "anyhow" => Err(anyhow::anyhow!("the inner error").context("the outer error"))?,
            _ => {}
        }
        Ok(ada(&request.body.bed))
    }

    async fn admit_patient(&self, request: AdmitPatient) -> Result<Patient, AdmitPatientError> {
        Ok(request.body)
    }

    /// Frees a bed by moving its patient elsewhere.
    async fn free_bed(&self, caller: Caller, request: FreeBed) -> Result<(), FreeBedError> {
        let number = request.bed;
        let find = GetPatient {
            number: number.clone(),
        };
        let patient = self.get_patient(caller.clone(), find).await;
        // Both operations document 404.
        let patient = patient.map_err(OperationFailure::from)?;
        let body = Change {
            bed: patient.bed + "b",
        };
        let moved = self
            .move_patient(caller, MovePatient { number, body })
            .await;
        moved.map_err(OperationFailure::from)?;
        Ok(())
    }

    async fn add_scan(&self, mut request: AddScan) -> Result<(), AddScanError> {
        while let Some(part) = request.body.next().await {
            part?;
        }
        Ok(())
    }

    async fn import_notes(&self, _: ImportNotes) -> Result<(), ImportNotesError> {
        Ok(())
    }

    async fn import_alarms(&self, mut request: ImportAlarms) -> Result<u32, ImportAlarmsError> {
        let mut count = 0;
        while let Some(alarm) = request.body.next().await {
            alarm?;
            count += 1;
        }
        Ok(count)
    }

    async fn watch_alarms(&self) -> Result<EventStream<AlarmEvent>, WatchAlarmsError> {
        let first = AlarmEvent::from(Alarm {
            bed: "1".to_owned(),
        });
        let mut stopping = self.stopping.clone();
        let stopped = async move { stopping.wait_for(|stopping| *stopping).await.is_ok() };
        let alarms = stream::iter([Ok::<_, Infallible>(first)]).chain(stream::pending());
        Ok(EventStream::new(alarms.take_until(Box::pin(stopped))))
    }
}

/// A patient in a bed.
fn ada(bed: &str) -> Patient {
    Patient {
        name: "Ada".to_owned(),
        bed: bed.to_owned(),
    }
}
