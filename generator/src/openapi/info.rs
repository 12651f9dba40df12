//! What a document says about the whole: `info`, and the extension `x-specsmith`.

use super::allow::{self, At};
use super::files;
use super::notes::{described, description, notes};
use super::references::NodeRef;
use super::warnings::{Topic, Warnings, nearest_or};
use crate::api::{
    Contact, Info, Level, License, Lint, Notes, is_email, is_page_url, meant_spdx, normal_spdx,
};
use crate::document::{ApiSection, RustSection, ServerEntry};
use crate::extensions::{self, DESCRIPTION, GENERATOR, NAME, SETTINGS};
use crate::naming;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::words::{closest, listed};

/// The keys of the extension `x-specsmith`, which has what OpenAPI has no place for.
const OWN_KEYS: [&str; 13] = [
    "name",
    "crate",
    "version",
    "runtime",
    "derives",
    "conversions",
    "scalars",
    "dependencies",
    "envelopes",
    "lenient",
    "base_path",
    "request_id",
    "lint",
];

/// An extension that does not exist, or a key or a value of one.
pub(super) struct Unknown {
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: String,
}

impl Unknown {
    fn new(span: Span, name: &str, help: impl Into<String>) -> Self {
        Self {
            span,
            message: format!("there is no extension `{name}`"),
            help: help.into(),
        }
    }

    fn extension(key: &Spanned<String>) -> Self {
        let own = key.value.strip_prefix("x-specsmith-");
        if let Some(own) = own.filter(|own| *own == "allow" || OWN_KEYS.contains(own)) {
            let help = format!("write `{SETTINGS}: {{ {own}: … }}`");
            return Self::new(key.span, &key.value, help);
        }
        let help = nearest_or(
            &key.value,
            extensions::all(),
            "`specsmith explain W0121` lists the extensions",
        );
        Self::new(key.span, &key.value, help)
    }

    /// A key that `x-specsmith` does not have.
    fn key(key: &Spanned<String>) -> Self {
        let known = || OWN_KEYS.into_iter();
        let otherwise = format!("its keys are {}", listed(known()));
        let help = nearest_or(&key.value, known(), otherwise);
        Self::new(key.span, &format!("{SETTINGS}.{}", key.value), help)
    }

    /// A key that `x-specsmith` of a part of the document does not have.
    fn key_of_part(key: &Spanned<String>) -> Self {
        let otherwise = match OWN_KEYS.contains(&key.value.as_str()) {
            true => "write it in `x-specsmith` of the document",
            false => "in a part of the document, its only key is `allow`",
        };
        let help = nearest_or(&key.value, ["allow"].into_iter(), otherwise);
        Self::new(key.span, &format!("{SETTINGS}.{}", key.value), help)
    }

    /// An unknown value where the name of a lint belongs.
    fn lint(span: Span, name: &str, lint: &str) -> Self {
        let known = || Lint::ALL.into_iter().map(Lint::name);
        let help = nearest_or(lint, known(), format!("the lints are {}", listed(known())));
        Self::new(span, name, help)
    }

    /// A value of a key that does not allow it.
    fn value(key: &str, value: &Node, help: impl Into<String>) -> Self {
        let message = match value.scalar_text() {
            Some(text) => format!("`{key}` cannot be `{text}`"),
            None => format!("`{key}` cannot have this value"),
        };
        Self {
            span: value.span,
            message,
            help: help.into(),
        }
    }
}

/// Finds extensions that do not exist, in all files, and keys of `x-specsmith` that do not, with their places.
pub(super) fn unknown_extensions(files: &[files::Parsed]) -> Vec<Unknown> {
    let root = files.first().map(|file| &file.root);
    let own = root.and_then(|root| root.get(SETTINGS));
    let own_keys = own.map_or(&[][..], Node::entries);
    let unknown = own_keys
        .iter()
        .filter(|(key, _)| !OWN_KEYS.contains(&key.value.as_str()));
    let mut found: Vec<Unknown> = unknown.map(|(key, _)| Unknown::key(key)).collect();
    for (key, value) in own_keys {
        let help = match key.value.as_str() {
            "name" | "crate" | "version" | "runtime" | "base_path" | "request_id"
                if value.as_text().is_none() =>
            {
                "write text"
            }
            "envelopes" | "lenient" if !matches!(value.kind, NodeKind::Bool(_)) => {
                "write `true` or `false`"
            }
            _ => continue,
        };
        found.push(Unknown::value(
            &format!("{SETTINGS}.{}", key.value),
            value,
            help,
        ));
    }
    for (key, level) in own.map_or(&[][..], |own| own.entries_at("lint")) {
        if Lint::from_name(&key.value).is_none() {
            let name = format!("{SETTINGS}.lint.{}", key.value);
            found.push(Unknown::lint(key.span, &name, &key.value));
        } else if level.as_text().and_then(Level::from_name).is_none() {
            let name = format!("{SETTINGS}.lint.{}", key.value);
            found.push(Unknown::value(
                &name,
                level,
                "write `allow`, `warn` or `deny`",
            ));
        }
    }
    for file in files {
        add_unknown(&file.root, &mut found);
        for (key, value) in file.root.entries() {
            if key.value != SETTINGS {
                add_unknown_settings(value, &mut found);
            }
        }
    }
    found
}

