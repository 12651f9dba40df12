//! `terms`, `contact` and `license` of `api`.

use super::kinds::text_of;
use super::language::{CONTACT, LICENSE};
use super::notes::page_url;
use super::table::Table;
use crate::api::{Contact, Info, License, is_email, is_spdx, meant_spdx};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

const WRONG_INFO: Code = Code("E0148");

pub(super) fn read_info(table: &mut Table<'_>) -> Info {
    let terms = table.text("terms");
    let terms = terms.and_then(|url| page_url(url, table.diagnostics));
    let contact = table.node("contact");
    let contact = contact.and_then(|node| read_contact(node, table.diagnostics));
    let license = table.node("license");
    let license = license.and_then(|node| read_license(node, table.diagnostics));
    Info {
        terms,
        contact,
        license,
    }
}

fn wrong(message: impl Into<String>, span: Span, help: &str) -> Diagnostic {
    Diagnostic::error(WRONG_INFO, message, span).help(help)
}

fn read_contact(node: Node, diagnostics: &mut Diagnostics) -> Option<Contact> {
    let span = node.span;
    let mut table = Table::open(node, &CONTACT, diagnostics)?;
    let name = table.plain_text("name");
    let url = table.text("url");
    let email = table.text("email");
    let is_empty = name.is_none() && url.is_none() && email.is_none();
    if is_empty && !table.has_foreign_key() {
        let help = "add `name`, `url` or `email`, or remove `contact`";
        table.report(wrong("`contact` says nothing", span, help));
    }
    if let Some(email) = email.as_ref().filter(|email| !is_email(&email.value)) {
        let message = format!("`{}` is not an e-mail address", email.value);
        table.report(wrong(
            message,
            email.span,
            "write an address such as `api@library.example`",
        ));
    }
    table.close();
    Some(Contact {
        name,
        url: url.and_then(|url| page_url(url, diagnostics)),
        email: email.map(|email| email.value),
    })
}

/// Reads an SPDX expression, or a map with a name.
fn read_license(node: Node, diagnostics: &mut Diagnostics) -> Option<License> {
    if !matches!(node.kind, NodeKind::Map(_)) {
        let text = text_of(node, "`license`", diagnostics)?;
        check_spdx(&text, diagnostics);
        return Some(License {
            name: text.value.clone(),
            spdx: Some(text.value),
            url: None,
        });
    }
    let mut table = Table::open(node, &LICENSE, diagnostics)?;
    let name = table.required_text("name");
    let spdx = table.text("spdx");
    let url = table.text("url");
    if let (Some(_), Some(url)) = (&spdx, &url) {
        let message = "a license has an SPDX expression or a URL, not both";
        table.report(wrong(message, url.span, "remove one of them"));
    }
    table.close();
    if let Some(spdx) = &spdx {
        check_spdx(spdx, diagnostics);
    }
    Some(License {
        name: name?.value,
        spdx: spdx.map(|spdx| spdx.value),
        url: url.and_then(|url| page_url(url, diagnostics)),
    })
}

fn check_spdx(text: &Spanned<String>, diagnostics: &mut Diagnostics) {
    if is_spdx(&text.value) {
        return;
    }
    let message = format!("`{}` is not an SPDX expression", text.value);
    let diagnostic = Diagnostic::error(WRONG_INFO, message, text.span).note(
        "it becomes `license` in the crate's manifest, and `identifier` in OpenAPI documents",
    );
    diagnostics.push(match meant_spdx(&text.value) {
        Some(meant) => diagnostic.did_you_mean(&text.value, &meant),
        None => diagnostic.help(
            "write one, such as `MIT OR Apache-2.0`, or `{ name: …, url: … }` for a license without an identifier",
        ),
    });
}
