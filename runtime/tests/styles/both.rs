//! Random arguments, from the client to the server and back: what arrives is what was sent, or nothing is sent.

use specsmith_runtime::client::Error;

use crate::api::{Client, Filter, Place, Range, Search, Since, nothing, set};
use crate::wire::start;

/// A generator of pseudorandom numbers: SplitMix64, whose sequence depends on the seed alone.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> usize {
        (self.next() % limit) as usize
    }

    fn list<T>(&mut self, longest: u64, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(longest + 1)).map(|_| item(self)).collect()
    }

    fn maybe<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(2) == 0).then(|| value(self))
    }

    /// Text of up to six characters, most of which mean something in a URL, a header or a cookie.
    fn text(&mut self) -> String {
        const CHARACTERS: &[char] = &[
            'a', 'b', '0', ' ', '+', '%', '&', '=', '#', ';', ',', '|', '[', ']', '"', '\\', '/',
            '?', '~', '.', '\t', '\n', 'é', '👍', '\u{7f}',
        ];
        let text = self.list(6, |random| {
            CHARACTERS[random.below(CHARACTERS.len() as u64)]
        });
        text.into_iter().collect()
    }

    /// Text that every place can hold.
    fn plain(&mut self) -> String {
        format!("p{}", self.below(1000))
    }

    fn either(&mut self) -> String {
        if self.below(4) == 0 {
            self.text()
        } else {
            self.plain()
        }
    }

    fn integer(&mut self) -> i64 {
        self.next() as i64 >> self.below(64)
    }

    fn range(&mut self) -> Range {
        Range {
            gte: self.maybe(|random| random.below(1000) as i64),
            lt: self.maybe(Self::integer),
        }
    }

    fn filter(&mut self) -> Filter {
        Filter {
            owner: self.text(),
            on: self.maybe(|random| random.below(2) == 0),
            // A repeated list of one empty text is not sent.
            labels: self.maybe(|random| random.list(3, Self::text)),
            range: self.maybe(Self::range),
        }
    }

    fn search(&mut self) -> Search {
        let mut comma = self.list(3, Self::either);
        if comma.len() == 1 {
            comma.push(self.plain());
        }
        Search {
            ids: vec![self.plain(), self.text()],
            repeated: self.list(3, Self::text),
            comma,
            numbers: self.list(5, Self::integer),
            space: self.list(3, Self::either),
            pipe: self.list(3, Self::either),
            url: self.maybe(Self::text),
            since: self.maybe(|random| match random.below(2) {
                0 => Since::At(random.integer()),
                _ => Since::Range(random.range()),
            }),
            filter: self.maybe(Self::filter),
            counts: self.maybe(|random| {
                random
                    .list(3, |random| (random.plain(), random.integer()))
                    .into_iter()
                    .collect()
            }),
            place: self.maybe(|random| Place {
                lat: random.integer() as f64 / 8.0,
                zone: random.maybe(Self::range),
                streets: random.maybe(|random| random.list(3, Self::text)),
            }),
            json: self.maybe(Self::filter),
            limit: 1 + self.below(9) as i64,
            list: self.list(3, Self::plain),
            lines: self.list(3, Self::either),
            header_json: self.maybe(Self::filter),
            session: self.maybe(Self::plain),
            cookie_ids: self.list(3, Self::either),
            prefs: self.maybe(Self::filter),
            ..nothing()
        }
    }
}

#[tokio::test]
async fn what_arrives_is_what_was_sent() {
    let server = start().await;
    let client = Client::new(&server.url());
    let (mut arrived, mut refused) = (0, 0);
    for seed in 0..1000 {
        let search = Random(seed).search();
        let ids: Vec<&str> = search.ids.iter().map(String::as_str).collect();
        match set(client.search(&ids), &search).await {
            Ok(received) => {
                arrived += 1;
                let sent = serde_json::json!({
                    "ids": search.ids, "repeated": search.repeated, "comma": search.comma,
                    "numbers": search.numbers, "space": search.space, "pipe": search.pipe, "url": search.url,
                    "since": search.since, "filter": search.filter, "counts": search.counts,
                    "place": search.place, "json": search.json, "limit": search.limit, "list": search.list,
                    "lines": search.lines, "header_json": search.header_json, "session": search.session,
                    "cookie_ids": search.cookie_ids, "prefs": search.prefs,
                });
                assert_eq!(received, sent, "{seed}");
            }
            Err(Error::Request(_)) => refused += 1,
            Err(error) => panic!("{seed} {search:?} {error:?}"),
        }
    }
    assert!(arrived > 300 && refused > 100, "{arrived} {refused}");
}

#[tokio::test]
async fn absent_parameters_are_absent() {
    let server = start().await;
    let client = Client::new(&server.url());
    let received = set(client.search(&["x"]), &nothing()).await.unwrap();
    assert_eq!(received["filter"], serde_json::Value::Null);
    assert_eq!(received["comma"], serde_json::json!([]));
}
