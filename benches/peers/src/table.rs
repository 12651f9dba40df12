//! The Markdown table: a row for each measurement, a column for each tool, and the ratio to the best peer.

/// What a row measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Seconds,
    Megabytes,
    Count,
}

/// The measurement of one tool.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    Value(f64),
    /// The tool does not generate this.
    Absent,
    /// The tool or its code failed, for this reason if no cell above has it.
    Failed(Option<String>),
}

/// The measurements of all tools. The first one is Specsmith.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) unit: Unit,
    pub(crate) cells: Vec<Cell>,
}

impl Row {
    /// The ratio of Specsmith's value to the smallest one of the peers.
    fn ratio(&self) -> Option<f64> {
        let (own, peers) = self.cells.split_first()?;
        let best = peers.iter().filter_map(Cell::value).min_by(f64::total_cmp);
        Some(own.value()? / best?)
    }
}

impl Cell {
    fn value(&self) -> Option<f64> {
        match self {
            Self::Value(value) => Some(*value),
            Self::Absent | Self::Failed(_) => None,
        }
    }

    fn text(&self, unit: Unit) -> String {
        match self {
            Self::Value(value) => unit.text(*value),
            Self::Absent => "—".into(),
            Self::Failed(None) => "failed".into(),
            Self::Failed(Some(reason)) => format!("failed: {}", reason.replace('|', "\\|")),
        }
    }
}

impl Unit {
    fn text(self, value: f64) -> String {
        match self {
            Self::Seconds if value < 0.9995 => format!("{:.0} ms", value * 1e3),
            Self::Seconds => format!("{value:.1} s"),
            Self::Megabytes => format!("{} MB", grouped(value)),
            Self::Count => grouped(value),
        }
    }
}

/// A rounded number with its digits in groups of three: `92,000`.
fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The rows as Markdown.
pub(crate) fn markdown(tools: &[String], rows: &[Row]) -> String {
    let mut text = format!("| | {} | ratio to the best peer |\n", tools.join(" | "));
    text += &format!("|---|{}\n", "---|".repeat(tools.len() + 1));
    for row in rows {
        let cells: Vec<String> = row.cells.iter().map(|cell| cell.text(row.unit)).collect();
        let ratio = row
            .ratio()
            .map_or_else(|| "—".into(), |ratio| format!("{ratio:.3}"));
        text += &format!("| {} | {} | {ratio} |\n", row.name, cells.join(" | "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &'static str, unit: Unit, cells: &[Cell]) -> Row {
        let cells = cells.to_vec();
        Row { name, unit, cells }
    }

    #[test]
    fn ratios_are_to_the_smallest_value_of_the_peers() {
        use Cell::{Absent, Failed, Value};
        let tools = ["Specsmith", "a", "b"].map(String::from);
        let reason = Some("no `x | y`".into());
        let rows = [
            row(
                "time",
                Unit::Seconds,
                &[Value(0.254), Value(2.54), Value(9.96)],
            ),
            row(
                "memory",
                Unit::Megabytes,
                &[Value(500.4), Value(1590.0), Absent],
            ),
            row(
                "lines",
                Unit::Count,
                &[Value(1_000_000.0), Absent, Failed(reason)],
            ),
            row(
                "impls",
                Unit::Count,
                &[Failed(None), Value(999.0), Value(1.0)],
            ),
        ];
        let expected = "\
| | Specsmith | a | b | ratio to the best peer |
|---|---|---|---|---|
| time | 254 ms | 2.5 s | 10.0 s | 0.100 |
| memory | 500 MB | 1,590 MB | — | 0.315 |
| lines | 1,000,000 | — | failed: no `x \\| y` | — |
| impls | failed | 999 | 1 | — |
";
        assert_eq!(markdown(&tools, &rows), expected);
    }
}
