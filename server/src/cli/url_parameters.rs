//! The parameters of PostgreSQL URLs.
//!
//! sqlx ignores unknown parameters and logs their values. A misspelt `sslmode` would connect without a check of the
//! certificate, and a misspelt `password` would be in the log. So they are checked before sqlx sees them.

use std::net::IpAddr;

use sqlx::postgres::PgSslMode;
use url::Url;

/// The names that sqlx knows, each with the name of the parameter that messages show.
const KNOWN: [(&str, &str); 18] = [
    ("sslmode", "sslmode"),
    ("ssl-mode", "sslmode"),
    ("sslrootcert", "sslrootcert"),
    ("ssl-root-cert", "sslrootcert"),
    ("ssl-ca", "sslrootcert"),
    ("sslcert", "sslcert"),
    ("ssl-cert", "sslcert"),
    ("sslkey", "sslkey"),
    ("ssl-key", "sslkey"),
    ("statement-cache-capacity", "statement-cache-capacity"),
    ("host", "host"),
    ("hostaddr", "hostaddr"),
    ("port", "port"),
    ("dbname", "dbname"),
    ("user", "user"),
    ("password", "password"),
    ("application_name", "application_name"),
    ("options", "options"),
];

/// The parameters of libpq that sqlx ignores.
const IGNORED: &[&str] = &[
    "channel_binding",
    "client_encoding",
    "connect_timeout",
    "fallback_application_name",
    "gssdelegation",
    "gssencmode",
    "gsslib",
    "keepalives",
    "keepalives_count",
    "keepalives_idle",
    "keepalives_interval",
    "krbsrvname",
    "load_balance_hosts",
    "max_protocol_version",
    "min_protocol_version",
    "oauth_client_id",
    "oauth_client_secret",
    "oauth_issuer",
    "oauth_scope",
    "passfile",
    "replication",
    "require_auth",
    "requirepeer",
    "requiressl",
    "scram_client_key",
    "scram_server_key",
    "service",
    "servicefile",
    "ssl",
    "ssl_max_protocol_version",
    "ssl_min_protocol_version",
    "sslcertmode",
    "sslcompression",
    "sslcrl",
    "sslcrldir",
    "sslkeylogfile",
    "sslnegotiation",
    "sslpassword",
    "sslsni",
    "target_session_attrs",
    "tcp_user_timeout",
];

const ESCAPES: &str =
    "In a password or another value, write `@ : / ? # & + %` as %40 %3A %2F %3F %23 %26 %2B %25";

const SSL_MODES: &str =
    "expected `disable`, `allow`, `prefer`, `require`, `verify-ca` or `verify-full`";

/// Checks the parameters of a URL. `default_mode` is the value of PGSSLMODE. A URL that cannot be parsed has no
/// parameters.
///
/// # Errors
///
/// A parameter is unknown, without effect, repeated, or has an invalid value. The message never contains a value.
pub(super) fn check(url: &str, default_mode: Option<&str>) -> Result<(), String> {
    let Ok(url) = Url::parse(url) else {
        return Ok(());
    };
    if url.fragment().is_some() {
        return Err(
            "the URL contains `#`, and what follows would be ignored. Write it as %23".into(),
        );
    }
    let mut given: Vec<(&str, String)> = Vec::new();
    for (index, (name, value)) in url.query_pairs().enumerate() {
        let Some(parameter) = parameter(&name) else {
            let is_shown = is_name(&name)
                && !url.query().is_some_and(|query| query.contains('@'))
                && !given.iter().any(|(before, _)| *before == "password");
            let shown = is_shown.then_some(&*name);
            return Err(unknown(index + 1, &name, shown));
        };
        if let Some(expected) = expected(parameter, &value) {
            return Err(format!(
                "the value of `{parameter}` is not valid: {expected}"
            ));
        }
        let is_repeated = given.iter().any(|(before, _)| *before == parameter);
        if is_repeated && parameter != "options" {
            return Err(format!("the parameter `{parameter}` is given twice"));
        }
        given.push((parameter, value.into_owned()));
    }
    let given_mode = given.iter().find(|(parameter, _)| *parameter == "sslmode");
    if given_mode.is_none() && default_mode.is_some_and(|mode| expected("sslmode", mode).is_some())
    {
        return Err(format!("the value of PGSSLMODE is not valid: {SSL_MODES}"));
    }
    let written_mode = given_mode.map_or(default_mode, |(_, mode)| Some(mode));
    let mode = written_mode.unwrap_or("prefer").to_ascii_lowercase();
    let mut parameters = given.iter();
    parameters.try_for_each(|(parameter, _)| useful_in(parameter, &mode))
}

