//! The grammar of URIs, RFC 3986, appendix A.

use std::net::Ipv6Addr;

/// Whether a string is a URI with a scheme.
pub(super) fn is_valid(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let (rest, fragment) = split(rest, '#');
    let (hierarchy, query) = split(rest, '?');
    let (authority, path) = match hierarchy.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", hierarchy),
    };
    is_scheme(scheme)
        && is_authority(authority)
        && consists_of(path, |byte| is_path(byte) || byte == b'/')
        && consists_of(query, |byte| is_path(byte) || b"/?".contains(&byte))
        && consists_of(fragment, |byte| is_path(byte) || b"/?".contains(&byte))
}

/// The text before and after a character, which may be absent.
fn split(text: &str, at: char) -> (&str, &str) {
    text.split_once(at).unwrap_or((text, ""))
}

fn is_scheme(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(is_part)
}

fn is_authority(text: &str) -> bool {
    let (user, address) = text.split_once('@').unwrap_or(("", text));
    let (host, port) = match address.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((host, port)) if is_ip_literal(host) => ("", port),
            Some(_) | None => return false,
        },
        None => address.split_at(address.find(':').unwrap_or(address.len())),
    };
    let is_port = match port.strip_prefix(':') {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_digit()),
        None => port.is_empty(),
    };
    is_port && consists_of(user, |byte| is_name(byte) || byte == b':') && consists_of(host, is_name)
}

/// An IPv6 address, or one of a future version.
fn is_ip_literal(text: &str) -> bool {
    let future = text
        .strip_prefix(['v', 'V'])
        .and_then(|rest| rest.split_once('.'));
    match future {
        Some((version, address)) => {
            let is_hex =
                |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit());
            let is_part = |byte: u8| is_name(byte) || byte == b':';
            is_hex(version) && !address.is_empty() && address.bytes().all(is_part)
        }
        None => text.parse::<Ipv6Addr>().is_ok(),
    }
}

/// Whether all characters are allowed or percent-encoded.
fn consists_of(text: &str, is_allowed: impl Fn(u8) -> bool) -> bool {
    let mut parts = text.split('%');
    let is_plain = |part: &[u8]| part.iter().all(|byte| is_allowed(*byte));
    // `split` returns at least one part.
    let first = parts.next().unwrap_or_default();
    is_plain(first.as_bytes())
        && parts.all(|part| match part.as_bytes() {
            [high, low, rest @ ..] => {
                high.is_ascii_hexdigit() && low.is_ascii_hexdigit() && is_plain(rest)
            }
            [] | [_] => false,
        })
}

/// `unreserved` and `sub-delims`.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte)
}

/// `pchar` without percent-encoding.
fn is_path(byte: u8) -> bool {
    is_name(byte) || b":@".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::is_valid;

    #[test]
    fn uris_have_a_scheme() {
        for text in [
            // Of RFC 3986, section 1.1.2.
            "ftp://ftp.is.co.za/rfc/rfc1808.txt",
            "http://www.ietf.org/rfc/rfc2396.txt",
            "ldap://[2001:db8::7]/c=GB?objectClass?one",
            "mailto:John.Doe@example.com",
            "news:comp.infosystems.www.servers.unix",
            "tel:+1-816-555-1212",
            "telnet://192.0.2.16:80/",
            "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
            "https://ada:secret@example.com:443/a%20b/;c=1,2?x=[]#top"
                .replace("[]", "%5B%5D")
                .as_str(),
            "file:///etc/hosts",
            "http://",
            "http://[v1F.a:b]:",
            "a:",
            "a+b-c.1://x?y?z/#?/",
            "https://example.com?q#f",
        ] {
            assert!(is_valid(text), "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_uris() {
        for text in [
            "",
            "example.com",
            "/path",
            "//example.com/",
            ":a",
            "1a:b",
            "é:b",
            "a b:c",
            "https://exämple.com",
            "https://example.com/a b",
            "https://example.com/%",
            "https://example.com/%4",
            "https://example.com/%zz",
            "https://example.com:80a/",
            "https://a@b@c/",
            "https://[::1",
            "https://[::g]/",
            "https://[::1]a",
            "https://[127.0.0.1]/",
            "https://[v.a]/",
            "https://example.com/[1]",
            "https://example.com/#a#b",
            "https://example.com/\n",
            "a:\"b\"",
            "a:\\b",
        ] {
            assert!(!is_valid(text), "{text}");
        }
    }
}