/// Adds keys and values of `x-specsmith` in parts of a document.
fn add_unknown_settings(node: &Node, found: &mut Vec<Unknown>) {
    for (key, value) in node.entries() {
        if key.value == SETTINGS {
            let others = value
                .entries()
                .iter()
                .filter(|(key, _)| key.value != "allow");
            found.extend(others.map(|(key, _)| Unknown::key_of_part(key)));
            add_unknown_allowed(value, found);
        }
        add_unknown_settings(value, found);
    }
    for item in node.items() {
        add_unknown_settings(item, found);
    }
}

fn add_unknown(node: &Node, found: &mut Vec<Unknown>) {
    for (key, value) in node.entries() {
        if is_misspelled(&key.value) {
            found.push(Unknown::extension(key));
        }
        if key.value == NAME && value.as_text().is_none() {
            found.push(Unknown::value(&key.value, value, "write a name"));
        }
        if key.value == DESCRIPTION && value.as_text().is_none() {
            found.push(Unknown::value(&key.value, value, "write text"));
        }
        add_unknown(value, found);
    }
    for item in node.items() {
        add_unknown(item, found);
    }
}

/// Adds entries in `allow` of an operation or another part that have no effect.
fn add_unknown_allowed(own: &Node, found: &mut Vec<Unknown>) {
    let key = format!("{SETTINGS}.allow");
    if let Some(allow) = own.get("allow")
        && !matches!(allow.kind, NodeKind::List(_))
    {
        found.push(Unknown::value(
            &key,
            allow,
            "write a list: `allow: [pattern-added]`",
        ));
    }
    found.extend(allow::wrong(own).map(|wrong| match wrong.at {
        At::Key(name) => Unknown::new(name.span, &format!("{key}.{}", name.value), wrong.help),
        At::Value(value) => Unknown::value(&key, value, wrong.help),
        At::ValueOf(name, value) => Unknown::value(&format!("{key}.{name}"), value, wrong.help),
    }));
}

/// Whether a key is not an extension, but close to one.
fn is_misspelled(key: &str) -> bool {
    let is_close = || closest(key, extensions::all()).is_some();
    key.starts_with("x-spec")
        && !extensions::all().any(|extension| extension == key)
        && (key.starts_with(SETTINGS) || is_close())
}

/// What all paths begin with.
pub(super) fn base_path(root: NodeRef<'_>) -> Option<Spanned<String>> {
    root.get(SETTINGS)?.node.get("base_path")?.spanned_text()
}

/// Whether the document was exported, so that it says everything, and nothing is guessed.
pub(super) fn is_exported(root: NodeRef<'_>) -> bool {
    root.node.text_at(GENERATOR) == Some("specsmith")
}

/// Whether the extension `x-specsmith` turns something off.
pub(super) fn is_off(root: NodeRef<'_>, key: &str) -> bool {
    let value = root.get(SETTINGS).and_then(|own| own.node.get(key));
    value.is_some_and(|value| matches!(value.kind, NodeKind::Bool(false)))
}

/// The crate, by the extension `x-specsmith`. A wrong key leaves the others.
pub(super) fn rust_section(root: NodeRef<'_>, warnings: &mut Warnings) -> RustSection {
    let Some(extension) = root.get(SETTINGS) else {
        return RustSection::default();
    };
    let text = |key: &str| extension.node.get(key)?.spanned_text();
    RustSection {
        crate_name: text("crate"),
        version: text("version"),
        runtime: text("runtime"),
        ..super::extensions::rust(extension.node, warnings)
    }
}

