//! Forms of strings: of tokens, of values in cookies, and of dates that the calendar need not have.

/// Whether a string is a date, or would be one if the calendar had the day.
pub(super) fn has_date_syntax(text: &str) -> bool {
    text.len() == "2026-01-31".len()
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

/// `token` of RFC 9110, section 5.6.2.
pub(super) fn is_token(text: &str) -> bool {
    let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_valid)
}

/// `cookie-octet` of RFC 6265, section 4.1.1, and commas.
pub(super) fn is_in_cookie(c: char) -> bool {
    c.is_ascii_graphic() && !matches!(c, '"' | ';' | '\\')
}
