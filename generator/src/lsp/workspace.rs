//! The open files, and what is known about them and the files beside them.

use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lsp_types::{TextDocumentContentChangeEvent, Uri};

use super::index::{Index, Name};
use super::positions::Text;
use super::uris::normal;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::hash::HashMap;
use crate::source::{SourceFile, Span};

/// The files of an editor.
#[derive(Default)]
pub(super) struct Workspace {
    open: HashMap<PathBuf, Open>,
    /// Files that specifications include and that are not open, as they were read last.
    closed: RefCell<HashMap<PathBuf, Rc<File>>>,
}

/// An open file.
struct Open {
    uri: Uri,
    file: Rc<File>,
}

/// Text, and what is known about it.
#[derive(Default)]
pub(super) struct File {
    pub(super) text: Text,
    /// The index of the text, made when it is first asked for; `None` if the text is not YAML. Typing does not wait for
    /// it.
    index: OnceCell<Option<Index>>,
    /// The last text whose index is known: its spans are outdated, its names hardly are.
    last: Option<Rc<File>>,
}

impl File {
    fn new(text: Text, before: Option<Rc<Self>>) -> Self {
        let last = before.and_then(|before| match before.index.get() {
            Some(Some(_)) => Some(before),
            Some(None) | None => before.last.clone(),
        });
        Self {
            text,
            index: OnceCell::new(),
            last,
        }
    }

    /// The index of the text; `None` if the text is not YAML, or not in the spec language.
    pub(super) fn index(&self) -> Option<&Index> {
        let index = || match is_specification(self.text.as_str()) {
            true => Index::of(self.text.as_str()),
            false => None,
        };
        self.index.get_or_init(index).as_ref()
    }

    /// Looks up what is at an offset, with its span. If the index of this text is not known yet, the index of the
    /// last text is used: most spans have only moved since, and are moved here.
    pub(super) fn look<'f, T>(
        &'f self,
        offset: usize,
        look: impl Fn(&'f Index, usize) -> Option<(Span, T)>,
    ) -> Option<(Span, T)> {
        let moved = self.before().and_then(|(index, moved)| {
            let (span, found) = look(index, moved.back(offset)?)?;
            Some((moved.forth(span)?, found))
        });
        moved.or_else(|| look(self.index()?, offset))
    }

    /// The name at an offset, with its span in this text.
    pub(super) fn name_at(&self, offset: usize) -> Option<(Span, &Name)> {
        self.look(offset, |index, offset| {
            let name = index.name_at(offset)?;
            Some((name.span, name))
        })
    }

    /// The index of the last text, if the index of this text is not known yet, and what has moved since.
    pub(super) fn before(&self) -> Option<(&Index, Moved<'_>)> {
        let last = self.last.as_ref().filter(|_| self.index.get().is_none())?;
        let index = last.index.get()?.as_ref()?;
        Some((
            index,
            Moved::between(last.text.as_str(), self.text.as_str()),
        ))
    }

    /// The index of this text or, if it is not known, of the last one: names hardly change while somebody types.
    pub(super) fn names(&self) -> Option<&Index> {
        let last = || self.last.as_ref()?.index.get()?.as_ref();
        match self.index.get() {
            Some(Some(index)) => Some(index),
            Some(None) => last(),
            None => last().or_else(|| self.index()),
        }
    }
}

/// The one range in which two texts differ.
pub(super) struct Moved<'t> {
    /// The range in the text before.
    old: Range<usize>,
    /// The range in the text now.
    new: Range<usize>,
    /// The lines of both ranges.
    lines: [&'t str; 2],
}

impl<'t> Moved<'t> {
    fn between(old: &'t str, new: &'t str) -> Self {
        let (old_bytes, new_bytes) = (old.as_bytes(), new.as_bytes());
        let same = |(one, other): &(&u8, &u8)| one == other;
        let start = old_bytes.iter().zip(new_bytes).take_while(same).count();
        let reversed = old_bytes[start..].iter().rev();
        let reversed = reversed.zip(new_bytes[start..].iter().rev());
        let end = reversed.take_while(same).count();
        let (old_range, new_range) = (start..old.len() - end, start..new.len() - end);
        Self {
            lines: [lines_of(old, &old_range), lines_of(new, &new_range)],
            old: old_range,
            new: new_range,
        }
    }

    /// Where an offset was; `None` if it is in the range.
    fn back(&self, offset: usize) -> Option<usize> {
        if offset < self.new.start {
            Some(offset)
        } else if offset > self.new.end {
            Some(offset - self.new.end + self.old.end)
        } else {
            None
        }
    }

