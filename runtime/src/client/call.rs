//! One call of an operation.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use serde_core::Serialize;

use super::execute::execute;
use super::outcome::{Failure, FromResponse, Outcome, finish};
use super::request::{Request, Signature};
use super::{Error, Http, Items, PageStrategy, ReceivedPage, Response, Retry};
use crate::Operation;
use crate::decode::Decode;
#[cfg(feature = "form")]
use crate::decode::{Field, Object};
use crate::encode::{Encoded, Enveloped, to_json};
use crate::error::OperationError;
#[cfg(feature = "form")]
use crate::form::{FieldStyles, Lists, to_form, to_parameter};
use crate::parameter::{HeaderStyle, ParameterValue, QueryStyle};

/// A request in flight, independent of the types of its call.
pub(super) type Pending = Pin<Box<dyn Future<Output = Result<Outcome, Failure>> + Send>>;

/// A call of an operation that returns `T` and has the errors `E`.
///
/// Awaiting it sends the request and returns the value. [`send`](Self::send) returns the status and
/// headers as well. Calls need a runtime of Tokio with input, output and timers (`enable_all`), and panic without one;
/// [`Blocking`](super::Blocking) brings its own.
#[must_use = "a call does nothing until it is awaited or sent"]
pub struct Call<T, E> {
    pub(super) request: Request,
    types: PhantomData<fn() -> (T, E)>,
}

impl<T: FromResponse, E: OperationError> Call<T, E> {
    /// Starts a call.
    #[doc(hidden)]
    pub fn new(http: &Http, operation: &'static Operation) -> Self {
        Self {
            request: Request::new(http, operation, E::MEDIA),
            types: PhantomData,
        }
    }

    /// Sends the request to the server with this name, not to the server of the API.
    #[doc(hidden)]
    pub const fn on_server(mut self, name: &'static str) -> Self {
        self.request.server = Some(name);
        self
    }

    /// Sends the request to this URL instead of the path of the operation.
    #[doc(hidden)]
    pub fn to(mut self, url: &str) -> Self {
        self.request.receiver = Some(url.to_owned());
        self
    }

    /// Signs the body of each try in this header.
    #[doc(hidden)]
    pub fn signed(mut self, header: &'static str) -> Self {
        self.request.signature = Some(Signature::in_header(header));
        self
    }

    /// Sends no bearer token, even if the client sends one with every request.
    #[doc(hidden)]
    pub const fn without_token(mut self) -> Self {
        self.request.is_without_token = true;
        self
    }

