//! The log contains nothing that a client sends: no key, no e-mail address, no path, no query.

use serde_json::json;

use crate::process::{MASTER_KEY, load};
use crate::records;
use crate::stage::{Server, Stage, key, mapping};
use crate::support::database::Place;
use crate::support::{Database, Engine};
use crate::wire::{Wire, mapping_update, request};

/// A marker that is in every request and in the records.
const SECRET: &str = "hush";

pub(crate) async fn no_secret_is_in_the_log<S: Engine>(database: &Database<S>) {
    let stage = Stage::in_place(&database.place);
    let more = [
        json!({"record": "organization", "id": "quiet-org", "default_workspace_id": "hush-workspace",
            "total_credits": 0, "total_usage": 0}),
        records::api_key("hush-poor", "quiet-org", json!({"is_management": true})),
        json!({"record": "member", "organization_id": "quiet-org", "id": "hush-user",
            "email": "hush@example.com", "first_name": "Hush", "last_name": null, "role": "org:admin"}),
        json!({"record": "group_mapping", "id": "quiet-mapping", "organization_id": "quiet-org",
            "workspace_id": "hush-workspace", "scim_group_id": "hush-group", "role": "member",
            "created_at": "2026-01-15T09:30:00Z", "updated_at": "2026-01-15T09:30:00Z"}),
    ];
    let more = more.map(|record| record.to_string());
    load(&stage.database, stage.folder.path(), &more);
    for level in ["info", "trace"] {
        let server = stage.serve(&["--log", level, "--request-deadline", "5s"]);
        send_all_requests(&server).await;
        while_the_database_rejects_changes(database, &server).await;
        let malformed = server.metric("gateway_malformed_requests_total").await;
        assert!(
            malformed >= MALFORMED.len(),
            "{malformed} malformed requests were counted"
        );
        // The last lines are written with a short delay.
        server.running.terminate();
        assert_no_secret(
            &server
                .exits_successfully(std::time::Duration::from_secs(10))
                .await,
            &database.place,
        );
    }
}

/// Sends valid and invalid requests to every operation.
async fn send_all_requests(server: &Server) {
    for bytes in requests() {
        let mut wire = Wire::connect(&server.api).await.unwrap();
        let response = wire.ask(&bytes).await;
        let response = response.unwrap_or_else(|error| {
            panic!("{error}: {}", String::from_utf8_lossy(&bytes));
        });
        assert!(response.status < 500, "{}", response.head);
    }
    for bytes in MALFORMED {
        let mut wire = Wire::connect(&server.api).await.unwrap();
        let response = wire.ask(bytes.as_bytes()).await.unwrap();
        assert!(
            matches!(response.status, 400 | 414 | 431),
            "{}",
            response.head
        );
    }
}

/// Input that is not valid HTTP.
const MALFORMED: &[&str] = &[
    "hush\r\n\r\n",
    "GET /hush hush HTTP/1.1\r\n\r\n",
    "GET /hush HTTP/1.1\r\nhush@example.com\r\n\r\n",
    "GET /hush HTTP/1.1\r\ncontent-length: hush\r\n\r\n",
    "GET /hush HTTP/9.9\r\n\r\n",
];

