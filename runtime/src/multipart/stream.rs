//! Reading a form part by part.

use std::fmt;
use std::future::poll_fn;
use std::marker::PhantomData;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use bytes::{Bytes, BytesMut};
use futures_core::Stream;

use super::head::{Naming, PartHead, boundary};
use super::parser::{Parser, Token};
use super::read::{ReadParts, ReceivedPart};
use super::table::{Accepted, Arrived, Entry, PartKind, PositionedError, Table};
use super::{MultipartError, MultipartForm};
use crate::ValidationError;
use crate::body::{Body, BodyError, BodyErrorKind};

/// The multipart form of a request.
///
/// [`read`](Self::read) reads it whole, files included. [`next`](Self::next) reads one part at a time, and its files
/// arrive while they are read:
///
/// ```ignore
/// while let Some(part) = request.body.next().await {
///     match part? {
///         SpeechUploadPart::File(mut file) => {
///             while let Some(chunk) = file.body.next().await {
///                 store.write(&chunk?).await?;
///             }
///         }
///         SpeechUploadPart::Language(language) => languages.push(language),
///     }
/// }
/// ```
///
/// Parts come in the order in which they were sent. The rest of a file is skipped when the next part is read.
pub struct Multipart<T> {
    shared: Arc<Mutex<Shared>>,
    form: PhantomData<fn() -> T>,
}

impl<T: MultipartForm> Multipart<T> {
    /// Reads a form with this header `Content-Type`. A part that is not a file has at most `limit` bytes. `None` if the
    /// header has no boundary.
    pub fn new(body: Body, content_type: &[u8], limit: usize) -> Option<Self> {
        let (boundary, naming) = (boundary(content_type)?, Naming::of(content_type));
        let shared = Shared::new(body, &boundary, naming, limit, Table::of::<T>());
        Some(Self {
            shared: Arc::new(Mutex::new(shared)),
            form: PhantomData,
        })
    }

    /// Reads the whole form. Files are in memory, up to the limit of the body.
    ///
    /// # Errors
    /// All validation errors, in the order of the specification. Or the body is not complete.
    pub async fn read(self) -> Result<T, MultipartError> {
        let mut parts = collect(&self.shared).await?;
        finish(T::read(&mut parts), parts)
    }

    /// The next part; `None` after the last.
    ///
    /// # Errors
    /// The part is invalid, and the next one can be read. At the end, parts may be missing. Or the body is not
    /// complete.
    #[allow(
        clippy::should_implement_trait,
        reason = "it waits, which an iterator's `next` cannot"
    )]
    pub async fn next(&mut self) -> Option<Result<T::Part, MultipartError>> {
        let part = poll_fn(|context| poll_part(&self.shared, context)).await?;
        Some(part.and_then(|mut part| {
            let value = T::read_part(&mut part);
            value.ok_or_else(|| invalid(part.problems))
        }))
    }
}

/// Reads a form with this header `Content-Type` that is in memory. `None` if the header has no boundary.
///
/// # Errors
/// All validation errors.
#[cfg_attr(
    not(feature = "server"),
    allow(dead_code, reason = "only servers read forms that are in memory")
)]
pub(crate) fn read_whole<T: MultipartForm>(
    body: Bytes,
    content_type: &[u8],
    limit: usize,
) -> Option<Result<T, MultipartError>> {
    let form = Multipart::<T>::new(body.into(), content_type, limit)?;
    let collected = pin!(collect(&form.shared)).poll(&mut Context::from_waker(Waker::noop()));
    Some(match collected {
        Poll::Ready(parts) => parts.and_then(|mut parts| finish(T::read(&mut parts), parts)),
        // Nothing waits for a body in memory.
        Poll::Pending => Err(MultipartError::Body(incomplete())),
    })
}

fn finish<T>(value: Option<T>, parts: ReadParts) -> Result<T, MultipartError> {
    match value {
        Some(value) if parts.problems.is_empty() => Ok(value),
        _ => Err(invalid(parts.problems)),
    }
}

