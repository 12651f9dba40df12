//! What the clients at one address may do: how many connections they may have, and how often they may be rejected for
//! their keys.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderName, header};
use ipnet::IpNet;

use super::options::Options;
use crate::store::RateLimit;

/// The limits of addresses, and what counts towards them.
#[derive(Debug)]
pub(super) struct Addresses {
    /// The proxies whose word counts about the address of a client.
    proxies: Vec<IpNet>,
    most_connections: usize,
    failures: RateLimit,
    connections: Mutex<HashMap<Site, usize>>,
    failed: Mutex<HashMap<Site, Window>>,
}

/// Whom a limit is for: an IPv4 address, or an IPv6 network of 64 bits, which is what one customer has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Site(IpAddr);

impl From<IpAddr> for Site {
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
#[derive(Debug)]
struct Window {
    begun: Instant,
    failures: i64,
}

impl Addresses {
    pub(super) fn new(options: &Options) -> Self {
        Self {
            proxies: options.trusted_proxies.clone(),
            most_connections: options.max_connections_per_address(),
            failures: options.failure_limit,
            connections: Mutex::default(),
            failed: Mutex::default(),
        }
    }

    /// Counts a new connection until the result is dropped; `None` if the address has too many. A proxy may have any
    /// number, because its connections are those of others.
    pub(super) fn connect(self: &Arc<Self>, peer: IpAddr) -> Option<Connected> {
        let site = (!self.is_proxy(peer)).then(|| Site::from(peer));
        if let Some(site) = site {
            let mut all = lock(&self.connections);
            let count = all.entry(site).or_default();
            if *count >= self.most_connections {
                return None;
            }
            *count += 1;
        }
        Some(Connected {
            addresses: Arc::clone(self),
            site,
        })
    }

    /// Whom a request comes from: the peer, or whom the proxies say that they forward it for.
    pub(super) fn site(&self, peer: IpAddr, headers: &HeaderMap) -> Site {
        let mut client = peer;
        if self.is_proxy(peer) {
            // Each proxy adds the address of its peer at the end. What an untrusted one says counts for nothing.
            for forwarded in forwarded(headers).into_iter().rev() {
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

    /// Counts a request that was rejected for its key.
    pub(super) fn failed(&self, site: Site) {
        let mut all = lock(&self.failed);
        let now = Instant::now();
        let window = all.entry(site).or_insert(Window {
            begun: now,
            failures: 0,
        });
        if now.duration_since(window.begun) >= self.length() {
            *window = Window {
                begun: now,
                failures: 0,
            };
        }
        window.failures = window.failures.saturating_add(1);
    }

    /// How long an address has to wait that was rejected too often.
    pub(super) fn blocked(&self, site: Site) -> Option<Duration> {
        let all = lock(&self.failed);
        let window = all.get(&site)?;
        let rest = self.length().checked_sub(window.begun.elapsed())?;
        (window.failures >= self.failures.requests && !rest.is_zero()).then_some(rest)
    }

    fn length(&self) -> Duration {
        Duration::from_secs(self.failures.length().unsigned_abs())
    }

    /// Forgets what no longer counts.
    pub(super) fn upkeep(&self) {
        let length = self.length();
        lock(&self.failed).retain(|_, window| window.begun.elapsed() < length);
    }
}

/// A connection that is counted.
#[derive(Debug)]
pub(super) struct Connected {
    addresses: Arc<Addresses>,
    site: Option<Site>,
}

impl Drop for Connected {
    fn drop(&mut self) {
        let Some(site) = self.site else { return };
        let mut all = lock(&self.addresses.connections);
        if let Some(count) = all.get_mut(&site) {
            *count -= 1;
            if *count == 0 {
                all.remove(&site);
            }
        }
    }
}

/// The addresses that proxies name, the nearest last: in `Forwarded` (RFC 7239, section 4), and else in `X-Forwarded-For`.
/// `None` stands for what is not an address, such as `unknown`.
fn forwarded(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
    let texts = |name: &HeaderName| {
        let values = headers.get_all(name).iter();
        values
            .map(|value| value.to_str().unwrap_or_default().to_owned())
            .collect::<Vec<String>>()
            .join(",")
    };
    if headers.contains_key(header::FORWARDED) {
        let text = texts(&header::FORWARDED);
        let elements = split(&text, ',');
        return elements
            .into_iter()
            .map(|element| {
                let parameters = split(element, ';');
                let mut pairs = parameters.into_iter().filter_map(|of| of.split_once('='));
                let node = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
                address(node?.1.trim().trim_matches('"'))
            })
            .collect();
    }
    match headers.contains_key(&X_FORWARDED_FOR) {
        true => texts(&X_FORWARDED_FOR)
            .split(',')
            .map(|text| address(text.trim()))
            .collect(),
        false => Vec::new(),
    }
}

/// The parts of a text between separators that are not in quotes.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut is_quoted = false;
    let parts = text.split(|c| {
        is_quoted ^= c == '"';
        c == separator && !is_quoted
    });
    parts.collect()
}

/// An address with or without a port. IPv6 may be in brackets.
fn address(node: &str) -> Option<IpAddr> {
    let without_port = match node.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.0,
        None => match node.split_once(':') {
            Some((address, port)) if !port.contains(':') => address,
            Some(_) | None => node,
        },
    };
    without_port.parse().ok()
}

/// A panic while the lock is held leaves nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn addresses() -> Arc<Addresses> {
        Arc::new(Addresses {
            proxies: vec!["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()],
            most_connections: 2,
            failures: RateLimit {
                requests: 2,
                seconds: 10,
            },
            connections: Mutex::default(),
            failed: Mutex::default(),
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
            let found = addresses().site(peer.parse().unwrap(), &headers);
            assert_eq!(found.0.to_string(), client, "{peer} {value}");
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
            Site::from(IpAddr::from([203, 0, 113, 7])),
            Site::from(IpAddr::from([203, 0, 113, 8])),
        );
        addresses.failed(one);
        assert_eq!(addresses.blocked(one), None);
        addresses.failed(one);
        let rest = addresses.blocked(one).unwrap();
        assert!(rest <= Duration::from_secs(10) && rest > Duration::from_secs(9));
        assert_eq!(addresses.blocked(other), None);
        addresses.upkeep();
        assert!(addresses.blocked(one).is_some());
    }
}
