//! Synthetic specifications of any number of operations, with resources like those of real APIs.

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
  name: MadeUp
  title: Made-up API
  version: 1.0.0
  base_path: /v1
  doc: An API that nobody serves. It is there to measure with.
rust: { crate: made-up-api, runtime: '{runtime}' }
auth:
  scheme: bearer
  keys:
    api_key: { doc: Any valid key. }
    admin_key: { doc: A key that may change things. }
pagination:
  offset: { parameter: offset, doc: How many items to skip. }
  limit: { parameter: limit, default: 50, max: 100, doc: How many items to return at most. }
  items: data
  total: total_count
error_body: { envelope: error }
errors:
  400: { name: BadRequest, message: Invalid request, when: A parameter or the body is malformed. }
  401: { name: Unauthorized, message: No valid key, when: The request carries no valid key. }
  403: { name: Forbidden, message: Not with this key, when: The key may not do this. }
  404: { name: NotFound, message: No such thing, when: Nothing has this identifier. }
  409: { name: Conflict, message: Changed by somebody else, when: It was changed in between. }
  422: { name: Unprocessable, message: Cannot be done, when: Its state does not allow it. }
  429:
    name: TooManyRequests
    message: Too many requests
    when: The key has made more requests than it may.
    retry: true
    headers: { X-RateLimit-Limit?: integer, Retry-After?: { type: integer, doc: Seconds to wait. } }
  500: { name: InternalServerError, message: Something went wrong, when: The server failed. }
";

