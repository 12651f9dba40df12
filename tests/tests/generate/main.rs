//! What the generator reads and prints, without compiling it and without sockets.

mod circles;
mod convert;
mod diagnostics;
mod documentation;
mod drift;
mod fuzz;
mod grammar;
mod hostile;
mod json_schema;
mod layers;
mod library_types;
mod openapi;
mod openapi_versions;
mod projects;
mod read_back;
mod reference;
mod scaffold;
