//! The errors of operations.

use std::any::Any;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use super::{AnyStatusError, ErrorResponse, StatusError, write_status_error};
use crate::codegen::BoxError;

/// The errors that an operation documents. The generated crate has one enum for each set of errors. Implementing this
/// trait yourself is not part of the contract.
///
/// It is not a [`std::error::Error`], so that every `Error` can be converted into it: `?` in a
/// handler turns any error into an internal one.
pub trait OperationError: Sized {
    /// The media type of each error whose body does not have the shape of all errors.
    const MEDIA: &'static [Option<&'static str>] = &[];

    /// The error of a response; `None` if the operation does not document it.
    fn from_response(response: &ErrorResponse<'_>) -> Option<Self>;

    /// The same error, if the operation documents it, or the internal error.
    #[doc(hidden)]
    fn from_status_error(error: &dyn Any) -> Option<Self>;

    /// The error with its status.
    fn status_error(&self) -> &dyn AnyStatusError;
}

/// What `?` in a handler turns into an error of its operation.
///
/// Any `Error`, `anyhow::Error`, `Box<dyn Error + Send + Sync>` and text become an internal error. An
/// [`OperationFailure`] becomes the error that both operations document, or an internal one.
///
/// If `?` meets any other type in a handler, the compiler shows the label below. For `.into()`, it only names this
/// trait. Then the error is not documented: to return it, add its status to `errors` of the operation in the
/// specification.
#[diagnostic::on_unimplemented(
    label = "neither an error that the operation documents (add its status to `errors` in the specification), nor a `std::error::Error + Send + Sync`, which becomes a 500",
    note = "for the error of another operation: `.map_err(OperationFailure::from)?`"
)]
pub trait DocumentedOrInternal {
    /// The error of the operation. `internal` makes an internal one from its cause.
    #[doc(hidden)]
    fn into_error<T: OperationError>(self, internal: fn(BoxError) -> T) -> T;
}

#[diagnostic::do_not_recommend]
impl<E: Into<BoxError>> DocumentedOrInternal for E {
    fn into_error<T: OperationError>(self, internal: fn(BoxError) -> T) -> T {
        internal(self.into())
    }
}

/// The error of one operation, in the handler of another one that has called its handler.
///
/// ```ignore
/// let patient = self.get_patient(caller, request).await.map_err(OperationFailure::from)?;
/// ```
///
/// If both operations document the error, the handler returns it as it is. Otherwise, it returns an internal error, and
/// the log has the status and the message of the first error. To respond with another status, match on the first error
/// instead.
pub struct OperationFailure(Box<dyn Failure>);

/// The errors of some operation.
trait Failure: Send + Sync {
    fn status_error(&self) -> &dyn AnyStatusError;
}

impl<E: OperationError + Send + Sync> Failure for E {
    fn status_error(&self) -> &dyn AnyStatusError {
        OperationError::status_error(self)
    }
}

impl<E: OperationError + Send + Sync + 'static> From<E> for OperationFailure {
    fn from(error: E) -> Self {
        Self(Box::new(error))
    }
}

impl DocumentedOrInternal for OperationFailure {
    fn into_error<T: OperationError>(self, internal: fn(BoxError) -> T) -> T {
        let error = self.0.status_error();
        T::from_status_error(error).unwrap_or_else(|| {
            internal(Box::new(NotDocumentedHere {
                error: self.to_string(),
                cause: error.context().cause().cloned(),
            }))
        })
    }
}

impl fmt::Display for OperationFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_status_error(self.0.status_error(), f)
    }
}

impl fmt::Debug for OperationFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OperationFailure({self})")
    }
}

/// The cause of an internal error: another operation failed with an error that this one does not document.
#[derive(Debug)]
struct NotDocumentedHere {
    error: String,
    cause: Option<Arc<dyn Error + Send + Sync>>,
}

impl fmt::Display for NotDocumentedHere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "another operation failed with an error that this one does not document: {}",
            self.error
        )
    }
}

impl Error for NotDocumentedHere {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as _)
    }
}

/// An error of a status, with its cause.
#[doc(hidden)]
pub fn caused_by<T: StatusError + Default, V: From<T>>(cause: impl Into<BoxError>) -> V {
    let mut error = T::default();
    error.context_mut().set_cause(cause);
    V::from(error)
}

