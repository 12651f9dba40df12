use std::fs;
use std::process::Command;

use clap::Parser;
use tempfile::TempDir;

use super::*;

#[derive(Parser)]
struct Options {
    #[command(flatten)]
    messages: Messages,
}

/// A folder, usually with a repository.
struct Folder(TempDir);

impl Folder {
    fn empty() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A repository whose branch `main` has one commit, with these files.
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::empty();
        folder.git(&["init", "--quiet", "--initial-branch=main"]);
        folder.commit(files);
        folder
    }

    fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.arg("-C").arg(self.0.path());
        for setting in [
            "user.name=a",
            "user.email=a@a.example",
            "commit.gpgsign=false",
        ] {
            git.args(["-c", setting]);
        }
        // The settings of this machine must not matter.
        git.env("GIT_CONFIG_GLOBAL", self.0.path().join(".none"));
        // Submodules and shallow clones of folders.
        git.args(["-c", "protocol.file.allow=always"]);
        let output = git.args(arguments).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {error}");
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn commit(&self, files: &[(&str, &str)]) {
        for (path, text) in files {
            self.write(path, text);
        }
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message=a"]);
    }

    fn at<T>(&self, folder: &str, run: impl FnOnce(Here<'_>) -> T) -> T {
        let messages = Options::parse_from(["specsmith"]).messages;
        run(Here {
            folder: &self.0.path().join(folder),
            messages: &messages,
        })
    }

    /// The files of a specification, by their names for people, with their texts.
    fn read(&self, argument: &str) -> Result<Vec<(String, String)>, String> {
        let read = |here: Here<'_>| here.read(&Named::of(argument, here.folder)?);
        self.at("", read)
            .map(|source| files(&source))
            .map_err(message)
    }

    fn error(&self, argument: &str) -> String {
        self.read(argument).unwrap_err()
    }

    /// The name and the text of the old side of a comparison with the past.
    fn old(&self, argument: &str, base: Option<&str>) -> Result<(String, String), String> {
        let sides = self.at("", |here| here.one(argument, base));
        let sides = sides.map_err(message)?;
        Ok(files(&specification(&sides.old)).remove(0))
    }

    /// A clone of its newest commits.
    fn shallow(&self, arguments: &[&str]) -> Self {
        let clone = Self::empty();
        let url = format!("file://{}", self.0.path().display());
        let arguments = [&["clone", "--quiet", "--depth=1"], arguments, &[&url, "."]].concat();
        clone.git(&arguments);
        clone
    }
}

fn files(source: &SourceFile) -> Vec<(String, String)> {
    let file = |span| {
        (
            source.position(start(span)).file.to_owned(),
            source.slice(span).to_owned(),
        )
    };
    source.files().map(|(_, span)| file(span)).collect()
}

fn specification(old: &Old) -> SourceFile {
    match old {
        Old::Specification(source) => source.clone(),
        Old::Nothing { revision } => SourceFile::new(format!("new since {revision}"), ""),
    }
}

fn start(span: specsmith::source::Span) -> usize {
    span.start()
}

fn message(failure: Failure) -> String {
    match failure {
        Failure::Unable(message) | Failure::Diagnostics(message) => message,
        Failure::Rejected { details, message } => details + &message,
    }
}

fn owned(name: &str, text: &str) -> (String, String) {
    (name.to_owned(), text.to_owned())
}

const MAIN: &str =
    "specsmith: 1\ninclude: [parts/a.yaml]\napi: { name: A, title: A, version: 1.0.0 }\n";
const PART: &str = "part_of: ../api.yaml\ntypes: { Book: { fields: {} } }\n";

#[test]
fn revisions_are_told_from_files() {
    for (argument, expected) in [
        ("main:spec/api.yaml", Some(("main", "spec/api.yaml"))),
        ("HEAD@{12:00:00}:a:b", Some(("HEAD@{12:00:00}", "a:b"))),
        ("v1:", Some(("v1", ""))),
        (":a", Some(("", "a"))),
        ("m:a", (!cfg!(windows)).then_some(("m", "a"))),
        ("C:/spec/api.yaml", None),
        ("c:\\spec\\api.yaml", None),
        ("spec/api.yaml", None),
        ("HEAD@{12:00", None),
    ] {
        assert_eq!(revision_and_path(argument), expected, "{argument}");
    }
}

