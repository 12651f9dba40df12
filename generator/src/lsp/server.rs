//! The protocol: messages in, responses and diagnostics out.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lsp_server::{Connection, ErrorCode, Message, Notification, ProtocolError, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest,
    PrepareRenameRequest, References, Rename, Request as _, WorkspaceSymbolRequest,
};
use lsp_types::{
    CodeActionOrCommand, CodeActionParams, CompletionOptions, CompletionResponse,
    DocumentSymbolResponse, GotoDefinitionResponse, HoverProviderCapability, OneOf, Position,
    PublishDiagnosticsParams, RenameOptions, ServerCapabilities, TextDocumentPositionParams,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, Uri, WorkspaceSymbolResponse,
};

use super::history::{History, Past};
use super::index::Name;
use super::problems::{self, Problems};
use super::workspace::Workspace;
use super::{features, uris};
use crate::hash::HashMap;

/// How long nobody has to type before a specification is checked.
const PAUSE: Duration = Duration::from_millis(100);

/// Why the server cannot go on.
#[derive(Debug)]
pub enum ServeError {
    /// The editor does not speak the protocol.
    Protocol(String),
    /// Standard input or output is broken.
    Io(std::io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Protocol(problem) => write!(f, "the editor broke the protocol: {problem}"),
            Self::Io(error) => write!(f, "cannot talk to the editor: {error}"),
        }
    }
}

impl Error for ServeError {}

impl From<ProtocolError> for ServeError {
    fn from(error: ProtocolError) -> Self {
        Self::Protocol(error.to_string())
    }
}

/// Serves an editor over standard input and output, until it says that it is done.
///
/// # Errors
///
/// The editor breaks the protocol, or the connection breaks.
pub fn serve(history: History<'_>) -> Result<(), ServeError> {
    let (connection, threads) = Connection::stdio();
    serve_connection(connection, history)?;
    threads.join().map_err(ServeError::Io)
}

/// Serves an editor over a connection.
fn serve_connection(connection: Connection, history: History<'_>) -> Result<(), ServeError> {
    let capabilities = serde_json::to_value(capabilities()).unwrap_or_default();
    let parameters = connection.initialize(capabilities)?;
    let is_asked_for = parameters["initializationOptions"]["diff"] == true;
    Server {
        past: is_asked_for.then(|| Past::new(history)),
        connection,
        workspace: Workspace::default(),
        waiting: BTreeSet::new(),
        problems: HashMap::default(),
    }
    .run()
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(TextDocumentSyncSaveOptions::Supported(true)),
                ..TextDocumentSyncOptions::default()
            },
        )),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([" ", "<", "[", "{", ","].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(true.into()),
        document_formatting_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

struct Server<'h> {
    connection: Connection,
    /// The specifications as they were before, if the editor asks for what has changed since.
    past: Option<Past<'h>>,
    workspace: Workspace,
    /// Main files that have to be checked.
    waiting: BTreeSet<PathBuf>,
    /// What was wrong with each main file and the files that it includes, when it was checked last.
    problems: HashMap<PathBuf, Problems>,
}

