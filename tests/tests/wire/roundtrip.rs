//! Each side reads what the other side writes, and nothing is lost.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::fmt::Debug;

use gateway_api::runtime::{Decimal, Maybe, Timestamp};
use gateway_api::types::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use specsmith_tests::gateway::MANAGEMENT_KEY;
use specsmith_tests::raw::{Request, Response};
use specsmith_tests::serving::Served;
use specsmith_tests::spec::{self, example, example_json};

/// Reads JSON as a type and writes it again.
type RoundTrip = fn(Json) -> Result<Json, serde_json::Error>;

fn as_type<T: DeserializeOwned + Serialize + PartialEq + Debug>(
    json: Json,
) -> Result<Json, serde_json::Error> {
    let value: T = serde_json::from_value(json)?;
    let written = serde_json::to_value(&value)?;
    assert_eq!(
        serde_json::from_value::<T>(written.clone())?,
        value,
        "reading the written JSON results in another value"
    );
    Ok(written)
}

/// The Rust type of every type of the specification that has an example.
const TYPES: &[(&str, RoundTrip)] = &[
    ("WorkspaceId", as_type::<WorkspaceId>),
    ("GuardrailId", as_type::<GuardrailId>),
    ("GuardrailAssignmentId", as_type::<GuardrailAssignmentId>),
    ("PresetId", as_type::<PresetId>),
    ("PresetVersionId", as_type::<PresetVersionId>),
    ("GroupMappingId", as_type::<GroupMappingId>),
    ("ScimGroupId", as_type::<ScimGroupId>),
    ("OrganizationId", as_type::<OrganizationId>),
    ("UserId", as_type::<UserId>),
    ("KeyHash", as_type::<KeyHash>),
    ("ApiKeyId", as_type::<ApiKeyId>),
    ("ByokCredentialId", as_type::<ByokCredentialId>),
    ("GenerationId", as_type::<GenerationId>),
    ("RequestId", as_type::<RequestId>),
    ("UpstreamId", as_type::<UpstreamId>),
    ("SessionId", as_type::<SessionId>),
    ("AppId", as_type::<AppId>),
    ("ModelId", as_type::<ModelId>),
    ("ModelAuthor", as_type::<ModelAuthor>),
    ("ModelSlug", as_type::<ModelSlug>),
    ("ProviderSlug", as_type::<ProviderSlug>),
    ("Workspace", as_type::<Workspace>),
    ("Guardrail", as_type::<Guardrail>),
    ("GuardrailAssignment", as_type::<GuardrailAssignment>),
    ("Preset", as_type::<Preset>),
    ("GroupMapping", as_type::<GroupMapping>),
    ("GroupMappingUpdate", as_type::<GroupMappingUpdate>),
    ("OrganizationMember", as_type::<OrganizationMember>),
    ("Model", as_type::<Model>),
    ("ProviderEndpoint", as_type::<ProviderEndpoint>),
    ("Generation", as_type::<Generation>),
    ("Credits", as_type::<Credits>),
    ("KeyInfo", as_type::<KeyInfo>),
    ("Deleted", as_type::<Deleted>),
];

#[test]
fn the_table_above_has_every_type_with_an_example() {
    let above: Vec<_> = TYPES.iter().map(|(name, _)| *name).collect();
    let specified: Vec<_> = spec::examples().map(|(name, _)| name).collect();
    assert_eq!(
        above, specified,
        "keep the table above equal to the types with examples, in the specification's order"
    );
}

#[test]
fn every_example_of_the_specification_survives_a_round_trip() {
    for (name, round_trip) in TYPES {
        let json = example_json(name);
        let written = round_trip(json.clone())
            .unwrap_or_else(|error| panic!("{name} does not read its example: {error}"));
        assert!(
            same(&json, &written),
            "{name} is written as {written:#}\ninstead of {json:#}"
        );
    }
}

