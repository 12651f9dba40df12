//! Every rule of `diff` has an explanation: a file in `changes/`, whose examples are compared.
//!
//! A file has the title of its rule, a table of the verdicts, and blocks with the old description, the new one and, if
//! there is one, the compatible way, with a table of its own. From the old one to the new one, exactly this rule is
//! reported, with these verdicts, and the mirror of the rule in the other direction. Other rules that belong to the
//! example are listed in a comment: `<!-- also: item-added -->`. If a change can break somebody and there is no
//! compatible way, the file says so in these words, with the reason.
//!
//! A block is a whole description, or sections that belong to a small one, see [`specification`].
//!
//! `UPDATE_EXPECTED=1 cargo test -p specsmith --test command changes` lists new files in `src/explain/changes.rs`, writes
//! verdicts where the table has `?`, and writes the table of a compatible way if it has none.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use specsmith::diff::{Axis, Change, Clients, Language, Rule, Sides, Verdict, diff};
use specsmith::source::SourceFile;

const HEAD: &str = "specsmith: 1\n";
const API: &str = "api: { name: Shop, title: Shop, version: 1.0.0 }\n";

/// What precedes the compatible way, and the row of its verdicts.
const WAY: &str =
    "The compatible way:\n\n| wire | rollback | callers | implementers |\n|---|---|---|---|\n";

/// The width of a line of text.
const WIDTH: usize = 120;

#[test]
fn all_changes_are_listed() {
    let mut list = String::from(
        "//! The explanations of the rules of `diff`. `tests/command/changes.rs` writes this file.\n\n\
         /// Rules with their explanations, in the order of their names.\n#[rustfmt::skip]\n\
         pub(super) const CHANGES: &[(&str, &str)] = &[\n",
    );
    for id in files() {
        writeln!(
            list,
            "    ({id:?}, include_str!(\"../../changes/{id}.md\")),"
        )
        .unwrap();
    }
    list.push_str("];\n");
    let path = root().join("src/explain/changes.rs");
    if is_updating() {
        fs::write(&path, &list).unwrap();
    }
    assert!(
        fs::read_to_string(path).unwrap() == list,
        "run `UPDATE_EXPECTED=1 cargo test -p specsmith --test command changes`"
    );
}

#[test]
fn every_rule_is_explained() {
    let rules: BTreeSet<String> = Rule::ALL.iter().map(|rule| rule.id().to_owned()).collect();
    let explained: BTreeSet<String> = files().into_iter().collect();
    let missing: Vec<_> = rules.difference(&explained).collect();
    assert!(
        missing.is_empty(),
        "explain these in `generator/changes/`: {missing:?}"
    );
    let unknown: Vec<_> = explained.difference(&rules).collect();
    assert!(unknown.is_empty(), "these rules do not exist: {unknown:?}");
}

/// `specsmith explain` finds lints and rules by their names.
#[test]
fn no_lint_has_the_name_of_a_rule() {
    for rule in Rule::ALL {
        assert_eq!(specsmith::api::Lint::from_name(rule.id()), None);
    }
}

#[test]
fn explain_shows_a_rule_and_helps_with_a_misspelled_one() {
    let explain = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_specsmith"));
        command.arg("explain").args(arguments).output().unwrap()
    };
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let shown = explain(&["required-field-added"]);
    assert!(shown.status.success());
    let shown = text(&shown.stdout);
    assert!(shown.starts_with("# required-field-added: A field is new and required\n"));
    assert!(shown.contains("| wire | rollback | callers | implementers |"));
    // Comments are for those who edit the explanation.
    let shown = text(&explain(&["signature-type-changed"]).stdout);
    assert!(
        shown.contains("```yaml new") && !shown.contains("<!--"),
        "{shown}"
    );
    for (misspelled, meant) in [
        ("requird-field-added", "required-field-added"),
        ("Enum-Value-Ad", "enum-value-added"),
        ("undocumentd", "undocumented"),
    ] {
        let failed = explain(&[misspelled]);
        assert_eq!(failed.status.code(), Some(2), "{misspelled}");
        let message = text(&failed.stderr);
        let help = format!("did you mean `{meant}`?");
        assert!(message.contains(&help), "{misspelled}: {message}");
    }
}

#[test]
fn explain_lists_rules_in_a_section_of_their_own() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specsmith"));
    let list = command.arg("explain").output().unwrap().stdout;
    let list = String::from_utf8(list).unwrap();
    let (diagnostics, changes) = list
        .split_once("\nChanges that `specsmith diff` reports:\n\n")
        .unwrap();
    assert!(diagnostics.starts_with("E0101  ") && !diagnostics.contains("required-field-added"));
    let ids: Vec<&str> = changes
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(ids, files());
}

