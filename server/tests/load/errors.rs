//! Error messages of records.

use libtest_mimic::Trial;
use serde_json::{Value, json};

use crate::lines::{self, api_key, credential, generation, member, organization};
use crate::on_both;
use crate::support::{Database, Engine};

pub fn trials() -> Vec<Trial> {
    on_both![
        each_error_names_what_was_expected,
        errors_of_every_line_are_reported,
        of_many_errors_the_first_are_listed_and_all_lines_counted,
        errors_contain_no_values,
        material_of_another_record_or_master_key_is_rejected,
        an_empty_file_is_not_an_error,
    ]
}

async fn each_error_names_what_was_expected<S: Engine>(at: &Database<S>) {
    let member_with = |members: Value| member(members).to_string();
    let key_with = |members: Value| api_key(members).to_string();
    let cases = [
        ("no JSON".to_owned(), "is not JSON from column 2"),
        ("[]".to_owned(), "expected a JSON object"),
        ("{\"record\":\"member\"".to_owned(), "is not complete JSON"),
        ("{}".to_owned(), "`record` is missing"),
        ("{\"record\":7}".to_owned(), "`record` expected a string"),
        (
            member_with(json!({"record": "membr"})),
            "Did you mean `member`?",
        ),
        (member_with(json!({"id": ""})), "`id` must not be empty"),
        (
            member_with(json!({"id": "x".repeat(513)})),
            "`id` must not be longer than 512 bytes",
        ),
        (
            member_with(json!({"id": "m\n2026-01-01T00:00:00Z org_1"})),
            "`id` must not contain control characters",
        ),
        (
            member_with(json!({"organization_id": "org\u{1b}[2J"})),
            "`organization_id` must not contain control characters",
        ),
        (
            member_with(json!({"organization_id": null})),
            "`organization_id` must not be null",
        ),
        (
            member_with(json!({"email": 5})),
            "`email` expected a string",
        ),
        (
            member_with(json!({"email": "a\0b"})),
            "`email` must not contain NUL",
        ),
        (
            member_with(json!({"nickname": "x"})),
            "`nickname` is not a field of this kind of record",
        ),
        (
            "{\"record\":\"member\",\"record\":\"member\"}".to_owned(),
            "`record` occurs twice",
        ),
        (
            generation(json!({"id": ""})).to_string(),
            "`id` must have at least 1 character",
        ),
        (
            generation(json!({"provider_responses": [{"a\0": 1}]})).to_string(),
            "`provider_responses` must not contain NUL",
        ),
        (
            generation(json!({"usage": 1e13})).to_string(),
            "`usage` must not exceed",
        ),
        (
            generation(json!({"usage": 7}))
                .to_string()
                .replace("\"usage\":7", "\"usage\":1e999"),
            "`usage` cannot be read",
        ),
        (
            generation(json!({"key_hash": "A".repeat(64)})).to_string(),
            "`key_hash` expected the SHA-256",
        ),
        (
            key_with(json!({"created_at": "yesterday"})),
            "`created_at` expected a timestamp",
        ),
        (
            key_with(json!({"created_at": "0000-01-01T00:00:00+01:00"})),
            "`created_at` must be in the years",
        ),
        (
            key_with(json!({"limit_usd": -1})),
            "`limit_usd` must not be negative",
        ),
        (
            key_with(json!({"limit_reset": "hourly"})),
            "`limit_reset` expected one of `daily`",
        ),
        (
            key_with(json!({"rate_limit": "10/0s"})),
            "`rate_limit` expected requests and whole seconds",
        ),
        (
            key_with(json!({"expires": "2027-01-01T00:00:00Z"})),
            "`expires` is not a field",
        ),
        (
            lines::group_mapping(json!({"role": "owner"})).to_string(),
            "`role` expected one of `admin`, `member`",
        ),
        (
            lines::model(json!({"aliases": ["a", 5]})).to_string(),
            "`aliases[1]` expected a string",
        ),
        (
            lines::model(json!({"aliases": [""]})).to_string(),
            "`aliases[0]` must not be empty",
        ),
        (
            credential(json!({})).to_string(),
            "`key` expected the secret itself",
        ),
        (
            credential(json!({"key": ""})).to_string(),
            "`key` must not be empty",
        ),
        (
            credential(json!({"key": "k", "sealed": "AAAA"})).to_string(),
            "`key` expected the secret itself",
        ),
        (
            credential(json!({"sealed": "!"})).to_string(),
            "`sealed` expected base64",
        ),
        (
            credential(json!({"id": "one", "key": "k"})).to_string(),
            "`id` expected a UUID",
        ),
        (
            credential(json!({"key": "k", "deleted_at": "2026-01-15T09:30:00Z"})).to_string(),
            "`deleted_at` a deleted credential",
        ),
    ];
    for (line, expected) in cases {
        let text = format!("{}\n\n{line}\n", organization(json!({})));
        let errors = lines::errors(&at.store, text).await.to_string();
        assert!(errors.contains(expected), "{line}\n{errors}");
        assert!(
            errors.lines().all(|error| error.starts_with("line 3: ")),
            "{errors}"
        );
    }
    assert_eq!(at.number("SELECT count(*) FROM organizations").await, 0);
}

