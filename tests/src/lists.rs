//! A server with seven ships: it implements the API in `tests/apis/lists.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::collections::BTreeMap;
use std::net::SocketAddr;

use lists_api::client::{Credentials, Retry};
use lists_api::operations::*;
use lists_api::server::{
    ApiKey, AuthError, BrowseAfter, BrowseAtCursor, BrowseByHeader, BrowseFound, BrowseLinked,
    BrowseMatching, BrowseMatchingLinked, BrowseNumbered, BrowsePosted, BrowsePostedPages,
    BrowseSkipped, ListBare, ListByHeader, ListByNumber, ListByToken, ListByUrl, ListCounted,
    ListLinked, ListNames, ListShips, ListSizes, ListTotalled, ListsApi, SearchNumbered,
    SearchShips, router,
};
use lists_api::types::{Fleet as Listing, FleetShips, Linked, Links, Paging, Ship};
use lists_api::{
    BarePage, BodyPage, Client, CountedPage, HeaderPage, LinkedPage, NumberPage, NumberedBodyPage,
    Page, TokenPage, TotalledPage, UrlPage,
};

/// The number of ships.
pub const COUNT: usize = 7;

/// The ticket of somebody who may see matching ships. In a query, it needs an encoding.
pub const TICKET: &str = "a&b=/+ ticket";

/// The server.
#[derive(Debug, Clone, Copy)]
pub struct Fleet;

/// The ships: `s-0`, `s-1`, ….
fn ships() -> Vec<Ship> {
    let ship = |number| Ship {
        id: format!("s-{number}"),
        name: format!("Ship {number}"),
    };
    (0..COUNT).map(ship).collect()
}

/// `limit` ships from a position, and the position after them if there are more.
fn part(start: usize, limit: i64) -> (Vec<Ship>, Option<usize>) {
    let limit = usize::try_from(limit).expect("a limit is positive");
    let end = COUNT.min(start + limit);
    let ships = ships().drain(start.min(end)..end).collect();
    (ships, (end < COUNT).then_some(end))
}

fn size(number: usize) -> i64 {
    i64::try_from(number).expect("the numbers are small")
}

/// The ships that callers choose by terms: `id=s-1&id=s-2`. No ship has other terms.
fn matching(terms: Option<&BTreeMap<String, Vec<String>>>) -> Vec<Ship> {
    let mut ships = ships();
    for (name, values) in terms.into_iter().flatten() {
        ships.retain(|ship| name == "id" && values.contains(&ship.id));
    }
    ships
}

impl ListsApi for Fleet {
    type Caller = ();

    async fn authenticate(&self, key: ApiKey<'_>) -> Result<(), AuthError> {
        match key.as_str() {
            TICKET => Ok(()),
            _ => Err(AuthError::UnknownKey),
        }
    }

    async fn list_ships(&self, request: ListShips) -> Result<Page<Ship>, ListShipsError> {
        let after = request.page.starting_after;
        let start = after.map_or(0, |id| {
            let mut ships = ships().into_iter();
            ships.position(|ship| ship.id == id).expect("a known ship") + 1
        });
        let (data, next) = part(start, request.page.limit);
        let has_more = next.is_some();
        Ok(Page { data, has_more })
    }

    async fn list_by_token(
        &self,
        request: ListByToken,
    ) -> Result<TokenPage<Ship>, ListByTokenError> {
        // A token with characters that need an encoding.
        let token = request.page.page_token;
        let start = token.map_or(0, |token| {
            let number = token.trim_start_matches("a&b=/+ ");
            number.parse().expect("a token of an earlier page")
        });
        let (ships, next) = part(start, request.page.page_size);
        Ok(TokenPage {
            ships,
            next_page_token: next.map(|next| format!("a&b=/+ {next}")),
        })
    }

    async fn list_by_number(
        &self,
        request: ListByNumber,
    ) -> Result<NumberPage<Ship>, ListByNumberError> {
        let start = request.page.from.unwrap_or_default();
        let start = usize::try_from(start).expect("32 bits fit");
        let (ships, next) = part(start, 3);
        Ok(NumberPage {
            ships,
            count: (start == 0).then_some(size(COUNT)),
            next: next.and_then(|next| u32::try_from(next).ok()),
        })
    }

    async fn list_counted(
        &self,
        request: ListCounted,
    ) -> Result<CountedPage<Ship>, ListCountedError> {
        let limit = request.page.per_page;
        let start = usize::try_from((request.page.page - 1) * limit).expect("pages count from 1");
        let (ships, _) = part(start, limit);
        Ok(CountedPage {
            ships,
            last_page: (size(COUNT) + limit - 1) / limit,
        })
    }

    async fn list_totalled(
        &self,
        request: ListTotalled,
    ) -> Result<TotalledPage<Ship>, ListTotalledError> {
        let limit = request.page.per_page;
        let start = usize::try_from(request.page.page * limit).expect("pages count from 0");
        let (ships, _) = part(start, limit);
        Ok(TotalledPage {
            ships,
            total: size(COUNT),
        })
    }