#[test]
fn urls_are_no_revisions() {
    let named = Named::of("https://a.example/openapi.json", Path::new("")).unwrap();
    assert_eq!(named, Named::Url("https://a.example/openapi.json"));
    let message = Folder::empty().old("https://a.example/a.json?key=secret", None);
    assert_eq!(
        message.unwrap_err(),
        "`https://a.example/a.json` has no history to compare with; name both specifications: `specsmith diff OLD NEW`"
    );
}

#[test]
#[cfg(unix)]
fn a_file_on_disk_wins_over_a_revision() {
    let folder = Folder::with(&[("api.yaml", "old")]);
    folder.write("main:api.yaml", "new");
    let (_, text) = folder.read("main:api.yaml").unwrap().remove(0);
    assert_eq!(text, "new");
}

#[test]
fn a_revision_is_read_with_the_files_that_it_includes() {
    let folder = Folder::with(&[("spec/api.yaml", MAIN), ("spec/parts/a.yaml", PART)]);
    folder.git(&["tag", "v1"]);
    folder.git(&["branch", "a/b"]);
    folder.write("spec/parts/a.yaml", "changed");
    for revision in ["main", "HEAD", "v1", "a/b", "HEAD@{0}"] {
        let files = folder.read(&format!("{revision}:spec/api.yaml")).unwrap();
        let main = owned(&format!("{revision}:spec/api.yaml"), MAIN);
        let part = owned(&format!("{revision}:spec/parts/a.yaml"), PART);
        assert_eq!(files, [main, part]);
    }
}

#[test]
fn a_specification_of_a_revision_has_the_same_meaning_as_on_disk() {
    let document = r##"{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { "/a": { "get": {
        "responses": { "200": { "description": "A.", "content": { "application/json": {
            "schema": { "$ref": "../common/a.json#/A" }
        } } } }
    } } }, "components": { "schemas": { "B": { "type": "object", "title": "In B" } } } }"##;
    let common = r##"{ "A": { "type": "object", "properties": { "b": { "$ref": "../A/a.json#/components/schemas/B" } } } }"##;
    let overlay =
        "overlay: 1.0.0\ninfo: { title: A, version: '1' }\nextends: A/a.json\nactions: []\n";
    // At the top of the repository, no folder separates the revision from the file.
    for (main, text) in [("A/a.json", document), ("overlay.yaml", overlay)] {
        let folder = Folder::with(&[
            ("A/a.json", document),
            ("common/a.json", common),
            (main, text),
        ]);
        folder.git(&["branch", "x/y"]);
        let on_disk = folder.at("", |here| here.read(&Named::of(main, here.folder)?));
        let committed = format!("x/y:{main}");
        let committed = folder.at("", |here| here.read(&Named::of(&committed, here.folder)?));
        let [on_disk, committed] = [on_disk, committed].map(|source| {
            let source = source.map_err(message).unwrap();
            let read = specsmith::read_with_warnings(&source).unwrap();
            assert!(read.warnings.is_empty(), "{:?}", read.warnings);
            (source.text().to_owned(), format!("{:?}", read.api))
        });
        assert_eq!(on_disk, committed);
    }
    let folder = Folder::with(&[("api.yaml", MAIN), ("parts/a.yaml", PART)]);
    let source = folder.at("", |here| {
        here.read(&Named::of("main:api.yaml", here.folder)?)
    });
    assert!(specsmith::read(&source.map_err(message).unwrap()).is_ok());
}

#[test]
fn errors_in_a_revision_name_it() {
    let folder = Folder::with(&[("spec/api.yaml", MAIN)]);
    let error = folder.error("main:spec/api.yaml");
    assert!(
        error.contains("the file `main:spec/parts/a.yaml` does not exist"),
        "{error}"
    );
    assert!(error.contains("main:spec/api.yaml:2:11"), "{error}");
}

#[test]
fn references_stay_in_the_repository() {
    let overlay = "overlay: 1.0.0\nextends: ../../a.json\nactions: []\n";
    let folder = Folder::with(&[("spec/a.yaml", overlay)]);
    let error = folder.error("main:spec/a.yaml");
    assert!(
        error.contains("`../../a.json` is outside of the repository"),
        "{error}"
    );
    assert_eq!(
        folder.error("main:../a.yaml"),
        "`../a.yaml` is outside of the repository; name a path in it"
    );
}

