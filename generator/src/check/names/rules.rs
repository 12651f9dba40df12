//! Rules for all names of Rust items: their case, their length, and that they are distinct.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use crate::naming::{self, plain_camel, plain_snake};
use crate::source::Spanned;

const SAME_NAME: Code = Code("E0201");
const RESERVED_NAME: Code = Code("E0202");
const WRONG_CASE: Code = Code("E0203");
const LONG_NAME: Code = Code("E0206");

/// The longest name of an item. rustdoc writes a file for each item, and names of files have at most 255 bytes.
const LONGEST: usize = 150;

/// Two items that would have the same name in Rust. `first` and `second` are their words in the message.
pub(in crate::check) fn same_name(
    name: &str,
    first: &Spanned<String>,
    second: &Spanned<String>,
) -> Diagnostic {
    let (first_words, second_words) = (&first.value, &second.value);
    let message = format!("{first_words} and {second_words} would both be called `{name}` in Rust");
    Diagnostic::error(SAME_NAME, message, first.span)
        .label("this name")
        .also(second.span, "and this one")
        .help("rename one of the two")
}

/// The error of a name that already has a meaning.
pub(in crate::check) fn reserved(name: &Spanned<String>, why: &str) -> Diagnostic {
    Diagnostic::error(
        RESERVED_NAME,
        format!("`{}` cannot be used as a name here", name.value),
        name.span,
    )
    .label("reserved")
    .note(why.to_owned())
    .help("choose another name; requests do not contain it")
}

pub(in crate::check) fn check_camel(
    what: &str,
    name: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) -> bool {
    let rule =
        "use `UpperCamel` with letters and digits, beginning with a letter, such as `BookId`";
    check_case(what, name, &plain_camel(&name.value), rule, diagnostics)
}

pub(in crate::check) fn check_snake(
    what: &str,
    name: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) -> bool {
    let rule =
        "use `snake_case` with letters and digits, beginning with a letter, such as `list_books`";
    check_case(what, name, &plain_snake(&name.value), rule, diagnostics)
}

/// Whether a type may have this name.
pub(in crate::check) fn is_camel(name: &str) -> bool {
    has_case(name, &plain_camel(name))
}

fn has_case(name: &str, wanted: &str) -> bool {
    let same = name.eq_ignore_ascii_case(wanted) || name.to_lowercase() == wanted.to_lowercase();
    same && name.starts_with(|c| wanted.starts_with(c))
}

/// Whether the length and the case are right. `GPU` may stay `GPU` in the spec; only a name that would look
/// different in Rust is an error.
fn check_case(
    what: &str,
    name: &Spanned<String>,
    wanted: &str,
    rule: &str,
    diagnostics: &mut Diagnostics,
) -> bool {
    if name.value.len() > LONGEST {
        let message = format!("the name of {what} is too long");
        let help = format!("use at most {LONGEST} characters");
        diagnostics.push(Diagnostic::error(LONG_NAME, message, name.span).help(help));
        return false;
    }
    if has_case(&name.value, wanted) {
        return true;
    }
    // Converting the case does not help if the name contains other characters or starts with none.
    let convertible = name.value.starts_with(naming::is_start);
    let help = match convertible {
        true => Help::Write(wanted.to_owned().into()),
        false => rule.into(),
    };
    let message = format!("`{}` is not a name for {what}", name.value);
    diagnostics.push(Diagnostic::error(WRONG_CASE, message, name.span).help(help));
    false
}
