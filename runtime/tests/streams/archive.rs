//! An implementation of the API. Names determine what happens.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use specsmith_runtime::codegen as rt;
use specsmith_runtime::{
    Body, Event, EventStream, FilePart, JsonLines, LineErrorKind, Media, Multipart, StreamError,
};
use tokio::sync::{mpsc, watch};

use crate::api::{
    ArchiveApi, ArchiveError, Client, Echo, Failure, Follow, Import, Named, NotFound, Note,
    Profile, Receipt, Register, Relay, Row, SpeechUpload, SpeechUploadPart, Store, Tick,
    Transcribe, Upload, router,
};
use crate::flat_memory::{Live, pieces};

/// A running server.
pub(crate) struct Running {
    pub(crate) url: String,
    pub(crate) client: Client,
    /// The pieces of bodies in memory.
    pub(crate) live: Live,
    /// Whether the stream `held` has been dropped.
    pub(crate) dropped: watch::Receiver<bool>,
}

pub(crate) struct Archive {
    live: Live,
    dropped: Arc<watch::Sender<bool>>,
}

/// Starts the server.
pub(crate) async fn start() -> Running {
    start_with(rt::ServerConfig::new()).await
}

/// Starts the server with a configuration.
pub(crate) async fn start_with(config: rt::ServerConfig) -> Running {
    let (sender, dropped) = watch::channel(false);
    let live = Live::default();
    let archive = Archive {
        live: live.clone(),
        dropped: Arc::new(sender),
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router(archive, config)).await });
    Running {
        client: Client::new(&url),
        url,
        live,
        dropped,
    }
}

/// Tells when it is dropped.
struct OnDrop(Arc<watch::Sender<bool>>);

impl Drop for OnDrop {
    fn drop(&mut self) {
        let _ = self.0.send(true);
    }
}

fn receipt(bytes: usize) -> Receipt {
    Receipt {
        bytes: i64::try_from(bytes).unwrap(),
        media: None,
    }
}

async fn count(mut body: Body) -> Result<Receipt, ArchiveError> {
    let mut bytes = 0;
    while let Some(chunk) = body.next().await {
        bytes += chunk?.len();
    }
    Ok(receipt(bytes))
}

/// An error of a handler with another one inside.
#[derive(Debug)]
struct Wrapped(specsmith_runtime::BodyError);

impl std::fmt::Display for Wrapped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cannot store it")
    }
}

impl std::error::Error for Wrapped {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

fn tick(number: i64) -> Tick {
    Tick { number, text: None }
}

/// What is in a file.
async fn describe(field: &str, file: FilePart) -> Result<String, ArchiveError> {
    let receipt = count(file.body).await?;
    let name = file.file_name.as_deref().unwrap_or("-");
    let media = file.media.as_deref().unwrap_or("-");
    Ok(format!("{field}: {name}, {media}, {} bytes", receipt.bytes))
}

/// Describes a form that is read whole.
async fn by_form(form: Multipart<SpeechUpload>) -> Result<Vec<String>, ArchiveError> {
    let form = form.read().await?;
    let mut seen = vec![describe("file", form.file).await?];
    seen.extend(
        form.languages
            .unwrap_or_default()
            .iter()
            .map(|language| format!("language: {language}")),
    );
    seen.extend(form.hints.map(|hints| format!("hints: {}", hints.speakers)));
    for picture in form.pictures {
        seen.push(describe("picture", picture).await?);
    }
    Ok(seen)
}

/// Describes a form part by part.
async fn by_part(mut form: Multipart<SpeechUpload>) -> Result<Vec<String>, ArchiveError> {
    let mut seen = Vec::new();
    while let Some(part) = form.next().await {
        seen.push(match part? {
            SpeechUploadPart::File(file) => describe("file", file).await?,
            SpeechUploadPart::Languages(language) => format!("language: {language}"),
            SpeechUploadPart::Hints(hints) => format!("hints: {}", hints.speakers),
            SpeechUploadPart::Pictures(picture) => describe("picture", picture).await?,
        });
    }
    Ok(seen)
}

impl ArchiveApi for Archive {
    async fn transcribe(&self, request: Transcribe) -> Result<Vec<String>, ArchiveError> {
        match request.by.as_deref() {
            Some("part") => by_part(request.body).await,
            _ => by_form(request.body).await,
        }
    }

    async fn register(&self, request: Register) -> Result<Profile, ArchiveError> {
        Ok(request.body)
    }

    async fn upload(&self, request: Upload) -> Result<Receipt, ArchiveError> {
        let Media { media, content } = request.body;
        Ok(Receipt {
            media: Some(media),
            ..count(content).await?
        })
    }

    async fn store(&self, request: Store) -> Result<Receipt, ArchiveError> {
        match request.read.as_deref() {
            // Without reading it.
            Some("nothing") => Ok(receipt(0)),
            Some("whole") => Ok(receipt(request.body.collect().await?.len())),
            Some("wrapped") => {
                let body = request.body.collect().await.map_err(Wrapped)?;
                Ok(receipt(body.len()))
            }
            // As adapters for readers do.
            Some("io") => {
                let mut body = request.body.map(|chunk| chunk.map_err(io::Error::other));
                while let Some(chunk) = body.next().await {
                    chunk?;
                }
                Ok(receipt(0))
            }
            Some("missing") => match request.body.collect().await {
                Ok(body) => Ok(receipt(body.len())),
                Err(error) => Err(NotFound::new().caused_by(error))?,
            },
            _ => count(request.body).await,
        }
    }

