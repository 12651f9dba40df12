//! What the clients at one address may do: how many connections they may have, and how often they may be rejected for
//! their keys.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use ipnet::IpNet;

use super::forwarded::forwarded;
use super::options::{Options, ProxyHeader};
use crate::lock::lock;
use crate::store::RateLimit;

/// The limits of addresses, and what counts towards them.
#[derive(Debug)]
pub(super) struct Addresses {
    /// The proxies that are believed about the address of a client.
    proxies: Vec<IpNet>,
    /// The header in which they name it.
    header: ProxyHeader,
    most_connections: usize,
    failure_limit: RateLimit,
    connections: Mutex<HashMap<ClientNetwork, usize>>,
    failures: Mutex<HashMap<ClientNetwork, Window>>,
}

/// The client that a limit applies to: an IPv4 address, or an IPv6 network of 64 bits, which is what one customer has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ClientNetwork(IpAddr);

impl From<IpAddr> for ClientNetwork {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) & !u128::from(u64::MAX);
                Self(Ipv6Addr::from(network).into())
            }
            address @ IpAddr::V4(_) => Self(address),
        }
    }
}

/// The failures since a time.
#[derive(Debug, Clone, Copy)]
struct Window {
    begun: Instant,
    failures: i64,
}

impl Addresses {
    pub(super) fn new(options: &Options) -> Self {
        Self {
            proxies: options.trusted_proxies.clone(),
            header: options.proxy_header,
            most_connections: options.max_connections_per_address(),
            failure_limit: options.failure_limit,
            connections: Mutex::default(),
            failures: Mutex::default(),
        }
    }

    /// Counts a new connection until the result is dropped; `None` if the address has too many. A proxy may have any
    /// number, because it passes on the connections of its clients.
    pub(super) fn connect(self: &Arc<Self>, peer: IpAddr) -> Option<Connected> {
        let client = (!self.is_proxy(peer)).then(|| ClientNetwork::from(peer));
        if let Some(client) = client {
            let mut all = lock(&self.connections);
            let count = all.entry(client).or_default();
            if *count >= self.most_connections {
                return None;
            }
            *count += 1;
        }
        Some(Connected {
            addresses: Arc::clone(self),
            client,
        })
    }

    /// The client that sent a request: the peer, or the client that trusted proxies name.
    pub(super) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> ClientNetwork {
        let mut client = peer;
        if self.is_proxy(peer) {
            // Each proxy adds the address of its peer at the end. Whatever an untrusted peer added is ignored.
            for forwarded in forwarded(headers, self.header) {
                let Some(address) = forwarded else { break };
                client = address;
                if !self.is_proxy(address) {
                    break;
                }
            }
        }
        client.into()
    }

    fn is_proxy(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.proxies
            .iter()
            .any(|network| network.contains(&address))
    }

    /// Counts a request that was rejected for its key. It counts once it has its response, so an address can exceed the
    /// limit by as many requests as it has connections.
    pub(super) fn count_failure(&self, client: ClientNetwork) {
        let mut all = lock(&self.failures);
        let now = Instant::now();
        let new = Window {
            begun: now,
            failures: 0,
        };
        let window = all.entry(client).or_insert(new);
        if now.duration_since(window.begun) >= self.length() {
            *window = new;
        }
        window.failures = window.failures.saturating_add(1);
    }

    /// How long an address has to wait that was rejected too often.
    pub(super) fn blocked(&self, client: ClientNetwork) -> Option<Duration> {
        let all = lock(&self.failures);
        let window = all.get(&client)?;
        let rest = self.length().checked_sub(window.begun.elapsed())?;
        (window.failures >= self.failure_limit.requests && !rest.is_zero()).then_some(rest)
    }

    fn length(&self) -> Duration {
        Duration::from_secs(self.failure_limit.length().unsigned_abs())
    }

    /// Forgets what no longer counts.
    pub(super) fn upkeep(&self) {
        let length = self.length();
        lock(&self.failures).retain(|_, window| window.begun.elapsed() < length);
    }
}

/// A connection that is counted.
#[derive(Debug)]
pub(super) struct Connected {
    addresses: Arc<Addresses>,
    client: Option<ClientNetwork>,
}