    /// Sends the credentials of the first of these schemes that the client has any for.
    #[doc(hidden)]
    pub fn authorized(mut self, schemes: &'static [&'static str]) -> Self {
        self.request.schemes = schemes.into();
        self.request.is_open = false;
        self
    }

    /// After [`authorized`](Self::authorized): sends no credentials if the client has none.
    #[doc(hidden)]
    pub const fn or_anonymous(mut self) -> Self {
        self.request.is_open = true;
        self
    }

    /// Fills in the parameters of the path, in order.
    #[doc(hidden)]
    pub fn path(mut self, values: &[&dyn ParameterValue]) -> Self {
        self.request.fill_path(values);
        self
    }

    /// Sets a query parameter, replacing its previous value. It is repeated for each value of a list.
    #[doc(hidden)]
    pub fn query(self, name: &'static str, value: &dyn ParameterValue) -> Self {
        self.query_as(name, QueryStyle::REPEATED, value)
    }

    /// As [`query`](Self::query), in another style.
    #[doc(hidden)]
    pub fn query_as(
        mut self,
        name: &'static str,
        style: QueryStyle,
        value: &dyn ParameterValue,
    ) -> Self {
        self.request.take_query(name);
        self.request.add_query(name, style, value);
        self
    }

    /// Sets a query parameter whose value has parts: `a[x]=1&a[y][z]=2`. A value without parts is `a=1`.
    #[cfg(feature = "form")]
    #[doc(hidden)]
    pub fn query_deep<V: Decode>(mut self, name: &'static str, lists: Lists, value: &V) -> Self {
        let parts = to_parameter(name, &Encoded(value), lists);
        self.request.set_query_parts([name].into_iter(), parts);
        self
    }

    /// Sets the query parameters that are the fields of an object: `x=1&y[z]=2`.
    #[cfg(feature = "form")]
    #[doc(hidden)]
    pub fn query_flat<V: Object>(mut self, lists: Lists, value: &V) -> Self {
        let fields = V::fields().iter().map(Field::name);
        let constants = V::constants().iter().map(|constant| constant.name);
        let names = fields.chain(constants);
        self.request
            .set_query_parts(names, to_form(&Encoded(value), lists, &[]));
        self
    }

    /// Sets all query parameters except the ones with these names: the entries of a map, or the fields of an object.
    #[cfg(feature = "form")]
    #[doc(hidden)]
    pub fn query_rest<V: Decode>(mut self, taken: &[&str], lists: Lists, value: &V) -> Self {
        self.request
            .set_query_rest(taken, to_form(&Encoded(value), lists, &[]));
        self
    }

    /// Sets a header parameter, replacing its previous value. A list is separated by commas.
    #[doc(hidden)]
    pub fn header_value(self, name: &'static str, value: &dyn ParameterValue) -> Self {
        self.header_value_as(name, HeaderStyle::COMMA, value)
    }

    /// As [`header_value`](Self::header_value), in another style.
    #[doc(hidden)]
    pub fn header_value_as(
        mut self,
        name: &'static str,
        style: HeaderStyle,
        value: &dyn ParameterValue,
    ) -> Self {
        self.request.set_header_value(name, style, value);
        self
    }

    /// Sets a header to a key that identifies this call. All its tries have the same key.
    #[doc(hidden)]
    pub fn idempotency_key(mut self, name: &'static str) -> Self {
        match super::key::unique() {
            Ok(key) => self.request.set_header(name, &key),
            Err(problem) => self.request.fail(problem),
        }
        self
    }

    /// Sets a cookie, replacing its previous value. It is added to a header `Cookie` that the caller sets, and
    /// replaces a cookie of the same name in it.
    #[doc(hidden)]
    pub fn cookie(mut self, name: &'static str, value: &dyn ParameterValue) -> Self {
        self.request.set_cookie(name, value);
        self
    }

    /// Sets the body.
    #[doc(hidden)]
    pub fn json<B: Decode>(mut self, body: &B) -> Self {
        self.request.set_json(written(&Encoded(body)));
        self
    }

    /// Sets the body to JSON of another media type.
    #[doc(hidden)]
    pub fn json_as<B: Decode>(mut self, media: &'static str, body: &B) -> Self {
        self.request.set_json_as(media, written(&Encoded(body)));
        self
    }

    /// Sets the body to an object in JSON, whose field `envelope` is this value.
    #[doc(hidden)]
    pub fn json_in<B: Decode>(
        mut self,
        media: &'static str,
        envelope: &'static str,
        body: &B,
    ) -> Self {
        let body = Enveloped(envelope, body);
        self.request.set_json_as(media, written(&body));
        self
    }

    /// Sets the body to a form.
    #[cfg(feature = "form")]
    #[doc(hidden)]
    pub fn form<B: Decode>(self, lists: Lists, body: &B) -> Self {
        self.styled_form(lists, &[], body)
    }

    /// Sets the body to a form, some fields of which have their own style.
    #[cfg(feature = "form")]
    #[doc(hidden)]
    pub fn styled_form<B: Decode>(mut self, lists: Lists, styles: FieldStyles, body: &B) -> Self {
        self.request
            .set_form(to_form(&Encoded(body), lists, styles));
        self
    }

    /// Sets the body to XML of this media type.
    #[cfg(feature = "xml")]
    #[doc(hidden)]
    pub fn xml<B: Decode>(
        mut self,
        media: &'static str,
        root: &'static crate::xml::Root,
        body: &B,
    ) -> Self {
        self.request.set_xml(media, root, written(&Encoded(body)));
        self
    }

    /// Sets a body of text.
    #[doc(hidden)]
    pub fn text(mut self, media: &'static str, body: String) -> Self {
        self.request.set_whole(media, body.into());
        self
    }

    /// The time limit for this call, with all its tries and the waits between them. If the response is streamed, it
    /// ends when the response begins.
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.request.limits.total_timeout = timeout;
        self
    }

    /// The time limit for one try of this call. If the response is streamed, it ends when the response begins.
    pub const fn try_timeout(mut self, timeout: Duration) -> Self {
        self.request.limits.try_timeout = timeout;
        self
    }

    /// How many times to try this call, after what, and how long to wait between tries.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.request.limits.retry = retry;
        self
    }

    /// Sends a header with this call, replacing one that the client sends with every call, and credentials in this
    /// header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.request.set_header(name, value);
        self
    }

    /// Sends the request. Returns the status and headers of the response with its value.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn send(self) -> SendFuture<T, E> {
        SendFuture {
            pending: execute(self.request),
            types: PhantomData,
        }
    }

    /// Iterates over the items of all pages, beginning with the page that this call returns.
    #[doc(hidden)]
    pub fn items<I>(self, strategy: PageStrategy) -> Items<I, E>
    where
        T: Into<ReceivedPage<I>>,
    {
        let read = |outcome| finish::<T, E>(outcome).map(|response| response.value.into());
        Items::new(self.request, strategy, Box::new(read))
    }
}