/// The levels of lints, by the extension `x-specsmith`.
pub(super) fn lint_section(root: NodeRef<'_>) -> Vec<(Lint, Level)> {
    let levels = root.get(SETTINGS).and_then(|own| own.node.get("lint"));
    let level = |lint: Lint| Level::from_name(levels?.text_at(lint.name())?);
    let lints = Lint::ALL.into_iter();
    lints
        .filter_map(|lint| Some((lint, level(lint)?)))
        .collect()
}

pub(super) fn api_section(
    root: NodeRef<'_>,
    parsed: &[files::Parsed],
    servers: Vec<ServerEntry>,
    warnings: &mut Warnings,
) -> ApiSection {
    let info = root.get("info");
    let text = |key: &str| {
        let node = info.and_then(|info| info.node.get(key))?;
        let text = node.scalar_text()?;
        Some(Spanned::new(text.trim().to_owned(), node.span))
    };
    let path = parsed.first().map_or("", |file| file.name.as_str());
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = file.split('.').next().unwrap_or(file);
    let title = text("title")
        .filter(|title| !title.value.is_empty())
        .unwrap_or_else(|| Spanned::new(stem.to_owned(), Span::at(0)));
    let given = root
        .get(SETTINGS)
        .and_then(|own| own.get("name"))
        .and_then(|at| at.node.spanned_text());
    let is_named = given.is_some();
    let name =
        given.unwrap_or_else(|| Spanned::new(naming::api_name(&title.value, stem), title.span));
    let summary = text("summary").map(|text| text.value);
    let doc = info.and_then(|info| description(info.node));
    let about = [summary, doc.map(str::to_owned)].into_iter().flatten();
    let about: Vec<String> = about.collect();
    let about = about.join("\n\n");
    let version = text("version");
    let version = version.unwrap_or_else(|| Spanned::new("1.0.0".to_owned(), Span::at(0)));
    ApiSection {
        name,
        is_named,
        title: title.value,
        version,
        info: info.map_or_else(Info::default, |info| read_info(info.node, warnings)),
        base_path: base_path(root),
        request_id: root
            .get(SETTINGS)
            .and_then(|own| own.node.get("request_id")?.spanned_text()),
        // Documents promise more than services keep.
        lenient: !is_off(root, "lenient"),
        servers,
        uses: Vec::new(),
        notes: Notes {
            doc: described(Some(&about)).doc,
            ..info.map_or_else(Notes::default, |info| notes(info.node))
        },
    }
}

/// Terms, contact and license. What cannot be a link is left out.
fn read_info(info: &Node, warnings: &mut Warnings) -> Info {
    let contact = info.get("contact").map(|contact| Contact {
        name: text(contact, "name"),
        url: url(contact, "url"),
        email: text(contact, "email").filter(|email| is_email(email)),
    });
    let license = info.get("license");
    Info {
        terms: url(info, "termsOfService"),
        contact: contact.filter(|contact| *contact != Contact::default()),
        license: license.and_then(|license| read_license(license, warnings)),
    }
}

fn read_license(license: &Node, warnings: &mut Warnings) -> Option<License> {
    let spdx = read_spdx(license, warnings);
    let url = url(license, "url").filter(|_| spdx.is_none());
    let name = text(license, "name").or_else(|| spdx.clone())?;
    Some(License { name, spdx, url })
}

/// The SPDX expression of a license, as SPDX spells it.
fn read_spdx(license: &Node, warnings: &mut Warnings) -> Option<String> {
    // 3.0 has no word for it.
    let mut keys = ["identifier", "x-identifier"].into_iter();
    let (node, text) = keys.find_map(|key| Some((license.get(key)?, text(license, key)?)))?;
    let normal = normal_spdx(&text);
    if normal.is_none() {
        let message = format!("`{text}` is not an SPDX expression, so the manifest has no license");
        let help = match meant_spdx(&text) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "write one, such as `MIT OR Apache-2.0`, or a `url` instead".to_owned(),
        };
        warnings.add_with_help(Topic::Dropped, node.span, &message, help);
    }
    normal
}

/// The text of a key, unless it is empty.
fn text(node: &Node, key: &str) -> Option<String> {
    let text = node.text_at(key)?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

fn url(node: &Node, key: &str) -> Option<String> {
    text(node, key).filter(|url| is_page_url(url))
}
