//! Scaffolds are in the layout of rustfmt, so that `cargo fmt --check` accepts a file that nobody has
//! edited yet.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::io::Write as _;
use std::process::{Command, Stdio};

use specsmith::source::SourceFile;
use specsmith_tests::cases;

#[test]
fn rustfmt_leaves_the_scaffold_of_every_case_as_it_is() {
    let (mut checked, mut others) = (0, 0);
    for case in cases::good() {
        let scaffold = scaffold(&case.name, &case.spec());
        // rustfmt gives signatures with letters outside of ASCII a different layout.
        if scaffold.is_ascii() {
            assert_formatted(&case.name, &scaffold);
            checked += 1;
        } else {
            others += 1;
        }
    }
    assert!(
        checked > 100 && others < 10,
        "{checked} in ASCII, {others} not"
    );
}

/// Names of growing lengths, so that every kind of line is just as long as a line may be, and longer.
/// rustfmt itself has no layout for signatures of much longer names.
#[test]
fn rustfmt_leaves_lines_of_any_length_as_they_are() {
    for length in 1..=40 {
        for short in ["go", "get"] {
            let name = "n".repeat(length);
            let text = format!(
                "
specsmith: 1
api: {{ name: Lines, title: Lines API, version: 1.0.0 }}
auth: {{ schemes: {{ key: {{ scheme: bearer, kinds: {{ one: {{}}, two: {{}} }} }} }} }}
types: {{ T{name}: {{ newtype: string }}, T10: {{ newtype: string }}, T9: {{ newtype: string }} }}
operations:
  {short}: {{ route: GET /a, auth: one, query: {{ x: T9 }}, returns: T10 }}
  {name}: {{ route: GET /b, auth: none, query: {{ x: string }}, returns: list<T{name}> }}
  {name}_two: {{ route: GET /c, auth: two, query: {{ x: string }}, returns: T{name} }}
  {name}_{name}: {{ route: GET /d, auth: none, returns: map<T{name}> }}
"
            );
            let name = format!("{short}, {length}");
            let scaffold = scaffold(&name, &SourceFile::new("lines.yaml", text));
            assert_formatted(&name, &scaffold);
        }
    }
}

fn scaffold(name: &str, spec: &SourceFile) -> String {
    specsmith::scaffold(spec)
        .unwrap_or_else(|errors| panic!("{name}: {}", errors.render(spec, Default::default())))
}

fn assert_formatted(name: &str, scaffold: &str) {
    let formatted = rustfmt(scaffold);
    assert!(
        formatted == scaffold,
        "{}",
        cases::difference(name, &formatted, scaffold)
    );
}

fn rustfmt(text: &str) -> String {
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("rustfmt is installed");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(text.as_bytes()).expect("rustfmt reads");
    drop(stdin);
    let output = child.wait_with_output().expect("rustfmt ends");
    assert!(output.status.success(), "rustfmt rejects this:\n{text}");
    String::from_utf8(output.stdout).expect("rustfmt writes UTF-8")
}

/// An API with these operations, one of which requires a key.
fn library(operations: &[&str]) -> specsmith::api::Api {
    let lines: Vec<String> = operations
        .iter()
        .map(|name| format!("  {name}: {{ route: GET /{name}, auth: key, returns: Book }}\n"))
        .collect();
    let text = format!(
        "specsmith: 1\napi: {{ name: Library, title: Library, version: 1.0.0 }}\n\
         auth: {{ schemes: {{ key: {{ scheme: bearer }} }} }}\ntypes: {{ Book: {{ fields: {{ title: string }} }} }}\n\
         operations:\n  ping: {{ route: GET /ping, auth: none }}\n{}",
        lines.concat()
    );
    specsmith::read(&SourceFile::new("library.yaml", text)).unwrap()
}

/// What is missing is what the compiler would report, and nothing of what the file imports is imported again.
#[test]
fn the_methods_that_a_file_lacks_are_printed() {
    let before = specsmith::scaffold_of(&library(&["get_book"]));
    let after = library(&["get_book", "find_book", "lend_book"]);
    let missing = specsmith::missing_methods(&after, &before).unwrap();
    assert_eq!(
        missing,
        "\
use library_api::operations::{FindBookError, LendBookError};

    async fn find_book(&self, caller: Caller) -> Result<Book, FindBookError> {
        todo!()
    }

    async fn lend_book(&self, caller: Caller) -> Result<Book, LendBookError> {
        todo!()
    }
"
    );
    let whole = specsmith::scaffold_of(&after);
    assert_eq!(specsmith::missing_methods(&after, &whole).unwrap(), "");
}

#[test]
fn a_file_may_implement_the_trait_for_several_types_in_modules() {
    let file = "
struct Real;
impl Real { async fn get_book(&self) {} }
impl library_api::server::LibraryApi for Real {
    type Caller = users::User;
    async fn authenticate(&self) {}
    async fn ping(&self) {}
}
#[cfg(test)]
mod tests {
    use library_api::{operations::GetBookError, types::*};
    impl LibraryApi for Fake {
        type Caller = ();
        async fn authenticate(&self) {}
        async fn get_book(&self) {}
    }
}
";
    assert_eq!(
        specsmith::missing_methods(&library(&["get_book"]), file).unwrap(),
        "\
use library_api::operations::GetBookError;
use library_api::types::Book;

// For `Real`:

    async fn get_book(&self, caller: users::User) -> Result<Book, GetBookError> {
        todo!()
    }

// In the module `tests`:

use library_api::operations::PingError;

// For `Fake`:

    async fn ping(&self) -> Result<(), PingError> {
        todo!()
    }
"
    );
}

