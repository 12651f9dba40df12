//! The settings of listeners, limits and log.

use std::net::SocketAddr;
use std::str::FromStr;
use std::time::Duration;

use axum::http::{HeaderName, header};
use ipnet::IpNet;

use super::log::LogOptions;
use super::values::{
    InvalidSetting, address, at_least_one, delay, duration, header_size, network, size,
};
use crate::store::RateLimit;

/// The settings of the server's listeners, limits and log. Each is a flag and an environment
/// variable; the flag wins.
#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// Address and port that the API is served on
    #[arg(long, env = "GATEWAY_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = address)]
    pub listen: SocketAddr,

    /// Address and port for operators (/healthz, /readyz, /metrics), or `off`; keep it off the public network
    #[arg(
        long,
        env = "GATEWAY_OPERATIONS_LISTEN",
        value_name = "ADDRESS",
        default_value = "127.0.0.1:9090"
    )]
    pub operations_listen: OperationsListen,

    /// How long a request may take, from its headers to its response, such as `30s`
    #[arg(long, env = "GATEWAY_REQUEST_DEADLINE", value_name = "TIME", default_value = "30s", value_parser = duration)]
    pub request_deadline: Duration,

    /// How long the body of a request may take to arrive before it gets 408; nine tenths of the deadline at most
    #[arg(long, env = "GATEWAY_BODY_TIMEOUT", value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub body_timeout: Duration,

    /// How many requests may be handled at a time; further ones wait for up to half the deadline and then get 503
    #[arg(
        long,
        env = "GATEWAY_MAX_REQUESTS",
        value_name = "NUMBER",
        default_value = "1024",
        value_parser = at_least_one
    )]
    pub max_requests: usize,

    /// How many requests of one organization may read at a time; half as many may change something; half of --database-connections by default
    #[arg(long, env = "GATEWAY_MAX_REQUESTS_PER_ORGANIZATION", value_name = "NUMBER", value_parser = at_least_one)]
    pub max_requests_per_organization: Option<usize>,

    /// How many connections may be open at once; further ones wait in the kernel's queue
    #[arg(
        long,
        env = "GATEWAY_MAX_CONNECTIONS",
        value_name = "NUMBER",
        default_value = "10000",
        value_parser = at_least_one
    )]
    pub max_connections: usize,

    /// How many connections one address may have, or one IPv6 network of 64 bits; a quarter by default
    #[arg(long, env = "GATEWAY_MAX_CONNECTIONS_PER_ADDRESS", value_name = "NUMBER", value_parser = at_least_one)]
    pub max_connections_per_address: Option<usize>,

    /// How often an address may send missing or unknown keys before it gets 429
    #[arg(
        long,
        env = "GATEWAY_FAILURE_LIMIT",
        value_name = "REQUESTS/TIME",
        default_value = "100/10s"
    )]
    pub failure_limit: RateLimit,

    /// The networks of proxies that name the addresses of clients, such as `10.0.0.0/8`
    #[arg(long, env = "GATEWAY_TRUSTED_PROXIES", value_name = "NETWORKS", value_delimiter = ',', value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,

    /// The header in which proxies name these addresses; the other header is ignored
    #[arg(
        long,
        env = "GATEWAY_PROXY_HEADER",
        value_name = "HEADER",
        default_value = "x-forwarded-for"
    )]
    pub proxy_header: ProxyHeader,

    /// The largest body of a request, in bytes or as `64KiB`
    #[arg(long, env = "GATEWAY_MAX_BODY", value_name = "SIZE", default_value = "64KiB", value_parser = size)]
    pub max_body: usize,

    /// How long a connection may take to send the headers of its next request, and so how long it may be idle
    #[arg(long, env = "GATEWAY_HEADER_TIMEOUT", value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub header_timeout: Duration,

    /// How long a client may stall while reading a response
    #[arg(long, env = "GATEWAY_WRITE_TIMEOUT", value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub write_timeout: Duration,

    /// The largest request line and headers of a request together, in bytes or as `16KiB`
    #[arg(long, env = "GATEWAY_MAX_HEADER_BYTES", value_name = "SIZE", default_value = "16KiB", value_parser = header_size)]
    pub max_header_bytes: usize,

    /// How long to accept connections after SIGTERM while /readyz reports 503, so that a load balancer can notice
    #[arg(long, env = "GATEWAY_SHUTDOWN_DELAY", value_name = "TIME", default_value = "0s", value_parser = delay)]
    pub shutdown_delay: Duration,

    /// How long requests in flight have to finish after the last connection was accepted; the rest are cut off
    #[arg(long, env = "GATEWAY_GRACE_PERIOD", value_name = "TIME", default_value = "30s", value_parser = delay)]
    pub grace_period: Duration,

    #[command(flatten)]
    #[allow(missing_docs)]
    pub log: LogOptions,
}

impl Options {
    /// Sets the share of an organization, unless it is given: half of the connections to the database, for which requests
    /// compete. Keys are looked up through the others, before an organization is known.
    pub fn share_connections(&mut self, connections: u32) {
        let share = (connections as usize)
            .div_ceil(2)
            .min(quarter(self.max_requests));
        self.max_requests_per_organization.get_or_insert(share);
    }

