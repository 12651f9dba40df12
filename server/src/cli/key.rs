//! `gateway key`: issues, lists and revokes API keys.

use std::io::Write as _;

use clap::{Args, Subcommand};
use gateway_api::types::ResetInterval;
use zeroize::Zeroizing;

use super::database::with_store;
use super::values::{amount, argument, identifier};
use super::{DatabaseArguments, Failure, print, when};
use crate::amount::Amount;
use crate::keys;
use crate::store::{ApiKey, Change, Engine, RateLimit, Store};
use crate::timestamps::UnixMicros;

#[derive(Debug, Subcommand)]
pub(super) enum KeyCommand {
    /// Create a key and print it once: only its hash is stored
    Issue(IssueArguments),
    /// List the keys with their hashes
    List(ListArguments),
    /// Delete a key, which then stops working at once on every server
    Revoke(RevokeArguments),
}

#[derive(Debug, Args)]
pub(super) struct IssueArguments {
    /// The organization of the key; an unknown organization is created
    #[arg(long, value_name = "ID", value_parser = identifier)]
    organization: String,

    /// Create a management key
    #[arg(long)]
    management: bool,

    /// The name of the key
    #[arg(long, value_name = "TEXT", default_value = "")]
    label: String,

    /// The most that the key may spend, in US dollars
    #[arg(long, value_name = "AMOUNT", value_parser = amount, allow_negative_numbers = true)]
    limit_usd: Option<Amount>,

    /// How often the limit is reset: at midnight, on Mondays or on the first of the month, in UTC
    #[arg(long, value_name = "INTERVAL", value_parser = ["daily", "weekly", "monthly"], requires = "limit_usd")]
    reset: Option<String>,

    /// Also count usage with the organization's own provider keys (BYOK) towards the limit
    #[arg(long, requires = "limit_usd")]
    include_byok: bool,

    /// When the key expires: a date, a timestamp, or a time from now such as `30d`
    #[arg(long, value_name = "WHEN", value_parser = when::future)]
    expires: Option<UnixMicros>,

    /// The rate limit of the key, such as `100/10s`
    #[arg(long, value_name = "REQUESTS/TIME")]
    rate_limit: Option<RateLimit>,

    #[command(flatten)]
    database: DatabaseArguments,
}

#[derive(Debug, Args)]
pub(super) struct ListArguments {
    /// Only the keys of this organization
    #[arg(long, value_name = "ID")]
    organization: Option<String>,

    #[command(flatten)]
    database: DatabaseArguments,
}

#[derive(Debug, Args)]
pub(super) struct RevokeArguments {
    /// The key's hash, as `gateway key list` shows it
    hash: String,

    #[command(flatten)]
    database: DatabaseArguments,
}

/// Runs `gateway key …`.
pub(super) async fn run(command: KeyCommand) -> Result<(), Failure> {
    match command {
        KeyCommand::Issue(arguments) => {
            with_store!(arguments.database.open(), store => print_issued(&store, &arguments).await)
        }
        KeyCommand::List(arguments) => {
            with_store!(arguments.database.open(), store => list(&store, &arguments).await)
        }
        KeyCommand::Revoke(arguments) => {
            with_store!(arguments.database.open(), store => revoke(&store, &arguments.hash).await)
        }
    }
}

/// Prints the key to standard output and everything else to standard error, for scripts.
async fn print_issued(
    store: &Store<impl Engine>,
    arguments: &IssueArguments,
) -> Result<(), Failure> {
    let record = ApiKey {
        is_management: arguments.management,
        limit_usd: arguments.limit_usd.clone(),
        limit_reset: arguments.reset.clone(),
        include_byok_in_limit: arguments.include_byok,
        expires_at: arguments.expires,
        rate_limit_requests: arguments.rate_limit.map(|limit| limit.requests),
        rate_limit_seconds: arguments.rate_limit.map(|limit| limit.seconds),
        ..blank(&arguments.organization, &arguments.label)
    };
    let issued = issue(store, record).await?;
    let Issued {
        key,
        record,
        organization_is_new,
    } = issued;
    if organization_is_new {
        let id = &record.organization_id;
        eprintln!(
            "The organization {} is new and has no credits: gateway organization update {} --credits AMOUNT",
            id.escape_debug(),
            argument(id)
        );
    }
    eprintln!(
        "{} of {}, printed only once; its hash is {}",
        kind(&record),
        record.organization_id.escape_debug(),
        record.hash
    );
    let line = Zeroizing::new(format!("{}\n", key.as_str()));
    // The key cannot be printed again, so a closed pipe is an error.
    std::io::stdout().write_all(line.as_bytes()).map_err(|error| {
        Failure::new(format!(
            "the key cannot be printed: {error}. It cannot be used, so delete it: gateway key revoke {}",
            record.hash
        ))
    })
}

