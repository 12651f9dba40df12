//! Values of every type and with every constraint, in bodies, queries and headers: valid ones arrive unchanged,
//! and every invalid one is named.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use jsonschema::Validator;
use serde_json::{Value, json};
use specsmith::Format;
use specsmith::source::SourceFile;
use specsmith_tests::cases;
use specsmith_tests::raw::Request;
use specsmith_tests::stations::{client, serve};
use stations_api::types::{Email, Pressure, Station, StationId, Tag, Uri};

/// A station with a value of each type.
fn station() -> Value {
    json!({
        "id": u64::MAX, "floor": -128, "altitude": 9000, "zone": i32::MIN, "sensors": 255, "port": 65535,
        "readings": u32::MAX, "bytes": u64::MAX - 1, "offset": -345, "gain": 0.3, "price": 1.13,
        "temperature": -0.1, "pressure": 1013.25, "homepage": "https://stations.example/17?a=b#c",
        "links": ["urn:a:b", "mailto:ada@example.com"], "owner": "ada@example.com",
        "contacts": {"night": "bob+night@example.com"}, "host": "2001:db8::1", "gateway": "192.0.2.1",
        "dns": ["::1", "::ffff:192.0.2.1"], "opens": "08:30:00.5+02:00", "interval": "PT0.5S",
        "tags": [{"name": "a"}, {"name": "a", "weight": 1.5}], "labels": {"colour": "red"},
        "wiki": "https://example.com/wiki", "@kind": "buoy",
    })
}

/// The station with some fields changed.
fn station_with(changes: &Value) -> Value {
    let mut station = station();
    let fields = station.as_object_mut().unwrap();
    fields.extend(changes.as_object().unwrap().clone());
    station
}

#[tokio::test]
async fn values_of_every_type_arrive_unchanged() {
    let address = serve().await;
    let sent: Station = serde_json::from_value(station()).unwrap();
    let client = client(address);
    let returned = client.put_station(u64::MAX, sent.clone()).await.unwrap();
    assert_eq!(returned, sent);
    assert_eq!(returned.kind.as_deref(), Some("buoy"));
    let written: Value = serde_json::to_string(&returned).unwrap().parse().unwrap();
    assert_eq!(written, station());
    // As text, because a `Value` would round a number in the same way as the writer.
    let request = Request::new("PUT", "/v1/stations/1").json(station().to_string());
    let body = request.send(address).await.body;
    for field in [
        "\"id\":18446744073709551615",
        "\"gain\":0.3,",
        "\"price\":1.13,",
        "\"temperature\":-0.1,",
        "\"pressure\":1013.25,",
        "\"opens\":\"08:30:00.5+02:00\"",
        "\"interval\":\"PT0.5S\"",
    ] {
        assert!(body.contains(field), "{field} is not in {body}");
    }
}

#[tokio::test]
async fn parameters_of_every_type_arrive_unchanged() {
    let client = client(serve().await);
    let probe = client
        .probe(-128)
        .size(u64::MAX)
        .ratio(0.1)
        .wait("P1Y2M3W4DT5H6M7S".parse().unwrap())
        .at("23:59:60Z".parse().unwrap())
        .from("::1".parse().unwrap())
        .owner("a+b@example.com")
        .homepage(Uri::from("https://example.com/?a=b&c=%20"))
        .pressure(300.5)
        .ports(vec![0, 65535])
        .step(-5)
        .trace(u32::MAX - 1)
        .origin("app:home");
    let probe = probe.await.unwrap();
    assert_eq!(probe.level, -128);
    assert_eq!(probe.size, Some(u64::MAX));
    assert_eq!(probe.ratio, Some(0.1));
    assert_eq!(probe.wait.unwrap().as_str(), "P1Y2M3W4DT5H6M7S");
    assert_eq!(probe.at.unwrap().second(), 60);
    assert_eq!(probe.from, Some("::1".parse().unwrap()));
    assert_eq!(probe.owner, Some(Email::from("a+b@example.com")));
    assert_eq!(
        probe.homepage.unwrap().get(),
        "https://example.com/?a=b&c=%20"
    );
    assert_eq!(probe.pressure, Some(Pressure::new(300.5_f32)));
    assert_eq!(probe.ports, [0, 65535]);
    assert_eq!((probe.step, probe.trace), (-5, Some(u32::MAX - 1)));
    assert_eq!(probe.origin, Some(Uri::from("app:home")));
}