    /// How many requests of one organization may read at a time.
    pub(super) fn max_requests_per_organization(&self) -> usize {
        let given = self.max_requests_per_organization;
        given.unwrap_or_else(|| quarter(self.max_requests))
    }

    /// How many connections one address may have.
    pub(super) fn max_connections_per_address(&self) -> usize {
        let given = self.max_connections_per_address;
        given.unwrap_or_else(|| quarter(self.max_connections))
    }
}

/// The share of one among all, rounded up: two that take as much as they can leave room for others.
fn quarter(all: usize) -> usize {
    all.div_ceil(4)
}

/// The address of `/healthz`, `/readyz` and `/metrics`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperationsListen {
    /// Nowhere.
    Off,
    /// At this address and port.
    At(SocketAddr),
}

impl FromStr for OperationsListen {
    type Err = InvalidSetting;

    fn from_str(text: &str) -> Result<Self, InvalidSetting> {
        if text == "off" {
            return Ok(Self::Off);
        }
        text.parse().map(Self::At).map_err(|_| {
            InvalidSetting(
                "expected an address and a port, such as `127.0.0.1:9090` or `[::1]:9090`, or `off`",
            )
        })
    }
}

/// The header in which proxies name the address of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ProxyHeader {
    /// `Forwarded` (RFC 7239).
    Forwarded,
    /// `X-Forwarded-For`, which most proxies write.
    XForwardedFor,
}

impl ProxyHeader {
    pub(super) const fn name(self) -> HeaderName {
        match self {
            Self::Forwarded => header::FORWARDED,
            Self::XForwardedFor => HeaderName::from_static("x-forwarded-for"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn the_flags_are_consistent_and_the_defaults_are_valid() {
        Command::command().debug_assert();
        let options = Command::parse_from(["gateway"]).options;
        assert_eq!(options.max_body, 64 * 1024);
        assert_eq!(options.request_deadline, Duration::from_secs(30));
    }

    #[test]
    fn settings_that_let_nothing_through_or_never_end_are_rejected() {
        for (flag, value) in [
            ("--request-deadline", "0s"),
            ("--request-deadline", "18446744073709551615s"),
            ("--grace-period", "25h"),
            ("--max-requests", "0"),
            ("--max-connections", "99999999999999999999"),
            ("--max-body", "0"),
            ("--max-header-bytes", "1"),
            ("--max-header-bytes", "1023"),
            ("--header-timeout", "soon"),
            ("--listen", "8080"),
            ("--trusted-proxies", "10.0.0.0/33"),
            ("--trusted-proxies", "proxy.internal"),
            ("--failure-limit", "often"),
            ("--body-timeout", "0s"),
            ("--max-requests-per-organization", "0"),
            ("--max-connections-per-address", "0"),
            ("--operations-listen", "no"),
            ("--log", ""),
            ("--log", "wran"),
            ("--log", "info,gatway"),
            ("--log", "info,sqlx=loud"),
            ("--log", "info,sqlx::query"),
            ("--log", "info,[request]=loud"),
            ("--log", "wran,[request]=trace"),
            ("--log", "info,[request=trace"),
        ] {
            let error = Command::try_parse_from(["gateway", flag, value]).map(|_| ());
            let error = error.expect_err(flag).to_string();
            assert!(error.contains(flag), "{error}");
        }
    }

    #[test]
    fn one_among_many_has_a_quarter_unless_another_share_is_set() {
        let options = |flags: &[&str]| Command::parse_from([&["gateway"], flags].concat()).options;
        let default = options(&["--max-requests", "1", "--max-connections", "10"]);
        assert_eq!(default.max_requests_per_organization(), 1);
        assert_eq!(default.max_connections_per_address(), 3);
        let set = options(&["--max-requests-per-organization", "7"]);
        assert_eq!(set.max_requests_per_organization(), 7);
    }

    #[test]
    fn the_log_has_levels_by_origin() {
        for filter in [
            "info",
            "WARN,sqlx=debug",
            "off",
            "info,[request]=trace",
            "info,gateway[request{status,key=1}]=trace,sqlx=warn",
        ] {
            let is_valid = Command::try_parse_from(["gateway", "--log", filter]).is_ok();
            assert!(is_valid, "{filter}");
        }
    }

    #[test]
    fn proxies_are_addresses_and_networks() {
        let command = Command::parse_from([
            "gateway",
            "--trusted-proxies",
            "10.0.0.0/8, ::1,::ffff:10.0.0.0/104",
        ]);
        let proxies: Vec<_> = command
            .options
            .trusted_proxies
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(proxies, ["10.0.0.0/8", "::1/128", "10.0.0.0/8"]);
    }

    #[test]
    fn the_operations_listener_can_be_off() {
        let command = Command::parse_from(["gateway", "--operations-listen", "off"]);
        assert_eq!(command.options.operations_listen, OperationsListen::Off);
    }
}
