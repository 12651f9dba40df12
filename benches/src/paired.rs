//! Measures two implementations in alternating turns, so that other load on the machine affects both.

use std::time::{Duration, Instant};

/// The target duration of a turn: short, so that few turns are interrupted.
const TURN: Duration = Duration::from_micros(500);

/// The number of turns of each implementation.
const TURNS: usize = 2001;

/// Whether to measure, as under `cargo bench`. `cargo test --benches` only checks that everything works.
pub fn measures() -> bool {
    std::env::args().any(|argument| argument == "--bench")
}

/// Prints the heading of the lines that [`compare`] prints, with the names of both implementations.
pub fn heading(first: &str, second: &str) {
    if !measures() {
        return;
    }
    println!(
        "{:28} {first:>11} {second:>11} {:>18}",
        "", "ratio (quartiles)"
    );
}

/// Measures both and prints the medians of their times, and of the ratios of neighbouring turns: the second
/// implementation against the first.
pub fn compare(name: &str, mut first: impl FnMut(), mut second: impl FnMut()) {
    first();
    second();
    if !measures() {
        return;
    }
    let calls = calls_in_a_turn(&mut first);
    turn(calls, &mut second);
    let (mut first_times, mut second_times, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..TURNS {
        // The order alternates, so that neither always finds the caches of the other.
        let (first_time, second_time) = if number % 2 == 0 {
            let first_time = turn(calls, &mut first);
            (first_time, turn(calls, &mut second))
        } else {
            let second_time = turn(calls, &mut second);
            (turn(calls, &mut first), second_time)
        };
        first_times.push(first_time);
        second_times.push(second_time);
        ratios.push(second_time / first_time);
    }
    let [lower, median, upper] = quartiles(ratios);
    let [_, first_time, _] = quartiles(first_times);
    let [_, second_time, _] = quartiles(second_times);
    println!(
        "{name:28} {first_time:8.2} µs {second_time:8.2} µs {median:7.3} ({lower:.3}–{upper:.3})"
    );
}

fn calls_in_a_turn(call: &mut impl FnMut()) -> u32 {
    let mut calls = 1;
    while turn(calls, call) * f64::from(calls) < TURN.as_secs_f64() * 1e6 {
        calls *= 2;
    }
    calls
}

/// The average duration of a call in one turn, in microseconds.
fn turn(calls: u32, call: &mut impl FnMut()) -> f64 {
    let began = Instant::now();
    for _ in 0..calls {
        call();
    }
    began.elapsed().as_secs_f64() * 1e6 / f64::from(calls)
}

/// The lower quartile, the median and the upper quartile of at least one value.
pub fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| values[(values.len() - 1) * quarter / 4])
}