#[tokio::test]
async fn a_number_may_be_written_in_any_way() {
    let address = serve().await;
    let body = station_with(
        &json!({"floor": 1.0, "gain": 3e-1, "readings": 1e3, "price": 7e-2, "offset": -0.0}),
    );
    let request = Request::new("PUT", "/v1/stations/1").json(body.to_string());
    let response = request.send(address).await;
    assert_eq!(response.status, 200, "{}", response.body);
    let returned = response.json();
    assert_eq!(returned["floor"], 1);
    assert_eq!(returned["readings"], 1000);
    assert_eq!(returned["offset"], 0);
}

/// Changes of a station, each with the place and the problem.
fn bad_fields() -> Vec<(Value, &'static str, &'static str)> {
    vec![
        (json!({"id": 0}), "id", "must be at least 1"),
        (
            json!({"id": -1}),
            "id",
            "must be from 0 to 18446744073709551615",
        ),
        (
            json!({"id": 1e30}),
            "id",
            "must be from 0 to 18446744073709551615",
        ),
        (json!({"floor": 128}), "floor", "must be from -128 to 127"),
        (json!({"floor": 0.5}), "floor", "expected an integer"),
        (json!({"floor": "1"}), "floor", "expected an integer"),
        (
            json!({"altitude": 32768}),
            "altitude",
            "must be from -32768 to 32767",
        ),
        (
            json!({"altitude": 9001}),
            "altitude",
            "must be from -500 to 9000",
        ),
        (
            json!({"zone": 2_147_483_648_u32}),
            "zone",
            "must be from -2147483648 to 2147483647",
        ),
        (json!({"sensors": 256}), "sensors", "must be from 0 to 255"),
        (json!({"sensors": 0}), "sensors", "must be greater than 0"),
        (json!({"port": 65536}), "port", "must be from 0 to 65535"),
        (json!({"port": null}), "port", "must not be null"),
        (
            json!({"readings": -1}),
            "readings",
            "must be from 0 to 4294967295",
        ),
        (
            json!({"bytes": u64::MAX}),
            "bytes",
            "must be less than 18446744073709551615",
        ),
        (json!({"offset": 20}), "offset", "must be a multiple of 15"),
        (
            json!({"gain": 0}),
            "gain",
            "must be greater than 0 and at most 3.5",
        ),
        (
            json!({"gain": 3.6}),
            "gain",
            "must be greater than 0 and at most 3.5",
        ),
        (json!({"gain": 0.25}), "gain", "must be a multiple of 0.1"),
        (
            json!({"gain": 1e39}),
            "gain",
            "must be from -3.4028235e38 to 3.4028235e38",
        ),
        (json!({"gain": true}), "gain", "expected a number"),
        (
            json!({"price": 0.005}),
            "price",
            "must be a multiple of 0.01",
        ),
        (
            json!({"pressure": 300}),
            "pressure",
            "must be greater than 300 and less than 1100",
        ),
        (
            json!({"pressure": 1100}),
            "pressure",
            "must be greater than 300 and less than 1100",
        ),
        (
            json!({"homepage": "/17"}),
            "homepage",
            "expected a URI with a scheme (RFC 3986)",
        ),
        (
            json!({"homepage": "http://a"}),
            "homepage",
            "must match the pattern `^https:`",
        ),
        (
            json!({"links": ["a:b", "a b:c"]}),
            "links[1]",
            "expected a URI with a scheme (RFC 3986)",
        ),
        (
            json!({"links": ["a:b", "c:d", "a:b"]}),
            "links",
            "must not contain the same item twice",
        ),
        (
            json!({"links": ["a:b", "c:d", "e:f", "g:h"]}),
            "links",
            "must have at most 3 items",
        ),
        (
            json!({"owner": "ada"}),
            "owner",
            "expected an e-mail address",
        ),
        (
            json!({"owner": "ada.with.a.very.long.name@library.example"}),
            "owner",
            "must have at most 40 characters",
        ),
        (
            json!({"contacts": {"day": "@"}}),
            "contacts.day",
            "expected an e-mail address",
        ),
        (
            json!({"host": "localhost"}),
            "host",
            "expected an IP address",
        ),
        (
            json!({"gateway": "::1"}),
            "gateway",
            "expected an IPv4 address",
        ),
        (
            json!({"dns": ["127.0.0.1"]}),
            "dns[0]",
            "expected an IPv6 address",
        ),
        (
            json!({"opens": "08:30"}),
            "opens",
            "expected a time of day (RFC 3339)",
        ),
        (
            json!({"interval": "1h"}),
            "interval",
            "expected a duration (ISO 8601)",
        ),
        (json!({"interval": 3600}), "interval", "expected a string"),
        (
            json!({"tags": [{"name": "a", "weight": 1}, {"weight": 1.0, "name": "a"}]}),
            "tags",
            "must not contain the same item twice",
        ),
        (
            json!({"labels": {}}),
            "labels",
            "must have from 1 to 2 items",
        ),
        (
            json!({"labels": {"a": "", "b": "", "c": ""}}),
            "labels",
            "must have from 1 to 2 items",
        ),
        (
            json!({"wiki": "wiki"}),
            "wiki",
            "expected a URI with a scheme (RFC 3986)",
        ),
    ]
}

