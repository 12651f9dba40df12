//! Contents of responses that a field of the body chooses.

use serde_json::{Map, Value, json};

use super::Random;

/// Adds a body in JSON or any form, and a response whose content one of its fields chooses.
pub(super) fn choice(random: &mut Random, operation: &mut Map<String, Value>) {
    let name = random.words.wire(&mut random.rng);
    let values = [
        ("string", json!("a \"b\" & c=d+é")),
        ("uint64", json!(7)),
        ("boolean", json!(true)),
    ];
    let (ty, value) = &values[random.rng.usize(..values.len())];
    let optional = if random.chance(50) { "?" } else { "" };
    // Such names cannot be in a form.
    let may_be_form = !name.contains(['[', ']']) && !name.bytes().all(|byte| byte.is_ascii_digit());
    let kinds = ["", "form", "multipart"];
    let kind = kinds[random.rng.usize(..if may_be_form { 3 } else { 1 })];
    let ty = match kind != "multipart" && random.chance(20) {
        true => format!("{ty}?"),
        false => (*ty).to_owned(),
    };
    let mut chosen = random.notes();
    let mut fields = json!({ format!("{name}{optional}"): ty });
    if kind == "multipart" && random.chance(60) {
        fields["a file"] = json!("binary");
    }
    chosen.insert("fields".into(), fields);
    let body = format!("Chosen{}", random.forms.len());
    random.forms.insert(body.clone(), Value::Object(chosen));
    let body = match kind {
        "" => body,
        kind => format!("{kind}<{body}>"),
    };
    operation.insert("body".into(), json!(body));
    let mut other = random.notes();
    let lines = format!("json_lines<{}>", random.types.any(&mut random.rng, 2));
    let content = ["text", "binary", &lines][random.rng.usize(..3)];
    other.insert("type".into(), json!(content));
    other.insert("selected_by".into(), json!({ "body": { name: value } }));
    let first = random.types.any(&mut random.rng, 2);
    let choice = json!({ "first": first, "second": other });
    operation.insert("returns".into(), json!({ "choice": choice }));
}
