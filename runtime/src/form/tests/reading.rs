//! Values that are read from forms, and validation errors.

use std::collections::BTreeMap;

use serde_json::json;

use super::types::{Currency, Line, Node, Options, Payment};
use super::{errors, read};
use crate::{Boxed, Json, Maybe};

const CARD: &str = "card[number]=4242&card[month]=12&card[owner]=Ada";

#[test]
fn an_object_is_read_from_names_in_brackets() {
    let form = format!("amount=5&currency=eur&{CARD}&live=true&fee=0.10&note=thanks");
    let payment: Payment = read(&form).unwrap();
    assert_eq!((payment.amount, payment.currency), (5, Currency::Eur));
    assert_eq!(payment.card.number.as_str(), "4242");
    assert_eq!(*payment.card.month.get(), 12);
    assert_eq!(payment.card.owner.as_deref(), Some("Ada"));
    assert_eq!(payment.live, Some(true));
    assert_eq!(payment.fee, Some("0.10".parse().unwrap()));
    assert_eq!(payment.note, Maybe::Value(String::from("thanks")));
    assert_eq!(payment.lines, None);
}

#[test]
fn names_and_values_are_percent_decoded() {
    let map: BTreeMap<String, String> =
        read("a%20b=1+2%2B3&%C3%A9=%E2%82%AC&raw%C3%A9é=é&c=x=y%26&d").unwrap();
    let expected = [
        ("a b", "1 2+3"),
        ("c", "x=y&"),
        ("d", ""),
        ("rawéé", "é"),
        ("é", "€"),
    ];
    assert!(
        map.iter()
            .map(|(k, v)| (k.as_str(), v.as_str()))
            .eq(expected),
        "{map:?}"
    );
    let options: Options = read("map%5Bx+y%5D=1&map[z]=2").unwrap();
    assert_eq!(json!(options.map), json!({"x y": 1, "z": 2}));
}

#[test]
fn empty_pairs_are_ignored() {
    assert_eq!(read::<Options>("").unwrap(), Options::default());
    let options: Options = read("&&text=a&").unwrap();
    assert_eq!(options.text.as_deref(), Some("a"));
}

/// The spellings of parameters, which are the same as in JSON.
#[test]
fn scalars_are_read_as_in_parameters() {
    for (form, expected) in [
        ("count=3.0", json!({"count": 3})),
        ("count=-0", json!({"count": 0})),
        ("count=1e2", json!({"count": 100})),
        ("ratio=3", json!({"ratio": 3.0})),
        ("ratio=-1.5E1", json!({"ratio": -15.0})),
        ("on=true", json!({"on": true})),
        ("on=false", json!({"on": false})),
        ("text=true", json!({"text": "true"})),
        ("text=null", json!({"text": "null"})),
    ] {
        assert_eq!(json!(read::<Options>(form).unwrap()), expected, "{form}");
    }
    for (form, problem) in [
        ("count=3.5", "count expected an integer"),
        ("count=%203", "count expected an integer"),
        ("count=0x1", "count expected an integer"),
        (
            "count=9223372036854775808",
            "count must be from -9223372036854775808 to 9223372036854775807",
        ),
        ("ratio=NaN", "ratio expected a number"),
        ("ratio=1e999", "ratio expected a number"),
        ("ratio=", "ratio expected a number"),
        ("on=1", "on expected `true` or `false`"),
        ("on=", "on expected `true` or `false`"),
    ] {
        assert_eq!(errors::<Options>(form), [problem], "{form}");
    }
}

#[test]
fn an_empty_value_is_null_or_empty() {
    let options: Options = read(
        "text=&count=&texts=&grid=&inner=&map=&json=&card[number]=4242&card[month]=1&card[owner]=",
    )
    .unwrap();
    let expected = json!({
        "text": "", "count": null, "texts": [], "grid": [], "inner": {}, "map": {}, "json": null,
        "card": {"number": "4242", "month": 1, "owner": null},
    });
    assert_eq!(json!(options), expected);
    assert_eq!(
        errors::<Options>("card"),
        [
            "card.number is missing",
            "card.month is missing",
            "card.owner is missing"
        ]
    );
}

