//! The sections that stand once: `api`, `rust`, `auth`, `pagination` and `error_body`.

use super::notes::Notes;
use super::status::{ERRORS, read_status};
use super::table::Table;
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
    pub(crate) notes: Notes,
}

impl ApiSection {
    pub(super) fn read(mut table: Table, faults: &mut Diagnostics) -> Option<Self> {
        let name = table.required_text("name", faults);
        let title = table.required_text("title", faults);
        let version = table.required_text("version", faults);
        let base_path = table.text("base_path", faults);
        let request_id = table.text("request_id", faults);
        let notes = Notes::read(&mut table, faults);
        table.close(faults);
        Some(Self {
            name: name?,
            title: title?.value,
            version: version?.value,
            base_path,
            request_id,
            notes,
        })
    }
}

/// The `rust` section: how the crate is written.
#[derive(Debug, Clone, Default)]
pub(crate) struct RustSection {
    pub(crate) crate_name: Option<Spanned<String>>,
    pub(crate) runtime: Option<Spanned<String>>,
}

impl RustSection {
    pub(super) fn read(mut table: Table, faults: &mut Diagnostics) -> Self {
        let crate_name = table.text("crate", faults);
        let runtime = table.text("runtime", faults);
        table.close(faults);
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
    pub(crate) missing: Option<AuthAnswerEntry>,
    pub(crate) unknown: Option<AuthAnswerEntry>,
    pub(crate) refused: Option<AuthAnswerEntry>,
    pub(crate) keys: Vec<(Spanned<String>, Notes)>,
    pub(crate) notes: Notes,
}

/// What a caller without the right key is answered.
#[derive(Debug, Clone)]
pub(crate) struct AuthAnswerEntry {
    pub(crate) status: Spanned<u16>,
    pub(crate) message: Option<String>,
    pub(crate) assumed: Option<String>,
}

impl AuthSection {
    pub(super) fn read(mut table: Table, faults: &mut Diagnostics) -> Option<Self> {
        let span = table.span;
        let scheme = table.required_text("scheme", faults);
        let missing = AuthAnswerEntry::read(&mut table, "missing", faults);
        let unknown = AuthAnswerEntry::read(&mut table, "unknown", faults);
        let refused = AuthAnswerEntry::read(&mut table, "refused", faults);
        let keys = table
            .required_table("keys", faults)
            .map(|keys| read_keys(keys, faults));
        let notes = Notes::read(&mut table, faults);
        table.close(faults);
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

/// Of a kind of key there are only notes, so that its name alone is enough.
fn read_keys(keys: Table, faults: &mut Diagnostics) -> Vec<(Spanned<String>, Notes)> {
    let keys = keys.into_entries().into_iter().filter_map(|(name, node)| {
        let mut table = Table::open_optional(node, "a kind of key", faults)?.at(name.span);
        let notes = Notes::read(&mut table, faults);
        table.close(faults);
        Some((name, notes))
    });
    keys.collect()
}

impl AuthAnswerEntry {
    fn read(table: &mut Table, key: &'static str, faults: &mut Diagnostics) -> Option<Self> {
        let mut table = table.table(key, faults)?;
        let status = table
            .required_node("status", faults)
            .and_then(|node| read_status(node, ERRORS, faults));
        let message = table.text("message", faults).map(|message| message.value);
        let assumed = table.text("assumed", faults).map(|assumed| assumed.value);
        table.close(faults);
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
    pub(super) fn read(mut table: Table, faults: &mut Diagnostics) -> Option<Self> {
        let offset = PageParameterEntry::read(&mut table, "offset", faults);
        let limit = PageParameterEntry::read(&mut table, "limit", faults);
        let items = table.required_text("items", faults);
        let total = table.required_text("total", faults);
        let notes = Notes::read(&mut table, faults);
        table.close(faults);
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
    fn read(table: &mut Table, key: &'static str, faults: &mut Diagnostics) -> Option<Self> {
        let mut parameter = table.required_table(key, faults)?;
        let name = parameter.required_text("parameter", faults);
        let default = parameter.integer("default", faults);
        let min = parameter.integer("min", faults);
        let max = parameter.integer("max", faults);
        let notes = Notes::read(&mut parameter, faults);
        parameter.close(faults);
        Some(Self {
            parameter: name?,
            default,
            min,
            max,
            notes,
        })
    }
}

/// The `error_body` section: the wire names of an error answer's members.
#[derive(Debug, Clone)]
pub(crate) struct ErrorBodySection {
    pub(crate) envelope: Option<Spanned<String>>,
    pub(crate) code: Option<Spanned<String>>,
    pub(crate) message: Option<Spanned<String>>,
    pub(crate) metadata: Option<Spanned<String>>,
    pub(crate) notes: Notes,
}

impl ErrorBodySection {
    pub(super) fn read(mut table: Table, faults: &mut Diagnostics) -> Self {
        let envelope = table.text("envelope", faults);
        let code = table.text("code", faults);
        let message = table.text("message", faults);
        let metadata = table.text("metadata", faults);
        let notes = Notes::read(&mut table, faults);
        table.close(faults);
        Self {
            envelope,
            code,
            message,
            metadata,
            notes,
        }
    }
}
