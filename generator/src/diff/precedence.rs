//! Of several credentials that an operation accepts, clients send the first that they have, and servers take the first
//! that a request has.

use super::site::Site;
use super::swaps::swapped;
use super::walk::{Context, Walk};
use super::words::Quoted;
use super::{Difference, Verdict};
use crate::api::{Access, Api};

impl<'a> Walk<'a> {
    /// Compares the order of credentials that both sides accept.
    pub(super) fn precedence(
        &mut self,
        old: &'a Access,
        new: &'a Access,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (old, new) = (schemes(self.old, old), schemes(self.new, new));
        let both = |own: &[&'a str], other: &[&'a str]| -> Vec<&'a str> {
            let own = own.iter().copied();
            own.filter(|name| other.contains(name)).collect()
        };
        let Some((was, is)) = swapped(&both(&old, &new), &both(&new, &old)) else {
            return;
        };
        let (was, is) = (Quoted(was), Quoted(is));
        let message =
            format!("credentials of {was} came before those of {is}, and come after them");
        let meaning = Difference {
            message: format!(
                "code compiles, and uses the credentials of {is} if there are also those of {was}"
            ),
            callers: Verdict::Risky,
            implementers: Verdict::Risky,
        };
        self.change_in_code(context, site, message, meaning);
    }
}

/// The names of the accepted schemes, in their order.
fn schemes<'a>(api: &'a Api, access: &'a Access) -> Vec<&'a str> {
    let required = api.auth.iter().flat_map(|auth| auth.required(access));
    let mut names: Vec<&str> = required.map(|it| it.scheme.name.as_str()).collect();
    names.dedup();
    names
}
