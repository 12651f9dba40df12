//! `gateway organization` and `gateway audit`, while a server runs.

use gateway_api::types::{GroupMappingUpdate, Role};
use gateway_server::keys;
use serde_json::{Value, json};

use crate::call::{Outcome, call, outcome};
use crate::command::complaint;
use crate::process::{Running, issue_key, load, output, run, url};
use crate::records;
use crate::support::{Database, Engine};

pub(crate) async fn a_fresh_organization_can_be_used<S: Engine>(database: &Database<S>) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    run(
        &url,
        &["organization", "create", "org_1", "--credits", "0.1"],
    );
    let key = issue_key(&url, "org_1", &["--management"]);
    let server = Running::start(&url, folder.path(), &[]);
    let client = server.client(&key);
    let generation = client.get_generation("gen-1").await;
    assert_eq!(outcome(generation), Outcome::Documented(404), "not 402");
    assert_eq!(client.list_workspaces().await.unwrap().data.len(), 1);
    assert_eq!(client.list_guardrails().await.unwrap().data.len(), 1);
    assert!(
        client
            .list_organization_members()
            .await
            .unwrap()
            .data
            .is_empty()
    );

    let poor = issue_key(&url, "org_2", &[]);
    let generation = async || outcome(server.client(&poor).get_generation("gen-1").await);
    assert_eq!(generation().await, Outcome::Documented(402));
    run(
        &url,
        &["organization", "update", "org_2", "--add-credits", "0.2"],
    );
    assert_eq!(generation().await, Outcome::Documented(404));
    run(
        &url,
        &[
            "organization",
            "update",
            "org_2",
            "--default-workspace",
            "ws",
        ],
    );
    let manager = issue_key(&url, "org_2", &["--management"]);
    let client = server.client(&manager);
    let workspaces = client.list_workspaces().await.unwrap().data;
    assert_eq!(workspaces.len(), 1);
    assert_eq!(workspaces[0].id.as_str(), "ws");
    assert_eq!(client.list_guardrails().await.unwrap().data.len(), 1);

    let again = output(&url, &["organization", "create", "org_1"]);
    assert_eq!(again.status.code(), Some(1));
    let shown = run(&url, &["organization", "show"]);
    let lines: Vec<_> = shown.lines().collect();
    assert_eq!(
        lines,
        [
            "org_1  credits $0.1  usage $0  balance $0.1  default workspace default",
            "org_2  credits $0.2  usage $0  balance $0.2  default workspace ws",
        ]
    );
    for wrong in [
        ["show", "org_3"].as_slice(),
        &["update", "org_3", "--credits", "1"],
    ] {
        let arguments = [&["organization"], wrong].concat();
        assert_eq!(output(&url, &arguments).status.code(), Some(1), "{wrong:?}");
    }
}

/// The sum of ten times 0.1 in floating point is less than 1.
pub(crate) async fn a_limit_of_a_dollar_is_spent_by_ten_charges_of_ten_cents<S: Engine>(
    database: &Database<S>,
) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let limited = json!({"limit_usd": 1});
    let charge = |number: usize| {
        let hash = keys::hash("limited");
        let id = format!("gen-{number}");
        records::generation("org_1", &id, 0.1, json!({"key_hash": hash})).to_string()
    };
    let mut lines = vec![
        json!({"record": "organization", "id": "org_1", "total_credits": 100, "total_usage": 1})
            .to_string(),
        records::api_key("limited", "org_1", limited).to_string(),
    ];
    lines.extend((0..9).map(charge));
    load(&url, folder.path(), &lines);
    let server = Running::start(&url, folder.path(), &[]);
    let client = server.client("limited");
    assert_eq!(call(&client, "get_generation").await, Outcome::Success);
    let info = client.get_key().await.unwrap();
    assert_eq!((info.usage, info.limit_remaining), (0.9, Some(0.1)));

    load(&url, folder.path(), &[charge(9)]);
    assert_eq!(
        call(&client, "get_generation").await,
        Outcome::Documented(402)
    );
    let info = client.get_key().await.unwrap();
    assert_eq!((info.usage, info.limit_remaining), (1.0, Some(0.0)));
}

