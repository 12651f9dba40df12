//! Conditional requests (RFC 9110, section 13): a caller that has a copy gets the content only if it has changed.

mod etag;
mod last_modified;

pub use etag::ETag;
pub use last_modified::LastModified;

/// What tells whether a copy is current.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Validators {
    /// The entity tag.
    pub etag: Option<ETag>,
    /// The time of the last change.
    pub last_modified: Option<LastModified>,
}

impl From<ETag> for Validators {
    fn from(etag: ETag) -> Self {
        Self {
            etag: Some(etag),
            last_modified: None,
        }
    }
}

impl From<LastModified> for Validators {
    fn from(last_modified: LastModified) -> Self {
        Self {
            etag: None,
            last_modified: Some(last_modified),
        }
    }
}

impl From<(ETag, LastModified)> for Validators {
    fn from((etag, last_modified): (ETag, LastModified)) -> Self {
        Self {
            etag: Some(etag),
            last_modified: Some(last_modified),
        }
    }
}

/// What the handler of a conditional operation returns: a value with its validators `V`, which are those that the
/// operation documents.
///
/// The router compares them with the conditions of the request. If the caller's copy is current, the router sends 304
/// instead of a 2xx response. Other responses are sent as they are, without validators.
///
/// ```
/// use specsmith_runtime::{Conditions, ETag, Tagged};
///
/// fn get_book(conditions: &Conditions, revision: u32) -> Tagged<String> {
///     let etag = ETag::strong(revision);
///     if conditions.is_current(etag.clone()) {
///         // There is no need to load the book.
///         return Tagged::not_modified(etag);
///     }
///     Tagged::new(etag, "The Tempest".to_owned())
/// }
/// # get_book(&Conditions::default(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tagged<T, V = ETag> {
    pub(crate) validators: Option<V>,
    /// `None` if the caller's copy is current.
    pub(crate) value: Option<T>,
}

impl<T, V> Tagged<T, V> {
    /// A value with its validators.
    pub fn new(validators: V, value: impl Into<T>) -> Self {
        Self {
            validators: Some(validators),
            value: Some(value.into()),
        }
    }

    /// The caller's copy is current, as [`Conditions::is_current`] says of these validators. For other requests, this
    /// is an internal error.
    pub fn not_modified(validators: V) -> Self {
        Self {
            validators: Some(validators),
            value: None,
        }
    }
}

/// A value without validators, such as a redirect.
impl<T, V> From<T> for Tagged<T, V> {
    fn from(value: T) -> Self {
        Self {
            validators: None,
            value: Some(value),
        }
    }
}

/// The conditions of a request: the validators of the copies that the caller has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conditions {
    /// `If-None-Match`. It takes precedence.
    pub(crate) none_match: Option<NoneMatch>,
    /// `If-Modified-Since`.
    pub(crate) modified_since: Option<LastModified>,
}

/// The value of `If-None-Match`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "server"),
    expect(dead_code, reason = "only servers read it")
)]
pub(crate) enum NoneMatch {
    /// `*`: any copy is current.
    Any,
    /// One of these. None of them matches if the header is malformed.
    Tags(Vec<ETag>),
}

impl Conditions {
    /// Whether the caller has a current copy of the content with these validators (RFC 9110, section 13.2.2).
    pub fn is_current(&self, validators: impl Into<Validators>) -> bool {
        self.are_met_by(&validators.into())
    }

    /// As [`is_current`](Self::is_current).
    pub(crate) fn are_met_by(&self, validators: &Validators) -> bool {
        let Validators {
            etag,
            last_modified,
        } = validators;
        match (&self.none_match, self.modified_since, *last_modified) {
            (Some(NoneMatch::Any), ..) => true,
            (Some(NoneMatch::Tags(tags)), ..) => {
                let etag = etag.as_ref();
                etag.is_some_and(|etag| tags.iter().any(|known| known.matches(etag)))
            }
            (None, Some(since), Some(changed)) => changed <= since,
            (None, _, _) => false,
        }
    }
}

/// The result of a conditional call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conditional<T> {
    /// The content has changed, or the server has not compared it. The validators come from the response.
    Fresh(T, Validators),
    /// The caller's copy is current. The validators come from the response (RFC 9110, section 15.4.5), which can
    /// differ from those that the caller has: `W/"7"` matches `"7"`, and a time may be a later one.
    NotModified(Validators),
}
