//! A name belongs to one model.

use libtest_mimic::Trial;
use serde_json::json;

use crate::lines::{self, model};
use crate::on_both;
use crate::support::{Database, Engine};

pub fn trials() -> Vec<Trial> {
    on_both![
        a_model_is_found_by_each_of_its_names,
        a_name_that_was_removed_resolves_to_nothing,
        a_name_can_move_to_another_model_in_one_file,
        two_models_of_a_file_cannot_have_the_same_name,
        a_name_of_a_stored_model_cannot_be_taken,
        a_variant_shares_the_slug_of_its_model,
    ]
}

async fn owner<S: Engine>(at: &Database<S>, name: &str) -> Option<String> {
    let model = at.store.model(name, name).await.unwrap();
    model.map(|model| model.id.into_inner())
}

async fn a_model_is_found_by_each_of_its_names<S: Engine>(at: &Database<S>) {
    lines::load(
        &at.store,
        &[model(json!({"aliases": ["acme/new", "acme/nova"]}))],
    )
    .await;
    for name in ["acme/nova", "acme/nova-2026", "acme/new"] {
        assert_eq!(
            owner(at, name).await.as_deref(),
            Some("acme/nova"),
            "{name}"
        );
    }
}

async fn a_name_that_was_removed_resolves_to_nothing<S: Engine>(at: &Database<S>) {
    lines::load(&at.store, &[model(json!({"aliases": ["acme/old"]}))]).await;
    lines::load(&at.store, &[model(json!({"aliases": ["acme/new"]}))]).await;
    assert_eq!(owner(at, "acme/old").await, None);
    assert!(owner(at, "acme/new").await.is_some());
}

async fn a_name_can_move_to_another_model_in_one_file<S: Engine>(at: &Database<S>) {
    let other = |aliases: &[&str]| {
        model(json!({"id": "acme/other", "canonical_slug": "acme/other", "aliases": aliases}))
    };
    lines::load(
        &at.store,
        &[model(json!({"aliases": ["acme/best"]})), other(&[])],
    )
    .await;
    // In the file, the new owner of the name precedes the record that drops the name.
    lines::load(&at.store, &[other(&["acme/best"]), model(json!({}))]).await;
    assert_eq!(owner(at, "acme/best").await.as_deref(), Some("acme/other"));
}

async fn two_models_of_a_file_cannot_have_the_same_name<S: Engine>(at: &Database<S>) {
    let records = [
        model(json!({"aliases": ["acme/best"]})),
        model(json!({"id": "acme/two", "canonical_slug": "acme/two", "aliases": ["acme/best"]})),
    ];
    let errors = lines::errors(&at.store, lines::file(&records)).await;
    let text = errors.to_string();
    assert!(
        text.starts_with(
            "line 2: the name `acme/best` already belongs to the model `acme/nova`, in line 1"
        ),
        "{text}"
    );
    assert_eq!(owner(at, "acme/nova").await, None);
}

async fn a_name_of_a_stored_model_cannot_be_taken<S: Engine>(at: &Database<S>) {
    lines::load(&at.store, &[model(json!({}))]).await;
    let other = json!({"id": "acme/nova-2026", "canonical_slug": "acme/other"});
    let errors = lines::errors(&at.store, lines::file(&[model(other)])).await;
    let text = errors.to_string();
    assert!(
        text.contains("already belongs to the model `acme/nova`, in the database"),
        "{text}"
    );
    assert_eq!(
        owner(at, "acme/nova-2026").await.as_deref(),
        Some("acme/nova")
    );
}

async fn a_variant_shares_the_slug_of_its_model<S: Engine>(at: &Database<S>) {
    let free = model(json!({"id": "acme/nova:free"}));
    lines::load(&at.store, &[free, model(json!({}))]).await;
    assert_eq!(
        owner(at, "acme/nova-2026").await.as_deref(),
        Some("acme/nova")
    );
    let free = owner(at, "acme/nova-2026:free").await;
    assert_eq!(free.as_deref(), Some("acme/nova:free"));
    let exported = lines::export(&at.store, None).await;
    assert!(!exported.contains("aliases"), "{exported}");
}
