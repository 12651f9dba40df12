//! Which errors of two operations are the same.

use std::collections::BTreeMap;

use crate::api::{Api, ErrorContent, ErrorDef, ErrorId, Status, Value};
use crate::diff::words::Quoted;

/// The errors of two operations.
pub(super) struct ErrorPairs {
    /// Those that both have.
    pub(super) both: Vec<(ErrorId, ErrorId)>,
    /// Those that only the old operation has.
    pub(super) gone: Vec<ErrorId>,
    /// Those that only the new operation has.
    pub(super) added: Vec<ErrorId>,
}

impl ErrorPairs {
    /// Pairs the errors that are the same for programs, then those of one name that have another status or code, and then
    /// those of one status.
    pub(super) fn of(
        (old, old_ids): (&Api, &[ErrorId]),
        (new, new_ids): (&Api, &[ErrorId]),
    ) -> Self {
        let mut pairs = Self::none(old_ids, new_ids);
        pairs.pair(|was, is| key(old.error(was)) == key(new.error(is)));
        pairs.pair(|was, is| have_one_name(old.error(was), new.error(is)));
        let only = |api: &Api, ids: &[ErrorId]| -> Vec<Status> {
            let statuses: Vec<Status> = ids.iter().map(|id| api.error(*id).status).collect();
            let is_only =
                |status: &Status| statuses.iter().filter(|one| *one == status).count() == 1;
            statuses.iter().copied().filter(is_only).collect()
        };
        let (old_only, new_only) = (only(old, &pairs.gone), only(new, &pairs.added));
        pairs.pair(|was, is| {
            let (was, is) = (old.error(was), new.error(is));
            // Of several with one status, programs recognize those with the shape of all errors by other things.
            let is_coded =
                (was.shares_status || is.shares_status) && is_standard(was) && is_standard(is);
            let is_only = old_only.contains(&was.status) && new_only.contains(&is.status);
            was.status == is.status && is_only && !is_coded
        });
        pairs
    }

    /// Pairs the errors of one name that have another status, apart from statuses that both sides have.
    pub(super) fn of_other_statuses(
        (old, old_ids): (&Api, &[ErrorId]),
        (new, new_ids): (&Api, &[ErrorId]),
    ) -> Self {
        let statuses = |api: &Api, ids: &[ErrorId]| -> Vec<Status> {
            ids.iter().map(|id| api.error(*id).status).collect()
        };
        let (old_statuses, new_statuses) = (statuses(old, old_ids), statuses(new, new_ids));
        let mut pairs = Self::none(old_ids, new_ids);
        pairs
            .gone
            .retain(|id| !new_statuses.contains(&old.error(*id).status));
        pairs
            .added
            .retain(|id| !old_statuses.contains(&new.error(*id).status));
        pairs.pair(|was, is| have_one_name(old.error(was), new.error(is)));
        pairs
    }

    fn none(old: &[ErrorId], new: &[ErrorId]) -> Self {
        Self {
            both: Vec::new(),
            gone: old.to_vec(),
            added: new.to_vec(),
        }
    }

    /// The pairs of errors that have another status.
    pub(super) fn moved<'a>(
        &'a self,
        old: &'a Api,
        new: &'a Api,
    ) -> impl Iterator<Item = (ErrorId, ErrorId)> + 'a {
        let pairs = self.both.iter().copied();
        pairs.filter(|(was, is)| old.error(*was).status != new.error(*is).status)
    }

    /// The statuses of which some codes are gone and others are new, with a message: a server may send the ones instead
    /// of the others.
    pub(super) fn other_codes(&self, old: &Api, new: &Api) -> Vec<(Status, String)> {
        let (gone, added) = (codes(old, &self.gone), codes(new, &self.added));
        let both = gone.iter().filter_map(|(status, gone)| {
            let added = added.get(status)?;
            let are = |codes: &[String]| match codes {
                [_] => "is",
                _ => "are",
            };
            let message = format!(
                "{} {} gone, and {} {} new",
                gone.join(", "),
                are(gone),
                added.join(", "),
                are(added)
            );
            Some((*status, message))
        });
        both.collect()
    }

    /// Pairs errors that are left.
    fn pair(&mut self, are_same: impl Fn(ErrorId, ErrorId) -> bool) {
        let Self { both, gone, added } = self;
        added.retain(|is| {
            let Some(index) = gone.iter().position(|was| are_same(*was, *is)) else {
                return true;
            };
            both.push((gone.remove(index), *is));
            false
        });
    }
}

/// Whether two errors of one name have different statuses, of which none has the other one, or different codes. Without
/// names of its own, a document calls errors like their statuses.
fn have_one_name(old: &ErrorDef, new: &ErrorDef) -> bool {
    let has = |wide: Status, status: Status| status.wider().any(|one| one == wide);
    let is_known = match old.status == new.status {
        true => {
            old.code().is_some() && new.code().is_some()
                || !own_values(old).is_empty() && !own_values(new).is_empty()
        }
        false => !has(old.status, new.status) && !has(new.status, old.status),
    };
    old.name == new.name && is_known
}

/// The codes of errors, by their statuses.
fn codes(api: &Api, ids: &[ErrorId]) -> BTreeMap<Status, Vec<String>> {
    let mut codes: BTreeMap<Status, Vec<String>> = BTreeMap::new();
    for error in ids.iter().map(|id| api.error(*id)) {
        if let Some(code) = error.code() {
            let of_status = codes.entry(error.status).or_default();
            of_status.push(Quoted(code).to_string());
        }
    }
    codes
}

/// Whether the body has the shape of all errors.
pub(super) const fn is_standard(error: &ErrorDef) -> bool {
    matches!(error.content, ErrorContent::Standard { .. })
}

/// What programs recognize an error by.
fn key(error: &ErrorDef) -> (Identity<'_>, Option<&str>) {
    let identity = identity(error);
    let has_values = identity.1.is_some() || !identity.2.is_empty();
    let name = (error.shares_status && !has_values).then_some(error.name.as_str());
    (identity, name)
}

/// The status of an error and its code or, if it has none, the values that it has of its own.
type Identity<'e> = (Status, Option<&'e str>, Vec<(&'e str, &'e Value)>);

/// The values on the wire that identify an error.
pub(super) fn identity(error: &ErrorDef) -> Identity<'_> {
    let code = error.code();
    let values = match code {
        Some(_) => Vec::new(),
        None => own_values(error),
    };
    (error.status, code, values)
}

/// The values of fields that the error has itself, by the names of the fields.
fn own_values(error: &ErrorDef) -> Vec<(&str, &Value)> {
    let fields = error.fields().iter().filter(|field| field.has_own_value);
    let values =
        fields.filter_map(|field| Some((field.field.name.as_str(), field.value.as_ref()?)));
    let mut values: Vec<(&str, &Value)> = values.collect();
    values.sort_unstable_by_key(|(name, _)| *name);
    values
}
