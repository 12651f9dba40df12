//! From the methods of a handler trait to the routes of a server.

use std::convert::Infallible;

use axum::http::Extensions;
use axum::response::Response;

use super::admission::Admission;
use super::implementation::Implementation;
use super::respond::respond;
use super::{Challenge, Input, Invalid, Rejection, RequestBody, Respond, SignedWebhook};
use crate::error::{ErrorShape, OperationError};

/// How callers of an API `A` are identified. A generated crate implements it with its handler trait.
pub trait Authorize<A>: 'static {
    /// The caller that credentials identify.
    type Caller: Send;

    /// What operations can require: credentials of a scheme, or one kind of them.
    type Key: Copy + Send + Sync + 'static;

    /// What a 401 of a handler asks for.
    const CHALLENGE: Challenge = Challenge::Bearer;

    /// Whether the application reads credentials from the head of the request, with its extensions.
    const READS_HEAD: bool = false;

    /// Identifies the caller by credentials of the scheme that `key` belongs to.
    ///
    /// # Errors
    /// The response to a request without these credentials, or with unknown ones.
    fn identify(
        api: &A,
        input: &Input,
        key: Self::Key,
    ) -> impl Future<Output = Result<Self::Caller, Rejection>> + Send;

    /// Checks that the caller's credentials are good for `key`. By default, all credentials are.
    ///
    /// # Errors
    /// The response to a caller who may not call the operation.
    fn permits(_api: &A, _caller: &Self::Caller, _key: Self::Key) -> Result<(), Rejection> {
        Ok(())
    }

    /// Adds to the extensions of the response what layers learn about the caller. By default, nothing.
    fn expose(_api: &A, _caller: &Self::Caller, _extensions: &mut Extensions) {}
}

/// The arguments of a handler, read from the parts of a request.
pub trait Arguments: Sized + Send + 'static {
    /// The body of the request.
    const BODY: RequestBody = RequestBody::NONE;

    /// Reads all parts, so that every validation error is recorded.
    ///
    /// # Errors
    /// A part is invalid.
    fn read(input: &mut Input) -> Result<Self, Invalid>;
}

/// A method of a handler trait: a function that borrows the API. Its other arguments are the caller (`C`: `(Caller,)`,
/// `(Option<Caller>,)` if a request may have no credentials, or `()` if the operation needs none) and the arguments of
/// the request (`R`: `(Arguments,)`, or `()` if it has none).
pub trait Handler<'a, A, C, R>: Clone + Send + Sync + 'static {
    /// The value that it returns.
    type Value: Respond;
    /// The errors that it returns.
    type Error: OperationError;
    /// Its future, which borrows the API.
    type Future: Future<Output = Result<Self::Value, Self::Error>> + Send + 'a;

    /// Calls the method.
    fn call(&self, api: &'a A, caller: C, request: R) -> Self::Future;
}

/// Implements [`Handler`] for functions with these arguments.
macro_rules! handler {
    ($(($caller:ident))? $([$request:ident])?) => {
        impl<'a, A: 'a, $($caller,)? $($request,)? F, Fut, T, E> Handler<'a, A, ($($caller,)?), ($($request,)?)> for F
        where
            F: Fn(&'a A $(, $caller)? $(, $request)?) -> Fut + Clone + Send + Sync + 'static,
            Fut: Future<Output = Result<T, E>> + Send + 'a,
            T: Respond,
            E: OperationError,
        {
            type Value = T;
            type Error = E;
            type Future = Fut;

            #[allow(non_snake_case, reason = "the arguments are named after their types")]
            fn call(&self, api: &'a A, ($($caller,)?): ($($caller,)?), ($($request,)?): ($($request,)?)) -> Fut {
                self(api $(, $caller)? $(, $request)?)
            }
        }
    };
}

handler!();
handler!((Caller));
handler!([Request]);
handler!((Caller)[Request]);

/// The arguments that a handler gets from the request: `(Arguments,)`, or `()` if it has none.
pub trait HandlerArguments: Sized + Send + 'static {
    /// The body of the request.
    const BODY: RequestBody;

    /// Reads the arguments.
    ///
    /// # Errors
    /// The response to an invalid request.
    fn read(input: &mut Input) -> Result<Self, Rejection>;
}

impl HandlerArguments for () {
    const BODY: RequestBody = RequestBody::NONE;

    fn read(input: &mut Input) -> Result<Self, Rejection> {
        // Constants are not for the handler.
        input.check()
    }
}

impl<R: Arguments> HandlerArguments for (R,) {
    const BODY: RequestBody = R::BODY;

