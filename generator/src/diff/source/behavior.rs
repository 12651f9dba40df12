//! What code does that its types do not tell, and the orders of arguments and values.

use std::collections::BTreeSet;

use super::deltas::Message;
use crate::diff::surface::{Part, Path, Role, Signature};
use crate::diff::words::Quoted;

impl Role {
    /// Whether it is what code does, which its types do not tell.
    pub(super) const fn is_behavior(self) -> bool {
        matches!(self, Self::OwnServer | Self::Preferred | Self::Hidden)
    }
}

/// What is said about code that does something else, although its types are the same.
pub(super) fn behaves_otherwise(part: &Part<'_>, was: &Signature) -> Option<Message> {
    let is = &part.signature;
    if was == is {
        return None;
    }
    let message = if let (Signature::List(before), Signature::List(after)) = (was, is) {
        let (other, first) = in_another_order(before, after)?;
        format!("prefers {first} to {other} if a client has both")
    } else if part.role == Role::OwnServer {
        let Signature::Type(server) = is else {
            return None;
        };
        format!("fails without a URL of its server: give it with `.server(Servers::{server}(…))`")
    } else if *is == Signature::Nothing {
        "is shown in logs, in `Debug` and in errors, which hid it".to_owned()
    } else if *was == Signature::Nothing {
        "is hidden in logs, in `Debug` and in errors, which showed it".to_owned()
    } else {
        return None;
    };
    Some(Message::OfPart(message))
}

/// How the arguments of a function are in a different order, without the arguments before and after them.
pub(super) fn other_order(function: &Path, old: &Signature, new: &Signature) -> String {
    let (Signature::List(was), Signature::List(is)) = (old, new) else {
        return format!("the arguments of `{function}` are in a different order");
    };
    let is_same = |(one, other): &(&String, &String)| one == other;
    let before = was.iter().zip(is).take_while(is_same).count();
    let after = was.iter().rev().zip(is.iter().rev());
    let after = after.take_while(is_same).count();
    let moved = |names: &[String]| {
        let end = names.len().saturating_sub(after);
        names.get(before..end).unwrap_or_default().join(", ")
    };
    let (was, is) = (moved(was), moved(is));
    format!("the arguments of `{function}` were in the order `{was}`, and are in the order `{is}`")
}

/// How the arguments of the function for a server are in different places of its URL.
pub(super) fn other_places(function: &Path, old: &Signature, new: &Signature) -> String {
    let places = |signature: &Signature| match signature {
        Signature::List(places) => places.join(", "),
        other => other.to_string(),
    };
    let (was, is) = (places(old), places(new));
    format!(
        "the arguments of `{function}` were the values {was} of the URL, and are its values {is}"
    )
}

/// Whether two lists have the same names in different orders.
pub(super) fn are_reordered(was: &Signature, is: &Signature) -> bool {
    let (Signature::List(was), Signature::List(is)) = (was, is) else {
        return false;
    };
    in_another_order(was, is).is_some()
}

/// What is different between two orders of a type's fields or values, if these are the same.
pub(super) fn reordered(old: &Signature, new: &Signature) -> Option<Message> {
    let (Signature::List(was), Signature::List(is)) = (old, new) else {
        return None;
    };
    let (last, first) = in_another_order(was, is)?;
    let (first, last) = (Quoted(first), Quoted(last));
    let order = "is compared in a different order";
    Some(Message::OfPart(format!(
        "{order}: {first} comes before {last}, and came after it"
    )))
}

/// The first names that differ between two orders of the same names, the old one first.
fn in_another_order<'n>(was: &'n [String], is: &'n [String]) -> Option<(&'n str, &'n str)> {
    let all = |names: &'n [String]| names.iter().collect::<BTreeSet<&String>>();
    if was.len() != is.len() || all(was) != all(is) {
        return None;
    }
    let mut both = was.iter().zip(is);
    let (was, is) = both.find(|(was, is)| was != is)?;
    Some((was, is))
}
