//! Where the parts of the reference are: anchors of the page, and headings of the Markdown.

use crate::hash::HashMap;

/// The headings of a file, by the fragments of their URLs. They are those that GitHub and most other tools make.
#[derive(Default)]
pub(super) struct Fragments(HashMap<String, usize>);

impl Fragments {
    /// The fragment of the next heading.
    pub(super) fn next(&mut self, heading: &str) -> String {
        let words = heading.trim().to_lowercase();
        let kept = words.chars().filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            c if c.is_alphanumeric() => Some(c),
            _ => None,
        });
        let first: String = kept.collect();
        let mut fragment = first.clone();
        while self.0.contains_key(&fragment) {
            let count = self.0.entry(first.clone()).or_default();
            *count += 1;
            fragment = format!("{first}-{count}");
        }
        self.0.insert(fragment.clone(), 0);
        fragment
    }
}

/// The place of each anchor: a file and the fragment of a heading.
#[derive(Default)]
pub(super) struct Places(HashMap<String, (String, String)>);

impl Places {
    /// Notes what a heading is about.
    pub(super) fn insert(&mut self, anchor: &str, file: &str, fragment: &str) {
        let place = (file.to_owned(), fragment.to_owned());
        self.0.entry(anchor.to_owned()).or_insert(place);
    }

    /// The URL of an anchor, relative to a file. An anchor without a heading is at the heading above it.
    pub(super) fn url(&self, anchor: &str, file: &str) -> Option<String> {
        let owner = anchor.split_once('.').map_or(anchor, |(owner, _)| owner);
        let (anchor_file, fragment) = self.0.get(anchor).or_else(|| self.0.get(owner))?;
        Some(match anchor_file == file {
            true => format!("#{fragment}"),
            false => format!("{anchor_file}#{fragment}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_are_those_of_github() {
        let mut fragments = Fragments::default();
        for (heading, expected) in [
            ("list_books", "list_books"),
            ("Errors", "errors"),
            ("What is new?", "what-is-new"),
            ("Errors", "errors-1"),
            ("Errors 1", "errors-1-1"),
            ("Errors", "errors-2"),
            ("Ämter & Größen", "ämter--größen"),
        ] {
            assert_eq!(fragments.next(heading), expected);
        }
    }
}