    fn read(input: &mut Input) -> Result<Self, Rejection> {
        input.choose()?;
        let arguments = R::read(input);
        input.check()?;
        Ok((arguments?,))
    }
}

/// The value of a result, or else the end of the block with this label: `?` would leave the future.
macro_rules! or_break {
    ($label:lifetime, $result:expr) => {
        match $result {
            Ok(value) => value,
            Err(rejection) => break $label Err(rejection),
        }
    };
}

/// Runs an operation whose callers are identified.
#[expect(
    clippy::manual_async_fn,
    reason = "an `async fn` stores its arguments twice, and each request pays for copying its future"
)]
pub(super) fn authorized<A, P, D, H, R>(
    api: Implementation<A>,
    mut input: Input,
    admission: D,
    handler: H,
    errors: &'static ErrorShape,
) -> impl Future<Output = Result<Response, Infallible>> + Send
where
    A: Send + Sync + 'static,
    D: Admission<A, P>,
    R: HandlerArguments,
    H: for<'a> Handler<'a, A, (D::Caller,), R>,
{
    async move {
        let api = api.of(&input);
        let result = 'run: {
            let caller = or_break!('run, admission.admit(&api, &mut input).await);
            or_break!('run, input.receive(R::BODY).await);
            let request = or_break!('run, R::read(&mut input));
            let result = handler.call(&api, (caller,), request).await;
            respond(&input, result, errors).map_err(|rejection| rejection.challenged(D::CHALLENGE))
        };
        input.finish(result, errors)
    }
}

/// Runs an operation that needs no key.
#[expect(clippy::manual_async_fn, reason = "as above")]
pub(super) fn open<A, H, R>(
    api: Implementation<A>,
    mut input: Input,
    handler: H,
    errors: &'static ErrorShape,
) -> impl Future<Output = Result<Response, Infallible>> + Send
where
    A: Send + Sync + 'static,
    R: HandlerArguments,
    H: for<'a> Handler<'a, A, (), R>,
{
    async move {
        let api = api.of(&input);
        let result = 'run: {
            or_break!('run, input.receive(R::BODY).await);
            let request = or_break!('run, R::read(&mut input));
            let result = handler.call(&api, (), request).await;
            respond(&input, result, errors)
        };
        input.finish(result, errors)
    }
}

/// How a signature is checked.
pub(super) struct SignatureCheck<V> {
    /// The header with the signature.
    pub(super) header: &'static str,
    /// Returns whether the signature of a webhook is right.
    pub(super) verify: V,
}

/// Runs an operation whose requests are signed.
#[expect(clippy::manual_async_fn, reason = "as above")]
pub(super) fn signed<A, V, H, R>(
    api: Implementation<A>,
    mut input: Input,
    check: SignatureCheck<V>,
    handler: H,
    errors: &'static ErrorShape,
) -> impl Future<Output = Result<Response, Infallible>> + Send
where
    A: Send + Sync + 'static,
    V: Fn(&A, SignedWebhook<'_>) -> bool + Send + Sync + 'static,
    R: HandlerArguments,
    H: for<'a> Handler<'a, A, (), R>,
{
    async move {
        let api = api.of(&input);
        let result = 'run: {
            // Without a signature, nothing is read.
            let signature = or_break!('run, input.signature(check.header));
            or_break!('run, input.receive(R::BODY).await);
            let body = input.received.as_deref().unwrap_or_default();
            let webhook = SignedWebhook::new(input.head(), &signature, body);
            if !(check.verify)(&api, webhook) {
                break 'run Err(Rejection::unsigned());
            }
            let request = or_break!('run, R::read(&mut input));
            let result = handler.call(&api, (), request).await;
            respond(&input, result, errors)
        };
        input.finish(result, errors)
    }
}

/// Defines the arguments of a handler, and implements `Debug` for them.
///
/// ```ignore
/// rt::arguments! {
///     /// The arguments of `update_member`.
///     #[derive(Clone)]
///     pub struct UpdateMember {
///         /// The member.
///         #[read(path(0, "id").required())]
///         pub id: MemberId,
///         /// The new name.
///         #[body(json.required())]
///         pub body: Name,
///     }
/// }
/// ```
///
/// `#[read(path(0, "id").required())]` reads the parameter with `input.path(0, "id").required()`, where
/// `0` is its position among the parameters of the path. See [`Input`](crate::server::Input) and
/// [`Parameter`](crate::server::Parameter) for all functions. `#[rules(…)]` after it is as in
/// [`object!`](crate::object). `#[read(part())]` reads arguments that several operations share. `#[field(personal)]`
/// and `#[field(secret)]` before these attributes hide a value in `Debug`.
///
/// `#[body(json.required())]` reads the body with `input.json()`, and `#[body(json.optional())]` one that may be
/// absent. The words are the functions of [`RequestBody`](crate::server::RequestBody) and
/// [`Input`](crate::server::Input): `json`, `form`, `xml`, `text`, `binary`, `media`, `lines`, `parts` and `multipart`.
/// They may be followed by media types, and at the end by the maximum size in bytes and a JSON Schema:
/// `#[body(binary("audio/*").required(), max_size = 1048576)]`, `#[body(json.required(), schema = "{…}")]`. These
/// attributes may follow, in this order:
///
/// - `#[envelope("data")]`: the value is in this field of an object in JSON.
/// - `#[styled("tags" = rt::FieldStyle::COMMA)]`: fields of a form that have their own style.
/// - `#[root(crate::xml::PET)]`: the element of a body in XML.
/// - `#[rules(…)]`: the rules of the body, or of each of its lines.
///
/// `#[choice(ImportBooksBody.required())]` reads a body that is one of several contents, which
/// [`received_contents!`](crate::received_contents) defines.
///
/// Arguments with a body that the handler reads are read once, and are not `Clone`.
#[doc(hidden)]
#[macro_export]
macro_rules! arguments {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        $(#[derive($($derive:ident),+)])?
        pub struct $name:ident {
            $(
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                $(#[field($property:ident)])?
                $(
                    #[read($source:ident($($at:tt)*) $(.$how:ident($($argument:tt)*))*)]
                    $(#[rules($($rule:ident = $limit:expr),+)])?
                )?
                $(
                    #[body(
                        $body:ident $(($($media:literal),+))?.$presence:ident()
                        $(, $setting:ident = $value:literal)*
                    )]
                    $(#[envelope($envelope:literal)])?
                    $(#[styled($($styled:literal = $style:expr),+)])?
                    $(#[root($root:path)])?
                    $(#[rules($($rule_of_body:ident = $limit_of_body:expr),+)])?
                )?
                $(#[choice(
                    $contents:ident.$presence_of_contents:ident()
                    $(, $setting_of_contents:ident = $size:literal)?
                )])?
                pub $field:ident: $type:ty,
            )*
        }
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        $(#[derive($($derive),+)])?
        pub struct $name {
            $($(#[doc = $about])* $(#[deprecated $($why)?])? pub $field: $type,)*
        }

        impl $crate::codegen::Arguments for $name {
            $($(
                const BODY: $crate::codegen::RequestBody =
                    $crate::codegen::RequestBody::$body(&[$($($media),+)?])
                        .$presence()
                        $(.$setting($crate::__setting!($setting $value)))*;
            )?)*
            $($(
                const BODY: $crate::codegen::RequestBody =
                    $crate::codegen::RequestBody::contents(<$contents as $crate::codegen::Contents>::CONTENTS)
                        .$presence_of_contents()
                        $(.$setting_of_contents($size))?;
            )?)*

            fn read(input: &mut $crate::codegen::Input) -> Result<Self, $crate::codegen::Invalid> {
                let ($(Ok($field),)*) = ($(
                    $(
                        input
                            .$source($($at)*)
                            $($(.$rule($crate::__rule!($rule $limit)))+)?
                            $(.$how($($argument)*))*
                    )?
                    $($crate::__body!(
                        $presence input
                            $(.enveloped($envelope))?
                            $(.styled(&[$(($styled, $style)),+]))?
                            $(.rooted(&$root))?
                            $(.limited($crate::__rules!($($rule_of_body = $limit_of_body),+)))?
                            .$body()
                    ))?
                    $($crate::__body!($presence_of_contents input .contents::<$contents>()))?,
                )*) else {
                    return Err($crate::codegen::Invalid);
                };
                Ok(Self { $($field),* })
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let fields = &[$($crate::Field(
                    ::std::stringify!($field),
                    $crate $(::$property)? ::PROPERTIES,
                )),*];
                $crate::codegen::show_fields(f, ::std::stringify!($name), fields, &[$(&self.$field),*])
            }
        }
    };
}

/// The argument of a function of [`RequestBody`](crate::server::RequestBody).
#[doc(hidden)]
#[macro_export]
macro_rules! __setting {
    (schema $source:expr) => {{
        static SCHEMA: $crate::codegen::Schema = $crate::codegen::Schema::new($source);
        &SCHEMA
    }};
    ($name:ident $value:expr) => {
        $value
    };
}

/// Reads a body that is required, or may be absent.
#[doc(hidden)]
#[macro_export]
macro_rules! __body {
    (required $input:ident $($read:tt)+) => {
        $input $($read)+
    };
    (optional $input:ident $($read:tt)+) => {
        $input.optional(|$input| $input $($read)+)
    };
}
