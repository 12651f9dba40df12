//! Prism as a mock of the code forge.

use forge_api::Client;
use forge_api::client::Error;
use forge_api::operations::*;
use forge_api::types::*;
use specsmith_tests::forge;

use super::{prefer, prism};

#[tokio::test]
#[ignore = "needs Prism"]
async fn prism_as_a_mock_of_the_forge() {
    let (_server, url) = prism("forge").await;
    let client = forge::client(&url);
    issues(&client).await;
    files(&client).await;

    let moved = client
        .get_repository("ada", "engine")
        .header("Prefer", &prefer(301));
    let moved = moved.await.unwrap();
    assert!(
        matches!(moved, GetRepositoryResponse::MovedPermanently(_)),
        "{moved:?}"
    );
    let found = client.get_repository("ada", "engine").send().await.unwrap();
    let etag = found.validators().etag.unwrap();
    let again = client
        .get_repository("ada", "engine")
        .header("Prefer", &prefer(304));
    let again = again.if_none_match(&etag).await.unwrap();
    assert!(matches!(again, Conditional::NotModified(_)), "{again:?}");
    let compared = client
        .compare_commits("ada", "engine", "v1.0", "main")
        .await
        .unwrap();
    assert_eq!(compared.body.files, ["string"]);
}

async fn issues(client: &Client) {
    let list = client
        .list_issues("ada", "engine")
        .labels(vec!["bug".to_owned(), "a b".to_owned()]);
    let list = list.per_page(5).time_zone("Europe/Vienna").await.unwrap();
    assert_eq!(list.items[0].assignee, Some(Login::new("ada")));
    let wanted = IssueCreate {
        labels: Some(vec!["bug".to_owned()]),
        ..IssueCreate::new("It stopped")
    };
    let created = client.create_issue("ada", "engine", wanted).await.unwrap();
    assert_eq!(created.body.state, IssueState::Open);
    let patch = IssuePatch {
        assignee: Maybe::Null,
        ..IssuePatch::default()
    };
    let changed = client.update_issue("ada", "engine", 1, patch.clone());
    changed.if_match(&created.etag).await.unwrap();
    for status in [401, 403, 404, 412, 422] {
        let change = client.update_issue("ada", "engine", 1, patch.clone());
        let error = change.header("Prefer", &prefer(status)).await.unwrap_err();
        let Error::Api(error) = error else {
            panic!("{status}: {error:?}")
        };
        assert_eq!(error.status(), status, "{error:?}");
    }
}

async fn files(client: &Client) {
    // In OpenAPI, a parameter of a path contains no slashes.
    let raw = client
        .get_contents("ada", "engine", "a b+c.rs")
        .r#ref("refs/heads/main");
    let raw = raw.raw().await.unwrap();
    assert_eq!(raw.body.collect().await.unwrap(), "string");
    // Prism ends if it has to send a list in a header, so it cannot accept an upload.
    let file = Media::new("application/zip", Body::from("PK"));
    let upload = client.upload_asset("ada", "engine", 1, "a & b.zip", file);
    let invalid = upload.header("Prefer", &prefer(422)).await;
    let Err(Error::Api(UploadAssetError::ValidationFailed(invalid))) = invalid else {
        panic!("{invalid:?}")
    };
    assert_eq!(invalid.errors[0].field, "string");
    let part = client
        .download_asset("ada", "engine", 1, 2)
        .range("bytes=0-9");
    let part = part.header("Prefer", &prefer(206)).await.unwrap();
    let DownloadAssetResponse::PartialContent(part) = part else {
        panic!("{part:?}")
    };
    assert_eq!(part.body.collect().await.unwrap(), "string");
    let elsewhere = client.download_asset("ada", "engine", 1, 2);
    let elsewhere = elsewhere.header("Prefer", &prefer(302)).await.unwrap();
    assert!(
        matches!(elsewhere, DownloadAssetResponse::Found(_)),
        "{elsewhere:?}"
    );
}
