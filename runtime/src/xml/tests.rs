//! Values in JSON beside their XML.

use serde_json::json;

use super::*;
use crate::Json;

static TAG: Root = Root {
    name: name("tag"),
    kind: Kind::Object(&Object {
        fields: &[
            attribute("id", name("id"), Kind::Number),
            text("label", Kind::Text),
        ],
        additional: None,
    }),
};

static NODE: Root = Root {
    name: name("node").in_namespace("urn:node", "n"),
    kind: Kind::Object(&Object {
        fields: &[
            element(
                "name",
                name("title").in_namespace("urn:title", "t"),
                Kind::Text,
            ),
            element("ok", name("ok"), Kind::Boolean),
            element("size", name("size"), Kind::Number),
            element(
                "tags",
                name("tags"),
                Kind::List(&name("tag"), &Kind::Same(&TAG)),
            ),
            items("children", name("node"), Kind::Same(&NODE), false),
            items("words", name("word"), Kind::Text, true),
            element("labels", name("labels"), Kind::Map(&Kind::Text)),
        ],
        additional: None,
    }),
};

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

fn written(value: &Json, root: &Root) -> String {
    let bytes = from_json(value, root).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    text.strip_prefix(DECLARATION).unwrap().to_owned()
}

fn read(text: &str) -> Result<Json, String> {
    to_json(text.as_bytes(), &NODE).map_err(|error| error.to_string())
}

#[test]
fn values_are_written_and_read_again() {
    for (value, xml) in [
        (
            json!({ "words": [] }),
            r#"<n:node xmlns:n="urn:node"></n:node>"#,
        ),
        (
            json!({ "name": "a & <b>", "ok": true, "size": 1.5, "words": ["x", " y "] }),
            r#"<n:node xmlns:n="urn:node"><t:title xmlns:t="urn:title">a &amp; &lt;b&gt;</t:title><ok>true</ok><size>1.5</size><word>x</word><word> y </word></n:node>"#,
        ),
        (
            json!({ "tags": [{ "id": 1, "label": "\"q\"" }, { "id": 2, "label": "" }], "words": [] }),
            r#"<n:node xmlns:n="urn:node"><tags><tag id="1">&quot;q&quot;</tag><tag id="2"></tag></tags></n:node>"#,
        ),
        (
            json!({ "tags": [], "labels": { "a": "1", "b-c": "2" }, "words": [] }),
            r#"<n:node xmlns:n="urn:node"><tags></tags><labels><a>1</a><b-c>2</b-c></labels></n:node>"#,
        ),
        (
            json!({ "children": [{ "name": null, "words": [] }], "words": [] }),
            r#"<n:node xmlns:n="urn:node"><node><t:title xmlns:t="urn:title" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"></t:title></node></n:node>"#,
        ),
    ] {
        assert_eq!(written(&value, &NODE), xml);
        assert_eq!(read(xml), Ok(value));
    }
}

#[test]
fn other_spellings_are_read() {
    let expected = Ok(json!({ "name": "a&b\u{e9}<i>", "ok": true, "size": 7, "words": [] }));
    let text = "\u{feff}<?xml version='1.0'?>\n<!-- c --><node xmlns='urn:node' unknown='1'>\n\
        <title xmlns='urn:title'>a&amp;b&#xe9;<![CDATA[<i>]]></title><other><x/></other>\n\
        <ok> 1 </ok><size>\n7</size></node>\n";
    assert_eq!(read(text), expected);
}

#[test]
fn what_is_no_value_keeps_another_kind() {
    let node = |inner: &str| read(&format!("<n:node xmlns:n='urn:node'>{inner}</n:node>"));
    assert_eq!(
        node("<size>many</size>"),
        Ok(json!({ "size": "many", "words": [] }))
    );
    assert_eq!(node("<ok><a/></ok>"), Ok(json!({ "ok": {}, "words": [] })));
    let twice = node("<size>1</size><size>2</size>");
    assert_eq!(twice, Ok(json!({ "size": [1, 2], "words": [] })));
}

#[test]
fn malformed_and_hostile_texts_are_rejected_with_their_place() {
    let deep = format!("{}{}", "<a>".repeat(65), "</a>".repeat(65));
    let many = |name: &str, count: usize| {
        let attributes = (0..count).map(|number| format!(" {name}{number}='a'"));
        format!("<a{}/>", attributes.collect::<String>())
    };
    let attributes = many("b", 1001);
    let namespaces = format!(
        "<a>\n{}</a>",
        format!("{}\n", many("xmlns:n", 60)).repeat(5)
    );
    for (text, problem) in [
        ("", "is not valid XML: line 1, column 1"),
        ("<node>", "is not valid XML: line 1, column 7"),
        ("<node>\n</nod>", "is not valid XML: line 2, column 1"),
        ("<n:node></n:node>", "is not valid XML: line 1, column 1"),
        ("<a/><a/>", "is not valid XML: line 1, column 5"),
        ("<a/>x", "is not valid XML: line 1, column 5"),
        ("<a b='1' b='2'/>", "is not valid XML: line 1, column 1"),
        (
            "<node xmlns='other'/>",
            "has an element of another name: line 1, column 1",
        ),
        (
            "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
            "has a document type definition, which is not allowed: line 1, column 1",
        ),
        (
            "<a>\n&b;</a>",
            "refers to an entity, which is not allowed: line 2, column 1",
        ),
        ("<a b='&c;'/>", "is not valid XML: line 1, column 1"),
        (
            &deep,
            "has too many elements in each other: line 1, column 193",
        ),
        (
            &attributes,
            "has an element with too many attributes: line 1, column 1",
        ),
        (
            &namespaces,
            "declares too many namespaces: line 6, column 1",
        ),
    ] {
        assert_eq!(read(text), Err(problem.to_owned()), "{text}");
    }
    let error = to_json(b"<a>\xff</a>", &NODE).unwrap_err();
    assert_eq!(error.to_string(), "must be XML in UTF-8: line 1, column 4");
}

#[test]
fn what_xml_cannot_hold_is_not_written() {
    for (value, problem) in [
        (
            json!({ "labels": { "a b": "1" } }),
            "the key \"a b\" is not the name of an element in XML",
        ),
        (
            json!({ "name": "\u{1}" }),
            "a string has a control character, which XML cannot hold",
        ),
    ] {
        let error = from_json(&value, &NODE).unwrap_err();
        assert_eq!(error.to_string(), problem);
    }
}
