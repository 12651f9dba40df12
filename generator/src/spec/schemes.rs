//! `schemes` of the `auth` section.

use super::kinds::{list_of, read_each, text_of};
use super::language::{COMBINATION, FLOWS, KEY_KIND, Map, SCHEME, SCOPE, scheme_form};
use super::table::Table;
use crate::api::{Endpoint, FlowKind, KeyPlace};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use crate::document::{FlowEntry, NotedName, Notes, SchemeEntry, SchemeEntryKind};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;
use crate::words::{alternatives, closest, listed, with_nearest};

const UNKNOWN_SCHEME: Code = Code("E0140");
const STRAY_KEY: Code = Code("E0141");
const KEY_PLACES: Code = Code("E0142");
const UNKNOWN_FLOW: Code = Code("E0143");

/// The word after `scheme`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Bearer,
    Basic,
    ApiKey,
    OAuth2,
    OpenId,
    Custom,
}

impl Word {
    const ALL: [Self; 6] = [
        Self::Bearer,
        Self::Basic,
        Self::ApiKey,
        Self::OAuth2,
        Self::OpenId,
        Self::Custom,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Bearer => "bearer",
            Self::Basic => "basic",
            Self::ApiKey => "api_key",
            Self::OAuth2 => "oauth2",
            Self::OpenId => "openid",
            Self::Custom => "custom",
        }
    }
}

/// Words for schemes in other languages, and what to write instead.
static FOREIGN: [(&[&str], Help); 5] = [
    (
        &["apikey", "header", "query", "cookie", "key"],
        Help::text(
            "write `{ scheme: api_key, header: X-Key }`, or `query` or `cookie` instead of `header`",
        ),
    ),
    (
        &["http", "token", "jwt"],
        Help::text(
            "write `scheme: bearer` for a token, or `scheme: basic` for a name and a password",
        ),
    ),
    (&["oauth"], Help::write("oauth2")),
    (&["openidconnect", "oidc"], Help::write("openid")),
    (
        &[
            "mutualtls",
            "mtls",
            "digest",
            "hmac",
            "signature",
            "negotiate",
        ],
        Help::text("write `scheme: custom`: clients edit the request, and servers get its head"),
    ),
];

