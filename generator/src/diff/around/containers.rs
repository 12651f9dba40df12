//! What the parts of a document are in.

use crate::diff::site::{Setting, Spot};

/// What contains a part, from the inside.
pub(super) fn containers(spot: Spot<'_>) -> Vec<Spot<'_>> {
    match spot {
        Spot::Key(name, _)
        | Spot::Parameter(name, ..)
        | Spot::Body(name)
        | Spot::Response(name, _) => {
            vec![Spot::Operation(name)]
        }
        Spot::Header(name, status, _) => {
            vec![Spot::Response(name, status), Spot::Operation(name)]
        }
        Spot::Page(name, status, pager) => vec![
            Spot::Pager(pager),
            Spot::Response(name, status),
            Spot::Operation(name),
        ],
        Spot::PagePart(name, status, pager, part) => vec![
            Spot::PagerPart(pager, part),
            Spot::Pager(pager),
            Spot::Response(name, status),
            Spot::Operation(name),
        ],
        Spot::PagerPart(pager, _) => vec![Spot::Pager(pager)],
        Spot::Scope(name, scheme, scope) => vec![
            Spot::SchemePart(scheme, scope),
            Spot::Scheme(scheme),
            Spot::Operation(name),
        ],
        Spot::SchemePart(name, _) => vec![Spot::Scheme(name)],
        Spot::ErrorPart(name, _) | Spot::ErrorHeader(name, _) => vec![Spot::Error(name)],
        Spot::ErrorShapePart(_) | Spot::Setting(Setting::ErrorMedia | Setting::ErrorEnvelope) => {
            vec![Spot::ErrorShape]
        }
        Spot::Part(name, _) => vec![Spot::Type(name)],
        Spot::Failure(operation, error) => vec![Spot::Error(error), Spot::Operation(operation)],
        Spot::Api
        | Spot::BasePath
        | Spot::Setting(
            Setting::RequestId
            | Setting::MissingStatus
            | Setting::UnknownStatus
            | Setting::RefusedStatus,
        )
        | Spot::CrateName
        | Spot::Group(_)
        | Spot::Pager(_)
        | Spot::Operation(_)
        | Spot::Type(_)
        | Spot::Error(_)
        | Spot::ErrorShape
        | Spot::Scheme(_)
        | Spot::Server(_) => Vec::new(),
    }
}

/// Whether a part is in the section about credentials.
pub(super) const fn is_of_auth(spot: Spot<'_>) -> bool {
    matches!(
        spot,
        Spot::Scheme(_)
            | Spot::SchemePart(..)
            | Spot::Scope(..)
            | Spot::Setting(
                Setting::MissingStatus | Setting::UnknownStatus | Setting::RefusedStatus
            )
    )
}
