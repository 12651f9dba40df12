//! A workspace around a generated crate: a server, an example of a caller, tests and CI.

mod example;

use askama::Template;

use super::markdown::one_line;
use super::{scaffold, template};
use crate::naming::camel;
use crate::output::FileSet;
use crate::rust::Crate;
use example::{Code, Example};

/// The parts of a workspace, apart from the specification and the generated crate.
const MEMBERS: [&str; 3] = ["generated", "server", "client"];

#[derive(Template)]
#[template(path = "project/Cargo.toml.txt", escape = "none")]
struct Workspace {
    members: Vec<String>,
}

#[derive(Template)]
#[template(path = "project/README.md.txt", escape = "none")]
struct Readme<'a> {
    names: &'a Names<'a>,
    /// The assignment of the token before commands that need it.
    token: &'static str,
}

#[derive(Template)]
#[template(path = "project/ci.yml.txt", escape = "none")]
struct Ci {
    version: &'static str,
}

#[derive(Template)]
#[template(path = "project/server/Cargo.toml.txt", escape = "none")]
struct ServerManifest<'a> {
    names: &'a Names<'a>,
}

#[derive(Template)]
#[template(path = "project/server/lib.rs.txt", escape = "none")]
struct ServerLibrary<'a> {
    names: &'a Names<'a>,
}

#[derive(Template)]
#[template(path = "project/server/main.rs.txt", escape = "none")]
struct ServerMain<'a> {
    names: &'a Names<'a>,
    has_token: bool,
}

#[derive(Template)]
#[template(path = "project/server/api.rs.txt", escape = "none")]
struct ServerTest<'a> {
    names: &'a Names<'a>,
    test: String,
    has_token: bool,
    code: Option<Code>,
}

#[derive(Template)]
#[template(path = "project/server/current.rs.txt", escape = "none")]
struct CurrentTest<'a> {
    names: &'a Names<'a>,
}

#[derive(Template)]
#[template(path = "project/client/Cargo.toml.txt", escape = "none")]
struct ClientManifest<'a> {
    names: &'a Names<'a>,
}

#[derive(Template)]
#[template(path = "project/client/main.rs.txt", escape = "none")]
struct ClientMain<'a> {
    names: &'a Names<'a>,
    has_auth: bool,
    has_token: bool,
    /// A method of the client.
    method: &'a str,
    code: Option<Code>,
}

#[derive(Template)]
#[template(path = "project/spec.yaml.txt", escape = "none")]
struct Spec<'a> {
    name: &'a str,
    title: &'a str,
}

/// The names of a project's parts.
struct Names<'a> {
    title: String,
    /// The file of the specification.
    spec: &'a str,
    /// The generated package.
    api: &'a str,
    /// Its crate.
    api_module: &'a str,
    /// The package of the server.
    server: String,
    /// Its crate.
    server_module: String,
    /// The package of the caller.
    client: String,
    /// The struct that implements the handler trait.
    handlers: &'a str,
}

/// A first specification for an API of this name.
pub(crate) fn spec(name: &str) -> String {
    let title = name.split(['-', '_']).filter(|word| !word.is_empty());
    let title: Vec<String> = title.map(camel).collect();
    template::text(&Spec {
        name: &camel(name),
        title: &title.join(" "),
    })
}

/// Generates the files of a project around the generated crate. `spec` is the file of the specification in the folder
/// `spec`. An API without operations has nothing to serve, so it has no project.
pub(crate) fn emit(plan: &Crate<'_>, spec: &str) -> Option<FileSet> {
    if !plan.has_operations() {
        return None;
    }
    let has_token = has_token(plan);
    let project = Project {
        plan,
        names: names(plan, spec),
        example: Example::find(plan, has_token),
        has_token,
    };
    let names = &project.names;
    let members = MEMBERS.map(|name| format!("{name:?}")).to_vec();
    let token = if has_token { "API_TOKEN=secret " } else { "" };
    let version = env!("CARGO_PKG_VERSION");
    let attributes = "* text=auto eol=lf\n/generated/** linguist-generated\n";
    let texts = [
        ("Cargo.toml", template::text(&Workspace { members })),
        (".gitignore", "/target\n".to_owned()),
        (".gitattributes", attributes.to_owned()),
        ("README.md", template::text(&Readme { names, token })),
        (".github/workflows/ci.yml", template::text(&Ci { version })),
        (
            "server/Cargo.toml",
            template::text(&ServerManifest { names }),
        ),
        (
            "server/src/lib.rs",
            template::text(&ServerLibrary { names }),
        ),
        ("server/src/handlers.rs", project.handlers()),
        (
            "server/src/main.rs",
            template::text(&ServerMain { names, has_token }),
        ),
        ("server/tests/api.rs", project.server_test()),
        (
            "server/tests/current.rs",
            template::text(&CurrentTest { names }),
        ),
        (
            "client/Cargo.toml",
            template::text(&ClientManifest { names }),
        ),
        ("client/src/main.rs", project.client_main()),
    ];
    let mut files = FileSet::default();
    for (path, text) in texts {
        files.insert(path, text);
    }
    Some(files)
}

/// What the files of a project depend on.
struct Project<'a> {
    plan: &'a Crate<'a>,
    names: Names<'a>,
    example: Option<Example<'a>>,
    /// Whether all callers have a bearer token of one kind.
    has_token: bool,
}

impl Project<'_> {
    fn handlers(&self) -> String {
        let example = self.example.as_ref();
        let example = example.map(|example| (example.operation, &example.value));
        scaffold::with_example(self.plan, example, self.has_token)
    }

    fn server_test(&self) -> String {
        let example = self.example.as_ref();
        template::text(&ServerTest {
            names: &self.names,
            test: match example {
                Some(example) => format!("{}_returns_its_example", example.operation.method),
                None => "the_server_responds".to_owned(),
            },
            has_token: self.has_token,
            code: example.map(|example| example.checked(self.plan)),
        })
    }

    fn client_main(&self) -> String {
        let (plan, example) = (self.plan, self.example.as_ref());
        template::text(&ClientMain {
            names: &self.names,
            has_auth: plan.auth.is_some(),
            has_token: self.has_token,
            method: plan.operations.first().map_or("", |first| &first.method),
            code: example.map(|example| example.printed(plan)),
        })
    }
}

fn names<'a>(plan: &'a Crate<'_>, spec: &'a str) -> Names<'a> {
    let api = plan.package.name;
    let base = api.strip_suffix("-api").unwrap_or(api);
    let server = format!("{base}-server");
    Names {
        title: one_line(&plan.api.title),
        spec,
        api,
        api_module: &plan.package.module,
        server_module: server.replace('-', "_"),
        server,
        client: format!("{base}-client"),
        handlers: &plan.handlers,
    }
}

/// Whether all callers have a bearer token of one kind, so that a new server can compare it.
fn has_token(plan: &Crate<'_>) -> bool {
    let auth = plan.auth.as_ref();
    auth.is_some_and(|auth| auth.api.is_one_token() && !auth.has_permits())
}
