//! The grammar of e-mail addresses in HTML: what browsers accept in `<input type="email">`. Other grammars also
//! allow comments, quotes and line breaks, which nobody uses.

/// The limits of RFC 5321, section 4.5.3.1.
const LONGEST_LOCAL: usize = 64;
const LONGEST_DOMAIN: usize = 255;

/// The limit of RFC 1035, section 2.3.4.
const LONGEST_LABEL: usize = 63;

/// Whether a text is an e-mail address.
pub(super) fn is_valid(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    let is_local =
        |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte);
    (1..=LONGEST_LOCAL).contains(&local.len())
        && local.bytes().all(is_local)
        && domain.len() <= LONGEST_DOMAIN
        && domain.split('.').all(is_label)
}

/// A part of a domain between dots.
fn is_label(text: &str) -> bool {
    (1..=LONGEST_LABEL).contains(&text.len())
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
            "\"ada\"@example.com",
            "ada@example..com",
            "ada@.example.com",
            "ada@example.com.",
            "ada@-example.com",
            "ada@example-.com",
            "ada@exa_mple.com",
            "ada@exämple.com",
            "ädä@example.com",
            "ada@example.com\n",
            "ada@[127.0.0.1]",
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