#[test]
fn a_folder_means_its_only_specification() {
    let folder = Folder::with(&[
        ("spec/api.yaml", MAIN),
        ("spec/parts/a.yaml", PART),
        ("spec/part.yaml", "# A part.\npart_of: api.yaml\n"),
        ("spec/specsmith.schema.json", "{}"),
        ("spec/notes.md", ""),
        ("two/a.yaml", "a"),
        ("two/b.yml", "b"),
        ("none/a.txt", ""),
    ]);
    for (argument, name) in [
        ("main:", "main:spec/api.yaml"),
        ("main:./", "main:spec/api.yaml"),
        ("main:spec", "main:spec/api.yaml"),
        ("main:spec/", "main:spec/api.yaml"),
    ] {
        assert_eq!(folder.read(argument).unwrap()[0].0, name, "{argument}");
    }
    for argument in ["", "spec"] {
        let (_, text) = folder.read(argument).unwrap().remove(0);
        assert_eq!(text, MAIN, "{argument}");
    }
    assert_eq!(
        folder.error("main:two"),
        "the folder `main:two` contains 2 specifications; name one: `main:two/a.yaml`, `main:two/b.yml`"
    );
    for argument in ["none", "main:none"] {
        let error = folder.error(argument);
        assert!(error.contains("contains no specification"), "{error}");
    }
    let error = folder.error("two");
    assert!(
        error.contains("contains 2 specifications; name one"),
        "{error}"
    );
}

#[test]
fn paths_begin_at_the_top_of_the_repository() {
    let folder = Folder::with(&[("sub/spec/a.yaml", "a"), ("spec/a.yaml", "top")]);
    folder.commit(&[("sub/only.yaml", "b")]);
    let read = |argument: &'static str| {
        let read = |here: Here<'_>| here.read(&Named::of(argument, here.folder)?);
        let source = folder.at("sub", read);
        source
            .map(|source| files(&source).remove(0))
            .map_err(message)
    };
    assert_eq!(
        read("main:spec/a.yaml"),
        Ok(owned("main:spec/a.yaml", "top"))
    );
    assert_eq!(
        read("main:./spec/a.yaml"),
        Ok(owned("main:sub/spec/a.yaml", "a"))
    );
    assert_eq!(
        read("main:../spec/a.yaml"),
        Ok(owned("main:spec/a.yaml", "top"))
    );
    assert_eq!(
        read("main:only.yaml").unwrap_err(),
        "the file `main:only.yaml` does not exist; paths begin at the top of the repository, and those of the current \
         folder with `./`: `main:./only.yaml`"
    );
}

#[test]
fn files_on_disk_have_paths_from_the_top_of_their_repository() {
    let folder = Folder::with(&[("sub/spec/a.yaml", "a")]);
    let from_top = |name: &str| {
        folder.at("sub", |here| {
            let path = here.folder.join(name);
            super::from_top(path.to_str().unwrap())
        })
    };
    assert_eq!(from_top("spec/a.yaml").as_deref(), Some("sub/spec/a.yaml"));
    assert_eq!(from_top("spec/b.yaml"), None);
}

