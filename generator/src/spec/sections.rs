//! The sections `api`, `rust`, `auth`, `pagination` and `error_body`.

use super::node::NodeKind;
use super::notes::Notes;
use super::place::Place;
use super::servers::{ServerEntry, read_servers};
use super::status::{ERRORS, read_status};
use super::table::{Table, wrong_kind};
use crate::diagnostic::Diagnostics;
use crate::source::{Span, Spanned};

/// The `api` section.
#[derive(Debug, Clone)]
pub(crate) struct ApiSection {
    pub(crate) name: Spanned<String>,
    pub(crate) title: String,
    pub(crate) version: String,
    pub(crate) base_path: Option<Spanned<String>>,
    pub(crate) request_id: Option<Spanned<String>>,
    pub(crate) servers: Vec<ServerEntry>,
    pub(crate) notes: Notes,
}

impl ApiSection {
    pub(super) fn read(mut table: Table, diagnostics: &mut Diagnostics) -> Option<Self> {
        let name = table.required_text("name", diagnostics);
        let title = table.required_text("title", diagnostics);
        let version = table.required_text("version", diagnostics);
        let base_path = table.text("base_path", diagnostics);
        let request_id = table.text("request_id", diagnostics);
        let servers = table.table("servers", diagnostics);
        let servers = servers.map_or_else(Vec::new, |entries| read_servers(entries, diagnostics));
        let notes = Notes::read(&mut table, diagnostics);
        table.close(diagnostics);
        Some(Self {
            name: name?,
            title: title?.value,
            version: version?.value,
            base_path,
            request_id,
            servers,
            notes,
        })
    }
}

/// The `rust` section.
#[derive(Debug, Clone, Default)]
pub(crate) struct RustSection {
    pub(crate) crate_name: Option<Spanned<String>>,
    pub(crate) runtime: Option<Spanned<String>>,
}

impl RustSection {
    pub(super) fn read(mut table: Table, diagnostics: &mut Diagnostics) -> Self {
        let crate_name = table.text("crate", diagnostics);
        let runtime = table.text("runtime", diagnostics);
        table.close(diagnostics);
        Self {
            crate_name,
            runtime,
        }
    }
}

/// The `auth` section.
#[derive(Debug, Clone)]
pub(crate) struct AuthSection {
    pub(crate) span: Span,
    pub(crate) scheme: Spanned<String>,
    pub(crate) missing: Option<AuthResponseEntry>,
    pub(crate) unknown: Option<AuthResponseEntry>,
    pub(crate) refused: Option<AuthResponseEntry>,
    pub(crate) keys: Vec<(Spanned<String>, Notes)>,
    pub(crate) notes: Notes,
}

/// A response to a request without a suitable key.
#[derive(Debug, Clone)]
pub(crate) struct AuthResponseEntry {
    pub(crate) status: Spanned<u16>,
    pub(crate) message: Option<String>,
    pub(crate) assumed: Option<String>,
}

impl AuthSection {
    pub(super) fn read(mut table: Table, diagnostics: &mut Diagnostics) -> Option<Self> {
        let span = table.span;
        let scheme = table.required_text("scheme", diagnostics);
        let missing = AuthResponseEntry::read(&mut table, "missing", diagnostics);
        let unknown = AuthResponseEntry::read(&mut table, "unknown", diagnostics);
        let refused = AuthResponseEntry::read(&mut table, "refused", diagnostics);
        let keys = table
            .required_table("keys", diagnostics)
            .map(|keys| read_keys(keys, diagnostics));
        let notes = Notes::read(&mut table, diagnostics);
        table.close(diagnostics);
        Some(Self {
            span,
            scheme: scheme?,
            missing,
            unknown,
            refused,
            keys: keys?,
            notes,
        })
    }
}

