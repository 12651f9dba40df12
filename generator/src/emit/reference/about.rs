//! The terms of an API, its license, and whom to ask.

use crate::api::{Contact, Info, License};
use crate::emit::markdown::{self, RichText};

/// The facts, each as a line.
pub(super) fn facts(info: &Info) -> Vec<RichText> {
    let Info {
        terms,
        contact,
        license,
    } = info;
    let terms = terms.iter().map(|url| format!("[Terms of service]({url})"));
    let contact = contact
        .iter()
        .map(|found| format!("Contact: {}", self::contact(found)));
    let license = license
        .iter()
        .map(|found| format!("License: {}", self::license(found)));
    let facts = terms.chain(contact).chain(license);
    facts.map(|fact| markdown::line(&fact)).collect()
}

fn contact(contact: &Contact) -> String {
    let Contact { name, url, email } = contact;
    let page = match (name, url) {
        (Some(name), Some(url)) => Some(format!("[{}]({url})", markdown::text(name))),
        (Some(name), None) => Some(markdown::text(name)),
        (None, Some(url)) => Some(format!("[{}]({url})", markdown::text(url))),
        (None, None) => None,
    };
    let email = email
        .iter()
        .map(|email| format!("[{}](mailto:{email})", markdown::text(email)));
    page.into_iter().chain(email).collect::<Vec<_>>().join(", ")
}

fn license(license: &License) -> String {
    let License { name, spdx, url } = license;
    let name_text = markdown::text(name);
    match (spdx, url) {
        (_, Some(url)) => format!("[{name_text}]({url})"),
        (Some(spdx), None) if spdx != name => format!("{name_text} ({})", markdown::code(spdx)),
        (Some(_) | None, None) => name_text,
    }
}
