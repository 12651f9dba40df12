//! The values of settings: addresses, networks, times and sizes.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use ipnet::{IpNet, Ipv4Net};
use tracing_subscriber::filter::{Directive, LevelFilter};

/// What a setting should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidSetting(pub(super) &'static str);

pub(super) fn address(text: &str) -> Result<SocketAddr, InvalidSetting> {
    text.parse().map_err(|_| {
        InvalidSetting("expected an address and a port, such as `127.0.0.1:8080` or `[::]:8080`")
    })
}

/// The setting for what is logged. tracing-subscriber takes a misspelt level for an origin, and then logs nothing else.
pub(super) fn log_filter(text: &str) -> Result<String, InvalidSetting> {
    let is_valid = |directive: &str| match directive.trim() {
        "" => false,
        level if !level.contains(['=', '[']) => level.parse::<LevelFilter>().is_ok(),
        of_origin => of_origin.parse::<Directive>().is_ok(),
    };
    // In brackets, commas separate the fields of a span.
    let mut is_in_brackets = false;
    let mut directives = text.split(|character| {
        is_in_brackets = match character {
            '[' => true,
            ']' => false,
            _ => is_in_brackets,
        };
        character == ',' && !is_in_brackets
    });
    directives.all(is_valid).then(|| text.to_owned()).ok_or(InvalidSetting(
        "expected `error`, `warn`, `info`, `debug`, `trace` or `off`, and levels by origin such as `info,sqlx=debug`",
    ))
}

/// A network, or one address.
pub(super) fn network(text: &str) -> Result<IpNet, InvalidSetting> {
    let text = text.trim();
    let of_address = |_| text.parse().map(|address: IpAddr| IpNet::from(address));
    let network = text.parse().or_else(of_address).map(canonical);
    network.map_err(|_| {
        InvalidSetting("expected an address or a network, such as `10.0.0.1` or `10.0.0.0/8`")
    })
}

/// IPv4 that is written as IPv6 becomes IPv4, as do the addresses of clients.
fn canonical(network: IpNet) -> IpNet {
    let IpNet::V6(v6_network) = network else {
        return network;
    };
    let length = v6_network.prefix_len().checked_sub(96);
    match (v6_network.addr().to_ipv4_mapped(), length) {
        (Some(address), Some(length)) => Ipv4Net::new(address, length).map_or(network, IpNet::V4),
        _ => network,
    }
}

/// The longest time that can be set. A longer one is a mistake, and the present plus any time must not
/// overflow.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// A time that is not zero: zero would let nothing through.
pub(crate) fn duration(text: &str) -> Result<Duration, Box<dyn std::error::Error + Send + Sync>> {
    let duration = delay(text)?;
    if duration.is_zero() {
        return Err(InvalidSetting("expected a time longer than zero").into());
    }
    Ok(duration)
}

/// A time that may be zero.
pub(super) fn delay(text: &str) -> Result<Duration, Box<dyn std::error::Error + Send + Sync>> {
    let delay = humantime::parse_duration(text)?;
    if delay > LONGEST {
        return Err(InvalidSetting("expected a day at most").into());
    }
    Ok(delay)
}

pub(super) fn at_least_one(text: &str) -> Result<usize, InvalidSetting> {
    match text.parse() {
        // The limit of a semaphore, beyond the connections of any machine.
        Ok(number @ 1..=MAX_PERMITS) => Ok(number),
        Ok(_) | Err(_) => Err(InvalidSetting(
            "expected a whole number from 1 to 2147483647",
        )),
    }
}

/// The largest number that [`at_least_one`] accepts.
const MAX_PERMITS: usize = i32::MAX as usize;

/// A size in bytes: a number, optionally with a binary unit.
pub(super) fn size(text: &str) -> Result<usize, InvalidSetting> {
    let digits = text
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let factor = match unit.trim_start() {
        "" | "B" => Some(1),
        "KiB" => Some(1 << 10),
        "MiB" => Some(1 << 20),
        "GiB" => Some(1 << 30),
        _ => None,
    };
    let bytes = factor.and_then(|factor: usize| number.parse::<usize>().ok()?.checked_mul(factor));
    bytes.filter(|&bytes| bytes > 0).ok_or(InvalidSetting(
        "expected a number of bytes above zero, alone or with a unit: `65536`, `64KiB`, `1MiB`",
    ))
}

/// The size of headers. Ordinary requests have some hundred bytes of them, the key included, so a much
/// smaller limit would reject all.
pub(super) fn header_size(text: &str) -> Result<usize, InvalidSetting> {
    const MIN: usize = 1024;
    let bytes = size(text)?;
    if bytes < MIN {
        return Err(InvalidSetting("expected at least `1KiB`"));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_of_memory() {
        assert_eq!(size("512"), Ok(512));
        assert_eq!(size("64KiB"), Ok(65536));
        assert_eq!(size("2 MiB"), Ok(2 << 20));
        for wrong in ["", "0", "KiB", "-1", "1.5MiB", "1kb", "99999999999999GiB"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
