//! The grammar of e-mail addresses in HTML: what browsers accept in `<input type="email">`. Also quoted names and
//! addresses of hosts (RFC 5321), but no comments and line breaks, which nobody uses.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The limits of RFC 5321, section 4.5.3.1.
const MAX_LOCAL_BYTES: usize = 64;
const MAX_DOMAIN_BYTES: usize = 255;

/// The limit of RFC 1035, section 2.3.4.
const MAX_LABEL_BYTES: usize = 63;

/// Whether a string is an e-mail address.
pub(super) fn is_valid(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let is_local =
        |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte);
    (1..=MAX_LOCAL_BYTES).contains(&local.len())
        && (local.bytes().all(is_local) || is_quoted(local))
        && domain.len() <= MAX_DOMAIN_BYTES
        && (domain.split('.').all(is_label) || is_literal(domain))
}

/// A name in quotes, such as `"ada lovelace"`, where a backslash is before quotes and backslashes.
fn is_quoted(text: &str) -> bool {
    let inside = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let Some(inside) = inside else {
        return false;
    };
    let mut bytes = inside.bytes();
    while let Some(byte) = bytes.next() {
        let is_valid = match byte {
            b'"' => false,
            b'\\' => bytes
                .next()
                .is_some_and(|byte| (b' '..=b'~').contains(&byte)),
            byte => (b' '..=b'~').contains(&byte),
        };
        if !is_valid {
            return false;
        }
    }
    true
}

/// The address of a host instead of its name, such as `[192.0.2.1]`.
fn is_literal(text: &str) -> bool {
    let inside = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    inside.is_some_and(|inside| match inside.strip_prefix("IPv6:") {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => inside.parse::<Ipv4Addr>().is_ok(),
    })
}

/// A part of a domain between dots.
fn is_label(text: &str) -> bool {
    (1..=MAX_LABEL_BYTES).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !text.starts_with('-')
        && !text.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::is_valid;

    #[test]
    fn addresses_have_a_domain() {
        for text in [
            "ada@example.com",
            "a@b",
            "first.last+tag@sub.example.co.uk",
            "{_!#$%&'*+/=?^`|}~-@xn--exmple-cua.com",
            "1@2.3",
            "\"ada\"@example.com",
            "\"ada@home \\\" x\"@example.com",
            "ada@[127.0.0.1]",
            "ada@[IPv6:::1]",
        ] {
            assert!(is_valid(text), "{text}");
        }
        for text in [
            "",
            "@",
            "ada",
            "ada@",
            "@example.com",
            "ada@@example.com",
            "ada@b@example.com",
            "ada lovelace@example.com",
            "\"ada@example.com",
            "\"ada\"lovelace\"@example.com",
            "\"ada\\\"@example.com",
            "ada@[127.0.0.300]",
            "ada@example..com",
            "ada@.example.com",
            "ada@example.com.",
            "ada@-example.com",
            "ada@example-.com",
            "ada@exa_mple.com",
            "ada@exämple.com",
            "ädä@example.com",
            "ada@example.com\n",
        ] {
            assert!(!is_valid(text), "{text}");
        }
    }

    #[test]
    fn addresses_have_a_greatest_length() {
        let local = |length: usize| format!("{}@b", "a".repeat(length));
        assert!(is_valid(&local(64)) && !is_valid(&local(65)));
        let label = |length: usize| format!("a@{}", "b".repeat(length));
        assert!(is_valid(&label(63)) && !is_valid(&label(64)));
        let domain = |labels: usize| format!("a@{}c", "b.".repeat(labels));
        assert!(is_valid(&domain(127)) && !is_valid(&domain(128)));
    }
}