#[test]
fn what_cannot_be_read_is_explained() {
    let folder = Folder::with(&[
        ("spec/api.yaml", "a"),
        ("lfs.yaml", "version https://git-lfs.github.com/spec/v1\n"),
    ]);
    folder.write("latin.yaml", b"a: gr\xf6sse");
    folder.write("bom.yaml", b"\xef\xbb\xbfa: 1");
    folder.write("large.yaml", vec![b'a'; 64 * 1024 * 1024 + 1]);
    folder.commit(&[]);
    assert_eq!(folder.read("main:bom.yaml").unwrap()[0].1, "a: 1");
    for (argument, error) in [
        (
            "main:no.yaml",
            "the file `main:no.yaml` does not exist; check the path, which begins at the top of the repository, and the \
             revision",
        ),
        (
            "main:spec/api.yaml/b.yaml",
            "the file `main:spec/api.yaml/b.yaml` does not exist; check the path, which begins at the top of the \
             repository, and the revision",
        ),
        (
            "mian:spec/api.yaml",
            "there is no revision `mian` in this repository; check its name, or get it with `git fetch`",
        ),
        (
            "--output=a:spec/api.yaml",
            "there is no revision `--output=a` in this repository; check its name, or get it with `git fetch`",
        ),
        (
            "^main:spec/api.yaml",
            "there is no revision `^main` in this repository; check its name, or get it with `git fetch`",
        ),
        (
            ":spec/api.yaml",
            "there is no revision before `:`; write `REVISION:PATH`, such as `HEAD:spec/api.yaml`",
        ),
        (
            "main",
            "`main` is a revision, and not a file; name the file in it, such as `main:spec/api.yaml`, or compare with \
             the revision: `specsmith diff --base main`",
        ),
        (
            "main:latin.yaml",
            "`main:latin.yaml` is not valid UTF-8 at line 1, column 6; save it as UTF-8",
        ),
        (
            "main:large.yaml",
            "`main:large.yaml` is larger than 64 MiB, the largest size of a specification",
        ),
        (
            "main:lfs.yaml",
            "Git LFS has the contents of `main:lfs.yaml`; check out the revision, and name the file",
        ),
    ] {
        assert_eq!(folder.error(argument), error, "{argument}");
    }
    assert!(!folder.0.path().join("a").exists());
}

#[test]
fn the_process_is_usable_after_an_error() {
    let folder = Folder::with(&[("a.yaml", "a")]);
    folder.write("large.yaml", vec![b'a'; 64 * 1024 * 1024 + 1]);
    folder.commit(&[]);
    let repository = Repository::around(folder.0.path()).unwrap();
    let mut tree = repository.tree(&repository.head().unwrap()).unwrap();
    assert!(tree.source("large.yaml").is_err());
    assert!(tree.source("b.yaml").is_err());
    assert_eq!(tree.source("a.yaml").unwrap().text(), "a");
}

#[test]
#[cfg(unix)]
fn symbolic_links_and_submodules_are_no_files() {
    let other = Folder::with(&[("api.yaml", "a")]);
    let folder = Folder::with(&[("spec/api.yaml", "a")]);
    let link = |to: &str, from: &str| std::os::unix::fs::symlink(to, folder.0.path().join(from));
    link("spec/api.yaml", "link.yaml").unwrap();
    link("spec", "linked").unwrap();
    let other = other.0.path().to_str().unwrap();
    folder.git(&["submodule", "--quiet", "add", other, "sub"]);
    folder.commit(&[]);
    for (argument, problem) in [
        ("main:link.yaml", "`main:link.yaml` is a symbolic link"),
        ("main:linked/api.yaml", "`main:linked` is a symbolic link"),
        ("main:linked", "`main:linked` is a symbolic link"),
        ("main:sub/api.yaml", "`main:sub` is a submodule"),
        ("main:sub", "`main:sub` is a submodule"),
    ] {
        let error = folder.error(argument);
        assert!(error.starts_with(problem), "{error}");
    }
}

#[test]
fn a_folder_without_a_repository_is_explained() {
    let folder = Folder::empty();
    folder.write("api.yaml", "a");
    for error in [
        folder.error("main:api.yaml"),
        folder.old("api.yaml", None).unwrap_err(),
    ] {
        let end = " is not in a Git repository; name two files: `specsmith diff OLD NEW`";
        assert!(error.ends_with(end), "{error}");
    }
    folder.git(&["init", "--quiet"]);
    assert_eq!(
        folder.old("api.yaml", None).unwrap_err(),
        "the repository has no commits to compare with; name two files: `specsmith diff OLD NEW`"
    );
}

#[test]
fn a_branch_is_compared_with_where_it_left_the_default_branch() {
    let folder = Folder::with(&[("spec/api.yaml", "at the fork")]);
    folder.git(&["branch", "feature"]);
    folder.commit(&[("spec/api.yaml", "newer on main")]);
    folder.git(&["checkout", "--quiet", "feature"]);
    folder.commit(&[("spec/api.yaml", "committed")]);
    folder.write("spec/api.yaml", "on disk");
    let (name, text) = folder.old("spec/api.yaml", None).unwrap();
    assert_eq!(text, "at the fork");
    let (commit, path) = name.split_once(':').unwrap();
    assert!(
        commit.bytes().all(|byte| byte.is_ascii_hexdigit()),
        "{name}"
    );
    assert_eq!(path, "spec/api.yaml");
    // The name can be used again.
    assert_eq!(folder.read(&name).unwrap()[0].1, "at the fork");
}

