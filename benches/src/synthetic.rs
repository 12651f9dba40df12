//! Synthetic specifications of any number of operations, with resources like the resources of real APIs.

/// The number of operations of a resource. It has fifteen types.
pub const OPERATIONS_PER_RESOURCE: usize = 10;

/// The parts of the resources' names: an area and a thing.
const AREAS: [&str; 20] = [
    "Account",
    "Billing",
    "Campaign",
    "Catalog",
    "Cluster",
    "Contract",
    "Customer",
    "Delivery",
    "Device",
    "Finance",
    "Identity",
    "Inventory",
    "Logistics",
    "Market",
    "Network",
    "Payroll",
    "Project",
    "Sales",
    "Storage",
    "Support",
];
const THINGS: [&str; 20] = [
    "Agent", "Backup", "Channel", "Coupon", "Document", "Record", "Folder", "Gateway", "Invoice",
    "Job", "Ledger", "Message", "Order", "Rule", "Queue", "Report", "Schedule", "Ticket", "Vendor",
    "Webhook",
];

/// The YAML of a specification with `operations` operations, rounded up to whole resources, and one and
/// a half times as many types. `runtime` is the path of the runtime, relative to the generated crate.
///
/// Every resource has ten operations: list in pages, search, create, read, replace, update, delete and
/// archive, and list and read its events. Ten of its fifteen types are objects of eleven fields, the
/// others identifiers and enumerations.
///
/// ```
/// let yaml = specsmith_benches::specification(10, "../runtime");
/// assert_eq!(yaml.matches("\n    route: ").count(), 10);
/// ```
pub fn specification(operations: usize, runtime: &str) -> String {
    let names: Vec<Name> = (0..operations.div_ceil(OPERATIONS_PER_RESOURCE))
        .map(Name::new)
        .collect();
    let mut yaml = HEAD.replace("{runtime}", runtime);
    yaml.push_str("\ntypes:\n");
    for name in &names {
        yaml.push_str(&name.fill(TYPES));
    }
    yaml.push_str("\noperations:\n");
    for name in &names {
        yaml.push_str(&name.fill(OPERATIONS));
    }
    yaml
}

/// The name of a resource.
struct Name {
    /// `BillingInvoice`.
    camel: String,
    /// `billing_invoice`.
    snake: String,
    /// `billing-invoices`.
    path: String,
}

impl Name {
    fn new(index: usize) -> Self {
        let (area, thing) = (
            AREAS[index % AREAS.len()],
            THINGS[index / AREAS.len() % THINGS.len()],
        );
        // After four hundred resources, the names repeat with a number.
        let round = match index / (AREAS.len() * THINGS.len()) {
            0 => String::new(),
            round => (round + 1).to_string(),
        };
        let (lower_area, lower_thing) = (area.to_lowercase(), thing.to_lowercase());
        Self {
            camel: format!("{area}{thing}{round}"),
            snake: format!("{lower_area}_{lower_thing}{round}"),
            path: format!("{lower_area}-{lower_thing}{round}s"),
        }
    }

    fn fill(&self, template: &str) -> String {
        template
            .replace("{Name}", &self.camel)
            .replace("{name}", &self.snake)
            .replace("{path}", &self.path)
    }
}

const HEAD: &str = r"specsmith: 1
api:
  name: Synthetic
  title: Synthetic API
  version: 1.0.0
  base_path: /v1
  doc: A synthetic API for benchmarks.
rust: { crate: synthetic-api, runtime: '{runtime}' }
auth:
  schemes:
    key:
      scheme: bearer
      kinds:
        api_key: Any valid key.
        admin_key: A key with write access.
pagers:
  page:
    offset: { parameter: offset, doc: The number of items to skip. }
    limit: { parameter: limit, default: 50, max: 100, doc: The maximum number of items. }
    items: data
    total: total_count
