//! The settings of `gateway serve` in the documentation.

use std::path::Path;
use std::process::Command;

#[test]
fn the_documentation_lists_every_setting_with_its_variable_and_default() {
    let output = Command::new(env!("CARGO_BIN_EXE_gateway"))
        .args(["serve", "--help"])
        .env_clear()
        .output()
        .unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/gateway.md");
    let page = std::fs::read_to_string(page).unwrap();
    let rows: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("| `--"))
        .collect();
    let settings: Vec<&str> = help.split("\n      --").skip(1).collect();
    assert!(settings.len() > 10, "{help}");
    for setting in &settings {
        let flag = setting.split_whitespace().next().unwrap();
        let variable = between(setting, "[env: ").unwrap().trim_end_matches('=');
        let start = format!("| `--{flag}` | `{variable}` | ");
        let row = rows.iter().find_map(|row| row.strip_prefix(&start));
        let row = row.unwrap_or_else(|| panic!("no row starts with {start}"));
        if let Some(default) = between(setting, "\n          [default: ") {
            assert!(row.starts_with(&format!("`{default}` |")), "{start}{row}");
        }
    }
    assert_eq!(rows.len(), settings.len());
}

/// The text from `start` to the next bracket.
fn between<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(start)?;
    rest.split(']').next()
}
