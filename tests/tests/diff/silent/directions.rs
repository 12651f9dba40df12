//! A rule that is not compared concerns those who send the values: its verdicts are those of requests or of responses,
//! wherever the document says it.

use specsmith::diff::{Axis, Clients, diff};

use super::{Place, document, place};

/// Who sends the values of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    ByClients,
    ByTheApi,
    /// By the API to receivers.
    ToReceivers,
    ByBoth,
    /// By clients, and by the API to receivers.
    ByBothToReceivers,
}

impl Sent {
    /// What a new rule means on the wire, and for a rollback.
    const fn verdicts(self) -> [&'static str; 2] {
        match self {
            Self::ByClients => ["unknown", "compatible"],
            Self::ByTheApi | Self::ToReceivers => ["compatible", "unknown"],
            Self::ByBoth | Self::ByBothToReceivers => ["unknown", "unknown"],
        }
    }

    const fn is_to_receivers(self) -> bool {
        matches!(self, Self::ToReceivers | Self::ByBothToReceivers)
    }
}

/// Documents with `@` where a schema says the rule.
const PLACES: &[(Sent, Place)] = &[
    (
        Sent::ByClients,
        place(
            "the body of a request",
            "paths: { /orders: { post: { operationId: create, requestBody: { content: { application/json: { schema: { type: string, @ } } } }, responses: { '204': { description: None. } } } } }",
        ),
    ),
    (
        Sent::ByTheApi,
        place(
            "the body of a response",
            "paths: { /orders: { get: { operationId: read, responses: { '200': { description: All., content: { application/json: { schema: { type: string, @ } } } } } } } }",
        ),
    ),
    (
        Sent::ByTheApi,
        place(
            "a header of a response",
            "paths: { /orders: { get: { operationId: read, responses: { '204': { description: None., headers: { X-A: { schema: { type: string, @ } } } } } } } }",
        ),
    ),
    (
        Sent::ByTheApi,
        place(
            "an error",
            "paths: { /orders: { get: { operationId: read, responses: { '204': { description: None. }, '409': { description: No., content: { application/json: { schema: { type: object, properties: { a: { type: string, @ } } } } } } } } } }",
        ),
    ),
    (
        Sent::ByClients,
        place(
            "a parameter of a path and all of its operations",
            "paths: { /orders: { parameters: [{ name: a, in: query, schema: { type: string, @ } }], get: { operationId: read, responses: { '204': { description: None. } } } } }",
        ),
    ),
    (
        Sent::ToReceivers,
        place(
            "the body of a webhook",
            "webhooks: { created: { post: { requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { a: { type: string, @ } } } } } }, responses: { '204': { description: None. } } } } }",
        ),
    ),
    (
        Sent::ToReceivers,
        place(
            "a header of a webhook",
            "webhooks: { created: { post: { parameters: [{ name: X-A, in: header, required: true, schema: { type: string, @ } }], responses: { '204': { description: None. } } } } }",
        ),
    ),
    (
        Sent::ToReceivers,
        place(
            "the body of a callback",
            "paths: { /orders: { post: { operationId: create, callbacks: { created: { '{$request.query.url}': { post: { requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { a: { type: string, @ } } } } } }, responses: { '204': { description: None. } } } } } }, responses: { '204': { description: None. } } } } }",
        ),
    ),
    (
        Sent::ToReceivers,
        place(
            "the body of a callback in the components",
            "paths: { /orders: { post: { operationId: create, callbacks: { created: { $ref: '#/components/callbacks/created' } }, responses: { '204': { description: None. } } } } }\ncomponents: { callbacks: { created: { '{$request.query.url}': { post: { requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { a: { type: string, @ } } } } } }, responses: { '204': { description: None. } } } } } } }",
        ),
    ),
    (
        Sent::ByClients,
        place(
            "a property that is named `responses`",
            "paths: { /orders: { get: { operationId: read, parameters: [{ name: a, in: query, content: { application/json: { schema: { type: object, properties: { responses: { type: object, properties: { a: { type: string, @ } } } } } } } }], responses: { '204': { description: None. } } } } }",
        ),
    ),
    (
        Sent::ByClients,
        place(
            "a schema that is named `responses`",
            "paths: { /orders: { post: { operationId: create, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/responses' } } } }, responses: { '204': { description: None. } } } } }\ncomponents: { schemas: { responses: { type: object, properties: { a: { type: string, @ } } } } }",
        ),
    ),
    (
        Sent::ByTheApi,
        place(
            "properties that are named `parameters` and `requestBody`",
            "paths: { /orders: { get: { operationId: read, responses: { '200': { description: All., content: { application/json: { schema: { type: object, properties: { parameters: { type: object, properties: { requestBody: { type: string, @ } } } } } } } } } } } }",
        ),
    ),
    (
        Sent::ByClients,
        place(
            "a body of a request in the components",
            "paths: { /orders: { post: { operationId: create, requestBody: { $ref: '#/components/requestBodies/Order' }, responses: { '204': { description: None. } } } } }\ncomponents: { requestBodies: { Order: { content: { application/json: { schema: { type: string, @ } } } } } }",
        ),
    ),
    (
        Sent::ByClients,
        place(
            "a parameter in the components",
            "paths: { /orders: { get: { operationId: read, parameters: [{ $ref: '#/components/parameters/a' }], responses: { '204': { description: None. } } } } }\ncomponents: { parameters: { a: { name: a, in: query, schema: { type: string, @ } } } }",
        ),
    ),
    (
        Sent::ByTheApi,
        place(
            "a header in the components",
            "paths: { /orders: { get: { operationId: read, responses: { '204': { description: None., headers: { X-A: { $ref: '#/components/headers/A' } } } } } } }\ncomponents: { headers: { A: { schema: { type: string, @ } } } }",
        ),
    ),
    (
        Sent::ByTheApi,
        place(
            "a schema that a response refers to",
            "paths: { /orders: { get: { operationId: read, responses: { '200': { $ref: '#/components/responses/Order' } } } } }\ncomponents: { responses: { Order: { description: All., content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }, schemas: { Order: { type: object, properties: { a: { $ref: '#/components/schemas/Word' } } }, Word: { type: string, @ } } }",
        ),
    ),
    (
        Sent::ByBoth,
        place(
            "a schema of a request and of a response",
            "paths: { /orders: { post: { operationId: create, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }, responses: { '200': { description: All., content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } } } } }\ncomponents: { schemas: { Order: { type: object, properties: { a: { type: string, @ } } } } }",
        ),
    ),
    (
        Sent::ByBothToReceivers,
        place(
            "a schema of a request and of a webhook",
            "paths: { /orders: { post: { operationId: create, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }, responses: { '204': { description: None. } } } } }\nwebhooks: { created: { post: { requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }, responses: { '204': { description: None. } } } } }\ncomponents: { schemas: { Order: { type: object, properties: { a: { type: string, @ } } } } }",
        ),
    ),
    (
        Sent::ByBoth,
        place(
            "a part of a request that a response refers to",
            "paths: { /orders: { post: { operationId: create, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }, responses: { '200': { description: All., content: { application/json: { schema: { $ref: '#/components/schemas/Order/properties/line' } } } } } } } }\ncomponents: { schemas: { Order: { type: object, properties: { line: { type: object, properties: { a: { type: string, @ } } } } } } }",
        ),
    ),
    (
        Sent::ByBoth,
        place(
            "properties that two schemas refer to",
            "paths: { /orders: { post: { operationId: create, requestBody: { content: { application/json: { schema: { type: object, properties: { $ref: '#/x-properties' } } } } }, responses: { '200': { description: All., content: { application/json: { schema: { type: object, properties: { $ref: '#/x-properties' } } } } } } } } }\nx-properties: { a: { type: string, @ } }",
        ),
    ),
    (
        Sent::ByTheApi,
        place(
            "a schema that extends the one of a response",
            "paths: { /pets: { get: { operationId: read, responses: { '200': { description: All., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } } } }\ncomponents: { schemas: { Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }, Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { a: { type: string, @ } } }] } } }",
        ),
    ),
    (
        Sent::ByBoth,
        place(
            "a schema of a request that extends the one of a response",
            "paths: { /pets: { post: { operationId: create, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Cat' } } } }, responses: { '200': { description: All., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } } } }\ncomponents: { schemas: { Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }, Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { a: { type: string, @ } } }] } } }",
        ),
    ),
    (
        Sent::ByClients,
        place(
            "the body of a request of Swagger",
            "swagger: '2.0'\npaths: { /orders: { post: { operationId: create, parameters: [{ name: order, in: body, schema: { type: object, properties: { a: { type: string, @ } } } }], responses: { '204': { description: None. } } } } }",
        ),
    ),
    (
        Sent::ByTheApi,
        place(
            "the body of a response of Swagger",
            "swagger: '2.0'\npaths: { /orders: { get: { operationId: read, responses: { '200': { description: All., schema: { $ref: '#/definitions/Order' } } } } } }\ndefinitions: { Order: { type: object, properties: { a: { type: string, @ } } } }",
        ),
    ),
];

