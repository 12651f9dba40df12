//! Several contents of one body.

use crate::api::{ContentVariant, Selector};
use crate::document::{ContentVariantEntry, value};

pub(super) fn lower(entry: &ContentVariantEntry) -> ContentVariant {
    let selected_by = entry.selected_by.as_ref();
    ContentVariant {
        name: entry.name.value.clone(),
        selected_by: selected_by.map(|selector| Selector {
            part: selector.part,
            name: selector.name.value.clone(),
            value: value(&selector.value),
        }),
        notes: entry.notes.clone(),
    }
}
