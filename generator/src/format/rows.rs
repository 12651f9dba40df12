//! Entries on one line, one below the other. Their author decides whether they are aligned: a column is one if
//! most of the rows are in it already.

use super::inline::{cells, in_braces, inline};
use super::tree::{Entry, NodeKind};
use crate::hash::HashSet;
use crate::spec::language::Shape;

/// An entry on one line.
pub(super) struct Row {
    /// The key with its colon, or a dash.
    head: String,
    value: Value,
    comment: Option<String>,
    /// Whether it can be on several lines instead.
    can_break: bool,
    /// The width without spaces that align it, which depend on other entries.
    width: usize,
    /// How many spaces were before the value.
    spaces: usize,
    /// How many spaces were before each cell.
    cell_spaces: Vec<usize>,
}

enum Value {
    /// Nothing, or one text.
    Text(String),
    /// The entries of a map in braces.
    Cells(Vec<String>),
}

impl Row {
    /// An entry that can be on one line. `was_in_braces` says whether the parent was written in braces.
    pub(super) fn of(entry: &Entry, shape: Shape, was_in_braces: bool) -> Option<Self> {
        let text = inline(&entry.value, shape)?;
        let head = entry.head();
        let width = length(&head) + 1 + length(&text);
        let (can_break, cell_spaces) = match &entry.value.kind {
            NodeKind::Map(collection) | NodeKind::List(collection) => {
                let spaces = collection.entries.iter().map(|entry| entry.spaces);
                (!collection.entries.is_empty(), spaces.collect())
            }
            // Text in several lines stays so.
            NodeKind::Scalar(scalar) if scalar.lines.len() > 1 && !was_in_braces => return None,
            NodeKind::Scalar(scalar) => (scalar.is_below, Vec::new()),
            NodeKind::Empty | NodeKind::Block(_) => (false, Vec::new()),
        };
        let value = match &entry.value.kind {
            NodeKind::Map(collection)
                if entry.value.properties.is_empty() && !collection.entries.is_empty() =>
            {
                Value::Cells(cells(collection, shape)?)
            }
            NodeKind::Map(_)
            | NodeKind::List(_)
            | NodeKind::Scalar(_)
            | NodeKind::Empty
            | NodeKind::Block(_) => Value::Text(text),
        };
        Some(Self {
            head,
            value,
            comment: entry.beside_key.clone().or(entry.beside.clone()),
            can_break,
            width,
            spaces: if was_in_braces { 0 } else { entry.spaces },
            cell_spaces,
        })
    }

    /// Whether it is at most this long, or has to be on one line.
    pub(super) fn fits(&self, width: usize) -> bool {
        !self.can_break || self.width <= width
    }

    fn has_value(&self) -> bool {
        match &self.value {
            Value::Text(text) => !text.is_empty(),
            Value::Cells(_) => true,
        }
    }

    fn value_place(&self) -> Place {
        Place {
            width: length(&self.head),
            is_there: self.has_value(),
            spaces: self.spaces,
        }
    }

    fn cell_place(&self, column: usize) -> Place {
        let before = self.cells().get(..column).unwrap_or_default();
        let before = before.iter().map(|cell| length(cell) + ", ".len());
        Place {
            width: length(&self.head) + before.sum::<usize>(),
            is_there: self.cells().len() > column,
            spaces: self.cell_spaces.get(column).copied().unwrap_or(0),
        }
    }

    fn cells(&self) -> &[String] {
        match &self.value {
            Value::Text(_) => &[],
            Value::Cells(cells) => cells,
        }
    }
}

/// Whether rows are aligned by their values, or by the second cells of these.
pub(super) fn is_table<'r>(rows: impl Iterator<Item = &'r Row> + Clone) -> bool {
    let heads: Vec<Place> = rows.clone().map(Row::value_place).collect();
    let cells: Vec<Place> = rows.map(|row| row.cell_place(1)).collect();
    is_column(&heads) || is_column(&cells)
}

