//! Nothing that a document says is lost in silence: everything that it may say is added, removed and changed at each place
//! where it may be, and the comparison has to report a change, or a part that it does not compare. What means nothing
//! there has the reason beside it.

mod directions;
mod objects;
mod schemas;
mod swagger;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use specsmith::diff::{Side, diff};
use specsmith::source::SourceFile;

/// An object of a document.
struct Place {
    name: &'static str,
    /// The document, with `@` where the object is.
    document: &'static str,
}

const fn place(name: &'static str, document: &'static str) -> Place {
    Place { name, document }
}

/// What an object may say: `what` is added to `beside`, removed from it, and replaced by `instead`.
struct Says {
    beside: &'static str,
    what: &'static str,
    instead: &'static str,
    silent: &'static [Silent],
}

const fn says(beside: &'static str, what: &'static str, instead: &'static str) -> Says {
    Says {
        beside,
        what,
        instead,
        silent: &[],
    }
}

impl Says {
    /// What is not reported.
    const fn but(self, silent: &'static [Silent]) -> Self {
        Self { silent, ..self }
    }

    fn is_silent(&self, place: &str, is_changed: bool) -> bool {
        self.silent.iter().any(|silent| {
            let is_there = silent.places.is_empty() || silent.places.contains(&place);
            let is_so = match silent.how {
                How::Always => true,
                How::Added => !is_changed,
                How::Changed => is_changed,
            };
            is_there && is_so
        })
    }
}

/// What means nothing, at these places or at all of them.
struct Silent {
    how: How,
    places: &'static [&'static str],
    /// The reason.
    #[expect(dead_code, reason = "it is for people")]
    why: &'static str,
}

/// Which changes mean nothing.
enum How {
    Always,
    /// If it is added or removed: it says what is so anyway.
    Added,
    /// If it is replaced.
    Changed,
}

/// It means nothing anywhere.
const fn nothing(why: &'static str) -> Silent {
    nothing_in(&[], why)
}

const fn nothing_in(places: &'static [&'static str], why: &'static str) -> Silent {
    Silent {
        how: How::Always,
        places,
        why,
    }
}

/// It says what is so without it.
const fn so_anyway(places: &'static [&'static str], why: &'static str) -> Silent {
    Silent {
        how: How::Added,
        places,
        why,
    }
}

/// What replaces it says the same.
const fn same(places: &'static [&'static str], why: &'static str) -> Silent {
    Silent {
        how: How::Changed,
        places,
        why,
    }
}

/// A document with an object.
fn document(place: &Place, object: [&str; 2]) -> SourceFile {
    let object: Vec<&str> = object.into_iter().filter(|part| !part.is_empty()).collect();
    let mut text = place.document.replace('@', &object.join(", "));
    if !text.contains("swagger:") {
        text.insert_str(0, "openapi: 3.1.0\n");
    }
    if !text.contains("info:") {
        text.push_str("\ninfo: { title: Shop, version: 1.0.0 }\n");
    }
    SourceFile::new("openapi.yaml", text)
}

/// What is reported although it means nothing, and what means something and is not reported.
fn wrong(place: &Place, says: &Says) -> Vec<String> {
    let sources = [
        document(place, [says.beside, ""]),
        document(place, [says.beside, says.what]),
        document(place, [says.beside, says.instead]),
    ];
    let sides: Vec<Side<'_>> = sources
        .iter()
        .map(|source| {
            let read = specsmith::read_to_compare(source);
            read.unwrap_or_else(|errors| panic!("{}: {errors:?}", source.text()))
        })
        .collect();
    let [without, one, other] = sides.as_slice() else {
        unreachable!("there are three documents");
    };
    let pairs = [
        (without, one, false, format!("+ {}", says.what)),
        (one, without, false, format!("- {}", says.what)),
        (
            one,
            other,
            true,
            format!("{} -> {}", says.what, says.instead),
        ),
    ];
    let wrong = pairs
        .into_iter()
        .filter_map(|(old, new, is_changed, what)| {
            let mut changes = diff(old, new);
            // What is different in Rust alone says nothing about requests and responses.
            changes.retain(|change| change.in_requests || change.in_responses);
            let is_expected = says.is_silent(place.name, is_changed) == changes.is_empty();
            let rules = changes.iter().map(|change| change.rule.id());
            let rules: Vec<&str> = rules.collect();
            (!is_expected).then(|| format!("{}: {what}: {rules:?}", place.name))
        });
    wrong.collect()
}

/// Compares what all objects of these places say.
#[track_caller]
fn assert_reported(all: &[(&Place, &Says)]) {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((place, says)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let wrong = wrong(place, says);
            found.lock().unwrap().extend(wrong);
        }
    };
    thread::scope(|scope| {
        for _ in 1..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
        work();
    });
    let mut found = found.into_inner().unwrap();
    found.sort();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
