//! Markdown: descriptions are parsed and sanitized ([`parse`]), and their events ([`RichText`]) are written as HTML or
//! as CommonMark ([`writer`]). Text that the generator adds is made of escaped pieces.

mod characters;
mod code;
mod escape;
mod layout;
mod lines;
mod parse;
mod rich_text;
mod sentence;
mod table;
mod wrap;
mod writer;

pub(super) use characters::{is_hidden, one_line, shown_line, visible};
pub(super) use code::{code, special_code};
pub(super) use escape::{destination, fenced, heading, text};
pub(super) use lines::{description, doc_comment};
pub(super) use parse::{blocks, line};
pub(super) use rich_text::RichText;
pub(super) use sentence::first_sentence;
pub(super) use wrap::{WIDTH, wrap};
pub(super) use writer::{Surroundings, write_blocks, write_line};
