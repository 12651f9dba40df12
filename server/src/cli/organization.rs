//! `gateway organization`: creates, shows and updates organizations.

use clap::{Args, Subcommand};
use gateway_api::types::{Guardrail, Workspace};
use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::database::with_store;
use super::values::{amount, argument, identifier};
use super::{DatabaseArguments, Failure, print};
use crate::amount::Amount;
use crate::document;
use crate::store::{
    Change, CreditsUpdate, Engine, NewOrganization, NewWorkspace, Organization, OrganizationUpdate,
    OrganizationUpdated, Store,
};
use crate::timestamps::UnixMicros;

#[derive(Debug, Subcommand)]
pub(super) enum OrganizationCommand {
    /// Create an organization with its default workspace
    Create(CreateArguments),
    /// Show the credits and the default workspace of an organization, or of all
    Show(ShowArguments),
    /// Change the credits or the default workspace of an organization
    Update(UpdateArguments),
}

#[derive(Debug, Args)]
pub(super) struct CreateArguments {
    /// The identifier of the new organization
    #[arg(value_name = "ID", value_parser = identifier)]
    id: String,

    /// The credits that it purchased, in US dollars; without credits, it cannot look up generations
    #[arg(
        long,
        value_name = "AMOUNT",
        default_value = "0",
        value_parser = amount,
        allow_negative_numbers = true
    )]
    credits: Amount,

    /// The default workspace; it is created too, unless it exists
    #[arg(long, value_name = "ID", default_value = "default", value_parser = identifier)]
    default_workspace: String,

    #[command(flatten)]
    database: DatabaseArguments,
}

#[derive(Debug, Args)]
pub(super) struct ShowArguments {
    /// The organization; all of them by default
    #[arg(value_name = "ID")]
    id: Option<String>,

    #[command(flatten)]
    database: DatabaseArguments,
}

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("change").required(true).multiple(true))]
pub(super) struct UpdateArguments {
    /// The organization
    #[arg(value_name = "ID")]
    id: String,

    /// The new total of credits, in US dollars
    #[arg(
        long,
        value_name = "AMOUNT",
        group = "change",
        value_parser = amount,
        allow_negative_numbers = true
    )]
    credits: Option<Amount>,

    /// How many credits to add; a negative amount takes some away
    #[arg(
        long,
        value_name = "AMOUNT",
        group = "change",
        conflicts_with = "credits",
        allow_negative_numbers = true
    )]
    add_credits: Option<Amount>,

    /// The new default workspace; it is created too unless it exists
    #[arg(long, value_name = "ID", group = "change", value_parser = identifier)]
    default_workspace: Option<String>,

    #[command(flatten)]
    database: DatabaseArguments,
}

/// Runs `gateway organization …`.
pub(super) async fn run(command: OrganizationCommand) -> Result<(), Failure> {
    match command {
        OrganizationCommand::Create(arguments) => {
            with_store!(arguments.database.open(), store => create(&store, &arguments).await)
        }
        OrganizationCommand::Show(arguments) => {
            with_store!(arguments.database.open(), store => show(&store, arguments.id.as_deref()).await)
        }
        OrganizationCommand::Update(arguments) => {
            with_store!(arguments.database.open(), store => update(&store, arguments).await)
        }
    }
}

async fn create(store: &Store<impl Engine>, arguments: &CreateArguments) -> Result<(), Failure> {
    let CreateArguments {
        id,
        credits,
        default_workspace,
        ..
    } = arguments;
    let change = Change::by_command_line();
    let new = NewOrganization {
        id: id.clone(),
        total_credits: credits.clone(),
        workspace: workspace(default_workspace, change.at)?,
    };
    if !store.create_organization(&new, change).await? {
        return Err(Failure::new(format!(
            "the organization {} exists already; `gateway organization update` changes it",
            id.escape_debug()
        )));
    }
    if credits.is_zero() {
        eprintln!(
            "The organization {} has no credits: gateway organization update {} --credits AMOUNT",
            id.escape_debug(),
            argument(id)
        );
    }
    show(store, Some(id)).await
}

/// A workspace with a guardrail that restricts nothing.
fn workspace(id: &str, now: UnixMicros) -> Result<NewWorkspace, Failure> {
    let created_at = now.to_string();
    let guardrail_id = format!("{id}-guardrail");
    let guardrail = json!({
        "id": guardrail_id, "name": "Default", "workspace_id": id, "include_byok_in_budgets": false,
        "created_at": created_at,
    });
    let workspace = json!({
        "id": id, "name": "Default", "slug": "default", "created_at": created_at,
        "default_guardrail_id": guardrail_id, "include_byok_in_budgets": false,
        "io_logging_sampling_rate": 0.0, "is_data_discount_logging_enabled": false,
        "is_observability_broadcast_enabled": false, "is_observability_io_logging_enabled": false,
    });
    Ok(NewWorkspace {
        id: id.to_owned(),
        document: text(&document::read::<Workspace>(&workspace.to_string())?)?,
        guardrail_id,
        guardrail_document: text(&document::read::<Guardrail>(&guardrail.to_string())?)?,
    })
}

fn text(document: &impl Serialize) -> Result<Box<RawValue>, Failure> {
    Ok(serde_json::value::to_raw_value(document)?)
}

async fn show(store: &Store<impl Engine>, id: Option<&str>) -> Result<(), Failure> {
    let organizations = match id {
        Some(id) => vec![store.organization(id).await?.ok_or_else(|| unknown(id))?],
        None => store.organizations().await?,
    };
    if organizations.is_empty() {
        eprintln!("There is no organization. `gateway organization create` creates one.");
    }
    print(&organizations.iter().map(line).collect::<String>())
}

/// A line of output. Older versions accepted any identifier, so identifiers are escaped.
fn line(organization: &Organization) -> String {
    let Organization {
        id,
        default_workspace_id,
        total_credits,
        total_usage,
        ..
    } = organization;
    let balance = total_credits.clone() - total_usage.clone();
    let workspace = default_workspace_id.as_deref().unwrap_or("none");
    format!(
        "{}  credits ${total_credits}  usage ${total_usage}  balance ${balance}  default workspace {}\n",
        id.escape_debug(),
        workspace.escape_debug()
    )
}

async fn update(store: &Store<impl Engine>, arguments: UpdateArguments) -> Result<(), Failure> {
    let UpdateArguments {
        id,
        credits,
        add_credits,
        default_workspace,
        ..
    } = arguments;
    let add = add_credits.map(CreditsUpdate::Add);
    let change = Change::by_command_line();
    let update = OrganizationUpdate {
        credits: credits.map(CreditsUpdate::Set).or(add),
        default_workspace: default_workspace
            .map(|id| workspace(&id, change.at))
            .transpose()?,
    };
    match store.update_organization(&id, &update, change).await? {
        OrganizationUpdated::Done(organization) => print(&line(&organization)),
        OrganizationUpdated::NoOrganization => Err(unknown(&id)),
        OrganizationUpdated::CreditsOutOfRange => Err(Failure::new(
            "the credits must not become negative, and must not exceed a trillion dollars",
        )),
    }
}

fn unknown(id: &str) -> Failure {
    Failure::new(format!(
        "there is no organization {}; `gateway organization show` lists them, and `gateway organization create` creates one",
        id.escape_debug()
    ))
}
