//! What `gateway serve --demo` does before it serves.

use std::net::SocketAddr;

use time::Duration;
use time::OffsetDateTime;

use super::{Failure, key};
use crate::moment::Moment;
use crate::records;
use crate::store::{ApiKey, Store};
use crate::vault::Vault;

/// The organization of the demonstration that the printed keys belong to.
const ORGANIZATION: &str = "org_meridian";

/// How long the printed keys are valid.
const VALIDITY: Duration = Duration::days(7);

/// Loads the made-up records, and issues keys to try them with.
pub(super) async fn prepare(store: &impl Store, vault: &Vault) -> Result<Keys, Failure> {
    records::demo::load(store, vault).await?;
    let issue = async |label, is_management| {
        let end = OffsetDateTime::now_utc() + VALIDITY;
        let record = ApiKey {
            is_management,
            expires_at: Some(Moment::from(end)),
            ..key::blank(ORGANIZATION, label)
        };
        let issued = key::issue(store, record).await?;
        Ok::<_, Failure>(issued.key.to_string())
    };
    Ok(Keys {
        management: issue("Demonstration, management", true).await?,
        ordinary: issue("Demonstration", false).await?,
    })
}

/// The keys that were issued.
pub(super) struct Keys {
    management: String,
    ordinary: String,
}

impl Keys {
    /// What to try, once the server is at this address.
    pub(super) fn invitation(&self, address: SocketAddr) -> String {
        let Self {
            management,
            ordinary,
        } = self;
        format!(
            "
The demonstration is loaded. Two keys for it, valid for {days} days:

  management key  {management}
  ordinary key    {ordinary}

Try:

  curl -H 'Authorization: Bearer {management}' 'http://{address}/v1/workspaces?limit=2'
  curl -H 'Authorization: Bearer {management}' http://{address}/v1/model/{model}
  curl -H 'Authorization: Bearer {ordinary}' 'http://{address}/v1/generation?id={generation}'

The reference is at http://{address}/docs
",
            days = VALIDITY.whole_days(),
            model = MODEL,
            generation = GENERATION,
        )
    }
}

/// A model of the demonstration, by an alias and with a variant.
const MODEL: &str = "brindle/heron:free";

/// A generation of the demonstration.
const GENERATION: &str = "gen-1792893540-6b86b2";
