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

/// Prints the heading of the lines that [`compare`] prints.
pub fn heading() {
    if !measures() {
        return;
    }
    println!(
        "{:28} {:>11} {:>11} {:>18}",
        "", "by hand", "generated", "ratio (quartiles)"
    );
}

/// Measures both and prints the medians of their times and of the ratios of neighbouring turns.
pub fn compare(name: &str, mut by_hand: impl FnMut(), mut generated: impl FnMut()) {
    by_hand();
    generated();
    if !measures() {
        return;
    }
    let calls = calls_in_a_turn(&mut by_hand);
    turn(calls, &mut generated);
    let (mut hand_times, mut generated_times, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..TURNS {
        // The order alternates, so that neither always finds the caches of the other.
        let (hand, own) = if number % 2 == 0 {
            let hand = turn(calls, &mut by_hand);
            (hand, turn(calls, &mut generated))
        } else {
            let own = turn(calls, &mut generated);
            (turn(calls, &mut by_hand), own)
        };
        hand_times.push(hand);
        generated_times.push(own);
        ratios.push(own / hand);
    }
    let [lower, median, upper] = quartiles(ratios);
    let [_, hand, _] = quartiles(hand_times);
    let [_, own, _] = quartiles(generated_times);
    println!("{name:28} {hand:8.2} µs {own:8.2} µs {median:7.3} ({lower:.3}–{upper:.3})");
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
