//! What is deprecated.

use specsmith_runtime::Date;

use super::{Api, ErrorDef, Notes, Response, TypeDef, TypeKind};

/// A deprecation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deprecation {
    /// What to use instead, in Markdown.
    pub reason: Option<String>,
    /// The first day on which it is deprecated.
    pub since: Option<Date>,
    /// The day on which it is removed, which is not before `since`.
    pub sunset: Option<Date>,
}

impl Deprecation {
    /// The reason and the dates, in Markdown. `None` if there are none.
    pub fn note(&self) -> Option<String> {
        join(self.reason.as_deref(), self.dates())
    }

    /// The reason, or else this sentence, and the dates, in Markdown.
    pub(crate) fn note_or(&self, otherwise: &str) -> String {
        join(self.reason.as_deref().or(Some(otherwise)), self.dates()).unwrap_or_default()
    }

    /// All of it, in Markdown: `Deprecated: Use b. It will be removed on 2026-12-31.`
    pub fn sentence(&self) -> String {
        match &self.reason {
            Some(_) => format!("Deprecated: {}", self.note_or("")),
            None => join(Some("Deprecated."), self.dates()).unwrap_or_default(),
        }
    }

    /// `since` as the value of the header `Deprecation` (RFC 9745): the seconds from 1970 to the start of the day in UTC.
    pub(crate) fn deprecation_header(&self) -> Option<String> {
        let start = self.since?.get().midnight().assume_utc();
        Some(format!("@{}", start.unix_timestamp()))
    }

    /// `sunset` as the value of the header `Sunset` (RFC 8594): the start of the day in UTC.
    pub(crate) fn sunset_header(&self) -> Option<String> {
        let date = self.sunset?.get();
        let (weekday, month) = (date.weekday().to_string(), date.month().to_string());
        let (day, year) = (date.day(), date.year());
        Some(format!(
            "{weekday:.3}, {day:02} {month:.3} {year:04} 00:00:00 GMT"
        ))
    }

    fn dates(&self) -> Option<String> {
        Some(match (self.since, self.sunset) {
            (Some(since), Some(sunset)) => {
                format!("It is deprecated as of {since}, and will be removed on {sunset}.")
            }
            (Some(since), None) => format!("It is deprecated as of {since}."),
            (None, Some(sunset)) => format!("It will be removed on {sunset}."),
            (None, None) => return None,
        })
    }
}

/// Text, and the sentence after it: in the same paragraph if the text is one line.
fn join(text: Option<&str>, sentence: Option<String>) -> Option<String> {
    let (Some(text), Some(sentence)) = (text, &sentence) else {
        return text.map(str::to_owned).or(sentence);
    };
    let text = text.trim();
    Some(match text.chars().last() {
        None => sentence.clone(),
        Some(_) if text.contains('\n') => format!("{text}\n\n{sentence}"),
        Some('.' | '!' | '?' | ':') => format!("{text} {sentence}"),
        Some(_) => format!("{text}. {sentence}"),
    })
}

impl Notes {
    /// Whether it is deprecated.
    pub fn is_deprecated(&self) -> bool {
        self.deprecation.is_some()
    }
}

impl TypeDef {
    /// Whether the type or a part of it is deprecated.
    pub fn has_deprecated_parts(&self) -> bool {
        let is_part_deprecated = match &self.kind {
            TypeKind::Object(object) => object
                .fields
                .iter()
                .any(|field| field.notes.is_deprecated()),
            TypeKind::Tuple(tuple) => tuple
                .elements
                .iter()
                .any(|element| element.notes.is_deprecated()),
            TypeKind::Enum(enumeration) => enumeration
                .values
                .iter()
                .any(|value| value.notes.is_deprecated()),
            TypeKind::Union(union) => union
                .variants
                .iter()
                .any(|variant| variant.notes.is_deprecated()),
            TypeKind::Newtype(_) | TypeKind::Alias(_) => false,
        };
        is_part_deprecated || self.notes.is_deprecated()
    }
}

impl Response {
    /// Whether it is deprecated, or its content or one of its headers.
    fn has_deprecated_parts(&self) -> bool {
        let choice = self.choice.as_ref().map(|choice| &choice.notes);
        let headers = self.headers.iter().map(|header| &header.notes);
        let mut notes = headers.chain(choice).chain([&self.notes]);
        notes.any(Notes::is_deprecated)
    }
}

impl ErrorDef {
    /// Whether it is deprecated, or a field or header of it.
    fn has_deprecated_parts(&self) -> bool {
        let fields = self.fields().iter().map(|field| &field.field.notes);
        let headers = self.headers.iter().map(|header| &header.notes);
        let mut notes = fields.chain(headers).chain([&self.notes]);
        notes.any(Notes::is_deprecated)
    }
}

impl Api {
    /// Whether a type, a part of a type, of a request or of a response, or an error is deprecated.
    pub fn has_deprecated_values(&self) -> bool {
        let in_operations = self.requests().any(|operation| {
            let parameters = operation
                .parameters
                .iter()
                .map(|parameter| &parameter.notes);
            let body = operation.body.iter().map(|body| &body.notes);
            let mut responses = operation.responses.iter();
            parameters.chain(body).any(Notes::is_deprecated)
                || responses.any(Response::has_deprecated_parts)
        });
        let pagers = self.pagers.iter();
        let mut of_pages = pagers.flat_map(|pager| &pager.parameters);
        in_operations
            || of_pages.any(|notes_of_page| notes_of_page.notes.is_deprecated())
            || self.errors.iter().any(ErrorDef::has_deprecated_parts)
            || self.types.iter().any(TypeDef::has_deprecated_parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deprecation(reason: &str, since: &str, sunset: &str) -> Deprecation {
        Deprecation {
            reason: (!reason.is_empty()).then(|| reason.to_owned()),
            since: since.parse().ok(),
            sunset: sunset.parse().ok(),
        }
    }

    #[test]
    fn headers_have_the_starts_of_days() {
        // The examples of RFC 9745 and RFC 8594 are on these days.
        let dated = deprecation("", "2023-06-30", "2018-12-31");
        assert_eq!(dated.deprecation_header().as_deref(), Some("@1688083200"));
        let sunset = "Mon, 31 Dec 2018 00:00:00 GMT";
        assert_eq!(dated.sunset_header().as_deref(), Some(sunset));
        let undated = deprecation("Use b.", "", "");
        assert_eq!(undated.deprecation_header(), None);
        assert_eq!(undated.sunset_header(), None);
    }

    #[test]
    fn dates_follow_the_reason() {
        for (reason, since, sunset, expected) in [
            ("", "", "", "Deprecated."),
            ("Use b", "", "", "Deprecated: Use b"),
            (
                "",
                "2026-01-31",
                "",
                "Deprecated. It is deprecated as of 2026-01-31.",
            ),
            (
                "Use `b`",
                "",
                "2026-12-31",
                "Deprecated: Use `b`. It will be removed on 2026-12-31.",
            ),
            (
                "Use b!",
                "2026-01-31",
                "2026-12-31",
                "Deprecated: Use b! It is deprecated as of 2026-01-31, and will be removed on 2026-12-31.",
            ),
            (
                "Use:\n- b\n",
                "",
                "2026-12-31",
                "Deprecated: Use:\n- b\n\nIt will be removed on 2026-12-31.",
            ),
        ] {
            assert_eq!(deprecation(reason, since, sunset).sentence(), expected);
        }
    }
}
