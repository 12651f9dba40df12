//! The version that a change deserves (Semantic Versioning 2.0.0).

use semver::Version;

use super::change::{Axis, Change, Clients, Verdict};

/// How much a version rises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bump {
    /// Not at all.
    None,
    /// To a patch.
    Patch,
    /// To the next minor version.
    Minor,
    /// To the next major version.
    Major,
}

impl Bump {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }

    /// What the changes deserve for those on some axes. Whatever changes an API changes its crate, which is released
    /// again.
    pub fn of(changes: &[Change], axes: &[Axis], clients: Clients) -> Self {
        let bumps = changes.iter().flat_map(|change| {
            let axes = axes.iter();
            axes.map(|axis| match (change.verdict(*axis, clients), axis) {
                (Verdict::Breaking, _) => Self::Major,
                (Verdict::Risky | Verdict::Unknown, _) => Self::Minor,
                (Verdict::Compatible, Axis::Callers | Axis::Implementers) => Self::Minor,
                (Verdict::Compatible, Axis::Wire | Axis::Rollback) => {
                    let counts = change.exemption.is_none() && !change.rule.is_about_names();
                    match counts && change.concerns(*axis) {
                        true => Self::Minor,
                        false => Self::None,
                    }
                }
            })
        });
        bumps.max().unwrap_or(Self::None)
    }

    /// What rises in this version. Before 1.0.0, a minor version may break, and a patch may add. A version that is a date
    /// rises with each later date, and only another year may break.
    pub(super) const fn of_version(self, version: &Version) -> Self {
        match (self, version.major) {
            (Self::Major, 0) => Self::Minor,
            (Self::Minor, 0 | FIRST_YEAR..) => Self::Patch,
            (bump, _) => bump,
        }
    }

    /// The least version after this one. `None` if its numbers can rise no more.
    pub fn after(self, version: &Version) -> Option<Version> {
        let bump = self.of_version(version);
        if bump == Self::None {
            return Some(version.clone());
        }
        // What leads to a version may still do what that version may.
        if !version.pre.is_empty() && bump <= Self::of_release(version) {
            return Some(released(version));
        }
        Some(match bump {
            Self::None | Self::Patch => {
                Version::new(version.major, version.minor, version.patch.checked_add(1)?)
            }
            Self::Minor => Version::new(version.major, version.minor.checked_add(1)?, 0),
            Self::Major => Version::new(version.major.checked_add(1)?, 0, 0),
        })
    }

    /// What has risen in a release since the one before it.
    const fn of_release(version: &Version) -> Self {
        match (version.minor, version.patch) {
            (0, 0) => Self::Major,
            (_, 0) => Self::Minor,
            (_, _) => Self::Patch,
        }
    }
}

/// A number that is a year, and not a major version.
const FIRST_YEAR: u64 = 1000;

/// Reads a version as people write it: `1.2.3`, `v1.2`, `2`. `None` if it is another kind of version, such as a date.
pub(super) fn version(text: &str) -> Option<Version> {
    version_of_crate(text).filter(|version| version.major < FIRST_YEAR)
}

/// Reads the version of a crate. Cargo takes a year for a major version.
pub(super) fn version_of_crate(text: &str) -> Option<Version> {
    let text = text.trim().trim_start_matches(['v', 'V']);
    let (numbers, rest) = match text.find(['-', '+']) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let missing = match numbers.matches('.').count() {
        0 => ".0.0",
        1 => ".0",
        _ => "",
    };
    Version::parse(&format!("{numbers}{missing}{rest}")).ok()
}

/// The version that a pre-release leads to, or the version itself.
pub(super) const fn released(version: &Version) -> Version {
    Version::new(version.major, version.minor, version.patch)
}

#[cfg(test)]
mod tests {
    use super::{Bump, Version, version, version_of_crate};

    #[test]
    fn versions_rise_by_what_breaks() {
        let cases = [
            ("1.4.2", Bump::Major, "2.0.0"),
            ("1.4.2", Bump::Minor, "1.5.0"),
            ("1.4.2", Bump::None, "1.4.2"),
            ("0.4.2", Bump::Major, "0.5.0"),
            ("0.4.2", Bump::Minor, "0.4.3"),
            ("v2", Bump::Major, "3.0.0"),
            ("1.5", Bump::Minor, "1.6.0"),
            // Before a major version.
            ("2.0.0-beta.1", Bump::Major, "2.0.0"),
            ("2.0.0-beta.1", Bump::Minor, "2.0.0"),
            ("2.0.0-beta.1", Bump::Patch, "2.0.0"),
            ("2.0.0-beta.1", Bump::None, "2.0.0-beta.1"),
            // Before a minor version.
            ("1.5.0-rc.1", Bump::Major, "2.0.0"),
            ("1.5.0-rc.1", Bump::Minor, "1.5.0"),
            ("1.5.0-rc.1", Bump::Patch, "1.5.0"),
            ("0.5.0-rc.1", Bump::Major, "0.5.0"),
            ("0.5.0-rc.1", Bump::Minor, "0.5.0"),
            // Before a patch.
            ("1.5.1-rc.1", Bump::Major, "2.0.0"),
            ("1.5.1-rc.1", Bump::Minor, "1.6.0"),
            ("1.5.1-rc.1", Bump::Patch, "1.5.1"),
            ("0.5.1-rc.1", Bump::Major, "0.6.0"),
            ("0.5.1-rc.1", Bump::Minor, "0.5.1"),
        ];
        for (old, bump, expected) in cases {
            let old = version(old).unwrap();
            let after = bump.after(&old).unwrap();
            assert_eq!(after.to_string(), expected, "{old} and {bump:?}");
        }
    }

    #[test]
    fn the_greatest_numbers_rise_no_more() {
        let most = u64::MAX;
        let cases = [
            (Version::new(1, 0, most), Bump::Patch),
            (Version::new(0, 1, most), Bump::Minor),
            (Version::new(1, most, 0), Bump::Minor),
            (Version::new(0, most, 0), Bump::Major),
            (Version::new(most, 0, 0), Bump::Major),
        ];
        for (old, bump) in cases {
            assert_eq!(bump.after(&old), None, "{old} and {bump:?}");
        }
    }

    #[test]
    fn dates_are_no_versions() {
        assert_eq!(version("2024-10-01"), None);
        assert_eq!(version("2024.10.1"), None);
        assert_eq!(version("latest"), None);
        // That of a crate is.
        for (bump, expected) in [
            (Bump::Major, "2025.0.0"),
            (Bump::Minor, "2024.10.2"),
            (Bump::None, "2024.10.1"),
        ] {
            let date = version_of_crate("2024.10.1").unwrap();
            assert_eq!(bump.after(&date).unwrap().to_string(), expected);
        }
    }
}
