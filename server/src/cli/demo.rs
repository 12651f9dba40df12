//! `gateway serve --demo`: loads the demo before it serves.

use std::net::SocketAddr;

use time::Duration;
use time::OffsetDateTime;

use super::{Failure, key};
use crate::records;
use crate::store::{ApiKey, Change, Engine, Store};
use crate::timestamps::UnixMicros;
use crate::vault::Vault;

/// The organization of the printed keys.
const ORGANIZATION: &str = "org_meridian";

/// All organizations of the demo.
const ORGANIZATIONS: [&str; 2] = [ORGANIZATION, "org_saltmarsh"];

/// The labels of the printed keys, by which they are found again.
const MANAGEMENT: &str = "Demonstration, management";
const ORDINARY: &str = "Demonstration";

/// How long the printed keys are valid.
const VALIDITY: Duration = Duration::days(7);

/// Loads the demo unless the database has it, and issues two keys.
pub(super) async fn prepare(store: &Store<impl Engine>, vault: &Vault) -> Result<Keys, Failure> {
    let keys = store.api_keys(None).await?;
    check_place(&keys)?;
    if !keys.iter().any(|key| key.hash == records::demo::KEY) {
        records::demo::load(store, vault).await?;
    }
    let is_current = |key: &&ApiKey| is_printed(key) && key.deleted_at.is_none();
    for key in keys.iter().filter(is_current) {
        store
            .delete_key(ORGANIZATION, &key.hash, Change::by_command_line())
            .await?;
    }
    let issue = async |label, is_management| {
        let end = OffsetDateTime::now_utc() + VALIDITY;
        let record = ApiKey {
            is_management,
            expires_at: Some(UnixMicros::from(end)),
            ..key::blank(ORGANIZATION, label)
        };
        let issued = key::issue(store, record).await?;
        Ok::<_, Failure>(issued.key.to_string())
    };
    Ok(Keys {
        management: issue(MANAGEMENT, true).await?,
        ordinary: issue(ORDINARY, false).await?,
    })
}

/// Rejects a database with other data, because the sample models would replace real ones. A demo database
/// to which organizations were added is accepted.
fn check_place(keys: &[ApiKey]) -> Result<(), Failure> {
    let stranger = keys
        .iter()
        .map(|key| key.organization_id.as_str())
        .find(|organization| !ORGANIZATIONS.contains(organization));
    match stranger {
        Some(organization) if !keys.iter().any(is_printed) => Err(Failure::new(format!(
            "this database has keys of {organization}, and the sample records could replace yours. \
             Start without --demo, or name another database with --database"
        ))),
        Some(_) | None => Ok(()),
    }
}

/// Whether a key was printed by a demo.
fn is_printed(key: &ApiKey) -> bool {
    key.organization_id == ORGANIZATION && [MANAGEMENT, ORDINARY].contains(&key.label.as_str())
}

/// The issued keys.
pub(super) struct Keys {
    management: String,
    ordinary: String,
}

impl Keys {
    /// What to try with the server at this address.
    pub(super) fn invitation(&self, address: SocketAddr) -> String {
        let Self {
            management,
            ordinary,
        } = self;
        format!(
            "
The demo is loaded. Two keys for it, valid for {days} days or until the next start with --demo:

  management key  {management}
  ordinary key    {ordinary}

Try:

  curl -w '\\n' -H 'Authorization: Bearer {management}' 'http://{address}/v1/workspaces?limit=2'
  curl -w '\\n' -H 'Authorization: Bearer {management}' http://{address}/v1/model/{model}
  curl -w '\\n' -H 'Authorization: Bearer {ordinary}' 'http://{address}/v1/generation?id={generation}'

The reference is at http://{address}/docs
",
            days = VALIDITY.whole_days(),
            model = MODEL,
            generation = GENERATION,
        )
    }
}

/// A model of the demo, by an alias and with a variant.
const MODEL: &str = "brindle/heron:free";

/// A generation of the demo.
const GENERATION: &str = "gen-1792893540-6b86b2";
