//! Pages whose body is only the list: a header says where the next one begins.

#[cfg(feature = "client")]
use std::borrow::Cow;

#[cfg(feature = "client")]
use crate::header_value::{self, split_once};

/// The header that says where the next page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextPage {
    /// The position is the value of this header. Its name is in lowercase.
    Header(&'static str),
    /// The position is this query parameter of a link with the relation `next` (RFC 8288).
    Link(&'static str),
}

/// A page whose body is only the list. [`list_page!`](crate::list_page!) implements it.
pub trait ListPage: Sized {
    /// One of its items.
    type Item;
    /// Where a page begins.
    type Position: crate::text::Text;

    /// What says where the next page begins.
    const NEXT: NextPage;

    /// Creates a page.
    fn from_parts(items: Vec<Self::Item>, next: Option<Self::Position>) -> Self;

    /// The parts of a page.
    fn into_parts(self) -> (Vec<Self::Item>, Option<Self::Position>);
}

/// Defines a page whose body is only the list. The header is `link("page")`, with the query parameter of the
/// position, or `header("x-next-page")`.
#[doc(hidden)]
#[macro_export]
macro_rules! list_page {
    (
        $(#[doc = $doc:tt])*
        #[next($header:ident($name:literal))]
        pub struct $page:ident<T> {
            $(#[doc = $about_items:tt])*
            pub $items:ident: Vec<T>,
            $(#[doc = $about_next:tt])*
            pub $next:ident: Option<$position:ty>,
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $page<T> {
            $(#[doc = $about_items])*
            pub $items: Vec<T>,
            $(#[doc = $about_next])*
            pub $next: Option<$position>,
        }

        impl<T> $crate::codegen::ListPage for $page<T> {
            type Item = T;
            type Position = $position;

            const NEXT: $crate::codegen::NextPage = $crate::__next_page!($header $name);

            fn from_parts(items: Vec<T>, next: Option<$position>) -> Self {
                Self { $items: items, $next: next }
            }

            fn into_parts(self) -> (Vec<T>, Option<$position>) {
                (self.$items, self.$next)
            }
        }

        $crate::__receive_page!($page);
        $crate::__send_page!($page);
    };
}

/// The header of a page.
#[doc(hidden)]
#[macro_export]
macro_rules! __next_page {
    (link $parameter:literal) => {
        $crate::codegen::NextPage::Link($parameter)
    };
    (header $name:literal) => {
        $crate::codegen::NextPage::Header($name)
    };
}

/// How clients receive a page.
#[cfg(feature = "client")]
#[doc(hidden)]
#[macro_export]
macro_rules! __receive_page {
    ($page:ident) => {
        impl<T: $crate::codegen::Decode> $crate::codegen::FromResponse for $page<T> {
            fn from_response(
                response: &mut $crate::codegen::Received,
            ) -> Result<Self, $crate::codegen::InvalidJson> {
                $crate::codegen::receive_page(response)
            }
        }

        impl<T> From<$page<T>> for $crate::codegen::ReceivedPage<T> {
            fn from(page: $page<T>) -> Self {
                let (items, next) = $crate::codegen::ListPage::into_parts(page);
                Self::new(items).next(next)
            }
        }
    };
}

/// Without the feature `client`, there are no clients.
#[cfg(not(feature = "client"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __receive_page {
    ($page:ident) => {};
}

/// How servers send a page.
#[cfg(feature = "server")]
#[doc(hidden)]
#[macro_export]
macro_rules! __send_page {
    ($page:ident) => {
        impl<T: $crate::codegen::Decode> $crate::codegen::Respond for $page<T> {
            fn respond(
                self,
                to: &$crate::codegen::Responding<'_>,
            ) -> Result<$crate::codegen::Response, $crate::codegen::Rejection> {
                $crate::codegen::send_page(self, to)
            }
        }
    };
}

/// Without the feature `server`, there are no servers.
#[cfg(not(feature = "server"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __send_page {
    ($page:ident) => {};
}

/// The target of the link to the next page in the headers `Link` of a response.
#[cfg(feature = "client")]
pub(crate) fn next_link(headers: &http::HeaderMap) -> Option<String> {
    // Other parameters of a link may have other characters than ASCII.
    let mut links = headers
        .get_all(http::header::LINK)
        .iter()
        .map(|link| String::from_utf8_lossy(link.as_bytes()));
    links.find_map(|link| target(&link, "next").map(str::to_owned))
}

/// The target of the first link with this relation in a header `Link` (RFC 8288, section 3).
#[cfg(feature = "client")]
pub(crate) fn target<'h>(header: &'h str, relation: &str) -> Option<&'h str> {
    let mut rest = header;
    loop {
        let (_, after) = rest.split_once('<')?;
        let (target, after) = after.split_once('>')?;
        let (parameters, next) = split_once(after.as_bytes(), b',');
        // The first relation counts (section 3.3), and a link with an anchor is one of another resource (section 3.2).
        let value = |name| header_value::parameter(parameters, name);
        if value("anchor").is_none()
            && value("rel").is_some_and(|relations| names(&relations, relation))
        {
            return Some(target);
        }
        rest = str::from_utf8(next?).ok()?;
    }
}

/// Whether relations, of which there may be several, include this one.
#[cfg(feature = "client")]
fn names(relations: &[u8], relation: &str) -> bool {
    let mut relations = relations.split(u8::is_ascii_whitespace);
    relations.any(|listed| listed.eq_ignore_ascii_case(relation.as_bytes()))
}

/// The last value of a query parameter in the target of a link. `None` if there is none, or it is empty or malformed: a
/// link without a position leads to no other page.
#[cfg(feature = "client")]
pub(crate) fn parameter<'t>(target: &'t str, name: &str) -> Option<Cow<'t, str>> {
    let (target, _) = target.split_once('#').unwrap_or((target, ""));
    let (_, query) = target.split_once('?')?;
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut values =
        pairs.filter(|(key, _)| crate::percent::decode_plus(key).is_ok_and(|key| key == name));
    let (_, value) = values.next_back()?;
    let value = crate::percent::decode_plus(value).ok();
    value.filter(|value| !value.is_empty())
}

/// The query of the next page: the query of the request, with another position.
#[cfg(feature = "server")]
pub(crate) fn next_query(query: &str, name: &str, position: &str) -> String {
    use percent_encoding::utf8_percent_encode;

    let encoded = |text| utf8_percent_encode(text, crate::percent::COMPONENT).to_string();
    let is_other = |pair: &&str| {
        let key = pair.split('=').next().unwrap_or_default();
        !pair.is_empty() && crate::percent::decode_plus(key).is_ok_and(|key| key != name)
    };
    let mut pairs: Vec<String> = query
        .split('&')
        .filter(is_other)
        .map(str::to_owned)
        .collect();
    pairs.push(format!("{}={}", encoded(name), encoded(position)));
    pairs.join("&")
}

#[cfg(all(test, feature = "client"))]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_found_by_its_relation() {
        let next = |header| target(header, "next");
        assert_eq!(
            next(r#"<https://a.example/b?page=2>; rel="next""#),
            Some("https://a.example/b?page=2")
        );
        // RFC 8288, section 3.5.
        let chapters =
            r#"<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter""#;
        assert_eq!(
            target(chapters, "previous"),
            Some("http://example.com/TheBook/chapter2")
        );
        let several = r#"</TheBook/chapter2>; rel="previous"; title*=UTF-8'de'letztes%20Kapitel, </TheBook/chapter4>; rel="next"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel"#;
        assert_eq!(next(several), Some("/TheBook/chapter4"));
        let relations = r#"<http://example.org/>; rel="start http://example.net/relation/other""#;
        assert_eq!(target(relations, "start"), Some("http://example.org/"));
        assert_eq!(next("<?page=2>;REL=NEXT"), Some("?page=2"));
        assert_eq!(
            next(r#"<?a=1,2;3>; title="x, <y>; rel=\"next\""; rel=last, <?b>; rel=next"#),
            Some("?b")
        );
        for none in [
            "",
            "<",
            "<a",
            "<a>",
            "<a>; rel",
            "<a>; rel=last",
            "a; rel=next",
            "<a>; title=\"; rel=next",
            "<a>; rel=last; rel=next",
            "<a>; rel=next; anchor=\"/b\"",
        ] {
            assert_eq!(next(none), None, "{none}");
        }
    }

    #[test]
    fn a_position_is_read_from_a_link() {
        assert_eq!(parameter("/a?page=1&page=2#page=3", "page").unwrap(), "2");
        assert_eq!(parameter("?after=a%26b+c", "after").unwrap(), "a&b c");
        assert_eq!(parameter("?b%5Bc%5D=1", "b[c]").unwrap(), "1");
        for none in [
            "/a",
            "?",
            "?pages=1",
            "?page",
            "?page=",
            "?page=1&page=",
            "?page=%",
            "#?page=1",
        ] {
            assert_eq!(parameter(none, "page"), None, "{none}");
        }
    }

    #[cfg(feature = "server")]
    #[test]
    fn a_link_has_the_query_of_the_request() {
        assert_eq!(next_query("", "page", "2"), "page=2");
        assert_eq!(
            next_query("q=a%20b&page=1&x&page=7", "page", "2"),
            "q=a%20b&x&page=2"
        );
        assert_eq!(
            next_query("p%61ge=1", "page", "a&b/ü"),
            "page=a%26b%2F%C3%BC"
        );
    }
}
