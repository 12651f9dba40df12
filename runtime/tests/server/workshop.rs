//! An implementation of the example API. The names of tools determine which error occurs.

use std::error::Error;
use std::fmt;

use specsmith_runtime::codegen as rt;
use specsmith_runtime::server::{AuthError, BearerToken};

use crate::api::{CreateTool, DeleteTool, GetPart, ListTools, Tool, ToolId, WorkshopApi};
use crate::errors::{DeleteToolError, NotFound, TooManyRequests, ToolError};

pub(crate) struct Workshop;

/// Whether the caller's key is a management key.
pub(crate) struct Caller {
    manages: bool,
}

impl WorkshopApi for Workshop {
    type Caller = Caller;

    async fn authenticate(&self, token: BearerToken<'_>) -> Result<Caller, AuthError> {
        // The future must be `Send`, even across an `await`.
        tokio::task::yield_now().await;
        match token.as_str() {
            "management" => Ok(Caller { manages: true }),
            "ordinary" => Ok(Caller { manages: false }),
            "limited" => Err(AuthError::unavailable(
                TooManyRequests {
                    retry_after: Some(30),
                    ..TooManyRequests::default()
                }
                .caused_by("the key store at 10.0.0.7 is busy"),
            )),
            "unlucky" => Err(std::io::Error::other("the key store at 10.0.0.7 is down"))?,
            _ => Err(AuthError::UnknownKey),
        }
    }

    fn permits(&self, caller: &Caller) -> bool {
        caller.manages
    }

    async fn list_tools(&self, _: Caller, request: ListTools) -> Result<rt::Json, ToolError> {
        let tags: Vec<_> = request.tags.iter().map(ToolId::as_str).collect();
        Ok(serde_json::json!({
            "name": request.name,
            "limit": request.limit,
            "tags": tags,
            "trace": request.trace,
        }))
    }

    async fn create_tool(&self, _: Caller, request: CreateTool) -> Result<Tool, ToolError> {
        let mut tool = request.body;
        if tool.id.as_str() == "priceless" {
            tool.price = Some(f64::INFINITY);
        }
        if request.dry_run == Some(true) {
            tool.id = ToolId::from("dry");
        }
        Ok(tool)
    }

    async fn delete_tool(&self, _: Caller, request: DeleteTool) -> Result<(), DeleteToolError> {
        match request.id.as_str() {
            "missing" => Err(NotFound::new().with_metadata("shelf", 7))?,
            "limited" => Err(TooManyRequests {
                retry_after: Some(30),
                ..TooManyRequests::default()
            })?,
            "broken" => Err(std::io::Error::other("disk /dev/sda1 is full"))?,
            "forged" => Err(Forged {
                source: std::io::Error::other("no\rERROR the disk is gone"),
            })?,
            "torn" => panic!("no\nERROR all is lost"),
            "panicking" => panic!("the password is hunter2"),
            _ => Ok(()),
        }
    }

    async fn get_part(&self, request: GetPart) -> Result<Vec<String>, ToolError> {
        Ok(vec![request.tool.into_inner(), request.part])
    }
}

/// An error whose text, like the text of its source, has line breaks.
#[derive(Debug)]
struct Forged {
    source: std::io::Error,
}

impl fmt::Display for Forged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no\nERROR all is lost\u{1b}[31m")
    }
}

impl Error for Forged {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.source)
    }
}
