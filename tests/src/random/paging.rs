//! The key `pages` of operations: lists in responses of any type.

use serde_json::{Map, Value, json};

use super::Random;
use super::responses::object_with;
use super::types::is_declared;

/// A response that says something about its list: objects in each other, whose fields are not all described yet.
struct Listing {
    /// The fields of each object, from the outside to the inside.
    levels: Vec<Map<String, Value>>,
    /// The name of the field in each object that leads to the list.
    names: Vec<String>,
}

/// Adds a list in a response that has its own type, and how it is paged.
pub(super) fn listing(random: &mut Random, index: usize, operation: &mut Map<String, Value>) {
    let depth = random.rng.usize(1..4);
    let mut listing = Listing {
        levels: vec![Map::new(); depth],
        names: (0..depth).map(|_| name(random)).collect(),
    };
    let items = json!(listing.names);
    let (item, of_item) = item(random);
    let mut pages = match random.rng.u8(..3) {
        0 => at_url(random, index, operation, &mut listing),
        1 => at_cursor(random, index, operation, &mut listing, &of_item),
        _ => counted(random, index, operation, &mut listing),
    };
    if random.chance(40) {
        pages.insert("more".into(), listing.add(random, &["boolean"]));
    }
    pages.insert("items".into(), short(random, items));
    let ty = listing.declare(random, &item);
    let mut response = random.notes();
    if random.chance(20) {
        response.insert("envelope".into(), json!(name(random)));
    }
    response.insert("type".into(), json!(ty));
    operation.insert("returns".into(), Value::Object(response));
    operation.insert("pages".into(), Value::Object(pages));
}

/// `pages` of an operation that returns a list, and the parameter with the position.
pub(super) fn of_list(random: &mut Random, index: usize, operation: &mut Map<String, Value>) {
    let is_list = |of: &str| of.starts_with("list<") && of.ends_with('>') && !of.ends_with("?>");
    let is_list = match operation.get("returns") {
        Some(Value::String(content)) => is_list(content),
        Some(Value::Object(content)) => content
            .get("type")
            .and_then(Value::as_str)
            .is_some_and(is_list),
        _ => false,
    };
    if !is_list || random.chance(40) {
        return;
    }
    let (key, ty) = [
        ("offset", "integer"),
        ("page_number", "uint8"),
        ("cursor", "string"),
        ("cursor", "uuid"),
    ][random.rng.usize(..4)];
    let next = match (key, random.rng.u8(..3)) {
        ("cursor", 0) => json!({ "next": { "header": "X-Next-Position" } }),
        ("cursor", _) => json!({ "next": { "link": "next" } }),
        (_, 0) => json!({ "first": 3 }),
        _ => json!({}),
    };
    let mut pages = next.as_object().cloned().unwrap_or_default();
    pages.insert(key.into(), position(random, index, operation, ty));
    operation.insert("pages".into(), json!(pages));
}

/// A URL or a link leads to the next page, or has its number.
fn at_url(
    random: &mut Random,
    index: usize,
    operation: &mut Map<String, Value>,
    listing: &mut Listing,
) -> Map<String, Value> {
    let mut pages = Map::new();
    let next = match random.chance(70) {
        true => json!({ "url": listing.add(random, &["string", "uri"]) }),
        false => json!({ "link": "next" }),
    };
    pages.insert("next".into(), next);
    let position_in_url = [("page_number", "uint16"), ("cursor", "string")];
    if random.chance(40) {
        let (key, ty) = position_in_url[random.rng.usize(..2)];
        pages.insert(key.into(), position(random, index, operation, ty));
    }
    pages
}

/// A field of the response or of the last item, or a header, has the next position.
fn at_cursor(
    random: &mut Random,
    index: usize,
    operation: &mut Map<String, Value>,
    listing: &mut Listing,
    of_item: &str,
) -> Map<String, Value> {
    let mut pages = Map::new();
    let ty = ["string", "uint32", "uuid", "timestamp"][random.rng.usize(..4)];
    pages.insert("cursor".into(), position(random, index, operation, ty));
    let next = match random.rng.u8(..6) {
        0 => json!({ "header": "X-Next-Position" }),
        1 => json!({ "item": of_item }),
        _ => listing.add(random, &[ty]),
    };
    pages.insert("next".into(), next);
    pages
}

