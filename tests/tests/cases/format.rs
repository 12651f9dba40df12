//! `specsmith fmt`: `cases/format/<name>.yaml` is a file, and `<name>.expected.yaml` the formatted one. What a
//! specification means stays the same, whatever its text looks like, and so do its comments.

#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use libtest_mimic::{Failed, Trial};
use specsmith::diagnostic::Style;
use specsmith::source::SourceFile;
use specsmith_tests::{cases, random};

/// How many random specifications are formatted, each in several forms.
const SEEDS: u64 = 8;
const FORMS: u64 = 3;

pub(crate) fn trials() -> Vec<Trial> {
    let cases = cases::formatting().into_iter();
    let mut trials: Vec<Trial> = cases
        .map(|case| Trial::test(format!("format::{}", name(&case)), move || check(&case)))
        .collect();
    trials.extend([
        Trial::test(
            "format::specifications_of_this_repository_keep_their_meaning",
            || whole_specifications().iter().try_for_each(keeps_meaning),
        ),
        Trial::test(
            "format::specifications_with_errors_are_formatted",
            with_errors,
        ),
        Trial::test(
            "format::the_own_specifications_are_formatted",
            own_specifications,
        ),
        Trial::test("format::converted_specifications_are_formatted", converted),
        Trial::test(
            "format::random_specifications_in_any_form_keep_their_meaning",
            any_form,
        ),
        Trial::test("format::line_endings_stay", line_endings_stay),
        Trial::test(
            "format::other_documents_are_rejected",
            other_documents_are_rejected,
        ),
    ]);
    trials
}

