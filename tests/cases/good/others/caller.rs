//! Objects with fields that the specification does not name, each in one expression.

use std::collections::BTreeMap;

use others_api::types::{Anything, Prices};

pub fn with_new() -> Prices {
    Prices {
        others: BTreeMap::from([("audiobook".to_owned(), "17.00".parse().unwrap_or_else(|_| 17.into()))]),
        ..Prices::new("EUR")
    }
}

pub fn with_both() -> Prices {
    Prices {
        base: None.into(),
        others: BTreeMap::new(),
        ..Prices::new("EUR")
    }
}

pub fn with_literal() -> Anything {
    Anything {
        others: BTreeMap::new(),
    }
}
