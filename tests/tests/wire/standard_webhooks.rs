//! Webhooks that are signed as the Standard Webhooks specification says, over real sockets.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;

use axum::Router;
use clinic_api::client::{Error, Retry};
use clinic_api::runtime::server::only_webhook;
use clinic_api::types::Alarm;
use clinic_api::webhooks::{
    ALARM_RAISED, AlarmRaised, PerRecipient, Receiver, Sender, ServerConfig, SignedWebhook,
    StandardWebhooks, WebhookError, alarm_raised, router_per_request,
};
use specsmith_tests::raw::{Reply, Stub};
use specsmith_tests::serving::serve;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

const ADA: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const GRACE: &str = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

/// The webhooks of several tenants.
#[derive(Clone)]
struct Hooks {
    secrets: BTreeMap<&'static str, StandardWebhooks>,
    /// Whose request it is. Without it, the route of the webhook has the tenant.
    tenant: Option<String>,
    received: UnboundedSender<(Option<String>, AlarmRaised)>,
}

impl Receiver for Hooks {
    fn verify(&self, webhook: SignedWebhook<'_>) -> bool {
        let of_route = webhook.head().route_parameter("tenant");
        let secret = of_route.and_then(|tenant| self.secrets.get(tenant.as_str()));
        secret.is_some_and(|secret| secret.verify(webhook.headers(), webhook.body()).is_ok())
    }

    async fn alarm_raised(&self, request: AlarmRaised) -> Result<(), WebhookError> {
        self.received.send((self.tenant.clone(), request))?;
        Ok(())
    }
}

fn webhooks(secret: &str) -> StandardWebhooks {
    StandardWebhooks::new(secret).unwrap()
}

type Received = UnboundedReceiver<(Option<String>, AlarmRaised)>;

/// The URL of a receiver, and what it receives.
async fn receiver() -> (String, Received) {
    let (sender, received) = unbounded_channel();
    let hooks = Hooks {
        secrets: BTreeMap::from([("ada", webhooks(ADA)), ("grace hopper", webhooks(GRACE))]),
        tenant: None,
        received: sender,
    };
    let shared = hooks.clone();
    let per_request = router_per_request(
        move |head| Hooks {
            tenant: head.route_parameter("tenant"),
            ..hooks.clone()
        },
        ServerConfig::new(),
    );
    let app = Router::new()
        .route(
            "/only/{tenant}",
            only_webhook(per_request.clone(), &ALARM_RAISED),
        )
        .nest("/hooks/{tenant}", per_request)
        .route("/alarms/{tenant}", alarm_raised(shared));
    (format!("http://{}", serve(app).await), received)
}

fn alarm() -> Alarm {
    Alarm {
        bed: "1".to_owned(),
    }
}

fn sender(signer: impl clinic_api::webhooks::Signer) -> Sender {
    let builder = Sender::builder(signer).retry(Retry::never());
    builder.build().unwrap()
}

fn status(error: &Error<WebhookError>) -> Option<u16> {
    match error {
        Error::Api(error) => Some(error.status()),
        _ => None,
    }
}

#[tokio::test]
async fn each_recipient_has_its_secret() {
    let (url, mut received) = receiver().await;
    let sender = sender(PerRecipient(|url: &str| match url.rsplit('/').nth(1) {
        Some("ada") => Ok(webhooks(ADA)),
        Some("grace%20hopper") => Ok(webhooks(GRACE)),
        _ => Err("nobody has this URL".into()),
    }));
    for (tenant, expected) in [("ada", "ada"), ("grace%20hopper", "grace hopper")] {
        let url = format!("{url}/hooks/{tenant}/alarm_raised");
        let call = sender.alarm_raised(&url, alarm());
        call.idempotency_key("msg_1").await.unwrap();
        let (tenant, request) = received.recv().await.unwrap();
        // The handler knows the parameter of the route, too.
        assert_eq!(tenant.as_deref(), Some(expected));
        assert_eq!(
            (request.idempotency_key.as_str(), request.body.bed.as_str()),
            ("msg_1", "1")
        );
    }
    let unknown = format!("{url}/hooks/nobody/alarm_raised");
    let error = sender.alarm_raised(&unknown, alarm()).await.unwrap_err();
    assert!(matches!(error, Error::Request(_)), "{error:?}");
    // The cause is the source, and is shown once.
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert_eq!(
        (error.to_string().as_str(), cause.as_str()),
        (
            "alarm_raised: the webhook cannot be signed",
            "nobody has this URL"
        )
    );
}

