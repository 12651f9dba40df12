//! The cost of the variants of unions in `cargo check`: in a generated crate with a client, and as enumerations written
//! by hand with serde's derives. Each figure is the difference to the same crate without unions.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use specsmith_benches::paired;
use specsmith_benches::run::{Cost, cost};

/// How many unions a crate has, each with all objects as its variants.
const UNIONS: usize = 200;

/// How many objects a crate has.
const OBJECTS: usize = 5;

/// How often each crate is checked.
const TIMES: usize = 5;

/// What an operation returns: a union, by how its variants are told apart, or an object.
#[derive(Clone, Copy, PartialEq)]
enum Returned {
    Object,
    ByTag,
    ByContent,
    EventsOfObjects,
    ByEvent,
}

impl Returned {
    fn is_union(self) -> bool {
        !matches!(self, Self::Object | Self::EventsOfObjects)
    }

    fn has_events(self) -> bool {
        matches!(self, Self::EventsOfObjects | Self::ByEvent)
    }
}

fn main() -> io::Result<()> {
    if !paired::measures() {
        return Ok(());
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unions");
    let kinds = [
        Returned::Object,
        Returned::ByTag,
        Returned::ByContent,
        Returned::EventsOfObjects,
        Returned::ByEvent,
    ];
    let mut crates = Vec::new();
    for (index, returned) in kinds.into_iter().enumerate() {
        crates.push(generated(
            &folder.join(format!("generated{index}")),
            returned,
        )?);
        crates.push(hand_written(
            &folder.join(format!("hand_written{index}")),
            returned,
        )?);
    }
    // They take turns. The first turn compiles the dependencies, and is not measured.
    let mut costs: Vec<Vec<Cost>> = vec![Vec::new(); crates.len()];
    for turn in 0..=TIMES {
        for (folder, costs) in crates.iter().zip(&mut costs) {
            let cost = check(folder, &folder.with_file_name("target"))?;
            costs.extend((turn > 0).then_some(cost));
        }
    }
    let seconds: Vec<f64> = costs.iter().map(|costs| processor(costs)).collect();
    println!(
        "CPU time of `cargo check`, for each of {} variants\n",
        UNIONS * OBJECTS
    );
    println!(
        "{:18} {:>10} {:>10} {:>7}",
        "told apart", "by hand", "generated", "ratio"
    );
    for (name, row, without) in [
        ("by a tag", 1, 0),
        ("by their content", 2, 0),
        ("by an event", 4, 3),
    ] {
        let each = |side: usize| {
            let more = seconds[2 * row + side] - seconds[2 * without + side];
            1e6 * more / (UNIONS * OBJECTS) as f64
        };
        let (generated, hand_written) = (each(0), each(1));
        let ratio = generated / hand_written;
        println!("{name:18} {hand_written:>7.0} µs {generated:>7.0} µs {ratio:>7.2}");
    }
    Ok(())
}

/// The median of the CPU times, in seconds.
fn processor(costs: &[Cost]) -> f64 {
    let mut seconds: Vec<f64> = costs.iter().map(|cost| cost.processor).collect();
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

/// Checks a crate alone.
fn check(folder: &Path, target: &Path) -> io::Result<Cost> {
    let root = folder.join("src/lib.rs");
    let text = fs::read(&root)?;
    fs::write(&root, text)?;
    let target = target.to_string_lossy();
    let mut arguments = vec!["check", "--quiet", "--offline", "--target-dir", &target];
    if folder.join("src/client").exists() {
        arguments.extend(["--features", "client"]);
    }
    cost(Path::new(env!("CARGO")), arguments, folder)
}

/// Writes a crate. It is a separate workspace, with the versions of this one.
fn write(folder: &Path, files: &[(&str, String)]) -> io::Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    for (path, text) in files {
        let path = folder.join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)?;
    }
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock"))?;
    Ok(folder.to_owned())
}