/// The error of parts with these problems, in the order of the specification.
fn invalid(mut problems: Vec<PositionedError>) -> MultipartError {
    problems.sort_by_key(|problem| problem.position);
    let mut errors: Vec<_> = problems.into_iter().map(|problem| problem.error).collect();
    if errors.is_empty() {
        errors.push(ValidationError::of_body("does not match the specification"));
    }
    MultipartError::Invalid(errors)
}

/// The error of a body without its last boundary.
fn incomplete() -> BodyError {
    BodyError::new(BodyErrorKind::Interrupted).of_request()
}

/// Collecting stops after this many problems.
const MAX_PROBLEMS: usize = 100;

/// Reads all parts, and the files among them.
async fn collect(shared: &Arc<Mutex<Shared>>) -> Result<ReadParts, MultipartError> {
    let mut parts = ReadParts::new();
    while let Some(part) = poll_fn(|context| poll_event(shared, context)).await {
        match part? {
            Event::Part(mut part) => {
                if let Some(file) = part.file.take() {
                    let bytes = file.collect().await.map_err(MultipartError::Body)?;
                    part.file = Some(bytes.into());
                }
                parts.push(part);
            }
            Event::Invalid(mut problems) => parts.problems.append(&mut problems),
        }
        if parts.problems.len() > MAX_PROBLEMS {
            return Err(invalid(parts.problems));
        }
    }
    Ok(parts)
}

/// The state of reading a form, which the body of a file shares.
struct Shared {
    body: Body,
    parser: Parser,
    arrived: Arrived,
    /// The maximum size of a part that is not a file.
    limit: usize,
    /// The part that is being read, unless it is a file or invalid.
    part: Option<CurrentPart>,
    /// The number of the file being read. `None` if no file is being read.
    file: Option<usize>,
    /// The number of files so far.
    files: usize,
    progress: Progress,
}

/// A part that is being read.
struct CurrentPart {
    entry: Entry,
    head: PartHead,
    content: BytesMut,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    Reading,
    /// Reading the content of a file failed; the form is not complete.
    Failed,
    Ended,
}

/// A part of a form, or the problems of an invalid part.
enum Event {
    Part(ReceivedPart),
    Invalid(Vec<PositionedError>),
}

impl Shared {
    fn new(body: Body, boundary: &[u8], naming: Naming, limit: usize, table: Table) -> Self {
        Self {
            body,
            parser: Parser::new(boundary, naming),
            arrived: Arrived::new(table, naming),
            limit,
            part: None,
            file: None,
            files: 0,
            progress: Progress::Reading,
        }
    }

