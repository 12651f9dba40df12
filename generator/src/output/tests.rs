use std::fs;
use std::path::Path;

use super::*;

fn set(files: &[(&str, &str)]) -> FileSet {
    let mut set = FileSet::default();
    for (path, contents) in files {
        set.insert(*path, *contents);
    }
    set
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn read(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join(path)).unwrap()
}

/// Every file in the folder, folders with a slash.
fn listing(folder: &Path) -> Vec<String> {
    fn walk(at: &Path, root: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap();
            if path.is_dir() && !path.is_symlink() {
                found.push(format!("{name}/"));
                walk(&path, root, found);
            } else {
                found.push(name.to_owned());
            }
        }
    }
    let mut found = Vec::new();
    walk(folder, folder, &mut found);
    found.sort();
    found
}

#[test]
fn a_new_folder_is_filled_and_then_left_alone() {
    let folder = folder();
    let out = folder.path().join("deep/generated");
    let files = set(&[("Cargo.toml", "[package]\n"), ("src/lib.rs", "//! A.\n")]);

    let report = files.write_to(&out).unwrap();
    assert_eq!(report.written, [".specsmith", "Cargo.toml", "src/lib.rs"]);
    assert_eq!(
        listing(&out),
        [".specsmith", "Cargo.toml", "src/", "src/lib.rs"]
    );
    assert!(read(&out, ".specsmith").ends_with("\nCargo.toml\nsrc/lib.rs\n"));
    assert_eq!(files.compare_with(&out).unwrap(), []);

    let before = fs::metadata(out.join("src/lib.rs"))
        .unwrap()
        .modified()
        .unwrap();
    let report = files.write_to(&out).unwrap();
    assert!(report.is_unchanged());
    assert_eq!(report.unchanged, 3);
    let after = fs::metadata(out.join("src/lib.rs"))
        .unwrap()
        .modified()
        .unwrap();
    assert_eq!(before, after);
}

#[test]
fn only_what_changed_is_touched() {
    let folder = folder();
    let out = folder.path();
    set(&[("a", "1"), ("b/c", "2"), ("b/d/e", "3"), ("f", "4")])
        .write_to(out)
        .unwrap();
    fs::write(out.join("b/own"), "mine").unwrap();

    let next = set(&[("a", "1"), ("f", "5"), ("g/h", "6")]);
    let differing = next.compare_with(out).unwrap();
    let paths: Vec<_> = differing.iter().map(Difference::path).collect();
    assert_eq!(paths, [".specsmith", "b/c", "b/d/e", "f", "g/h"]);

    let report = next.write_to(out).unwrap();
    assert_eq!(report.written, ["g/h"]);
    assert_eq!(report.changed, [".specsmith", "f"]);
    assert_eq!(report.removed, ["b/c", "b/d/e"]);
    assert_eq!(report.unchanged, 1);
    assert_eq!(
        listing(out),
        [".specsmith", "a", "b/", "b/own", "f", "g/", "g/h"]
    );
    assert_eq!(next.compare_with(out).unwrap(), []);
}

#[test]
fn removals_alone_and_additions_alone_update_the_list() {
    let folder = folder();
    let out = folder.path();
    for files in [
        &[("a", "1")][..],
        &[("a", "1"), ("b", "2")],
        &[("b", "2")],
        &[],
    ] {
        set(files).write_to(out).unwrap();
        assert_eq!(set(files).compare_with(out).unwrap(), []);
        assert_eq!(listing(out).len(), files.len() + 1);
    }
}

#[test]
fn files_written_by_others_are_not_overwritten() {
    let folder = folder();
    let out = folder.path();
    fs::write(out.join("b"), "mine").unwrap();
    let error = set(&[("a", "1"), ("b", "2")]).write_to(out).unwrap_err();
    let shown = error.to_string();
    assert!(
        shown.contains("/b` would be overwritten, but was not written by specsmith"),
        "{shown}"
    );
    assert_eq!(listing(out), ["b"]);
    assert_eq!(read(out, "b"), "mine");
}

#[test]
fn existing_files_with_the_expected_contents_are_adopted() {
    let folder = folder();
    let out = folder.path();
    fs::write(out.join("a"), "1").unwrap();
    let report = set(&[("a", "1")]).write_to(out).unwrap();
    assert_eq!(report.written, [".specsmith"]);
    set(&[("b", "1")]).write_to(out).unwrap();
    assert_eq!(listing(out), [".specsmith", "b"]);
}

#[test]
fn a_list_with_a_path_outside_the_folder_removes_nothing() {
    let folder = folder();
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    fs::write(folder.path().join("victim"), "mine").unwrap();
    for line in [
        "../victim",
        "/etc/hostname",
        "a\\..\\victim",
        "a/../../victim",
        "\u{1b}[2J",
    ] {
        fs::write(out.join(".specsmith"), format!("# list\n{line}\n")).unwrap();
        let error = set(&[("a", "1")]).write_to(&out).unwrap_err();
        assert!(
            matches!(error, OutputError::Manifest { line: 2, .. }),
            "{error}"
        );
        assert!(!error.to_string().contains('\u{1b}'));
        assert!(set(&[]).compare_with(&out).is_err());
    }
    fs::write(out.join(".specsmith"), b"a\n\xff\n").unwrap();
    assert!(set(&[("a", "1")]).write_to(&out).is_err());
    assert_eq!(listing(folder.path()), ["out/", "out/.specsmith", "victim"]);
}

