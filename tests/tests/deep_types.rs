//! Types that contain each other in cycles of a thousand and chains of three hundred: the generated
//! crate and a crate that uses both of its sides compile with default settings, and values pass
//! through unchanged.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use specsmith::diagnostic::Style;
use specsmith::source::SourceFile;
use specsmith_tests::cases;

/// The ways in which a field uses another type, in the specification and in JSON.
const USES: [(&str, &str); 5] = [
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

/// The compiler follows types when it checks the code, which `cargo check` covers.
#[test]
fn large_graphs_of_types_compile() {
    let mut graphs = Graphs::default();
    graphs.ring("Ring", 1_000, &USES);
    graphs.chain("Required", 300, &USES[..1]);
    graphs.chain("Nested", 300, &USES);
    graphs.chain("Maps", 30, &[MOST_MAPS]);
    graphs.random("Random", 2_000);
    let folder = workspace("deep-types", &graphs);
    cargo("check", &folder);
}

/// The compiler follows types and generic functions again when it generates code and debug information,
/// with other limits.
#[test]
fn values_of_deep_types_pass_from_client_to_server_and_back() {
    let mut graphs = Graphs::default();
    graphs.ring("Ring", 150, &USES);
    graphs.chain("Required", 50, &USES[..1]);
    let folder = workspace("deep-values", &graphs);
    cargo("run", &folder);
}

/// The types of a specification, and an operation for each graph of them.
#[derive(Default)]
struct Graphs {
    types: String,
    /// The name of each, and a value of its first type as JSON.
    graphs: Vec<(&'static str, String)>,
}

impl Graphs {
    /// Each type has an optional field of the next one, and the last one of the first.
    fn ring(&mut self, name: &'static str, length: usize, uses: &[(&str, &str)]) {
        self.graphs.push((name, nested(50, uses)));
        for (index, (usage, _)) in (0..length).zip(uses.iter().cycle()) {
            let next = usage.replace('@', &format!("{name}{}", (index + 1) % length));
            self.write(name, index, &format!("next?: {next}"));
        }
    }

    /// Each type has a required field of the next one.
    fn chain(&mut self, name: &'static str, length: usize, uses: &[(&str, &str)]) {
        self.graphs.push((name, nested(length - 1, uses)));
        for (index, (usage, _)) in (0..length - 1).zip(uses.iter().cycle()) {
            let next = usage.replace('@', &format!("{name}{}", index + 1));
            self.write(name, index, &format!("next: {next}"));
        }
        self.write(name, length - 1, "");
    }

    /// Each type has one to four optional fields of any other.
    fn random(&mut self, name: &'static str, count: usize) {
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
        writeln!(self.types, "  {name}{index}: {{ fields: {{ {fields} }} }}").unwrap();
    }

    fn specification(&self, package: &str) -> SourceFile {
        let mut text = format!(
            "specsmith: 1\napi: {{ name: Deep, title: Deep API, version: 1.0.0 }}\n\
             rust: {{ crate: {package} }}\ntypes:\n{}operations:\n",
            self.types
        );
        for (name, _) in &self.graphs {
            let lower = name.to_lowercase();
            writeln!(
                text,
                "  put_{lower}: {{ route: PUT /{lower}, body: {name}0, returns: {name}0 }}\n  \
                 list_{lower}: {{ route: GET /{lower}, returns: list<{name}0> }}"
            )
            .unwrap();
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

/// Writes the generated crate and a program that uses it, and returns their folder.
fn workspace(name: &str, graphs: &Graphs) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let spec = graphs.specification(&format!("{name}-api"));
    let files = specsmith::generate(&spec)
        .unwrap_or_else(|errors| panic!("{}", errors.render(&spec, Style::Plain)));
    files.write_to(&folder.join("api")).unwrap();
    let module = format!("{}_api", name.replace('-', "_"));
    let write = |path: &str, text: &str| cases::write(&folder.join(path), text).unwrap();
    write("src/main.rs", &graphs.program(&module));
    write(
        "Cargo.toml",
        &format!(
            "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n[workspace]\nmembers = [\"api\"]\n\n\
             [dependencies]\n{name}-api = {{ path = \"api\", features = [\"client\", \"server\"] }}\n\
             axum = {{ version = \"0.8\", default-features = false, features = [\"http1\", \"tokio\"] }}\n\
             serde_json = \"1\"\n\
             tokio = {{ version = \"1\", features = [\"macros\", \"net\", \"rt\"] }}\n\n\
             [patch.crates-io]\nspecsmith-runtime = {{ path = {:?} }}\n",
            cases::root().join("runtime")
        ),
    );
    fs::copy(cases::root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    folder
}

/// Runs cargo in a folder. The target folder is that of the other tests that compile, so that
/// dependencies are compiled once.
fn cargo(command: &str, folder: &Path) {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated/target");
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args([command, "--offline", "--quiet", "--target-dir"])
        .arg(target)
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUST_MIN_STACK")
        .current_dir(folder)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "`cargo {command}` failed in {}:\n{}",
        folder.display(),
        errors.chars().take(4_000).collect::<String>()
    );
}
