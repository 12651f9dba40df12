//! Where blocks are: within quotes and lists, and with empty lines between them.

/// How deep quotes and lists are nested. Deeper ones are shown at this level, because every line repeats what it is in.
const DEEPEST: usize = 12;

/// A quote or an item of a list.
struct Inside {
    /// What its first line begins with.
    first: String,
    /// What its other lines begin with.
    rest: String,
    has_begun: bool,
}

/// A list.
struct List {
    /// The sign of its items, or the one after their numbers.
    sign: char,
    /// The number of the next item.
    number: Option<u64>,
    /// How many items have begun.
    items: usize,
    /// Whether there are empty lines between its items.
    is_loose: bool,
}

/// The text written so far, and the blocks around the next block.
#[derive(Default)]
pub(super) struct Layout {
    out: String,
    inside: Vec<Inside>,
    /// How many quotes and items are too deep to be written.
    hidden: usize,
    lists: Vec<List>,
    needs_gap: bool,
    /// Whether an empty line is needed in any list.
    forces_gap: bool,
    /// The sign of the list that has just ended, which another one with the same sign would continue.
    ended: Option<char>,
}

impl Layout {
    pub(super) fn finish(self) -> String {
        self.out
    }

    /// Begins a block, which an empty line separates from the one before it.
    pub(super) fn begin(&mut self) {
        let is_first = self.inside.last().is_some_and(|inside| !inside.has_begun);
        self.needs_gap = (self.needs_gap || !is_first) && !self.is_tight();
    }

    /// Begins a paragraph. Only lists with empty lines between their items have them.
    pub(super) fn begin_paragraph(&mut self) {
        let inside = self.inside.last();
        let is_first = inside.is_some_and(|inside| !inside.has_begun);
        let is_item = inside.is_some_and(|inside| inside.rest.trim().is_empty());
        let list = self.lists.last_mut().filter(|_| is_item);
        let follows_item = list.is_some_and(|list| {
            list.is_loose = true;
            is_first && list.items > 1
        });
        self.begin();
        self.needs_gap |= follows_item;
    }

    /// Separates the next block from the last one, also in a list without empty lines.
    pub(super) fn separate(&mut self) {
        let is_first = self.inside.last().is_some_and(|inside| !inside.has_begun);
        self.forces_gap = !is_first;
    }

    /// Ends a block.
    pub(super) fn end(&mut self) {
        self.needs_gap = true;
    }

    pub(super) fn open_quote(&mut self) {
        self.enter("> ".to_owned(), "> ".to_owned());
    }

    pub(super) fn close_quote(&mut self) {
        self.mark_empty();
        self.leave();
        self.needs_gap = true;
        // What follows would continue it.
        self.forces_gap = true;
    }

    /// Opens a list, with the number of its first item if it has numbers. A string of the same item may be before it.
    pub(super) fn open_list(&mut self, start: Option<u64>, has_text: bool) {
        if !has_text {
            self.begin();
        }
        // Only a list that begins with 1 can follow a string without an empty line.
        self.forces_gap = has_text && start.is_some_and(|start| start != 1);
        let is_first = self.inside.last().is_some_and(|inside| !inside.has_begun);
        let signs = match start {
            // `- - -` would be a line.
            None if is_first => ('+', '*'),
            None => ('-', '*'),
            Some(_) => ('.', ')'),
        };
        self.lists.push(List {
            sign: if self.ended == Some(signs.0) {
                signs.1
            } else {
                signs.0
            },
            number: start,
            items: 0,
            is_loose: false,
        });
    }

    pub(super) fn open_item(&mut self) {
        let Some(list) = self.lists.last_mut() else {
            return;
        };
        if list.items > 0 {
            self.needs_gap = list.is_loose;
            self.forces_gap = false;
        }
        list.items += 1;
        let marker = match &mut list.number {
            None => format!("{} ", list.sign),
            Some(number) => {
                let marker = format!("{number}{} ", list.sign);
                *number += 1;
                marker
            }
        };
        let rest = " ".repeat(marker.len());
        self.enter(marker, rest);
    }

    pub(super) fn close_list(&mut self) {
        self.ended = self.lists.pop().map(|list| list.sign);
        self.needs_gap |= self.lists.is_empty();
    }

    pub(super) fn close_item(&mut self) {
        self.mark_empty();
        self.leave();
    }

    fn enter(&mut self, first: String, rest: String) {
        if self.inside.len() >= DEEPEST {
            self.hidden += 1;
            return;
        }
        self.inside.push(Inside {
            first,
            rest,
            has_begun: false,
        });
        self.ended = None;
    }

    /// Writes the sign of a quote or an item without content.
    fn mark_empty(&mut self) {
        if self.hidden == 0 && self.inside.last().is_some_and(|inside| !inside.has_begun) {
            // The sign of an item would underline a string.
            let mut around = self.inside.iter().rev().skip(1);
            self.forces_gap |= around.next().is_some_and(|around| around.has_begun);
            self.write("");
        }
    }

    fn leave(&mut self) {
        match self.hidden {
            0 => drop(self.inside.pop()),
            _ => self.hidden -= 1,
        }
    }

    /// The length of what the lines of the next block begin with.
    pub(super) fn indentation(&self) -> usize {
        self.inside.iter().map(|inside| inside.rest.len()).sum()
    }

    /// Whether the block is in an item that has begun, of a list without empty lines.
    fn is_tight(&self) -> bool {
        let item = self
            .inside
            .last()
            .filter(|item| item.rest.trim().is_empty());
        let list = self.lists.last().filter(|list| !list.is_loose);
        item.is_some_and(|item| item.has_begun) && list.is_some()
    }

    /// Writes a block.
    pub(super) fn write(&mut self, block: &str) {
        if (self.needs_gap || self.forces_gap) && !self.out.is_empty() {
            let begun = self.inside.iter().filter(|inside| inside.has_begun);
            let prefix: String = begun.map(|inside| inside.rest.as_str()).collect();
            self.out.push('\n');
            self.out.push_str(prefix.trim_end());
        }
        for line in block.split('\n') {
            if !self.out.is_empty() {
                self.out.push('\n');
            }
            let mut prefix = String::new();
            for inside in &mut self.inside {
                prefix.push_str(match inside.has_begun {
                    true => &inside.rest,
                    false => &inside.first,
                });
                inside.has_begun = true;
            }
            match line {
                "" => self.out.push_str(prefix.trim_end()),
                line => {
                    self.out.push_str(&prefix);
                    self.out.push_str(line);
                }
            }
        }
        self.needs_gap = false;
        self.forces_gap = false;
        self.ended = None;
    }
}
