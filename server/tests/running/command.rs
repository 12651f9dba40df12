//! Messages and exit statuses of the command after errors.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use gateway_server::store::SqliteStore;

use crate::process::{Running, gateway, issue_key, output, output_of, run, url};
use crate::support::{Database, Engine};

/// A credential with its secret, as an operator loads it.
const CREDENTIAL: &str = r#"{"record": "byok_credential", "organization_id": "org_1", "id": "3f0e6a0e-4e0c-4b1e-9d2b-1c9a3c1f2b7d", "provider": "brindle", "label": "ours", "created_at": "2026-01-01T00:00:00Z", "key": "a provider's key"}"#;

/// The command without a master key in its environment.
fn keyless(database: &str, arguments: &[&str]) -> Command {
    let mut command = gateway(database, arguments);
    command.env_remove("GATEWAY_MASTER_KEY");
    command
}

/// The error message of a command, which must exit with this status.
pub(crate) fn complaint(output: &Output, status: i32) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{complaint}");
    assert!(output.stdout.is_empty(), "{complaint}");
    complaint
}

fn credential_file(folder: &Path) -> String {
    let file = folder.join("credential.jsonl");
    fs::write(&file, CREDENTIAL).unwrap();
    file.to_str().unwrap().to_owned()
}

pub(crate) async fn a_wrong_address_is_reported_without_its_password(_: &Database<SqliteStore>) {
    for address in [
        "postgresql+asyncpg://gw:s3cret@db/gw",
        "mysql://gw:s3cret@db/gw",
        "gw:s3cret@db",
        "s3cret",
    ] {
        for command in [["key", "list"].as_slice(), &["serve"]] {
            let complaint = complaint(&output(address, command), 2);
            assert!(!complaint.contains("s3cret"), "{complaint}");
            assert!(complaint.contains("DATABASE_URL"), "{complaint}");
        }
    }
    for (parameter, expected) in [
        ("sslmod=s3cret", "Did you mean `sslmode`?"),
        ("passwrd=s3cret", "Did you mean `password`?"),
        ("sslmode=s3cret", "expected `disable`"),
        ("target_session_attrs=s3cret", "not supported"),
    ] {
        let address = format!("postgres://gw@127.0.0.1:1/gw?{parameter}");
        for command in [["key", "list"].as_slice(), &["serve"], &["migrate"]] {
            let complaint = complaint(&output(&address, command), 2);
            assert!(complaint.contains(expected), "{complaint}");
            assert!(!complaint.contains("s3cret"), "{complaint}");
        }
    }
    let unreachable = output("postgres://gw:s3c/ret@127.0.0.1:1/gw", &["key", "list"]);
    let complaint = complaint(&unreachable, 1);
    assert!(
        !complaint.contains("s3c") && !complaint.contains("ret@"),
        "{complaint}"
    );
}

pub(crate) async fn an_invalid_variable_is_named(database: &Database<SqliteStore>) {
    let url = url(&database.place);
    let from_variable = "The value comes from the environment variable GATEWAY_MAX_BODY.";
    let complaint_of = |arguments: &[&str]| {
        let mut command = gateway(&url, arguments);
        command.env("GATEWAY_MAX_BODY", "1kb");
        complaint(&output_of(command), 2)
    };
    let complaint = complaint_of(&["serve"]);
    assert!(complaint.contains("'--max-body <SIZE>'"), "{complaint}");
    assert!(complaint.contains(from_variable), "{complaint}");
    for given in [["--max-body", "2kb"].as_slice(), &["--max-body=2kb"]] {
        let complaint = complaint_of(&[["serve"].as_slice(), given].concat());
        assert!(!complaint.contains("variable"), "{complaint}");
    }
    // The names of files need not be UTF-8.
    let mut load = gateway(&url, &["load"]);
    load.arg(OsStr::from_bytes(b"\xff"));
    load.env("GATEWAY_DATABASE_WAIT", "soon");
    let complaint = self::complaint(&output_of(load), 2);
    assert!(complaint.contains("GATEWAY_DATABASE_WAIT"), "{complaint}");
}

