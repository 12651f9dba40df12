//! The files of a revision in Git. One process, `git cat-file --batch`, reads its objects.
//!
//! Paths are followed from folder to folder here, so that Git never interprets them, and symbolic links and submodules are
//! recognized wherever they are on the way.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use specsmith::load::{self, LoadError};
use specsmith::source::SourceFile;

use super::repository::Revision;
use crate::cli::locate::{self, SPEC, is_part, is_specification, may_be_specification};
use crate::cli::origin::placed;

/// How files begin that Git LFS keeps elsewhere.
const LFS: &str = "version https://git-lfs.github.com/spec/";

/// The files of a revision. Paths are from the top of the repository, without `.` and `..`.
#[derive(Debug)]
pub(super) struct Tree {
    git: Child,
    objects: BufReader<ChildStdout>,
    revision: Revision,
}

/// What a folder contains under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Entry {
    File(String),
    Folder(String),
    Link,
    Submodule,
}

impl Tree {
    /// Starts the command that reads objects.
    pub(super) fn open(mut objects: Command, revision: &Revision) -> io::Result<Self> {
        objects.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut git = objects.stderr(Stdio::null()).spawn()?;
        let out = git.stdout.take();
        let out = out.ok_or_else(|| io::Error::other("its output is not captured"))?;
        Ok(Self {
            git,
            objects: BufReader::new(out),
            revision: revision.clone(),
        })
    }

    /// The name of the revision.
    pub(super) fn revision(&self) -> &str {
        &self.revision.name
    }

    /// A path as people name it, `main:spec/api.yaml`.
    pub(super) fn shown(&self, path: &str) -> String {
        format!("{}:{path}", self.revision.name)
    }

    /// Reads a specification, with the files that it includes.
    pub(super) fn source(&mut self, path: &str) -> Result<SourceFile, LoadError> {
        let name = self.revision.name.clone();
        let shown = |file: &str| Some(format!("{name}:{}", placed("", file)?));
        let text = self.text(path).map_err(LoadError::File)?;
        let main = SourceFile::new(path, text).shown_as(shown).elsewhere();
        let read = load::with_includes_from(main, &mut |included| {
            let path = placed(path, included)
                .ok_or_else(|| format!("`{included}` is outside of the repository"))?;
            self.text(&path)
        });
        Ok(read?.shown_as(shown).elsewhere())
    }

    /// The path of the specification at a path: a file, or the only one of a folder. `None` if there is nothing.
    pub(super) fn specification(&mut self, path: &str) -> Result<Option<String>, String> {
        match self.find(path)? {
            Some(Entry::Folder(_)) => self.only_in_folder(path).map(Some),
            Some(_) => Ok(Some(path.to_owned())),
            None => Ok(None),
        }
    }

    /// The path of the only specification of a folder, or of the folder `spec` in it.
    pub(super) fn only_in_folder(&mut self, folder: &str) -> Result<String, String> {
        let inner = joined(folder, SPEC);
        let (folder, object) = match (self.find(&inner)?, self.find(folder)?) {
            (Some(Entry::Folder(object)), _) => (inner.as_str(), object),
            (_, Some(Entry::Folder(object))) => (folder, object),
            (_, _) => return Err(self.missing(folder)),
        };
        let mut found = Vec::new();
        for (name, entry) in self.folder(&object)? {
            let Ok(name) = String::from_utf8(name) else {
                continue;
            };
            let path = joined(folder, &name);
            let may_be = matches!(entry, Entry::File(_)) && may_be_specification(Path::new(&name));
            if may_be && !self.text(&path).is_ok_and(|text| is_part(&text)) {
                found.push(path);
            }
        }
        let found = locate::without_read(found, |path| {
            let Ok(source) = self.source(path) else {
                return Vec::new();
            };
            let others = source.files().skip(1);
            others.map(|(name, _)| name.to_owned()).collect()
        });
        super::only(found, &self.shown(folder), |path| self.shown(path))
    }

    /// Whether a file is a specification, and not a part of one.
    pub(super) fn is_specification(&mut self, path: &str) -> bool {
        may_be_specification(Path::new(path))
            && self.text(path).is_ok_and(|text| is_specification(&text))
    }

    /// Whether there is a file, or something else, at a path.
    pub(super) fn has(&mut self, path: &str) -> Result<bool, String> {
        self.find(path).map(|found| found.is_some())
    }

    /// The text of a file.
    fn text(&mut self, path: &str) -> Result<String, String> {
        let shown = self.shown(path);
        let object = match self.find(path)? {
            Some(Entry::File(object)) => object,
            Some(Entry::Link) => return Err(is_link(&shown)),
            Some(Entry::Submodule) => return Err(is_submodule(&shown)),
            Some(Entry::Folder(_)) => {
                return Err(format!(
                    "`{shown}` is a folder; name the specification's file in it"
                ));
            }
            None => return Err(self.missing(path)),
        };
        let text = self.object(&object, |_, contents| load::text_from(&shown, contents))?;
        match text.starts_with(LFS) {
            true => Err(format!(
                "Git LFS has the contents of `{shown}`; check out the revision, and name the file"
            )),
            false => Ok(text),
        }
    }

