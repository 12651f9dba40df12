//! The kinds of records.

use std::fmt;

/// Declares the kinds with their names in files, in the order of an export.
macro_rules! kinds {
    ($($kind:ident: $name:literal,)*) => {
        /// The kind of a record: the field `record` of its line.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "the names explain themselves")]
        pub enum Kind {
            $($kind,)*
        }

        impl Kind {
            /// All of them, in the order of an export.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$kind),*];

            /// The name in the file.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    Organization: "organization",
    ApiKey: "api_key",
    Workspace: "workspace",
    Guardrail: "guardrail",
    GuardrailAssignment: "guardrail_assignment",
    Preset: "preset",
    GroupMapping: "group_mapping",
    Member: "member",
    Model: "model",
    Endpoint: "endpoint",
    ByokCredential: "byok_credential",
    Generation: "generation",
}

impl Kind {
    /// The kind with this name.
    ///
    /// # Errors
    ///
    /// There is no such kind. The message lists all kinds, and suggests a similar one.
    pub(super) fn named(name: &str) -> Result<Self, String> {
        if let Some(kind) = Self::ALL.into_iter().find(|kind| kind.as_str() == name) {
            return Ok(kind);
        }
        let nearest = Self::ALL
            .into_iter()
            .map(|kind| (strsim::osa_distance(kind.as_str(), name), kind))
            .min()
            .filter(|&(distance, kind)| distance <= kind.as_str().len() / 3);
        let guess =
            nearest.map_or_else(String::new, |(_, kind)| format!("Did you mean `{kind}`? "));
        let names = Self::ALL.map(|kind| format!("`{kind}`")).join(", ");
        Err(format!(
            "is not a kind of record. {guess}Expected one of {names}"
        ))
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
    fn every_kind_has_a_unique_name() {
        for kind in Kind::ALL {
            assert_eq!(Kind::named(kind.as_str()), Ok(kind));
        }
    }

    #[test]
    fn a_misspelt_kind_gets_a_suggestion_and_an_unknown_one_does_not() {
        let misspelt = Kind::named("generations").unwrap_err();
        assert!(
            misspelt.contains("Did you mean `generation`?"),
            "{misspelt}"
        );
        let unknown = Kind::named("invoice").unwrap_err();
        assert!(!unknown.contains("Did you mean"), "{unknown}");
        assert!(unknown.contains("`byok_credential`"), "{unknown}");
    }
}
