//! Names with letters outside of ASCII. Rust allows letters of all scripts in identifiers (UAX 31), but not in the
//! names of files of modules, and cargo's registry does not allow them in the names of crates and features. There
//! they are transcribed.

use unicode_ident::{is_xid_continue, is_xid_start};
use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfkc_quick};

/// Whether a name can begin with a character.
pub(crate) fn is_start(c: char) -> bool {
    is_xid_start(c)
}

/// Whether a character can be in a word: letters, digits, and the marks on letters.
pub(crate) fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || !c.is_ascii() && is_xid_continue(c) && !CONNECTORS.contains(&c)
}

/// Characters like `_`, which separate words.
const CONNECTORS: [char; 9] = [
    '\u{203f}', '\u{2040}', '\u{2054}', '\u{fe33}', '\u{fe34}', '\u{fe4d}', '\u{fe4e}', '\u{fe4f}',
    '\u{ff3f}',
];

/// A name with one spelling for what looks the same: `ﬁ` and `fi`, and letters whose marks are separate characters.
/// rustc compares identifiers in the form NFC, and warns of characters that the form NFKC does not have.
pub(super) fn normalized(name: &str) -> String {
    match is_nfkc_quick(name.chars()) {
        IsNormalized::Yes => name.to_owned(),
        IsNormalized::No | IsNormalized::Maybe => name.nfkc().collect(),
    }
}

/// The words of a name whose other characters are spaces. They begin as in names in ASCII: at a capital after a small
/// letter, and at the last of several capitals before a small letter.
fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split_whitespace().flat_map(|run| {
        let letters: Vec<(usize, char)> = run.char_indices().collect();
        let mut starts = vec![0];
        for at in 1..letters.len() {
            let (start, here) = letters[at];
            let before = letters[at - 1].1;
            let is_next_small = letters.get(at + 1).is_some_and(|(_, c)| c.is_lowercase());
            let is_new = here.is_uppercase()
                && (before.is_lowercase() || before.is_uppercase() && is_next_small);
            if is_new {
                starts.push(start);
            }
        }
        let ends = starts.iter().skip(1).copied().chain([run.len()]);
        let ends: Vec<usize> = ends.collect();
        let parts = starts.into_iter().zip(ends);
        parts
            .map(|(start, end)| &run[start..end])
            .collect::<Vec<_>>()
    })
}

/// A name whose other characters are spaces, in camel case.
pub(super) fn camel(name: &str) -> String {
    let mut camel = String::with_capacity(name.len());
    for word in words(name) {
        let mut letters = word.chars();
        camel.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        camel.push_str(&letters.as_str().to_lowercase());
    }
    normalized(&camel)
}

/// A name whose other characters are spaces, in snake case.
pub(super) fn snake(name: &str) -> String {
    let words: Vec<String> = words(name).map(str::to_lowercase).collect();
    normalized(&words.join("_"))
}

/// A name in ASCII: `größe` becomes `grosse`, and the characters of other scripts become syllables.
pub(crate) fn transcribed(name: &str) -> std::borrow::Cow<'_, str> {
    if name.is_ascii() {
        return name.into();
    }
    deunicode::deunicode_with_tofu(&normalized(name), " ").into()
}

/// The start of a name with at most so many bytes.
pub(crate) fn truncate(name: &mut String, longest: usize) {
    name.truncate(name.floor_char_boundary(longest));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_all_scripts_change_their_case() {
        for (name, in_camel, in_snake) in [
            ("Größe", "Größe", "größe"),
            ("größeLesen", "GrößeLesen", "größe_lesen"),
            ("ÄÖÜTest2a", "ÄöüTest2a", "äöü_test2a"),
            ("straße", "Straße", "straße"),
            ("ßa", "SSa", "ßa"),
            ("id_Straße", "IdStraße", "id_straße"),
            ("姓名", "姓名", "姓名"),
            ("हिन्दी", "हिन्दी", "हिन्दी"),
            ("имя пользователя", "ИмяПользователя", "имя_пользователя"),
            // Marks that are separate characters.
            ("gro\u{308}ße", "Größe", "größe"),
            ("ﬁle", "File", "file"),
        ] {
            let spelled = crate::naming::case::spelled(name);
            assert_eq!(super::camel(&spelled), in_camel, "{name}");
            assert_eq!(super::snake(&spelled), in_snake, "{name}");
        }
    }

    #[test]
    fn names_of_files_are_transcribed() {
        for (name, ascii) in [("größe", "grosse"), ("año", "ano"), ("books", "books")] {
            assert_eq!(transcribed(name), ascii);
        }
        assert!(transcribed("用户👍").is_ascii());
    }
}