#[test]
fn all_forms_of_lists_are_read() {
    for form in [
        "counts=1&counts=2&counts=3",
        "counts[]=1&counts[]=2&counts[]=3",
        "counts[0]=1&counts[1]=2&counts[2]=3",
        "counts[2]=3&counts[0]=1&counts[1]=2",
        "counts=1&counts[]=2&counts=3",
    ] {
        assert_eq!(
            read::<Options>(form).unwrap().counts,
            Some(vec![1, 2, 3]),
            "{form}"
        );
    }
    for form in ["counts=7", "counts[]=7", "counts[0]=7"] {
        assert_eq!(
            read::<Options>(form).unwrap().counts,
            Some(vec![7]),
            "{form}"
        );
    }
    let numbers: Vec<String> = (0..12).rev().map(|n| format!("counts[{n}]={n}")).collect();
    let options: Options = read(&numbers.join("&")).unwrap();
    assert_eq!(options.counts, Some((0..12).collect()));
}

#[test]
fn empty_items_are_read() {
    for form in ["texts[]=", "texts[0]="] {
        assert_eq!(
            read::<Options>(form).unwrap().texts,
            Some(vec![String::new()]),
            "{form}"
        );
    }
    for form in [
        "sparse[]=&sparse[]=1",
        "sparse=&sparse=1",
        "sparse[1]=1&sparse[0]=",
    ] {
        assert_eq!(
            read::<Options>(form).unwrap().sparse,
            Some(vec![None, Some(1)]),
            "{form}"
        );
    }
}

#[test]
fn lists_of_objects_and_of_lists_have_indexes() {
    let form = "lines[0][amount]=1&lines[1][amount]=2&lines[1][tags][]=a&lines[1][tags][]=b&lines[0][tax]=0.5";
    let options: Vec<Line> = read::<BTreeMap<String, Vec<Line>>>(form)
        .unwrap()
        .remove("lines")
        .unwrap();
    assert_eq!(
        json!(options),
        json!([{"amount": 1, "tax": 0.5}, {"amount": 2, "tags": ["a", "b"]}])
    );
    for form in [
        "grid[0][0]=1&grid[0][1]=2&grid[1][0]=3",
        "grid[0][]=1&grid[0][]=2&grid[1][]=3",
        "grid[0]=1&grid[0]=2&grid[1]=3",
    ] {
        assert_eq!(
            read::<Options>(form).unwrap().grid,
            Some(vec![vec![1, 2], vec![3]]),
            "{form}"
        );
    }
}

#[test]
fn a_map_may_have_numbers_as_keys() {
    for (form, expected) in [
        ("map[0]=5&map[1]=6", json!({"0": 5, "1": 6})),
        ("map[7]=5", json!({"7": 5})),
        ("map[00]=5", json!({"00": 5})),
        ("map[4000000000]=5", json!({"4000000000": 5})),
    ] {
        assert_eq!(
            json!(read::<Options>(form).unwrap().map),
            expected,
            "{form}"
        );
    }
}

#[test]
fn json_is_read_as_text() {
    let json = |form: &str| read::<Options>(form).unwrap().json.unwrap();
    assert_eq!(json("json=1"), json!("1"));
    assert_eq!(json("json[a]=&json[b][]=x"), json!({"a": null, "b": ["x"]}));
}

#[test]
fn fields_without_a_name_in_the_specification_are_ignored_or_kept() {
    let options: Options = read("x=1&y[a][b]=2&z[]=3&z=4&text=t&=5").unwrap();
    assert_eq!(options.text.as_deref(), Some("t"));
    let node: Node = read("name=a&x=1&=2").unwrap();
    assert_eq!(json!(node), json!({"name": "a", "": "2", "x": "1"}));
}

