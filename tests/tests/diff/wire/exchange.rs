//! One operation in two versions: requests of one client to the other server, and the responses.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use serde_json::{Map, Value, json};

use super::samples::samples;
use super::schema::Schema;

/// How many random values are made of each schema.
const SAMPLES: usize = 200;

/// A version of an API: its exported document, its operations by their methods and paths, and its webhooks by their names,
/// with their methods.
pub(super) struct Version {
    document: Value,
    operations: BTreeMap<(String, String), Operation>,
    webhooks: BTreeMap<String, (String, Operation)>,
}

impl Version {
    pub(super) fn new(document: Value) -> Self {
        let mut operations = BTreeMap::new();
        let paths = document["paths"].as_object();
        for (path, item) in paths.into_iter().flatten() {
            for (method, operation) in item.as_object().into_iter().flatten() {
                if operation.get("responses").is_some() {
                    let key = (method.clone(), without_names(path));
                    operations.insert(key, (path.clone(), operation.clone()));
                }
            }
        }
        let mut webhooks = BTreeMap::new();
        let all = document["webhooks"].as_object();
        for (name, item) in all.into_iter().flatten() {
            for (method, webhook) in item.as_object().into_iter().flatten() {
                if webhook.get("responses").is_some() {
                    let webhook = (String::new(), webhook.clone());
                    webhooks.insert(name.clone(), (method.clone(), webhook));
                }
            }
        }
        Self {
            document,
            operations,
            webhooks,
        }
    }

    fn part<'a>(&'a self, part: &'a Value) -> &'a Value {
        match part["$ref"].as_str().and_then(|of| of.strip_prefix('#')) {
            Some(pointer) => self.document.pointer(pointer).unwrap_or(part),
            None => part,
        }
    }

    fn schema(&self, schema: &Value) -> Schema {
        Schema::new(schema, &self.document)
    }
}

/// An operation with its path.
type Operation = (String, Value);

