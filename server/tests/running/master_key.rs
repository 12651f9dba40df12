//! The master key on the command line: its sources, wrong keys, and rotation.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use gateway_server::store::SqliteStore;

use crate::another_user::{NOBODY, command_of_nobody};
use crate::command::complaint;
use crate::process::{Running, gateway, output_of, url};
use crate::support::{Database, Engine};

/// A key other than the one in the environment of the tests' commands.
const OTHER_KEY: &str = "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";

/// A file with this many credentials.
fn credentials(folder: &Path, count: usize) -> String {
    let line = |number: usize| {
        format!(
            r#"{{"record": "byok_credential", "organization_id": "org_1", "id": "3f0e6a0e-4e0c-4b1e-9d2b-{number:012}", "provider": "brindle", "label": "ours", "created_at": "2026-01-01T00:00:00Z", "key": "secret {number}"}}"#
        )
    };
    let lines: Vec<String> = (0..count).map(line).collect();
    let file = folder.join("credentials.jsonl");
    fs::write(&file, lines.join("\n")).unwrap();
    file.to_str().unwrap().to_owned()
}

fn output(database: &str, key: Option<&str>, arguments: &[&str]) -> Output {
    let mut command = gateway(database, arguments);
    match key {
        Some(key) => command.env("GATEWAY_MASTER_KEY", key),
        None => command.env_remove("GATEWAY_MASTER_KEY"),
    };
    output_of(command)
}

/// Runs the command, which must succeed, and returns its standard error.
fn succeed(database: &str, key: Option<&str>, arguments: &[&str]) -> String {
    let output = output(database, key, arguments);
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {printed}");
    printed
}

/// Runs the command, which must fail because of its master key.
fn reject(database: &str, key: Option<&str>, arguments: &[&str]) -> String {
    let output = output(database, key, arguments);
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {printed}");
    assert!(printed.contains("wrong master key"), "{printed}");
    printed
}

const SERVE: [&str; 5] = [
    "serve",
    "--listen",
    "127.0.0.1:0",
    "--operations-listen",
    "off",
];

pub(crate) async fn a_wrong_master_key_is_an_error_at_start<S: Engine>(database: &Database<S>) {
    let folder = tempfile::tempdir().unwrap();
    let (url, file) = (url(&database.place), credentials(folder.path(), 1));
    // Nothing is encrypted yet, so the key may still change.
    let key = folder.path().join("first.key");
    fs::write(&key, OTHER_KEY).unwrap();
    let named = ["--key-file", key.to_str().unwrap()];
    let organization = folder.path().join("organization.jsonl");
    fs::write(
        &organization,
        r#"{"record": "organization", "id": "org_1", "total_credits": 1, "total_usage": 0}"#,
    )
    .unwrap();
    let organization = organization.to_str().unwrap();
    succeed(&url, None, &["load", organization, named[0], named[1]]);
    drop(Running::start(&url, folder.path(), &[]));

    succeed(&url, None, &["load", &file, named[0], named[1]]);
    let text = reject(
        &url,
        None,
        &["load", organization, "--key-file", wrong(&folder)],
    );
    assert!(text.contains("--key-file"), "{text}");
    let mut serve = SERVE.to_vec();
    serve.extend(["--key-file", wrong(&folder)]);
    reject(&url, None, &serve);
}

/// A key file with a key that nothing was encrypted with.
fn wrong(folder: &tempfile::TempDir) -> &'static str {
    let path = folder.path().join("wrong.key");
    fs::write(&path, "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=").unwrap();
    path.to_str().unwrap().to_owned().leak()
}

pub(crate) async fn a_lost_key_file_is_not_replaced(database: &Database<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let (url, file) = (url(&database.place), credentials(folder.path(), 1));
    let key = database.place.path().with_file_name("gateway.key");
    succeed(&url, None, &["load", &file]);
    let copy = fs::read(&key).unwrap();
    fs::remove_file(&key).unwrap();
    let wrong = folder.path().join("typo.key");
    let wrong = ["load", &file, "--key-file", wrong.to_str().unwrap()];
    let missing = || {
        for (arguments, name) in [
            (SERVE.as_slice(), "gateway.key"),
            (&["load", &file], "gateway.key"),
            (&wrong, "typo.key"),
        ] {
            let printed = complaint(&output(&url, None, arguments), 1);
            let expected = format!("{name} is missing");
            assert!(printed.contains(&expected), "{printed}");
            assert!(!key.exists() && !Path::new(wrong[3]).exists());
        }
    };
    missing();
    // Older versions recorded no master key.
    database.execute("DELETE FROM master_key").await;
    missing();
    fs::write(&key, copy).unwrap();
    succeed(&url, None, &["load", &file]);
}