const TYPES: &str = r"
  {Name}Id: { newtype: string, min_length: 1, max_length: 64, doc: Identifies a {name}., example: x-1b7 }
  {Name}EventId: { newtype: uuid, doc: Identifies an event of a {name}. }
  {Name}Status: { enum: [draft, active, suspended, archived], doc: The state of a {name}. }
  {Name}Kind: { enum: [standard, premium, internal, trial, partner], open: true, doc: What kind of {name} it is. }
  {Name}EventType: { enum: [created, updated, archived, deleted, restored], open: true, doc: What happened. }
  {Name}:
    doc: A {name} as it is kept.
    fields:
      id: { type: {Name}Id, doc: Identifies it. }
      name: { type: string, doc: Its name., min_length: 1, max_length: 200 }
      description: { type: string?, doc: What it is for. }
      status: { type: {Name}Status, doc: Its state. }
      kind: { type: {Name}Kind, doc: Its kind. }
      owner: { type: {Name}Owner, doc: Who owns it. }
      settings: { type: {Name}Settings, doc: How it is set. }
      usage?: { type: {Name}Usage?, doc: What was used of it; left out in lists. }
      tags: { type: list<string>, doc: What people look for it by. }
      created_at: { type: timestamp, doc: When it was made. }
      updated_at?: { type: timestamp?, doc: When it was last changed. }
  {Name}Owner:
    doc: Who owns a {name}.
    fields:
      user: { type: string, doc: The user., max_length: 64 }
      email: { type: string, personal: true, doc: The address to write to. }
      first_name: { type: string?, personal: true, doc: The first name. }
      last_name: { type: string?, personal: true, doc: The last name. }
      team?: { type: string, doc: The team. }
      locale?: { type: string, default: en, doc: The language to write in. }
      time_zone?: { type: string?, doc: Where the owner is. }
      is_admin: { type: boolean, doc: Whether the owner may do everything. }
      active: { type: boolean, doc: Whether the owner still works here. }
      joined_at: { type: timestamp, doc: Since when. }
      last_seen_at?: { type: timestamp?, doc: When the owner was last seen. }
  {Name}Settings:
    doc: How a {name} is set.
    fields:
      enabled: { type: boolean, doc: Whether it works at all. }
      visibility: { type: string, doc: Who sees it. }
      retention_days?: { type: integer, default: 30, min: 1, max: 3650, doc: How long it is kept. }
      sampling_rate?: { type: number?, min: 0, max: 1, doc: How much of it is looked at. }
      limits: { type: {Name}Limits, doc: What it may use. }
      allowed_origins: { type: list<string>, max_items: 50, doc: Where requests may come from. }
      labels: { type: map<string>, doc: Names for machines. }
      extra?: { type: json, doc: Whatever else there is. }
      callback_url?: { type: string?, doc: Who is told of changes. }
      notify: { type: boolean, doc: Whether anybody is told. }
      version: { type: integer, doc: Counts the changes. }
  {Name}Limits:
    doc: What a {name} may use.
    fields:
      requests_per_minute: { type: integer, min: 0, doc: Requests in a minute. }
      requests_per_day: { type: integer, min: 0, doc: Requests in a day. }
      bytes_per_day?: { type: integer?, doc: Bytes in a day. }
      connections: { type: integer, doc: Connections at once. }
      budget: { type: decimal, doc: What may be spent. }
      budget_currency: { type: string, min_length: 3, max_length: 3, doc: In which currency. }
      budget_reset?: { type: timestamp?, doc: When the budget starts anew. }
      burst?: { type: number, doc: How much more is tolerated for a moment. }
      hard: { type: boolean, doc: Whether more is refused. }
      contact?: { type: string?, doc: Whom to ask for more. }
      note?: { type: string, doc: A remark. }
  {Name}Usage:
    doc: What was used of a {name}.
    fields:
      requests: { type: integer, doc: Requests in all. }
      requests_today: { type: integer, doc: Requests of today. }
      bytes_in: { type: integer, doc: Bytes that came. }
      bytes_out: { type: integer, doc: Bytes that went. }
      errors: { type: integer, doc: Requests that failed. }
      cost: { type: decimal, doc: What it cost. }
      average_latency?: { type: number?, doc: Seconds on average. }
      worst_latency?: { type: number?, doc: Seconds at worst. }
      by_day: { type: map<integer>, doc: Requests of each day. }
      first_used_at: { type: timestamp?, doc: When it was first used. }
      last_used_at: { type: timestamp?, doc: When it was last used. }
  {Name}Create:
    doc: A {name} that is to be made.
    fields:
      name: { type: string, doc: Its name., min_length: 1, max_length: 200 }
      description?: { type: string, doc: What it is for. }
      kind: { type: {Name}Kind, doc: Its kind. }
      status?: { type: {Name}Status, default: draft, doc: Its state. }
      owner: { type: {Name}Owner, doc: Who owns it. }
      settings: { type: {Name}Settings, doc: How it is set. }
      tags?: { type: list<string>, max_items: 20, doc: What people look for it by. }
      template?: { type: {Name}Id, doc: What it is made after. }
      starts_at?: { type: timestamp, doc: When it begins. }
      ends_at?: { type: timestamp?, doc: When it ends. }
      dry_run?: { type: boolean, default: false, doc: Whether to try only. }
  {Name}Update:
    doc: What is to change in a {name}. What is left out stays as it is.
    fields:
      name?: { type: string, doc: Its name., min_length: 1, max_length: 200 }
      description?: { type: string?, doc: What it is for. }
      kind?: { type: {Name}Kind, doc: Its kind. }
      status?: { type: {Name}Status, doc: Its state. }
      owner?: { type: {Name}Owner, doc: Who owns it. }
      settings?: { type: {Name}Settings, doc: How it is set. }
      tags?: { type: list<string>, doc: What people look for it by. }
      starts_at?: { type: timestamp?, doc: When it begins. }
      ends_at?: { type: timestamp?, doc: When it ends. }
      version?: { type: integer, doc: The version that the change is made to. }
      note?: { type: string?, doc: A remark. }
  {Name}Archive:
    doc: Why a {name} is archived.
    fields:
      reason: { type: string, max_length: 500, doc: Why. }
      by: { type: string, doc: Who does it. }
      ticket?: { type: string, doc: Where it was asked for. }
      keep_days?: { type: integer, default: 90, min: 0, doc: How long to keep it. }
      replaced_by?: { type: {Name}Id?, doc: What takes its place. }
      notify: { type: list<string>, doc: Whom to tell. }
      force?: { type: boolean, default: false, doc: Whether it is archived while it is in use. }
      at?: { type: timestamp, doc: When. }
      cost?: { type: decimal, doc: What that costs. }
      labels?: { type: map<string>, doc: Names for machines. }
      note?: { type: string?, doc: A remark. }
  {Name}Event:
    doc: Something that happened to a {name}.
    fields:
      id: { type: {Name}EventId, doc: Identifies the event. }
      of: { type: {Name}Id, doc: What it happened to. }
      type: { type: {Name}EventType, doc: What happened. }
      at: { type: timestamp, doc: When. }
      actor: { type: {Name}Owner?, doc: Who did it. }
      changes: { type: list<{Name}Change>, doc: What changed. }
      source_ip?: { type: string?, personal: true, doc: From where. }
      user_agent?: { type: string?, personal: true, doc: With what. }
      request?: { type: string, doc: In which request. }
      duration?: { type: number, doc: Seconds that it took. }
      succeeded: { type: boolean, doc: Whether it worked. }
  {Name}Change:
    doc: A change of one field.
    fields:
      field: { type: string, doc: Which field. }
      before?: { type: json, doc: What it was. }
      after?: { type: json, doc: What it is. }
      version: { type: integer, doc: The version that came of it. }
      automatic: { type: boolean, doc: Whether a machine did it. }
      approved_by?: { type: string?, doc: Who approved it. }
      approved_at?: { type: timestamp?, doc: When. }
      reverted: { type: boolean, doc: Whether it was taken back. }
      reverted_at?: { type: timestamp?, doc: When. }
      weight?: { type: number, doc: How much it matters. }
      note?: { type: string, doc: A remark. }
