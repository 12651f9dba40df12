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
        let changes = changes.iter().filter(|change| change.exemption.is_none());
        let bumps = changes.flat_map(|change| {
            let axes = axes.iter();
            axes.map(|axis| match (change.verdict(*axis, clients), axis) {
                (Verdict::Breaking, _) => Self::Major,
                (Verdict::Risky | Verdict::Unknown, _) => Self::Minor,
                (Verdict::Compatible, Axis::Callers | Axis::Implementers) => Self::Minor,
                (Verdict::Compatible, Axis::Wire | Axis::Rollback) => {
                    match change.concerns(*axis) {
                        true => Self::Minor,
                        false => Self::None,
                    }
                }
            })
        });
        bumps.max().unwrap_or(Self::None)
    }

    /// What rises in this version. Before 1.0.0, a minor version may break, and a patch may add.
    pub(super) const fn of_version(self, version: &Version) -> Self {
        match (self, version.major) {
            (Self::Major, 0) => Self::Minor,
            (Self::Minor, 0) => Self::Patch,
            (bump, _) => bump,
        }
    }

    /// The least version after this one.
    pub fn after(self, version: &Version) -> Version {
        // What leads to a major version may still break.
        if !version.pre.is_empty() && version.minor == 0 && version.patch == 0 {
            return match self {
                Self::None => version.clone(),
                Self::Patch | Self::Minor | Self::Major => {
                    Version::new(version.major, version.minor, version.patch)
                }
            };
        }
        let bump = self.of_version(version);
        match bump {
            Self::None => version.clone(),
            // A pre-release is before the version that it leads to.
            Self::Patch if !version.pre.is_empty() => {
                Version::new(version.major, version.minor, version.patch)
            }
            Self::Patch => Version::new(version.major, version.minor, version.patch + 1),
            Self::Minor => Version::new(version.major, version.minor + 1, 0),
            Self::Major => Version::new(version.major + 1, 0, 0),
        }
    }
}

/// Reads a version as people write it: `1.2.3`, `v1.2`, `2`. `None` if it is another kind of version, such as a date.
pub(super) fn version(text: &str) -> Option<Version> {
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
    let version = Version::parse(&format!("{numbers}{missing}{rest}")).ok()?;
    // A year is not a major version.
    (version.major < 1000).then_some(version)
}

/// The version that a pre-release leads to, or the version itself.
pub(super) const fn released(version: &Version) -> Version {
    Version::new(version.major, version.minor, version.patch)
}

#[cfg(test)]
mod tests {
    use super::{Bump, version};

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
            ("2.0.0-beta.1", Bump::Major, "2.0.0"),
        ];
        for (old, bump, expected) in cases {
            let old = version(old).unwrap();
            assert_eq!(bump.after(&old).to_string(), expected, "{old} and {bump:?}");
        }
    }

    #[test]
    fn dates_are_no_versions() {
        assert_eq!(version("2024-10-01"), None);
        assert_eq!(version("2024.10.1"), None);
        assert_eq!(version("latest"), None);
    }
}
