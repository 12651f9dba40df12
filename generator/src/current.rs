//! A test that generated code is up to date: [`assert_current!`](crate::assert_current).

use std::path::{Path, PathBuf};

use crate::diagnostic::Style;
use crate::load;
use crate::output::{Stale, display_path};

/// The environment variable that makes tests generate code instead of checking it.
const UPDATE: &str = "SPECSMITH_UPDATE";

/// Asserts that a generated crate is what its specification generates: a test fails when somebody edits one and forgets
/// the other. The paths are relative to the folder of the package: the file of the specification, and the folder of the
/// crate.
///
/// With `SPECSMITH_UPDATE=1` in the environment, the crate is generated instead, by the same version of Specsmith.
///
/// ```no_run
/// #[test]
/// fn the_generated_crate_is_current() {
///     specsmith::assert_current!("../spec/library.yaml", "../generated");
/// }
/// # fn main() {}
/// ```
///
/// # Panics
///
/// The crate differs, or the specification has errors. The message shows where, and what to do.
#[macro_export]
macro_rules! assert_current {
    ($spec:expr, $folder:expr $(,)?) => {
        $crate::current::assert(env!("CARGO_MANIFEST_DIR"), $spec, $folder)
    };
}

/// See [`assert_current!`](crate::assert_current).
#[doc(hidden)]
#[track_caller]
#[allow(clippy::panic, reason = "assertions panic")]
pub fn assert(package: &str, spec: impl AsRef<Path>, folder: impl AsRef<Path>) {
    let package = Path::new(package);
    let [spec, folder] = [spec.as_ref(), folder.as_ref()].map(|path| package.join(path));
    let update = std::env::var_os(UPDATE).is_some_and(|value| value != "0" && !value.is_empty());
    if let Err(message) = check(&spec, &folder, update) {
        panic!("{message}");
    }
}

/// Whether the folder is up to date, or becomes it. The error is a message.
fn check(spec: &Path, folder: &Path, update: bool) -> Result<(), String> {
    let mut files: Vec<PathBuf> = Vec::new();
    let source = load::specification(spec, &mut files).map_err(|error| error.to_string())?;
    let generated = crate::generate(&source);
    let generated = generated.map_err(|errors| errors.render(&source, Style::Plain))?;
    if update {
        let written = generated.write_to(folder);
        return written.map(drop).map_err(|error| error.to_string());
    }
    let differences = generated.compare_with(folder);
    let differences = differences.map_err(|error| error.to_string())?;
    if differences.is_empty() {
        return Ok(());
    }
    let Stale { details, message } = Stale::new(&differences, folder, source.name());
    Err(format!(
        "{details}{message}; run this test with {UPDATE}=1, or `specsmith generate {} --out {}`",
        display_path(spec),
        display_path(folder)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_crate_that_is_not_up_to_date_can_be_updated() {
        let root = tempfile::tempdir().unwrap();
        let (spec, folder) = (
            root.path().join("tasks.yaml"),
            root.path().join("generated"),
        );
        fs::write(&spec, crate::first_spec("tasks")).unwrap();
        let missing = check(&spec, &folder, false).unwrap_err();
        assert!(
            missing.contains("generated/ does not exist; run this test with SPECSMITH_UPDATE=1")
        );

        check(&spec, &folder, true).unwrap();
        check(&spec, &folder, false).unwrap();

        let edited = folder.join("src/lib.rs");
        fs::write(&edited, "").unwrap();
        let stale = check(&spec, &folder, false).unwrap_err();
        assert!(
            stale.contains("src/lib.rs, as generated\n@@ -0,0 +1,"),
            "{stale}"
        );
        assert!(stale.contains("1 file in"), "{stale}");
    }

    #[test]
    fn a_specification_with_errors_is_reported() {
        let root = tempfile::tempdir().unwrap();
        let spec = root.path().join("tasks.yaml");
        fs::write(&spec, "specsmith: 1\n").unwrap();
        let message = check(&spec, root.path(), false).unwrap_err();
        assert!(message.starts_with("error[E"), "{message}");
    }
}