#[test]
fn a_list_with_other_line_endings_is_read() {
    let folder = folder();
    let out = folder.path();
    set(&[("a", "1\n"), ("b", "2\n")]).write_to(out).unwrap();
    for path in [".specsmith", "a"] {
        let text = read(out, path).replace('\n', "\r\n");
        fs::write(out.join(path), text).unwrap();
    }
    let files = set(&[("a", "1\n")]);
    let differing = set(&[("a", "1\n"), ("b", "2\n")])
        .compare_with(out)
        .unwrap();
    assert!(differing.iter().all(Difference::is_in_line_endings));
    assert_eq!(files.write_to(out).unwrap().removed, ["b"]);
    assert_eq!(read(out, "a"), "1\n");
}

#[test]
fn a_set_with_a_path_outside_the_folder_is_rejected() {
    let folder = folder();
    let error = set(&[("../a", "1")]).write_to(folder.path()).unwrap_err();
    assert!(matches!(error, OutputError::Path { .. }));
    assert!(set(&[(".specsmith", "1")]).write_to(folder.path()).is_err());
    assert!(listing(folder.path()).is_empty());
}

#[test]
fn a_path_that_is_taken_is_reported_before_anything_is_written() {
    let folder = folder();
    let out = folder.path();
    fs::create_dir(out.join("b")).unwrap();
    let error = set(&[("a", "1"), ("b", "2")]).write_to(out).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("a folder, but a file must be written there")
    );
    fs::write(out.join("c"), "mine").unwrap();
    let error = set(&[("a", "1"), ("c/d", "2")]).write_to(out).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("a file, but a folder is needed there")
    );
    assert_eq!(listing(out), ["b/", "c"]);

    let error = set(&[]).write_to(&out.join("c")).unwrap_err();
    assert!(matches!(error, OutputError::NotAFolder { .. }));
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;

    let folder = folder();
    let out = folder.path().join("out");
    let outside = folder.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("a"), "mine").unwrap();
    set(&[("src/a", "1")]).write_to(&out).unwrap();
    fs::remove_dir_all(out.join("src")).unwrap();
    symlink(&outside, out.join("src")).unwrap();

    for files in [set(&[]), set(&[("src/a", "2")]), set(&[("src/b", "3")])] {
        let error = files.write_to(&out).unwrap_err();
        assert!(
            error.to_string().contains("src` is a symbolic link"),
            "{error}"
        );
    }
    assert_eq!(read(&outside, "a"), "mine");
    assert_eq!(listing(&outside), ["a"]);
}

#[cfg(unix)]
#[test]
fn an_error_while_staging_changes_nothing() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder();
    let out = folder.path();
    set(&[("a", "1")]).write_to(out).unwrap();
    fs::set_permissions(out, fs::Permissions::from_mode(0o555)).unwrap();
    let result = set(&[("b", "1")]).write_to(out);
    fs::set_permissions(out, fs::Permissions::from_mode(0o755)).unwrap();
    // For root, writing succeeds.
    if let Err(error) = result {
        assert!(
            error.to_string().ends_with("nothing was changed"),
            "{error}"
        );
        assert_eq!(listing(out), [".specsmith", "a"]);
    }
}

#[test]
fn an_interrupted_run_is_reported_and_can_be_repeated() {
    let folder = folder();
    let out = folder.path();
    // One path cannot be a file and a folder: this fails after `a` was written.
    let impossible = set(&[("a", "1"), ("a/b", "2")]);
    let error = impossible.write_to(out).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("2 of 3 files were written or removed"),
        "{error}"
    );
    // The list was written first, so the next run recognizes `a`.
    set(&[("b", "1")]).write_to(out).unwrap();
    assert_eq!(listing(out), [".specsmith", "b"]);
}

#[test]
fn staging_folders_of_dead_runs_are_removed() {
    let folder = folder();
    let out = folder.path();
    for name in [".specsmith-1.tmp", ".specsmith-x.tmp", ".specsmith-2.tmp"] {
        fs::create_dir(out.join(name)).unwrap();
    }
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(3_600);
    for name in [".specsmith-1.tmp", ".specsmith-x.tmp"] {
        fs::File::open(out.join(name))
            .unwrap()
            .set_modified(old)
            .unwrap();
    }
    set(&[("a", "1")]).write_to(out).unwrap();
    assert_eq!(
        listing(out),
        [".specsmith", ".specsmith-2.tmp/", ".specsmith-x.tmp/", "a"]
    );
}
