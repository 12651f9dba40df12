//! Each object in one expression, with some of its optional fields.

use construction_api::types::{AllOptional, FewRequired, Maybe, OneRequired};

pub fn with_default() -> AllOptional {
    AllOptional {
        name: Some("a name".to_owned()),
        due: Maybe::Null,
        ..Default::default()
    }
}

pub fn with_new() -> [OneRequired; 2] {
    [
        OneRequired::new("a name"),
        OneRequired {
            note: Some("a note".to_owned()),
            ..OneRequired::new("a name")
        },
    ]
}

pub fn with_new_of_several_fields() -> FewRequired {
    FewRequired {
        note: Some("a note".to_owned()),
        ..FewRequired::new("a name", Vec::new(), "an id", 2.5)
    }
}

pub fn size_of(object: &AllOptional) -> i64 {
    object.size()
}
