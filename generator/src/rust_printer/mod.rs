//! Turns tokens into text. Tables, functions, aliases, modules and imports are printed from their parts, in the layout
//! that rustfmt gives to such code, because people read it. `syn` and `prettyplease` print everything else
//! ([why](../../../docs/decisions/rust-from-tokens.md)).

mod function;
mod imports;
mod item;
mod printed;
mod signature;
mod table;
mod tokens;

pub(crate) use function::Function;
pub(crate) use imports::{Import, imports};
pub(crate) use item::{attribute, doc, item, ty, with_constants_and_methods, with_methods};
pub(crate) use printed::{MARK, Printed, file};
pub(crate) use signature::signature;
pub(crate) use table::{Entry, Table};
