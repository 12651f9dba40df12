//! A completions API whose model repeats what it reads: it implements the API in `tests/apis/completions.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

mod model;

use std::net::SocketAddr;

use completions_api::client::{ClientBuilder, Retry};
use completions_api::errors::{BadRequest, NotFound};
use completions_api::operations::*;
use completions_api::server::*;
use completions_api::types::*;
use completions_api::{Client, Page};
use futures_util::stream;

/// A key of a project.
pub const PROJECT: &str = "sk-project";
/// A key of somebody who manages the organization.
pub const ADMIN: &str = "sk-admin";

/// The server.
#[derive(Debug, Clone, Copy)]
pub struct Completions;

/// Who calls.
#[derive(Debug, Clone, Copy)]
pub struct Caller {
    is_admin: bool,
}

/// Serves it on a free port.
pub async fn serve() -> SocketAddr {
    crate::serving::serve(router(Completions)).await
}

/// A client without credentials that does not retry.
pub fn builder(address: SocketAddr) -> ClientBuilder {
    crate::transports::client(crate::serving::base_url(address), Client::builder)
        .retry(Retry::never())
}

/// A string that the caller has said.
pub fn said(text: &str) -> Message {
    UserMessage::new(text).into()
}

/// The files of the organization.
fn files() -> Vec<File> {
    let file = |number: u64| File {
        id: FileId::new(format!("file_{number}")),
        bytes: 100 * number,
        purpose: match number % 2 {
            0 => "batch".to_owned(),
            _ => "training".to_owned(),
        },
    };
    (1..=45).map(file).collect()
}

impl CompletionsApi for Completions {
    type Caller = Caller;

    async fn authenticate(&self, credentials: Credentials<'_>) -> Result<Caller, AuthError> {
        let key = match &credentials {
            Credentials::Key(key) => key.as_str(),
            Credentials::HeaderKey(key) => key.as_str(),
        };
        match key {
            PROJECT => Ok(Caller { is_admin: false }),
            ADMIN => Ok(Caller { is_admin: true }),
            _ => Err(AuthError::UnknownKey),
        }
    }

    fn permits(&self, caller: &Caller, key: Key) -> bool {
        match key {
            Key::ProjectKey | Key::HeaderKey => true,
            Key::AdminKey => caller.is_admin,
        }
    }

    async fn create_completion(
        &self,
        _: Caller,
        request: CreateCompletion,
    ) -> Result<CreateCompletionResponse, CreateCompletionError> {
        let words = model::words(&request.body)?;
        Ok(match request.choice {
            CreateCompletionChoice::Whole => {
                CreateCompletionResponse::Whole(model::completion(&request.body, &words))
            }
            CreateCompletionChoice::Stream => {
                let chunks = model::chunks(words);
                CreateCompletionResponse::Stream(EventStream::new(stream::iter(chunks)))
            }
        })
    }

    async fn create_reply(
        &self,
        _: Caller,
        request: CreateReply,
    ) -> Result<EventStream<ReplyEvent, Failure>, CreateReplyError> {
        let text = model::text(&request.body.input);
        let steps = model::steps(&text);
        Ok(EventStream::new(stream::iter(steps)))
    }

    async fn create_transcript(
        &self,
        _: Caller,
        request: CreateTranscript,
    ) -> Result<CreateTranscriptResponse, CreateTranscriptError> {
        let form = request.body.read().await?;
        let speech = form.file.body.collect().await?;
        let names = form.hints.map(|hints| hints.names).unwrap_or_default();
        let languages = form.languages.unwrap_or_default();
        let transcript = Transcript {
            text: format!(
                "{} bytes by {} in {}",
                speech.len(),
                names.join("+"),
                languages.join("+")
            ),
            duration: format!("PT{}S", speech.len())
                .parse()
                .expect("a number of seconds is a duration"),
        };
        Ok(match form.response_format {
            None | Some(TranscriptFormat::Json) => CreateTranscriptResponse::Json(transcript),
            Some(TranscriptFormat::Text) => CreateTranscriptResponse::Text(transcript.text),
            Some(TranscriptFormat::Vtt) => CreateTranscriptResponse::Vtt(format!(
                "WEBVTT\n\n00:00.000 --> 00:{:02}.000\n{}\n",
                speech.len(),
                transcript.text
            )),
        })
    }

    async fn list_files(
        &self,
        _: Caller,
        request: ListFiles,
    ) -> Result<Page<File>, ListFilesError> {
        let mut found = files();
        found.retain(|file| match &request.filter {
            None => true,
            Some(FileFilter::Purpose(purpose)) => file.purpose == *purpose,
            Some(FileFilter::LargerThan(bytes)) => file.bytes > *bytes,
        });
        // The first name is the most important one, so the order by it comes last.
        for name in request.sort.iter().rev() {
            match name.as_str() {
                "purpose" => found.sort_by(|one, other| one.purpose.cmp(&other.purpose)),
                "-bytes" => found.sort_by_key(|file| u64::MAX - file.bytes),
                _ => {}
            }
        }
        let (page, size) = (
            request.page.page.max(1) as usize,
            request.page.page_size as usize,
        );
        let total = found.len() as i64;
        let before = (page - 1).saturating_mul(size);
        let data = found.into_iter().skip(before).take(size);
        Ok(Page {
            data: data.collect(),
            total,
        })
    }

    async fn check_file(
        &self,
        _: Caller,
        request: CheckFile,
    ) -> Result<CheckFileResponse, CheckFileError> {
        let file = files().into_iter().find(|file| file.id == request.id);
        let file = file.ok_or_else(NotFound::new)?;
        Ok(CheckFileResponse {
            content_length: file.bytes,
            etag: (file.purpose == "batch").then(|| format!("\"{}\"", file.id)),
        })
    }

    async fn import_examples(
        &self,
        _: Caller,
        request: ImportExamples,
    ) -> Result<ImportExamplesResponse, ImportExamplesError> {
        if request.id == "none" {
            return Err(NotFound::new().into());
        }
        let mut imported = 0;
        let mut import = |example: &Example| {
            imported += 1;
            match example.messages.is_empty() {
                true => {
                    let problem = format!("Example {imported} has no messages");
                    Err(BadRequest::new().with_message(problem))
                }
                false => Ok(()),
            }
        };
        match request.body {
            ImportExamplesBody::Lines(mut examples) => {
                while let Some(example) = examples.next().await {
                    import(&example?)?;
                }
            }
            ImportExamplesBody::List(examples) => {
                examples.iter().try_for_each(import)?;
            }
        }
        // Many examples are imported in the background.
        Ok(match imported {
            0..100 => ImportExamplesResponse::Ok(ImportResult { imported }),
            _ => ImportExamplesResponse::Accepted(ImportExamplesAccepted {
                location: format!("https://api.completions.example/v1/imports/{imported}")
                    .parse()
                    .expect("it is a URL"),
            }),
        })
    }
}