#[test]
fn a_revision_alone_is_compared_with_the_file_on_disk() {
    let folder = Folder::with(&[("spec/api.yaml", MAIN), ("spec/parts/a.yaml", PART)]);
    let new = |here: &str, argument: &str| {
        let sides = folder.at(here, |here| here.one(argument, None));
        let sides = sides.map_err(message)?;
        assert_eq!(
            files(&specification(&sides.old))[0],
            owned("HEAD:spec/api.yaml", MAIN)
        );
        Ok(sides.new.text().to_owned())
    };
    folder.write("spec/api.yaml", "on disk");
    for (here, argument) in [
        ("", "HEAD:spec/api.yaml"),
        ("", "HEAD:"),
        ("spec/parts", "HEAD:spec/api.yaml"),
        ("spec", "HEAD:./api.yaml"),
    ] {
        assert_eq!(new(here, argument).as_deref(), Ok("on disk"), "{argument}");
    }
    folder.write("spec/api.yaml", MAIN);
    folder.git(&["mv", "spec", "moved"]);
    folder.write("moved/api.yaml", format!("{MAIN}# B\n"));
    assert!(new("", "HEAD:spec/api.yaml").unwrap().contains("# B"));
    folder.git(&["rm", "--quiet", "-r", "--force", "moved"]);
    let error: String = new("", "HEAD:spec/api.yaml").unwrap_err();
    let end = "so there is nothing to compare `HEAD:spec/api.yaml` with; name the new specification: \
               `specsmith diff 'HEAD:spec/api.yaml' NEW`";
    assert!(error.ends_with(end), "{error}");
}

#[test]
fn on_the_default_branch_the_working_tree_is_compared_with_it() {
    let folder = Folder::with(&[("spec/api.yaml", "committed")]);
    folder.write("spec/api.yaml", "on disk");
    let committed = Ok(owned("main:spec/api.yaml", "committed"));
    assert_eq!(folder.old("spec/api.yaml", None), committed);
    folder.git(&["checkout", "--quiet", "--detach"]);
    assert_eq!(folder.old("spec", None), committed);
}

#[test]
fn the_default_branch_of_the_origin_comes_first() {
    let origin = Folder::with(&[("api.yaml", "pushed")]);
    origin.git(&["branch", "--move", "trunk"]);
    let clone = Folder::empty();
    clone.git(&["clone", "--quiet", origin.0.path().to_str().unwrap(), "."]);
    clone.git(&["branch", "main"]);
    clone.commit(&[("api.yaml", "not pushed yet")]);
    let pushed = owned("origin/trunk:api.yaml", "pushed");
    assert_eq!(clone.old("api.yaml", None), Ok(pushed));
}

#[test]
fn a_base_replaces_the_default_branch() {
    let folder = Folder::with(&[("api.yaml", "1")]);
    folder.git(&["tag", "v1"]);
    folder.commit(&[("api.yaml", "2")]);
    assert_eq!(
        folder.old("api.yaml", Some("v1")),
        Ok(owned("v1:api.yaml", "1"))
    );
    // A newer base has everything: the file is compared with its own revision.
    folder.git(&["branch", "newer"]);
    folder.git(&["reset", "--quiet", "--hard", "v1"]);
    assert_eq!(
        folder.old("api.yaml", Some("newer")),
        Ok(owned("HEAD:api.yaml", "1"))
    );
    for base in ["v2", "--all"] {
        let error = folder.old("api.yaml", Some(base)).unwrap_err();
        assert_eq!(
            error,
            format!(
                "there is no revision `{base}` in this repository; check its name, or get it with `git fetch`"
            )
        );
    }
}

#[test]
fn without_a_default_branch_a_base_is_needed() {
    let folder = Folder::with(&[("api.yaml", "1")]);
    folder.git(&["branch", "--move", "trunk"]);
    assert_eq!(
        folder.old("api.yaml", None).unwrap_err(),
        "there is no branch `main` or `master` to compare with, neither here nor at `origin`; name a branch: \
         `--base REVISION`"
    );
    folder.git(&["checkout", "--quiet", "--orphan", "main"]);
    folder.commit(&[("api.yaml", "2")]);
    assert_eq!(
        folder.old("api.yaml", Some("trunk")).unwrap_err(),
        "`HEAD` and `trunk` have no commit in common; name another revision: `--base REVISION`"
    );
}

