//! The model: it repeats the last thing that the user said. Some words are special.

use completions_api::errors::{Filtered, QuotaSpent, RateLimited, Unexpected};
use completions_api::operations::CreateCompletionError;
use completions_api::types::*;

/// The text of a content; of parts, the strings and the URLs of images.
pub(super) fn text(content: &Content) -> String {
    match content {
        Content::Text(text) => text.clone(),
        Content::Parts(parts) => {
            let parts = parts.iter().map(|part| match part {
                Part::Text(part) => part.text.clone(),
                Part::Image(image) => format!("[{:?} of {}]", image.r#type, image.url),
                Part::Other(other) => format!("[{}]", other["type"]),
            });
            parts.collect::<Vec<_>>().join(" ")
        }
    }
}

/// The words that the model says.
pub(super) fn words(request: &CompletionRequest) -> Result<Vec<String>, CreateCompletionError> {
    let said = request
        .messages
        .iter()
        .rev()
        .find_map(|message| match message {
            Message::User(user) => Some(text(&user.content)),
            Message::System(_) | Message::Assistant(_) => None,
        });
    let said = said.unwrap_or_default();
    match said.as_str() {
        "too fast" => Err(RateLimited::new().into()),
        "too much" => Err(QuotaSpent::new().into()),
        "tea" => Err(Unexpected::new(418, "short and stout").into()),
        "violence" => Err(Filtered::new(FilterReport {
            reason: "violence".to_owned(),
            others: [("violence".to_owned(), 0.75), ("hate".to_owned(), 0.25)].into(),
        })
        .into()),
        said => {
            let mut words: Vec<String> = said.split_whitespace().map(str::to_owned).collect();
            if let Maybe::Value(stop) = &request.stop {
                let end = words.iter().position(|word| stops(stop, word));
                words.truncate(end.unwrap_or(words.len()));
            }
            Ok(words)
        }
    }
}

/// Whether a word ends the text. Tokens are lengths of words here.
fn stops(stop: &Stop, word: &str) -> bool {
    match stop {
        Stop::Text(text) => word == text,
        Stop::Texts(texts) => texts.iter().any(|text| word == text),
        Stop::Tokens(tokens) => tokens.iter().any(|token| word.len() == *token as usize),
    }
}

/// The whole completion.
pub(super) fn completion(request: &CompletionRequest, words: &[String]) -> Completion {
    let message = match &request.tool_choice {
        Some(ToolChoice::Named(tool)) => AssistantMessage {
            tool_calls: Some(vec![ToolCall {
                id: "call_1".to_owned(),
                name: tool.name.clone(),
                arguments: words.join(" "),
            }]),
            ..AssistantMessage::default()
        },
        Some(ToolChoice::Mode(_)) | None => AssistantMessage {
            content: Some(words.join(" ").into()),
            ..AssistantMessage::default()
        },
    };
    let finish_reason = match message.tool_calls {
        Some(_) => FinishReason::ToolCalls,
        None => FinishReason::Stop,
    };
    Completion {
        id: format!("cmpl_{}", request.model),
        choices: vec![Choice {
            index: 0,
            message,
            finish_reason,
        }],
        usage: Some(Usage {
            prompt_tokens: request.messages.len() as u64,
            completion_tokens: words.len() as u64,
        }),
    }
}

/// The completion in pieces. The word `fail` fails.
pub(super) fn chunks(words: Vec<String>) -> Vec<Result<Chunk, FailedChunk>> {
    let mut chunks = Vec::new();
    for word in words {
        if word == "fail" {
            let failure = Failure {
                code: 503,
                message: "The model is gone".to_owned(),
            };
            chunks.push(Err(FailedChunk {
                error: failure,
                choices: vec![FailedChoice { index: 0 }],
            }));
            return chunks;
        }
        let delta = Delta {
            content: Maybe::Value(word),
            ..Delta::default()
        };
        chunks.push(Ok(chunk(ChunkChoice::new(0, delta))));
    }
    chunks.push(Ok(chunk(ChunkChoice {
        finish_reason: Some(FinishReason::Stop),
        ..ChunkChoice::new(0, Delta::default())
    })));
    chunks
}

fn chunk(choice: ChunkChoice) -> Chunk {
    Chunk::new("cmpl_1", vec![choice])
}

/// A reply in steps. The word `fail` fails.
pub(super) fn steps(text: &str) -> Vec<Result<ReplyEvent, Failure>> {
    let step = |sequence_number| ReplyStep {
        sequence_number,
        reply_id: "rep_1".to_owned(),
    };
    let mut steps = vec![Ok(ReplyEvent::ReplyCreated(step(0)))];
    let mut number = 0;
    for word in text.split_whitespace() {
        if word == "fail" {
            steps.push(Err(Failure {
                code: 500,
                message: "The reply broke off".to_owned(),
            }));
            return steps;
        }
        number += 1;
        steps.push(Ok(ReplyEvent::ReplyTextDelta(TextDelta {
            sequence_number: number,
            delta: word.to_owned(),
        })));
    }
    steps.push(Ok(ReplyEvent::ReplyCompleted(step(number + 1))));
    steps
}
