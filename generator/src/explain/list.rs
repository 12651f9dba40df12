//! The explanations. `tests/explanations.rs` writes this file.

/// Codes with their explanations, in order.
#[rustfmt::skip]
pub(super) const EXPLANATIONS: &[(&str, &str)] = &[
    ("E0104", include_str!("../../explanations/E0104.md")),
];
