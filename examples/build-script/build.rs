//! Generates the code of the API.

fn main() -> Result<(), specsmith::BuildError> {
    specsmith::Build::new("library.yaml")
        .client()
        .server()
        .generate()
}