/// Imports belong to their module, and `super::*` brings those of the module around it.
#[test]
fn imports_of_other_modules_do_not_count() {
    let missing = |file| specsmith::missing_methods(&library(&[]), file).unwrap();
    let ping = "    async fn ping(&self) -> Result<(), PingError> {\n        todo!()\n    }\n";
    let import = "use library_api::operations::PingError;\n";
    let with_import = format!("{import}\n{ping}");
    for (file, expected) in [
        (
            "mod other { use library_api::operations::PingError; }\n\
             impl LibraryApi for Real { type Caller = (); fn authenticate() {} }",
            with_import.as_str(),
        ),
        (
            "use library_api::operations::{self, PingError};\n\
             mod real { impl LibraryApi for Real { type Caller = (); fn authenticate() {} } }",
            with_import.as_str(),
        ),
        (
            "use library_api::{operations::{ADD, PingError}, types};\n\
             mod real { use super::*; impl LibraryApi for Real { type Caller = (); fn authenticate() {} } }",
            ping,
        ),
        (
            "use library_api::operations::PingError as Other;\n\
             impl LibraryApi for Real { type Caller = (); fn authenticate() {} }",
            with_import.as_str(),
        ),
    ] {
        assert_eq!(missing(file), expected, "{file}");
    }
}

/// A block without the type of callers also needs that type, unless its module has it.
#[test]
fn the_struct_of_callers_is_missing_if_nothing_declares_it() {
    let missing = |file: &str| specsmith::missing_methods(&library(&[]), file).unwrap();
    let block = "impl LibraryApi for Real { fn ping() {} fn authenticate() {} }";
    let ty = "    type Caller = Caller;\n";
    let declared = "/// The caller that `authenticate` identifies by a key.\npub struct Caller;\n";
    let both = format!("{declared}\n{ty}");
    for (file, expected) in [
        (block.to_owned(), both.as_str()),
        (format!("mod other {{ struct Caller; }} {block}"), &both),
        (format!("pub struct Caller(u8); {block}"), ty),
        (format!("type Caller = u8; {block}"), ty),
        (format!("use users::Caller; {block}"), ty),
        (
            format!("enum Caller {{}} mod a {{ use super::*; {block} }}"),
            ty,
        ),
    ] {
        assert_eq!(missing(&file), expected, "{file}");
    }
    let whole = specsmith::scaffold_of(&library(&[]));
    assert!(whole.contains(declared), "{whole}");
}

/// What is around the block and in its methods does not matter.
#[test]
fn blocks_are_found_among_any_items() {
    for file in [
        "impl<S: for<'a> Store<'a>> server::LibraryApi for Real<S> where S: Sync { %M }",
        "impl LibraryApi for Real<{ 1 + 1 }> { %M }",
        "fn f<'a>() -> impl Sized + use<'a> {} impl LibraryApi for [u8; 4] { %M }",
        "macro_rules! m { () => { impl LibraryApi for No {} } } impl LibraryApi for Real { %M }",
    ] {
        let methods =
            "type Caller = Vec<u8>; async fn authenticate() { let = ; } async fn ping() {}";
        let file = file.replace("%M", methods);
        let missing = specsmith::missing_methods(&library(&["get_book"]), &file).unwrap();
        let signature =
            "async fn get_book(&self, caller: Self::Caller) -> Result<Book, GetBookError>";
        assert!(missing.contains(signature), "{missing}");
        assert_eq!(missing.matches("fn ").count(), 1, "{missing}");
    }
}

/// A parser that recurses exhausts the stack.
#[test]
fn deeply_nested_files_are_read() {
    let nested = |open: &str, inner: &str, close: &str| {
        let depth = 50_000;
        format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
    };
    let block = "impl LibraryApi for Real { type Caller = (); fn authenticate() {} }";
    for file in [
        format!("fn f() {{ {} }} {block}", nested("(", "1", ")")),
        format!("fn f() {{ {} }} {block}", nested("!", "1", "")),
        format!("fn f() {{ {} }} {block}", nested("1 + ", "1", "")),
        format!("fn f() {{ {} }} {block}", nested("if a {} else ", "{}", "")),
        format!("type A = {}; {block}", nested("Vec<", "u8", ">")),
        format!("use {}; {block}", nested("a::{", "A", "}")),
        nested("mod a { ", block, "}"),
        format!("impl LibraryApi for {} {{}}", nested("[", "u8", "]")),
        format!("impl LibraryApi for {} {{}}", nested("Vec<", "u8", ">")),
        format!(
            "impl LibraryApi for A {{ type Caller = {}; }}",
            nested("(", "u8", ",)")
        ),
    ] {
        let missing = specsmith::missing_methods(&library(&[]), &file).unwrap();
        assert!(missing.contains("async fn ping(&self)"));
    }
    let open = "{".repeat(50_000);
    assert!(specsmith::missing_methods(&library(&[]), &open).is_err());
}

#[test]
fn a_file_without_the_trait_has_no_missing_methods() {
    let problem = |text| {
        let api = library(&["get_book"]);
        specsmith::missing_methods(&api, text)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        problem("impl LibraryApi {}"),
        "it does not implement the trait `LibraryApi`"
    );
    assert!(problem("impl LibraryApi for").starts_with("it is not valid Rust: "));
}