pub(crate) async fn wrong_usage_has_its_own_exit_status(database: &Database<SqliteStore>) {
    let url = url(&database.place);
    let long = "o".repeat(513);
    let issue = ["key", "issue", "--organization"];
    let cases: [(&[&str], &str); 12] = [
        (
            &["serve", "--request-deadline", "18446744073709551615s"],
            "a day at most",
        ),
        (&["serve", "--store-deadline", "0s"], "longer than zero"),
        (&["serve", "--max-header-bytes", "1"], "at least `1KiB`"),
        (
            &["audit", "--since", "yesterday"],
            "a time ago such as `7d`",
        ),
        (&["serve", "--database-wait", "30d"], "a day at most"),
        (
            &["key", "list", "--database-wait", "0s"],
            "longer than zero",
        ),
        (
            &["key", "list", "--database", "sqlite::memory:"],
            "in memory",
        ),
        (
            &["key", "list", "--database", "sqlite:a.db?mode=ro"],
            "`mode` is not supported",
        ),
        (&[issue[0], issue[1], issue[2], &long], "512 bytes"),
        (
            &["organization", "create", "o\n\u{1b}[2J"],
            "control characters",
        ),
        (
            &[issue[0], issue[1], issue[2], "o", "--limit-usd", "1e13"],
            "trillion",
        ),
        (
            &[
                issue[0],
                issue[1],
                issue[2],
                "o",
                "--expires",
                "9999-12-31T23:59:59-01:00",
            ],
            "9999 in UTC",
        ),
    ];
    for (arguments, expected) in cases {
        let complaint = complaint(&output(&url, arguments), 2);
        assert!(complaint.contains(expected), "{arguments:?}\n{complaint}");
    }
}

pub(crate) async fn a_key_that_could_not_be_printed_is_an_error(database: &Database<SqliteStore>) {
    let url = url(&database.place);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let issue = ["key", "issue", "--organization", "org_1"];
    let issued = gateway(&url, &issue).stdout(writer).output().unwrap();
    let complaint = complaint(&issued, 1);
    let (_, hash) = complaint.trim_end().rsplit_once(' ').unwrap();
    run(&url, &["key", "revoke", hash]);
}

pub(crate) async fn an_export_succeeds_after_one_that_was_killed(database: &Database<SqliteStore>) {
    let url = url(&database.place);
    let folder = tempfile::tempdir().unwrap();
    issue_key(&url, "org_1", &[]);
    let backup = folder.path().join("backup.jsonl");
    let export = ["export", "--out", backup.to_str().unwrap()];
    // The shell replaces itself with the export, so the process ID is known in advance, as in a container.
    let part = format!("touch '{}/.backup.jsonl.'$$.part", folder.path().display());
    let status = Command::new("sh")
        .args(["-c", &format!("{part}; exec \"$@\""), "sh"])
        .arg(gateway(&url, &[]).get_program())
        .args(export)
        .env("DATABASE_URL", &url)
        .stderr(Stdio::null())
        .status();
    assert!(status.unwrap().success());
    assert!(fs::read_to_string(&backup).unwrap().contains("org_1"));

    let misspelt = ["export", "--organization", "org_2", "--out"];
    let misspelt = [&misspelt[..], &[backup.to_str().unwrap()]].concat();
    let complaint = complaint(&output(&url, &misspelt), 1);
    assert!(complaint.contains("an organization org_2"), "{complaint}");
    assert!(fs::read_to_string(&backup).unwrap().contains("org_1"));
}

pub(crate) async fn a_master_key_is_created_once_for_a_sqlite_file(_: &Database<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("gateway.db").display());
    let file = credential_file(folder.path());
    run(&url, &["migrate"]);
    let load = || keyless(&url, &["load", &file]).output().unwrap();
    let key = folder.path().join("gateway.key");
    let first = String::from_utf8(load().stderr).unwrap();
    assert!(first.contains(key.to_str().unwrap()), "{first}");
    let made = fs::read(&key).unwrap();
    let second = load();
    assert!(second.status.success());
    assert!(!String::from_utf8_lossy(&second.stderr).contains("key"));
    assert_eq!(fs::read(&key).unwrap(), made);
}