/// The crate that Specsmith generates. Each union is what an operation returns.
fn generated(folder: &Path, returned: Returned) -> io::Result<PathBuf> {
    let mut yaml = String::from(
        "specsmith: 1\napi: { name: Unions, title: Unions API, version: 1.0.0 }\nrust: { runtime: published }\ntypes:\n",
    );
    for object in 0..OBJECTS {
        let _ = writeln!(
            yaml,
            "  T{object}: {{ fields: {{ a{object}: string, b{object}: integer, c{object}?: boolean }} }}"
        );
    }
    let variants: Vec<String> = (0..OBJECTS)
        .map(|object| format!("v{object}: T{object}"))
        .collect();
    let how = match returned {
        Returned::ByTag => ", tag: type",
        Returned::ByEvent => ", by_event: true",
        _ => "",
    };
    if returned.is_union() {
        for union in 0..UNIONS {
            let variants = variants.join(", ");
            let _ = writeln!(yaml, "  U{union}: {{ union: {{ {variants} }}{how} }}");
        }
    }
    yaml.push_str("operations:\n");
    for union in 0..UNIONS {
        let name = match returned.is_union() {
            true => format!("U{union}"),
            false => format!("T{}", union % OBJECTS),
        };
        let content = match returned.has_events() {
            true => format!("events<{name}>"),
            false => name,
        };
        let _ = writeln!(
            yaml,
            "  get_{union}: {{ route: GET /{union}, doc: Gets it., returns: {content} }}"
        );
    }
    let spec = specsmith::source::SourceFile::new("unions.yaml", yaml);
    let files = specsmith::generate(&spec).map_err(|errors| {
        io::Error::other(errors.render(&spec, specsmith::diagnostic::Style::Plain))
    })?;
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
    let patch = format!(
        "\n[workspace]\n\n[patch.crates-io]\nspecsmith-runtime = {{ path = {runtime:?} }}\n"
    );
    let files: Vec<(&str, String)> = files
        .iter()
        .map(|(path, text)| match path {
            "Cargo.toml" => (path, format!("{text}{patch}")),
            _ => (path, text.to_owned()),
        })
        .collect();
    write(folder, &files)
}

/// The types as somebody would write them with serde.
fn hand_written(folder: &Path, returned: Returned) -> io::Result<PathBuf> {
    const DERIVES: &str = "#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\n";
    let mut code = String::from("#![allow(dead_code)]\nuse serde::{Deserialize, Serialize};\n");
    for object in 0..OBJECTS {
        let _ = writeln!(
            code,
            "{DERIVES}pub struct T{object} {{\n    pub a{object}: String,\n    pub b{object}: i64,\n    \
             #[serde(skip_serializing_if = \"Option::is_none\")]\n    pub c{object}: Option<bool>,\n}}"
        );
    }
    for union in (0..UNIONS).filter(|_| returned.is_union()) {
        let each = |text: &str| -> String {
            let objects = 0..OBJECTS;
            objects
                .map(|object| text.replace('#', &object.to_string()))
                .collect()
        };
        let name = format!("U{union}");
        let (derives, attribute) = match returned {
            Returned::ByTag => (
                DERIVES,
                "#[serde(tag = \"type\", rename_all = \"snake_case\")]\n",
            ),
            Returned::ByContent => (DERIVES, "#[serde(untagged)]\n"),
            _ => ("#[derive(Debug, Clone, PartialEq)]\n", ""),
        };
        let _ = writeln!(
            code,
            "{derives}{attribute}pub enum {name} {{\n{}}}",
            each("    V#(T#),\n")
        );
        code += &each(&format!(
            "impl From<T#> for {name} {{\n    fn from(value: T#) -> Self {{\n        Self::V#(value)\n    }}\n}}\n"
        ));
        if returned == Returned::ByEvent {
            let _ = writeln!(
                code,
                "impl {name} {{\n    pub fn read(event: &str, data: &str) -> serde_json::Result<Option<Self>> {{\n        \
                 Ok(Some(match event {{\n{}            _ => return Ok(None),\n        }}))\n    }}\n\n    \
                 pub fn write(&self) -> serde_json::Result<(&'static str, String)> {{\n        Ok(match self {{\n{}        }})\n    }}\n}}",
                each("            \"v#\" => Self::V#(serde_json::from_str(data)?),\n"),
                each("            Self::V#(value) => (\"v#\", serde_json::to_string(value)?),\n"),
            );
        }
    }
    let manifest = "[package]\nname = \"hand-written\"\nversion = \"1.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
                    serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n\n[workspace]\n";
    write(
        folder,
        &[("Cargo.toml", manifest.to_owned()), ("src/lib.rs", code)],
    )
}
