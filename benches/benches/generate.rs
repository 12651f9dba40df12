//! The cost of generating: the gateway stage by stage, and synthetic specifications of growing size.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot run can only panic"
)]

use divan::Bencher;
use divan::counter::ItemsCount;
use specsmith::source::SourceFile;
use specsmith::stages;

const GATEWAY: &str = include_str!("../../spec/gateway.yaml");

fn main() {
    divan::main();
}

/// The panic message if a stage fails.
const SOUND: &str = "the specification has no errors";

mod gateway {
    use super::*;

    fn source() -> SourceFile {
        SourceFile::new("spec/gateway.yaml", GATEWAY)
    }

    #[divan::bench]
    fn a_spec(bencher: Bencher) {
        let source = source();
        bencher.bench_local(|| stages::spec(&source).expect(SOUND));
    }

    #[divan::bench]
    fn b_check(bencher: Bencher) {
        let document = stages::spec(&source()).expect(SOUND);
        bencher.bench_local(|| stages::check(&document).expect(SOUND));
    }

    #[divan::bench]
    fn c_lower(bencher: Bencher) {
        let document = stages::spec(&source()).expect(SOUND);
        bencher
            .with_inputs(|| document.clone())
            .bench_local_values(stages::lower);
    }

    #[divan::bench]
    fn d_emit_and_render(bencher: Bencher) {
        let api = specsmith::read(&source()).expect(SOUND);
        bencher.bench_local(|| specsmith::files(&api));
    }

    #[divan::bench]
    fn e_whole(bencher: Bencher) {
        let source = source();
        bencher.bench_local(|| specsmith::generate(&source).expect(SOUND));
    }
}

/// The cost of an operation should not depend on how many others there are.
#[divan::bench(args = [10, 100, 1_000, 5_000], max_time = 10)]
fn synthetic(bencher: Bencher, operations: usize) {
    let yaml = specsmith_benches::specification(operations, "../runtime");
    let source = SourceFile::new("synthetic.yaml", yaml);
    bencher
        .counter(ItemsCount::new(operations))
        .bench_local(|| specsmith::generate(&source).expect(SOUND));
}
