//! Runs the tools in turn, so that other load on the machine affects all of them, and collects rows.

use std::io;

use crate::table::{Cell, Row, Unit};
use crate::tools::{Crate, Tool};

/// A tool in the comparison of one side.
pub(crate) struct Entry {
    pub(crate) tool: &'static Tool,
    /// None if the tool does not generate this side.
    pub(crate) generated: Option<&'static Crate>,
    /// The reason why the tool takes no further part.
    pub(crate) failure: Option<String>,
    /// Whether a row already shows the reason.
    reported: bool,
}

/// A row's name and unit, and its value in a measurement.
pub(crate) type Figure<T> = (&'static str, Unit, fn(&T) -> f64);

impl Entry {
    pub(crate) fn new(tool: &'static Tool, generated: Option<&'static Crate>) -> Self {
        Self {
            tool,
            generated,
            failure: None,
            reported: false,
        }
    }
}

/// Runs `measure` for every tool in turn, `times` times after the first `ignored` ones, and returns a row
/// with the medians of each figure. A tool that fails takes no part from then on.
pub(crate) fn measure<T>(
    entries: &mut [Entry],
    ignored: usize,
    times: usize,
    measure: impl Fn(&Entry, &Crate) -> io::Result<T>,
    figures: &[Figure<T>],
) -> Vec<Row> {
    let mut results: Vec<Vec<T>> = entries.iter().map(|_| Vec::new()).collect();
    for round in 0..ignored + times {
        for turn in 0..entries.len() {
            // The order alternates, so that no tool always follows the same one.
            let index = if round % 2 == 0 {
                turn
            } else {
                entries.len() - 1 - turn
            };
            let entry = &mut entries[index];
            let (None, Some(generated)) = (&entry.failure, entry.generated) else {
                continue;
            };
            if let Some((stage, ..)) = figures.first() {
                eprintln!("{stage}, {}, round {round}", entry.tool.name);
            }
            match measure(entry, generated) {
                Ok(result) if round >= ignored => results[index].push(result),
                Ok(_) => {}
                Err(error) => {
                    let reason = reason(&error);
                    eprintln!("{}: {error}", entry.tool.name);
                    entry.failure = Some(reason);
                }
            }
        }
    }
    figures
        .iter()
        .map(|&(name, unit, value)| Row {
            name,
            unit,
            cells: entries
                .iter_mut()
                .zip(&results)
                .map(|(entry, results)| cell(entry, results.iter().map(value).collect()))
                .collect(),
        })
        .collect()
}

fn cell(entry: &mut Entry, values: Vec<f64>) -> Cell {
    match (&entry.generated, &entry.failure) {
        (None, _) => Cell::Absent,
        (Some(_), Some(reason)) => {
            let reason = (!entry.reported).then(|| reason.clone());
            entry.reported = true;
            Cell::Failed(reason)
        }
        (Some(_), None) => median(values).map_or(Cell::Absent, Cell::Value),
    }
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// The first line of the output of a failed program that reports an error.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    // A panic has its place before its message.
    let is_reason = |line: &&str| !line.trim().is_empty() && !line.starts_with("thread '");
    let lines = || text.lines().filter(is_reason);
    let line = lines()
        .find(|line| line.to_ascii_lowercase().starts_with("error"))
        .or_else(|| lines().next());
    line.unwrap_or_default().chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::TOOLS;
    use std::cell::{Cell as Shared, RefCell};

    fn entries() -> Vec<Entry> {
        let sides = [Some(&TOOLS[0].client), Some(&TOOLS[1].client), None];
        let tools = TOOLS.iter().zip(sides);
        tools.map(|(tool, side)| Entry::new(tool, side)).collect()
    }

    const VALUE: [Figure<f64>; 2] = [
        ("value", Unit::Count, |value| *value),
        ("twice", Unit::Count, |value| 2.0 * value),
    ];

    #[test]
    fn tools_run_in_alternating_order_and_rows_have_medians() {
        let (order, calls) = (RefCell::new(Vec::new()), Shared::new(0.0));
        let rows = measure(
            &mut entries(),
            1,
            3,
            |entry, _| {
                order.borrow_mut().push(entry.tool.name);
                calls.set(calls.get() + 1.0);
                Ok(calls.get())
            },
            &VALUE,
        );
        let [a, b] = ["Specsmith", "ploidy"];
        assert_eq!(order.into_inner(), [a, b, b, a, a, b, b, a]);
        // Specsmith's turns after the first one are 4, 5 and 8, ploidy's 3, 6 and 7.
        let cells: Vec<_> = rows.into_iter().map(|row| row.cells).collect();
        let expected = |a, b| vec![Cell::Value(a), Cell::Value(b), Cell::Absent];
        assert_eq!(cells, [expected(5.0, 6.0), expected(10.0, 12.0)]);
    }

    #[test]
    fn a_tool_that_fails_takes_no_further_part_and_its_reason_is_reported_once() {
        let calls = Shared::new(0);
        let mut entries = entries();
        let failing = |entry: &Entry, _: &Crate| match entry.tool.name {
            "ploidy" => {
                calls.set(calls.get() + 1);
                Err(io::Error::other("Compiling x\n\nerror[E1]: no\nerror: y"))
            }
            _ => Ok(1.0),
        };
        let rows = measure(&mut entries, 0, 3, failing, &VALUE);
        assert_eq!(calls.get(), 1);
        let reason = Some("error[E1]: no".into());
        assert_eq!(rows[0].cells[1], Cell::Failed(reason));
        assert_eq!(rows[1].cells[1], Cell::Failed(None));
        assert_eq!(rows[0].cells[0], Cell::Value(1.0));
    }
}
