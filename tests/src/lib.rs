//! The integration tests of the whole workspace, and what they share.

pub mod archive;
pub mod articles;
pub mod atlas;
pub mod cases;
pub mod checkout;
pub mod circles;
pub mod clinic;
pub mod completions;
pub mod constructs;
pub mod corpus;
pub mod deep;
pub mod depot;
pub mod doors;
pub mod drafts;
pub mod feeds;
pub mod forge;
pub mod fuzz;
pub mod gateway;
pub mod groups;
pub mod hub;
pub mod judge;
pub mod lists;
pub mod pages;
pub mod palettes;
pub mod payments;
pub mod payouts;
pub mod random;
pub mod raw;
pub mod rides;
pub mod searches;
pub mod serving;
pub mod spec;
pub mod stations;
pub mod studio;
pub mod token_server;
pub mod transports;
pub mod workspaces;

/// The examples of `docs/using.md`, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../docs/using.md")]
pub struct Using;