/// The lines of the entries of a group. Those on several lines are between the others, and do not count.
pub(super) fn lines(mut group: Vec<Option<Row>>) -> Vec<Option<String>> {
    let mut rows: Vec<&mut Row> = group.iter_mut().flatten().collect();
    let heads: Vec<Place> = rows.iter().map(|row| row.value_place()).collect();
    for (row, spaces) in rows.iter_mut().zip(padding(&heads)) {
        row.head.push_str(&" ".repeat(spaces));
    }
    let with_cells = rows.iter().filter(|row| !row.cells().is_empty());
    let mut widths = with_cells.map(|row| length(&row.head));
    let first = widths.next();
    // Values in braces that do not begin in the same column are not columns.
    let most = match widths.all(|width| Some(width) == first) {
        true => rows.iter().map(|row| row.cells().len()).max().unwrap_or(0),
        false => 0,
    };
    for column in 1..most {
        align_column(&mut rows, column);
    }
    let mut lines: Vec<Option<String>> = group.iter().map(|row| row.as_ref().map(line)).collect();
    add_comments(&group, &mut lines);
    lines
}

/// Aligns the cells of a column by spaces before them.
fn align_column(rows: &mut [&mut Row], column: usize) {
    let places: Vec<Place> = rows.iter().map(|row| row.cell_place(column)).collect();
    for (row, spaces) in rows.iter_mut().zip(padding(&places)) {
        if let Value::Cells(cells) = &mut row.value
            && let Some(cell) = cells.get_mut(column)
        {
            cell.insert_str(0, &" ".repeat(spaces));
        }
    }
}

/// A place in a row at which something may be aligned.
struct Place {
    /// The width of what is before it.
    width: usize,
    is_there: bool,
    /// How many spaces are before it.
    spaces: usize,
}

impl Place {
    /// The column that the place had in its line.
    fn column(&self) -> usize {
        self.width + self.spaces.max(1)
    }
}

fn widest(places: &[Place]) -> usize {
    let there = places.iter().filter(|place| place.is_there);
    there.map(|place| place.width).max().unwrap_or(0)
}

/// Whether most of the places were aligned: by several spaces, or because what is before them was the longest.
fn is_column(places: &[Place]) -> bool {
    let there = places.iter().filter(|place| place.is_there);
    let aligned = there.clone().filter(|place| place.spaces > 1);
    let columns: HashSet<usize> = aligned.map(Place::column).collect();
    let count = there.clone().count();
    let in_column = there.filter(|place| columns.contains(&place.column()));
    !columns.is_empty() && 2 * in_column.count() >= count
}

/// How many spaces align each place of a column.
fn padding(places: &[Place]) -> Vec<usize> {
    let widest = widest(places);
    let is_column = is_column(places);
    let spaces = places
        .iter()
        .map(|place| match is_column && place.is_there {
            true => widest - place.width,
            false => 0,
        });
    spaces.collect()
}

fn line(row: &Row) -> String {
    let value = match &row.value {
        Value::Text(text) => text.clone(),
        Value::Cells(cells) => in_braces(cells),
    };
    match value.is_empty() {
        true => row.head.clone(),
        false => format!("{} {value}", row.head),
    }
}

/// Adds the comments. Those of neighbours are aligned.
fn add_comments(group: &[Option<Row>], lines: &mut [Option<String>]) {
    let comments = group.iter().map(|row| row.as_ref()?.comment.as_deref());
    let mut rows: Vec<(Option<&str>, &mut Option<String>)> = comments.zip(lines).collect();
    for neighbours in rows.chunk_by_mut(|(one, _), (other, _)| one.is_some() && other.is_some()) {
        let lengths = neighbours
            .iter()
            .filter_map(|(_, line)| line.as_deref().map(length));
        let widest = lengths.max().unwrap_or(0);
        for (comment, line) in neighbours {
            if let (Some(comment), Some(line)) = (comment, line) {
                let spaces = widest - length(line) + 2;
                line.push_str(&" ".repeat(spaces));
                line.push_str(comment);
            }
        }
    }
}

/// The length of text in characters.
fn length(text: &str) -> usize {
    text.chars().count()
}
