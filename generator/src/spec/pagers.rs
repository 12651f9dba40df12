//! The section `pagers`.

use super::place::Place;
use super::table::Table;
use crate::diagnostic::Diagnostics;
use crate::document::{Notes, PageParameterEntry, PagerEntry};
use crate::node::Node;
use crate::source::Spanned;

/// Reads the `pagers` section.
pub(super) fn read_pagers(table: Table, diagnostics: &mut Diagnostics) -> Vec<PagerEntry> {
    let entries = table.into_entries().into_iter();
    entries
        .filter_map(|(name, node)| read_pager(name, node, diagnostics))
        .collect()
}

fn read_pager(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<PagerEntry> {
    let mut table = Table::open(node, Place::Pager, diagnostics)?.at(name.span);
    let offset = PageParameterEntry::read(&mut table, "offset", diagnostics);
    let limit = PageParameterEntry::read(&mut table, "limit", diagnostics);
    let items = table.required_text("items", diagnostics);
    let total = table.required_text("total", diagnostics);
    let notes = Notes::read(&mut table, diagnostics);
    table.close(diagnostics);
    Some(PagerEntry {
        name,
        offset: offset?,
        limit: limit?,
        items: items?,
        total: total?,
        notes,
    })
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
