//! A workspace around a generated crate: a server, an example of a caller, tests and CI.

mod credentials;
mod example;

use std::path::Path;

use askama::Template;

use super::markdown::one_line;
use super::{scaffold, template};
use crate::api::{Api, Runtime};
use crate::naming::camel;
use crate::output::FileSet;
use crate::rust::{Crate, Operation};
use credentials::Credentials;
use example::{Code, Example};

/// Whether Specsmith has a public address, which its first release adds: CI of a project installs it then.
const IS_PUBLISHED: bool = !env!("CARGO_PKG_REPOSITORY").is_empty();

#[derive(Template)]
#[template(path = "project/Cargo.toml.txt", escape = "none")]
struct Manifest {
    members: Vec<String>,
}

#[derive(Template)]
#[template(path = "project/README.md.txt", escape = "none")]
struct Readme<'a> {
    names: &'a Names<'a>,
    /// The document that the specification, an overlay, changes: its path in the folder `spec`.
    original: Option<&'a str>,
    has_server: bool,
    /// The assignment of the token before the command of the server.
    token: &'static str,
    /// The assignments of credentials before the command of the caller.
    credentials: String,
    /// The arguments of the caller after its command.
    arguments: &'static str,
}

#[derive(Template)]
#[template(path = "project/ci.yml.txt", escape = "none")]
struct Ci {
    version: &'static str,
    is_published: bool,
    /// Whether people of the project write the description.
    is_own: bool,
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
    has_token: bool,
}

#[derive(Template)]
#[template(path = "project/server/tests.rs.txt", escape = "none")]
struct HandlersTest<'a> {
    names: &'a Names<'a>,
    test: String,
    has_token: bool,
    code: Code,
}

#[derive(Template)]
#[template(path = "project/current.rs.txt", escape = "none")]
struct CurrentTest<'a> {
    names: &'a Names<'a>,
}

#[derive(Template)]
#[template(path = "project/client/Cargo.toml.txt", escape = "none")]
struct ClientManifest<'a> {
    names: &'a Names<'a>,
    /// Whether the caller calls an `https` URL by default.
    is_https: bool,
}

#[derive(Template)]
#[template(path = "project/client/main.rs.txt", escape = "none")]
struct ClientMain<'a> {
    /// The URL that it calls by default.
    url: Option<&'a str>,
    /// Whether it calls an operation.
    has_call: bool,
    /// Whether callers of operations have credentials that are not set: the called one does not require them.
    lacks_credentials: bool,
    /// Whether the credentials of the called operation come from the environment.
    reads_variables: bool,
    code: Code,
}

#[derive(Template)]
#[template(path = "project/spec.yaml.txt", escape = "none")]
struct Spec<'a> {
    name: &'a str,
    title: &'a str,
}

#[derive(Template)]
#[template(path = "project/overlay.yaml.txt", escape = "none")]
struct FirstOverlay {
    title: String,
    extends: String,
    source: Option<String>,
    /// The keys of `x-specsmith`.
    settings: String,
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

/// A first overlay of a document, for an API of this name, or else of the name in the document.
pub(crate) fn first_overlay(
    api: &Api,
    name: Option<&str>,
    document: &str,
    source: Option<&str>,
) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let name = name.map_or_else(|| api.name.clone(), camel);
    let runtime = match &api.package.runtime {
        Runtime::Path(path) if Path::new(&path.value).is_relative() => {
            Some("runtime: embedded".to_owned())
        }
        Runtime::Path(_) | Runtime::Embedded | Runtime::Published(_) => None,
    };
    let settings: Vec<String> = [format!("name: {name}")]
        .into_iter()
        .chain(runtime)
        .collect();
    template::text(&FirstOverlay {
        title: quoted(&format!("{} in Rust", one_line(&api.title))),
        // A reference, in which a percent sign begins an encoded character.
        extends: quoted(&document.replace('%', "%25")),
        source: source.map(quoted),
        settings: settings.join(", "),
    })
}

/// What surrounds a generated crate in a new workspace.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Project<'a> {
    /// The name of the specification's file in the folder `spec`.
    pub spec: &'a str,
    /// The document that the specification, an overlay, changes: its path in the folder `spec`.
    pub original: Option<&'a str>,
    /// Whether it has a server. Without one, it only calls servers of the API.
    pub server: bool,
}

/// Generates the files of a project around the generated crate. An API without operations has nothing to serve or to
/// call, so it has no project.
pub(crate) fn emit(plan: &Crate<'_>, project: &Project<'_>) -> Option<FileSet> {
    if !plan.has_operations() {
        return None;
    }
    let workspace = Workspace::new(plan, project);
    let mut files = FileSet::default();
    workspace.common().into_iter().for_each(|(path, text)| {
        files.insert(path, text);
    });
    let members = [
        workspace.client(),
        match project.server {
            true => workspace.server(),
            false => Vec::new(),
        },
    ];
    for (path, text) in members.into_iter().flatten() {
        files.insert(path, text);
    }
    Some(files)
}