#[test]
fn a_shallow_clone_says_what_to_fetch() {
    let fetch = "get the others with `git fetch --unshallow`, or in GitHub Actions with `fetch-depth: 0` of \
                 `actions/checkout`";
    let origin = Folder::with(&[("api.yaml", "1")]);
    origin.git(&["checkout", "--quiet", "-b", "feature"]);
    origin.commit(&[("api.yaml", "2")]);
    // As `actions/checkout` does: one commit, without branches.
    let clone = origin.shallow(&["--branch=feature", "--single-branch"]);
    clone.git(&["checkout", "--quiet", "--detach"]);
    clone.git(&["remote", "set-head", "origin", "--delete"]);
    let error = clone.old("api.yaml", None).unwrap_err();
    let fetch_branch = "get the others with `git fetch --unshallow origin main:refs/remotes/origin/main`, with the name of \
                        the default branch, or in GitHub Actions with `fetch-depth: 0` of `actions/checkout`";
    assert_eq!(
        error,
        format!(
            "this clone has only the newest commits, without the default branch; {fetch_branch}"
        )
    );
    let advised = [
        "fetch",
        "--quiet",
        "--unshallow",
        "origin",
        "main:refs/remotes/origin/main",
    ];
    let fetched = origin.shallow(&["--branch=feature", "--single-branch"]);
    fetched.git(&advised);
    assert_eq!(
        fetched.old("api.yaml", None),
        Ok(owned("origin/main:api.yaml", "1"))
    );
    let error = clone.error("main:api.yaml");
    assert_eq!(
        error,
        format!(
            "there is no revision `main` in this repository; this clone has only the newest commits; {fetch}"
        )
    );
    origin.git(&["checkout", "--quiet", "main"]);
    origin.commit(&[("api.yaml", "3")]);
    let clone = origin.shallow(&["--no-single-branch"]);
    clone.git(&["checkout", "--quiet", "feature"]);
    let error = clone.old("api.yaml", None).unwrap_err();
    assert_eq!(
        error,
        format!(
            "this clone has only the newest commits, so it is unknown where `HEAD` left `origin/main`; {fetch}"
        )
    );
}

#[test]
fn the_only_branch_of_a_clone_is_not_the_default_branch() {
    let origin = Folder::with(&[("api.yaml", "1")]);
    origin.git(&["checkout", "--quiet", "-b", "feature"]);
    origin.commit(&[("api.yaml", "2")]);
    let clone = origin.shallow(&["--branch=feature", "--single-branch"]);
    assert_eq!(
        clone.old("api.yaml", None).unwrap_err(),
        "this clone has only the branch `origin/feature`, which may not be the default branch; get the default branch with \
         `git fetch origin BRANCH:BRANCH`, and name it: `--base BRANCH`"
    );
    // A base that is named is used.
    assert_eq!(
        clone.old("api.yaml", Some("origin/feature")),
        Ok(owned("origin/feature:api.yaml", "2"))
    );
    origin.git(&["checkout", "--quiet", "main"]);
    let clone = origin.shallow(&["--branch=main", "--single-branch"]);
    assert_eq!(
        clone.old("api.yaml", None),
        Ok(owned("origin/main:api.yaml", "1"))
    );
}

#[test]
fn renamed_files_are_found() {
    let folder = Folder::with(&[("old/api.yaml", MAIN), ("old/parts/a.yaml", PART)]);
    folder.git(&["checkout", "--quiet", "-b", "feature"]);
    folder.git(&["mv", "old", "spec"]);
    let old = Ok(owned("main:old/api.yaml", MAIN));
    assert_eq!(folder.old("spec/api.yaml", None), old);
    folder.commit(&[]);
    assert_eq!(folder.old("spec/api.yaml", None), old);
}