    /// Where an offset of the text before is now; `None` if the range touches it.
    pub(super) fn forth(&self, span: Span) -> Option<Span> {
        let later = |offset: usize| offset - self.old.end + self.new.end;
        if span.end() < self.old.start {
            Some(span)
        } else if span.start() > self.old.end {
            Some(Span::new(later(span.start()), later(span.end())))
        } else {
            None
        }
    }

    /// Whether a name is in the lines of the range, so it may occur elsewhere now.
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.lines.iter().any(|lines| lines.contains(name))
    }
}

/// The whole lines of a range.
fn lines_of<'t>(text: &'t str, range: &Range<usize>) -> &'t str {
    let bytes = text.as_bytes();
    let is_end = |byte: &u8| *byte == b'\n';
    let start = bytes[..range.start].iter().rposition(is_end);
    let end = bytes[range.end..].iter().position(is_end);
    let start = start.map_or(0, |at| at + 1);
    let end = end.map_or(text.len(), |at| range.end + at);
    &text[start..end]
}

/// Whether text is in the spec language, and not some other YAML.
pub(super) fn is_specification(text: &str) -> bool {
    text.lines().any(|line| {
        ["specsmith:", "part_of:"]
            .iter()
            .any(|key| line.starts_with(key))
    })
}

/// A specification and its diagnostics.
pub(super) struct Checked {
    pub(super) source: SourceFile,
    pub(super) found: Vec<Diagnostic>,
    reached: OnceCell<Reached>,
}

/// The last form in which the pipeline has a specification.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reached {
    /// The files are text, and one of them is not YAML.
    Text,
    /// Every file is YAML, but no part of the document could be checked.
    Yaml,
    /// The document was checked, except for this number of parts.
    Document(Reverse<usize>),
}

impl Checked {
    /// How far the pipeline got.
    pub(super) fn reached(&self) -> Reached {
        *self.reached.get_or_init(|| {
            let source = &self.source;
            let is_yaml = |span| crate::yaml::parse(source.slice(span), span.start()).is_ok();
            let unchecked = match crate::is_openapi(source) {
                true => Some(0),
                false => crate::unchecked_parts(source),
            };
            if let Some(unchecked) = unchecked {
                Reached::Document(Reverse(unchecked))
            } else if source.files().all(|(_, span)| is_yaml(span)) {
                Reached::Yaml
            } else {
                Reached::Text
            }
        })
    }

    /// The span of a file in the source.
    pub(super) fn span_of(&self, path: &Path) -> Option<Span> {
        let mut files = self.source.files();
        let (_, span) = files.find(|(name, _)| normal(Path::new(name)) == path)?;
        Some(span)
    }

    /// Whether a file still has the text that was checked.
    pub(super) fn is_of(&self, workspace: &Workspace, path: &Path) -> bool {
        let (Some(span), Some(file)) = (self.span_of(path), workspace.file(path)) else {
            return false;
        };
        self.source.slice(span) == file.text.as_str()
    }
}

impl Workspace {
    pub(super) fn open(&mut self, path: PathBuf, uri: Uri, text: String) {
        let file = Rc::new(File::new(Text::new(text), None));
        self.open.insert(path, Open { uri, file });
    }

    /// Changes an open file.
    pub(super) fn change(&mut self, path: &Path, changes: Vec<TextDocumentContentChangeEvent>) {
        let Some(open) = self.open.get_mut(path) else {
            return;
        };
        let mut text = open.file.text.clone();
        for change in changes {
            match change.range {
                Some(range) => text.replace(range, &change.text),
                None => text = Text::new(change.text),
            }
        }
        open.file = Rc::new(File::new(text, Some(Rc::clone(&open.file))));
    }

    pub(super) fn close(&mut self, path: &Path) {
        self.open.remove(path);
    }

    /// Forgets what was read from the disk, because it may have changed.
    pub(super) fn forget_closed(&self) {
        self.closed.borrow_mut().clear();
    }

