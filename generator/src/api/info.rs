//! What people should know before they use an API: its terms, its license, and whom to ask.

use spdx::{Expression, ParseMode};

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

/// Which expressions are valid: those of the standard, also with identifiers that it has replaced, such as `GPL-3.0+`.
const SPDX: ParseMode = ParseMode {
    allow_deprecated: true,
    allow_postfix_plus_on_gpl: true,
    ..ParseMode::STRICT
};

/// Whether text is an SPDX expression: identifiers of licenses, `AND`, `OR`, `WITH` and parentheses.
pub(crate) fn is_spdx(text: &str) -> bool {
    Expression::parse_mode(text, SPDX).is_ok()
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