#[test]
fn examples_have_the_change_and_its_mirror() {
    let mut problems = String::new();
    for rule in Rule::ALL {
        for problem in problems_of(*rule) {
            writeln!(problems, "{}: {problem}", rule.id()).unwrap();
        }
    }
    assert!(problems.is_empty(), "\n{problems}");
}

/// What is wrong with the explanation of a rule.
fn problems_of(rule: Rule) -> Vec<String> {
    let Ok(text) = fs::read_to_string(path(rule)) else {
        return vec!["has no file".to_owned()];
    };
    let mut problems = Vec::new();
    let title = format!("# {}: {}", rule.id(), rule.title().trim_end_matches('.'));
    if text.lines().next() != Some(&title) {
        problems.push(format!("must begin with `{title}`"));
    }
    let mut is_code = false;
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        if !is_code && line.chars().count() > WIDTH {
            problems.push(format!("has a line of more than {WIDTH} characters"));
        }
    }
    let (Some(old), Some(new)) = (block(&text, "old"), block(&text, "new")) else {
        problems.push("needs an old and a new description".to_owned());
        return problems;
    };
    let also = also(&text);
    problems.extend(forward(rule, &also, &text, &old, &new));
    problems.extend(backward(rule, &also, &old, &new));
    problems.extend(compatible_way(rule, &old));
    problems.extend(way_or_reason(rule, &text));
    problems
}

/// The example has the rule, with the verdicts that the file states.
fn forward(rule: Rule, also: &[Rule], text: &str, old: &str, new: &str) -> Vec<String> {
    let changes = match compare(old, new) {
        Ok(changes) => changes,
        Err(errors) => return vec![errors],
    };
    let (own, mut problems) = expected(&changes, rule, also);
    let Some(own) = own else {
        return problems;
    };
    let is = row(Axis::ALL.map(|axis| verdict(own, axis)));
    if is_updating() {
        let updated = text.replacen("| ? | ? | ? | ? |", &is, 1);
        fs::write(path(rule), updated).unwrap();
    } else if !text.contains(&format!("\n{is}\n")) {
        problems.push(format!("has the verdicts {is}"));
    }
    problems
}

/// The other direction has the mirror of the rule, and a rollback of it is what a deployment was.
fn backward(rule: Rule, also: &[Rule], old: &str, new: &str) -> Vec<String> {
    let (Ok(there), Ok(back)) = (compare(old, new), compare(new, old)) else {
        return Vec::new();
    };
    let mirrors: Vec<Rule> = also.iter().map(|rule| rule.mirror()).collect();
    let (own, mut problems) = expected(&back, rule.mirror(), &mirrors);
    let there = there.iter().find(|change| change.rule == rule);
    if let (Some(there), Some(back)) = (there, own) {
        for (one, other) in [(Axis::Wire, Axis::Rollback), (Axis::Rollback, Axis::Wire)] {
            let (is, was) = (verdict(back, one), verdict(there, other));
            if is != was {
                let (one, other) = (one.name(), other.name());
                problems.push(format!(
                    "`{one}` of the mirror is not `{other}` of the rule"
                ));
            }
        }
    }
    problems
}

/// The compatible way breaks nobody on the wire or, if the rule breaks nobody there, no caller. It is there if the rule
/// names it, with its verdicts.
fn compatible_way(rule: Rule, old: &str) -> Vec<String> {
    let text = fs::read_to_string(path(rule)).unwrap();
    let instead = rule.instead(Sides::Operations, Language::Spec);
    let way = match (instead, block(&text, "instead")) {
        (None, None) => return Vec::new(),
        (Some(_), Some(way)) => way,
        (Some(_), None) => return vec!["needs the compatible way".to_owned()],
        (None, Some(_)) => return vec!["the rule names no compatible way".to_owned()],
    };
    let changes = match compare(old, &way) {
        Ok(changes) => changes,
        Err(errors) => return vec![errors],
    };
    let axes: &[Axis] = match rule.is_harmless_on_the_wire() {
        true => &[Axis::Wire, Axis::Callers],
        false => &[Axis::Wire],
    };
    let is_breaking = |change: &&Change| {
        let mut axes = axes.iter();
        axes.any(|axis| verdict(change, *axis) == Verdict::Breaking)
    };
    let breaking = changes.iter().filter(is_breaking);
    let mut problems: Vec<String> = breaking
        .map(|change| format!("the compatible way has {}", described(change)))
        .collect();
    let is_same = changes.iter().any(|change| change.rule == rule);
    if is_same {
        problems.push("the compatible way has the same change".to_owned());
    }
    let worst = Axis::ALL.map(|axis| {
        let verdicts = changes.iter().map(|change| verdict(change, axis));
        verdicts.max().unwrap_or(Verdict::Compatible)
    });
    let stated = format!("{WAY}{}\n\n```yaml instead\n", row(worst));
    if is_updating() && !text.contains(WAY) {
        fs::write(path(rule), text.replace("```yaml instead\n", &stated)).unwrap();
    } else if !text.contains(&stated) {
        problems.push(format!("the compatible way needs\n{stated}"));
    }
    problems
}

