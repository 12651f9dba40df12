//! The versions of both sides, and whether those of the new one are as high as the changes deserve.

use super::{Options, Report};
use crate::api::Api;
use crate::diff::Side;
use crate::diff::change::{Axis, Change};
use semver::Version;

use crate::diff::version::{Bump, released, version, version_of_crate};
use crate::rust;
use crate::source::Span;

/// The key of the version of an API.
const API_VERSION: &str = "api.version";

/// The key of the version of a crate.
const CRATE_VERSION: &str = "rust.version";

/// The versions of both sides, and what the changes deserve.
#[derive(Debug)]
pub(super) struct Versions {
    pub(super) api: Versioned,
    pub(super) package: Versioned,
    /// Whether the new document states the version of the crate, which is otherwise that of the API.
    has_own_package: bool,
    /// Where the new document states the versions of the API and of the crate.
    places: (Span, Span),
}

/// The versions of one thing, and how much it has changed.
#[derive(Debug)]
pub(super) struct Versioned {
    pub(super) old: String,
    pub(super) new: String,
    /// How both are read as numbers.
    read: fn(&str) -> Option<Version>,
    pub(super) bump: Bump,
}

impl Versioned {
    /// The least version that the change deserves, if the old one is one of numbers that can rise.
    pub(super) fn deserved(&self) -> Option<String> {
        let least = self.bump.after(&(self.read)(&self.old)?)?;
        Some(least.to_string())
    }

    /// What rises in the version, in words.
    pub(super) fn rises(&self) -> &'static str {
        match (self.read)(&self.old) {
            Some(old) => self.bump.of_version(&old).name(),
            None => self.bump.name(),
        }
    }

    /// Whether the new version is as high as the change deserves. A pre-release is as high as the version that it leads to,
    /// if it is after the old version. Versions that are not numbers only have to differ.
    fn is_enough(&self) -> bool {
        match ((self.read)(&self.old), (self.read)(&self.new)) {
            (Some(old), Some(new)) if self.bump == Bump::None => new >= old,
            (Some(old), Some(new)) => {
                let least = self.bump.after(&old);
                new > old && least.is_none_or(|least| released(&new) >= least)
            }
            _ => self.bump < Bump::Major || self.old != self.new,
        }
    }

    /// Why the new version, which is of this, is too low.
    fn problem(&self, what: &str) -> Option<String> {
        if self.is_enough() {
            return None;
        }
        let (old, new) = (&self.old, &self.new);
        Some(match self.deserved() {
            Some(least) => format!("{what} is {new} after {old}, and the changes deserve {least}"),
            None if (self.read)(old).is_some() => {
                format!("{what} is {new} after {old}, and the changes deserve a higher one")
            }
            None => format!("{what} is {new} as before, and there are breaking changes"),
        })
    }
}

impl Versions {
    /// The versions of two APIs with these changes.
    pub(super) fn of(
        old: &Side<'_>,
        new: &Side<'_>,
        changes: &[Change],
        options: &Options,
    ) -> Self {
        let of_api = new.api.version.span;
        let places = (of_api, new.places.crate_version().unwrap_or(of_api));
        let (old, new) = (&old.api, &new.api);
        let package = |api: &Api| {
            let version = rust::crate_version(api);
            version.unwrap_or_else(|| api.version.value.clone())
        };
        let clients = options.clients;
        let bump = |axes: &[Axis]| {
            let shown = axes.iter().copied();
            let shown: Vec<Axis> = shown.filter(|axis| options.axes.contains(axis)).collect();
            Bump::of(changes, &shown, clients)
        };
        Self {
            api: Versioned {
                old: old.version.value.clone(),
                new: new.version.value.clone(),
                read: version,
                bump: bump(&[Axis::Wire]),
            },
            has_own_package: new.package.version.is_some(),
            places,
            package: Versioned {
                old: package(old),
                new: package(new),
                read: version_of_crate,
                bump: bump(&[Axis::Callers, Axis::Implementers]),
            },
        }
    }
}

impl Report {
    /// Why the versions of the new document are too low, if one is. That of the API is about the wire, and that of the crate
    /// about source code.
    pub fn low_version(&self) -> Option<String> {
        let low = self.low_versions().into_iter();
        let low: Vec<String> = low.map(|(problem, _)| problem).collect();
        (!low.is_empty()).then(|| low.join("; "))
    }

    /// Why versions of the new document are too low, each with its place.
    pub(super) fn low_versions(&self) -> Vec<(String, Span)> {
        let (of_api, of_crate) = self.versions.places;
        let api = self.low_api().map(|problem| (problem, of_api));
        let package = self.low_crate().map(|problem| (problem, of_crate));
        api.into_iter().chain(package).collect()
    }

    /// The versions of the API, if the axes are about it.
    pub(super) fn api_versions(&self) -> Option<&Versioned> {
        let is_shown = self.options.axes.contains(&Axis::Wire);
        is_shown.then_some(&self.versions.api)
    }

    /// The versions of the crate, if the axes are about it.
    pub(super) fn crate_versions(&self) -> Option<&Versioned> {
        let mut axes = self.options.axes.iter();
        let is_shown = axes.any(|axis| matches!(axis, Axis::Callers | Axis::Implementers));
        is_shown.then_some(&self.versions.package)
    }

    /// Why the version of the API is too low, if the axes are about it.
    fn low_api(&self) -> Option<String> {
        self.api_versions()?.problem(&format!("`{API_VERSION}`"))
    }

    /// Why the version of the crate is too low, if the axes are about it. If the document does not state it, it rises with
    /// that of the API.
    fn low_crate(&self) -> Option<String> {
        let package = self.crate_versions()?;
        if self.versions.has_own_package {
            return package.problem(&format!("`{CRATE_VERSION}`"));
        }
        let rises_anyway = self.low_api().is_some() && self.versions.api.bump >= package.bump;
        let problem = package
            .problem("the version of the crate")
            .filter(|_| !rises_anyway)?;
        Some(match package.deserved() {
            Some(least) => format!("{problem}: state `{CRATE_VERSION}: {least}`"),
            None => problem,
        })
    }

    /// The version of the release: that of the new document or, if it is too low, the one that the changes deserve.
    pub(super) fn released_version(&self) -> String {
        let deserved = self.low_api().and_then(|_| self.versions.api.deserved());
        deserved.unwrap_or_else(|| self.versions.api.new.clone())
    }

    /// The version of the released crate, if the axes are about it and it is not that of the API.
    pub(super) fn released_crate(&self) -> Option<String> {
        let package = self.crate_versions()?;
        let deserved = self.low_crate().and_then(|_| package.deserved());
        let version = deserved.unwrap_or_else(|| match self.versions.has_own_package {
            true => package.new.clone(),
            false => self.released_version(),
        });
        (version != self.released_version()).then_some(version)
    }
}
