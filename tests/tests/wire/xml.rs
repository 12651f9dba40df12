//! Types in XML on both sides of a socket.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use feeds_api::Error;
use specsmith_tests::feeds::{client, product, serve, small};
use specsmith_tests::raw::{Reply, Request, Stub};

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

const PRODUCT: &str = "<f:Product xmlns:f=\"urn:feeds\" id=\"7\"><kind>product</kind>\
    <Title>Bike &lt;b&gt;</Title><price>19.90</price><weight>1.5</weight><is_new>true</is_new>\
    <state>on_sale</state><note xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:nil=\"true\"></note>\
    <Tags><Tag>fast</Tag><Tag>new &amp; shiny</Tag></Tags><Rating>5</Rating><Rating>4</Rating>\
    <Part><name>wheel</name><Parts><Part><name>spoke</name><Parts></Parts></Part></Parts></Part>\
    <Part><name>bell</name></Part>\
    <l:link xmlns:l=\"urn:links\" to=\"/bikes?a=1&amp;b=2\">All &quot;bikes&quot;</l:link>\
    <labels><color>red</color></labels></f:Product>";

const SMALL: &str = "<f:Product xmlns:f=\"urn:feeds\" id=\"8\"><kind>product</kind><Title>Lock</Title>\
    <Tags></Tags></f:Product>";

#[tokio::test]
async fn types_arrive_unchanged() {
    let client = client(serve().await);
    for value in [product(), small()] {
        assert_eq!(client.put_product(7, value.clone()).await.unwrap(), value);
        assert_eq!(
            client.suggest_product().body(value.clone()).await.unwrap(),
            value
        );
    }
    assert_eq!(client.suggest_product().await.unwrap(), small());
    assert_eq!(client.list_products().await.unwrap(), [product(), small()]);
}

#[tokio::test]
async fn clients_send_and_accept_xml() {
    let body = format!("{DECLARATION}{SMALL}");
    let media = [("content-type", "application/xml")];
    let mock = Stub::start([Reply::response(200, &media, &body)]).await;
    let returned = client(mock.address)
        .put_product(7, product())
        .await
        .unwrap();
    assert_eq!(returned, small());
    let seen = mock.seen().concat();
    assert!(seen.contains("content-type: application/xml\r\n"), "{seen}");
    assert!(seen.contains("accept: application/xml"), "{seen}");
    assert!(seen.ends_with(&format!("{DECLARATION}{PRODUCT}")), "{seen}");
}

#[tokio::test]
async fn servers_read_and_send_xml() {
    let address = serve().await;
    let send = async |body: &str| {
        let request = Request::new("PUT", "/products/7").body("application/xml", body);
        request.send(address).await
    };
    let response = send(PRODUCT).await;
    assert_eq!(response.status, 200, "{}", response.body);
    assert_eq!(response.header("content-type"), Some("application/xml"));
    assert_eq!(response.body, format!("{DECLARATION}{PRODUCT}"));
    // Other prefixes and orders mean the same.
    let other = "<!-- new --><Product xmlns='urn:feeds' id='8'>\n<Tags/>\n<Title><![CDATA[Lock]]></Title>\
        \n<kind>product</kind></Product>";
    assert_eq!(send(other).await.body, format!("{DECLARATION}{SMALL}"));
    let list = Request::new("GET", "/products").send(address).await;
    assert_eq!(list.header("content-type"), Some("text/xml"));
    assert_eq!(
        list.body,
        format!("{DECLARATION}<Products>{}{}</Products>", PRODUCT, SMALL)
    );
}

#[tokio::test]
async fn servers_reject_what_is_not_valid() {
    let address = serve().await;
    for (body, expected) in [
        ("", " is missing"),
        ("{}", " is not valid XML: line 1, column 1"),
        (
            "<f:Product xmlns:f='urn:feeds'>\n<a></f:Product>",
            " is not valid XML: line 2, column 4",
        ),
        (
            "<Product id='1'/>",
            " has an element of another name: line 1, column 1",
        ),
        (
            "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
            " has a document type definition, which is not allowed: line 1, column 1",
        ),
        (
            "<f:Product xmlns:f='urn:feeds' id='x'><kind>product</kind><Title/><Tags/></f:Product>",
            "id expected an integer, title must have at least 1 character",
        ),
    ] {
        let request = Request::new("PUT", "/products/7").body("application/xml", body);
        let response = request.send(address).await;
        assert_eq!(response.status, 400, "{}", response.body);
        let errors = response.json()["metadata"]["invalid"].clone();
        let errors = errors.as_array().unwrap().iter().map(|error| {
            // The document as a whole has no name.
            let name = error["name"].as_str().unwrap_or_default();
            format!("{name} {}", error["problem"].as_str().unwrap())
        });
        assert_eq!(errors.collect::<Vec<_>>().join(", "), expected);
    }
    let request = Request::new("PUT", "/products/7").body("application/json", "{}");
    assert_eq!(request.send(address).await.status, 415);
}

#[tokio::test]
async fn clients_report_what_is_not_valid() {
    for (body, expected) in [
        ("<f:Product", "is not valid XML: line 1, column"),
        ("<f:Product xmlns:f='urn:feeds'/>", "id"),
    ] {
        let media = [("content-type", "application/xml")];
        let mock = Stub::start([Reply::response(200, &media, body)]).await;
        let result = client(mock.address).put_product(7, small()).await;
        let Err(Error::Decode(error)) = result else {
            panic!("{result:?}");
        };
        assert_eq!(error.body, body.as_bytes());
        assert!(error.to_string().contains(expected), "{error}");
    }
}
