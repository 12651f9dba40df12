//! Strings of a certain form, which only servers check: URIs and e-mail addresses.
//!
//! A client accepts every text, because many servers are not strict about their own. So these types hold any
//! text, and convert from it.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use serde_core::{Deserializer, Serialize, Serializer};

use crate::Expected;
use crate::decode::{Context, Decode, Failed};
use crate::rules::Rules;
use crate::text::Text;

mod email;
mod uri;

/// Defines a string of a certain form.
macro_rules! formatted {
    ($($(#[doc = $doc:literal])+ $name:ident $is_valid:path, $expected:literal;)+) => {$(
        $(#[doc = $doc])+
        ///
        /// It converts from any text. Parsing with [`FromStr`] checks the form, and so does a server that
        /// reads it.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Box<str>);

        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text.into())
            }
        }

        impl $name {
            /// Checks the form, which only strings of requests need to have.
            fn check_form(&self) -> Result<(), Expected> {
                if $is_valid(&self.0) {
                    Ok(())
                } else {
                    Err(Expected::new($expected))
                }
            }
        }

        impl From<&$name> for $name {
            fn from(other: &$name) -> Self {
                other.clone()
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.0.into()
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                &*self.0 == other
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                &*self.0 == *other
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.0).finish()
            }
        }

        impl FromStr for $name {
            type Err = Expected;

            fn from_str(text: &str) -> Result<Self, Expected> {
                let value = Self::from(text);
                value.check_form()?;
                Ok(value)
            }
        }

        impl Text for $name {
            fn from_text(text: &str) -> Result<Self, Expected> {
                Ok(text.into())
            }

            fn to_text(&self) -> Cow<'_, str> {
                Cow::Borrowed(&self.0)
            }

            fn from_request(text: &str) -> Result<Self, String> {
                Ok(text.parse()?)
            }
        }

        impl Decode for $name {
            type Form = crate::encode::OfSerde;

            fn decode<'de, D: Deserializer<'de>>(
                deserializer: D,
                context: &mut Context,
            ) -> Result<Self, D::Error> {
                let value = Self::from(String::decode(deserializer, context)?);
                context.enforce(|| value.check_form().map_err(String::from))?;
                Ok(value)
            }

            fn check(&self, rules: &Rules, context: &mut Context) -> Result<(), Failed> {
                context.require(rules.check_text(&self.0))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }
    )+};
}

formatted! {
    /// A URI with a scheme (RFC 3986): `https://example.com/books?page=2`, `mailto:ada@example.com`.
    Uri uri::is_valid, "expected a URI with a scheme (RFC 3986)";
    /// An e-mail address as in HTML: `ada@example.com`. The domain may lack a dot.
    Email email::is_valid, "expected an e-mail address";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_servers_check_the_form() {
        let value = &serde_json::json!("/relative");
        let read = |mut context: Context| {
            let read = Uri::decode(value, &mut context);
            (read.ok(), context.into_validation_errors())
        };
        assert_eq!(
            read(Context::for_responses()),
            (Some("/relative".into()), Vec::new())
        );
        let (read, errors) = read(Context::for_requests());
        assert_eq!(read, None);
        assert_eq!(errors[0].problem, "expected a URI with a scheme (RFC 3986)");
        assert!("/relative".parse::<Uri>().is_err());
        assert_eq!("a:b".parse::<Uri>(), Ok(Uri::from("a:b")));
    }

    #[test]
    fn the_text_is_kept() {
        let email = Email::from(String::from("Ada@EXAMPLE.com"));
        assert_eq!(email, "Ada@EXAMPLE.com");
        assert_eq!(
            format!("{email:>17} {email:?}"),
            "  Ada@EXAMPLE.com Email(\"Ada@EXAMPLE.com\")"
        );
        assert_eq!(
            serde_json::to_string(&email).ok().as_deref(),
            Some("\"Ada@EXAMPLE.com\"")
        );
        assert_eq!(String::from(email.clone()), email.as_str());
    }
}