/// The rules of the changes from one document to another, with their verdicts on the wire and for a rollback, and whether
/// they concern receivers.
fn found(old: &str, new: &str, place: &Place) -> Vec<(&'static str, [&'static str; 2], bool)> {
    let sources = [old, new].map(|rule| document(place, [rule, ""]));
    let [old, new] = &sources;
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let changes = diff(&read(old), &read(new)).into_iter();
    changes
        .map(|change| {
            let verdict = |axis| change.verdict(axis, Clients::Any).name();
            let verdicts = [Axis::Wire, Axis::Rollback].map(verdict);
            (change.rule.id(), verdicts, change.in_webhooks)
        })
        .collect()
}

#[test]
fn a_rule_concerns_those_who_send_the_values() {
    for (sent, place) in PLACES {
        let [wire, rollback] = sent.verdicts();
        let is_to_receivers = sent.is_to_receivers();
        assert_eq!(
            found("", "format: color", place),
            [("unchecked-rule-added", [wire, rollback], is_to_receivers)],
            "{}",
            place.name
        );
        assert_eq!(
            found("format: color", "", place),
            [("unchecked-rule-removed", [rollback, wire], is_to_receivers)],
            "{}",
            place.name
        );
    }
}

#[test]
fn another_rule_is_not_compared_for_those_who_send_the_values() {
    for (sent, place) in PLACES {
        let verdicts = ["unknown", "unknown"];
        assert_eq!(
            found("format: color", "format: phone", place),
            [("not-compared", verdicts, sent.is_to_receivers())],
            "{}",
            place.name
        );
    }
}