";

const OPERATIONS: &str = r"
  list_{name}s:
    route: GET /{path}
    doc: Lists what there is. What changed last comes first.
    key: api_key
    query:
      status?: { type: {Name}Status, doc: Only in this state. }
      since?: { type: timestamp, doc: Only what changed since then. }
    page: {Name}
    errors: [400, 401, 429, 500]
  search_{name}s:
    route: GET /{path}/search
    doc: Looks for a text in names, descriptions and tags.
    key: api_key
    query:
      q: { type: string, min_length: 1, doc: What to look for. }
      kind?: { type: list<{Name}Kind>, doc: Only of these kinds. }
      most?: { type: integer, default: 20, min: 1, max: 50, doc: How many to return at most. }
    returns: { data: list<{Name}> }
    errors: [400, 401, 500]
  create_{name}:
    route: POST /{path}
    doc: Makes a new one.
    key: admin_key
    body: {Name}Create
    returns: { data: {Name} }
    status: 201
    errors: [400, 401, 403, 409, 500]
  get_{name}:
    route: GET /{path}/{id}
    doc: Reads one.
    key: api_key
    path: { id: {Name}Id }
    query: { usage?: { type: boolean, default: false, doc: Whether the usage is wanted. } }
    returns: { data: {Name} }
    errors: [401, 404, 500]
  replace_{name}:
    route: PUT /{path}/{id}
    doc: Puts another one in its place.
    key: admin_key
    path: { id: {Name}Id }
    body: {Name}Create
    returns: { data: {Name} }
    errors: [400, 401, 403, 404, 409, 500]
  update_{name}:
    route: PATCH /{path}/{id}
    doc: Changes one.
    key: admin_key
    path: { id: {Name}Id }
    body: {Name}Update
    returns: { data: {Name} }
    errors: [400, 401, 403, 404, 409, 422, 500]
  delete_{name}:
    route: DELETE /{path}/{id}
    doc: Deletes one.
    key: admin_key
    path: { id: {Name}Id }
    errors: [401, 403, 404, 429, 500]
  archive_{name}:
    route: POST /{path}/{id}/archive
    doc: Archives one. It can be read, and not changed, from then on.
    key: admin_key
    path: { id: {Name}Id }
    body: {Name}Archive
    returns: { data: {Name} }
    idempotent: true
    errors: [400, 401, 404, 422, 500]
  list_{name}_events:
    route: GET /{path}/{id}/events
    doc: Lists what happened to one.
    key: api_key
    path: { id: {Name}Id }
    query: { type?: { type: {Name}EventType, doc: Only of this type. } }
    headers: { Accept-Language?: { type: string, doc: The language of the texts. } }
    page: {Name}Event
    order: { by: at, direction: descending }
    errors: [401, 404, 500]
  get_{name}_event:
    route: GET /{path}/{id}/events/{event}
    doc: Reads one event.
    key: api_key
    path: { id: {Name}Id, event: {Name}EventId }
    returns: { data: {Name}Event }
    errors: [401, 404, 500]
";