error_body: { envelope: error, status: code, message: message, metadata?: metadata }
errors:
  400: { name: BadRequest, message: Invalid request, when: A parameter or the body is malformed. }
  401: { name: Unauthorized, message: Invalid key, when: The request has no valid key. }
  403: { name: Forbidden, message: Forbidden, when: The key lacks the permission. }
  404: { name: NotFound, message: Not found, when: The resource does not exist. }
  409: { name: Conflict, message: Conflict, when: The resource was changed concurrently. }
  422: { name: Unprocessable, message: Unprocessable request, when: The state of the resource does not allow it. }
  429:
    name: TooManyRequests
    message: Too many requests
    when: The key has exceeded its rate limit.
    retry: true
    headers: { X-RateLimit-Limit?: integer, Retry-After?: { type: integer, doc: Seconds to wait. } }
  500: { name: InternalServerError, message: Internal server error, when: An internal error occurred. }
";

const TYPES: &str = r"
  {Name}Id: { newtype: string, min_length: 1, max_length: 64, doc: Identifies a {name}., example: x-1b7 }
  {Name}EventId: { newtype: uuid, doc: Identifies an event of a {name}. }
  {Name}Status: { enum: [draft, active, suspended, archived], doc: The state of a {name}. }
  {Name}Kind: { enum: [standard, premium, internal, trial, partner], open: true, doc: The kind of a {name}. }
  {Name}EventType: { enum: [created, updated, archived, deleted, restored], open: true, doc: The type of an event. }
  {Name}:
    doc: A {name}.
    fields:
      id: { type: {Name}Id, doc: The id. }
      name: { type: string, doc: The name., min_length: 1, max_length: 200 }
      description: { type: string?, doc: The purpose. }
      status: { type: {Name}Status, doc: The state. }
      kind: { type: {Name}Kind, doc: The kind. }
      owner: { type: {Name}Owner, doc: The owner. }
      settings: { type: {Name}Settings, doc: The settings. }
      usage?: { type: {Name}Usage?, doc: The usage. Omitted in lists. }
      tags: { type: list<string>, doc: The tags for searching. }
      created_at: { type: timestamp, doc: The time of creation. }
      updated_at?: { type: timestamp?, doc: The time of the last change. }
  {Name}Owner:
    doc: The owner of a {name}.
    fields:
      user: { type: string, doc: The user id., max_length: 64 }
      email: { type: string, personal: true, doc: The e-mail address. }
      first_name: { type: string?, personal: true, doc: The first name. }
      last_name: { type: string?, personal: true, doc: The last name. }
      team?: { type: string, doc: The team. }
      locale?: { type: string, default: en, doc: The preferred language. }
      time_zone?: { type: string?, doc: The time zone. }
      is_admin: { type: boolean, doc: Whether the owner is an administrator. }
      active: { type: boolean, doc: Whether the account is active. }
      joined_at: { type: timestamp, doc: The time of joining. }
      last_seen_at?: { type: timestamp?, doc: The time of the last activity. }
  {Name}Settings:
    doc: The settings of a {name}.
    fields:
      enabled: { type: boolean, doc: Whether it is enabled. }
      visibility: { type: string, doc: The visibility. }
      retention_days?: { type: integer, default: 30, min: 1, max: 3650, doc: The retention in days. }
      sampling_rate?: { type: number?, min: 0, max: 1, doc: The sampled fraction. }
      limits: { type: {Name}Limits, doc: The limits. }
      allowed_origins: { type: list<string>, max_items: 50, doc: The allowed origins of requests. }
      labels: { type: map<string>, doc: Machine-readable labels. }
      extra?: { type: json, doc: Additional data. }
      callback_url?: { type: string?, doc: The URL that is notified of changes. }
      notify: { type: boolean, doc: Whether notifications are sent. }
      version: { type: integer, doc: The version number. }
  {Name}Limits:
    doc: The limits of a {name}.
    fields:
      requests_per_minute: { type: integer, min: 0, doc: Requests per minute. }
      requests_per_day: { type: integer, min: 0, doc: Requests per day. }
      bytes_per_day?: { type: integer?, doc: Bytes per day. }
      connections: { type: integer, doc: Concurrent connections. }
      budget: { type: decimal, doc: The budget. }
      budget_currency: { type: string, min_length: 3, max_length: 3, doc: The currency. }
      budget_reset?: { type: timestamp?, doc: The time when the budget is reset. }
      burst?: { type: number, doc: The tolerated burst above the limit. }
      hard: { type: boolean, doc: Whether requests above the limit are rejected. }
      contact?: { type: string?, doc: The contact for higher limits. }
      note?: { type: string, doc: A note. }
  {Name}Usage:
    doc: The usage of a {name}.
    fields:
      requests: { type: integer, doc: All requests. }
      requests_today: { type: integer, doc: Requests today. }
      bytes_in: { type: integer, doc: Bytes received. }
      bytes_out: { type: integer, doc: Bytes sent. }
      errors: { type: integer, doc: Failed requests. }
      cost: { type: decimal, doc: The cost. }
      average_latency?: { type: number?, doc: The average latency in seconds. }
      worst_latency?: { type: number?, doc: The maximum latency in seconds. }
      by_day: { type: map<integer>, doc: Requests by day. }
      first_used_at: { type: timestamp?, doc: The time of the first use. }
      last_used_at: { type: timestamp?, doc: The time of the last use. }
  {Name}Create:
    doc: A {name} to create.
    fields:
      name: { type: string, doc: The name., min_length: 1, max_length: 200 }
      description?: { type: string, doc: The purpose. }
      kind: { type: {Name}Kind, doc: The kind. }
      status?: { type: {Name}Status, default: draft, doc: The state. }
      owner: { type: {Name}Owner, doc: The owner. }
      settings: { type: {Name}Settings, doc: The settings. }
      tags?: { type: list<string>, max_items: 20, doc: The tags for searching. }
      template?: { type: {Name}Id, doc: The template to copy. }
      starts_at?: { type: timestamp, doc: The start time. }
      ends_at?: { type: timestamp?, doc: The end time. }
      dry_run?: { type: boolean, default: false, doc: Whether to validate without changes. }
  {Name}Update:
    doc: The changes to a {name}. Omitted fields stay unchanged.
    fields:
      name?: { type: string, doc: The name., min_length: 1, max_length: 200 }
      description?: { type: string?, doc: The purpose. }
      kind?: { type: {Name}Kind, doc: The kind. }
      status?: { type: {Name}Status, doc: The state. }
      owner?: { type: {Name}Owner, doc: The owner. }
      settings?: { type: {Name}Settings, doc: The settings. }
      tags?: { type: list<string>, doc: The tags for searching. }
      starts_at?: { type: timestamp?, doc: The start time. }
      ends_at?: { type: timestamp?, doc: The end time. }
      version?: { type: integer, doc: The version to change. }
      note?: { type: string?, doc: A note. }
  {Name}Archive:
    doc: The reason to archive a {name}.
    fields:
      reason: { type: string, max_length: 500, doc: The reason. }
      by: { type: string, doc: The user who archives it. }
      ticket?: { type: string, doc: The ticket of the request. }
      keep_days?: { type: integer, default: 90, min: 0, doc: The retention in days. }
      replaced_by?: { type: {Name}Id?, doc: The replacement. }
      notify: { type: list<string>, doc: The users to notify. }
      force?: { type: boolean, default: false, doc: Whether to archive it even if it is in use. }
      at?: { type: timestamp, doc: The time. }
      cost?: { type: decimal, doc: The cost. }
      labels?: { type: map<string>, doc: Machine-readable labels. }
      note?: { type: string?, doc: A note. }
  {Name}Event:
    doc: An event of a {name}.
    fields:
      id: { type: {Name}EventId, doc: The id of the event. }
      of: { type: {Name}Id, doc: The {name} of the event. }
      type: { type: {Name}EventType, doc: The type of an event. }
      at: { type: timestamp, doc: The time. }
      actor: { type: {Name}Owner?, doc: The user who caused it. }
      changes: { type: list<{Name}Change>, doc: The changes. }
      source_ip?: { type: string?, personal: true, doc: The IP address. }
      user_agent?: { type: string?, personal: true, doc: The user agent. }
      request?: { type: string, doc: The request id. }
      duration?: { type: number, doc: The duration in seconds. }
      succeeded: { type: boolean, doc: Whether it succeeded. }
  {Name}Change:
    doc: A change to one field.
    fields:
      field: { type: string, doc: The field. }
      before?: { type: json, doc: The previous value. }
      after?: { type: json, doc: The new value. }
      version: { type: integer, doc: The resulting version. }
      automatic: { type: boolean, doc: Whether the change was automatic. }
      approved_by?: { type: string?, doc: The approver. }
      approved_at?: { type: timestamp?, doc: The time. }
      reverted: { type: boolean, doc: Whether the change was reverted. }
      reverted_at?: { type: timestamp?, doc: The time. }
      weight?: { type: number, doc: The importance. }
      note?: { type: string, doc: A note. }