    /// The paths of the open files.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.open.keys().map(PathBuf::as_path)
    }

    /// The URI of a file, as the editor writes it if the file is open.
    pub(super) fn uri(&self, path: &Path) -> Option<Uri> {
        match self.open.get(path) {
            Some(open) => Some(open.uri.clone()),
            None => super::uris::uri(path),
        }
    }

    /// A file, open or on the disk.
    pub(super) fn file(&self, path: &Path) -> Option<Rc<File>> {
        if let Some(open) = self.open.get(path) {
            return Some(Rc::clone(&open.file));
        }
        if let Some(file) = self.closed.borrow().get(path) {
            return Some(Rc::clone(file));
        }
        let text = fs::read_to_string(path).ok()?;
        let file = Rc::new(File::new(Text::new(text), None));
        self.closed
            .borrow_mut()
            .insert(path.to_owned(), Rc::clone(&file));
        Some(file)
    }

    /// The main file of the specification that a file belongs to.
    pub(super) fn main_of(&self, path: &Path) -> PathBuf {
        let file = self.file(path);
        let part_of = file.as_ref().and_then(|file| file.names()?.part_of.clone());
        match (part_of, path.parent()) {
            (Some(main), Some(folder)) => normal(&folder.join(main)),
            (Some(_) | None, _) => path.to_owned(),
        }
    }

    /// The files of the specification that a file belongs to, the main file first.
    pub(super) fn files(&self, path: &Path) -> Vec<(PathBuf, Rc<File>)> {
        let main = self.main_of(path);
        let Some(file) = self.file(&main) else {
            let alone = self.file(path);
            return alone
                .map(|file| (path.to_owned(), file))
                .into_iter()
                .collect();
        };
        let folder = main.parent().unwrap_or(Path::new("")).to_owned();
        let includes = file.names().map(|index| index.includes.clone());
        let mut files = vec![(main, file)];
        for include in includes.unwrap_or_default() {
            let path = normal(&folder.join(include));
            if let Some(file) = self.file(&path) {
                files.push((path, file));
            }
        }
        files
    }

    /// Runs the pipeline for the specification or OpenAPI document with this main file; `None` if it is neither.
    pub(super) fn check(&self, main: &Path) -> Option<Checked> {
        // Now nobody types. The main file is first: it names the others.
        self.file(main)?.index();
        for (_, file) in self.files(main) {
            file.index();
        }
        self.check_with(main, &|_| None)
    }

    /// The same, with other texts for some files.
    pub(super) fn check_with(
        &self,
        main: &Path,
        changed: &dyn Fn(&Path) -> Option<String>,
    ) -> Option<Checked> {
        let text =
            |path: &Path| changed(path).or_else(|| Some(self.file(path)?.text.as_str().to_owned()));
        let name = main.to_str()?.replace('\\', "/");
        let main_text = text(main)?;
        let is_ours = is_specification(&main_text);
        let source = SourceFile::new(name, main_text);
        if !is_ours && !crate::is_openapi(&source) {
            return None;
        }
        let folder = main.parent().unwrap_or(Path::new(""));
        let mut read = |path: &str| {
            text(&normal(&folder.join(path)))
                .ok_or_else(|| format!("the file `{path}` cannot be read"))
        };
        let (source, found) = match crate::with_includes(source.clone(), &mut read) {
            Err(errors) => (source, errors),
            Ok(whole) => {
                let found = crate::diagnose(&whole);
                (whole, found)
            }
        };
        let found: Vec<Diagnostic> = Diagnostics::into_iter(found).collect();
        Some(Checked {
            source,
            found,
            reached: OnceCell::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text at the offset to which a part of the text before has moved.
    fn moved(old: &str, new: &str, part: &str) -> Option<String> {
        let start = old.find(part).unwrap();
        let span = Moved::between(old, new).forth(Span::new(start, start + part.len()))?;
        Some(new[span.start()..span.end()].to_owned())
    }

    #[test]
    fn what_is_around_a_change_has_moved() {
        let (old, new) = (
            "a: Book\nb: Author\nc: Shelf\n",
            "a: Book\nb: Kö\nc: Shelf\n",
        );
        assert_eq!(moved(old, new, "Book").as_deref(), Some("Book"));
        assert_eq!(moved(old, new, "Shelf").as_deref(), Some("Shelf"));
        assert_eq!(moved(old, new, "Author"), None);
        // The change begins right after the first, and ends right before the second.
        assert_eq!(moved("a b", "a, b", "a"), None);
        assert_eq!(moved("a b", "a ,b", "b"), None);
    }

    #[test]
    fn an_offset_goes_back_unless_it_was_typed() {
        let moved = Moved::between("a: B\nc: D\n", "a: B\nnew: E\nc: D\n");
        assert_eq!(moved.back(3), Some(3));
        assert_eq!(moved.back(7), None);
        assert_eq!(moved.back(15), Some(8));
        assert!(moved.mentions("E") && !moved.mentions("B"));
    }

    #[test]
    fn a_change_that_was_undone_moves_nothing() {
        let text = "a: Größe\nb: B\n";
        assert_eq!(moved(text, text, "Größe").as_deref(), Some("Größe"));
        assert_eq!(Moved::between(text, text).back(3), Some(3));
        assert!(!Moved::between(text, text).mentions("Größe"));
    }

    /// The first bytes of both characters are the same.
    #[test]
    fn a_change_may_begin_inside_a_character() {
        let (old, new) = ("a: ä\nb: B\n", "a: ü\nb: B\n");
        let moved = Moved::between(old, new);
        assert_eq!(moved.lines, ["a: ä", "a: ü"]);
        assert_eq!(moved.back(0), Some(0));
    }
}