pub(crate) async fn a_master_key_must_be_given_for_a_postgresql_database<S: Engine>(
    database: &Database<S>,
) {
    let folder = tempfile::tempdir().unwrap();
    let (url, file) = (url(&database.place), credential_file(folder.path()));
    let key = folder.path().join("none.key");
    let run = |arguments: &[&str]| {
        let mut command = keyless(&url, arguments);
        command.current_dir(folder.path()).output().unwrap()
    };
    let missing = run(&["load", &file]);
    assert!(complaint(&missing, 1).contains("GATEWAY_MASTER_KEY"));
    let demo = run(&["serve", "--demo", "--listen", "127.0.0.1:0"]);
    assert!(complaint(&demo, 1).contains("GATEWAY_MASTER_KEY"));
    let named = run(&["load", &file, "--key-file", key.to_str().unwrap()]);
    assert!(complaint(&named, 1).contains("openssl rand"));
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "a key was made"
    );
    fs::write(&file, r#"{"record": "organization", "id": "org_1", "default_workspace_id": "ws_1", "total_credits": 1, "total_usage": 0}"#).unwrap();
    assert!(run(&["load", &file]).status.success());
}

pub(crate) async fn the_demonstration_rejects_a_database_in_use<S: Engine>(database: &Database<S>) {
    let url = url(&database.place);
    issue_key(&url, "org_of_mine", &[]);
    let demo = output(&url, &["serve", "--demo", "--listen", "127.0.0.1:0"]);
    assert!(complaint(&demo, 1).contains("org_of_mine"));
    assert_eq!(run(&url, &["key", "list"]).lines().count(), 1);
}

pub(crate) async fn an_export_overwrites_only_an_export(database: &Database<SqliteStore>) {
    let url = url(&database.place);
    issue_key(&url, "org_1", &[]);
    let file = database.place.path();
    let onto_itself = output(&url, &["export", "--out", file.to_str().unwrap()]);
    assert!(complaint(&onto_itself, 1).contains("is not an export"));
    assert!(
        run(&url, &["key", "list"]).contains("org_1"),
        "the database is gone"
    );

    let folder = file.parent().unwrap().to_str().unwrap();
    let onto_a_folder = output(&url, &["export", "--out", folder]);
    let expected = format!("error: {folder} is a folder; name a file\n");
    assert_eq!(complaint(&onto_a_folder, 1), expected);

    let pipe = file.with_file_name("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let onto_a_pipe = output(&url, &["export", "--out", pipe.to_str().unwrap()]);
    assert!(complaint(&onto_a_pipe, 1).contains("not an ordinary file"));
    assert!(!fs::metadata(&pipe).unwrap().is_file(), "it was replaced");

    let backup = file.with_file_name("backup.jsonl");
    for _ in 0..2 {
        run(&url, &["export", "--out", backup.to_str().unwrap()]);
    }
    assert!(fs::read_to_string(&backup).unwrap().contains("org_1"));
}

pub(crate) async fn only_serve_and_migrate_create_a_database(database: &Database<SqliteStore>) {
    let missing = database.place.path().with_file_name("missing.db");
    let url = format!("sqlite:{}", missing.display());
    let commands = [
        ["key", "list"].as_slice(),
        &["key", "revoke", "hash"],
        &["key", "issue", "--organization", "org_1"],
        &["load", "missing.jsonl"],
        &["export"],
    ];
    for command in commands {
        let complaint = complaint(&output(&url, command), 1);
        assert!(complaint.contains("there is no database"), "{complaint}");
        assert!(
            complaint.contains("`gateway migrate` creates it"),
            "{complaint}"
        );
        assert!(!missing.exists(), "{command:?}");
    }
    fs::write(&missing, "").unwrap();
    for command in commands {
        let complaint = complaint(&output(&url, command), 1);
        assert!(complaint.contains("no tables yet"), "{complaint}");
        assert!(
            !missing.with_file_name("gateway.key").exists(),
            "{command:?}"
        );
    }
    let migrate = || String::from_utf8(output(&url, &["migrate"]).stderr).unwrap();
    assert!(migrate().contains("migrations applied"));
    assert!(migrate().contains("up to date"));
    run(&url, &["key", "issue", "--organization", "org_1"]);

    let new = missing.with_file_name("served.db");
    let url = format!("sqlite:{}", new.display());
    let server = Running::start(&url, new.parent().unwrap(), &[]);
    server.kill();
    run(&url, &["key", "issue", "--organization", "org_1"]);
}
