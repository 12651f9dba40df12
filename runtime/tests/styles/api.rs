//! A small API with a parameter in every style and a form, as the generator would write it: server and client.

use std::collections::BTreeMap;

use specsmith_runtime::codegen as rt;

pub(crate) static ERRORS: rt::ErrorShape = rt::ErrorShape {
    envelope: Some("error"),
    status: Some("code"),
    message: Some("message"),
    metadata: Some(rt::ErrorField::optional("metadata")),
    messages: &[
        (rt::Statuses::Exact(400), "Invalid request"),
        (rt::Statuses::Exact(500), "Internal error"),
    ],
    ..rt::ErrorShape::JSON
};

static SERVICE: rt::Service = rt::Service {
    name: "search-api",
    version: "1.0.0",
    errors: &ERRORS,
    retry_statuses: &[],
    implied_statuses: &[400, 404, 405, 413, 415, 500],
    request_id_header: "x-request-id",
};

rt::status_error! {
    /// 500.
    #[error(500, ERRORS)]
    pub struct InternalServerError {
        pub body: rt::ErrorBody,
        pub context: rt::ErrorContext,
    }
}

rt::operation_errors! {
    /// The errors of all operations.
    #[internal(InternalServerError)]
    pub enum SearchError {
        #[implied]
        InternalServerError,
    }
}

const fn operation(name: &'static str, method: rt::Method, path: &'static str) -> rt::Operation {
    rt::Operation::new(name, method, path).returns(200, rt::ResponseBody::Value)
}

static SEARCH: rt::Operation = operation("search", rt::Method::GET, "/search/{ids}");
static FIND: rt::Operation = operation("find", rt::Method::GET, "/find");
static LABEL: rt::Operation = operation("label", rt::Method::POST, "/labels");
static PAY: rt::Operation = operation("pay", rt::Method::POST, "/payments");

rt::object! {
    /// A range of numbers.
    pub struct Range {
        #[field(optional)]
        #[rules(min = 0)]
        pub gte: Option<i64>,
        #[field(optional)]
        pub lt: Option<i64>,
    }
}

rt::union! {
    /// A number or a range.
    #[union(untagged("expected a number or a range"))]
    pub enum Since {
        #[matches(integer)]
        At(i64) = "at",
        #[matches(object Range)]
        Range(Range) = "range",
    }
}

rt::object! {
    /// What to find.
    pub struct Filter {
        pub owner: String,
        #[field(optional)]
        pub on: Option<bool>,
        #[field(optional)]
        pub labels: Option<Vec<String>>,
        #[field(optional)]
        pub range: Option<Range>,
    }
}

rt::object! {
    /// Where to find it.
    pub struct Place {
        pub lat: f64,
        #[field(optional)]
        pub zone: Option<Range>,
        #[field(optional)]
        pub streets: Option<Vec<String>>,
    }
}

rt::arguments! {
    /// The arguments of `search`.
    #[derive(Clone)]
    pub struct Search {
        #[read(path(0, "ids").list().required())]
        #[rules(max_items = 4)]
        pub ids: Vec<String>,
        #[read(query("repeated[]").list().optional())]
        pub repeated: Vec<String>,
        #[read(query("comma").list_as(rt::QueryStyle::COMMA).optional())]
        #[rules(min_items = 2)]
        pub comma: Vec<String>,
        #[read(query("numbers").list_as(rt::QueryStyle::COMMA).optional())]
        pub numbers: Vec<i64>,
        #[read(query("space").list_as(rt::QueryStyle::SPACE).optional())]
        pub space: Vec<String>,
        #[read(query("pipe").list_as(rt::QueryStyle::PIPE).optional())]
        pub pipe: Vec<String>,
        #[read(query("url").optional())]
        pub url: Option<String>,
        #[read(query("since").deep().optional())]
        pub since: Option<Since>,
        #[read(query("filter").deep().optional())]
        pub filter: Option<Filter>,
        #[read(query("counts").deep().optional())]
        pub counts: Option<BTreeMap<String, i64>>,
        #[read(query("").flat().optional())]
        pub place: Option<Place>,
        #[read(query("json").json().optional())]
        pub json: Option<Filter>,
        #[read(query("limit").json().or(7))]
        #[rules(min = 1, max = 9)]
        pub limit: i64,
        #[read(header("x-list").list().optional())]
        pub list: Vec<String>,
        #[read(header("x-lines").list().optional())]
        pub lines: Vec<String>,
        #[read(header("x-json").json().optional())]
        pub header_json: Option<Filter>,
        #[read(cookie("session").optional())]
        pub session: Option<String>,
        #[read(cookie("ids").list().optional())]
        pub cookie_ids: Vec<String>,
        #[read(cookie("prefs").json().optional())]
        pub prefs: Option<Filter>,
        #[field(secret)]
        #[read(query("secrets").hidden().deep().optional())]
        pub secrets: Option<BTreeMap<String, i64>>,
        #[field(personal)]
        #[read(header("x-secrets").hidden().json().optional())]
        pub header_secrets: Option<BTreeMap<String, i64>>,
        #[field(secret)]
        #[read(cookie("secrets").hidden().json().optional())]
        pub cookie_secrets: Option<BTreeMap<String, i64>>,
    }
}