/// The client counts items or pages.
fn counted(
    random: &mut Random,
    index: usize,
    operation: &mut Map<String, Value>,
    listing: &mut Listing,
) -> Map<String, Value> {
    let mut pages = Map::new();
    let key = ["offset", "page_number"][random.rng.usize(..2)];
    let ty = ["integer", "uint8", "uint64"][random.rng.usize(..3)];
    pages.insert(key.into(), position(random, index, operation, ty));
    if random.chance(30) {
        pages.insert("first".into(), json!(random.rng.u8(..3)));
    }
    let counts = ["total", "pages"].into_iter();
    for count in counts.take(if key == "offset" { 1 } else { 2 }) {
        if random.chance(50) {
            let number = listing.add(random, &["integer", "uint32", "int16"]);
            pages.insert(count.into(), number);
        }
    }
    pages
}

/// Adds a parameter with the position of a page.
fn position(
    random: &mut Random,
    index: usize,
    operation: &mut Map<String, Value>,
    ty: &str,
) -> Value {
    let may_have_body = operation["route"]
        .as_str()
        .is_some_and(|route| !route.starts_with("HEAD ") && !route.starts_with("TRACE "));
    match random.rng.u8(..10) {
        0 => return position_in_header(index, operation, ty),
        1 if may_have_body => {
            let body = object_with(random, json!({ "from?": ty }));
            operation.remove("body?");
            operation.insert("body".into(), json!(body));
            return json!({ "body": "from" });
        }
        _ => {}
    }
    let query = operation.entry("query").or_insert_with(|| json!({}));
    let Some(query) = query.as_object_mut() else {
        return Value::Null;
    };
    let own = name(random);
    let is_taken = is_declared(query, &own) || own.contains(['[', ']']);
    let name = match is_taken || random.chance(50) {
        true => format!("position_{index}"),
        false => own,
    };
    query.insert(format!("{name}?"), json!(ty));
    json!(name)
}

/// Adds a header with the position of a page.
fn position_in_header(index: usize, operation: &mut Map<String, Value>, ty: &str) -> Value {
    let name = format!("X-Position-{index}");
    let headers = operation.entry("headers").or_insert_with(|| json!({}));
    if let Some(headers) = headers.as_object_mut() {
        headers.insert(format!("{name}?"), json!(ty));
    }
    json!({ "header": name })
}

impl Listing {
    /// Adds a field of one of these types at any level, and returns the names that lead to it.
    fn add(&mut self, random: &mut Random, types: &[&str]) -> Value {
        let level = random.rng.usize(..self.levels.len());
        let fields = &mut self.levels[level];
        let name = loop {
            let name = name(random);
            if !is_declared(fields, &name) && !name.eq_ignore_ascii_case(&self.names[level]) {
                break name;
            }
        };
        let mut field = random.notes();
        let ty = types[random.rng.usize(..types.len())];
        let null = if random.chance(20) { "?" } else { "" };
        field.insert("type".into(), json!(format!("{ty}{null}")));
        let mark = if random.chance(50) { "?" } else { "" };
        fields.insert(format!("{name}{mark}"), Value::Object(field));
        let names = self.names[..level].iter().chain([&name]);
        let names = json!(names.collect::<Vec<_>>());
        short(random, names)
    }

    /// Declares the types, and returns the name of the outermost one.
    fn declare(self, random: &mut Random, item: &str) -> String {
        let mut ty = format!("list<{item}>");
        let levels = self.levels.into_iter().zip(self.names);
        for (mut fields, name) in levels.rev() {
            let null = if random.chance(20) { "?" } else { "" };
            let mark = if random.chance(30) { "?" } else { "" };
            fields.insert(format!("{name}{mark}"), json!(format!("{ty}{null}")));
            let mut object = random.notes();
            object.insert("fields".into(), Value::Object(fields));
            ty = format!("Listing{}", random.forms.len());
            random.forms.insert(ty.clone(), Value::Object(object));
        }
        ty
    }
}

/// The type of the items, an object, and the name of one of its fields.
fn item(random: &mut Random) -> (String, String) {
    let field = name(random);
    let ty = ["string", "uint64", "uuid"][random.rng.usize(..3)];
    let mut object = random.notes();
    object.insert("fields".into(), json!({ field.clone(): ty }));
    let item = format!("Item{}", random.forms.len());
    random.forms.insert(item.clone(), Value::Object(object));
    (item, field)
}

/// The names that lead to a field, or the only one.
fn short(random: &mut Random, names: Value) -> Value {
    match names.as_array().map(Vec::as_slice) {
        Some([only]) if random.chance(50) => only.clone(),
        _ => names,
    }
}

/// A name on the wire that does not end in `?`, as the names of optional fields do.
fn name(random: &mut Random) -> String {
    let name = random.words.wire(&mut random.rng);
    match name.trim_end_matches('?') {
        "" => "none".to_owned(),
        name => name.to_owned(),
    }
}
