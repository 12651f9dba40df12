//! Several contents of one body.

use super::fields::value;
use crate::api::{Choice, Selector};
use crate::document::ChoiceEntry;

pub(super) fn lower(entry: &ChoiceEntry) -> Choice {
    let selected_by = entry.selected_by.as_ref();
    Choice {
        name: entry.name.value.clone(),
        selected_by: selected_by.map(|selector| Selector {
            part: selector.part,
            name: selector.name.value.clone(),
            value: value(&selector.value),
        }),
        notes: entry.notes.clone(),
    }
}
