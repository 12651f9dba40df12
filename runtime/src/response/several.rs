//! The successful responses of operations with several statuses, or several contents of one.

/// Defines the successful responses of an operation with several statuses, or several contents of one: these have
/// their position too, as in `#[status(200, choice = 1)]`. A class of statuses is last, and its value is a
/// [`response!`](crate::response!) with a status.
///
/// ```ignore
/// rt::responses! {
///     /// The responses of `create_payment`.
///     #[derive(Clone, PartialEq)]
///     pub enum CreatePaymentResponse {
///         /// 201: the payment.
///         #[status(201)]
///         Created(Payment),
///         /// 204: nothing.
///         #[status(204)]
///         NoContent,
///         /// A status of the class 2XX.
///         #[status(class 2)]
///         Success(CreatePaymentSuccess),
///     }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! responses {
    (
        $(#[doc = $doc:tt])*
        $(#[derive($($derive:ident),+)])?
        pub enum $name:ident {
            $(
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                #[status($($class:ident)? $status:literal $(, choice = $choice:literal)?)]
                $variant:ident $(($type:ty))?,
            )*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug $($(, $derive)+)?)]
        pub enum $name {
            $(
                $(#[doc = $about])*
                $(#[deprecated $($why)?])?
                $variant $(($type))?,
            )*
        }

        impl $name {
            /// The status.
            pub fn status(&self) -> u16 {
                match self {
                    $(
                        $crate::__status!(@pattern [$($class)?] $variant, value) =>
                            $crate::__status!(@status [$($class)?] $status, value),
                    )*
                }
            }
        }

        $crate::__respond_by_status! { $name $([[$($class)?] $status [$($choice)?] $variant [$($type)?]])* }
        $crate::__receive_by_status! { $name $([$status [$($choice)?] $variant [$($type)?]])* }
    };
}

/// The status of one of several responses, and the pattern of its variant.
#[doc(hidden)]
#[macro_export]
macro_rules! __status {
    (@pattern [] $variant:ident, $value:ident) => {
        Self::$variant { .. }
    };
    (@pattern [class] $variant:ident, $value:ident) => {
        Self::$variant($value)
    };
    (@status [] $status:literal, $value:ident) => {
        $status
    };
    (@status [class] $class:literal, $value:ident) => {
        $value.status
    };
}

/// How a server sends one of several responses.
#[cfg(feature = "server")]
#[doc(hidden)]
#[macro_export]
macro_rules! __respond_by_status {
    ($name:ident $([[$($class:ident)?] $status:literal [$($choice:literal)?] $variant:ident [$($type:ty)?]])*) => {
        impl $crate::codegen::Respond for $name {
            fn respond(
                self,
                to: &$crate::codegen::Responding<'_>,
            ) -> Result<$crate::codegen::Response, $crate::codegen::Rejection> {
                match self {
                    $(Self::$variant $(($crate::__with!([$type] value)))? => {
                        let value = ($($crate::__with!([$type] value))?);
                        let to = $crate::__responding!([$($class)?] to $status $($choice)?);
                        $crate::codegen::Respond::respond(value, &to)
                    })*
                }
            }
        }
    };
}

/// What one of several responses depends on.
#[cfg(feature = "server")]
#[doc(hidden)]
#[macro_export]
macro_rules! __responding {
    ([class] $to:ident $class:literal) => {
        // The value has the status.
        *$to
    };
    ([] $to:ident $status:literal) => {
        $to.of_status($status)
    };
    ([] $to:ident $status:literal $choice:literal) => {
        $to.of_choice($status, $choice)?
    };
}

/// There is no server.
#[cfg(not(feature = "server"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __respond_by_status {
    ($($tokens:tt)*) => {};
}

/// How a client reads one of several responses.
#[cfg(feature = "client")]
#[doc(hidden)]
#[macro_export]
macro_rules! __receive_by_status {
    ($name:ident $([$status:literal [$($choice:literal)?] $variant:ident [$($type:ty)?]])*) => {
        impl $crate::codegen::FromResponse for $name {
            fn from_response(
                response: &mut $crate::codegen::Received,
            ) -> Result<Self, $crate::codegen::InvalidJson> {
                $(if response.is_of($status) $(&& response.choice() == $choice)? {
                    return Ok(Self::$variant $((
                        <$type as $crate::codegen::FromResponse>::from_response(response)?
                    ))?);
                })*
                Err(response.unknown_status())
            }
        }
    };
}

/// There is no client.
#[cfg(not(feature = "client"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __receive_by_status {
    ($($tokens:tt)*) => {};
}