impl<T, E> Call<T, E> {
    /// The same call, which returns something else.
    pub(super) fn returning<U>(self) -> Call<U, E> {
        Call {
            request: self.request,
            types: PhantomData,
        }
    }
}

impl<T: FromResponse, E: OperationError> IntoFuture for Call<T, E> {
    type Output = Result<T, Error<E>>;
    type IntoFuture = CallFuture<T, E>;

    fn into_future(self) -> CallFuture<T, E> {
        CallFuture(self.send())
    }
}

impl<T, E> fmt::Debug for Call<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("operation", &self.request.operation.name)
            .finish_non_exhaustive()
    }
}

/// A body as JSON, with room for most bodies.
fn written(body: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    to_json(Vec::with_capacity(128), body)
}

/// A request in flight, for its whole [`Response`].
#[must_use = "futures do nothing until they are awaited"]
pub struct SendFuture<T, E> {
    pending: Pending,
    types: PhantomData<fn() -> (T, E)>,
}

impl<T: FromResponse, E: OperationError> Future for SendFuture<T, E> {
    type Output = Result<Response<T>, Error<E>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.pending.as_mut().poll(context).map(finish)
    }
}

impl<T, E> fmt::Debug for SendFuture<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SendFuture").finish_non_exhaustive()
    }
}

/// A request in flight, for the value of its response.
#[derive(Debug)]
#[must_use = "futures do nothing until they are awaited"]
pub struct CallFuture<T, E>(SendFuture<T, E>);

impl<T: FromResponse, E: OperationError> Future for CallFuture<T, E> {
    type Output = Result<T, Error<E>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0)
            .poll(context)
            .map_ok(|response| response.value)
    }
}

/// Defines the client's type of calls with optional parameters, which a generated crate adds methods
/// to: `call_with!(CallWith)`.
#[doc(hidden)]
#[macro_export]
macro_rules! call_with {
    ($name:ident) => {
        /// A call with optional parameters: it returns `T` and has the errors `E`. `O` tells
        /// calls apart, so that each has methods for its own parameters.
        ///
        /// Awaiting it sends the request and returns the value. [`send`](Self::send) returns the status
        /// and headers as well.
        #[must_use = "a call does nothing until it is awaited or sent"]
        pub struct $name<O, T, E> {
            call: $crate::codegen::Call<T, E>,
            operation: ::std::marker::PhantomData<fn() -> O>,
        }

        impl<O, T, E> From<$crate::codegen::Call<T, E>> for $name<O, T, E> {
            fn from(call: $crate::codegen::Call<T, E>) -> Self {
                Self {
                    call,
                    operation: ::std::marker::PhantomData,
                }
            }
        }

        // Parameters cannot have the names of these methods.
        impl<O, T: $crate::codegen::FromResponse, E: $crate::codegen::OperationError>
            $name<O, T, E>
        {
            /// Sends the request. Returns the status and headers of the response with its value.
            pub fn send(self) -> $crate::codegen::SendFuture<T, E> {
                self.call.send()
            }

            /// Sends the request. Returns the response as it arrives, whatever its status is.
            pub fn send_raw(self) -> $crate::codegen::RawFuture {
                self.call.send_raw()
            }

            /// The time limit for this call, with all its tries and the waits between them.
            pub fn timeout(self, timeout: ::std::time::Duration) -> Self {
                self.call.timeout(timeout).into()
            }

            /// The time limit for one try of this call.
            pub fn try_timeout(self, timeout: ::std::time::Duration) -> Self {
                self.call.try_timeout(timeout).into()
            }

            /// How many times to try this call, after what, and how long to wait between tries.
            pub fn retry(self, retry: $crate::codegen::Retry) -> Self {
                self.call.retry(retry).into()
            }

            /// Sends a header with this call, replacing one that the client sends with every call, and
            /// credentials in this header.
            pub fn header(self, name: &str, value: &str) -> Self {
                self.call.header(name, value).into()
            }
        }

        impl<O, T: $crate::codegen::FromResponse, E: $crate::codegen::OperationError>
            ::std::future::IntoFuture for $name<O, T, E>
        {
            type Output = Result<T, $crate::codegen::Error<E>>;
            type IntoFuture = $crate::codegen::CallFuture<T, E>;

            fn into_future(self) -> Self::IntoFuture {
                self.call.into_future()
            }
        }

        impl<O, T, E> ::std::fmt::Debug for $name<O, T, E> {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Debug::fmt(&self.call, f)
            }
        }
    };
}