fn name(case: &Path) -> String {
    let stem = case.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn check(case: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(case)?;
    let formatted = format(&text)?;
    let path = case.with_extension("expected.yaml");
    if cases::updating() {
        return Ok(cases::write(&path, &formatted)?);
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    match expected == formatted {
        true => Ok(()),
        false => Err(cases::difference(&name(case), &expected, &formatted).into()),
    }
}

/// Formats a string, and checks that formatting it again changes nothing.
fn format(text: &str) -> Result<String, Failed> {
    let formatted = formatted(text)?;
    let again = self::formatted(&formatted)?;
    match again == formatted {
        true => Ok(formatted),
        false => {
            let difference = cases::difference("formatted twice", &formatted, &again);
            Err(format!("{difference}\nof the text\n{text}").into())
        }
    }
}

fn formatted(text: &str) -> Result<String, Failed> {
    let source = SourceFile::new("api.yaml", text);
    let formatted = specsmith::format(&source);
    Ok(formatted.map_err(|errors| format!("{}\n{text}", errors.render(&source, Style::Plain)))?)
}

/// The valid specifications of this repository in the spec language.
fn whole_specifications() -> Vec<SourceFile> {
    let good = cases::good().into_iter().map(|case| case.spec());
    let apis = cases::apis().into_iter().map(|path| cases::source(&path));
    let all = good.chain(apis).chain([cases::gateway()]);
    all.filter(|spec| !specsmith::is_openapi(spec)).collect()
}

/// Formats a specification with its files, and compares what it means.
fn keeps_meaning(spec: &SourceFile) -> Result<(), Failed> {
    let mut files = spec.files();
    let (name, main) = files.next().unwrap();
    let mut whole = SourceFile::new(name, format(spec.slice(main))?);
    for (name, part) in files {
        whole = whole.with_file(name, &format(spec.slice(part))?);
    }
    match meaning(spec) == meaning(&whole) {
        true => Ok(()),
        false => Err(format!("{name} means something else:\n{}", whole.text()).into()),
    }
}

/// Everything that a specification says, in one form; none of one with errors.
fn meaning(spec: &SourceFile) -> Option<String> {
    let api = specsmith::read(spec).ok()?;
    let printed = specsmith::convert(spec).ok()?;
    Some(format!(
        "{}\n{}",
        printed.text,
        specsmith::openapi_of(&api, specsmith::Format::Json)
    ))
}

/// A string that can be read as YAML is formatted, whatever is wrong with it otherwise.
fn with_errors() -> Result<(), Failed> {
    let mut count = 0;
    for path in cases::bad().into_iter().chain(cases::warnings()) {
        let text = fs::read_to_string(path)?;
        let source = SourceFile::new("api.yaml", text.as_str());
        let is_ours = specsmith::is_in_spec_language(&text);
        match specsmith::format(&source) {
            Ok(_) if is_ours => {
                format(&text)?;
                count += 1;
            }
            Ok(_) => return Err(format!("this is not a specification:\n{text}").into()),
            Err(errors) if is_ours => return Err(errors.render(&source, Style::Plain).into()),
            Err(_) => {}
        }
    }
    assert!(count > 200, "{count}");
    Ok(())
}

fn own_specifications() -> Result<(), Failed> {
    let parts = fs::read_dir(cases::root().join("tests/apis/parts"))?;
    let parts = parts.map(|entry| Ok(entry?.path()));
    let parts: Vec<PathBuf> = parts.collect::<std::io::Result<_>>()?;
    let gateway = cases::root().join("spec/gateway.yaml");
    for path in cases::apis().into_iter().chain(parts).chain([gateway]) {
        let text = fs::read_to_string(&path)?;
        if formatted(&text)? != text {
            let shown = path.display();
            return Err(format!("{shown} is not formatted; run `specsmith fmt {shown}`").into());
        }
    }
    Ok(())
}

/// `convert` prints what `fmt` would.
fn converted() -> Result<(), Failed> {
    let good = cases::good().into_iter().map(|case| case.spec());
    let random = (0..SEEDS).map(random::specification);
    for spec in good.chain(random) {
        let Ok(converted) = specsmith::convert(&spec) else {
            continue;
        };
        let again = formatted(&converted.text)?;
        if again != converted.text {
            return Err(cases::difference(spec.name(), &converted.text, &again).into());
        }
    }
    Ok(())
}

/// Formats random specifications after spaces, line breaks, comments and quotes were changed everywhere.
fn any_form() -> Result<(), Failed> {
    let (mut same, mut others) = (0, 0);
    for seed in 0..SEEDS {
        let spec = random::specification(seed);
        keeps_meaning(&spec)?;
        let meant = meaning(&spec);
        let text = format(spec.text())?;
        for form in 0..FORMS {
            let mut random = Rng::with_seed(seed * FORMS + form);
            let changed = in_another_form(&text, &mut random);
            let changed = SourceFile::new(spec.name(), changed);
            // Not every change results in YAML, or in the same: a comment cannot be everywhere.
            if specsmith::is_in_spec_language(changed.text()) && meaning(&changed) == meant {
                keeps_meaning(&changed)?;
                same += 1;
            } else {
                others += 1;
            }
        }
    }
    assert!(same > 9 * others, "{same} of {}", same + others);
    Ok(())
}

/// The text with other spaces, line breaks, comments and quotes. All its scalars are quoted or simple words.
fn in_another_form(text: &str, random: &mut Rng) -> String {
    let mut changed = String::new();
    let mut number = 0;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        if random.u8(..10) == 0 {
            changed.push('\n');
        }
        if random.u8(..10) == 0 {
            number += 1;
            let spaces = random.usize(..=indent + 3);
            changed.push_str(&format!(
                "{:spaces$}# comment {number}: {{ \"a, b\" }}\n",
                ""
            ));
        }
        change_line(line, indent, random, &mut changed);
        if random.u8(..8) == 0 {
            number += 1;
            changed.push_str(&format!(" # comment {number}"));
        }
        changed.push_str(["", "", "", " ", "  "][random.usize(..5)]);
        changed.push('\n');
    }
    changed
}

fn change_line(line: &str, indent: usize, random: &mut Rng, changed: &mut String) {
    let (mut is_quoted, mut was_escape, mut depth) = (false, false, 0_usize);
    let mut quote = '"';
    for (at, c) in line.char_indices() {
        let rest = line.get(at + 1..).unwrap_or_default();
        if c == '"' && !was_escape {
            if !is_quoted {
                let end = rest.find('"').unwrap_or(0);
                let is_simple = !rest[..end].contains(['\\', '\'']);
                quote = if is_simple && random.bool() {
                    '\''
                } else {
                    '"'
                };
            }
            is_quoted = !is_quoted;
            changed.push(quote);
            continue;
        }
        was_escape = is_quoted && c == '\\' && !was_escape;
        changed.push(c);
        if is_quoted {
            continue;
        }
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_between = depth > 0 && matches!(c, ',' | '{' | '[') && !rest.starts_with(['}', ']']);
        match random.u8(..12) {
            0 if is_between => {
                let spaces = indent + random.usize(1..6);
                let comment = ["", " # inside"][random.usize(..2)];
                changed.push_str(&format!("{comment}\n{:spaces$}", ""));
            }
            1..=2 if is_between || (c == ':' && rest.starts_with(' ')) => {
                changed.push_str(&" ".repeat(random.usize(1..4)));
            }
            _ => {}
        }
    }
}

fn line_endings_stay() -> Result<(), Failed> {
    let text = "specsmith: 1\r\napi: {name: A, title: A, version: 'é'}\r\n\r\n\r\n# end\r\n";
    let expected = "specsmith: 1\r\napi: { name: A, title: A, version: \"é\" }\r\n\r\n# end\r\n";
    assert_eq!(format(text)?, expected);
    assert_eq!(format("specsmith: 1\napi: {}")?, "specsmith: 1\napi: {}\n");
    let block = "specsmith: 1\r\napi:\r\n  doc: |\r\n    a\r\n\r\n      b\r\n";
    assert_eq!(format(block)?, block);
    Ok(())
}

fn other_documents_are_rejected() -> Result<(), Failed> {
    for (text, expected) in [
        (
            "openapi: 3.1.0\n",
            "error[E0920]: this is an OpenAPI document, which `specsmith fmt` does not format",
        ),
        (
            "services: {}\n",
            "error[E0920]: this is not a file of a specification",
        ),
        (
            "specsmith: 1\napi: { name: A\n",
            "error[E0101]: invalid YAML",
        ),
        (
            "%YAML 1.2\n---\nspecsmith: 1\n",
            "error[E0921]: `specsmith fmt` cannot format a directive (`%`)",
        ),
    ] {
        let source = SourceFile::new("a.yaml", text);
        let errors = specsmith::format(&source).unwrap_err();
        let shown = errors.render(&source, Style::Plain);
        assert!(shown.starts_with(expected), "{shown}");
    }
    Ok(())
}