/// A file with its path.
type Entry = (&'static str, String);

/// What the files of a project depend on.
struct Workspace<'a> {
    plan: &'a Crate<'a>,
    project: &'a Project<'a>,
    names: Names<'a>,
    /// The operation that the server implements.
    example: Option<Example<'a>>,
    /// The operation that the caller calls.
    called: Option<&'a Operation<'a>>,
    /// The credentials that this operation requires; without one, those of the first operation that requires any.
    credentials: Option<Credentials>,
    /// Whether all callers of the server have a bearer token of one kind.
    has_token: bool,
}

impl<'a> Workspace<'a> {
    fn new(plan: &'a Crate<'a>, project: &'a Project<'a>) -> Self {
        let has_token = has_token(plan);
        let example = match project.server {
            true => Example::find(plan, has_token),
            false => None,
        };
        let called = match project.server {
            true => example.as_ref().map(|example| example.operation),
            false => example::reading(plan),
        };
        // Without a call, people add one, which may need credentials.
        let requiring = match called {
            Some(operation) => std::slice::from_ref(operation),
            None => &plan.operations,
        };
        let mut requiring = requiring.iter().filter(|it| it.requires_credentials());
        let credentials = requiring.find_map(|operation| Credentials::of(plan, operation));
        Self {
            plan,
            project,
            names: names(plan, project.spec),
            example,
            called,
            credentials,
            has_token,
        }
    }

    /// The files of the workspace itself.
    fn common(&self) -> Vec<Entry> {
        let members = ["generated", "server", "client"].into_iter();
        let members = members.filter(|member| self.project.server || *member != "server");
        let members = members.map(|name| format!("{name:?}")).collect();
        let mut attributes = "* text=auto eol=lf\n/generated/** linguist-generated\n".to_owned();
        if let Some(original) = self.project.original
            && let Some((folder, _)) = original.split_once('/')
        {
            attributes.push_str(&format!("/spec/{folder}/** -text\n"));
        }
        let ci = Ci {
            version: env!("CARGO_PKG_VERSION"),
            is_published: IS_PUBLISHED,
            is_own: self.project.original.is_none(),
        };
        vec![
            ("Cargo.toml", template::text(&Manifest { members })),
            (".gitignore", "/target\n".to_owned()),
            (".gitattributes", attributes),
            ("README.md", template::text(&self.readme())),
            (".github/workflows/ci.yml", template::text(&ci)),
        ]
    }

    fn readme(&self) -> Readme<'_> {
        let variables = self.credentials.iter().flat_map(|found| &found.variables);
        let variables = variables.map(|name| format!("{name}=secret "));
        Readme {
            names: &self.names,
            original: self.project.original,
            has_server: self.project.server,
            token: if self.has_token {
                "API_TOKEN=secret "
            } else {
                ""
            },
            credentials: variables.collect(),
            arguments: match self.url() {
                Some(_) => "",
                None => " -- https://api.example.com  # the URL of the API",
            },
        }
    }

    fn server(&self) -> Vec<Entry> {
        let (names, has_token) = (&self.names, self.has_token);
        let example = self.example.as_ref();
        let value = example.map(|example| (example.operation, &example.value));
        let handlers = scaffold::with_example(self.plan, value, has_token);
        let mut files = vec![
            (
                "server/Cargo.toml",
                template::text(&ServerManifest { names }),
            ),
            (
                "server/src/lib.rs",
                template::text(&ServerLibrary { names }),
            ),
            ("server/src/handlers.rs", handlers),
            (
                "server/src/main.rs",
                template::text(&ServerMain { names, has_token }),
            ),
            (
                "server/tests/api.rs",
                template::text(&ServerTest { names, has_token }),
            ),
            ("server/tests/current.rs", self.current()),
        ];
        if let Some(example) = example {
            let test = HandlersTest {
                names,
                test: format!("{}_returns_its_example", example.operation.api.name),
                has_token,
                code: example.checked(self.plan),
            };
            files.push(("server/src/handlers/tests.rs", template::text(&test)));
        }
        files
    }

    fn client(&self) -> Vec<Entry> {
        let url = self.url();
        let is_https = url.as_deref().is_some_and(|url| url.starts_with("https:"));
        let main = ClientMain {
            url: url.as_deref(),
            has_call: self.called.is_some(),
            lacks_credentials: self.plan.auth.is_some() && self.credentials.is_none(),
            reads_variables: self.credentials.is_some(),
            code: example::printed(
                self.plan,
                url.as_deref(),
                self.called,
                self.credentials.as_ref(),
            ),
        };
        let names = &self.names;
        let manifest = ClientManifest { names, is_https };
        let mut files = vec![
            ("client/Cargo.toml", template::text(&manifest)),
            ("client/src/main.rs", template::text(&main)),
        ];
        if !self.project.server {
            files.push(("client/tests/current.rs", self.current()));
        }
        files
    }

    /// The URL that the caller calls by default: of the server of the workspace, or else of the first server of the API.
    fn url(&self) -> Option<String> {
        if self.project.server {
            return Some("http://127.0.0.1:8080".to_owned());
        }
        let mut servers = self.plan.api.common_servers();
        servers.find_map(|id| self.plan.server(id).api.default_url())
    }

    /// The test that the generated crate is up to date.
    fn current(&self) -> String {
        template::text(&CurrentTest { names: &self.names })
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

#[cfg(test)]
mod tests;
