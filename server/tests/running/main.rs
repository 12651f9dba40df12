//! The gateway as its users have it: the real command in a process of its own, called through the
//! generated client.

mod call;
mod matrix;
mod process;
mod records;
mod relay;
