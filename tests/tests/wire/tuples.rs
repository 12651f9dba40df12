//! Tuples on both sides of a socket, in JSON, forms and parameters.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use hub_api::types::*;
use serde_json::{Value, json};
use specsmith_tests::hub::{client, serve};
use specsmith_tests::raw::{Request, Response};

/// The validation errors of a response, each as `place problem`.
fn errors(response: &Response) -> Vec<String> {
    assert_eq!(response.status, 400, "{}", response.body);
    let errors = response.validation_errors().into_iter();
    errors
        .map(|(_, name, problem)| format!("{name} {problem}"))
        .collect()
}

fn point(x: f64, floor: Option<i8>) -> Point {
    Point { x, y: 2.0, floor }
}

fn plan() -> Plan {
    let after = Step("desk".to_owned(), point(3.0, Some(-1)), Vec::new().into());
    Plan {
        path: Some(Step(
            "door".to_owned(),
            point(0.5, None),
            vec![after].into(),
        )),
        looks: Some(vec![
            Look::Levels(vec![1, 2]),
            Look::Named(Named("a".to_owned(), -7)),
            Look::Flags(Flags(true, "abc".to_owned())),
        ]),
        corner: Some(Corner(4)),
        ..Plan::new(point(1.5, None))
    }
}

fn json_of_plan() -> Value {
    json!({
        "start": [1.5, 2.0, null],
        "path": ["door", [0.5, 2.0, null], [["desk", [3.0, 2.0, -1], []]]],
        "looks": [[1, 2], ["a", -7], [true, "abc"]],
        "corner": [4],
    })
}

#[tokio::test]
async fn tuples_arrive_unchanged() {
    let client = client(serve().await);
    assert_eq!(serde_json::to_value(plan()).unwrap(), json_of_plan());
    let returned = client.put_point(point(1.0, Some(3))).await.unwrap();
    assert_eq!(returned, point(1.0, Some(3)));
    let sent = Plan {
        start: point(9.0, None),
        ..plan()
    };
    let returned = client.put_plan(point(1.5, None), sent).await.unwrap();
    assert_eq!(returned, plan());
    assert_eq!(client.post_plan(plan()).await.unwrap(), plan());
}

#[tokio::test]
async fn json_is_an_array() {
    let address = serve().await;
    let request = Request::new("PUT", "/v1/plan?start=%5B1.5,2,null%5D");
    let response = request.json(json_of_plan().to_string()).send(address).await;
    assert_eq!(response.status, 200, "{}", response.body);
    assert_eq!(response.json(), json_of_plan());
}

/// Parts of a form that begins with a valid `start`, each with the errors.
#[tokio::test]
async fn a_tuple_in_a_form_is_a_list() {
    let address = serve().await;
    let send = async |form: &str| {
        let request = Request::new("POST", "/v1/plan");
        let request = request.body("application/x-www-form-urlencoded", form);
        request.send(address).await
    };
    // A list may be written in any way.
    for form in [
        "start[0]=1.5&start[1]=2&start[2]=",
        "start=1.5&start=2&start=",
        "start[]=1.5&start[]=2&start[]=&corner=4",
        "start[2]=&start[1]=2&start[0]=1.5&corner[]=4",
    ] {
        let response = send(form).await;
        assert_eq!(response.status, 200, "{form}: {}", response.body);
        assert_eq!(response.json()["start"], json!([1.5, 2.0, null]), "{form}");
    }
    for (form, error) in [
        ("start=1", "start must have exactly 3 items"),
        ("start=", "start must have exactly 3 items"),
        ("start=1&start=x&start=", "start[1] expected a number"),
        (
            "start[0]=1&start[1]=-1&start[2]=0",
            "start[1] must be at least 0",
        ),
    ] {
        assert_eq!(errors(&send(form).await), [error], "{form}");
    }
}

/// Plans, each with the places and problems that the server reports.
#[tokio::test]
async fn errors_name_the_element() {
    let address = serve().await;
    let start = json!([0, 0, null]);
    for (body, expected) in [
        (
            json!({"start": []}),
            vec!["start must have exactly 3 items"],
        ),
        (
            json!({"start": [0, 0]}),
            vec!["start must have exactly 3 items"],
        ),
        (
            json!({"start": [0, 0, null, 0]}),
            vec!["start must have exactly 3 items"],
        ),
        (
            json!({"start": {"x": 0, "y": 0}}),
            vec!["start expected a list"],
        ),
        (json!({"start": null}), vec!["start must not be null"]),
        (
            json!({"start": [-1, null, 300]}),
            vec![
                "start[0] must be at least 0",
                "start[1] must not be null",
                "start[2] must be from -128 to 127",
            ],
        ),
        (
            json!({"start": start, "path": ["", start, [["a", [0, "1", 0], []]]]}),
            vec![
                "path[0] must have at least 1 character",
                "path[2][0][1][1] expected a number",
            ],
        ),
        (
            json!({"start": start, "looks": [["a"], [1, 256]]}),
            vec![
                "looks[0] must have exactly 2 items",
                "looks[1][1] must be from 0 to 255",
            ],
        ),
        (
            json!({"start": start, "looks": [[true, "abcd"]]}),
            vec!["looks[0][1] must have at most 3 characters"],
        ),
    ] {
        let request = Request::new("PUT", "/v1/plan?start=%5B1.5,2,null%5D");
        let response = request.json(body.to_string()).send(address).await;
        assert_eq!(errors(&response), expected, "{body}");
    }
    for query in ["", "?start=1", "?start=%5B1%5D", "?start=%5B1,2,null"] {
        let request = Request::new("PUT", &format!("/v1/plan{query}"));
        let response = request.json(json_of_plan().to_string()).send(address).await;
        assert_eq!(errors(&response).len(), 1, "{query}: {}", response.body);
    }
}

#[test]
fn personal_elements_are_not_shown() {
    let shown = format!("{:?}", point(1.0, Some(77)));
    assert_eq!(shown, "Point { x: 1.0, y: 2.0, floor: <personal> }");
    let shown = format!("{:?}", Named("a".to_owned(), 1));
    assert_eq!(shown, r#"Named("a", 1)"#);
}
