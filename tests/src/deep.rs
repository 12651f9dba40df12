//! Types that contain each other in cycles and chains of hundreds, and a program that uses the crate
//! generated from them.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use specsmith::diagnostic::Style;
use specsmith::source::SourceFile;

use crate::cases;
use crate::workspaces::{self, prepare, runtime_patch};

/// The ways in which a field uses another type, in the specification and in JSON.
pub const USES: [(&str, &str); 5] = [
    ("@", "@"),
    ("list<@>", "[@]"),
    ("map<@>", r#"{"key":@}"#),
    ("list<@?>", "[null,@]"),
    ("map<list<@>>", r#"{"key":[@]}"#),
];

/// The maximum number of levels of a type expression.
const MOST_MAPS: (&str, &str) = (
    "map<map<map<map<map<map<map<map<@?>?>?>?>?>?>?>?>?",
    r#"{"key":null}"#,
);

/// The types of a specification, and an operation for each graph of them.
#[derive(Debug, Default)]
pub struct Graphs {
    types: String,
    /// The name of each, and a value of its first type as JSON.
    graphs: Vec<(&'static str, String)>,
}

impl Graphs {
    /// Graphs of the sizes that have to compile with default settings.
    pub fn largest() -> Vec<Self> {
        let graph = |add: fn(&mut Self)| {
            let mut graph = Self::default();
            add(&mut graph);
            graph
        };
        vec![
            graph(|graph| graph.ring("Ring", 1_000, &USES)),
            graph(|graph| graph.ring_of_unions("Unions", 600)),
            graph(|graph| graph.chain("Required", 300, &USES[..1])),
            graph(|graph| graph.chain("Nested", 300, &USES)),
            graph(|graph| graph.chain("Maps", 30, &[MOST_MAPS])),
            graph(|graph| graph.random("Random", 2_000)),
        ]
    }

    /// Both, in one specification.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.types += &other.types;
        self.graphs.extend(other.graphs);
        self
    }

    /// The names of the graphs.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.graphs.iter().map(|(name, _)| *name)
    }

    /// Each type has an optional field of the next one, and the last one of the first.
    pub fn ring(&mut self, name: &'static str, length: usize, uses: &[(&str, &str)]) {
        self.graphs.push((name, nested(50, uses)));
        for (index, (usage, _)) in (0..length).zip(uses.iter().cycle()) {
            let next = usage.replace('@', &format!("{name}{}", (index + 1) % length));
            self.write(name, index, &format!("next?: {next}"));
        }
    }

    /// One of three types is an object with an optional field of the next one. The others are unions with a variant
    /// of the next one, whose name is the only field.
    pub fn ring_of_unions(&mut self, name: &'static str, length: usize) {
        let is_object = |index: usize| index.is_multiple_of(3);
        let value = (0..51)
            .rev()
            .fold(r#"{"id":0}"#.to_owned(), |inner, index| {
                if is_object(index) {
                    format!(r#"{{"id":{index},"next":{inner}}}"#)
                } else if is_object(index + 1) {
                    format!(r#"{{"object":{inner}}}"#)
                } else {
                    format!(r#"{{"union":{inner}}}"#)
                }
            });
        self.graphs.push((name, value));
        for index in 0..length {
            let next = format!("{name}{}", (index + 1) % length);
            if is_object(index) {
                self.write(name, index, &format!("next?: {next}"));
            } else {
                let variant = if is_object(index + 1) {
                    "object"
                } else {
                    "union"
                };
                let _ = writeln!(
                    self.types,
                    "  {name}{index}: {{ union: {{ {variant}: {next}, text: string }}, wrapped: true }}"
                );
            }
        }
    }

    /// Each type has a required field of the next one.
    pub fn chain(&mut self, name: &'static str, length: usize, uses: &[(&str, &str)]) {
        self.graphs.push((name, nested(length - 1, uses)));
        for (index, (usage, _)) in (0..length - 1).zip(uses.iter().cycle()) {
            let next = usage.replace('@', &format!("{name}{}", index + 1));
            self.write(name, index, &format!("next: {next}"));
        }
        self.write(name, length - 1, "");
    }

    /// Each type has one to four optional fields of any other.
    pub fn random(&mut self, name: &'static str, count: usize) {
        self.graphs.push((name, nested(0, &[])));
        let mut random = fastrand::Rng::with_seed(7);
        for index in 0..count {
            let count_of_fields = random.usize(1..=4);
            let mut field = |field| {
                let usage = USES[random.usize(..USES.len())].0;
                let ty = usage.replace('@', &format!("{name}{}", random.usize(..count)));
                format!("field_{field}?: {ty}")
            };
            let fields: Vec<String> = (0..count_of_fields).map(&mut field).collect();
            self.write(name, index, &fields.join(", "));
        }
    }

    /// The first type of a graph also has a field with a default.
    fn write(&mut self, name: &str, index: usize, fields: &str) {
        let size = match index {
            0 => "size?: { type: integer, default: 3 }, ",
            _ => "",
        };
        let fields = format!("id: integer, {size}{fields}");
        let _ = writeln!(self.types, "  {name}{index}: {{ fields: {{ {fields} }} }}");
    }

    /// Writes the generated crate, and a program that uses it, into a workspace with the settings that
    /// cargo has by default.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    ///
    /// # Panics
    ///
    /// The generator rejects the specification.
    pub fn write_workspace(&self, name: &str, folder: &Path) -> io::Result<()> {
        let spec = self.specification(&format!("{name}-api"));
        let files = workspaces::generate(&spec)
            .unwrap_or_else(|errors| panic!("{}", errors.render(&spec, Style::Plain)));
        let written = files.write_to(&folder.join("api"));
        written.map_err(io::Error::other)?;
        let module = format!("{}_api", name.replace('-', "_"));
        cases::write(&folder.join("src/main.rs"), &self.program(&module))?;
        let manifest = format!(
            "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n[workspace]\nmembers = [\"api\"]\n\n\
             [dependencies]\n{name}-api = {{ path = \"api\", features = [\"client\", \"server\"] }}\n\
             axum = {{ version = \"0.8\", default-features = false, features = [\"http1\", \"tokio\"] }}\n\
             serde_json = \"1\"\n\
             tokio = {{ version = \"1\", features = [\"macros\", \"net\", \"rt\"] }}\n\n\
             {}",
            runtime_patch()
        );
        cases::write(&folder.join("Cargo.toml"), &manifest)?;
        prepare(folder)
    }

    fn specification(&self, package: &str) -> SourceFile {
        let mut text = format!(
            "specsmith: 1\napi: {{ name: Deep, title: Deep API, version: 1.0.0 }}\n\
             rust: {{ crate: {package} }}\ntypes:\n{}operations:\n",
            self.types
        );
        for (name, _) in &self.graphs {
            let lower = name.to_lowercase();
            let _ = writeln!(
                text,
                "  put_{lower}: {{ route: PUT /{lower}, body: {name}0, returns: {name}0 }}\n  \
                 list_{lower}: {{ route: GET /{lower}, returns: list<{name}0> }}"
            );
        }
        SourceFile::new("spec.yaml", text)
    }

    /// A server that returns what it receives, and a client that sends a value to it.
    fn program(&self, module: &str) -> String {
        let (mut methods, mut calls) = (String::new(), String::new());
        for (name, value) in &self.graphs {
            let fill = |template: &str| {
                template
                    .replace("{Name}", name)
                    .replace("{name}", &name.to_lowercase())
                    .replace("{value}", &format!("{value:?}"))
            };
            methods += &fill(METHODS);
            calls += &fill(CALL);
        }
        PROGRAM
            .replace("{methods}", &methods)
            .replace("{calls}", &calls)
            .replace("{module}", module)
    }
}

/// Nested objects as JSON.
fn nested(depth: usize, uses: &[(&str, &str)]) -> String {
    (0..depth)
        .rev()
        .fold(r#"{"id":0}"#.to_owned(), |inner, index| {
            let next = uses[index % uses.len()].1.replace('@', &inner);
            format!(r#"{{"id":{index},"next":{next}}}"#)
        })
}

/// Every future is spawned, which requires that it is `Send`.
const PROGRAM: &str = r#"
use {module}::{Client, operations::*, server, types::*};

struct Echo;

impl server::DeepApi for Echo {
{methods}}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, server::router(Echo)).await.unwrap() });
{calls}}
"#;

const METHODS: &str = "    async fn put_{name}(&self, request: server::Put{Name}) -> Result<{Name}0, Put{Name}Error> {
        tokio::task::yield_now().await;
        assert_eq!(request.body.clone(), request.body);
        Ok(request.body)
    }
    async fn list_{name}(&self) -> Result<Vec<{Name}0>, List{Name}Error> {
        tokio::task::yield_now().await;
        Ok(Vec::new())
    }
";

const CALL: &str = r#"    let client = Client::builder(&url).build().unwrap();
    let {name} = tokio::spawn(async move {
        let text = {value};
        // An absent field stays absent, but its default can be read.
        let sent: {Name}0 = serde_json::from_str(&text).unwrap();
        let back = client.put_{name}(sent.clone()).await.unwrap();
        assert_eq!(back, sent);
        assert_eq!((back.size, back.size()), (None, 3));
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
        client.list_{name}().await.unwrap()
    });
    assert!({name}.await.unwrap().is_empty());
"#;