    async fn list_bare(&self, request: ListBare) -> Result<BarePage<Ship>, ListBareError> {
        let start = usize::try_from(request.page.offset).expect("an offset is not negative");
        let (ships, _) = part(start, 3);
        Ok(BarePage { ships })
    }

    async fn list_linked(&self, request: ListLinked) -> Result<LinkedPage<Ship>, ListLinkedError> {
        let (number, limit) = (request.page.page, request.page.per_page);
        let start = usize::try_from((number - 1) * limit).expect("pages count from 1");
        let (items, next) = part(start, limit);
        let next = next.map(|_| number + 1);
        Ok(LinkedPage { items, next })
    }

    async fn search_ships(&self, request: SearchShips) -> Result<BodyPage<Ship>, SearchShipsError> {
        let cursor = request.body.cursor.clone().into_value();
        let start = cursor.map_or(0, |cursor| {
            let number = cursor.trim_start_matches("\"at\" ");
            number.parse().expect("a cursor of an earlier page")
        });
        let (mut ships, next) = part(start, request.body.limit().into());
        if let Some(name) = &request.body.name {
            ships.retain(|ship| ship.name == *name);
        }
        Ok(BodyPage {
            ships,
            next_cursor: next.map(|next| format!("\"at\" {next}")),
        })
    }

    async fn search_numbered(
        &self,
        request: SearchNumbered,
    ) -> Result<NumberedBodyPage<Ship>, SearchNumberedError> {
        let page = request.body.map_or(1, |body| body.page());
        let start = usize::try_from((page - 1) * 3).expect("pages count from 1");
        let (ships, _) = part(start, 3);
        Ok(NumberedBodyPage {
            ships,
            total: size(COUNT),
        })
    }

    async fn list_by_url(&self, request: ListByUrl) -> Result<UrlPage<Ship>, ListByUrlError> {
        let (number, limit) = (request.page.page, request.page.per_page);
        let start = usize::try_from((number - 1) * limit).expect("pages count from 1");
        let (ships, next) = part(start, limit);
        let next = next.map(|_| format!("https://ships.example/v1/by-url?page={}", number + 1));
        Ok(UrlPage { ships, next })
    }

    async fn list_names(&self, request: ListNames) -> Result<LinkedPage<String>, ListNamesError> {
        let number = request.page.page;
        let start = usize::try_from((number - 1) * 3).expect("pages count from 1");
        let (ships, next) = part(start, 3);
        Ok(LinkedPage {
            items: ships.into_iter().map(|ship| ship.name).collect(),
            next: next.map(|_| number + 1),
        })
    }

    async fn list_sizes(&self, request: ListSizes) -> Result<UrlPage<Vec<u32>>, ListSizesError> {
        let number = u32::try_from(request.page.page).expect("pages are small");
        Ok(UrlPage {
            ships: vec![vec![number, 1], vec![]],
            next: (number < 3).then(|| format!("?page={}", number + 1)),
        })
    }

    async fn list_by_header(
        &self,
        request: ListByHeader,
    ) -> Result<HeaderPage<Ship>, ListByHeaderError> {
        let start = request.page.token.map_or(0, |token| {
            let number = token.trim_start_matches("after ");
            number.parse().expect("a token of an earlier page")
        });
        let (items, next) = part(start, 3);
        // An empty token is none.
        let next = next.map_or_else(String::new, |next| format!("after {next}"));
        Ok(HeaderPage {
            items,
            next: Some(next),
        })
    }

    async fn browse_at_cursor(
        &self,
        request: BrowseAtCursor,
    ) -> Result<Listing, BrowseAtCursorError> {
        let start = request.after.as_deref().map_or(0, number_in);
        let (ships, next) = part(start, request.limit);
        let paging = Paging {
            next_cursor: next.map(|next| format!("a&b=/+ {next}")).into(),
            has_more: Some(next.is_some()),
            total: None,
        };
        Ok(Listing {
            fleet: FleetShips {
                ships: ships.into(),
            },
            paging: Some(paging),
        })
    }

    async fn browse_numbered(
        &self,
        request: BrowseNumbered,
    ) -> Result<Listing, BrowseNumberedError> {
        let limit = request.size.unwrap_or(2);
        let start = usize::try_from(request.page.unwrap_or_default() * limit);
        let (ships, _) = part(start.expect("pages count from 0"), limit);
        let paging = Paging {
            total: Some(size(COUNT)),
            ..Paging::default()
        };
        Ok(Listing {
            fleet: FleetShips {
                ships: ships.into(),
            },
            paging: Some(paging),
        })
    }

    async fn browse_skipped(&self, request: BrowseSkipped) -> Result<Listing, BrowseSkippedError> {
        let start = usize::try_from(request.from.unwrap_or(1) - 1);
        let (ships, _) = part(start.expect("items count from 1"), 3);
        let paging = Paging {
            total: Some(size(COUNT)),
            ..Paging::default()
        };
        Ok(Listing {
            fleet: FleetShips {
                ships: ships.into(),
            },
            paging: Some(paging),
        })
    }