rt::arguments! {
    /// The arguments of `find`, which are all required.
    #[derive(Clone)]
    pub struct Find {
        #[read(query("filter").deep().required())]
        pub filter: Filter,
        #[read(query("").flat().required())]
        pub place: Place,
        #[read(query("json").json().required())]
        pub json: Range,
        #[read(query("comma").list_as(rt::QueryStyle::COMMA).required())]
        #[rules(min_items = 1)]
        pub comma: Vec<i64>,
        #[read(cookie("session").required())]
        #[rules(min_length = 3)]
        pub session: String,
    }
}

rt::object! {
    /// A card.
    pub struct Card {
        #[rules(min_length = 4)]
        pub number: String,
        pub owner: Option<String>,
    }
}

rt::object! {
    /// An item of a payment.
    pub struct Line {
        #[rules(min = 1)]
        pub amount: i64,
        #[field(optional)]
        pub tags: Option<Vec<String>>,
    }
}

rt::object! {
    /// A payment.
    pub struct Payment {
        #[rules(min = 1)]
        pub amount: i64,
        #[field(optional)]
        pub card: Option<Card>,
        #[field(optional)]
        pub lines: Option<Vec<Line>>,
        #[field(optional)]
        pub metadata: Option<BTreeMap<String, String>>,
        #[field(optional)]
        pub rate: Option<f64>,
    }
}

rt::arguments! {
    /// The arguments of `label`.
    #[derive(Clone)]
    pub struct Label {
        #[body(form.optional())]
        #[rules(min_items = 1)]
        pub body: Option<BTreeMap<String, String>>,
    }
}

rt::arguments! {
    /// The arguments of `pay`.
    #[derive(Clone)]
    pub struct Pay {
        #[read(query("dry").optional())]
        pub dry: Option<bool>,
        #[body(form.required(), max_size = 100000)]
        pub body: Payment,
    }
}

/// An implementation that returns what it received.
pub(crate) struct Mirror;

impl Mirror {
    async fn search(&self, it: Search) -> Result<rt::Json, SearchError> {
        Ok(serde_json::json!({
            "ids": it.ids, "repeated": it.repeated, "comma": it.comma, "numbers": it.numbers, "space": it.space,
            "pipe": it.pipe, "url": it.url, "since": it.since, "filter": it.filter, "counts": it.counts,
            "place": it.place, "json": it.json, "limit": it.limit, "list": it.list, "lines": it.lines,
            "header_json": it.header_json, "session": it.session, "cookie_ids": it.cookie_ids, "prefs": it.prefs,
        }))
    }

    async fn find(&self, it: Find) -> Result<rt::Json, SearchError> {
        Ok(serde_json::json!([
            it.filter, it.place, it.json, it.comma, it.session
        ]))
    }

    async fn label(&self, it: Label) -> Result<rt::Json, SearchError> {
        Ok(serde_json::json!(it.body))
    }

    async fn pay(&self, it: Pay) -> Result<Payment, SearchError> {
        Ok(it.body)
    }
}