/// Older versions recorded no master key, so a database could have several.
pub(crate) async fn a_credential_of_another_master_key_is_named(database: &Database<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let (url, file) = (url(&database.place), credentials(folder.path(), 2));
    succeed(&url, Some(OTHER_KEY), &["load", &file]);
    database.execute("DELETE FROM master_key").await;
    let expected =
        "the provider credential 3f0e6a0e-4e0c-4b1e-9d2b-000000000000 of the organization org_1 is";
    let new = folder.path().join("new.key");
    let rotate = ["rotate-key", "--new-key-file", new.to_str().unwrap()];
    for arguments in [SERVE.as_slice(), &rotate] {
        let printed = reject(&url, Some(crate::process::MASTER_KEY), arguments);
        assert!(printed.contains(expected), "{printed}");
    }
    // As the message suggests.
    database.execute("DELETE FROM byok_material").await;
    let environment = Some(crate::process::MASTER_KEY);
    succeed(&url, environment, &["load", &file]);
}

pub(crate) async fn a_named_key_file_wins_over_the_environment(database: &Database<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let (url, file) = (url(&database.place), credentials(folder.path(), 1));
    let key = folder.path().join("named.key");
    fs::write(&key, OTHER_KEY).unwrap();
    let environment = Some(crate::process::MASTER_KEY);
    let named = ["load", &file, "--key-file", key.to_str().unwrap()];
    succeed(&url, environment, &named);
    reject(&url, environment, &["load", &file]);
    succeed(&url, Some(OTHER_KEY), &["load", &file]);
}

pub(crate) async fn a_key_file_that_others_may_read_is_taken_with_a_warning(
    database: &Database<SqliteStore>,
) {
    let folder = tempfile::tempdir().unwrap();
    let (url, file) = (url(&database.place), credentials(folder.path(), 1));
    let key = folder.path().join("named.key");
    fs::write(&key, OTHER_KEY).unwrap();
    let mode = |mode| {
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(mode);
        fs::set_permissions(&key, permissions).unwrap();
    };
    let named = ["load", &file, "--key-file", key.to_str().unwrap()];
    mode(0o640);
    let printed = succeed(&url, None, &named);
    assert!(
        printed.contains("warning: other users may read"),
        "{printed}"
    );
    mode(0o600);
    let printed = succeed(&url, None, &named);
    assert!(!printed.contains("warning"), "{printed}");
    mode(0o602);
    assert_eq!(output(&url, None, &named).status.code(), Some(1));
}
/// The command runs as a user who can read the file, but neither owns nor can write it, like a process in a
/// container.
pub(crate) async fn a_mounted_secret_is_taken_without_a_warning(database: &Database<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let command = command_of_nobody(database, folder.path());
    let file = credentials(folder.path(), 1);
    let key = folder.path().join("named.key");
    fs::write(&key, OTHER_KEY).unwrap();
    let load = || {
        let output = output_of(command(&[
            "load",
            &file,
            "--key-file",
            key.to_str().unwrap(),
        ]));
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{printed}");
        printed
    };
    fs::set_permissions(&key, fs::Permissions::from_mode(0o444)).unwrap();
    let printed = load();
    assert!(!printed.contains("warning"), "{printed}");
    // A file that the user owns is not a mounted secret.
    std::os::unix::fs::chown(&key, Some(NOBODY), None).unwrap();
    let printed = load();
    assert!(
        printed.contains("warning: other users may read"),
        "{printed}"
    );
}

pub(crate) async fn the_master_key_is_rotated_in_place(database: &Database<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let (url, file) = (url(&database.place), credentials(folder.path(), 3));
    let key = database.place.path().with_file_name("gateway.key");
    succeed(&url, None, &["load", &file]);
    let old = fs::read(&key).unwrap();
    let printed = succeed(&url, None, &["rotate-key"]);
    assert!(printed.contains("Encrypted 3 credentials"), "{printed}");
    assert_ne!(fs::read(&key).unwrap(), old);
    succeed(&url, None, &["load", &file]);
    // The old key is kept for earlier backups.
    let (_, kept) = printed
        .trim_end()
        .trim_end_matches('.')
        .rsplit_once(' ')
        .unwrap();
    assert_eq!(fs::read(kept).unwrap(), old);
    assert!(!key.with_file_name("gateway.key.new").exists());
    reject(&url, None, &["load", &file, "--key-file", kept]);
}

pub(crate) async fn the_servers_of_a_database_get_the_new_master_key<S: Engine>(
    database: &Database<S>,
) {
    let folder = tempfile::tempdir().unwrap();
    let (url, file) = (url(&database.place), credentials(folder.path(), 2));
    let environment = Some(crate::process::MASTER_KEY);
    succeed(&url, environment, &["load", &file]);
    let nowhere = output(&url, environment, &["rotate-key"]);
    assert_eq!(nowhere.status.code(), Some(2));
    let new = folder.path().join("new.key");
    let rotate = ["rotate-key", "--new-key-file", new.to_str().unwrap()];
    let printed = succeed(&url, environment, &rotate);
    assert!(printed.contains("Encrypted 2 credentials"), "{printed}");
    let printed = succeed(&url, environment, &rotate);
    assert!(printed.contains("already"), "{printed}");
    reject(&url, environment, &["load", &file]);
    // The key that was replaced: nothing is created, and the two keys have different identifiers.
    let unused = folder.path().join("unused.key");
    let late = ["rotate-key", "--new-key-file", unused.to_str().unwrap()];
    let printed = reject(&url, environment, &late);
    let id_after = |text: &str| {
        let (_, rest) = printed.split_once(text).unwrap();
        rest.chars().take(16).collect::<String>()
    };
    assert_ne!(id_after("the database uses "), id_after("and not with "));
    assert!(!unused.exists());
    let new_key = new.to_str().unwrap();
    let same = [
        "rotate-key",
        "--new-key-file",
        new_key,
        "--key-file",
        new_key,
    ];
    let printed = complaint(&output(&url, None, &same), 2);
    assert!(printed.contains("that is to be replaced"), "{printed}");
    let key = fs::read_to_string(&new).unwrap();
    succeed(&url, Some(key.trim()), &["load", &file]);
}