#[test]
fn recursive_types_are_read() {
    let form =
        "name=a&next[name]=b&next[next][name]=c&parent=&list[0][name]=d&list[1]=&map[k][name]=e";
    let expected = json!({
        "name": "a", "next": {"name": "b", "next": {"name": "c"}}, "parent": null,
        "list": [{"name": "d"}, {}], "map": {"k": {"name": "e"}},
    });
    assert_eq!(json!(read::<Node>(form).unwrap()), expected);
    let node: Node = read("next=&list=&map=&parent[next]=").unwrap();
    assert_eq!(
        json!(node),
        json!({"next": {}, "list": [], "map": {}, "parent": {"next": {}}})
    );
    assert_eq!(node.map, Some(Boxed::default()));
    let node: Node = read("map[0][name]=a&map[1]=").unwrap();
    assert_eq!(json!(node), json!({"map": {"0": {"name": "a"}, "1": {}}}));
    assert_eq!(
        errors::<Node>("next=x&list=x&list=&map=x&parent[]=x"),
        [
            "next expected an object",
            "parent expected an object",
            "list[0] expected an object",
            "map expected an object",
        ]
    );
    assert_eq!(
        errors::<Node>("list=x&map[0]=x&map[1][]=x"),
        [
            "list[0] expected an object",
            "map[0] expected an object",
            "map[1] expected an object"
        ]
    );
    assert_eq!(
        errors::<Node>("list[1][name]=x"),
        ["list expected a list, whose indexes count up from 0"]
    );
}

#[test]
fn every_validation_error_is_named_with_its_path() {
    let form = "amount=0&currency=gbp&card[number]=1&card[month]=13&live=yes&fee=a\
                &lines[0][amount]=0&lines[0][tax]=x&lines[1]=&lines[2][amount]=1&lines[3][amount]=2";
    assert_eq!(
        errors::<Payment>(form),
        [
            "amount must be at least 1",
            "currency expected one of `eur`, `usd`",
            "card.number must have at least 4 characters",
            "card.month must be from 1 to 12",
            "card.owner is missing",
            "live expected `true` or `false`",
            "fee expected a decimal number",
            "lines[0].amount must be at least 1",
            "lines[0].tax expected a number",
            "lines[1].amount is missing",
        ]
    );
    let four: String = (0..4).map(|n| format!("&lines[{n}][amount]=1")).collect();
    assert_eq!(
        errors::<Payment>(&format!("amount=1&currency=eur&{CARD}{four}")),
        ["lines must have at most 3 items"]
    );
}

#[test]
fn values_of_another_kind_are_rejected() {
    for (form, problem) in [
        ("text=a&text=b", "text must be a single value, not a list"),
        (
            "count=1&count=2",
            "count must be a single value, not a list",
        ),
        ("on[]=true", "on must be a single value, not a list"),
        ("count[x]=1", "count expected an integer"),
        ("text[x]=1", "text expected a string"),
        (
            "counts[x]=1",
            "counts expected a list, whose indexes count up from 0",
        ),
        ("card=x", "card expected an object"),
        ("card[]=x", "card expected an object"),
        ("map=x", "map expected an object"),
        ("counts[]=x&counts[]=1", "counts[0] expected an integer"),
        ("counts=x", "counts[0] expected an integer"),
        (
            "counts[0]=1&counts[0]=2",
            "counts[0] must be a single value, not a list",
        ),
        ("map[a]=x", "map.a expected an integer"),
    ] {
        assert_eq!(errors::<Options>(form), [problem], "{form}");
    }
}

#[test]
fn indexes_with_gaps_are_rejected() {
    let problem = "counts expected a list, whose indexes count up from 0";
    for form in [
        "counts[1]=1",
        "counts[0]=1&counts[2]=2",
        "counts[00]=1",
        "counts[+0]=1",
        "counts[-1]=1",
        "counts[0]=1&counts[x]=2",
        "counts[4000000000]=1",
        "counts[99999999999999999999999999]=1",
    ] {
        assert_eq!(errors::<Options>(form), [problem], "{form}");
    }
}