#[tokio::test]
async fn the_route_of_one_webhook_has_its_parameters_for_verify() {
    let (url, mut received) = receiver().await;
    let sender = sender(webhooks(ADA));
    let ada = format!("{url}/alarms/ada");
    sender.alarm_raised(&ada, alarm()).await.unwrap();
    assert!(received.recv().await.is_some());
    // It is the secret of somebody else.
    let grace = format!("{url}/alarms/grace%20hopper");
    let error = sender.alarm_raised(&grace, alarm()).await.unwrap_err();
    assert_eq!(status(&error), Some(401));
    assert!(received.try_recv().is_err());
}

#[tokio::test]
async fn the_route_of_one_webhook_can_have_a_receiver_for_each_request() {
    let (url, mut received) = receiver().await;
    let ada = format!("{url}/only/ada");
    let sender = sender(webhooks(ADA));
    sender.alarm_raised(&ada, alarm()).await.unwrap();
    let (tenant, _) = received.recv().await.unwrap();
    assert_eq!(tenant.as_deref(), Some("ada"));
    let grace = format!("{url}/only/grace%20hopper");
    let error = sender.alarm_raised(&grace, alarm()).await.unwrap_err();
    assert_eq!(status(&error), Some(401));
    // It has only the method of the webhook.
    let response = reqwest::Client::new().get(&ada).send().await.unwrap();
    assert_eq!(response.status().as_u16(), 405);
}

#[tokio::test]
async fn secrets_are_replaced_without_a_gap() {
    let (url, mut received) = receiver().await;
    let url = format!("{url}/alarms/ada");
    let both = webhooks(GRACE).and_secret(ADA).unwrap();
    sender(both).alarm_raised(&url, alarm()).await.unwrap();
    assert!(received.recv().await.is_some());
    let error = sender(webhooks(GRACE)).alarm_raised(&url, alarm()).await;
    assert_eq!(status(&error.unwrap_err()), Some(401));
}

#[tokio::test]
async fn each_try_of_a_webhook_has_the_same_identifier() {
    // This webhook has no idempotency key, so `StandardWebhooks` identifies it.
    let quick = payouts_api::client::Retry::new().when_asked(true);
    let sender = payouts_api::webhooks::Sender::builder(webhooks(ADA)).retry(quick);
    let sender = sender.build().unwrap();
    let push = || payouts_api::types::Push {
        r#ref: "main".to_owned(),
        commits: Vec::new(),
    };
    let busy = Reply::response(503, &[("retry-after", "0")], "");
    let ok = Reply::response(200, &[], "{}");
    let stub = Stub::start([busy.clone(), busy, ok.clone(), ok]).await;
    let url = format!("http://{}", stub.address);
    for _ in 0..2 {
        let _: Result<_, _> = sender.push(&url, 1, push()).await;
    }
    let ids: Vec<String> = stub
        .seen()
        .iter()
        .map(|request| {
            let mut ids = request
                .lines()
                .filter(|line| line.starts_with("webhook-id"));
            let id = ids.next().map(str::to_owned);
            id.filter(|_| ids.next().is_none()).unwrap()
        })
        .collect();
    assert_eq!(ids.len(), 4);
    assert!(
        ids[0] == ids[1] && ids[1] == ids[2] && ids[2] != ids[3],
        "{ids:?}"
    );
}

/// A receiver that takes nothing.
struct Closed;

impl Receiver for Closed {
    fn verify(&self, _: SignedWebhook<'_>) -> bool {
        false
    }

    async fn alarm_raised(&self, _: AlarmRaised) -> Result<(), WebhookError> {
        Ok(())
    }
}

/// Signatures may be over the URL, which another path would change.
#[tokio::test]
async fn one_webhook_at_another_path_sees_the_uri_that_was_requested() {
    let (uris, mut requested) = unbounded_channel();
    let receivers = router_per_request(
        move |head| {
            uris.send(head.uri().to_string()).unwrap();
            Closed
        },
        ServerConfig::new(),
    );
    let route = only_webhook(receivers, &ALARM_RAISED);
    let app = Router::new().route("/only/{tenant}", route);
    let url = format!("http://{}/only/ada?floor=2", serve(app).await);
    let sender = sender(webhooks(ADA));
    assert!(sender.alarm_raised(&url, alarm()).await.is_err());
    assert_eq!(requested.recv().await.unwrap(), "/only/ada?floor=2");
}