#[tokio::test]
async fn every_invalid_field_is_named() {
    let address = serve().await;
    for (changes, name, problem) in bad_fields() {
        let request =
            Request::new("PUT", "/v1/stations/1").json(station_with(&changes).to_string());
        let response = request.send(address).await;
        assert_eq!(response.status, 400, "{changes}");
        let error = ("body".to_owned(), name.to_owned(), problem.to_owned());
        assert_eq!(response.validation_errors(), [error], "{changes}");
    }
}

#[tokio::test]
async fn all_invalid_fields_are_named_at_once() {
    let address = serve().await;
    let changes = json!({"floor": 128, "gain": 0.25, "owner": "ada", "links": ["a:b", "a:b"]});
    let request = Request::new("PUT", "/v1/stations/1").json(station_with(&changes).to_string());
    let errors = request.send(address).await.validation_errors();
    let names: Vec<&str> = errors.iter().map(|(_, name, _)| name.as_str()).collect();
    assert_eq!(names, ["floor", "gain", "links", "owner"]);
}

/// Queries, each with the parameter and the problem.
const BAD_QUERIES: &[(&str, &str, &str)] = &[
    ("size=0", "size", "must be greater than 0"),
    ("size=-1", "size", "must be from 0 to 18446744073709551615"),
    (
        "size=18446744073709551616",
        "size",
        "must be from 0 to 18446744073709551615",
    ),
    ("ratio=0.0999", "ratio", "must be from 0.1 to 0.7"),
    (
        "ratio=1e39",
        "ratio",
        "must be from -3.4028235e38 to 3.4028235e38",
    ),
    ("ratio=NaN", "ratio", "expected a number"),
    ("wait=1", "wait", "expected a duration (ISO 8601)"),
    ("at=24:00:00Z", "at", "expected a time of day (RFC 3339)"),
    ("from=", "from", "expected an IP address"),
    ("owner=ada", "owner", "expected an e-mail address"),
    (
        "owner=ada@a.long.domain.example",
        "owner",
        "must have at most 20 characters",
    ),
    (
        "homepage=example.com",
        "homepage",
        "expected a URI with a scheme (RFC 3986)",
    ),
    (
        "homepage=http://a",
        "homepage",
        "must match the pattern `^https:`",
    ),
    (
        "pressure=300",
        "pressure",
        "must be greater than 300 and less than 1100",
    ),
    (
        "ports=1&ports=2&ports=1.0",
        "ports",
        "must not contain the same item twice",
    ),
    (
        "ports=1&ports=2&ports=3&ports=4",
        "ports",
        "must have at most 3 items",
    ),
    ("ports=65536", "ports", "must be from 0 to 65535"),
    ("step=7", "step", "must be a multiple of 5"),
];