    async fn browse_linked(&self, request: BrowseLinked) -> Result<Linked, BrowseLinkedError> {
        // The query that leads to the next page is the server's own.
        let start = request.flag.as_deref().map_or(0, number_in);
        let (ships, next) = part(start, 3);
        let next = next.map(|next| {
            format!("https://ships.example/api/v1/browse/linked?flag=a%26b%3D%2F%2B+{next}")
        });
        Ok(Linked {
            ships,
            links: Links { next: next.into() },
        })
    }

    async fn browse_list(&self) -> Result<BrowseListResponse, BrowseListError> {
        Ok(BrowseListResponse {
            body: ships(),
            link: None,
        })
    }

    async fn browse_after(&self, request: BrowseAfter) -> Result<Linked, BrowseAfterError> {
        let start = ships().iter().position(|ship| ship.id == request.after);
        let (ships, _) = part(start.map_or(0, |start| start + 1), 3);
        Ok(Linked {
            ships,
            links: Links::default(),
        })
    }

    async fn browse_found(&self, request: BrowseFound) -> Result<Listing, BrowseFoundError> {
        let mut found = ships();
        found.retain(|ship| request.body.ids.contains(&ship.id));
        let start = request.after.as_deref().map_or(0, number_in);
        Ok(listing(&found, start))
    }

    async fn browse_posted(&self, request: BrowsePosted) -> Result<Listing, BrowsePostedError> {
        let query = request.body.unwrap_or_default();
        let start = query.start_cursor.as_deref().map_or(0, number_in);
        Ok(listing(&ships(), start))
    }

    async fn browse_posted_pages(
        &self,
        request: BrowsePostedPages,
    ) -> Result<Listing, BrowsePostedPagesError> {
        let start = usize::try_from((request.body.page.unwrap_or(1) - 1) * 2);
        Ok(listing(&ships(), start.expect("pages count from 1")))
    }

    async fn browse_by_header(
        &self,
        request: BrowseByHeader,
    ) -> Result<BrowseByHeaderResponse, BrowseByHeaderError> {
        let start = request.x_cursor.as_deref().map_or(0, number_in);
        let body = listing(&ships(), start);
        let next = body
            .paging
            .as_ref()
            .and_then(|of| of.next_cursor.value().cloned());
        Ok(BrowseByHeaderResponse {
            body,
            x_next_cursor: next,
        })
    }

    async fn browse_matching(
        &self,
        _: (),
        request: BrowseMatching,
    ) -> Result<Listing, BrowseMatchingError> {
        let start = usize::try_from((request.page.unwrap_or(1) - 1) * 2);
        let start = start.expect("pages count from 1");
        Ok(listing(&matching(request.terms.as_ref()), start))
    }

    async fn browse_matching_linked(
        &self,
        _: (),
        request: BrowseMatchingLinked,
    ) -> Result<Linked, BrowseMatchingLinkedError> {
        let ships = matching(request.terms.as_ref());
        let start = request.after.unwrap_or_default() as usize;
        let ids = request
            .terms
            .into_iter()
            .flat_map(|mut terms| terms.remove("id").unwrap_or_default());
        let ids: String = ids.map(|id| format!("&id={id}")).collect();
        let next = start + 2;
        // Some services repeat the whole query, credentials included.
        let url = format!("/v1/browse/matching-linked?ticket=old&after={next}{ids}");
        Ok(Linked {
            links: Links {
                next: (next < ships.len()).then_some(url).into(),
            },
            ships: ships.into_iter().skip(start).take(2).collect(),
        })
    }
}

/// Two ships from a position, and the number of all.
fn listing(ships: &[Ship], start: usize) -> Listing {
    let next = start + 2;
    let paging = Paging {
        next_cursor: (next < ships.len()).then(|| next.to_string()).into(),
        total: Some(size(ships.len())),
        has_more: None,
    };
    let page: Vec<Ship> = ships.iter().skip(start).take(2).cloned().collect();
    Listing {
        fleet: FleetShips { ships: page.into() },
        paging: Some(paging),
    }
}

/// The number in a cursor, which is not only a number.
fn number_in(cursor: &str) -> usize {
    let number = cursor.trim_start_matches("a&b=/+ ");
    number.parse().expect("a cursor of an earlier page")
}

/// Serves the API on a free port.
pub async fn serve() -> SocketAddr {
    crate::serving::serve(router(Fleet)).await
}

/// A client that does not retry, and has a ticket.
pub fn client(address: SocketAddr) -> Client {
    let builder = crate::transports::client(crate::serving::base_url(address), Client::builder)
        .retry(Retry::never());
    let builder = builder.credentials(Credentials::ticket(TICKET));
    builder.build().expect("the settings are valid")
}