async fn errors_of_every_line_are_reported<S: Engine>(at: &Database<S>) {
    let records = [
        member(json!({"email": null, "role": 7})),
        member(json!({})),
        json!({"record": "organization"}),
    ];
    let errors = lines::errors(&at.store, lines::file(&records)).await;
    let places: Vec<_> = errors
        .first()
        .iter()
        .map(|error| (error.line, error.field.as_str()))
        .collect();
    let expected = [
        (1, "email"),
        (1, "role"),
        (3, "id"),
        (3, "total_credits"),
        (3, "total_usage"),
    ];
    assert_eq!(
        (places.as_slice(), errors.lines()),
        (expected.as_slice(), 2)
    );
}

async fn of_many_errors_the_first_are_listed_and_all_lines_counted<S: Engine>(at: &Database<S>) {
    let errors = lines::errors(&at.store, "{}\n".repeat(1000)).await;
    assert_eq!((errors.first().len(), errors.lines()), (20, 1000));
    assert!(
        errors.to_string().contains("more lines with errors"),
        "{errors}"
    );
}

async fn errors_contain_no_values<S: Engine>(at: &Database<S>) {
    let secret = "s3cret";
    let records = [
        credential(json!({"key": secret, "id": secret, "created_at": secret})),
        credential(json!({"key": [secret], "label": {"s3cret": 1}})),
        credential(json!({"sealed": secret})),
        member(json!({"email": [secret], "id": {"s3cret": secret}})),
        api_key(
            json!({"hash": secret, "limit_reset": secret, "rate_limit": secret, "limit_usd": secret}),
        ),
        generation(json!({"external_user": {"s3cret": 1}, "usage": secret})),
    ];
    let text = lines::file(&records) + "{\"record\": \"byok_credential\", \"key\": \"s3cret\",";
    let errors = lines::errors(&at.store, text).await;
    assert_eq!(errors.lines(), 7, "{errors}");
    let told = format!("{errors} {errors:?}");
    assert!(!told.contains(secret), "{told}");
}

async fn material_of_another_record_or_master_key_is_rejected<S: Engine>(at: &Database<S>) {
    let vault = lines::vault();
    let record = lines::file(&[credential(json!({"key": "a secret"}))]);
    lines::try_load(&at.store, &vault, record).await.unwrap();
    let exported = lines::export(&at.store, None).await;
    lines::try_load(&at.store, &vault, exported.clone())
        .await
        .unwrap();
    for (vault, text) in [
        (&lines::vault(), exported.clone()),
        (&vault, exported.replace("\"org\"", "\"other\"")),
        (&vault, exported.replace("6f1c2f4e", "7f1c2f4e")),
        (&vault, exported.replace("northbank", "larkspur")),
    ] {
        let error = lines::try_load(&at.store, vault, text).await.unwrap_err();
        let error = error.to_string();
        assert!(error.contains("`sealed` does not open"), "{error}");
    }
}

async fn an_empty_file_is_not_an_error<S: Engine>(at: &Database<S>) {
    for text in ["", "\n\n  \r\n"] {
        let loaded = lines::try_load(&at.store, &lines::vault(), text).await;
        assert_eq!(loaded.unwrap().total(), 0);
    }
}
