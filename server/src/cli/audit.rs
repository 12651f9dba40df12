//! `gateway audit`: shows who created, changed or deleted what, and when.

use clap::Args;
use serde_json::json;

use super::database::with_store;
use super::{DatabaseArguments, Failure, print, when};
use crate::store::{AuditEntry, AuditPosition, Engine, Store};
use crate::timestamps::UnixMicros;

/// Which part of the audit table to show.
#[derive(Debug, Args)]
pub(super) struct AuditArguments {
    /// Only what happened to records of this organization
    #[arg(long, value_name = "ID")]
    organization: Option<String>,

    /// Only what happened since then: a date, a timestamp, or a time ago such as `7d`
    #[arg(long, value_name = "WHEN", value_parser = when::past)]
    since: Option<UnixMicros>,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    database: DatabaseArguments,
}

/// Prints the entries, oldest first.
pub(super) async fn run(arguments: AuditArguments) -> Result<(), Failure> {
    with_store!(arguments.database.open(), store => show(&store, &arguments).await)
}

async fn show(store: &Store<impl Engine>, arguments: &AuditArguments) -> Result<(), Failure> {
    let organization = arguments.organization.as_deref();
    let format = if arguments.json { object } else { line };
    let mut position = AuditPosition::since(arguments.since.unwrap_or(UnixMicros(i64::MIN)));
    let mut is_empty = true;
    loop {
        let entries = store.audit(organization, position).await?;
        let Some(last) = entries.last() else {
            break;
        };
        is_empty = false;
        position = AuditPosition::after(last);
        print(&entries.iter().map(format).collect::<String>())?;
    }
    if is_empty {
        eprintln!("There are no such entries.");
    }
    Ok(())
}

/// A line of output. Older versions accepted any identifier, so identifiers are escaped.
fn line(entry: &AuditEntry) -> String {
    let organization = entry.organization_id.as_deref().unwrap_or("-");
    let (organization, target) = (organization.escape_debug(), entry.target.escape_debug());
    let detail = entry.detail.as_deref().unwrap_or_default().escape_debug();
    let AuditEntry {
        at, actor, action, ..
    } = entry;
    let line = format!("{at}  {organization}  {actor}  {action}  {target}  {detail}");
    format!("{}\n", line.trim_end())
}

fn object(entry: &AuditEntry) -> String {
    let object = json!({
        "at": entry.at.to_string(), "organization_id": entry.organization_id, "actor": entry.actor,
        "action": entry.action, "target": entry.target, "detail": entry.detail,
    });
    format!("{object}\n")
}
