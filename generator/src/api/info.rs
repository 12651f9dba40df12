//! What people should know before they use an API: its terms, its license, and whom to ask.

use spdx::identifiers::LICENSES;
use spdx::{Expression, ParseMode};

use crate::words::closest;

/// License, contact and terms of an API.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info {
    /// The URL of the terms of service.
    pub terms: Option<String>,
    /// Whom to ask.
    pub contact: Option<Contact>,
    /// The license of the API.
    pub license: Option<License>,
}

/// People who are responsible for an API. At least one field has a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contact {
    /// Their name.
    pub name: Option<String>,
    /// The URL of a page about them.
    pub url: Option<String>,
    /// Their e-mail address.
    pub email: Option<String>,
}

/// A license. It has an SPDX expression or a URL, but not both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct License {
    /// Its name for people.
    pub name: String,
    /// Its SPDX expression: `MIT OR Apache-2.0`.
    pub spdx: Option<String>,
    /// The URL of its text.
    pub url: Option<String>,
}

/// Whether text is the URL of a page, which can be a link in any format.
pub(crate) fn is_page_url(text: &str) -> bool {
    let is_web = ["https://", "http://"]
        .iter()
        .any(|scheme| text.starts_with(scheme));
    let is_plain = |c: char| c.is_ascii_graphic() && !"<>()[]\"\\^`{|}".contains(c);
    is_web && text.chars().all(is_plain)
}

/// Whether text may be an e-mail address, which can be a link in any format.
pub(crate) fn is_email(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_-".contains(c);
    let is_part = |part: &str| !part.is_empty() && part.chars().all(is_plain);
    let parts = text.split_once('@');
    parts.is_some_and(|(name, host)| is_part(name) && is_part(host))
}

/// Which expressions are valid: SPDX expressions, including deprecated identifiers such as `GPL-3.0+`.
const SPDX: ParseMode = ParseMode {
    allow_deprecated: true,
    allow_postfix_plus_on_gpl: true,
    ..ParseMode::STRICT
};

/// Whether text is an SPDX expression: identifiers of licenses, `AND`, `OR`, `WITH` and parentheses.
pub(crate) fn is_spdx(text: &str) -> bool {
    Expression::parse_mode(text, SPDX).is_ok()
}

/// Text as an SPDX expression, if it differs only in its spelling: `apache-2.0` is `Apache-2.0`, and `MIT/Apache-2.0` is
/// `MIT OR Apache-2.0`. Versions stay as they are.
pub(crate) fn normal_spdx(text: &str) -> Option<String> {
    if is_spdx(text) {
        return Some(text.to_owned());
    }
    let mut licenses = LICENSES.iter();
    let normal = match licenses.find(|license| license.name.eq_ignore_ascii_case(text)) {
        Some(license) => Some(current(license.name)),
        None => canonical(text),
    };
    normal.filter(|normal| digits(normal) == digits(text))
}

/// The SPDX expression that other text means, even if the text is misspelled, is the full name of a license, or has only
/// a part of the version: `Apach-2.0`, `MIT License`, `GPLv3`. Never another version than the text has.
pub(crate) fn meant_spdx(text: &str) -> Option<String> {
    let keeps_version = |meant: &String| digits(meant).starts_with(&digits(text));
    let known = || {
        let mut licenses = LICENSES.iter();
        match licenses.find(|license| license.full_name.eq_ignore_ascii_case(text)) {
            Some(license) => Some(license.name),
            None => closest(text, LICENSES.iter().map(|license| license.name)),
        }
    };
    normal_spdx(text)
        .or_else(|| canonical(text).filter(keeps_version))
        .or_else(|| known().map(current).filter(keeps_version))
}

/// Text with the identifiers and operators of SPDX, if that makes it an expression.
fn canonical(text: &str) -> Option<String> {
    let canonical = Expression::canonicalize(text).ok().flatten();
    canonical.filter(|canonical| is_spdx(canonical))
}

/// An identifier, or the identifier that replaces it: `AGPL-3.0-only` for `AGPL-3.0`.
fn current(identifier: &str) -> String {
    canonical(identifier).unwrap_or_else(|| identifier.to_owned())
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spdx_expressions_are_recognized() {
        for text in [
            "MIT",
            "MIT OR Apache-2.0",
            "(GPL-2.0-or-later WITH Classpath-exception-2.0) AND MIT",
            "LicenseRef-own",
            "GPL-3.0",
            "GPL-3.0+",
        ] {
            assert!(is_spdx(text), "{text}");
        }
        for text in [
            "",
            "Apache 2.0",
            "apache-2.0",
            "Proprietary",
            "MIT WITH Apache-2.0",
            "MIT/Apache-2.0",
            "MIT OR",
            "OR MIT",
            "(MIT",
            "MIT)",
            "()",
        ] {
            assert!(!is_spdx(text), "{text}");
        }
    }

    #[test]
    fn other_names_of_licenses_are_recognized() {
        for (text, normal, meant) in [
            ("apache-2.0", Some("Apache-2.0"), Some("Apache-2.0")),
            ("Apache 2.0", Some("Apache-2.0"), Some("Apache-2.0")),
            ("mit", Some("MIT"), Some("MIT")),
            ("agpl-3.0", Some("AGPL-3.0-only"), Some("AGPL-3.0-only")),
            (
                "MIT/Apache-2.0",
                Some("MIT OR Apache-2.0"),
                Some("MIT OR Apache-2.0"),
            ),
            ("Apache License 2.0", None, Some("Apache-2.0")),
            ("Apach-2.0", None, Some("Apache-2.0")),
            ("MIT License", None, Some("MIT")),
            ("GPLv3", None, Some("GPL-3.0-only")),
            ("AGPL-3.O", None, Some("AGPL-3.0-only")),
            // Another version is another license.
            ("GNU GPL v2", None, None),
            ("GPL-4.0", None, None),
            ("Proprietary", None, None),
            ("MIT OR", None, None),
            ("", None, None),
        ] {
            assert_eq!(normal_spdx(text).as_deref(), normal, "{text}");
            assert_eq!(meant_spdx(text).as_deref(), meant, "{text}");
        }
    }

    #[test]
    fn identifiers_that_are_suggested_are_valid() {
        for license in LICENSES {
            let suggested = current(license.name);
            assert!(is_spdx(&suggested), "{suggested}");
        }
    }

    #[test]
    fn addresses_of_people_and_pages_are_recognized() {
        assert!(is_email("api@library.example") && is_page_url("https://library.example/a?b=%20"));
        for text in ["api", "@library.example", "a b@c", "a@b@c", "<a@b>"] {
            assert!(!is_email(text), "{text}");
        }
        for text in [
            "library.example",
            "javascript:alert(1)",
            "https://a b",
            "https://a/(b)",
        ] {
            assert!(!is_page_url(text), "{text}");
        }
    }
}
