//! Which text is a `url::Url`: with the feature `url`, that crate decides, and without it, only some URLs are known.

/// Whether text is a `url::Url`. `None` if that is not known.
#[cfg(feature = "url")]
pub(super) fn is_url(text: &str) -> Option<bool> {
    use specsmith_runtime::codegen::{Text, url};

    Some(url::Uri::from_text(text).is_ok())
}

/// Whether text is a `url::Url`. `None` if that is not known.
#[cfg(not(feature = "url"))]
pub(super) fn is_url(text: &str) -> Option<bool> {
    is_web_url(text).then_some(true)
}

/// Whether text is an `http` or `https` URL whose host consists of lower-case ASCII labels and is not an IP address. It
/// may have a port. Each of them is a `url::Url`.
#[cfg(any(test, not(feature = "url")))]
fn is_web_url(text: &str) -> bool {
    let mut schemes = ["https://", "http://"].into_iter();
    let Some(rest) = schemes.find_map(|scheme| text.strip_prefix(scheme)) else {
        return false;
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, has_valid_port) = match authority.split_once(':') {
        Some((host, port)) => (host, is_port(port)),
        None => (authority, true),
    };
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_label = |label: &str| {
        !label.is_empty() && !label.starts_with("xn--") && label.chars().all(is_plain)
    };
    // If the last label begins with a digit, the host may be an IP address.
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_name = last.starts_with(|c: char| c.is_ascii_lowercase());
    has_valid_port && is_name && host.split('.').all(is_label)
}

#[cfg(any(test, not(feature = "url")))]
fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_urls_are_known_by_their_hosts() {
        for (text, is_known) in [
            ("https://example.com/map", true),
            ("http://a-1.example?a=b", true),
            ("https://localhost#a", true),
            ("http://localhost:8080/", true),
            ("https://a.example:65535", true),
            ("https://a.example:65536/", false),
            ("https://a.example:/", false),
            ("https://a.example:+80/", false),
            ("https://a.example:80:80/", false),
            ("https://me@a.example/", false),
            ("https://A.example/", false),
            ("https://1.2.3.4/", false),
            ("https://a.0x/", false),
            ("https://xn--a/", false),
            ("file:///etc/hosts", false),
            ("http://", false),
        ] {
            assert_eq!(is_web_url(text), is_known, "{text}");
        }
    }

    #[test]
    #[cfg(feature = "url")]
    fn urls_are_those_of_the_crate() {
        for (text, is_one) in [
            ("https://example.com/map", true),
            ("http://a-1.example?a=b", true),
            ("https://localhost#a", true),
            ("http://localhost:8080/", true),
            ("https://a.example:65535", true),
            ("https://a.example:00080/", true),
            ("https://a_b.example/", true),
            ("https://bücher.example/", true),
            ("file:///etc/hosts", true),
            ("https://1.2.3.4/", true),
            ("https://a.example:65536/", false),
            ("https://1.2.3.400/", false),
            ("https://a.0x/", false),
            ("https://xn--a/", false),
            ("file://host:80/x", false),
            ("http://", false),
        ] {
            assert_eq!(is_url(text), Some(is_one), "{text}");
            assert!(is_url(text) == Some(true) || !is_web_url(text), "{text}");
        }
    }

    #[test]
    #[cfg(not(feature = "url"))]
    fn other_urls_cannot_be_checked() {
        assert_eq!(is_url("http://localhost:8080/"), Some(true));
        assert_eq!(is_url("https://bücher.example/"), None);
        let spec = "specsmith: 1\n\
            api: { name: Library, title: Library, version: 1.0.0 }\n\
            rust: { scalars: { uri: url::Url } }\n\
            types: { Book: { fields: { page?: { type: uri, default: \"https://127.0.0.1/\" } } } }\n\
            operations: { get_book: { route: GET /book, returns: Book } }\n";
        let source = crate::source::SourceFile::new("library.yaml", spec);
        let errors = crate::read(&source).err().unwrap_or_default();
        let shown = errors.render(&source, crate::diagnostic::Style::Plain);
        assert!(shown.contains("this URL cannot be checked"), "{shown}");
        assert!(shown.contains("enable the feature `url`"), "{shown}");
        assert_eq!(errors.len(), 1, "{shown}");
    }
}
