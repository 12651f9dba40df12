//! What is written is read again.

use super::random::Random;
use super::types::{Node, Options, Payment};
use super::{ALL_LISTS, read};
use crate::Json;
use crate::decode::Context;
use crate::form::{Lists, from_form, to_form};

/// How many random values and forms each test tries.
const TRIES: u64 = 3_000;

#[test]
fn an_object_is_read_as_it_was_written() {
    let mut written = [0; 3];
    for seed in 0..TRIES {
        let options = Random::new(seed).options();
        for (lists, written) in ALL_LISTS.into_iter().zip(&mut written) {
            let Ok(form) = to_form(&options, lists, &[]) else {
                // Lists of lists, and lists of one empty value.
                assert_ne!(lists, Lists::Indexed, "{options:?}");
                continue;
            };
            assert_eq!(read(&form).as_ref(), Ok(&options), "{lists:?} {form}");
            *written += 1;
        }
    }
    // Most values have every form.
    let [repeated, brackets, indexed] = written.map(|written| written * 100 / TRIES);
    assert!(
        repeated > 50 && brackets > 50 && indexed == 100,
        "{written:?}"
    );
}

#[test]
fn a_tree_is_read_as_it_was_written() {
    for seed in 0..TRIES {
        let tree = Random::new(seed).tree(4);
        let form = to_form(&tree, Lists::Indexed, &[]).unwrap();
        assert_eq!(read::<Json>(&form), Ok(tree), "{form}");
    }
}

/// A form that can be read is written and read again without a change.
#[test]
fn no_form_panics_or_changes() {
    let mut valid = 0;
    for seed in 0..TRIES * 10 {
        let form = Random::new(seed).form();
        for lists in ALL_LISTS {
            if let Ok(node) = from_form::<Node>(&form, &[], Context::for_requests())
                && let Ok(again) = to_form(&node, lists, &[])
            {
                assert_eq!(read(&again), Ok(node), "{again}");
                valid += 1;
            }
        }
        let _ = from_form::<Payment>(&form, &[], Context::for_requests());
        let _ = from_form::<Options>(&form, &[], Context::for_requests());
        let _ = from_form::<Json>(&form, &[], Context::for_responses());
    }
    assert!(valid > TRIES, "{valid}");
}

#[test]
fn no_value_panics() {
    for seed in 0..TRIES {
        let json = Random::new(seed).json(4);
        for lists in ALL_LISTS {
            if let Ok(form) = to_form(&json, lists, &[]) {
                let again = read::<Json>(&form);
                assert!(again.is_ok(), "{json} {form} {again:?}");
            }
        }
    }
}