pub(crate) async fn the_audit_table_shows_who_changed_what<S: Engine>(database: &Database<S>) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    run(&url, &["organization", "create", "org_2"]);
    load(
        &url,
        folder.path(),
        &records::lines(&records::organization("org_1")),
    );
    let key = issue_key(&url, "org_1", &["--management"]);
    let other = issue_key(&url, "org_1", &[]);
    let server = Running::start(&url, folder.path(), &[]);
    let client = server.client(&key);
    let admin = GroupMappingUpdate { role: Role::Admin };
    client.update_group_mapping("gm_1", admin).await.unwrap();
    client.delete_key(keys::hash(&other)).await.unwrap();
    run(&url, &["key", "revoke", &keys::hash(&key)]);

    let caller = format!("key {}", &keys::hash(&key)[..12]);
    let shown = run(
        &url,
        &[
            "audit",
            "--organization",
            "org_1",
            "--since",
            "1h",
            "--json",
        ],
    );
    let entries: Vec<Value> = shown
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let expected = [
        (
            "load",
            "organization.created",
            "org_1".to_owned(),
            json!("credits 100.5"),
        ),
        (
            "load",
            "group_mapping.created",
            "gm_1".to_owned(),
            json!("member"),
        ),
        (
            "load",
            "byok_credential.created",
            records::CREDENTIAL.to_owned(),
            Value::Null,
        ),
        (
            "command line",
            "key.issued",
            keys::hash(&key),
            json!("management"),
        ),
        (
            "command line",
            "key.issued",
            keys::hash(&other),
            json!("ordinary"),
        ),
        (
            caller.as_str(),
            "group_mapping.role_changed",
            "gm_1".to_owned(),
            json!("member -> admin"),
        ),
        (&caller, "key.deleted", keys::hash(&other), Value::Null),
        ("command line", "key.deleted", keys::hash(&key), Value::Null),
    ];
    assert_eq!(entries.len(), expected.len(), "{shown}");
    for (entry, (actor, action, target, detail)) in entries.iter().zip(expected) {
        assert_eq!(entry["organization_id"], "org_1");
        assert_eq!(
            (&entry["actor"], &entry["action"]),
            (&json!(actor), &json!(action))
        );
        assert_eq!(
            (&entry["target"], &entry["detail"]),
            (&json!(target), &detail)
        );
    }
    let all = run(&url, &["audit"]);
    assert_eq!(all.lines().count(), 9, "{all}");
    assert!(all.contains("  org_2  command line  organization.created  org_2  credits 0\n"));
    // It makes no difference which command creates an organization.
    issue_key(&url, "org_3", &[]);
    let all = run(&url, &["audit", "--organization", "org_3"]);
    assert!(all.contains("  org_3  command line  organization.created  org_3  credits 0\n"));
    assert_eq!(all.lines().count(), 2, "{all}");
    assert_eq!(run(&url, &["audit", "--since", "2990-01-01"]), "");
}

/// Older versions accepted any identifier.
pub(crate) async fn an_identifier_cannot_forge_a_line_of_output<S: Engine>(database: &Database<S>) {
    let url = url(&database.place);
    let forged = "o\n\u{1b}[2Jforged";
    let quoted = crate::support::records::quote(forged);
    let hash = keys::hash("any");
    database
        .execute(&format!(
            "INSERT INTO organizations (id, default_workspace_id) VALUES ({quoted}, {quoted});
            INSERT INTO api_keys (hash, organization_id, label, is_management, include_byok_in_limit, created_at)
            VALUES ('{hash}', {quoted}, {quoted}, FALSE, FALSE, 0);
            INSERT INTO audit (organization_id, at, actor, action, target, detail)
            VALUES ({quoted}, 0, 'load', 'key.deleted', {quoted}, {quoted})"
        ))
        .await;
    for command in [
        ["organization", "show"].as_slice(),
        &["organization", "show", forged],
        &["key", "list"],
        &["audit"],
        &["audit", "--json"],
    ] {
        let printed = run(&url, command);
        assert_eq!(printed.lines().count(), 1, "{printed}");
        assert!(!printed.contains('\u{1b}'), "{printed}");
    }
    for command in [
        ["organization", "show", "none\nforged"].as_slice(),
        &["organization", "update", "none\nforged", "--credits", "1"],
        &["key", "revoke", &hash],
    ] {
        let printed = String::from_utf8(output(&url, command).stderr).unwrap();
        assert_eq!(printed.lines().count(), 1, "{printed}");
    }
}

pub(crate) async fn credits_are_exact_and_never_negative<S: Engine>(database: &Database<S>) {
    let url = url(&database.place);
    let amount = "12345678901.123456789";
    let created = run(
        &url,
        &["organization", "create", "org_1", "--credits", amount],
    );
    assert!(
        created.contains("credits $12345678901.123456789 "),
        "{created}"
    );
    issue_key(&url, "org_1", &["--limit-usd", amount]);
    // A backup has all digits too.
    let folder = tempfile::tempdir().unwrap();
    let backup = run(&url, &["export"]);
    let lines: Vec<_> = backup.lines().map(str::to_owned).collect();
    let copy = Database::<S>::new().await;
    let copy = crate::process::url(&copy.place);
    load(&copy, folder.path(), &lines);
    assert_eq!(run(&copy, &["organization", "show"]), created);
    assert_eq!(run(&copy, &["key", "list"]), run(&url, &["key", "list"]));

    let update = |change: &[&str]| {
        let arguments = [&["organization", "update", "org_1"], change].concat();
        let output = output(&url, &arguments);
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (status, printed) = update(&["--add-credits", "-12345678901.123456790"]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("must not become negative"), "{printed}");
    assert_eq!(
        update(&["--add-credits", "-12345678901.123456789"]).0,
        Some(0)
    );
    assert!(run(&url, &["organization", "show"]).contains("credits $0 "));
    for (wrong, expected) in [("-5", "must not be negative"), ("nan", "such as 12.50")] {
        for arguments in [
            ["organization", "create", "org_2", "--credits", wrong],
            ["organization", "update", "org_1", "--credits", wrong],
        ] {
            let printed = complaint(&output(&url, &arguments), 2);
            assert!(printed.contains(expected), "{printed}");
        }
    }
}
