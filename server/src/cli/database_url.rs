//! The address of a database.

use std::fmt;
use std::path::PathBuf;

use super::url_parameters;

/// The address of a database as given. It may contain a password, so it is never printed. It is parsed
/// later than the other arguments, since clap's error messages would repeat it.
#[derive(Clone)]
pub struct DatabaseUrl(String);

/// A parsed address.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum DatabasePlace {
    /// A SQLite file.
    Sqlite(PathBuf),
    /// The URL of a PostgreSQL database. It may contain a password.
    Postgres(String),
}

impl From<String> for DatabaseUrl {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DatabaseUrl(…)")
    }
}

impl DatabaseUrl {
    /// Parses the address.
    ///
    /// # Errors
    ///
    /// It is invalid, or has an unknown parameter. The message repeats no other part of it, since any part may belong
    /// to a password.
    pub(super) fn place(&self) -> Result<DatabasePlace, String> {
        match self.0.split_once(':') {
            Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => {
                let default_mode = std::env::var("PGSSLMODE").ok();
                url_parameters::check(&self.0, default_mode.as_deref())?;
                Ok(DatabasePlace::Postgres(self.0.clone()))
            }
            Some(("sqlite", rest)) => file(rest.strip_prefix("//").unwrap_or(rest)),
            Some(_) | None => Err("expected `sqlite:FILE` or `postgres://USER@HOST/NAME`".into()),
        }
    }
}

fn file(path: &str) -> Result<DatabasePlace, String> {
    if path.is_empty() {
        return Err("expected the name of a file after `sqlite:`".into());
    }
    // Each connection would have its own database, which ends with the process.
    if path == ":memory:" {
        return Err("expected the name of a file; a database in memory is not supported".into());
    }
    if let Some((_, parameters)) = path.split_once('?') {
        let expected = "expected the name of a file after `sqlite:`, without parameters";
        return Err(match parameters.split_once('=') {
            Some((name, _)) if url_parameters::is_name(name) => {
                format!("the parameter `{name}` is not supported: {expected}")
            }
            Some(_) | None => format!("{expected} after a `?`"),
        });
    }
    Ok(DatabasePlace::Sqlite(path.into()))
}

/// The address without user and password.
impl fmt::Display for DatabasePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres(url) => write!(f, "postgres://{}", host_and_name(url).unwrap_or("…")),
        }
    }
}

impl fmt::Debug for DatabasePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Host, port and name of the database. None if they may contain part of a password: an `@` after the
/// host means that a password contains `/`, `?` or `#`, or that a parameter is a password.
fn host_and_name(url: &str) -> Option<&str> {
    let (_, address) = url.split_once("://")?;
    let end = address.find(['/', '?', '#']).unwrap_or(address.len());
    if address[end..].contains('@') {
        return None;
    }
    let host = address[..end].rfind('@').map_or(0, |at| at + 1);
    let end = address.find(['?', '#']).unwrap_or(address.len());
    Some(&address[host..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> Result<DatabasePlace, String> {
        DatabaseUrl::from(text.to_owned()).place()
    }

    #[test]
    fn an_address_is_printed_without_its_password() {
        let cases = [
            ("postgres://db/gateway", "postgres://db/gateway"),
            (
                "postgres://me:s3c@ret@db:5433/gateway?password=s3cret",
                "postgres://db:5433/gateway",
            ),
            ("postgres://db?password=s3cret", "postgres://db"),
            ("postgres://db/gateway?password=s3c@ret", "postgres://…"),
            ("postgres://me:s3c/ret@db/gateway", "postgres://…"),
            ("postgres://me:s3c@re?t@db/gateway", "postgres://…"),
            ("postgres://me:5432#ret@db/gateway", "postgres://…"),
        ];
        for (text, shown) in cases {
            let place = DatabasePlace::Postgres(text.to_owned());
            assert_eq!(place.to_string(), shown, "{text}");
            let debug = format!("{:?}", DatabaseUrl::from(text.to_owned()));
            assert_eq!(debug, "DatabaseUrl(…)");
        }
    }

    #[test]
    fn the_name_of_a_file_follows_the_scheme() {
        for (text, shown) in [
            ("sqlite:gateway.db", "sqlite:gateway.db"),
            ("sqlite:///var/lib/gateway.db", "sqlite:/var/lib/gateway.db"),
        ] {
            assert_eq!(place(text).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn invalid_addresses_are_rejected() {
        for text in [
            "gateway.db",
            "mysql://me:s3cret@db/gateway",
            "postgresql:host=db password=s3cret",
            "sqlite:",
            "sqlite::memory:",
            "sqlite://:memory:",
            "sqlite:gateway.db?mode=s3cret",
            "sqlite:gateway.db?s3cret",
        ] {
            let error = place(text).unwrap_err();
            assert!(error.contains("expected"), "{error}");
            assert!(!error.contains("s3cret"), "{error}");
        }
    }
}