/// Each of them succeeds or reports that it was too late, and none leaves a key file that is not in use.
pub(crate) async fn rotations_at_once_leave_the_key_file_that_is_in_use(
    database: &Database<SqliteStore>,
) {
    let folder = tempfile::tempdir().unwrap();
    let (url, file) = (url(&database.place), credentials(folder.path(), 200));
    succeed(&url, None, &["load", &file]);
    let key = database.place.path().with_file_name("gateway.key");
    let mut all = 0;
    for _ in 0..5 {
        let start = |_| {
            let mut command = gateway(&url, &["rotate-key"]);
            command.env_remove("GATEWAY_MASTER_KEY");
            command.stderr(std::process::Stdio::piped());
            command.spawn().unwrap()
        };
        let rotations: Vec<_> = (0..3).map(start).collect();
        let mut rotated = 0;
        for rotation in rotations {
            let output = rotation.wait_with_output().unwrap();
            let printed = String::from_utf8_lossy(&output.stderr);
            if output.status.success() {
                rotated += 1;
            } else {
                assert!(printed.contains("another rotation"), "{printed}");
            }
        }
        assert!(rotated > 0);
        opens(&url, folder.path(), &key, 200);
        // The key of each earlier backup is kept.
        all += rotated;
        let files = fs::read_dir(key.parent().unwrap()).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let kept = names.filter(|name| name.starts_with("gateway.key."));
        assert_eq!(kept.count(), all);
    }
}

pub(crate) async fn a_rotation_waits_for_another_one(database: &Database<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let (url, file) = (url(&database.place), credentials(folder.path(), 1));
    succeed(&url, None, &["load", &file]);
    let key = database.place.path().with_file_name("gateway.key");
    let before = fs::read(&key).unwrap();
    let other = fs::File::open(key.parent().unwrap()).unwrap();
    other.try_lock().unwrap();
    let rotate = ["rotate-key", "--database-wait", "200ms"];
    let printed = complaint(&output(&url, None, &rotate), 1);
    assert!(printed.contains("another rotation"), "{printed}");
    assert!(fs::read(&key).unwrap() == before);
    drop(other);
    succeed(&url, None, &rotate);
}

/// A rotation that is interrupted at any moment is completed by running it again. Afterwards every
/// credential can be decrypted with the key file.
pub(crate) async fn an_interrupted_rotation_is_completed_by_the_next(
    database: &Database<SqliteStore>,
) {
    const CREDENTIALS: usize = 2_000;
    let folder = tempfile::tempdir().unwrap();
    let (url, file) = (
        url(&database.place),
        credentials(folder.path(), CREDENTIALS),
    );
    succeed(&url, None, &["load", &file]);
    let key = database.place.path().with_file_name("gateway.key");

    // Between the commit and the replacement of the key file.
    let new = key.with_file_name("gateway.key.new");
    let new = new.to_str().unwrap();
    succeed(&url, None, &["rotate-key", "--new-key-file", new]);
    let printed = reject(&url, None, &SERVE);
    assert!(printed.contains("run it again"), "{printed}");
    succeed(&url, None, &["rotate-key"]);
    opens(&url, folder.path(), &key, CREDENTIALS);

    for crash in 0..20 {
        let mut rotation = gateway(&url, &["rotate-key"])
            .env_remove("GATEWAY_MASTER_KEY")
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        tokio::time::sleep(Duration::from_millis(5 * crash)).await;
        rotation.kill().unwrap();
        rotation.wait().unwrap();
        if crash % 5 == 4 {
            succeed(&url, None, &["rotate-key"]);
            opens(&url, folder.path(), &key, CREDENTIALS);
        }
    }
}

/// Loads an export into another database with this key file, which must decrypt each credential.
fn opens(database: &str, folder: &Path, key: &Path, credentials: usize) {
    let backup = folder.join("backup.jsonl");
    let empty = tempfile::tempdir().unwrap();
    let copy = format!("sqlite:{}", empty.path().join("copy.db").display());
    let backup = backup.to_str().unwrap();
    succeed(database, None, &["export", "--out", backup]);
    succeed(&copy, None, &["migrate"]);
    let loaded = succeed(
        &copy,
        None,
        &["load", backup, "--key-file", key.to_str().unwrap()],
    );
    assert!(
        loaded.contains(&format!("{credentials} byok_credential")),
        "{loaded}"
    );
}
