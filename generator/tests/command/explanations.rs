//! Every diagnostic has an explanation: a file in `explanations/`, whose wrong example has exactly this diagnostic, and
//! whose right example has none.
//!
//! An example is a whole specification, or sections that belong to a small one, see [`specification`]. What no example
//! can show is explained without one, after a comment that says why: `<!-- no example: … -->`.
//!
//! `UPDATE_EXPECTED=1 cargo test -p specsmith --test command explanations` lists new files in `src/explain/list.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use specsmith::LintOptions;
use specsmith::source::SourceFile;

const HEAD: &str = "specsmith: 1\napi: { name: Library, title: Library API, version: 1.0.0 }\n";

/// The width of a line of text.
const WIDTH: usize = 120;

#[test]
fn codes_need_neither_capitals_nor_zeros() {
    let explain = |code: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_specsmith"));
        command.args(["explain", code]).output().unwrap()
    };
    let whole = explain("E0148").stdout;
    assert!(!whole.is_empty());
    for code in ["e0148", "e148", "E148"] {
        assert_eq!(explain(code).stdout, whole, "{code}");
    }
    for code in ["E01480", "e", "148", "é148", ""] {
        assert!(!explain(code).status.success(), "{code}");
    }
}

#[test]
fn all_explanations_are_listed() {
    let mut list = String::from(
        "//! The explanations. `tests/command/explanations.rs` writes this file.\n\n\
         /// Codes with their explanations, in order.\n#[rustfmt::skip]\n\
         pub(super) const EXPLANATIONS: &[(&str, &str)] = &[\n",
    );
    for code in files() {
        writeln!(
            list,
            "    ({code:?}, include_str!(\"../../explanations/{code}.md\")),"
        )
        .unwrap();
    }
    list.push_str("];\n");
    let path = root().join("src/explain/list.rs");
    if env::var_os("UPDATE_EXPECTED").is_some_and(|value| !value.is_empty() && value != "0") {
        fs::write(&path, &list).unwrap();
    }
    assert!(
        fs::read_to_string(path).unwrap() == list,
        "run `UPDATE_EXPECTED=1 cargo test -p specsmith --test command explanations`"
    );
}

#[test]
fn every_code_is_explained() {
    let mut codes = BTreeSet::new();
    collect_codes(&root().join("src"), &mut codes);
    assert!(codes.len() > 200, "{}", codes.len());
    let explained: BTreeSet<String> = files().into_iter().collect();
    let missing: Vec<_> = codes.difference(&explained).collect();
    assert!(
        missing.is_empty(),
        "explain these in `generator/explanations/`: {missing:?}"
    );
    let unknown: Vec<_> = explained.difference(&codes).collect();
    assert!(unknown.is_empty(), "these codes do not exist: {unknown:?}");
}

#[test]
fn comments_are_not_shown() {
    for code in files() {
        let shown = specsmith::explanation(&code).unwrap();
        assert!(
            !shown.contains("<!--") && !shown.contains("-->"),
            "{code}:\n{shown}"
        );
        assert!(
            shown.starts_with("# ") && shown.ends_with('\n'),
            "{code}:\n{shown}"
        );
    }
}

#[test]
fn wrong_examples_have_the_diagnostic_and_right_ones_have_none() {
    let mut problems = String::new();
    for code in files() {
        for problem in problems_of(&code) {
            writeln!(problems, "{code}: {problem}").unwrap();
        }
    }
    assert!(problems.is_empty(), "\n{problems}");
}

/// What is wrong with an explanation.
fn problems_of(code: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(format!("explanations/{code}.md"))).unwrap();
    let mut problems = Vec::new();
    if !text.starts_with(&format!("# {code}: ")) {
        problems.push(format!("must begin with `# {code}: `"));
    }
    if text.lines().any(|line| line.chars().count() > WIDTH) {
        problems.push(format!("has a line of more than {WIDTH} characters"));
    }
    let (wrong, right) = (blocks(&text, "wrong"), blocks(&text, "right"));
    if text.contains("<!-- no example: ") {
        return problems;
    }
    if wrong.is_empty() || right.is_empty() {
        problems.push("needs a wrong and a right example".to_owned());
    }
    let is_of_lint = code.starts_with('L');
    for example in wrong {
        let found = codes_of(&example, is_of_lint);
        if found != BTreeSet::from([code.to_owned()]) {
            problems.push(format!("the wrong example has {found:?}"));
        }
    }
    for example in right {
        let found = codes_of(&example, is_of_lint);
        if !found.is_empty() {
            problems.push(format!("the right example has {found:?}"));
        }
    }
    problems
}

/// The codes of an example's errors, or else of its warnings. Explanations of lints are about what lints find.
fn codes_of(example: &str, is_of_lint: bool) -> BTreeSet<String> {
    let source = specification(example);
    let found = match specsmith::read_with_warnings(&source) {
        Ok(read) if is_of_lint && read.warnings.is_empty() => {
            specsmith::lint(&source, &LintOptions::default())
                .unwrap()
                .findings
        }
        Ok(read) => read.warnings,
        Err(errors) => errors,
    };
    found.iter().map(|found| found.code.0.to_owned()).collect()
}

/// An example as a specification. One without `specsmith` or `openapi` is an addition to a small specification.
fn specification(example: &str) -> SourceFile {
    let starts = |start: &str| {
        example
            .lines()
            .any(|line| line.trim_start().starts_with(start))
    };
    let is_whole = ["specsmith:", "openapi:", "swagger:", "\"openapi\"", "{"];
    let is_whole = is_whole.into_iter().any(starts) || !example.contains(':');
    match is_whole {
        true => SourceFile::new("example.yaml", example),
        false if example.lines().any(|line| line.starts_with("api:")) => {
            SourceFile::new("example.yaml", format!("specsmith: 1\n{example}"))
        }
        false => SourceFile::new("example.yaml", format!("{HEAD}{example}")),
    }
}

/// The code blocks with this word after their language.
fn blocks(text: &str, word: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let is_start = line.starts_with("```") && line.split(' ').nth(1) == Some(word);
        if is_start {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(format!("{}\n", block.join("\n")));
        }
    }
    blocks
}

/// The codes that have an explanation, sorted.
fn files() -> Vec<String> {
    let entries = fs::read_dir(root().join("explanations")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut codes: Vec<String> = names
        .filter_map(|name| Some(name.strip_suffix(".md")?.to_owned()))
        .collect();
    codes.sort();
    codes
}

/// The codes in the source, as literals: `"E0104"`.
fn collect_codes(folder: &Path, codes: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_codes(&path, codes);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap();
        codes.extend(
            text.split('"')
                .filter(|text| is_code(text))
                .map(str::to_owned),
        );
    }
}

fn is_code(text: &str) -> bool {
    let Some(number) = text.strip_prefix(['E', 'W', 'L']) else {
        return false;
    };
    number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