/// Whether a string looks like the name of a parameter, and not like a part of a value.
pub(super) fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    name.len() <= 32 && name.chars().all(is_part)
}

/// The parameter that sqlx reads from this name.
fn parameter(name: &str) -> Option<&'static str> {
    // `options[search_path]=…` sets one run-time parameter.
    if name.starts_with("options[") && name.ends_with(']') {
        return Some("options");
    }
    let mut known = KNOWN.iter();
    known.find(|(known, _)| *known == name).map(|it| it.1)
}

/// The message about an unknown parameter. Its name is shown only if it cannot be a part of a password that contains
/// `&`, `?` or `/`.
fn unknown(number: usize, name: &str, shown: Option<&str>) -> String {
    let lower = name.to_ascii_lowercase();
    let parameter = shown.map_or_else(
        || format!("parameter {number} of the URL"),
        |name| format!("the parameter `{name}`"),
    );
    match lower.as_str() {
        "connect_timeout" => {
            return format!("{parameter} is not supported. Remove it, and set --database-wait");
        }
        "ssl" => return format!("{parameter} is not supported. Set `sslmode`"),
        ignored if IGNORED.contains(&ignored) => {
            return format!("{parameter} is not supported, and would be ignored. Remove it");
        }
        _ => {}
    }
    let nearest = KNOWN
        .iter()
        .map(|(known, parameter)| (strsim::osa_distance(known, &lower), known.len(), parameter))
        .min_by_key(|(distance, ..)| *distance)
        .filter(|(distance, length, _)| 3 * distance <= *length);
    let advice = match nearest {
        Some((_, _, nearest)) => format!("Did you mean `{nearest}`?"),
        None => ESCAPES.to_owned(),
    };
    format!("{parameter} is unknown. {advice}")
}

/// What is expected, if this value of a parameter is not valid.
fn expected(parameter: &str, value: &str) -> Option<&'static str> {
    let (is_valid, expected) = match parameter {
        "sslmode" => (value.parse::<PgSslMode>().is_ok(), SSL_MODES),
        "statement-cache-capacity" => (value.parse::<usize>().is_ok(), "expected a number"),
        "hostaddr" => (value.parse::<IpAddr>().is_ok(), "expected an IP address"),
        "port" => (
            value.parse::<u16>().is_ok_and(|port| port > 0),
            "expected a number from 1 to 65535",
        ),
        "password" | "application_name" | "options" => (true, ""),
        _ => (!value.is_empty(), "expected a string"),
    };
    (!is_valid).then_some(expected)
}

