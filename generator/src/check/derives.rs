//! The traits that types derive: they exist, and the values of the types have them.

mod obstacles;

use self::obstacles::{Obstacle, Obstacles};
use super::context::Context;
use super::{dependencies, references};
use crate::api::Trait;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::DeriveEntry;
use crate::source::Spanned;
use crate::words::{listed, with_nearest};

const UNKNOWN_TRAIT: Code = Code("E0620");
const NOT_DERIVABLE: Code = Code("E0621");

/// Traits that every generated type has.
const ALWAYS: [&str; 7] = [
    "Clone",
    "Debug",
    "Deserialize",
    "PartialEq",
    "Serialize",
    "serde::Deserialize",
    "serde::Serialize",
];

pub(super) fn check(context: &mut Context<'_, '_>) {
    for entry in &context.document().rust.derives {
        if let Some(derived) = known(entry, context) {
            check_types(entry, &derived, context);
        }
    }
}

/// The trait with this name or path.
fn known(entry: &DeriveEntry, context: &mut Context<'_, '_>) -> Option<Trait> {
    let path = &entry.path;
    let Some(derived) = Trait::of(&path.value) else {
        context.report(unknown_trait(path));
        return None;
    };
    let problem = match derived {
        Trait::Other(_) if ALWAYS.contains(&path.value.as_str()) => Some(always(path)),
        Trait::Other(_) if path.value.ends_with("::JsonSchema") => {
            let message = "`JsonSchema` cannot be derived: the derive would describe the Rust types, not their JSON";
            let diagnostic = Diagnostic::error(UNKNOWN_TRAIT, message, path.span);
            Some(diagnostic.help("use the schemas in the document that `specsmith openapi` writes"))
        }
        Trait::Other(_) if is_standard(&path.value) => Some(standard(path)),
        Trait::Other(_) => dependencies::problem_of_path(path, "trait", context.document()),
        Trait::Eq | Trait::PartialOrd | Trait::Ord | Trait::Hash | Trait::Arbitrary => None,
    };
    match problem {
        Some(problem) => {
            context.report(problem);
            None
        }
        None => Some(derived),
    }
}

/// Whether a path is that of a trait of the standard library, whose rules are known only by its name.
fn is_standard(path: &str) -> bool {
    let root = path.split("::").next().unwrap_or_default();
    dependencies::STANDARD_LIBRARY.contains(&root)
}

fn standard(path: &Spanned<String>) -> Diagnostic {
    let message = format!("`{}` is a path in the standard library", path.value);
    let known = Trait::STANDARD.iter().map(Trait::path);
    let help = format!(
        "write the name of the trait; the traits are {}",
        listed(known)
    );
    Diagnostic::error(UNKNOWN_TRAIT, message, path.span).help(help)
}

fn unknown_trait(path: &Spanned<String>) -> Diagnostic {
    if ALWAYS.contains(&path.value.as_str()) {
        return always(path);
    }
    let message = format!("there is no trait `{}` to derive", path.value);
    let diagnostic = Diagnostic::error(UNKNOWN_TRAIT, message, path.span);
    let known = || Trait::STANDARD.iter().map(Trait::path);
    let help = format!(
        "the traits are {}; a trait of another crate has its path: `arbitrary::Arbitrary`",
        listed(known())
    );
    with_nearest(diagnostic, &path.value, known(), help)
}

fn always(path: &Spanned<String>) -> Diagnostic {
    let message = format!("every type implements `{}` already", path.value);
    Diagnostic::error(UNKNOWN_TRAIT, message, path.span).help("remove it")
}

fn check_types(entry: &DeriveEntry, derived: &Trait, context: &mut Context<'_, '_>) {
    let Some(types) = &entry.types else {
        return;
    };
    let obstacles = Obstacles::new(types, derived, context.document());
    for name in types {
        if context.scope.get(&name.value).is_none() {
            references::check_name(Spanned::new(&name.value, name.span), context);
        } else if let Some(obstacle) = obstacles.nearest(&name.value) {
            context.report(not_derivable(name, derived, &obstacle));
        }
    }
}

fn not_derivable(name: &Spanned<String>, derived: &Trait, obstacle: &Obstacle) -> Diagnostic {
    let path = derived.path();
    let message = format!("`{}` cannot derive `{path}`", name.value);
    let place = match obstacle.place.as_str() {
        "" => format!("it {}", obstacle.what),
        place => format!("`{place}` {}", obstacle.what),
    };
    let help = match &obstacle.unknown {
        Some(ty) => format!("if that type has it, add `{ty}` to the list"),
        None => "change its type, or remove the type from the list".to_owned(),
    };
    Diagnostic::error(NOT_DERIVABLE, message, name.span)
        .label(format!("{place} no `{path}`"))
        .also(obstacle.span, "here")
        .help(help)
}