/// The API as a router.
pub(crate) fn router() -> rt::Router {
    rt::Server::<Mirror>::new(Mirror, rt::ServerConfig::default(), &ERRORS)
        .open_route(&SEARCH, Mirror::search)
        .open_route(&FIND, Mirror::find)
        .open_route(&LABEL, Mirror::label)
        .open_route(&PAY, Mirror::pay)
        .finish("")
}

/// The client.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    http: rt::Http,
}

impl From<rt::Http> for Client {
    fn from(http: rt::Http) -> Self {
        Self { http }
    }
}

pub(crate) type Call<T> = rt::Call<T, SearchError>;

impl Client {
    pub(crate) fn builder(url: &str) -> rt::ClientBuilder<Self> {
        rt::ClientBuilder::new(&SERVICE, url)
    }

    pub(crate) fn new(url: &str) -> Self {
        Self::builder(url).build().unwrap()
    }

    /// A call of `search`, with nothing but its path.
    pub(crate) fn search(&self, ids: &[&str]) -> Call<rt::Json> {
        let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        rt::Call::new(&self.http, &SEARCH).path(&[&ids])
    }

    pub(crate) fn pay(&self, lists: rt::Lists, body: &Payment) -> Call<Payment> {
        rt::Call::new(&self.http, &PAY).form(lists, body)
    }
}

/// Sets all arguments of `search` but the path.
pub(crate) fn set(call: Call<rt::Json>, it: &Search) -> Call<rt::Json> {
    let mut call = call
        .query("repeated[]", &it.repeated)
        .query_as("comma", rt::QueryStyle::COMMA, &it.comma)
        .query_as(
            "numbers",
            rt::QueryStyle::COMMA.allow_reserved(),
            &it.numbers,
        )
        .query_as("space", rt::QueryStyle::SPACE, &it.space)
        .query_as("pipe", rt::QueryStyle::PIPE.allow_reserved(), &it.pipe)
        .query("limit", &rt::AsJson(&it.limit))
        .header_value("x-list", &it.list)
        .header_value_as("x-lines", rt::HeaderStyle::LINES, &it.lines)
        .cookie("ids", &it.cookie_ids);
    if let Some(url) = &it.url {
        call = call.query_as("url", rt::QueryStyle::REPEATED.allow_reserved(), url);
    }
    if let Some(since) = &it.since {
        call = call.query_deep("since", rt::Lists::Repeated, since);
    }
    if let Some(filter) = &it.filter {
        call = call.query_deep("filter", rt::Lists::Brackets, filter);
    }
    if let Some(counts) = &it.counts {
        call = call.query_deep("counts", rt::Lists::Repeated, counts);
    }
    if let Some(place) = &it.place {
        call = call.query_flat(rt::Lists::Indexed, place);
    }
    if let Some(json) = &it.json {
        call = call.query("json", &rt::AsJson(json));
    }
    if let Some(json) = &it.header_json {
        call = call.header_value_as(
            "x-json",
            rt::HeaderStyle::COMMA.sensitive(),
            &rt::AsJson(json),
        );
    }
    if let Some(session) = &it.session {
        call = call.cookie("session", session);
    }
    if let Some(prefs) = &it.prefs {
        call = call.cookie("prefs", &rt::AsJson(prefs));
    }
    call
}

/// Arguments of `search` that are all absent.
pub(crate) fn nothing() -> Search {
    Search {
        ids: Vec::new(),
        repeated: Vec::new(),
        comma: Vec::new(),
        numbers: Vec::new(),
        space: Vec::new(),
        pipe: Vec::new(),
        url: None,
        since: None,
        filter: None,
        counts: None,
        place: None,
        json: None,
        limit: 7,
        list: Vec::new(),
        lines: Vec::new(),
        header_json: None,
        session: None,
        cookie_ids: Vec::new(),
        prefs: None,
        secrets: None,
        header_secrets: None,
        cookie_secrets: None,
    }
}

pub(crate) fn filter(owner: &str) -> Filter {
    Filter {
        owner: owner.to_owned(),
        on: None,
        labels: None,
        range: None,
    }
}

pub(crate) fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}
