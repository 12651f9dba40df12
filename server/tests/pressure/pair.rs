//! Two servers that share a database.

use gateway_server::store::PostgresStore;
use serde_json::json;

use crate::process::{issue_key, load};
use crate::records;
use crate::stage::{Server, Stage, key};
use crate::support::Database;
use crate::wire::{Wire, request};

pub(crate) async fn a_key_deleted_through_one_server_is_unknown_to_the_other(
    database: &Database<PostgresStore>,
) {
    let stage = Stage::in_place(&database.place);
    let (one, other) = (stage.serve(&[]), stage.serve(&[]));
    let mut one = Wire::connect(&one.api).await.unwrap();
    let mut wire = Wire::connect(&other.api).await.unwrap();
    for _ in 0..20 {
        let secret = issue_key(&stage.database, "org_1", &[]);
        let use_it = request("GET /v1/key", &secret, "");
        assert_eq!(wire.ask(&use_it).await.unwrap().status, 200);
        let hash = gateway_server::keys::hash(&secret);
        let delete = request(&format!("DELETE /v1/keys/{hash}"), &key(0), "");
        assert_eq!(one.ask(&delete).await.unwrap().status, 200);
        assert_eq!(wire.ask(&use_it).await.unwrap().status, 401);
    }
}

pub(crate) async fn two_servers_share_a_rate_limit(database: &Database<PostgresStore>) {
    let stage = Stage::in_place(&database.place);
    let (one, other) = (stage.serve_with_limits(&[]), stage.serve_with_limits(&[]));
    for round in 0..5 {
        let limited = format!("limited-{round}");
        // A window of many years, so that it cannot end during the test.
        let limit = json!({"rate_limit": "10/1000000000s"});
        let record = records::api_key(&limited, "org_1", limit).to_string();
        load(&stage.database, stage.folder.path(), &[record]);
        let ask = |server: &Server| {
            let (api, request) = (
                server.api.clone(),
                request("GET /v1/generation?id=gen-1", &limited, ""),
            );
            tokio::spawn(async move {
                let mut wire = Wire::connect(&api).await.unwrap();
                wire.ask(&request).await.unwrap()
            })
        };
        let crowd: Vec<_> = (0..20).flat_map(|_| [ask(&one), ask(&other)]).collect();
        let mut allowed = 0;
        for response in crowd {
            let response = response.await.unwrap();
            match response.status {
                200 => allowed += 1,
                status => {
                    assert_eq!(status, 429);
                    assert!(
                        response.head.contains("\r\nretry-after: "),
                        "{}",
                        response.head
                    );
                }
            }
        }
        assert_eq!(allowed, 10);
    }
}