impl Server<'_> {
    fn run(mut self) -> Result<(), ServeError> {
        loop {
            let message = match self.waiting.is_empty() {
                true => self.connection.receiver.recv().ok(),
                false => match self.connection.receiver.recv_timeout(PAUSE) {
                    Ok(message) => Some(message),
                    Err(error) if error.is_timeout() => {
                        self.check_waiting();
                        continue;
                    }
                    Err(_) => None,
                },
            };
            match message {
                None => return Ok(()),
                Some(Message::Request(request)) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    let response = self.respond(request);
                    self.send(Message::Response(response));
                }
                Some(Message::Notification(notification)) => self.notice(notification),
                // The server asks for nothing.
                Some(Message::Response(_)) => {}
            }
        }
    }

    /// Sends a message. If the editor is gone, the next read notices it.
    fn send(&self, message: Message) {
        let _ = self.connection.sender.send(message);
    }

    fn respond(&self, request: Request) -> Response {
        let workspace = &self.workspace;
        match request.method.as_str() {
            Completion::METHOD => respond::<Completion>(request, |params| {
                let items = at(&params.text_document_position, |path, position| {
                    features::completion(workspace, path, position)
                });
                Ok(Some(CompletionResponse::Array(items.unwrap_or_default())))
            }),
            HoverRequest::METHOD => respond::<HoverRequest>(request, |params| {
                let hover = at(&params.text_document_position_params, |path, position| {
                    features::hover(workspace, path, position)
                });
                Ok(hover.flatten())
            }),
            GotoDefinition::METHOD => respond::<GotoDefinition>(request, |params| {
                let locations = at(&params.text_document_position_params, |path, position| {
                    features::definition(workspace, path, position)
                });
                Ok(locations.map(GotoDefinitionResponse::Array))
            }),
            References::METHOD => respond::<References>(request, |params| {
                let all = params.context.include_declaration;
                let is_wanted = |name: &Name| all || name.declared.is_none();
                Ok(at(&params.text_document_position, |path, position| {
                    features::references(workspace, path, position, is_wanted)
                }))
            }),
            PrepareRenameRequest::METHOD => respond::<PrepareRenameRequest>(request, |params| {
                let name = at(&params, |path, position| {
                    features::prepare_rename(workspace, path, position)
                });
                Ok(name.flatten())
            }),
            Rename::METHOD => respond::<Rename>(request, |params| {
                let changes = at(&params.text_document_position, |path, position| {
                    features::rename(workspace, path, position, &params.new_name)
                });
                changes.unwrap_or(Ok(None))
            }),
            _ => self.respond_about_files(request),
        }
    }

    /// Responds to a request that is not about a position.
    fn respond_about_files(&self, request: Request) -> Response {
        let workspace = &self.workspace;
        match request.method.as_str() {
            DocumentSymbolRequest::METHOD => respond::<DocumentSymbolRequest>(request, |params| {
                let path = uris::path(&params.text_document.uri);
                let symbols = path.map(|path| features::document_symbols(workspace, &path));
                Ok(symbols.map(DocumentSymbolResponse::Nested))
            }),
            WorkspaceSymbolRequest::METHOD => {
                respond::<WorkspaceSymbolRequest>(request, |params| {
                    let symbols = features::workspace_symbols(workspace, &params.query);
                    Ok(Some(WorkspaceSymbolResponse::Flat(symbols)))
                })
            }
            Formatting::METHOD => respond::<Formatting>(request, |params| {
                let path = uris::path(&params.text_document.uri);
                Ok(path.and_then(|path| features::formatting(workspace, &path)))
            }),
            CodeActionRequest::METHOD => {
                respond::<CodeActionRequest>(request, |params| Ok(Some(self.actions(&params))))
            }
            _ => {
                let message = format!("`{}` is not supported", request.method);
                Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message)
            }
        }
    }

    fn actions(&self, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
        let Some(path) = uris::path(&params.text_document.uri) else {
            return Vec::new();
        };
        let Some(problems) = self.problems.get(&self.workspace.main_of(&path)) else {
            return Vec::new();
        };
        let actions = problems.actions(&self.workspace, &path, params.range);
        let actions = actions.into_iter();
        actions.map(CodeActionOrCommand::CodeAction).collect()
    }

    fn notice(&mut self, notification: Notification) {
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Some(params) = params::<DidOpenTextDocument>(notification) {
                    let document = params.text_document;
                    self.changed(&document.uri.clone(), |workspace, path| {
                        workspace.open(path, document.uri, document.text);
                    });
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Some(params) = params::<DidChangeTextDocument>(notification) {
                    self.changed(&params.text_document.uri, |workspace, path| {
                        workspace.change(&path, params.content_changes);
                    });
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Some(params) = params::<DidCloseTextDocument>(notification) {
                    self.closed(&params.text_document.uri);
                }
            }
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => {
                self.workspace.forget_closed();
                if let Some(past) = &mut self.past {
                    past.forget();
                }
                let mains = self
                    .workspace
                    .paths()
                    .map(|path| self.workspace.main_of(path));
                self.waiting.extend(mains);
            }
            // Optional notifications, such as that a request is cancelled.
            _ => {}
        }
    }

    /// Changes a file. The specifications that it is in are checked later.
    fn changed(&mut self, uri: &Uri, change: impl FnOnce(&mut Workspace, PathBuf)) {
        if let Some(path) = uris::path(uri) {
            change(&mut self.workspace, path.clone());
            self.waiting.insert(self.workspace.main_of(&path));
        }
    }

    /// Removes the diagnostics of a specification of which no file is open any more.
    fn closed(&mut self, uri: &Uri) {
        let Some(path) = uris::path(uri) else {
            return;
        };
        let main = self.workspace.main_of(&path);
        self.workspace.close(&path);
        self.workspace.forget_closed();
        let mut open = self.workspace.paths();
        if open.any(|path| self.workspace.main_of(path) == main) {
            self.waiting.insert(main);
            return;
        }
        drop(open);
        self.waiting.remove(&main);
        for path in self
            .problems
            .remove(&main)
            .unwrap_or_default()
            .by_file
            .keys()
        {
            self.publish(path, Vec::new());
        }
    }

    fn check_waiting(&mut self) {
        for main in std::mem::take(&mut self.waiting) {
            let checked = self.workspace.check(&main);
            let problems = checked.map(|checked| {
                let past = self.past.as_mut();
                let changes = past.map(|past| past.findings(&main, &checked.source));
                problems::by_file(checked, &changes.unwrap_or_default(), &self.workspace)
            });
            let problems = problems.unwrap_or_default();
            let before = self.problems.remove(&main).unwrap_or_default();
            for path in before.by_file.keys() {
                if !problems.by_file.contains_key(path) {
                    self.publish(path, Vec::new());
                }
            }
            for (path, found) in &problems.by_file {
                let shown = found.iter().map(|problem| problem.shown.clone());
                self.publish(path, shown.collect());
            }
            self.problems.insert(main, problems);
        }
    }

    fn publish(&self, path: &Path, diagnostics: Vec<lsp_types::Diagnostic>) {
        if let Some(uri) = self.workspace.uri(path) {
            let params = PublishDiagnosticsParams::new(uri, diagnostics, None);
            let method = PublishDiagnostics::METHOD.to_owned();
            self.send(Message::Notification(Notification::new(method, params)));
        }
    }
}

/// Responds to a request, if its parameters are right.
fn respond<R: lsp_types::request::Request>(
    request: Request,
    handle: impl FnOnce(R::Params) -> Result<R::Result, String>,
) -> Response {
    let params = match serde_json::from_value(request.params) {
        Ok(params) => params,
        Err(error) => {
            return Response::new_err(
                request.id,
                ErrorCode::InvalidParams as i32,
                error.to_string(),
            );
        }
    };
    match handle(params) {
        Ok(result) => Response::new_ok(request.id, result),
        Err(message) => Response::new_err(request.id, ErrorCode::RequestFailed as i32, message),
    }
}

/// The parameters of a notification; there is no response to wrong ones.
fn params<N: lsp_types::notification::Notification>(
    notification: Notification,
) -> Option<N::Params> {
    serde_json::from_value(notification.params).ok()
}

/// Looks at a position of a file.
fn at<T>(at: &TextDocumentPositionParams, look: impl FnOnce(&Path, Position) -> T) -> Option<T> {
    Some(look(&uris::path(&at.text_document.uri)?, at.position))
}
