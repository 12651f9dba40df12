//! A server that returns the parameters that it gets: it implements the API in `tests/apis/searches.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::net::SocketAddr;

use searches_api::Client;
use searches_api::client::Retry;
use searches_api::operations::*;
use searches_api::server::{
    CompareEditions, FilterBooks, FindBooks, FindMoreBooks, GetContents, GetFile, GetFolder,
    GetJson, ListBooks, MixColours, PutJson, ReadBook, RenameSearch, SaveSearch, SearchesApi,
    router,
};
use searches_api::types::{Anything, Lists, Objects, Parts, Query, Read, Saved, Swatches};

/// The server.
#[derive(Debug, Clone, Copy)]
pub struct Echo;

impl SearchesApi for Echo {
    async fn compare_editions(
        &self,
        request: CompareEditions,
    ) -> Result<Parts, CompareEditionsError> {
        Ok(parts(
            "compare",
            &[&request.book.to_string(), &request.base, &request.head],
        ))
    }

    async fn get_file(&self, request: GetFile) -> Result<Parts, GetFileError> {
        Ok(parts("get file", &[&request.name]))
    }

    async fn get_json(&self, request: GetJson) -> Result<Parts, GetJsonError> {
        Ok(parts("get json", &[&request.name]))
    }

    async fn put_json(&self, request: PutJson) -> Result<Parts, PutJsonError> {
        Ok(parts("put json", &[&request.name]))
    }

    async fn get_readme(&self) -> Result<Parts, GetReadmeError> {
        Ok(parts("get readme", &[]))
    }

    async fn get_folder(&self, request: GetFolder) -> Result<Parts, GetFolderError> {
        Ok(parts("get folder", &[&request.name]))
    }

    async fn get_sizes(&self) -> Result<Parts, GetSizesError> {
        Ok(parts("get sizes", &[]))
    }

    async fn get_html_readme(&self) -> Result<Parts, GetHtmlReadmeError> {
        Ok(parts("get html readme", &[]))
    }

    async fn get_signed_readme(&self) -> Result<Parts, GetSignedReadmeError> {
        Ok(parts("get signed readme", &[]))
    }

    async fn get_contents(&self, request: GetContents) -> Result<Parts, GetContentsError> {
        let version = [request.major.to_string(), request.minor.to_string()];
        Ok(parts(
            "get contents",
            &[&version[0], &version[1], &request.path],
        ))
    }

    async fn mix_colours(&self, request: MixColours) -> Result<Swatches, MixColoursError> {
        Ok(Swatches {
            commas: request.commas,
            pairs: request.pairs,
            label: request.label,
            matrix: request.matrix,
            dots: request.dots,
            semicolons: request.semicolons,
            listed: request.listed,
            spaced: request.spaced,
            piped: request.piped,
            one_header: request.one_header,
            header_pairs: request.header_pairs,
            one_cookie: request.one_cookie,
        })
    }

    async fn save_search(&self, request: SaveSearch) -> Result<Saved, SaveSearchError> {
        Ok(Saved {
            text: request.body,
            key: Some(request.idempotency_key),
        })
    }

    async fn rename_search(&self, request: RenameSearch) -> Result<Saved, RenameSearchError> {
        Ok(Saved {
            text: request.body,
            key: request.idempotency_key,
        })
    }

    async fn list_books(&self, request: ListBooks) -> Result<Lists, ListBooksError> {
        Ok(Lists {
            ids: request.ids,
            tags: request.tags,
            words: request.words,
            colours: request.colours,
            expand: request.expand,
            next: request.next,
            shelves: request.shelves,
            lines: request.lines,
            session: request.session,
            depth: request.depth,
            recent: request.recent,
        })
    }

    async fn read_book(&self, request: ReadBook) -> Result<Read, ReadBookError> {
        Ok(Read {
            key: request.key,
            from: request.from,
            keys: request.keys,
            marks: request.marks,
            seen: request.seen,
            ratio: request.ratio,
        })
    }

    async fn ping(&self) -> Result<(), PingError> {
        Ok(())
    }

    async fn filter_books(&self, request: FilterBooks) -> Result<Objects, FilterBooksError> {
        Ok(Objects {
            filter: request.filter,
            created: request.created,
            counts: request.counts,
            place: request.place,
            options: request.options,
            r#where: request.r#where,
            level: request.level,
            anything: request.anything,
            header_filter: request.header_filter,
            preferences: request.preferences,
        })
    }

    async fn find_books(&self, request: FindBooks) -> Result<Anything, FindBooksError> {
        Ok(Anything {
            most: request.most,
            expand: request.expand,
            place: request.place,
            terms: request.terms,
        })
    }

    async fn find_more_books(&self, request: FindMoreBooks) -> Result<Query, FindMoreBooksError> {
        Ok(request.query)
    }
}

/// The operation, and the values in its path.
fn parts(operation: &str, values: &[&str]) -> Parts {
    let parts = std::iter::once(operation).chain(values.iter().copied());
    Parts {
        parts: parts.map(str::to_owned).collect(),
    }
}

/// Serves the API on a free port.
pub async fn serve() -> SocketAddr {
    crate::serving::serve(router(Echo)).await
}

/// A client that does not retry.
pub fn client(address: SocketAddr) -> Client {
    let builder = crate::transports::client(crate::serving::base_url(address), Client::builder)
        .retry(Retry::never());
    builder.build().expect("the settings are valid")
}
