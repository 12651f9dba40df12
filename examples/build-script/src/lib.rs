//! The API of a library. The build script generates its types, client and server from `library.yaml`.

include!(concat!(env!("OUT_DIR"), "/specsmith/lib.rs"));