/// An ordinary key without limits, created now.
pub(super) fn blank(organization: &str, label: &str) -> ApiKey {
    ApiKey {
        hash: String::new(),
        organization_id: organization.to_owned(),
        label: label.to_owned(),
        is_management: false,
        limit_usd: None,
        limit_reset: None,
        include_byok_in_limit: false,
        creator_user_id: None,
        created_at: UnixMicros::now(),
        expires_at: None,
        deleted_at: None,
        rate_limit_requests: None,
        rate_limit_seconds: None,
    }
}

/// An issued key.
pub(super) struct Issued {
    /// The key itself, to be printed once.
    pub(super) key: Zeroizing<String>,
    /// Its stored record.
    pub(super) record: ApiKey,
    /// Whether its organization was created too.
    pub(super) organization_is_new: bool,
}

/// Creates a key, and stores its record.
pub(super) async fn issue(
    store: &Store<impl Engine>,
    mut record: ApiKey,
) -> Result<Issued, Failure> {
    let key = keys::generate()?;
    record.hash = keys::hash(&key);
    let change = Change::by_command_line().at(record.created_at);
    let organization_is_new = store.insert_key(&record, change).await?;
    Ok(Issued {
        key,
        record,
        organization_is_new,
    })
}

async fn list(store: &Store<impl Engine>, arguments: &ListArguments) -> Result<(), Failure> {
    let now = UnixMicros::now();
    let keys = store.api_keys(arguments.organization.as_deref()).await?;
    if keys.is_empty() {
        eprintln!("There are no keys. `gateway key issue` creates one.");
    }
    let mut lines = String::new();
    for key in keys {
        lines.push_str(&format!(
            "{}  {}  {}  {}  {}  {:?}\n",
            key.hash,
            key.organization_id.escape_debug(),
            key.kind(),
            state(&key, now),
            limit(&key),
            key.label,
        ));
    }
    print(&lines)
}

async fn revoke(store: &Store<impl Engine>, hash: &str) -> Result<(), Failure> {
    let key = store.api_key(hash).await?;
    let deleted = match &key {
        Some(key) => {
            store
                .delete_key(&key.organization_id, hash, Change::by_command_line())
                .await?
        }
        None => false,
    };
    match (key, deleted) {
        (Some(key), true) => {
            let organization = key.organization_id.escape_debug();
            eprintln!("{} of {organization} is deleted.", kind(&key));
            Ok(())
        }
        (Some(_), false) => Err(Failure::new("this key is already deleted")),
        (None, _) => Err(Failure::new(
            "there is no key with this hash, which has 64 digits; `gateway key list` shows the hashes",
        )),
    }
}

fn kind(key: &ApiKey) -> &'static str {
    if key.is_management {
        "A management key"
    } else {
        "An ordinary key"
    }
}

fn state(key: &ApiKey, now: UnixMicros) -> String {
    match (key.deleted_at, key.expires_at) {
        (Some(_), _) => "deleted".to_owned(),
        (None, Some(end)) if end <= now => "expired".to_owned(),
        (None, Some(end)) => format!("until {end}"),
        (None, None) => "valid".to_owned(),
    }
}

fn limit(key: &ApiKey) -> String {
    match (&key.limit_usd, key.reset_interval()) {
        (None, _) => "no limit".to_owned(),
        (Some(limit), None) => format!("${limit}"),
        (Some(limit), Some(interval)) => format!("${limit} {}", ResetInterval::as_str(&interval)),
    }
}