    fn poll_token(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Token, MultipartError>>> {
        loop {
            match self.parser.next() {
                Ok(Some(token)) => return Poll::Ready(Some(Ok(token))),
                Ok(None) => {}
                Err(problem) => {
                    return Poll::Ready(Some(Err(MultipartError::malformed(problem))));
                }
            }
            match ready!(self.body.poll_chunk(context)) {
                Some(Ok(chunk)) => self.parser.push(&chunk),
                Some(Err(error)) => return Poll::Ready(Some(Err(MultipartError::Body(error)))),
                None if self.parser.is_complete() => return Poll::Ready(None),
                None => return Poll::Ready(Some(Err(MultipartError::Body(incomplete())))),
            }
        }
    }

    /// Takes a token. Returns a part if it is complete, or a file, whose content is read later.
    fn take(&mut self, token: Token, shared: &Arc<Mutex<Self>>) -> Option<Event> {
        match token {
            Token::Head(mut head) => match self.arrived.accept(&mut head) {
                Ok(Accepted::Field(entry)) if entry.part.kind != PartKind::File => {
                    self.part = Some(CurrentPart {
                        entry,
                        head,
                        content: BytesMut::new(),
                    });
                    None
                }
                Ok(Accepted::Field(entry)) => Some(self.open_file(Some(entry), head, shared)),
                Ok(Accepted::Other) => Some(self.open_file(None, head, shared)),
                Ok(Accepted::Skipped) => None,
                Err(problem) => Some(Event::Invalid(vec![problem])),
            },
            Token::Content(content) => {
                let added = self.add(&content);
                added.err().map(|problem| Event::Invalid(vec![problem]))
            }
            Token::PartEnd => {
                self.file = None;
                let part = self.part.take()?;
                let content = part.content.freeze();
                let part = ReceivedPart::of_value(part.entry, part.head, content);
                Some(Event::Part(part))
            }
        }
    }

    /// Begins a file, whose content is read later.
    fn open_file(
        &mut self,
        entry: Option<Entry>,
        head: PartHead,
        shared: &Arc<Mutex<Self>>,
    ) -> Event {
        self.files += 1;
        self.file = Some(self.files);
        let content = FileContent {
            shared: Arc::clone(shared),
            file: self.files,
        };
        let file = Body::from_chunks(Box::pin(content));
        Event::Part(ReceivedPart::of_file(entry, head, file))
    }

    /// Adds to the part that is being read. The content of an invalid part is skipped.
    fn add(&mut self, content: &[u8]) -> Result<(), PositionedError> {
        if let Some(part) = &mut self.part {
            if part.content.len() + content.len() > self.limit {
                let problem = part
                    .entry
                    .error(format!("must have at most {} bytes", self.limit));
                self.part = None;
                return Err(problem);
            }
            part.content.extend_from_slice(content);
        }
        Ok(())
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The next part, or the next error.
fn poll_part(
    shared: &Arc<Mutex<Shared>>,
    context: &mut Context<'_>,
) -> Poll<Option<Result<ReceivedPart, MultipartError>>> {
    let event = ready!(poll_event(shared, context));
    Poll::Ready(event.map(|event| match event? {
        Event::Part(part) => Ok(part),
        Event::Invalid(problems) => Err(invalid(problems)),
    }))
}

/// The next part, or the problems of an invalid part. An error is the last event.
fn poll_event(
    shared: &Arc<Mutex<Shared>>,
    context: &mut Context<'_>,
) -> Poll<Option<Result<Event, MultipartError>>> {
    let mut state = lock(shared);
    match state.progress {
        Progress::Reading => {}
        Progress::Ended => return Poll::Ready(None),
        Progress::Failed => {
            state.progress = Progress::Ended;
            return Poll::Ready(Some(Err(MultipartError::Body(incomplete()))));
        }
    }
    loop {
        let event = match ready!(state.poll_token(context)) {
            Some(Ok(token)) => match state.take(token, shared) {
                Some(event) => Some(Ok(event)),
                None => continue,
            },
            Some(Err(error)) => {
                state.progress = Progress::Ended;
                Some(Err(error))
            }
            None => {
                state.progress = Progress::Ended;
                let missing = state.arrived.missing();
                (!missing.is_empty()).then_some(Ok(Event::Invalid(missing)))
            }
        };
        return Poll::Ready(event);
    }
}

/// The content of a file, which is read from the form.
struct FileContent {
    shared: Arc<Mutex<Shared>>,
    /// The number of the file in the form, from 1.
    file: usize,
}

impl Stream for FileContent {
    type Item = Result<Bytes, BodyError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut state = lock(&self.shared);
        if state.file != Some(self.file) {
            let late = "the next part was read before the file";
            return Poll::Ready(Some(Err(BodyError::of_source(late))));
        }
        let error = match ready!(state.poll_token(context)) {
            Some(Ok(Token::Content(content))) => return Poll::Ready(Some(Ok(content))),
            Some(Ok(Token::PartEnd)) => {
                state.file = None;
                return Poll::Ready(None);
            }
            // A part does not begin within another, nor does the form end there.
            Some(Ok(Token::Head(_))) | None => incomplete(),
            Some(Err(MultipartError::Body(error))) => error,
            Some(Err(error)) => {
                BodyError::caused_by(BodyErrorKind::Interrupted, error).of_request()
            }
        };
        state.progress = Progress::Failed;
        Poll::Ready(Some(Err(error)))
    }
}

impl<T> fmt::Debug for Multipart<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Multipart").finish_non_exhaustive()
    }
}