    async fn relay(&self, request: Relay) -> Result<Receipt, ArchiveError> {
        // A client of another API, whose errors are internal errors of this one.
        Ok(Client::new(&request.to).store(request.body).await?)
    }

    async fn download(&self, request: Named) -> Result<Media<Body>, ArchiveError> {
        Ok(match request.name.as_str() {
            "missing" => Err(NotFound::new())?,
            "photo" => Media::new("image/png", "pixels"),
            "unsendable" => Media::new("image/\n", "pixels"),
            "broken" => {
                let pieces = [
                    Ok("the start"),
                    Err(io::Error::other("the disk /dev/sda1 is gone")),
                ];
                // The start is sent before the error occurs.
                let pieces = stream::iter(pieces).then(|piece| async {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    piece
                });
                Media::new("text/plain", Body::from_stream(pieces))
            }
            "short" => Media::new(
                "text/plain",
                Body::from_stream(stream::iter([Ok::<_, io::Error>("abc")])).with_length(10),
            ),
            "large" => Media::new("video/mp4", pieces(&self.live, 1024)),
            "held" => {
                let guard = OnDrop(Arc::clone(&self.dropped));
                let start = stream::iter([Ok::<_, io::Error>("start")]);
                let rest = stream::pending().map(move |piece| {
                    let _ = &guard;
                    piece
                });
                Media::new("text/plain", Body::from_stream(start.chain(rest)))
            }
            name => Media::new("text/plain", name.to_owned()),
        })
    }

    async fn report(&self) -> Result<Body, ArchiveError> {
        Ok(Body::from(b"%PDF"))
    }

    async fn echo(&self, request: Echo) -> Result<Body, ArchiveError> {
        Ok(request.body)
    }

    async fn note(&self, request: Note) -> Result<String, ArchiveError> {
        Ok(request.body)
    }

    async fn import(&self, mut request: Import) -> Result<Receipt, ArchiveError> {
        let (mut rows, mut skipped) = (0, 0);
        while let Some(row) = request.body.next().await {
            match row {
                Ok(row) if row.name == "skip" => skipped = 1,
                Ok(_) => rows += 1,
                // Some handlers skip invalid lines.
                Err(error) if skipped > 0 && matches!(error.kind(), LineErrorKind::Invalid(_)) => {
                    skipped += 1
                }
                Err(error) => Err(error)?,
            }
        }
        Ok(receipt(rows))
    }

    async fn export(&self, request: Named) -> Result<JsonLines<Row>, ArchiveError> {
        let row = |number| Row {
            name: "row".into(),
            number,
        };
        Ok(match request.name.as_str() {
            "broken" => JsonLines::new(stream::iter([Ok(row(1)), Err("the database is gone")])),
            "list" => JsonLines::from(vec![row(1), row(2)]),
            count => {
                let count = count.parse().map_err(|_| NotFound::new())?;
                JsonLines::new(
                    stream::iter(0..count).map(move |number| Ok::<_, io::Error>(row(number))),
                )
            }
        })
    }

    async fn watch(&self, request: Named) -> Result<EventStream<Tick, Failure>, ArchiveError> {
        let live = self.live.clone();
        Ok(match request.name.as_str() {
            "missing" => Err(NotFound::new())?,
            "failing" => EventStream::new(stream::iter([
                Ok(tick(1)),
                Err(Failure { code: 529 }),
                Ok(tick(2)),
            ])),
            "broken" => {
                let (sender, receiver) = mpsc::channel(1);
                tokio::spawn(async move {
                    sender.send(Ok(tick(1))).await.unwrap();
                    // The event is sent before the error occurs.
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    let cause = StreamError::internal("the database 10.0.0.7 is gone");
                    sender
                        .send(Err::<Tick, StreamError<Failure>>(cause))
                        .await
                        .unwrap();
                });
                EventStream::new(stream::unfold(receiver, |mut receiver| async move {
                    Some((receiver.recv().await?, receiver))
                }))
            }
            "held" => {
                let guard = OnDrop(Arc::clone(&self.dropped));
                let events = stream::iter([Ok::<_, Failure>(tick(1))]).chain(stream::pending());
                EventStream::new(events.map(move |event| {
                    let _ = &guard;
                    event
                }))
            }
            "endless" => EventStream::new(stream::iter(0..).map(move |number| {
                live.add(1);
                let text = Some("x".repeat(1000));
                Ok::<_, Failure>(Tick { number, text })
            })),
            // The events of another server, as a gateway passes them on.
            "relayed" => EventStream::new(Client::new("http://127.0.0.1:1").watch("1").await?),
            name if name.starts_with("http") => {
                EventStream::new(Client::new(name).watch("failing").await?)
            }
            count => {
                let count = count.parse().map_err(|_| NotFound::new())?;
                EventStream::new(
                    stream::iter(0..count).map(|number| Ok::<_, Failure>(tick(number))),
                )
            }
        })
    }

    async fn follow(&self, request: Follow) -> Result<EventStream<Tick, Failure>, ArchiveError> {
        let next = request.last_event_id.map_or(0, |last| last + 1);
        // Each connection has two events, of seven.
        let numbers: Vec<i64> = (next..7).take(2).collect();
        let is_last = numbers.last().is_none_or(|last| *last == 6);
        let events = stream::iter(numbers).map(|number| {
            Ok(Event::new(tick(number))
                .id(number.to_string())
                .retry(Duration::from_millis(1)))
        });
        let rest =
            stream::iter((!is_last).then(|| Err(StreamError::internal("this connection ends"))));
        Ok(EventStream::<Tick, Failure>::new(events.chain(rest)))
    }
}