/// Headers, each with the problem.
const BAD_HEADERS: &[(&str, &str, &str)] = &[
    ("x-trace", "4294967295", "must be less than 4294967295"),
    ("x-trace", "4294967296", "must be from 0 to 4294967295"),
    ("x-trace", "1.5", "expected an integer"),
    (
        "x-origin",
        "home",
        "expected a URI with a scheme (RFC 3986)",
    ),
];

#[tokio::test]
async fn every_invalid_parameter_is_named() {
    let address = serve().await;
    for (query, name, problem) in BAD_QUERIES {
        let request = Request::new("GET", &format!("/v1/probe/0?{query}"));
        let response = request.send(address).await;
        let error = (
            "query".to_owned(),
            (*name).to_owned(),
            (*problem).to_owned(),
        );
        assert_eq!(response.validation_errors(), [error], "{query}");
        assert_eq!(response.status, 400, "{query}");
    }
    for (name, value, problem) in BAD_HEADERS {
        let request = Request::new("GET", "/v1/probe/0").header(name, value);
        let response = request.send(address).await;
        let error = (
            "header".to_owned(),
            (*name).to_owned(),
            (*problem).to_owned(),
        );
        assert_eq!(response.validation_errors(), [error], "{name}: {value}");
    }
    let response = Request::new("GET", "/v1/probe/128").send(address).await;
    let error = (
        "path".to_owned(),
        "level".to_owned(),
        "must be from -128 to 127".to_owned(),
    );
    assert_eq!(response.validation_errors(), [error]);
}

#[tokio::test]
async fn numbers_at_their_bounds_are_accepted() {
    let address = serve().await;
    for query in [
        "size=1",
        "size=18446744073709551615",
        "ratio=0.1",
        "ratio=0.7",
        "step=0",
        "ports=0&ports=65535",
    ] {
        let response = Request::new("GET", &format!("/v1/probe/127?{query}"))
            .send(address)
            .await;
        assert_eq!(response.status, 200, "{query}: {}", response.body);
    }
}

/// A newer server may return what this version of the specification does not allow.
#[test]
fn a_client_does_not_check_constraints() {
    let changes = json!({
        "homepage": "/17", "owner": "ada", "gain": 0.25, "links": ["a", "a"], "labels": {}, "sensors": 0,
        "pressure": 0,
    });
    let station: Station = serde_json::from_value(station_with(&changes)).unwrap();
    assert_eq!(station.owner, "ada");
    assert_eq!(station.links.unwrap(), ["a", "a"]);
    let outside = serde_json::from_value::<Station>(station_with(&json!({"floor": 128})));
    let message = outside.unwrap_err().to_string();
    assert_eq!(message, "`floor` must be from -128 to 127");
}

#[test]
fn values_are_created_from_what_is_at_hand() {
    let tag = Tag::new("a");
    assert_eq!(tag.weight, None);
    assert_eq!(StationId::new(1_u64).get(), &1);
    assert_eq!(
        "18446744073709551615".parse(),
        Ok(StationId::from(u64::MAX))
    );
    assert!("-1".parse::<StationId>().is_err());
}

