//! Forms that are made to take time, memory or stack.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::types::{Node, Options};
use super::{errors, read};
use crate::Json;

#[test]
fn the_depth_of_names_is_bounded() {
    let name = |parts: usize| format!("next{}=x", "[next]".repeat(parts - 1));
    let problem = "next has a name with more than 32 parts";
    assert!(read::<Json>(&name(32)).is_ok());
    for parts in [33, 34, 100_000] {
        assert_eq!(errors::<Node>(&name(parts)), [problem], "{parts}");
    }
    assert_eq!(
        errors::<Node>(&format!("next{}", "[".repeat(1_000_000))),
        ["next has brackets in its name that do not match"]
    );
    let list = format!("a{}[]=x", "[0]".repeat(31));
    assert_eq!(
        errors::<Json>(&list),
        ["a has a name with more than 32 parts"]
    );
}

#[test]
fn the_number_of_values_is_bounded() {
    let problem = [" has more than 20000 values"];
    for pair in ["a=&", "a[]=1&", "a[b]=1&"] {
        assert!(read::<Json>(&pair.repeat(19_999)).is_ok(), "{pair}");
        assert_eq!(errors::<Json>(&pair.repeat(1_000_000)), problem, "{pair}");
    }
    let mut nested = String::new();
    for index in 0..1_000 {
        write!(nested, "a{index}{}=1&", "[b]".repeat(30)).unwrap();
    }
    assert_eq!(errors::<Json>(&nested), problem);
    let million: String = (0..1_000_000).fold(String::new(), |mut form, index| {
        write!(form, "a[{index}]=1&").unwrap();
        form
    });
    assert_eq!(errors::<Options>(&million), problem);
}

#[test]
fn empty_pairs_are_free() {
    assert!(read::<Options>(&"&".repeat(10_000_000)).is_ok());
}

#[test]
fn the_number_of_validation_errors_is_bounded() {
    assert_eq!(errors::<Options>(&"a[=1&".repeat(100_000)).len(), 100);
    assert_eq!(errors::<Options>(&"counts=x&".repeat(10_000)).len(), 100);
}

#[test]
fn an_index_takes_no_more_memory_than_a_name() {
    let indexes = ["4000000000", "18446744073709551615", "18446744073709551616"];
    for index in indexes {
        let map: BTreeMap<String, BTreeMap<String, String>> =
            read(&format!("a[{index}]=x")).unwrap();
        assert_eq!(map["a"][index], "x");
    }
}

#[test]
fn a_long_name_is_shortened_in_a_validation_error() {
    let name = "a".repeat(1_000_000);
    let errors = errors::<Options>(&format!("{name}[=1"));
    assert!(errors[0].len() < 200, "{}", errors[0].len());
    assert!(read::<Options>(&format!("{name}=1")).is_ok());
}