impl Drop for Connected {
    fn drop(&mut self) {
        let Some(client) = self.client else { return };
        let mut all = lock(&self.addresses.connections);
        if let Some(count) = all.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                all.remove(&client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn addresses() -> Arc<Addresses> {
        with_header(ProxyHeader::XForwardedFor)
    }

    fn with_header(header: ProxyHeader) -> Arc<Addresses> {
        Arc::new(Addresses {
            header,
            proxies: vec!["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()],
            most_connections: 2,
            failure_limit: RateLimit {
                requests: 2,
                seconds: 10,
            },
            connections: Mutex::default(),
            failures: Mutex::default(),
        })
    }

    #[test]
    fn the_client_is_whom_the_trusted_proxies_name() {
        for (peer, header, value, client) in [
            // What a client says about itself counts for nothing.
            (
                "203.0.113.7",
                "x-forwarded-for",
                "198.51.100.1",
                "203.0.113.7",
            ),
            (
                "203.0.113.7",
                "forwarded",
                "for=198.51.100.1",
                "203.0.113.7",
            ),
            (
                "10.0.0.1",
                "x-forwarded-for",
                "198.51.100.1",
                "198.51.100.1",
            ),
            // The client added the first one, and each proxy one more.
            (
                "10.0.0.1",
                "x-forwarded-for",
                "192.0.2.1, 198.51.100.1, 10.0.0.2",
                "198.51.100.1",
            ),
            (
                "10.0.0.1",
                "x-forwarded-for",
                "198.51.100.1:4711",
                "198.51.100.1",
            ),
            ("10.0.0.1", "x-forwarded-for", "2001:db8::5", "2001:db8::"),
            ("::1", "x-forwarded-for", "198.51.100.1", "198.51.100.1"),
            (
                "::ffff:10.0.0.1",
                "x-forwarded-for",
                "::ffff:198.51.100.1",
                "198.51.100.1",
            ),
            (
                "10.0.0.1",
                "forwarded",
                "for=192.0.2.1, for=198.51.100.1;proto=https;by=10.0.0.1",
                "198.51.100.1",
            ),
            (
                "10.0.0.1",
                "forwarded",
                r#"proto=http;For="[2001:db8:cafe::17]:4711""#,
                "2001:db8:cafe::",
            ),
            (
                "10.0.0.1",
                "forwarded",
                r#"for="198.51.100.1:80", for=10.9.9.9"#,
                "198.51.100.1",
            ),
            (
                "10.0.0.1",
                "forwarded",
                r#"for="_a,b";x=y, for=198.51.100.1"#,
                "198.51.100.1",
            ),
            // The last address that is known.
            (
                "10.0.0.1",
                "forwarded",
                "for=198.51.100.1, for=unknown",
                "10.0.0.1",
            ),
            ("10.0.0.1", "x-forwarded-for", "", "10.0.0.1"),
            ("10.0.0.1", "x-request-id", "a", "10.0.0.1"),
        ] {
            let headers = HeaderMap::from_iter([(
                HeaderName::from_static(header),
                HeaderValue::from_static(value),
            )]);
            let written = match header {
                "forwarded" => ProxyHeader::Forwarded,
                _ => ProxyHeader::XForwardedFor,
            };
            let found = with_header(written).client(peer.parse().unwrap(), &headers);
            assert_eq!(found.0.to_string(), client, "{peer} {value}");
        }
    }

    /// The proxy appends to the line of the client, or adds a line.
    #[test]
    fn what_a_client_writes_has_no_effect_on_what_its_proxy_adds() {
        for (header, of_client, of_proxy) in [
            (
                ProxyHeader::Forwarded,
                "for=198.51.100.1;x=\"",
                "for=203.0.113.7",
            ),
            (ProxyHeader::Forwarded, "for=\"", "for=\"203.0.113.7:80\""),
            (
                ProxyHeader::Forwarded,
                "for=198.51.100.1;x=\"",
                "for=203.0.113.7;host=\"a\\\"b\"",
            ),
            (
                ProxyHeader::Forwarded,
                "for=\"a\\\"",
                "for=203.0.113.7;proto=https",
            ),
            (ProxyHeader::Forwarded, "\u{e9}", "for=203.0.113.7"),
            (ProxyHeader::XForwardedFor, "\u{e9}", "203.0.113.7"),
            (ProxyHeader::XForwardedFor, "\"", "203.0.113.7"),
        ] {
            let value = |text: &str| HeaderValue::from_bytes(text.as_bytes()).unwrap();
            let mut lines = HeaderMap::new();
            lines.append(header.name(), value(of_client));
            lines.append(header.name(), value(of_proxy));
            let line = value(&format!("{of_client}, {of_proxy}"));
            let line = HeaderMap::from_iter([(header.name(), line)]);
            for headers in [lines, line] {
                let found = with_header(header).client("10.0.0.1".parse().unwrap(), &headers);
                assert_eq!(
                    found.0.to_string(),
                    "203.0.113.7",
                    "{of_client}, {of_proxy}"
                );
            }
        }
    }

    /// A proxy passes on the header that it does not write.
    #[test]
    fn only_the_header_that_the_proxy_writes_counts() {
        let headers = HeaderMap::from_iter([
            (
                ProxyHeader::Forwarded.name(),
                HeaderValue::from_static("for=198.51.100.1"),
            ),
            (
                ProxyHeader::XForwardedFor.name(),
                HeaderValue::from_static("203.0.113.7"),
            ),
        ]);
        for (header, client) in [
            (ProxyHeader::Forwarded, "198.51.100.1"),
            (ProxyHeader::XForwardedFor, "203.0.113.7"),
        ] {
            let found = with_header(header).client("10.0.0.1".parse().unwrap(), &headers);
            assert_eq!(found.0.to_string(), client);
        }
    }

    #[test]
    fn an_address_has_a_number_of_connections_and_a_proxy_has_any() {
        let addresses = addresses();
        let connect = |peer: &str| addresses.connect(peer.parse().unwrap());
        let (first, second) = (connect("2001:db8::1"), connect("2001:db8::2"));
        assert!(first.is_some() && second.is_some());
        assert!(connect("2001:db8::3").is_none(), "it is the same network");
        assert!(connect("2001:db8:0:1::1").is_some());
        drop(first);
        assert!(connect("2001:db8::3").is_some());
        let of_proxy: Vec<_> = (0..9).map(|_| connect("10.0.0.1")).collect();
        assert!(of_proxy.iter().all(Option::is_some));
        drop((second, of_proxy));
        assert!(lock(&addresses.connections).is_empty());
    }

    #[test]
    fn an_address_that_is_rejected_too_often_is_blocked_for_the_rest_of_the_time() {
        let addresses = addresses();
        let (one, other) = (
            ClientNetwork::from(IpAddr::from([203, 0, 113, 7])),
            ClientNetwork::from(IpAddr::from([203, 0, 113, 8])),
        );
        addresses.count_failure(one);
        assert_eq!(addresses.blocked(one), None);
        addresses.count_failure(one);
        let rest = addresses.blocked(one).unwrap();
        assert!(rest <= Duration::from_secs(10) && rest > Duration::from_secs(9));
        assert_eq!(addresses.blocked(other), None);
        addresses.upkeep();
        assert!(addresses.blocked(one).is_some());
    }
}