/// What can break somebody has a compatible way, or the explanation says why there is none. A rollback breaks those who
/// use anything that is new.
fn way_or_reason(rule: Rule, text: &str) -> Option<String> {
    let effects = [true, false].map(|in_requests| rule.effect(Axis::Wire, in_requests));
    let mut effects = effects.into_iter().flatten();
    let (_, rows) = text.split_once("|---|---|---|---|\n")?;
    let mut cells = rows.lines().next()?.split('|').skip(1).zip(Axis::ALL);
    let can_break = effects.any(|effect| effect.verdict == Verdict::Breaking)
        || cells.any(|(cell, axis)| axis != Axis::Rollback && cell.trim() == "breaking");
    let words: Vec<&str> = text.split_whitespace().collect();
    let has_reason = words.join(" ").contains("no compatible way");
    let has_way = rule.instead(Sides::Operations, Language::Spec).is_some();
    (can_break && !has_way && !has_reason)
        .then(|| "needs a compatible way, or why there is `no compatible way`".to_owned())
}

/// The change by a rule, and what else is wrong with some changes.
fn expected<'c>(
    changes: &'c [Change],
    rule: Rule,
    also: &[Rule],
) -> (Option<&'c Change>, Vec<String>) {
    let own = changes.iter().find(|change| change.rule == rule);
    let mut problems = Vec::new();
    if own.is_none() {
        problems.push(format!("is not found, but {:?}", all(changes)));
    }
    let others = changes.iter().filter(|change| change.rule != rule);
    for other in others.filter(|change| !also.contains(&change.rule)) {
        problems.push(format!("has {} as well", described(other)));
    }
    for missing in also {
        if !changes.iter().any(|change| change.rule == *missing) {
            problems.push(format!("does not have {}", missing.id()));
        }
    }
    (own, problems)
}

fn all(changes: &[Change]) -> Vec<String> {
    changes.iter().map(described).collect()
}

fn described(change: &Change) -> String {
    format!("{} ({}: {})", change.rule.id(), change.path, change.message)
}

fn verdict(change: &Change, axis: Axis) -> Verdict {
    change.verdict(axis, Clients::Any)
}

/// The verdicts on all axes, as a row of a table.
fn row(verdicts: [Verdict; 4]) -> String {
    let names = verdicts.map(Verdict::name);
    format!("| {} |", names.join(" | "))
}

fn compare(old: &str, new: &str) -> Result<Vec<Change>, String> {
    let (old, new) = (specification(old), specification(new));
    let read = |source| {
        let side = specsmith::read_to_compare(source);
        side.map_err(|errors| errors.render(source, specsmith::diagnostic::Style::Plain))
    };
    Ok(diff(&read(&old)?, &read(&new)?))
}

/// A block as a specification. One without `openapi` is an addition to a small specification.
fn specification(block: &str) -> SourceFile {
    let has = |key: &str| block.lines().any(|line| line.starts_with(key));
    let text = match (has("openapi:"), has("api:")) {
        (true, _) => block.to_owned(),
        (false, true) => format!("{HEAD}{block}"),
        (false, false) => format!("{HEAD}{API}{block}"),
    };
    SourceFile::new("example.yaml", text)
}

/// The other rules of the example.
fn also(text: &str) -> Vec<Rule> {
    let Some((_, rest)) = text.split_once("<!-- also: ") else {
        return Vec::new();
    };
    let (list, _) = rest.split_once(" -->").unwrap();
    let ids = list.split(", ");
    ids.map(|id| Rule::from_id(id).unwrap()).collect()
}

/// The code block with this word after its language.
fn block(text: &str, word: &str) -> Option<String> {
    let (_, rest) = text.split_once(&format!("```yaml {word}\n"))?;
    let (block, _) = rest.split_once("```")?;
    Some(block.to_owned())
}

fn path(rule: Rule) -> std::path::PathBuf {
    root().join(format!("changes/{}.md", rule.id()))
}

/// The rules that have an explanation, sorted.
fn files() -> Vec<String> {
    let entries = fs::read_dir(root().join("changes")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut ids: Vec<String> = names
        .filter_map(|name| Some(name.strip_suffix(".md")?.to_owned()))
        .collect();
    ids.sort();
    ids
}

fn is_updating() -> bool {
    env::var_os("UPDATE_EXPECTED").is_some_and(|value| !value.is_empty() && value != "0")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