/// Whether two JSON values are equal. A number can be written in two ways (`50`, `50.0`), and so can a
/// timestamp (`…41.250Z`, `…41.25+00:00`).
fn same(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Number(left), Json::Number(right)) => {
            left == right || left.as_f64() == right.as_f64()
        }
        (Json::String(left), Json::String(right)) => left == right || same_time(left, right),
        (Json::Array(left), Json::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| same(left, right))
        }
        (Json::Object(left), Json::Object(right)) => {
            let names = left.keys().eq(right.keys());
            names
                && left
                    .values()
                    .zip(right.values())
                    .all(|(left, right)| same(left, right))
        }
        _ => left == right,
    }
}

fn same_time(left: &str, right: &str) -> bool {
    let parse = |text: &str| text.parse::<Timestamp>().ok().map(Timestamp::into_parts);
    parse(left).is_some_and(|left| parse(right) == Some(left))
}

/// A timestamp and its offset, which the equality of timestamps ignores.
trait IntoParts {
    fn into_parts(self) -> (Self, time::UtcOffset)
    where
        Self: Sized;
}

impl IntoParts for Timestamp {
    fn into_parts(self) -> (Self, time::UtcOffset) {
        (self, self.get().offset())
    }
}

/// The body of the gateway's response, as JSON.
async fn on_the_wire(served: &Served, target: &str) -> Json {
    let response: Response = Request::new("GET", target)
        .key(MANAGEMENT_KEY)
        .send(served.address)
        .await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

#[tokio::test]
async fn absent_and_null_differ_on_the_wire_and_to_the_caller() {
    let served = Served::start().await;
    let created: Timestamp = "2026-01-15T09:30:00Z".parse().unwrap();
    let absent = Guardrail::new("gr_absent", "Absent", false, created);
    let mut null = Guardrail::new("gr_null", "Null", false, created);
    null.description = Maybe::Null;
    null.allowed_models = Maybe::Null;
    null.allowed_providers = Maybe::Null;
    null.ignored_models = Maybe::Null;
    null.ignored_providers = Maybe::Null;
    null.enforce_zdr = Maybe::Null;
    null.limit_usd = Maybe::Null;
    null.reset_interval = Maybe::Null;
    null.updated_at = Maybe::Null;
    let mut value = Guardrail::new("gr_value", "Value", true, created);
    value.description = Maybe::from(String::new());
    value.allowed_models = Maybe::from(vec![]);
    value.allowed_providers = Maybe::from(vec!["acme".into()]);
    value.enforce_zdr = Maybe::from(false);
    value.limit_usd = Maybe::from(0.0);
    value.reset_interval = Maybe::from(ResetInterval::Weekly);
    let mut guardrails = vec![absent, null, value];
    for guardrail in &mut guardrails {
        // The filter uses this field.
        guardrail.workspace_id = Some("ws".into());
    }
    served
        .gateway
        .records(|records| records.guardrails = guardrails.clone());

    let sent = on_the_wire(&served, "/v1/guardrails?workspace_id=ws").await;
    let shared = |id, name, byok| json!({ "id": id, "name": name, "workspace_id": "ws", "include_byok_in_budgets": byok, "created_at": "2026-01-15T09:30:00Z" });
    let mut nulls = shared("gr_null", "Null", false);
    for name in [
        "description",
        "allowed_models",
        "allowed_providers",
        "ignored_models",
        "ignored_providers",
        "enforce_zdr",
        "limit_usd",
        "reset_interval",
        "updated_at",
    ] {
        nulls[name] = Json::Null;
    }
    let mut values = shared("gr_value", "Value", true);
    for (name, json) in [
        ("description", json!("")),
        ("allowed_models", json!([])),
        ("allowed_providers", json!(["acme"])),
        ("enforce_zdr", json!(false)),
        ("limit_usd", json!(0.0)),
        ("reset_interval", json!("weekly")),
    ] {
        values[name] = json;
    }
    assert_eq!(
        sent,
        json!({ "data": [shared("gr_absent", "Absent", false), nulls, values], "total_count": 3 })
    );

    let got = served
        .client()
        .list_guardrails()
        .workspace_id("ws")
        .await
        .unwrap();
    assert_eq!(got.data, guardrails);
    assert!(got.data[0].limit_usd.is_absent());
    assert!(got.data[1].limit_usd.is_null());
    assert_eq!(got.data[2].limit_usd.value(), Some(&0.0));
}

/// A required nullable field is written as null. It is an error if a response omits it.
#[test]
fn a_required_nullable_field_must_be_present() {
    let mut preset: Preset = example("Preset");
    preset.workspace_id = None;
    let json = serde_json::to_value(&preset).unwrap();
    assert_eq!(json["workspace_id"], Json::Null);
    assert!(json.as_object().unwrap().contains_key("workspace_id"));

    let mut without = json;
    without.as_object_mut().unwrap().remove("workspace_id");
    let error = serde_json::from_value::<Preset>(without).unwrap_err();
    assert!(error.to_string().contains("workspace_id"), "{error}");
}

/// An optional field that is not nullable is omitted if it is absent. Null is an error.
#[test]
fn an_optional_field_must_not_be_null() {
    let mut json = example_json("Model");
    json.as_object_mut().unwrap().remove("reasoning");
    let model: Model = serde_json::from_value(json.clone()).unwrap();
    assert_eq!(model.reasoning, None);
    assert!(
        !serde_json::to_value(&model)
            .unwrap()
            .as_object()
            .unwrap()
            .contains_key("reasoning")
    );

    json["reasoning"] = Json::Null;
    let error = serde_json::from_value::<Model>(json).unwrap_err();
    assert!(error.to_string().contains("reasoning"), "{error}");
}

#[tokio::test]
async fn timestamps_keep_their_offset_and_fraction() {
    let served = Served::start().await;
    for text in [
        "2026-01-15T09:30:00Z",
        "2026-01-15T09:30:00.5Z",
        "2026-01-15T09:30:00.123456789Z",
        "2026-01-15T11:30:00+02:00",
        "2026-01-15T01:00:00.25-08:30",
        "1969-12-31T23:59:59+14:00",
        "9999-12-31T23:59:59.999999999Z",
    ] {
        let time: Timestamp = text.parse().unwrap();
        served
            .gateway
            .records(|records| records.presets[0].updated_at = time);
        let sent = on_the_wire(&served, "/v1/presets").await;
        assert_eq!(sent["data"][0]["updated_at"], text);
        let got = served.client().list_presets().await.unwrap().data.remove(0);
        assert_eq!(got.updated_at.to_string(), text);
        assert_eq!(got.updated_at.into_parts(), time.into_parts());
    }
    let other_offset: Timestamp = "2026-01-15T11:30:00+02:00".parse().unwrap();
    assert_eq!(
        other_offset,
        "2026-01-15T09:30:00Z".parse().unwrap(),
        "both are the same point in time"
    );
}

/// Other valid forms of RFC 3339 are read too. They are written in the usual form.
#[test]
fn timestamps_in_other_forms_are_read() {
    for (text, written) in [
        ("2026-01-15t09:30:00z", "2026-01-15T09:30:00Z"),
        ("2026-01-15T09:30:00+00:00", "2026-01-15T09:30:00Z"),
        ("2026-01-15T09:30:00-00:00", "2026-01-15T09:30:00Z"),
        ("2026-01-15T09:30:00.250Z", "2026-01-15T09:30:00.25Z"),
        ("2026-01-15T09:30:00.000Z", "2026-01-15T09:30:00Z"),
        (
            "2026-01-15T09:30:00.1234567899Z",
            "2026-01-15T09:30:00.123456789Z",
        ),
    ] {
        let time: Result<Timestamp, _> = text.parse();
        assert_eq!(
            time.map(|time| time.to_string()).as_deref(),
            Ok(written),
            "{text}"
        );
    }
    for text in [
        "",
        "2026-01-15",
        "2026-01-15T09:30:00",
        "2026-02-30T09:30:00Z",
        "1768469400",
        "now",
        " 2026-01-15T09:30:00Z",
    ] {
        assert!(
            text.parse::<Timestamp>().is_err(),
            "`{text}` is not a timestamp"
        );
    }
}

#[tokio::test]
async fn decimals_keep_every_digit() {
    let served = Served::start().await;
    for text in [
        "0",
        "-0",
        "0.10",
        "1.000000000000000000000000000000000001",
        "123456789012345678901234567890",
        "1e-7",
        "2.5E+3",
        "-0.0000025",
    ] {
        let price: Decimal = text.parse().unwrap();
        served
            .gateway
            .records(|records| records.models[0].pricing.prompt = price);
        let sent = on_the_wire(&served, "/v1/model/acme/nova-2").await;
        assert_eq!(sent["data"]["pricing"]["prompt"], text);
        let got = served.client().get_model("acme", "nova-2").await.unwrap();
        assert_eq!(got.pricing.prompt.as_str(), text);
    }
    let (short, long): (Decimal, Decimal) = ("0.1".parse().unwrap(), "0.10".parse().unwrap());
    assert_eq!(short, long, "both are the same number");
}

#[tokio::test]
async fn an_undeclared_price_with_the_name_of_a_declared_one_is_an_internal_error() {
    let served = Served::start().await;
    served.gateway.records(|records| {
        let pricing = &mut records.models[0].pricing;
        pricing.others.insert("image".into(), "99".into());
    });
    let response: Response = Request::new("GET", "/v1/model/acme/nova-2")
        .key(MANAGEMENT_KEY)
        .send(served.address)
        .await;
    assert_eq!(response.status, 500, "{response:?}");
}

#[tokio::test]
async fn undeclared_prices_are_kept() {
    let served = Served::start().await;
    served.gateway.records(|records| {
        let pricing = &mut records.models[0].pricing;
        pricing.request = None;
        pricing
            .others
            .insert("internal_reasoning".into(), "0.30".into());
    });
    let sent = on_the_wire(&served, "/v1/model/acme/nova-2").await;
    let expected = json!({
        "prompt": "0.0000025", "completion": "0.00001", "image": "0.0036", "internal_reasoning": "0.30",
        "web_search": "0.01",
    });
    assert_eq!(sent["data"]["pricing"], expected);
    let got = served
        .client()
        .get_model("acme", "nova-2")
        .await
        .unwrap()
        .pricing;
    let others: Vec<_> = got
        .others
        .iter()
        .map(|(name, price)| (name.as_str(), price.as_str().unwrap()))
        .collect();
    assert_eq!(
        others,
        [("internal_reasoning", "0.30"), ("web_search", "0.01")]
    );
    assert_eq!(got.request, None);
}

#[tokio::test]
async fn unknown_values_of_an_open_enumeration_are_kept() {
    let served = Served::start().await;
    served.gateway.records(|records| {
        records.presets[0].status = "on hold – ü".into();
        records.members[0].role = OrganizationRole::from("org:billing");
        records.generations[0].data_region = DataRegion::Other("mars".into());
        records.models[0].architecture.output_modalities = vec!["text".into(), "smell".into()];
    });
    let client = served.client();
    let preset = client.list_presets().await.unwrap().data.remove(0);
    assert_eq!(preset.status, PresetStatus::Other("on hold – ü".into()));
    assert_eq!(
        on_the_wire(&served, "/v1/presets").await["data"][0]["status"],
        "on hold – ü"
    );
    let member = client
        .list_organization_members()
        .await
        .unwrap()
        .data
        .remove(0);
    assert_eq!(member.role.as_str(), "org:billing");
    let generation = client.get_generation("gen-1768469400-x7Qp").await.unwrap();
    assert_eq!(generation.data_region, DataRegion::Other("mars".into()));
    let model = client.get_model("acme", "nova-2").await.unwrap();
    assert_eq!(
        model.architecture.output_modalities,
        [OutputModality::Text, OutputModality::Other("smell".into())]
    );
}

#[test]
fn known_values_of_an_enumeration_are_variants() {
    assert_eq!(PresetStatus::from("active"), PresetStatus::Active);
    assert_eq!(
        PresetStatus::from(String::from("archived")),
        PresetStatus::Archived
    );
    for status in PresetStatus::KNOWN {
        assert_eq!(PresetStatus::from(status.as_str()), *status);
    }
    for role in Role::ALL {
        assert_eq!(role.as_str().parse::<Role>().unwrap(), *role);
    }
    assert!(
        "owner".parse::<Role>().is_err(),
        "the roles of a mapping are a closed enumeration"
    );
    assert!(
        serde_json::from_value::<Role>(json!("Admin")).is_err(),
        "values are case-sensitive"
    );
}

#[tokio::test]
async fn numbers_keep_every_bit() {
    let served = Served::start().await;
    for number in [
        0.1 + 0.2,
        1e-320,
        f64::MAX,
        -0.0,
        5e-324,
        9_007_199_254_740_993.0,
    ] {
        served
            .gateway
            .records(|records| records.credits.total_usage = number);
        let got = served.client().get_credits().await.unwrap();
        assert_eq!(got.total_usage.to_bits(), number.to_bits(), "{number:e}");
    }
    for id in [i64::MIN, i64::MAX, 9_007_199_254_740_993] {
        served.gateway.records(|records| {
            records.workspaces[0].io_logging_api_key_ids = Some(vec![id.into()])
        });
        let got = served.client().list_workspaces().await.unwrap();
        assert_eq!(got.data[0].io_logging_api_key_ids, Some(vec![id.into()]));
    }
}

/// JSON has no infinity. A handler that returns one fails, and the caller gets no partial response.
#[tokio::test]
async fn a_number_that_json_cannot_represent_is_500() {
    let served = Served::start().await;
    for number in [f64::NAN, f64::INFINITY] {
        served
            .gateway
            .records(|records| records.credits.total_credits = number);
        let response = Request::new("GET", "/v1/credits")
            .key(MANAGEMENT_KEY)
            .send(served.address)
            .await;
        assert_eq!(response.status, 500, "{}", response.body);
        response.error();
    }
}

#[tokio::test]
async fn any_text_arrives_unchanged() {
    let served = Served::start().await;
    for text in [
        "",
        "\"\\/\n\t\u{0}\u{7f}",
        "ü 🦀 \u{2028}",
        "</script>",
        "null",
    ] {
        served
            .gateway
            .records(|records| records.workspaces[0].name = text.into());
        let got = served.client().list_workspaces().await.unwrap();
        assert_eq!(got.data[0].name, text);
    }
}

#[tokio::test]
async fn free_form_json_arrives_unchanged() {
    let served = Served::start().await;
    let json = json!({ "a": [1, 2.5, null, { "b": "c" }], "": true, "big": 18_446_744_073_709_551_615_u64 });
    let members = json.as_object().unwrap().clone().into_iter().collect();
    served
        .gateway
        .records(|records| records.generations[0].provider_responses = Some(vec![members]));
    let sent = on_the_wire(&served, "/v1/generation?id=gen-1768469400-x7Qp").await;
    assert_eq!(sent["data"]["provider_responses"], json!([json]));
    let got = served
        .client()
        .get_generation("gen-1768469400-x7Qp")
        .await
        .unwrap();
    assert_eq!(
        got,
        served
            .gateway
            .records(|records| records.generations[0].clone())
    );
}
