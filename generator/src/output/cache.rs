//! Recognizes a folder that is up to date without generating its files again.
//!
//! After `generate` has written a crate, it stores one digest: of the [`Inputs`] that the files depend
//! on, and of the list and all files. A later run computes the digest from its own inputs and from the
//! files in the folder. If it is the stored one, the folder contains exactly what these inputs generate.
//!
//! The stored digest is a statement about the generator, not about the folder: these inputs generate
//! these files. So nothing that happens to the folder can make it wrong, and it may be missing, from
//! another branch, or damaged. Then the files are generated and compared.
//!
//! It is in a separate folder, which Git ignores. In `.specsmith`, which is committed, any two branches
//! that change the specification would conflict.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use blake3::{Hash, Hasher};

use super::{FileSet, manifest, place};
use crate::threads;

/// The folder in the output folder.
const FOLDER: &str = ".specsmith-cache";
/// The file with the digest.
const FILE: &str = ".specsmith-cache/crate";

/// The first line of the file. The digest is on the second line, and the rest are the notes.
const HEADER: &str = "# Written by `specsmith generate`. It can be deleted.\n";

/// The most threads that read files. More of them only wait for each other.
const MOST_THREADS: usize = 4;

/// A digest of everything that generated files depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inputs(Hash);

impl Inputs {
    /// The inputs, in an order that is always the same.
    ///
    /// ```
    /// use specsmith::output::Inputs;
    ///
    /// assert_ne!(Inputs::new(&[b"generator", b"spec"]), Inputs::new(&[b"generators", b"pec"]));
    /// ```
    pub fn new(parts: &[&[u8]]) -> Self {
        Self(digest(parts.iter().copied()))
    }
}

/// A folder that is up to date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Current {
    /// The number of files, like [`FileSet::len_on_disk`].
    pub files: usize,
    /// The notes that were stored with the digest.
    pub notes: String,
}

impl Current {
    /// Whether the folder contains exactly what the inputs generate. `None` means that it is not known:
    /// the folder may still be up to date. The inputs are not asked for if nothing is stored.
    pub fn recognize(inputs: impl FnOnce() -> Option<Inputs>, folder: &Path) -> Option<Self> {
        let stored = place::read(folder, FILE).ok()??;
        let stored = str::from_utf8(&stored).ok()?.strip_prefix(HEADER)?;
        let (stored, notes) = stored.split_once('\n')?;
        let (files, count) = of_folder(folder)?;
        let inputs = inputs()?;
        (stored == whole(inputs, files, notes).to_hex().as_str()).then(|| Self {
            files: count,
            notes: notes.to_owned(),
        })
    }
}

impl FileSet {
    /// Stores that the inputs generate this set, for [`Current::recognize`], with notes for the caller.
    ///
    /// # Errors
    ///
    /// The folder cannot be written to. Later runs are slower then.
    pub fn remember(&self, inputs: Inputs, folder: &Path, notes: &str) -> io::Result<()> {
        let digest = whole(inputs, of_set(self), notes).to_hex();
        let text = format!("{HEADER}{digest}\n{notes}");
        match place::read(folder, FILE) {
            Ok(Some(found)) if found == text.as_bytes() => Ok(()),
            Ok(_) => store(folder, &text),
            // A link could lead out of the folder.
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

/// Replaces the stored digest at once, so that another process never reads half of it.
fn store(folder: &Path, text: &str) -> io::Result<()> {
    let cache = folder.join(FOLDER);
    fs::create_dir_all(&cache)?;
    replace(cache.join(".gitignore"), "*\n")?;
    replace(place::join(folder, FILE), text)
}

fn replace(path: PathBuf, text: &str) -> io::Result<()> {
    let staged = path.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&staged, text)?;
    fs::rename(&staged, &path).inspect_err(|_| {
        let _ = fs::remove_file(&staged);
    })
}

fn whole(inputs: Inputs, files: Hash, notes: &str) -> Hash {
    let parts: [&[u8]; 3] = [inputs.0.as_bytes(), files.as_bytes(), notes.as_bytes()];
    digest(parts)
}

/// The digest of the files that `write_to` leaves in a folder.
fn of_set(set: &FileSet) -> Hash {
    let list = manifest::print(set.iter().map(|(path, _)| path));
    let contents: Vec<_> = set
        .iter()
        .map(|(_, contents)| blake3::hash(contents.as_bytes()))
        .collect();
    of_files(&list, &contents)
}

/// The same digest, of the files in a folder, and their number. `None` if the list is not as it would be
/// written, or if a file cannot be read.
fn of_folder(folder: &Path) -> Option<(Hash, usize)> {
    let list = place::read(folder, place::MANIFEST).ok()??;
    let paths = manifest::parse(&list, folder).ok()?;
    let printed = manifest::print(paths.iter().map(String::as_str));
    if printed.as_bytes() != list {
        return None;
    }
    let paths: Vec<_> = paths.into_iter().collect();
    let contents = hash_all(&paths, folder)?;
    Some((of_files(&printed, &contents), paths.len() + 1))
}

/// The list has all paths, in the order of the contents.
fn of_files(list: &str, contents: &[Hash]) -> Hash {
    let contents = contents.iter().map(|hash| hash.as_bytes().as_slice());
    digest(std::iter::once(list.as_bytes()).chain(contents))
}

/// Reads and hashes files on several threads.
fn hash_all(paths: &[String], folder: &Path) -> Option<Vec<Hash>> {
    let hash = |path: &String| {
        let contents = place::read(folder, path).ok()??;
        Some(blake3::hash(&contents))
    };
    let hashes = threads::map(paths, MOST_THREADS, hash).into_iter();
    hashes.collect()
}

/// Hashes parts together with their lengths, so that no two lists of parts are the same text.
fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Hash {
    let mut hasher = Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests;
