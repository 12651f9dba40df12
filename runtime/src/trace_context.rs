//! The trace that a request belongs to (W3C Trace Context).

#[cfg(any(feature = "server", all(feature = "client", feature = "streams")))]
use std::future::Future;

use http::HeaderMap;
#[cfg(feature = "client")]
use http::HeaderValue;

/// The trace that a request belongs to, as its headers `traceparent` and `tracestate` say.
///
/// The router adds it to the extensions of requests. The calls that a handler makes in the same task continue the trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceContext {
    parent: String,
    state: Option<String>,
}

impl TraceContext {
    /// The context in the headers of a request. `None` if there is none, or if it is not valid: then the request starts a
    /// new trace.
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        let mut parents = headers.get_all("traceparent").iter();
        let (Some(parent), None) = (parents.next(), parents.next()) else {
            return None;
        };
        let parent = parent.to_str().ok()?;
        let states = headers.get_all("tracestate").iter();
        let states: Option<Vec<&str>> = states.map(|state| state.to_str().ok()).collect();
        let state = states.filter(|states| !states.is_empty());
        is_valid(parent).then(|| Self {
            parent: parent.to_owned(),
            state: state.map(|states| states.join(",")),
        })
    }

    /// The trace of the request whose handler runs in this task.
    pub fn current() -> Option<Self> {
        CURRENT.try_with(Clone::clone).ok().flatten()
    }

    /// Adds the headers to a request, unless it has a context.
    #[cfg(feature = "client")]
    pub(crate) fn add_to(&self, headers: &mut HeaderMap) {
        if headers.contains_key("traceparent") {
            return;
        }
        // Of a later version, only what this one knows is sent.
        let (trace, parent, flags) = (
            self.trace_id(),
            self.parent_id(),
            u8::from(self.is_sampled()),
        );
        let parent = format!("00-{trace}-{parent}-{flags:02x}");
        let state = self.state.clone().map(|state| ("tracestate", state));
        for (name, text) in [("traceparent", parent)].into_iter().chain(state) {
            if let Ok(value) = HeaderValue::try_from(text) {
                headers.insert(name, value);
            }
        }
    }

    /// The identifier of the trace: 32 hexadecimal digits.
    pub fn trace_id(&self) -> &str {
        self.parent.get(3..35).unwrap_or_default()
    }

    /// The identifier of the client's span: 16 hexadecimal digits.
    pub fn parent_id(&self) -> &str {
        self.parent.get(36..52).unwrap_or_default()
    }

    /// Whether the client records the trace.
    pub fn is_sampled(&self) -> bool {
        let flags = self.parent.get(53..55).unwrap_or_default();
        u8::from_str_radix(flags, 16).is_ok_and(|flags| flags & 1 == 1)
    }

    /// The header `traceparent` as it was sent.
    pub fn traceparent(&self) -> &str {
        &self.parent
    }

    /// The header `tracestate` as it was sent. Several are one list.
    pub fn tracestate(&self) -> Option<&str> {
        self.state.as_deref()
    }
}

tokio::task_local! {
    static CURRENT: Option<TraceContext>;
}

/// Runs a future in a trace: the handler of a request, or what continues a call of such a handler.
#[cfg(any(feature = "server", all(feature = "client", feature = "streams")))]
pub(crate) fn scope<F: Future>(
    context: Option<TraceContext>,
    future: F,
) -> impl Future<Output = F::Output> {
    CURRENT.scope(context, future)
}

/// Whether a value is `version-trace-parent-flags`. Versions after the first may add more.
fn is_valid(parent: &str) -> bool {
    let mut parts = parent.splitn(5, '-');
    let mut part = |length: usize| {
        let part = parts.next().filter(|part| part.len() == length)?;
        let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        part.bytes().all(is_hex).then_some(part)
    };
    let (Some(version), Some(trace), Some(span), Some(_)) = (part(2), part(32), part(16), part(2))
    else {
        return false;
    };
    let is_zero = |id: &str| id.bytes().all(|byte| byte == b'0');
    let is_known = match version {
        "00" => parts.next().is_none(),
        "ff" => false,
        _ => true,
    };
    is_known && !is_zero(trace) && !is_zero(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    fn context(lines: &[(&'static str, &str)]) -> Option<TraceContext> {
        let headers = lines.iter().map(|(name, value)| {
            let name = http::HeaderName::from_static(name);
            (name, value.parse().unwrap())
        });
        let mut all = HeaderMap::new();
        for (name, value) in headers {
            all.append(name, value);
        }
        TraceContext::of(&all)
    }

    #[test]
    fn a_context_is_read_from_its_headers() {
        let context = context(&[
            ("traceparent", PARENT),
            ("tracestate", "a=1"),
            ("tracestate", "b=2"),
        ]);
        let context = context.unwrap();
        assert_eq!(context.trace_id(), "0af7651916cd43dd8448eb211c80319c");
        assert_eq!(context.parent_id(), "b7ad6b7169203331");
        assert!(context.is_sampled());
        assert_eq!(context.traceparent(), PARENT);
        assert_eq!(context.tracestate(), Some("a=1,b=2"));
    }

    #[test]
    fn a_later_version_may_add_more_and_an_invalid_context_is_none() {
        let later = PARENT.replace("00-0a", "cc-0a") + "-more";
        assert!(context(&[("traceparent", &later)]).is_some());
        let twice = [("traceparent", PARENT), ("traceparent", PARENT)];
        assert_eq!(context(&twice), None);
        assert_eq!(context(&[]), None);
        for invalid in [
            "",
            "00",
            &PARENT.to_uppercase(),
            &PARENT.replace("00-0a", "ff-0a"),
            &(PARENT.to_owned() + "-more"),
            &PARENT.replace("0af7651916cd43dd8448eb211c80319c", &"0".repeat(32)),
            &PARENT.replace("b7ad6b7169203331", &"0".repeat(16)),
            &PARENT.replace("b7ad", "b7\u{e4}"),
        ] {
            assert_eq!(context(&[("traceparent", invalid)]), None, "{invalid}");
        }
    }

    #[cfg(feature = "server")]
    #[tokio::test]
    async fn the_context_of_a_request_is_current_in_its_handler_alone() {
        assert_eq!(TraceContext::current(), None);
        let context = context(&[("traceparent", PARENT)]);
        let found = scope(context.clone(), async { TraceContext::current() });
        assert_eq!(found.await, context);
        assert_eq!(TraceContext::current(), None);
    }
}
