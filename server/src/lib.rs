//! The model gateway's management and metadata API: an implementation of the generated handler trait
//! over SQLite or PostgreSQL.

pub mod amount;
mod bounds;
mod causes;
pub mod cli;
mod document;
pub mod gateway;
pub mod http;
pub mod keys;
mod lock;
mod model_name;
mod pages;
pub mod records;
mod request_facts;
mod slots;
pub mod store;
pub mod timestamps;
pub mod vault;
mod whole_file;