/// The OpenAPI document of the stations.
fn document() -> Value {
    let path = cases::folder().join("../apis/stations.yaml");
    let spec = SourceFile::new("stations.yaml", std::fs::read_to_string(path).unwrap());
    let text = specsmith::openapi(&spec, Format::Json).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn validator(document: &Value, schema: &Value) -> Validator {
    let schema = json!({ "allOf": [schema], "components": document["components"] });
    let options = jsonschema::options().should_validate_formats(true);
    options.build(&schema).unwrap()
}

/// JSON Schema has no format for addresses of both versions, and JavaScript rounds bounds of 64 bits.
const ACCEPTED_BY_SCHEMAS: [&str; 3] = [
    r#"{"id":1e+30}"#,
    r#"{"bytes":18446744073709551615}"#,
    r#"{"host":"localhost"}"#,
];

#[test]
fn a_schema_rejects_what_the_server_rejects() {
    let document = document();
    let schema = validator(
        &document,
        &json!({ "$ref": "#/components/schemas/Station" }),
    );
    // A duration of JSON Schema has no fraction.
    let station_with = |changes: &Value| {
        let mut station = station_with(&json!({"interval": "PT90S"}));
        let fields = station.as_object_mut().unwrap();
        fields.extend(changes.as_object().unwrap().clone());
        station
    };
    assert!(schema.is_valid(&station_with(&json!({}))));
    for (changes, _, _) in bad_fields() {
        let is_valid = schema.is_valid(&station_with(&changes));
        let is_accepted = ACCEPTED_BY_SCHEMAS.contains(&changes.to_string().as_str());
        assert_eq!(is_valid, is_accepted, "{changes}");
    }
    let parameters = document["paths"]["/v1/probe/{level}"]["get"]["parameters"].clone();
    for parameter in parameters.as_array().unwrap() {
        let schema = validator(&document, &parameter["schema"]);
        let name = parameter["name"].as_str().unwrap();
        for (query, _, _) in BAD_QUERIES.iter().filter(|(_, of, _)| *of == name) {
            // Text that is not JSON is a string.
            let values = query.split('&').filter_map(|pair| pair.split_once('='));
            let values = values.map(|(_, text)| text.parse().unwrap_or_else(|_| json!(text)));
            let values: Vec<Value> = values.collect();
            let is_list = parameter["schema"]["type"] == "array";
            let value = if is_list {
                json!(values)
            } else {
                values[0].clone()
            };
            let is_accepted = matches!(name, "from") || query.contains("18446744073709551616");
            assert_eq!(schema.is_valid(&value), is_accepted, "{query}");
        }
    }
}

#[test]
fn schemas_have_formats_and_bounds() {
    let document = document();
    let station = &document["components"]["schemas"]["Station"]["properties"];
    let expected = json!({
        "floor": { "type": "integer", "format": "int8", "minimum": -128, "maximum": 127 },
        "zone": { "type": "integer", "format": "int32", "minimum": i32::MIN, "maximum": i32::MAX },
        "sensors": { "type": "integer", "format": "uint8", "exclusiveMinimum": 0, "maximum": 255 },
        "bytes": {
            "type": "integer", "format": "uint64", "minimum": 0, "x-specsmith-below": "18446744073709551615",
        },
        "gain": {
            "type": "number", "format": "float", "exclusiveMinimum": 0.0, "maximum": 3.5, "multipleOf": 0.1,
        },
        "price": { "type": "number", "format": "double", "minimum": 0.0, "multipleOf": 0.01 },
        "links": {
            "type": "array", "items": { "type": "string", "format": "uri" }, "maxItems": 3, "uniqueItems": true,
        },
        "owner": { "type": "string", "format": "email", "maxLength": 40 },
        "host": { "type": "string", "format": "ip" },
        "gateway": { "type": "string", "format": "ipv4" },
        "dns": { "type": "array", "items": { "type": "string", "format": "ipv6" } },
        "opens": { "type": "string", "format": "time" },
        "labels": {
            "type": "object", "additionalProperties": { "type": "string" }, "minProperties": 1, "maxProperties": 2,
        },
    });
    for (name, schema) in expected.as_object().unwrap() {
        let mut found = station[name].clone();
        found.as_object_mut().unwrap().remove("description");
        assert_eq!(found, *schema, "{name}");
    }
    let interval = json!({
        "description": "How often it measures.", "type": "string", "format": "duration",
    });
    assert_eq!(station["interval"], interval);
    let id = &document["components"]["schemas"]["StationId"];
    assert_eq!(
        (&id["minimum"], &id["format"]),
        (&json!(1), &json!("uint64"))
    );
    assert_eq!(id["examples"], json!([u64::MAX]));
}