fn requests() -> Vec<Vec<u8>> {
    let headers = "user-agent: hush\r\nreferer: https://hush.example/\r\ncookie: hush=hush\r\n\
                   x-request-id: hush@example.com\r\nx-forwarded-for: hush\r\n";
    let mut all = Vec::new();
    for line in [
        "GET /v1/workspaces?limit=hush",
        "GET /v1/workspaces?hush=hush@example.com",
        "GET /v1/workspaces?limit=1&limit=hush",
        "GET /v1/guardrails?workspace_id=hush",
        "GET /v1/guardrails?workspace_id=%00hush",
        "GET /v1/presets?offset=hush",
        "GET /v1/organization/members",
        "GET /v1/generation?id=hush",
        "GET /v1/generation?id=%ffhush",
        "GET /v1/generation?id=hush%00",
        "GET /v1/generation",
        "GET /v1/model/hush/hush:hush",
        "GET /v1/model/%ff/hush",
        "GET /v1/key",
        "GET /v1/credits",
        "DELETE /v1/keys/hush",
        "DELETE /v1/keys/%00hush",
        "DELETE /v1/byok/hush",
        "DELETE /v1/byok/6f1c2f4e-8c1b-4a57-9d0e-3b9a7c5d2e11",
        "GET /hush/hush@example.com?hush=hush",
        "POST /v1/keys/hush",
        "HUSH /v1/key",
        "OPTIONS *",
        "GET http://hush.example/hush",
    ] {
        for key in [
            key(0).as_str(),
            "hush-poor",
            "hush-unknown",
            "hush hush",
            "\u{fc}hush",
        ] {
            all.push(request(line, key, headers));
        }
    }
    let line = "PATCH /v1/scim/group-mappings/hush";
    for body in [
        "{\"role\":\"admin\"}",
        "{\"role\":\"hush\"}",
        "{\"hush\":\"hush@example.com\"}",
        "{\"role\":\"admin\",\"role\":\"hush\"}",
        "[\"hush\"]",
        "hush",
        "\"hush",
        "",
    ] {
        let length = format!(
            "content-type: application/json\r\ncontent-length: {}\r\n",
            body.len()
        );
        all.push([request(line, &key(0), &length), body.into()].concat());
        let other = format!(
            "content-type: hush/hush\r\ncontent-length: {}\r\n",
            body.len()
        );
        all.push([request(line, &key(0), &other), body.into()].concat());
    }
    all
}

/// Makes the database reject a change. PostgreSQL includes the whole row in its error message.
async fn while_the_database_rejects_changes<S: Engine>(database: &Database<S>, server: &Server) {
    let (reject, allow) = match &database.place {
        Place::File { .. } => (
            "CREATE TRIGGER reject BEFORE UPDATE ON group_mappings BEGIN SELECT RAISE(ABORT, 'rejected'); END",
            "DROP TRIGGER reject",
        ),
        Place::Url(_) => (
            "ALTER TABLE group_mappings ADD CONSTRAINT reject CHECK (role <> 'admin') NOT VALID",
            "ALTER TABLE group_mappings DROP CONSTRAINT reject",
        ),
    };
    database.execute(reject).await;
    let mut wire = Wire::connect(&server.api).await.unwrap();
    let update = mapping_update("quiet-mapping", "admin", "hush-poor");
    assert_eq!(wire.ask(&update).await.unwrap().status, 500);
    database.execute(allow).await;
    database
        .execute("ALTER TABLE generations RENAME TO generations_elsewhere")
        .await;
    let lookup = request("GET /v1/generation?id=hush", &key(0), "");
    assert_eq!(wire.ask(&lookup).await.unwrap().status, 500);
    database
        .execute("ALTER TABLE generations_elsewhere RENAME TO generations")
        .await;
}

/// Checks that the log contains neither request data nor the server's secrets.
fn assert_no_secret(log: &str, place: &Place) {
    let lines = log.lines().count();
    assert!(lines > 100, "the log has only {lines} lines");
    let mut secrets = vec![
        SECRET.to_owned(),
        key(0),
        mapping(0),
        "example.com".to_owned(),
        "/v1/".to_owned(),
        "6f1c2f4e-8c1b".to_owned(),
        MASTER_KEY.to_owned(),
    ];
    if let Place::Url(database) = place {
        let (_, rest) = database.url.split_once("://gateway:").unwrap();
        secrets.push(rest.split_once('@').unwrap().0.to_owned());
    }
    for line in log.lines() {
        let lower = line.to_lowercase();
        for secret in &secrets {
            assert!(
                !lower.contains(&secret.to_lowercase()),
                "`{secret}` is in the log: {line}"
            );
        }
    }
}
