//! What an editor waits for, with specifications of growing size: a key is pressed, then completion or a hover is asked
//! for. Errors come when nobody types, and are measured on their own.

use divan::Bencher;
use specsmith::lsp::Session;

fn main() {
    divan::main();
}

const SIZES: [usize; 3] = [100, 1_000, 5_000];

fn session(operations: usize) -> Session {
    let yaml = specsmith_benches::specification(operations, "../runtime");
    Session::new("/synthetic.yaml", yaml)
}

/// Where something is typed: in the type of the last field, so that all is before it.
fn last_type(session: &Session) -> usize {
    let text = session.text();
    text.rfind("type: ")
        .map_or(text.len(), |at| at + "type: ".len())
}

#[divan::bench(args = SIZES)]
fn type_and_complete(bencher: Bencher, operations: usize) {
    let mut session = session(operations);
    let offset = last_type(&session);
    bencher.bench_local(|| {
        session.insert(offset, "s");
        let found = session.complete(offset + 1);
        session.remove(offset..offset + 1);
        found
    });
}

#[divan::bench(args = SIZES)]
fn hover(bencher: Bencher, operations: usize) {
    let session = session(operations);
    let offset = last_type(&session);
    bencher.bench_local(|| session.hover(offset));
}

#[divan::bench(args = SIZES)]
fn references(bencher: Bencher, operations: usize) {
    let session = session(operations);
    let offset = last_type(&session);
    bencher.bench_local(|| session.references(offset));
}

#[divan::bench(args = SIZES, max_time = 5)]
fn errors(bencher: Bencher, operations: usize) {
    let session = session(operations);
    bencher.bench_local(|| session.errors());
}
