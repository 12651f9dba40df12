use super::*;

#[test]
fn ranges_are_described_in_words() {
    let problem = |rules: Rules, value| rules.check_integer(value).err();
    let range = Rules::NONE.min(1).max(100);
    assert_eq!(problem(range, 0).as_deref(), Some("must be from 1 to 100"));
    assert_eq!(problem(range, 100), None);
    let least = Rules::NONE.min(0);
    assert_eq!(problem(least, -1).as_deref(), Some("must be at least 0"));
    let greatest = Rules::NONE.max(5);
    assert_eq!(problem(greatest, 6).as_deref(), Some("must be at most 5"));
    let number = Rules::NONE.max_number(1.5).check_number(2.0);
    assert_eq!(number, Err(String::from("must be at most 1.5")));
    for (rules, words) in [
        (Rules::NONE.above(0), "must be greater than 0"),
        (Rules::NONE.below(0), "must be less than 0"),
        (
            Rules::NONE.above(0).max(100),
            "must be greater than 0 and at most 100",
        ),
        (
            Rules::NONE.below(0).min(-5),
            "must be at least -5 and less than 0",
        ),
    ] {
        for value in [-6, 0, 101] {
            if let Some(problem) = problem(rules, value) {
                assert_eq!(problem, words);
            }
        }
        assert!(problem(rules, 0).is_some(), "{words}");
    }
    let large = Rules::NONE.min_unsigned(1).max_unsigned(u64::MAX);
    assert_eq!(problem(large, u64::MAX.into()), None);
    assert_eq!(
        problem(large, 0).as_deref(),
        Some("must be from 1 to 18446744073709551615")
    );
}

#[test]
fn exclusive_bounds_do_not_contain_themselves() {
    let open = Rules::NONE.above_number(0.0).below_number(1.0);
    for (value, is_valid) in [(0.0, false), (0.5, true), (1.0, false), (f64::NAN, false)] {
        assert_eq!(open.check_number(value).is_ok(), is_valid, "{value}");
    }
}

#[test]
fn bounds_of_32_bits_are_rounded_as_the_number_is() {
    let range = Rules::NONE.min_number(0.1).max_number(0.7);
    assert_eq!(range.check_single(0.1), Ok(()));
    assert_eq!(range.check_single(0.7), Ok(()));
    assert_eq!(
        range.check_single(0.099_999),
        Err(String::from("must be from 0.1 to 0.7"))
    );
}

#[test]
fn multiples_are_decided_by_digits() {
    let cents = Rules::NONE.multiple_of("0.01");
    for value in [0.0, -0.0, 0.07, 1.13, -19.99, 1e20, 4.35] {
        assert_eq!(cents.check_number(value), Ok(()), "{value}");
    }
    for value in [0.001, 1.005, 1e-300, f64::NAN, f64::INFINITY] {
        assert!(cents.check_number(value).is_err(), "{value}");
    }
    for value in [0.07, 1.13, 16_777_216.0] {
        assert_eq!(cents.check_single(value), Ok(()), "{value}");
    }
    let fives = Rules::NONE.multiple_of("5");
    assert_eq!(fives.check_integer(-15), Ok(()));
    assert_eq!(
        fives.check_integer(12),
        Err(String::from("must be a multiple of 5"))
    );
    assert_eq!(
        Rules::NONE.multiple_of("7").check_integer(u64::MAX.into()),
        Err(String::from("must be a multiple of 7"))
    );
}

#[test]
fn not_a_number_is_in_no_range() {
    assert!(Rules::NONE.min_number(0.0).check_number(f64::NAN).is_err());
    assert!(Rules::NONE.max_number(0.0).check_number(f64::NAN).is_err());
    assert_eq!(Rules::NONE.check_number(f64::NAN), Ok(()));
}

#[test]
fn sizes_are_described_in_words() {
    let length = |rules: Rules, text| rules.check_text(text).err();
    assert_eq!(
        length(Rules::NONE.min_length(1), "").as_deref(),
        Some("must have at least 1 character")
    );
    assert_eq!(
        length(Rules::NONE.min_length(1).max_length(2), "abc").as_deref(),
        Some("must have from 1 to 2 characters")
    );
    assert_eq!(
        length(Rules::NONE.min_length(3).max_length(3), "ab").as_deref(),
        Some("must have exactly 3 characters")
    );
    assert_eq!(
        length(Rules::NONE.min_length(1).max_length(1), "").as_deref(),
        Some("must have exactly 1 character")
    );
    assert_eq!(length(Rules::NONE.max_length(1), "é"), None);
    assert_eq!(
        Rules::NONE.min_items(2).check_list(1, &()),
        Err(String::from("must have at least 2 items"))
    );
    assert_eq!(
        Rules::NONE.max_items(1).check_map(2),
        Err(String::from("must have at most 1 item"))
    );
}

#[cfg(feature = "pattern")]
#[test]
fn patterns_are_checked() {
    let slug = Rules::NONE.pattern(crate::pattern!("^[a-z]+$"));
    let broken = Rules::NONE.pattern(crate::pattern!("("));
    assert_eq!(slug.check_text("abc"), Ok(()));
    assert_eq!(
        slug.check_text("ABC"),
        Err(String::from("must match the pattern `^[a-z]+$`"))
    );
    assert!(broken.check_text("(").is_err());
    assert_eq!(
        slug.max_length(2).check_text("ABC"),
        Err(String::from(
            "must have at most 2 characters and must match the pattern `^[a-z]+$`"
        ))
    );
}
