//! Tables, as GitHub reads them.

use pulldown_cmark::Alignment;

/// A table, whose first row is its head.
pub(super) struct Table {
    alignments: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(alignments: &[Alignment]) -> Self {
        Self {
            alignments: alignments.iter().copied().map(underline).collect(),
            rows: Vec::new(),
        }
    }

    pub(super) fn begin_row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub(super) fn push_cell(&mut self, cell: String) {
        if let Some(row) = self.rows.last_mut() {
            row.push(cell);
        }
    }

    pub(super) fn finish(&self) -> String {
        let row = |cells: &[String]| format!("| {} |", cells.join(" | "));
        let mut rows = self.rows.iter();
        let head = rows.next().map(|cells| row(cells)).unwrap_or_default();
        let alignments = format!("| {} |", self.alignments.join(" | "));
        let lines = [head, alignments].into_iter();
        let lines: Vec<String> = lines.chain(rows.map(|cells| row(cells))).collect();
        lines.join("\n")
    }
}

/// The line below the head of a column.
fn underline(alignment: Alignment) -> &'static str {
    match alignment {
        Alignment::None => "---",
        Alignment::Left => ":---",
        Alignment::Center => ":---:",
        Alignment::Right => "---:",
    }
}