/// A path whose parameters have no names.
fn without_names(path: &str) -> String {
    let parts = path.split('{').map(|part| match part.split_once('}') {
        Some((_, rest)) => format!("}}{rest}"),
        None => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("{")
}

/// What happens if clients of one version call servers of the other, and receive the webhooks of these, by the name that
/// the operation or the webhook has for its caller.
#[derive(Default)]
pub(super) struct Outcome {
    /// Why calls fail.
    pub(super) failures: BTreeMap<String, String>,
    /// The operations that were called.
    pub(super) called: BTreeSet<String>,
    /// Operations of which not all values could be made, or of which the document does not have all contents.
    pub(super) unsure: BTreeSet<String>,
    /// Operations whose errors have a different body. Calls that fail anyway do not work because of what their errors say.
    pub(super) with_other_errors: BTreeSet<String>,
}

pub(super) fn exchange(client: &Version, server: &Version, rng: &mut Rng) -> Outcome {
    let mut outcome = Outcome::default();
    for (key, called) in &client.operations {
        let name = called.1["operationId"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        outcome.called.insert(name.clone());
        let Some(served) = server.operations.get(key) else {
            outcome.failures.insert(name, "nothing answers".to_owned());
            continue;
        };
        let exchange = Exchange {
            client,
            server,
            is_webhook: false,
            rng: &mut *rng,
            is_unsure: false,
        };
        exchange.run(name, called, served, &mut outcome);
    }
    for (name, (method, sent)) in &server.webhooks {
        // Receivers do not have to serve new webhooks.
        let Some((served_method, served)) = client.webhooks.get(name) else {
            continue;
        };
        outcome.called.insert(name.clone());
        if method != served_method {
            let failure = format!("the webhook is not expected as {method}");
            outcome.failures.insert(name.clone(), failure);
            continue;
        }
        let exchange = Exchange {
            client: server,
            server: client,
            is_webhook: true,
            rng: &mut *rng,
            is_unsure: false,
        };
        exchange.run(name.clone(), sent, served, &mut outcome);
    }
    outcome
}

/// A caller and who answers. For webhooks, these are the sender and the receiver.
struct Exchange<'a> {
    client: &'a Version,
    server: &'a Version,
    is_webhook: bool,
    rng: &'a mut Rng,
    /// Whether not all values could be made.
    is_unsure: bool,
}

impl Exchange<'_> {
    fn run(mut self, name: String, called: &Operation, served: &Operation, outcome: &mut Outcome) {
        let failure = self.failure(called, served);
        if self.is_unsure {
            outcome.unsure.insert(name.clone());
        }
        if self.errors(&called.1, &served.1) {
            outcome.with_other_errors.insert(name.clone());
        }
        let failure = failure.map(|failure| (name, failure));
        outcome.failures.extend(failure);
    }

    /// A schema as the answering side reads requests.
    fn as_read_in_requests(&self, schema: Schema) -> Schema {
        match self.is_webhook {
            true => schema.as_read_by_receivers(),
            false => schema,
        }
    }

    /// A schema as the caller reads responses. Senders of webhooks may check everything.
    fn as_read_in_responses(&self, schema: Schema) -> Schema {
        match self.is_webhook {
            true => schema,
            false => schema.as_read_by_clients(),
        }
    }

    fn failure(&mut self, called: &Operation, served: &Operation) -> Option<String> {
        self.access(&called.1, &served.1)
            .or_else(|| self.parameters(called, served))
            .or_else(|| self.body(&called.1, &served.1))
            .or_else(|| self.responses(&called.1, &served.1))
    }

    /// Each choice of credentials that the client has must be enough for the server.
    fn access(&self, called: &Value, served: &Value) -> Option<String> {
        let choices = |operation: &Value| {
            let choices = operation["security"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            match choices.is_empty() {
                true => vec![json!({})],
                false => choices,
            }
        };
        let scheme = |version: &Version, name: &str| {
            let mut scheme = version.document["components"]["securitySchemes"][name].clone();
            if let Some(scheme) = scheme.as_object_mut() {
                scheme.retain(|key, _| ["type", "scheme", "in", "name"].contains(&key.as_str()));
            }
            scheme
        };
        let is_enough = |has: &Value, needs: &Value| {
            needs
                .as_object()
                .into_iter()
                .flatten()
                .all(|(needed, scopes)| {
                    has.as_object().into_iter().flatten().any(|(name, known)| {
                        let known = known.as_array().into_iter().flatten();
                        let known: Vec<&Value> = known.collect();
                        scheme(self.client, name) == scheme(self.server, needed)
                            && scopes
                                .as_array()
                                .into_iter()
                                .flatten()
                                .all(|scope| known.contains(&scope))
                    })
                })
        };
        let accepted = choices(served);
        let refused = choices(called)
            .into_iter()
            .find(|has| !accepted.iter().any(|needs| is_enough(has, needs)));
        refused.map(|has| format!("the credentials {has} are refused"))
    }

    fn parameters(&mut self, called: &Operation, served: &Operation) -> Option<String> {
        let sent = parameters(self.client, &called.0, &called.1);
        let read = parameters(self.server, &served.0, &served.1);
        for (key, needed) in &read {
            let is_needed = needed["required"] == true;
            match sent.get(key) {
                None if is_needed => return Some(format!("{key:?} is not sent")),
                Some(sent) if is_needed && sent["required"] != true => {
                    return Some(format!("{key:?} may be absent"));
                }
                _ => {}
            }
        }
        for (key, sent) in &sent {
            let Some(read) = read.get(key) else {
                continue;
            };
            let style = |parameter: &Value| {
                ["style", "explode", "x-specsmith-lists"].map(|key| parameter[key].clone())
            };
            let schema = |parameter: &Value| {
                let content = parameter["content"]
                    .as_object()
                    .and_then(|all| all.values().next());
                content.map_or_else(
                    || parameter["schema"].clone(),
                    |content| content["schema"].clone(),
                )
            };
            let is_json = |parameter: &Value| parameter.get("content").is_some();
            let (from, to) = (
                self.client.schema(&schema(sent)),
                self.as_read_in_requests(self.server.schema(&schema(read))),
            );
            let default = |version: &Version, parameter: &Value| {
                version.part(&schema(parameter)).get("default").cloned()
            };
            let defaults = (default(self.client, sent), default(self.server, read));
            if sent["required"] != true
                && let (Some(old), Some(new)) = defaults
                && old != new
            {
                return Some(format!("without {key:?}, another default is used"));
            }
            let is_plain = |value: &Value| !value.is_array() && !value.is_object();
            let failing = self.failing(&from, &to, true);
            if failing.is_some() {
                return failing.map(|value| format!("{key:?} may be {value}"));
            }
            if style(sent) != style(read) || is_json(sent) != is_json(read) {
                let mut plenty = samples(&from, &to, self.rng, 20).into_iter();
                let styled = plenty.find(|value| !is_plain(value));
                if let Some(value) = styled {
                    return Some(format!("{key:?} has another style: {value}"));
                }
            }
        }
        None
    }

    fn body(&mut self, called: &Value, served: &Value) -> Option<String> {
        let (sent, read) = (called.get("requestBody"), served.get("requestBody"));
        match (sent, read) {
            (None, Some(read)) if read["required"] == true => Some("no body is sent".to_owned()),
            (Some(sent), Some(read)) => {
                if read["required"] == true && sent["required"] != true {
                    return Some("the body may be absent".to_owned());
                }
                self.contents(&sent["content"], &read["content"], true)
            }
            _ => None,
        }
    }

    fn contents(&mut self, sent: &Value, read: &Value, is_request: bool) -> Option<String> {
        let empty = Map::new();
        let (sent, read) = [sent, read]
            .map(|all| all.as_object().unwrap_or(&empty))
            .into();
        let is_one = sent.len() == 1 && read.len() == 1;
        let is_json = |media: &str| media.contains("json");
        for (media, written) in sent {
            let is_bytes = |content: &Value| content["schema"]["format"] == "binary";
            let expected = match read.get(media).or_else(|| read.get("*/*")) {
                Some(expected) => expected,
                // A client reads the only content that it knows, and takes any for bytes.
                None if !is_request
                    && is_one
                    && read.iter().all(|(read, expected)| {
                        is_bytes(expected) || is_json(read) == is_json(media)
                    }) =>
                {
                    read.values().next()?
                }
                None => return Some(format!("{media} is not known")),
            };
            if !is_request && is_bytes(expected) {
                continue;
            }
            let is_text = ["form", "xml", "multipart"]
                .iter()
                .any(|text| media.contains(text));
            let details = |content: &Value| {
                let keys = [
                    "x-specsmith-events",
                    "x-specsmith-lists",
                    "x-specsmith-envelope",
                ];
                keys.map(|key| content[key].clone())
            };
            // Of contents with the same media type, a document has one. Events for errors have no schema in it.
            self.is_unsure |= [written, expected].into_iter().any(|content| {
                content.get("x-specsmith-selected-by").is_some()
                    || !content["x-specsmith-events"]["error"].is_null()
            });
            if details(written) != details(expected) {
                return Some(format!("{media} is written in another way"));
            }
            let (from, to) = match (item(written), item(expected)) {
                (Some(from), Some(to)) => (from, to),
                (None, None) => (&written["schema"], &expected["schema"]),
                _ => return Some(format!("{media} has events, or has none")),
            };
            let from = self.schema_of(from, is_request);
            let to = self.schema_of(to, !is_request);
            let to = match is_request {
                true => self.as_read_in_requests(to),
                false => self.as_read_in_responses(to),
            };
            let failing = self.failing(&from, &to, is_text);
            if failing.is_some() {
                return failing.map(|value| format!("the body may be {value}"));
            }
        }
        None
    }

    /// The schema of what the client sends, or of what the server sends.
    fn schema_of(&self, schema: &Value, is_of_client: bool) -> Schema {
        match is_of_client {
            true => self.client.schema(schema),
            false => self.server.schema(schema),
        }
    }

    fn responses(&mut self, called: &Value, served: &Value) -> Option<String> {
        let successes = |operation: &Value| -> Map<String, Value> {
            let all = operation["responses"].as_object().into_iter().flatten();
            let all = all.filter(|(status, _)| status.starts_with(['2', '3']) && *status != "304");
            all.map(|(status, response)| (status.clone(), response.clone()))
                .collect()
        };
        let (known, sent) = (successes(called), successes(served));
        // A status of a class may be one that the client reads in its own way.
        let of_class = |status: &String, response: &Value| {
            let class = status.strip_suffix("XX").map(str::to_owned);
            let own = known.keys().filter(|own| !sent.contains_key(*own));
            let own = own.filter(|own| class.as_ref().is_some_and(|class| own.starts_with(class)));
            let own: Vec<_> = own.map(|own| (own.clone(), response.clone())).collect();
            own
        };
        let own = sent
            .iter()
            .flat_map(|(status, response)| of_class(status, response));
        let own: Vec<(String, Value)> = own.collect();
        for (status, response) in sent
            .iter()
            .chain(own.iter().map(|(one, other)| (one, other)))
        {
            let class = format!("{}XX", &status[..1]);
            let Some(expected) = known.get(status).or_else(|| known.get(&class)) else {
                // Whether senders care for the status of a success is up to them.
                if self.is_webhook {
                    continue;
                }
                return Some(format!("the status {status} is not known"));
            };
            let (response, expected) = (self.server.part(response), self.client.part(expected));
            if expected.get("content").is_some() && response.get("content").is_none() {
                return Some(format!("{status} has no content"));
            }
            if expected.get("content").is_some() {
                let (sent, read) = (response["content"].clone(), expected["content"].clone());
                let failing = self.contents(&sent, &read, false);
                if failing.is_some() {
                    return failing;
                }
            }
            let (sent, read) = (
                headers(self.server, response),
                headers(self.client, expected),
            );
            for (name, read) in read {
                let header = sent.get(&name);
                if read["required"] == true
                    && header.is_none_or(|header| header["required"] != true)
                {
                    return Some(format!("the header {name} may be absent"));
                }
                if let Some(header) = header {
                    let from = self.server.schema(&header["schema"]);
                    let to = self.as_read_in_responses(self.client.schema(&read["schema"]));
                    let failing = self.failing(&from, &to, true);
                    if failing.is_some() {
                        return failing.map(|value| format!("the header {name} may be {value}"));
                    }
                }
            }
        }
        None
    }

    /// Whether what errors say is different.
    fn errors(&self, called: &Value, served: &Value) -> bool {
        let errors = |version: &Version, operation: &Value| -> Vec<(String, Value, Schema)> {
            let all = operation["responses"].as_object().into_iter().flatten();
            let all = all.filter(|(status, _)| !status.starts_with(['2', '3']));
            let all = all.map(|(status, response)| {
                let response = version.part(response).clone();
                let schema = version.schema(&response);
                (status.clone(), response, schema)
            });
            all.collect()
        };
        errors(self.client, called) != errors(self.server, served)
    }

    /// A value of one schema that the other does not allow.
    fn failing(&mut self, from: &Schema, to: &Schema, is_text: bool) -> Option<Value> {
        if from == to {
            return None;
        }
        let validator = to.validator();
        let samples = samples(from, to, self.rng, SAMPLES);
        self.is_unsure |= samples.is_empty();
        samples.into_iter().find(|value| match is_text {
            true => !to
                .as_text(value)
                .iter()
                .any(|value| validator.is_valid(value)),
            false => !validator.is_valid(value),
        })
    }
}

/// The parameters of an operation by their places and names.
fn parameters(
    version: &Version,
    path: &str,
    operation: &Value,
) -> BTreeMap<(String, String), Value> {
    let all = operation["parameters"].as_array().into_iter().flatten();
    let all = all.map(|parameter| {
        let parameter = version.part(parameter);
        let text = |key: &str| parameter[key].as_str().unwrap_or_default().to_owned();
        let (place, mut name) = (text("in"), text("name"));
        match place.as_str() {
            "header" => name.make_ascii_lowercase(),
            // Names of parameters in paths are not on the wire, but their order is.
            "path" => {
                let place = path.find(&format!("{{{name}}}"));
                name = format!("at {}", path[..place.unwrap_or(0)].matches('{').count());
            }
            _ => {}
        }
        ((place, name), parameter.clone())
    });
    all.collect()
}

fn headers(version: &Version, response: &Value) -> BTreeMap<String, Value> {
    let all = response["headers"].as_object().into_iter().flatten();
    let all = all.map(|(name, header)| (name.to_ascii_lowercase(), version.part(header).clone()));
    all.collect()
}

/// The schema of the data of events, or of lines.
fn item(content: &Value) -> Option<&Value> {
    let item = content.get("x-specsmith-item-schema")?;
    let data = item["properties"].get("data").unwrap_or(item);
    Some(data.get("contentSchema").unwrap_or(data))
}
