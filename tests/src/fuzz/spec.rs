//! The reader of specifications.

use specsmith::diagnostic::Style;
use specsmith::source::SourceFile;

/// Generates from any text. What is accepted becomes valid Rust, and what is rejected has an error that can be shown.
pub fn spec(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let source = SourceFile::new("fuzz.yaml", &*text);
    match specsmith::generate(&source) {
        Ok(files) => {
            for (path, contents) in files.iter().filter(|(path, _)| path.ends_with(".rs")) {
                if let Err(error) = syn::parse_file(contents) {
                    panic!("{path} is not valid Rust: {error}\n{contents}");
                }
            }
        }
        Err(errors) => {
            assert!(!errors.is_empty(), "rejected without an error");
            let shown = errors.render(&source, Style::Plain);
            let unprintable = shown.chars().find(|c| c.is_control() && *c != '\n');
            assert_eq!(unprintable, None, "unprintable errors: {shown:?}");
        }
    }
}