/// A kind of key has only notes, so its name alone is enough.
fn read_keys(keys: Table, diagnostics: &mut Diagnostics) -> Vec<(Spanned<String>, Notes)> {
    let keys = keys.into_entries().into_iter().filter_map(|(name, node)| {
        if let NodeKind::Text(_) = &node.kind {
            let diagnostic = wrong_kind("a kind of key", "a map", &node.kind, node.span);
            diagnostics.push(diagnostic.help(format!("write `{}: {{ doc: … }}`", name.value)));
            return None;
        }
        let mut table = Table::open_optional(node, Place::KeyKind, diagnostics)?.at(name.span);
        let notes = Notes::read(&mut table, diagnostics);
        table.close(diagnostics);
        Some((name, notes))
    });
    keys.collect()
}

impl AuthResponseEntry {
    fn read(table: &mut Table, key: &'static str, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut table = table.table(key, diagnostics)?;
        let status = table
            .required_node("status", diagnostics)
            .and_then(|node| read_status(node, ERRORS, diagnostics));
        let message = table
            .text("message", diagnostics)
            .map(|message| message.value);
        let assumed = table
            .text("assumed", diagnostics)
            .map(|assumed| assumed.value);
        table.close(diagnostics);
        Some(Self {
            status: status?,
            message,
            assumed,
        })
    }
}

/// The `pagination` section.
#[derive(Debug, Clone)]
pub(crate) struct PaginationSection {
    pub(crate) offset: PageParameterEntry,
    pub(crate) limit: PageParameterEntry,
    pub(crate) items: Spanned<String>,
    pub(crate) total: Spanned<String>,
    pub(crate) notes: Notes,
}

/// One of the two parameters of a paged operation.
#[derive(Debug, Clone)]
pub(crate) struct PageParameterEntry {
    pub(crate) parameter: Spanned<String>,
    pub(crate) default: Option<Spanned<i64>>,
    pub(crate) min: Option<Spanned<i64>>,
    pub(crate) max: Option<Spanned<i64>>,
    pub(crate) notes: Notes,
}

impl PaginationSection {
    pub(super) fn read(mut table: Table, diagnostics: &mut Diagnostics) -> Option<Self> {
        let offset = PageParameterEntry::read(&mut table, "offset", diagnostics);
        let limit = PageParameterEntry::read(&mut table, "limit", diagnostics);
        let items = table.required_text("items", diagnostics);
        let total = table.required_text("total", diagnostics);
        let notes = Notes::read(&mut table, diagnostics);
        table.close(diagnostics);
        Some(Self {
            offset: offset?,
            limit: limit?,
            items: items?,
            total: total?,
            notes,
        })
    }
}

impl PageParameterEntry {
    fn read(table: &mut Table, key: &'static str, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut parameter = table.required_table(key, diagnostics)?;
        let name = parameter.required_text("parameter", diagnostics);
        let default = parameter.integer("default", diagnostics);
        let min = parameter.integer("min", diagnostics);
        let max = parameter.integer("max", diagnostics);
        let notes = Notes::read(&mut parameter, diagnostics);
        parameter.close(diagnostics);
        Some(Self {
            parameter: name?,
            default,
            min,
            max,
            notes,
        })
    }
}

/// The `error_body` section: the wire names of the fields of an error response.
#[derive(Debug, Clone)]
pub(crate) struct ErrorBodySection {
    pub(crate) envelope: Option<Spanned<String>>,
    pub(crate) code: Option<Spanned<String>>,
    pub(crate) message: Option<Spanned<String>>,
    pub(crate) metadata: Option<Spanned<String>>,
    pub(crate) notes: Notes,
}

impl ErrorBodySection {
    pub(super) fn read(mut table: Table, diagnostics: &mut Diagnostics) -> Self {
        let envelope = table.text("envelope", diagnostics);
        let code = table.text("code", diagnostics);
        let message = table.text("message", diagnostics);
        let metadata = table.text("metadata", diagnostics);
        let notes = Notes::read(&mut table, diagnostics);
        table.close(diagnostics);
        Self {
            envelope,
            code,
            message,
            metadata,
            notes,
        }
    }
}
