//! The kinds of records.

use std::fmt;

/// What a record is about: the member `record` of its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Organization,
    ApiKey,
    Workspace,
    Guardrail,
    GuardrailAssignment,
    Preset,
    GroupMapping,
    Member,
    Model,
    Endpoint,
    ByokCredential,
    Generation,
}

impl Kind {
    /// All of them, in the order of an export.
    pub const ALL: [Self; 12] = [
        Self::Organization,
        Self::ApiKey,
        Self::Workspace,
        Self::Guardrail,
        Self::GuardrailAssignment,
        Self::Preset,
        Self::GroupMapping,
        Self::Member,
        Self::Model,
        Self::Endpoint,
        Self::ByokCredential,
        Self::Generation,
    ];

    /// The name in a line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Organization => "organization",
            Self::ApiKey => "api_key",
            Self::Workspace => "workspace",
            Self::Guardrail => "guardrail",
            Self::GuardrailAssignment => "guardrail_assignment",
            Self::Preset => "preset",
            Self::GroupMapping => "group_mapping",
            Self::Member => "member",
            Self::Model => "model",
            Self::Endpoint => "endpoint",
            Self::ByokCredential => "byok_credential",
            Self::Generation => "generation",
        }
    }

    /// The kind with this name.
    ///
    /// # Errors
    ///
    /// There is none. The sentence says which ones there are, and which one was meant.
    pub(super) fn named(name: &str) -> Result<Self, String> {
        if let Some(kind) = Self::ALL.into_iter().find(|kind| kind.as_str() == name) {
            return Ok(kind);
        }
        let nearest = Self::ALL
            .into_iter()
            .map(|kind| (strsim::osa_distance(kind.as_str(), name), kind))
            .min()
            .filter(|&(distance, kind)| distance <= kind.as_str().len() / 3);
        let guess = nearest.map_or_else(String::new, |(_, kind)| {
            format!("did you mean `{kind}`? Otherwise it is ")
        });
        let names = Self::ALL.map(|kind| format!("`{kind}`")).join(", ");
        Err(format!("is no kind of record: {guess}one of {names}"))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn every_kind_is_found_by_its_name() {
        for kind in Kind::ALL {
            assert_eq!(Kind::named(kind.as_str()), Ok(kind));
        }
    }

    #[test]
    fn a_misspelt_kind_is_told_from_an_unknown_one() {
        let misspelt = Kind::named("generations").unwrap_err();
        assert!(
            misspelt.contains("did you mean `generation`?"),
            "{misspelt}"
        );
        let unknown = Kind::named("invoice").unwrap_err();
        assert!(!unknown.contains("did you mean"), "{unknown}");
        assert!(unknown.contains("`byok_credential`"), "{unknown}");
    }
}