/// Reads an entry of `schemes`.
pub(super) fn read_scheme(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<SchemeEntry> {
    let mut table = Table::open(node, &SCHEME, diagnostics)?.at(name.span);
    if let Some((key, node)) = table.entry("all") {
        table.becomes(&COMBINATION);
        return read_combination(name, &key, node, table);
    }
    let Some((word, form)) = read_word(&mut table) else {
        // The key may be misspelled, or one of another language.
        table.ignore_rest();
        table.close();
        return None;
    };
    table.becomes(form);
    report_stray(&mut table, word);
    let kind = match word {
        Word::Bearer => Some(SchemeEntryKind::Bearer),
        Word::Basic => Some(SchemeEntryKind::Basic),
        Word::ApiKey => read_api_key(&mut table),
        Word::OAuth2 => {
            let flows = table.required_table("flows").map(Table::into_entries);
            flows.map(|flows| {
                SchemeEntryKind::OAuth2(read_each(flows, read_flow, table.diagnostics))
            })
        }
        Word::OpenId => table
            .required_text("discovery")
            .map(|discovery| SchemeEntryKind::OpenId { discovery }),
        Word::Custom => Some(SchemeEntryKind::Custom),
    };
    let kinds = noted_names(&mut table, "kinds", &KEY_KIND);
    let scopes = noted_names(&mut table, "scopes", &SCOPE);
    let notes = Notes::read(&mut table);
    table.close();
    Some(SchemeEntry {
        name,
        kind: kind?,
        kinds,
        scopes,
        notes,
    })
}

/// Reads a combination of schemes: `{ all: [session_cookie, csrf_header] }`.
fn read_combination(
    name: Spanned<String>,
    key: &Spanned<String>,
    node: Node,
    mut table: Table<'_>,
) -> Option<SchemeEntry> {
    let all = names(node, "`all`", table.diagnostics);
    for (stray, _) in table.take_keys_of_other_forms() {
        let message = format!("`{}` does not apply beside `all`", stray.value);
        let diagnostic = Diagnostic::error(STRAY_KEY, message, stray.span)
            .also(key.span, "a combination has what its schemes have");
        table.report(diagnostic.help("write it in one of the schemes of the combination"));
    }
    let notes = Notes::read(&mut table);
    table.close();
    Some(SchemeEntry {
        name,
        kind: SchemeEntryKind::All(all?),
        kinds: Vec::new(),
        scopes: Vec::new(),
        notes,
    })
}

fn read_word(table: &mut Table<'_>) -> Option<(Word, &'static Map)> {
    let text = table.required_text("scheme")?;
    if let Some(word) = Word::ALL.into_iter().find(|word| word.name() == text.value) {
        return Some((word, scheme_form(word.name())?));
    }
    let plain = text.value.replace(['_', '-', ' '], "").to_ascii_lowercase();
    let foreign = FOREIGN
        .iter()
        .find(|(words, _)| words.contains(&plain.as_str()));
    let known = || Word::ALL.into_iter().map(Word::name);
    let message = format!("there is no scheme `{}`", text.value);
    let diagnostic = Diagnostic::error(UNKNOWN_SCHEME, message, text.span);
    let otherwise = format!("write one of {}", alternatives(known()));
    table.report(match foreign {
        Some((_, help)) => diagnostic.help(help.clone()),
        None => with_nearest(diagnostic, &text.value, known(), otherwise),
    });
    None
}

/// Reports the keys of other schemes.
fn report_stray(table: &mut Table<'_>, word: Word) {
    for (key, _) in table.take_keys_of_other_forms() {
        let message = format!(
            "`{}` does not apply to `scheme: {}`",
            key.value,
            word.name()
        );
        let has_key = |word: &Word| {
            scheme_form(word.name()).is_some_and(|form| form.key(&key.value).is_some())
        };
        let owners = Word::ALL.into_iter().filter(has_key).map(Word::name);
        let owners: Vec<&str> = owners.collect();
        let help = match owners.as_slice() {
            [owner] => format!("it belongs to `scheme: {owner}`"),
            owners => format!(
                "it belongs to the schemes {}",
                listed(owners.iter().copied())
            ),
        };
        table.report(Diagnostic::error(STRAY_KEY, message, key.span).help(help));
    }
}

fn read_api_key(table: &mut Table<'_>) -> Option<SchemeEntryKind> {
    let places = [KeyPlace::Header, KeyPlace::Query, KeyPlace::Cookie];
    let found = places.map(|place| Some((place, table.text(place.name())?)));
    let prefix = table.text("prefix");
    let mut found = found.into_iter().flatten();
    let Some((place, name)) = found.next() else {
        table.report_missing_entry("header", "header: X-Key");
        return None;
    };
    if let Some((other, text)) = found.next() {
        let message = format!(
            "an API key has either `{}` or `{}`",
            place.name(),
            other.name()
        );
        let diagnostic = Diagnostic::error(KEY_PLACES, message, text.span)
            .also(name.span, "the first place")
            .help("declare a scheme for each place, and list both in `auth` of the operations");
        table.report(diagnostic);
    }
    if let Some(prefix) = prefix.as_ref().filter(|_| place != KeyPlace::Header) {
        let message = format!("`prefix` does not apply to `{}`", place.name());
        let diagnostic = Diagnostic::error(STRAY_KEY, message, prefix.span);
        table.report(diagnostic.help("only keys in a header have a prefix: remove it"));
    }
    Some(SchemeEntryKind::ApiKey {
        place,
        name,
        prefix,
    })
}

fn read_flow(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<FlowEntry> {
    let mut known = FlowKind::ALL.into_iter();
    let Some(kind) = known.find(|kind| kind.name() == name.value) else {
        diagnostics.push(unknown_flow(&name));
        return None;
    };
    let map = FLOWS.key(kind.name()).and_then(|key| key.value.map())?;
    let mut table = Table::open(node, map, diagnostics)?.at(name.span);
    let endpoints = Endpoint::ALL.into_iter().filter_map(|endpoint| {
        let url = if kind.endpoints().contains(&endpoint) {
            table.required_text(endpoint.name())
        } else if endpoint == Endpoint::Refresh {
            table.text(endpoint.name())
        } else {
            None
        };
        Some((endpoint, url?))
    });
    let endpoints = endpoints.collect();
    table.close();
    Some(FlowEntry { kind, endpoints })
}

/// A flow in the spelling of OpenAPI, or an unknown one.
fn unknown_flow(name: &Spanned<String>) -> Diagnostic {
    let plain = |text: &str| text.replace('_', "").to_ascii_lowercase();
    let known = || FlowKind::ALL.into_iter().map(FlowKind::name);
    let spelled = known().find(|known| plain(known) == plain(&name.value));
    let help = match (name.value.as_str(), spelled) {
        (_, Some(known)) => Help::write(known),
        ("accessCode", None) => Help::write("authorization_code"),
        ("application", None) => Help::write("client_credentials"),
        (_, None) => match closest(&name.value, known()) {
            Some(near) => format!("did you mean `{near}`?").into(),
            None => format!("write one of {}", alternatives(known())).into(),
        },
    };
    let message = format!("there is no flow `{}`", name.value);
    Diagnostic::error(UNKNOWN_FLOW, message, name.span).help(help)
}

/// Reads `kinds` or `scopes`: names, each with a description or nothing.
fn noted_names(table: &mut Table<'_>, key: &'static str, map: &'static Map) -> Vec<NotedName> {
    let read = |name: Spanned<String>, node: Node, diagnostics: &mut Diagnostics| {
        let notes = match node.kind {
            NodeKind::Text(doc) => Notes::of(&doc),
            _ => {
                let mut table = Table::open_optional(node, map, diagnostics)?.at(name.span);
                let notes = Notes::read(&mut table);
                table.close();
                notes
            }
        };
        Some(NotedName { name, notes })
    };
    table.each(key, read)
}

/// Reads a list of names.
pub(super) fn names(
    node: Node,
    what: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Vec<Spanned<String>>>> {
    let span = node.span;
    let items = list_of(node, what, diagnostics)?.into_iter();
    let names = items.filter_map(|item| text_of(item, &format!("an item of {what}"), diagnostics));
    Some(Spanned::new(names.collect(), span))
}
