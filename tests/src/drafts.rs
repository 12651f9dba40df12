//! A server that writes strings: it implements the API in `tests/apis/drafts.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::net::SocketAddr;

use drafts_api::Client;
use drafts_api::client::Retry;
use drafts_api::errors::NotFound;
use drafts_api::operations::*;
use drafts_api::server::{
    CreateCaption, CreateCompletion, CreateTranscript, DraftsApi, GetContents, GetPlan, GetReport,
    router,
};
use drafts_api::types::{
    Chunk, Completion, Contents, EventStream, FailedChunk, File, FinishReason, JsonLines, Plan,
    Row, Transcript,
};
use futures_util::stream;

/// The server.
#[derive(Debug, Clone, Copy)]
pub struct Drafts;

impl DraftsApi for Drafts {
    async fn create_completion(
        &self,
        request: CreateCompletion,
    ) -> Result<CreateCompletionResponse, CreateCompletionError> {
        let prompt = request.body.prompt;
        let text = match request.body.seed {
            Some(seed) => format!("{prompt} {seed}"),
            None => prompt.clone(),
        };
        Ok(match request.choice {
            CreateCompletionChoice::Whole => CreateCompletionResponse::Whole(Completion {
                text,
                finish_reason: FinishReason::Stop,
            }),
            CreateCompletionChoice::Stream => {
                let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
                let chunks = words.into_iter().map(|word| match word.as_str() {
                    "fail" => Err(FailedChunk {
                        error: "the text failed".to_owned(),
                    }),
                    _ => Ok(Chunk::new(word)),
                });
                CreateCompletionResponse::Stream(EventStream::new(stream::iter(chunks)))
            }
        })
    }

    async fn create_transcript(
        &self,
        request: CreateTranscript,
    ) -> Result<CreateTranscriptResponse, CreateTranscriptError> {
        let text = request.body.speech;
        Ok(match request.choice {
            CreateTranscriptChoice::Json => CreateTranscriptResponse::Json(Transcript { text }),
            CreateTranscriptChoice::Text => CreateTranscriptResponse::Text(text),
            CreateTranscriptChoice::Vtt => {
                CreateTranscriptResponse::Vtt(format!("WEBVTT\n\n{text}"))
            }
        })
    }

    async fn create_caption(
        &self,
        request: CreateCaption,
    ) -> Result<CreateCaptionResponse, CreateCaptionError> {
        let text = request.body.speech;
        Ok(match request.choice {
            CreateCaptionChoice::Json => CreateCaptionResponse::Json(Transcript { text }),
            CreateCaptionChoice::Text => CreateCaptionResponse::Text(text),
            CreateCaptionChoice::Vtt => CreateCaptionResponse::Vtt(format!("WEBVTT\n\n{text}")),
        })
    }

    async fn get_report(&self, request: GetReport) -> Result<GetReportResponse, GetReportError> {
        match request.day.as_str() {
            "today" => {
                return Ok(GetReportResponse::Accepted(GetReportAccepted {
                    retry_after: 60,
                }));
            }
            // A mistake of the server: it does not look at what the caller asks for.
            "wrong" => return Ok(GetReportResponse::Csv("day,texts\n".to_owned())),
            "never" => return Err(NotFound::new().into()),
            _ => {}
        }
        let row = Row {
            day: request.day,
            texts: 3,
        };
        Ok(match request.choice {
            GetReportChoice::Rows => {
                GetReportResponse::Rows(JsonLines::new(stream::iter([Ok::<_, std::io::Error>(
                    row,
                )])))
            }
            GetReportChoice::Csv => GetReportResponse::Csv(format!("{},{}\n", row.day, row.texts)),
            GetReportChoice::Pdf => GetReportResponse::Pdf("%PDF".into()),
        })
    }

    async fn get_contents(
        &self,
        request: GetContents,
    ) -> Result<GetContentsResponse, GetContentsError> {
        let version = request.r#ref.unwrap_or_else(|| "main".to_owned());
        let path = format!("{}@{version}", request.path);
        Ok(match request.choice {
            GetContentsChoice::Contents if request.path.ends_with('/') => {
                GetContentsResponse::Contents(Contents::Directory(vec![path]))
            }
            GetContentsChoice::Contents => {
                GetContentsResponse::Contents(Contents::File(File { path, size: 3 }))
            }
            GetContentsChoice::Raw => {
                let media = match request.path.ends_with(".png") {
                    true => "image/png",
                    false => "application/vnd.drafts.raw",
                };
                GetContentsResponse::Raw(drafts_api::types::Media::new(media, path))
            }
        })
    }

    async fn get_plan(&self, request: GetPlan) -> Result<GetPlanResponse, GetPlanError> {
        let etag = Some("\"1\"".to_owned());
        Ok(match request.choice {
            GetPlanChoice::Plan => GetPlanResponse::Plan(GetPlanPlan {
                body: Plan {
                    topic: "rain".to_owned(),
                },
                etag,
            }),
            GetPlanChoice::Text => GetPlanResponse::Text(GetPlanText {
                body: "rain".to_owned(),
                etag,
            }),
        })
    }
}

/// Serves the API on a free port.
pub async fn serve() -> SocketAddr {
    crate::serving::serve(router(Drafts)).await
}

/// A client that does not retry.
pub fn client(address: SocketAddr) -> Client {
    let builder = crate::transports::client(crate::serving::base_url(address), Client::builder)
        .retry(Retry::never());
    builder.build().expect("the settings are valid")
}