/// For operations that document no errors.
impl OperationError for Infallible {
    fn from_response(_: &ErrorResponse<'_>) -> Option<Self> {
        None
    }

    fn from_status_error(_: &dyn Any) -> Option<Self> {
        None
    }

    fn status_error(&self) -> &dyn AnyStatusError {
        match *self {}
    }
}

/// Defines the errors of the operations that document the same statuses.
///
/// ```ignore
/// rt::operation_errors! {
///     /// The errors of operations that document 404.
///     #[internal(InternalServerError)]
///     pub enum Errors404 { NotFound, #[implied] InternalServerError }
/// }
/// ```
///
/// Each variant contains the error of its name. `#[internal(…)]` names the variant into which `?` in a handler converts
/// any other error. `NotFound(Box)` is a variant whose error is boxed, because it is large. `#[implied]` marks a
/// variant that a handler can return although the operations do not document it. At the client, such a response is a
/// rejection.
#[doc(hidden)]
#[macro_export]
macro_rules! operation_errors {
    (
        $(#[doc = $doc:tt])*
        #[internal($internal:ident)]
        pub enum $name:ident {
            $($(#[deprecated $($why:tt)?])? $variant:ident $(($boxed:ident))?),* $(,)?
            $(#[implied] $implied:ident $(($boxed_implied:ident))? $(,)?)?
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone)]
        pub enum $name {
            $(
                #[doc = ::std::concat!(
                    "See [`", ::std::stringify!($variant), "`](struct@", ::std::stringify!($variant), ")."
                )]
                $(#[deprecated $($why)?])?
                $variant($crate::held_error!($variant $($boxed)?)),
            )*
            $(
                /// Only for handlers, each of which can fail. The operations do not document the
                /// status, so at the client, the response is an `Error::Rejected`.
                $implied($crate::held_error!($implied $($boxed_implied)?)),
            )?
        }

        impl $name {
            /// The status.
            pub fn status(&self) -> u16 {
                $crate::codegen::OperationError::status_error(self).status()
            }

            /// The server's identifier of the request. Only at the client.
            pub fn request_id(&self) -> Option<&str> {
                $crate::codegen::OperationError::status_error(self).context().request_id()
            }
        }

        impl $crate::codegen::OperationError for $name {
            const MEDIA: &'static [Option<&'static str>] =
                &[$(<$variant as $crate::codegen::StatusError>::MEDIA),*];

            fn from_response(response: &$crate::codegen::ErrorResponse<'_>) -> Option<Self> {
                $(if let Some(error) = <$variant as $crate::codegen::StatusError>::from_response(response) {
                    return Some(Self::$variant(From::from(error)));
                })*
                let _ = response;
                None
            }

            fn from_status_error(error: &dyn ::std::any::Any) -> Option<Self> {
                $(if let Some(error) = error.downcast_ref::<$crate::held_error!($variant $($boxed)?)>() {
                    return Some(Self::$variant(error.clone()));
                })*
                $(if let Some(error) = error.downcast_ref::<$crate::held_error!($implied $($boxed_implied)?)>() {
                    return Some(Self::$implied(error.clone()));
                })?
                let _ = error;
                None
            }

            fn status_error(&self) -> &dyn $crate::codegen::AnyStatusError {
                match self {
                    $(Self::$variant(error) => error,)*
                    $(Self::$implied(error) => error,)?
                }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::codegen::write_status_error($crate::codegen::OperationError::status_error(self), f)
            }
        }

        $(impl From<$variant> for $name {
            fn from(error: $variant) -> Self {
                Self::$variant(From::from(error))
            }
        })*

        $(impl From<$implied> for $name {
            fn from(error: $implied) -> Self {
                Self::$implied(From::from(error))
            }
        })?

        // An API may have an error `E`, but none whose name begins with an underscore.
        impl<_Cause: $crate::codegen::DocumentedOrInternal> From<_Cause> for $name {
            fn from(error: _Cause) -> Self {
                error.into_error(|cause| Self::$internal($crate::codegen::caused_by::<$internal, _>(cause)))
            }
        }
    };
}

/// The type of what is in a variant.
#[doc(hidden)]
#[macro_export]
macro_rules! held_error {
    ($error:ident) => {
        $error
    };
    ($error:ident Box) => {
        ::std::boxed::Box<$error>
    };
}
