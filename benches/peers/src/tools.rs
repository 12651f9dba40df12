//! The tools that are compared, and how to run them. Each one is run as its own documentation shows first, with
//! its default options.

use std::path::Path;
use std::{fs, io};

/// A code generator.
#[derive(Debug)]
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    /// The package of the program, which has the same name.
    pub(crate) package: &'static str,
    pub(crate) client: Crate,
    /// None if the tool generates no servers.
    pub(crate) server: Option<Crate>,
}

/// A crate that a tool generates. All paths are relative to the folder with the documents.
#[derive(Debug)]
pub(crate) struct Crate {
    pub(crate) folder: &'static str,
    /// The arguments that generate it.
    pub(crate) arguments: &'static [&'static str],
    /// The cargo features that this side needs in addition to the default ones.
    pub(crate) features: &'static str,
}

/// The side of the API for which code is generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Client,
    Server,
}

impl Tool {
    pub(crate) fn is_specsmith(&self) -> bool {
        self.name == TOOLS[0].name
    }

    pub(crate) fn side(&self, side: Side) -> Option<&Crate> {
        match side {
            Side::Client => Some(&self.client),
            Side::Server => self.server.as_ref(),
        }
    }
}

/// All tools. Specsmith, which is compared with the others, is the first one.
pub(crate) const TOOLS: [Tool; 5] = [
    Tool {
        name: "Specsmith",
        package: "specsmith",
        client: Crate {
            folder: "specsmith",
            arguments: &["generate", SPECIFICATION, "--out", "specsmith"],
            features: "client",
        },
        server: Some(Crate {
            folder: "specsmith",
            arguments: &["generate", SPECIFICATION, "--out", "specsmith"],
            features: "server",
        }),
    },
    Tool {
        name: "ploidy",
        package: "ploidy",
        client: Crate {
            folder: "ploidy-client",
            arguments: &["generate", "rust", OPENAPI, "-o", "ploidy-client"],
            features: "",
        },
        server: None,
    },
    Tool {
        name: "openapi-to-rust",
        package: "openapi-to-rust",
        client: Crate {
            folder: "openapi-to-rust-client",
            arguments: &[
                "generate",
                OPENAPI,
                "--output-dir",
                "openapi-to-rust-client/src/generated",
            ],
            features: "",
        },
        server: Some(Crate {
            folder: "openapi-to-rust-server",
            arguments: &["generate", "--config", OPENAPI_TO_RUST_CONFIGURATION],
            features: "",
        }),
    },
    Tool {
        name: "progenitor",
        package: "cargo-progenitor",
        client: Crate {
            folder: "progenitor-api",
            arguments: &[
                "progenitor",
                "-i",
                OPENAPI_3_0,
                "-o",
                "progenitor-api",
                "-n",
                "progenitor-api",
                "-v",
                "1.0.0",
            ],
            features: "",
        },
        server: None,
    },
    Tool {
        name: "oas3-gen",
        package: "oas3-gen",
        client: Crate {
            folder: "oas3-gen-client",
            arguments: &[
                "generate",
                "client-mod",
                "-i",
                OPENAPI,
                "-o",
                "oas3-gen-client",
                "--workspace",
            ],
            features: "",
        },
        server: Some(Crate {
            folder: "oas3-gen-server",
            arguments: &[
                "generate",
                "server-mod",
                "-i",
                OPENAPI,
                "-o",
                "oas3-gen-server",
                "--workspace",
            ],
            features: "",
        }),
    },
];

/// The file names of the documents that the tools read.
pub(crate) const SPECIFICATION: &str = "spec.yaml";
pub(crate) const OPENAPI: &str = "openapi.json";
pub(crate) const OPENAPI_3_0: &str = "openapi-3.0.json";
pub(crate) const OPENAPI_TO_RUST_CONFIGURATION: &str = "openapi-to-rust.toml";

/// The configuration with which openapi-to-rust generates a server for these operations. It has no
/// command-line options for servers.
pub(crate) fn openapi_to_rust_configuration(operations: &[&str]) -> String {
    format!(
        "[generator]
spec_path = {OPENAPI:?}
output_dir = \"openapi-to-rust-server/src/generated\"
module_name = \"api\"

[features]
enable_async_client = false

[server]
framework = \"axum\"
operations = {operations:?}
"
    )
}

/// Completes a generated crate. It gets the manifest and root that openapi-to-rust leaves to its user, and
/// becomes a separate workspace.
///
/// # Errors
///
/// A file cannot be read or written.
pub(crate) fn complete(folder: &Path) -> io::Result<()> {
    let manifest = folder.join("Cargo.toml");
    if !manifest.exists() {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let dependencies = fs::read_to_string(folder.join("src/generated/REQUIRED_DEPS.toml"))?;
        let package = format!("[package]\nname = {name:?}\nedition = \"2024\"\n\n{dependencies}");
        fs::write(&manifest, package)?;
        fs::write(folder.join("src/lib.rs"), "pub mod generated;\n")?;
    }
    let text = fs::read_to_string(&manifest)?;
    fs::write(&manifest, format!("{text}\n[workspace]\n"))
}