";

const OPERATIONS: &str = r"
  list_{name}s:
    route: GET /{path}
    doc: Lists all items. The most recently changed come first.
    auth: api_key
    query:
      status?: { type: {Name}Status, doc: Filters by state. }
      since?: { type: timestamp, doc: Filters by the time of the last change. }
    returns: page<{Name}>
    errors: [400, 401, 429, 500]
  search_{name}s:
    route: GET /{path}/search
    doc: Searches names, descriptions and tags.
    auth: api_key
    query:
      q: { type: string, min_length: 1, doc: The search text. }
      kind?: { type: list<{Name}Kind>, doc: Filters by kind. }
      most?: { type: integer, default: 20, min: 1, max: 50, doc: The maximum number of results. }
    returns: { type: list<{Name}>, envelope: data }
    errors: [400, 401, 500]
  create_{name}:
    route: POST /{path}
    doc: Creates an item.
    auth: admin_key
    body: {Name}Create
    responses: { 201: { type: {Name}, envelope: data } }
    errors: [400, 401, 403, 409, 500]
  get_{name}:
    route: GET /{path}/{id}
    doc: Returns an item.
    auth: api_key
    path: { id: {Name}Id }
    query: { usage?: { type: boolean, default: false, doc: Whether to include the usage. } }
    returns: { type: {Name}, envelope: data }
    errors: [401, 404, 500]
  replace_{name}:
    route: PUT /{path}/{id}
    doc: Replaces an item.
    auth: admin_key
    path: { id: {Name}Id }
    body: {Name}Create
    returns: { type: {Name}, envelope: data }
    errors: [400, 401, 403, 404, 409, 500]
  update_{name}:
    route: PATCH /{path}/{id}
    doc: Changes an item.
    auth: admin_key
    path: { id: {Name}Id }
    body: {Name}Update
    returns: { type: {Name}, envelope: data }
    errors: [400, 401, 403, 404, 409, 422, 500]
  delete_{name}:
    route: DELETE /{path}/{id}
    doc: Deletes an item.
    auth: admin_key
    path: { id: {Name}Id }
    errors: [401, 403, 404, 429, 500]
  archive_{name}:
    route: POST /{path}/{id}/archive
    doc: Archives an item. It becomes read-only.
    auth: admin_key
    path: { id: {Name}Id }
    body: {Name}Archive
    returns: { type: {Name}, envelope: data }
    idempotent: true
    errors: [400, 401, 404, 422, 500]
  list_{name}_events:
    route: GET /{path}/{id}/events
    doc: Lists the events of an item.
    auth: api_key
    path: { id: {Name}Id }
    query: { type?: { type: {Name}EventType, doc: Filters by type. } }
    headers: { Accept-Language?: { type: string, doc: The preferred language of messages. } }
    returns: page<{Name}Event>
    order: { by: at, direction: descending }
    errors: [401, 404, 500]
  get_{name}_event:
    route: GET /{path}/{id}/events/{event}
    doc: Returns an event.
    auth: api_key
    path: { id: {Name}Id, event: {Name}EventId }
    returns: { type: {Name}Event, envelope: data }
    errors: [401, 404, 500]
";