#[test]
fn malformed_names_are_rejected() {
    let brackets = "has brackets in its name that do not match";
    for form in [
        "a[b=1",
        "a[=1",
        "a[[b]=1",
        "a[b]]=1",
        "a[b]c=1",
        "a[b]c[d]=1",
        "a[b[c]]=1",
        "a[b][=1",
    ] {
        assert_eq!(errors::<Options>(form), [format!("a {brackets}")], "{form}");
    }
    assert_eq!(errors::<Options>("a]=1"), [format!("[\"a]\"] {brackets}")]);
    for form in ["[a]=1", "[]=1", "[=1"] {
        assert_eq!(
            errors::<Options>(form),
            [format!("[\"\"] {brackets}")],
            "{form}"
        );
    }
    for form in ["a[][b]=1", "a[][]=1", "a[b][][c]=1"] {
        let problem = "a is a list of objects or lists, whose items need indexes";
        assert_eq!(errors::<Options>(form), [problem], "{form}");
    }
    for (form, problem) in [
        (
            "a%=1",
            " has a name with a `%` without two hexadecimal digits after it",
        ),
        ("%ff=1", " has a name that is not text in UTF-8"),
        (
            "a=%zz",
            "a has a `%` without two hexadecimal digits after it",
        ),
        (
            "a[b]=%4",
            "a has a `%` without two hexadecimal digits after it",
        ),
        ("a[b]=%ff", "a must be text in UTF-8"),
    ] {
        assert_eq!(errors::<Options>(form), [problem], "{form}");
    }
}

#[test]
fn conflicting_names_are_rejected() {
    let problem = "a must not be given both with and without names or indexes in brackets";
    for form in [
        "a=1&a[b]=2",
        "a[b]=2&a=1",
        "a=&a[b]=1",
        "a[]=1&a[b]=2",
        "a[0]=1&a[]=2",
        "a=1&a=2&a[b]=3",
    ] {
        assert_eq!(errors::<Options>(form), [problem], "{form}");
    }
    assert_eq!(errors::<Options>("a[b]=1&a[b][c]=2"), [problem]);
    // The form as a whole is invalid, so the types of its other fields are not reported.
    assert_eq!(
        errors::<Options>("b[=1&a=1&a[b]=2&count=x"),
        ["b has brackets in its name that do not match", problem]
    );
}

#[test]
fn a_form_that_is_not_utf8_is_rejected() {
    let problems = super::from_form::<Json>(b"a=\xff", &[], crate::decode::Context::for_requests());
    assert_eq!(
        problems.unwrap_err()[0].to_string(),
        "body: must be text in UTF-8"
    );
}

#[test]
fn validation_errors_contain_neither_values_nor_keys_of_hidden_maps() {
    for form in [
        "secrets[hunter2]=x",
        "secrets[hunter2]=%zz",
        "secrets[hunter2][=1",
        "secrets[hunter2]=1&secrets[hunter2][a]=2",
        "secrets[hunter2][a]=1",
        "count=hunter2",
    ] {
        let errors = errors::<Options>(form);
        assert!(
            errors.iter().all(|error| !error.contains("hunter2")),
            "{errors:?}"
        );
    }
}

#[test]
fn a_lenient_reader_does_not_check_rules() {
    let form = b"amount=0";
    let line: Line = super::from_form(form, &[], crate::decode::Context::for_responses()).unwrap();
    assert_eq!(line.amount, 0);
}

/// Only forms are text: in JSON, a string is not a number, and null is not a string.
#[test]
fn json_is_not_read_like_a_form() {
    for value in [
        json!({"count": "1"}),
        json!({"ratio": "1"}),
        json!({"on": "true"}),
        json!({"text": null}),
        json!({"texts": "a"}),
        json!({"texts": null}),
        json!({"texts": {"0": "a"}}),
        json!({"map": null}),
        json!({"map": [1]}),
        json!({"inner": null}),
        json!({"inner": ""}),
    ] {
        assert!(
            serde_json::from_value::<Options>(value.clone()).is_err(),
            "{value}"
        );
    }
    for value in [
        json!({"next": ""}),
        json!({"next": null}),
        json!({"list": ""}),
        json!({"list": {}}),
        json!({"list": null}),
        json!({"map": []}),
        json!({"map": ""}),
    ] {
        assert!(
            serde_json::from_value::<Node>(value.clone()).is_err(),
            "{value}"
        );
    }
}
