//! The key `open` of enumerations and unions.

use super::kinds::not_a_flag;
use super::table::Table;
use crate::api::Openness;
use crate::node::NodeKind;

impl Openness {
    /// Reads `open`: whether a type has values besides the values that it lists.
    pub(super) fn read(table: &mut Table<'_>) -> Self {
        let Some((_, node)) = table.take("open", "true") else {
            return Self::Closed;
        };
        match node.kind {
            NodeKind::Bool(true) => Self::Open,
            NodeKind::Bool(false) => Self::Closed,
            NodeKind::Text(text) if text == "responses" => Self::Responses,
            kind => {
                let wanted = "`true`, `false` or `responses`";
                table.report(not_a_flag("`open`", wanted, &kind, node.span));
                Self::Closed
            }
        }
    }
}
