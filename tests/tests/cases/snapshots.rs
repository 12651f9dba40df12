//! The generated code for every feature of the language: `cases/good/<name>/spec.yaml` is the input, and
//! `expected/` next to it has the generated files that the case is about. The name of the case is the
//! name of its test. A new folder is a new test.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::BTreeMap;
use std::fs;

use libtest_mimic::{Failed, Trial};
use specsmith::diagnostic::Style;
use specsmith_tests::cases::{self, Case};
use specsmith_tests::workspaces;

pub(crate) fn trials() -> Vec<Trial> {
    let cases = cases::good().into_iter();
    let distinct = Trial::test("snapshots::packages_have_different_names", different_names);
    cases
        .map(|case| Trial::test(format!("snapshots::{}", case.name), move || check(&case)))
        .chain([distinct])
        .collect()
}

/// The full run compiles all cases in one workspace.
fn different_names() -> Result<(), Failed> {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for case in cases::good() {
        let api = specsmith::read(&case.spec()).map_err(|_| "it is not valid")?;
        let package = api.package.name.clone();
        if let Some(other) = names.insert(package.clone(), case.name.clone()) {
            let case = case.name;
            return Err(format!(
                "the cases `{other}` and `{case}` are both the package `{package}`: give one of them another title"
            )
            .into());
        }
    }
    Ok(())
}

fn check(case: &Case) -> Result<(), Failed> {
    let spec = case.spec();
    let render = |errors: specsmith::diagnostic::Diagnostics| errors.render(&spec, Style::Plain);
    let mut files = workspaces::generate(&spec).map_err(render)?;
    files.insert("scaffold.rs", specsmith::scaffold(&spec).map_err(render)?);
    let found = case.shown(&files)?;
    let folder = case.expected();
    let expected = cases::read_files(&folder)?;
    if cases::updating() {
        for (path, _) in expected
            .iter()
            .filter(|(path, _)| found.get(path).is_none())
        {
            fs::remove_file(folder.join(path))?;
        }
        for (path, text) in found.iter() {
            cases::write(&folder.join(path), text)?;
        }
        return Ok(());
    }
    let missing = found
        .iter()
        .filter(|(path, _)| expected.get(path).is_none());
    let missing =
        missing.map(|(path, text)| cases::difference(&format!("{path} is not expected"), "", text));
    let others = expected
        .iter()
        .filter_map(|(path, text)| match found.get(path) {
            None => Some(format!(
                "{path} is in `expected/`, but `# shows:` does not list it\n"
            )),
            Some(found) if found == text => None,
            Some(found) => Some(cases::difference(path, text, found)),
        });
    let differences: Vec<String> = missing.chain(others).collect();
    if differences.is_empty() {
        return Ok(());
    }
    let (update, name) = (cases::UPDATE, &case.name);
    Err(format!(
        "{}\nIf this is correct, run `{update}=1 cargo test -p specsmith-tests --test cases -- --exact \
         snapshots::{name}` and review the diff.",
        differences.join("\n")
    )
    .into())
}