#[test]
fn a_new_file_has_nothing_to_compare_with() {
    let folder = Folder::with(&[("spec/api.json", "{ \"openapi\": \"3.1.0\" }")]);
    folder.git(&["rm", "--quiet", "spec/api.json"]);
    folder.write(
        "spec/api.yaml",
        MAIN.replace("include: [parts/a.yaml]\n", ""),
    );
    // It is the same API in another language if both are the only specification.
    let (name, _) = folder.old("spec", None).unwrap();
    assert_eq!(name, "main:spec/api.json");
    let shown = display_path(&folder.0.path().join("spec/api.yaml"));
    assert_eq!(
        folder.old("spec/api.yaml", None).unwrap_err(),
        format!(
            "the file `main:spec/api.yaml` does not exist, so there is nothing to compare `{shown}` with; if it had \
             another name, name both: `specsmith diff main:OLD {}`",
            quoted(&shown)
        )
    );
}

#[test]
fn a_specification_that_the_revision_does_not_have_is_new() {
    let folder = Folder::with(&[("README.md", "a"), (".github/ci.yml", "on: push")]);
    folder.git(&["checkout", "--quiet", "-b", "feature"]);
    folder.write(
        "spec/api.yaml",
        MAIN.replace("include: [parts/a.yaml]\n", ""),
    );
    // Not a specification, and so not the old name of one.
    folder.git(&["rm", "--quiet", ".github/ci.yml"]);
    let is_new = Ok(owned("new since main", ""));
    assert_eq!(folder.old("spec", None), is_new);
    assert_eq!(folder.old("spec/api.yaml", None), is_new);
    assert_eq!(folder.old("spec/api.yaml", Some("main")), is_new);
    folder.commit(&[]);
    assert_eq!(folder.old("spec", None), is_new);
    // Who names an old one means that it is there.
    let error = folder.old("main:spec/api.yaml", None).unwrap_err();
    assert!(error.contains("does not exist"), "{error}");
    let both = folder.at("", |here| here.both("main:spec/api.yaml", "spec", None));
    assert!(message(both.unwrap_err()).contains("does not exist"));
}

#[test]
fn files_that_a_document_refers_to_are_no_specifications() {
    let document = "openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths: { /a: { $ref: './paths.yaml#/a' } }\n";
    let files = [
        ("spec/openapi.yaml", document),
        (
            "spec/paths.yaml",
            "a: { get: { responses: { '200': { $ref: 'ok.yaml' } } } }",
        ),
        ("spec/ok.yaml", "description: Here it is"),
    ];
    let folder = Folder::with(&files);
    assert_eq!(folder.read("main:").unwrap()[0].0, "main:spec/openapi.yaml");
    assert_eq!(folder.read("spec").unwrap()[0].1, document);
    assert_eq!(
        folder.old("spec", None).unwrap().0,
        "main:spec/openapi.yaml"
    );
    let overlay =
        "overlay: 1.0.0\ninfo: { title: A, version: 1.0.0 }\nextends: openapi.yaml\nactions: []\n";
    folder.commit(&[("spec/z.yaml", overlay)]);
    assert_eq!(folder.read("spec").unwrap()[0].1, overlay);
    assert_eq!(folder.read("main:spec").unwrap()[0].0, "main:spec/z.yaml");
    // Two that refer to each other are two.
    let other = document.replace("./paths.yaml#/a", "openapi.yaml#/paths/~1b");
    let circle = document.replace("./paths.yaml#/a", "z.yaml#/paths/~1b");
    folder.commit(&[("spec/openapi.yaml", &circle), ("spec/z.yaml", &other)]);
    assert!(folder.error("spec").contains("specifications; name one"));
}

#[test]
fn both_sides_may_be_anything() {
    let folder = Folder::with(&[("spec/api.yaml", "1")]);
    folder.write("spec/api.yaml", "2");
    for (old, new, texts) in [
        ("main:spec", "spec/api.yaml", ["1", "2"]),
        ("spec", "HEAD:spec/api.yaml", ["2", "1"]),
    ] {
        let sides = folder
            .at("", |here| here.both(old, new, None))
            .map_err(message)
            .unwrap();
        let old = specification(&sides.old);
        assert_eq!([old.text(), sides.new.text()], texts);
    }
    let error =
        "the old specification and `--base` both say what to compare with; omit one of them";
    let both = folder.at("", |here| here.both("spec", "spec", Some("main")));
    assert_eq!(both.map_err(message).unwrap_err(), error);
    assert_eq!(folder.old("HEAD:spec", Some("main")).unwrap_err(), error);
}