    fn missing(&self, path: &str) -> String {
        format!("the file `{}` does not exist", self.shown(path))
    }

    /// What is at a path.
    fn find(&mut self, path: &str) -> Result<Option<Entry>, String> {
        let top = format!("{}^{{tree}}", self.revision.commit);
        let mut found = Entry::Folder(top);
        let mut parent = String::new();
        for part in path.split('/').filter(|part| !part.is_empty()) {
            let folder = match found {
                Entry::Folder(object) => self.folder(&object)?,
                Entry::File(_) => return Ok(None),
                Entry::Link => return Err(is_link(&self.shown(&parent))),
                Entry::Submodule => return Err(is_submodule(&self.shown(&parent))),
            };
            let mut entries = folder.into_iter();
            match entries.find(|(name, _)| name == part.as_bytes()) {
                Some((_, entry)) => found = entry,
                None => return Ok(None),
            }
            parent = joined(&parent, part);
        }
        Ok(Some(found))
    }

    /// What a folder contains.
    fn folder(&mut self, object: &str) -> Result<Vec<(Vec<u8>, Entry)>, String> {
        self.object(object, |digits, contents| {
            let mut bytes = Vec::new();
            contents
                .read_to_end(&mut bytes)
                .map_err(|error| cannot_read(&error))?;
            Ok(entries(&bytes, digits / 2))
        })
    }

    /// Reads an object. `read` gets the number of digits of names of objects, and the contents.
    fn object<T>(
        &mut self,
        object: &str,
        read: impl FnOnce(usize, &mut dyn Read) -> Result<T, String>,
    ) -> Result<T, String> {
        let (digits, size) = self.request(object).map_err(|error| cannot_read(&error))?;
        let mut contents = (&mut self.objects).take(size);
        let result = read(digits, &mut contents);
        // What was not read, and the line break at its end.
        let rest = io::copy(&mut contents, &mut io::sink());
        let end = rest.and_then(|_| self.objects.read_exact(&mut [0]));
        end.map_err(|error| cannot_read(&error))?;
        result
    }

    /// Requests an object. Returns the number of digits of its name, and its size in bytes.
    fn request(&mut self, object: &str) -> io::Result<(usize, u64)> {
        let requests = self.git.stdin.as_mut();
        let requests = requests.ok_or_else(|| io::Error::other("its input is closed"))?;
        requests.write_all(format!("{object}\n").as_bytes())?;
        requests.flush()?;
        let mut header = String::new();
        self.objects.read_line(&mut header)?;
        // `<name> <type> <size>`, or `<name> missing`.
        let mut words = header.split_whitespace();
        let digits = words.next().map_or(0, str::len);
        let size = words.nth(1).and_then(|size| size.parse().ok());
        let size = size.ok_or_else(|| {
            io::Error::other(format!("the object `{object}` is missing; run `git fsck`"))
        })?;
        Ok((digits, size))
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.git.kill();
        let _ = self.git.wait();
    }
}

fn cannot_read(error: &io::Error) -> String {
    format!("Git cannot read the revision: {error}")
}

fn is_link(shown: &str) -> String {
    format!(
        "`{shown}` is a symbolic link, which is not followed in a revision; name the path that it leads to"
    )
}

fn is_submodule(shown: &str) -> String {
    format!(
        "`{shown}` is a submodule, whose files are in another repository; run the command there"
    )
}

/// The entries of a folder: for each its mode, a space, its name, a zero, and the name of its object in `length` bytes.
fn entries(mut bytes: &[u8], length: usize) -> Vec<(Vec<u8>, Entry)> {
    let mut entries = Vec::new();
    while let Some((mode, rest)) = split(bytes, b' ')
        && let Some((name, rest)) = split(rest, 0)
        && let Some((object, rest)) = rest.split_at_checked(length)
    {
        let object = object.iter().map(|byte| format!("{byte:02x}")).collect();
        let entry = match mode {
            b"40000" => Entry::Folder(object),
            b"120000" => Entry::Link,
            b"160000" => Entry::Submodule,
            _ => Entry::File(object),
        };
        entries.push((name.to_owned(), entry));
        bytes = rest;
    }
    entries
}

/// What is before and after the first byte of a kind.
fn split(bytes: &[u8], at: u8) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|byte| *byte == at)?;
    Some((bytes.get(..end)?, bytes.get(end + 1..)?))
}

fn joined(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    }
}
