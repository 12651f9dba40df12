use std::fs;
use std::path::Path;

use super::*;

const FILES: [(&str, &str); 3] = [
    ("Cargo.toml", "[package]\n"),
    ("src/a.rs", "one\n"),
    ("src/b.rs", "two\n"),
];

fn set(files: &[(&str, &str)]) -> FileSet {
    let mut set = FileSet::default();
    for (path, contents) in files {
        set.insert(*path, *contents);
    }
    set
}

fn inputs(spec: &str) -> Inputs {
    Inputs::new(&[b"generator 1", spec.as_bytes()])
}

/// A folder with [`FILES`], which the specification `spec` generates.
fn generated() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let files = set(&FILES);
    files.write_to(folder.path()).unwrap();
    files
        .remember(inputs("spec"), folder.path(), "notes\nof the caller\n")
        .unwrap();
    folder
}

fn is_recognized(folder: &Path) -> bool {
    Current::recognize(|| Some(inputs("spec")), folder).is_some()
}

#[test]
fn an_unchanged_folder_is_recognized_and_its_notes_are_returned() {
    let folder = generated();
    let current = Current::recognize(|| Some(inputs("spec")), folder.path()).unwrap();
    assert_eq!(current.files, set(&FILES).len_on_disk());
    assert_eq!(current.notes, "notes\nof the caller\n");
}

#[test]
fn a_folder_that_was_never_generated_is_not_recognized() {
    let folder = tempfile::tempdir().unwrap();
    assert!(!is_recognized(folder.path()));
    assert!(!is_recognized(&folder.path().join("none")));
    set(&FILES).write_to(folder.path()).unwrap();
    assert!(!is_recognized(folder.path()));
}

#[test]
fn every_changed_file_is_found_until_it_is_restored() {
    let folder = generated();
    let at = |path: &str| folder.path().join(path);
    for (path, contents) in FILES {
        let time = fs::metadata(at(path)).unwrap().modified().unwrap();
        // The same size and time, and other contents.
        fs::write(at(path), contents.replace(['o', 'a'], "x")).unwrap();
        let file = fs::File::options().write(true).open(at(path)).unwrap();
        file.set_modified(time).unwrap();
        assert!(!is_recognized(folder.path()), "{path} edited");
        fs::write(at(path), contents.replace('\n', "\r\n")).unwrap();
        assert!(!is_recognized(folder.path()), "{path} with CRLF");
        fs::write(at(path), "").unwrap();
        assert!(!is_recognized(folder.path()), "{path} empty");
        fs::remove_file(at(path)).unwrap();
        assert!(!is_recognized(folder.path()), "{path} removed");
        fs::create_dir(at(path)).unwrap();
        assert!(!is_recognized(folder.path()), "{path} is a folder");
        fs::remove_dir(at(path)).unwrap();
        fs::write(at(path), contents).unwrap();
        assert!(is_recognized(folder.path()), "{path} restored");
    }
}

#[test]
fn files_that_swapped_their_contents_are_found() {
    let folder = generated();
    fs::write(folder.path().join("src/a.rs"), "two\n").unwrap();
    fs::write(folder.path().join("src/b.rs"), "one\n").unwrap();
    assert!(!is_recognized(folder.path()));
}

#[test]
fn a_text_that_moved_from_one_file_to_the_next_is_found() {
    let folder = generated();
    fs::write(folder.path().join("src/a.rs"), "one\nt").unwrap();
    fs::write(folder.path().join("src/b.rs"), "wo\n").unwrap();
    assert!(!is_recognized(folder.path()));
}

#[test]
fn a_changed_list_is_found() {
    let folder = generated();
    let list = folder.path().join(place::MANIFEST);
    let text = fs::read_to_string(&list).unwrap();
    fs::write(folder.path().join("src/c.rs"), "").unwrap();
    for changed in [
        format!("{text}src/c.rs\n"),
        format!("{text}src/none.rs\n"),
        text.replace("src/a.rs\n", ""),
        text.replace("src/a.rs\nsrc/b.rs\n", "src/b.rs\nsrc/a.rs\n"),
        text.replace('\n', "\r\n"),
        format!("{text}\n"),
        text.replace("src/b.rs", "../b.rs"),
        format!("<<<<<<< HEAD\n{text}=======\nsrc/c.rs\n>>>>>>> other\n"),
        String::new(),
    ] {
        fs::write(&list, &changed).unwrap();
        assert!(!is_recognized(folder.path()), "{changed}");
    }
    fs::write(&list, text).unwrap();
    assert!(is_recognized(folder.path()));
}

#[test]
fn other_inputs_are_not_recognized_until_they_are_changed_back() {
    let folder = generated();
    for parts in [
        [b"generator 2", b"spec".as_slice()],
        [b"generator 1", b"spec ".as_slice()],
        [b"generator 1", b"".as_slice()],
    ] {
        assert_eq!(
            Current::recognize(|| Some(Inputs::new(&parts)), folder.path()),
            None
        );
    }
    assert!(is_recognized(folder.path()));
}

#[test]
fn a_damaged_cache_is_not_trusted() {
    let folder = generated();
    let at = folder.path().join(FILE);
    let sound = fs::read(&at).unwrap();
    for index in 0..sound.len() {
        let mut damaged = sound.clone();
        damaged[index] ^= 1;
        fs::write(&at, &damaged).unwrap();
        assert!(!is_recognized(folder.path()), "byte {index} changed");
        fs::write(&at, &sound[..index]).unwrap();
        assert!(!is_recognized(folder.path()), "only {index} bytes");
    }
    fs::write(&at, b"\xff\xfe").unwrap();
    assert!(!is_recognized(folder.path()));
    set(&FILES)
        .remember(inputs("spec"), folder.path(), "")
        .unwrap();
    assert!(is_recognized(folder.path()));
}

#[test]
fn what_another_run_stores_is_never_wrong() {
    // Two runs with different specifications at the same time: in each order, one may write the files
    // last, and the other the cache.
    let folder = generated();
    let others = set(&[("Cargo.toml", "[package]\n"), ("src/a.rs", "other\n")]);
    others.remember(inputs("other"), folder.path(), "").unwrap();
    for spec in ["spec", "other"] {
        assert_eq!(
            Current::recognize(|| Some(inputs(spec)), folder.path()),
            None
        );
    }
    others.write_to(folder.path()).unwrap();
    assert_eq!(
        Current::recognize(|| Some(inputs("spec")), folder.path()),
        None
    );
    assert!(Current::recognize(|| Some(inputs("other")), folder.path()).is_some());
}

#[test]
fn git_ignores_the_cache_and_generating_leaves_it_alone() {
    let folder = generated();
    let ignore = folder.path().join(FOLDER).join(".gitignore");
    assert_eq!(fs::read_to_string(ignore).unwrap(), "*\n");
    let report = set(&FILES[..1]).write_to(folder.path()).unwrap();
    assert_eq!(report.removed, ["src/a.rs", "src/b.rs"]);
    assert!(folder.path().join(FILE).is_file());
    assert_eq!(
        set(&FILES[..1]).compare_with(folder.path()).unwrap(),
        [],
        "the cache is not part of the crate"
    );
}

#[cfg(unix)]
#[test]
fn nothing_is_stored_through_a_link() {
    let folder = generated();
    let outside = tempfile::tempdir().unwrap();
    let cache = folder.path().join(FOLDER);
    fs::remove_dir_all(&cache).unwrap();
    std::os::unix::fs::symlink(outside.path(), &cache).unwrap();
    let stored = set(&FILES).remember(inputs("spec"), folder.path(), "");
    assert!(stored.is_err());
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}