/// An error if the parameter has no effect in this mode.
fn useful_in(parameter: &str, mode: &str) -> Result<(), String> {
    match parameter {
        // In libpq, it turns `require` into `verify-ca`.
        "sslrootcert" if !mode.starts_with("verify-") => Err(format!(
            "`{parameter}` has no effect unless `sslmode` is `verify-full` or `verify-ca`"
        )),
        "sslcert" | "sslkey" if matches!(mode, "disable" | "allow") => Err(format!(
            "`{parameter}` has no effect, because `sslmode={mode}` never encrypts"
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message about these parameters, or `ok`.
    fn message(parameters: &str) -> String {
        let url = format!("postgres://me:pw@db.internal/gateway?{parameters}");
        check(&url, None).err().unwrap_or_else(|| "ok".to_owned())
    }

    #[test]
    fn each_parameter_is_checked() {
        let modes = format!("the value of `sslmode` is not valid: {SSL_MODES}");
        let unverified =
            "`sslrootcert` has no effect unless `sslmode` is `verify-full` or `verify-ca`";
        let cases = [
            ("", "ok"),
            (
                "sslmode=verify-full&sslrootcert=ca.pem&application_name=gw",
                "ok",
            ),
            ("ssl-mode=VERIFY-CA&ssl-ca=ca.pem", "ok"),
            ("ssl%6Dode=verify%2Dfull", "ok"),
            ("options=-c%20jit%3Doff&options[search_path]=gw", "ok"),
            (
                "host=%2Frun%2Fpostgresql&port=5433&user=me&password=s3%26cret&dbname=gw",
                "ok",
            ),
            (
                "sslmod=verify-full",
                "the parameter `sslmod` is unknown. Did you mean `sslmode`?",
            ),
            (
                "SSLMODE=verify-full",
                "the parameter `SSLMODE` is unknown. Did you mean `sslmode`?",
            ),
            (
                "ssl_mode=verify-full",
                "the parameter `ssl_mode` is unknown. Did you mean `sslmode`?",
            ),
            (
                "ssl%6Dod=s3cret",
                "the parameter `sslmod` is unknown. Did you mean `sslmode`?",
            ),
            (
                "passwrd=s3cret",
                "the parameter `passwrd` is unknown. Did you mean `password`?",
            ),
            (
                "schema=s3cret",
                &format!("the parameter `schema` is unknown. {ESCAPES}"),
            ),
            (
                "options[jit=s3cret",
                &format!("parameter 1 of the URL is unknown. {ESCAPES}"),
            ),
            (
                "password=a&s3cret",
                &format!("parameter 2 of the URL is unknown. {ESCAPES}"),
            ),
            (
                "password=a&s3cret=b",
                &format!("parameter 2 of the URL is unknown. {ESCAPES}"),
            ),
            (
                "s3cret/x@db=1",
                &format!("parameter 1 of the URL is unknown. {ESCAPES}"),
            ),
            (
                "sslmode=verify-full#s3cret",
                "the URL contains `#`, and what follows would be ignored. Write it as %23",
            ),
            (
                "sslmode=require&channel_binding=require",
                "the parameter `channel_binding` is not supported, and would be ignored. Remove it",
            ),
            (
                "connect_timeout=10",
                "the parameter `connect_timeout` is not supported. Remove it, and set --database-wait",
            ),
            (
                "ssl=true",
                "the parameter `ssl` is not supported. Set `sslmode`",
            ),
            ("sslmode=verifyfull", &modes),
            ("sslmode=", &modes),
            (
                "port=s3cret",
                "the value of `port` is not valid: expected a number from 1 to 65535",
            ),
            (
                "hostaddr=s3cret",
                "the value of `hostaddr` is not valid: expected an IP address",
            ),
            (
                "sslmode=verify-full&sslmode=disable",
                "the parameter `sslmode` is given twice",
            ),
            (
                "sslmode=verify-full&ssl-mode=disable",
                "the parameter `sslmode` is given twice",
            ),
            ("sslrootcert=ca.pem", unverified),
            ("sslrootcert=ca.pem&sslmode=require", unverified),
            (
                "sslcert=a.pem&sslkey=a.key&sslmode=disable",
                "`sslcert` has no effect, because `sslmode=disable` never encrypts",
            ),
        ];
        for (parameters, expected) in cases {
            assert_eq!(message(parameters), expected, "{parameters}");
        }
    }

    #[test]
    fn the_mode_of_the_environment_counts() {
        let check = |parameters: &str, mode| {
            check(&format!("postgres://db/gateway?{parameters}"), Some(mode)).is_ok()
        };
        assert!(check("sslrootcert=ca.pem", "verify-full"));
        assert!(!check("sslrootcert=ca.pem&sslmode=require", "verify-full"));
        assert!(!check("", "verifyfull"));
        assert!(check("sslmode=require", "verifyfull"));
    }

    #[test]
    fn sqlx_has_no_other_opinion_about_the_known_names() {
        for (name, parameter) in KNOWN {
            let value = match parameter {
                "sslmode" => "require",
                "statement-cache-capacity" | "port" => "1",
                "host" | "hostaddr" => "192.0.2.1",
                _ => "text",
            };
            let options = |query: &str| {
                let url = format!("postgres://me@db/gateway{query}");
                let options: sqlx::postgres::PgConnectOptions = url.parse().unwrap();
                format!("{options:?}")
            };
            assert_ne!(options(&format!("?{name}={value}")), options(""), "{name}");
        }
    }
}
