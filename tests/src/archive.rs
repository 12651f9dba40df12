//! An archive that keeps its documents in memory: it implements the API in `tests/apis/archive.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use archive_api::Client;
use archive_api::client::Retry;
use archive_api::errors::NotFound;
use archive_api::operations::*;
use archive_api::server::*;
use archive_api::types::*;

/// The archive. Clones share their documents: the media type and the content of each.
#[derive(Debug, Clone, Default)]
pub struct Archive(Arc<Mutex<Documents>>);

type Documents = BTreeMap<String, (String, Vec<u8>)>;

impl Archive {
    fn documents<T>(&self, change: impl FnOnce(&mut Documents) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Serves the archive on a free port, and returns the base URL.
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

/// A line of a table.
pub fn row(name: impl Into<String>, amount: i64) -> Row {
    Row {
        name: name.into(),
        amount,
    }
}

fn receipt(bytes: usize, media: Option<String>) -> Receipt {
    Receipt {
        bytes: bytes as u64,
        media,
    }
}

/// How many bytes a handler sends at once.
const CHUNK: u64 = 1 << 16;

impl ArchiveApi for Archive {
    async fn put_document(&self, request: PutDocument) -> Result<Receipt, PutDocumentError> {
        let media = request.body.media;
        let content = request.body.content.collect().await?;
        let bytes = content.len();
        let document = (media.clone(), content.to_vec());
        self.documents(|documents| documents.insert(request.name, document));
        Ok(receipt(bytes, Some(media)))
    }

    async fn get_document(&self, request: GetDocument) -> Result<Media<Body>, GetDocumentError> {
        let document = self.documents(|documents| documents.get(&request.name).cloned());
        let (media, content) = document.ok_or_else(NotFound::new)?;
        Ok(Media::new(media, content))
    }

    async fn change_document(
        &self,
        request: ChangeDocument,
    ) -> Result<Receipt, ChangeDocumentError> {
        self.documents(|documents| {
            let document = documents.get_mut(&request.name);
            let (media, content) = document.ok_or_else(NotFound::new)?;
            match request.body.map(|change| change.title) {
                None | Some(Maybe::Absent) => {}
                Some(Maybe::Null) => content.clear(),
                Some(Maybe::Value(title)) => *content = title.into_bytes(),
            }
            Ok(receipt(content.len(), Some(media.clone())))
        })
    }

    async fn count_bytes(&self, request: CountBytes) -> Result<Receipt, CountBytesError> {
        let mut body = request.body;
        let mut bytes = 0;
        while let Some(chunk) = body.next().await {
            bytes += chunk?.len();
        }
        Ok(receipt(bytes, None))
    }

    async fn echo(&self, request: Echo) -> Result<Body, EchoError> {
        Ok(request.body.unwrap_or_else(|| Body::from("nothing")))
    }

    async fn send_zeros(&self, request: SendZeros) -> Result<Body, SendZerosError> {
        let chunks = (0..request.count.div_ceil(CHUNK)).map(move |index| {
            let left = request.count - index * CHUNK;
            Ok::<_, std::io::Error>(vec![0_u8; left.min(CHUNK) as usize])
        });
        Ok(Body::from_stream(futures_util::stream::iter(chunks)))
    }

    async fn spell(&self, request: Spell) -> Result<String, SpellError> {
        let text = request.body.unwrap_or_else(|| "nothing".to_owned());
        Ok(text.to_uppercase())
    }

    async fn import_rows(&self, request: ImportRows) -> Result<Row, ImportRowsError> {
        let (mut rows, mut sum) = (request.body, row("sum", 0));
        while let Some(row) = rows.next().await {
            sum.amount += row?.amount;
        }
        Ok(sum)
    }

    async fn export_rows(&self, request: ExportRows) -> Result<JsonLines<Row>, ExportRowsError> {
        let rows = (0..i64::from(request.count))
            .map(|index| Ok::<_, std::io::Error>(row(format!("row \n {index}"), index)));
        Ok(JsonLines::new(futures_util::stream::iter(rows)))
    }

    async fn pay(&self, request: Pay) -> Result<Payment, PayError> {
        Ok(request.body)
    }

    async fn cancel_payment(
        &self,
        request: CancelPayment,
    ) -> Result<Option<Change>, CancelPaymentError> {
        Ok(request.body)
    }

    async fn watch_rows(&self, request: WatchRows) -> Result<EventStream<Row>, WatchRowsError> {
        let next = request.last_event_id.and_then(|id| id.parse::<i64>().ok());
        let next = next.map_or(0, |id| id + 1);
        let rows = (next..10).map(move |index| {
            if index == next + 3 {
                return Err(StreamError::internal("it breaks off"));
            }
            let event = Event::new(row("row", index)).id(index.to_string());
            Ok(event.retry(Duration::from_millis(1)))
        });
        Ok(EventStream::new(futures_util::stream::iter(rows)))
    }

    async fn follow_rows(
        &self,
        request: FollowRows,
    ) -> Result<FollowRowsResponse, FollowRowsError> {
        let next = request.last_event_id.and_then(|id| id.parse::<i64>().ok());
        let next = next.map_or(request.from, |id| id + 1);
        if next >= 5 {
            return Ok(FollowRowsResponse::NoContent(FollowRowsNoContent {
                x_rows: Some(5),
            }));
        }
        let rows = (next..5).map(move |index| {
            if index == next + 2 {
                return Err(StreamError::internal("it breaks off"));
            }
            let event = Event::new(row("row", index)).id(index.to_string());
            Ok(event.retry(Duration::from_millis(1)))
        });
        let rows = EventStream::new(futures_util::stream::iter(rows));
        Ok(FollowRowsResponse::Ok(rows))
    }

    async fn complete(
        &self,
        request: Complete,
    ) -> Result<EventStream<Word, Failure>, CompleteError> {
        let words = request.body.split_whitespace().map(|word| match word {
            "fail" => Err(Failure { code: 529 }),
            word => Ok(Word::new(word)),
        });
        let words: Vec<Result<Word, Failure>> = words.collect();
        Ok(EventStream::new(futures_util::stream::iter(words)))
    }

    async fn shout(&self, request: Shout) -> Result<EventStream<String, String>, ShoutError> {
        let lines = request.body.lines().map(|line| match line {
            "fail" => Err("it failed\nwith two lines".to_owned()),
            line => Ok(line.to_uppercase()),
        });
        let lines: Vec<Result<String, String>> = lines.collect();
        Ok(EventStream::new(futures_util::stream::iter(lines)))
    }

    async fn label_document(
        &self,
        request: LabelDocument,
    ) -> Result<Vec<Label>, LabelDocumentError> {
        let mut labels = request.body;
        labels.sort();
        Ok(labels)
    }

    async fn notify(&self, request: Notify) -> Result<EventStream<Notice, Failure>, NotifyError> {
        let lines: Vec<String> = request.body.lines().map(str::to_owned).collect();
        let events = lines.into_iter().map(|line| match line.split_once(' ') {
            Some(("add", name)) => Ok(Notice::from(Row {
                name: name.to_owned(),
                amount: 1,
            })),
            Some(("say", text)) => Ok(Notice::from(text)),
            None if line == "close" => Ok(Notice::Closed),
            None if line == "fail" => Err(Failure { code: 529 }),
            _ => Ok(Notice::Other(line, serde_json::json!({ "by": "nobody" }))),
        });
        Ok(EventStream::new(futures_util::stream::iter(
            events.collect::<Vec<_>>(),
        )))
    }

    async fn reply(&self, request: Reply) -> Result<EventStream<Step>, ReplyError> {
        let words = request.body.split_whitespace().map(Word::new);
        let steps = words.map(Step::Text);
        let steps: Vec<_> = std::iter::once(Step::Started)
            .chain(steps)
            .map(Ok::<_, Infallible>)
            .collect();
        Ok(EventStream::new(futures_util::stream::iter(steps)))
    }
}
