//! Payments: forms, idempotency keys, pages, unions, and typed errors, from both sides of a socket.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::net::SocketAddr;

use futures_util::StreamExt;
use payments_api::client::{AccessToken, Credentials, Error};
use payments_api::operations::{CreatePaymentError, CreatePaymentResponse, GetReportResponse};
use payments_api::types::*;
use payments_api::{Client, Page};
use serde_json::{Value as Json, json};
use specsmith_tests::payments::{self, PUBLISHABLE, Payments, SECRET, build, builder};
use specsmith_tests::raw::{Reply, Request, Response, Stub};

async fn start() -> (Client, SocketAddr) {
    let address = Payments::default().serve().await;
    (payments::client(address), address)
}

fn card(number: &str) -> PaymentMethodInput {
    CardInput {
        number: number.to_owned(),
        expiry: CardExpiry(12, 2030),
    }
    .into()
}

fn debit() -> PaymentMethodInput {
    let iban = "DE02120300000000202051".to_owned();
    SepaDebit { iban }.into()
}

fn wanted(method: PaymentMethodInput) -> PaymentCreate {
    PaymentCreate::new(1050, Currency::Eur, method)
}

fn paid(response: CreatePaymentResponse) -> Payment {
    match response {
        CreatePaymentResponse::Created(payment) => payment,
        CreatePaymentResponse::Accepted(_) => panic!("the bank has not decided"),
    }
}

/// Sends a form with the secret key.
async fn post(address: SocketAddr, target: &str, form: &str) -> Response {
    let request = Request::new("POST", target).key(SECRET);
    let form = request.body("application/x-www-form-urlencoded", form);
    form.send(address).await
}

async fn get(address: SocketAddr, target: &str) -> Response {
    Request::new("GET", target).key(SECRET).send(address).await
}

/// The form of a payment by card.
const CARD: &str = "amount=1050&currency=eur&method[type]=card&method[number]=4242424242424242&method[expiry][0]=12&method[expiry][1]=2030";

#[tokio::test]
async fn a_payment_is_a_form_and_its_response_is_json() {
    let (_, address) = start().await;
    let form = format!(
        "{CARD}&splits[0][account]=acct_1&splits[0][share]=0.25&metadata[order]=7&description=Tea+%26+more"
    );
    let response = post(address, "/v1/payments", &form).await;
    assert_eq!(response.status, 201, "{}", response.body);
    assert_eq!(
        response.json(),
        json!({
            "object": "payment",
            "id": "pay_1",
            "amount": 1050,
            "currency": "eur",
            "method": { "type": "card", "last4": "4242", "expiry": [12, 2030] },
            "description": "Tea & more",
            "status": "paid",
            "created": 1000,
            "customer": null,
            "metadata": { "order": "7" },
        })
    );
}

#[tokio::test]
async fn the_client_sends_that_form() {
    let reply = Reply::error(500, &[]);
    let stub = Stub::start([reply]).await;
    let client = payments::client(stub.address);
    let mut payment = wanted(card("4242424242424242"));
    payment.splits = Some(vec![Split {
        account: AccountId::new("acct_1"),
        share: 0.25,
    }]);
    payment.metadata = Some(Metadata::from([("order".to_owned(), "7".to_owned())]));
    let call = client.create_payment(payment).idempotency_key("k1");
    call.payments_account("acct_9").await.unwrap_err();
    let sent = &stub.seen()[0];
    for part in [
        "POST /v1/payments HTTP/1.1\r\n",
        "authorization: Bearer sk_test\r\n",
        "content-type: application/x-www-form-urlencoded\r\n",
        "payments-version: 2026-03-01\r\n",
        "payments-account: acct_9\r\n",
        "idempotency-key: k1\r\n",
        "method%5Bexpiry%5D%5B0%5D=12&method%5Bexpiry%5D%5B1%5D=2030",
        "splits%5B0%5D%5Baccount%5D=acct_1&splits%5B0%5D%5Bshare%5D=0.25&metadata%5Border%5D=7",
    ] {
        assert!(sent.contains(part), "{part}: {sent}");
    }
}

#[tokio::test]
async fn every_method_of_payment_is_a_variant() {
    let (client, address) = start().await;
    let payment = client.create_payment(wanted(card("4242424242424242")));
    let PaymentMethod::Card(shown) = paid(payment.await.unwrap()).method else {
        panic!("a card")
    };
    assert_eq!((shown.last4.as_str(), shown.expiry.1), ("4242", 2030));

    let balance = client.create_payment(wanted(PaymentMethodInput::Balance));
    assert_eq!(paid(balance.await.unwrap()).method, PaymentMethod::Balance);

    let accepted = client.create_payment(wanted(debit())).await.unwrap();
    let CreatePaymentResponse::Accepted(accepted) = accepted else {
        panic!("a debit takes days")
    };
    assert_eq!(accepted.retry_after, 60);
    assert_eq!(accepted.body.status, PaymentStatus::Pending);

    // A method that the server does not know yet is kept as it is.
    let form = "amount=1&currency=chf&method[type]=voucher&method[code]=x-1";
    let response = post(address, "/v1/payments", form).await;
    assert_eq!(response.status, 202, "{}", response.body);
    assert_eq!(response.header("retry-after"), Some("60"));
    assert_eq!(
        response.json()["method"],
        json!({"type": "voucher", "code": "x-1"})
    );
}

#[tokio::test]
async fn a_declined_card_is_an_error_with_a_type_of_its_own() {
    let (client, address) = start().await;
    let declined = client
        .create_payment(wanted(card("4000000000000002")))
        .await;
    let Err(Error::Api(CreatePaymentError::CardDeclined(declined))) = declined else {
        panic!("{declined:?}")
    };
    assert_eq!(declined.decline_code.as_deref(), Some("lost_card"));
    assert_eq!(declined.r#type, ErrorType::CardError);
    assert_eq!(declined.body.message, "Your card was declined.");

    let expired = CardInput {
        number: "4242424242424242".to_owned(),
        expiry: CardExpiry(1, 2020),
    };
    let expired = client.create_payment(wanted(expired.into())).await;
    assert!(
        matches!(expired, Err(Error::Api(CreatePaymentError::CardExpired(_)))),
        "{expired:?}"
    );

    let response = post(address, "/v1/payments", &CARD.replace("4242&", "0002&")).await;
    assert_eq!(response.status, 402);
    assert_eq!(
        response.json(),
        json!({ "error": {
            "code": "card_declined",
            "message": "Your card was declined.",
            "type": "card_error",
            "decline_code": "lost_card",
        }})
    );
}

#[tokio::test]
async fn a_closed_bank_is_an_error_of_the_servers_class() {
    let (client, _) = start().await;
    let closed = client
        .create_payment(wanted(card("4000000000000500")))
        .await;
    let Err(Error::Api(CreatePaymentError::ServerError(closed))) = closed else {
        panic!("{closed:?}")
    };
    assert_eq!((closed.status, closed.r#type), (503, ErrorType::ApiError));
    assert_eq!(closed.body.message, "The bank is closed");
}

#[tokio::test]
async fn a_call_with_the_same_key_is_performed_once() {
    let (client, address) = start().await;
    let send = |body| client.create_payment(body).idempotency_key("k1");
    let first = paid(send(wanted(card("4242424242424242"))).await.unwrap());
    let again = paid(send(wanted(card("4242424242424242"))).await.unwrap());
    assert_eq!(first, again);
    let all = client.list_payments().await.unwrap();
    assert_eq!(all.data.len(), 1);

    // Another request must not have that key.
    let Err(Error::Api(CreatePaymentError::InvalidRequest(other))) = send(wanted(debit())).await
    else {
        panic!("the key belongs to another request")
    };
    assert_eq!(other.body.parameter(), Some("Idempotency-Key"));

    // A second try while the first one runs: the client waits and tries again.
    let patient = build(
        builder(address)
            .retry(
                payments_api::client::Retry::new()
                    .max_tries(50)
                    .max_delay(std::time::Duration::from_millis(250)),
            )
            .credentials(Credentials::key(SECRET)),
    );
    let slow = || wanted(card("4000000000000100"));
    let first = client.create_payment(slow()).idempotency_key("k2");
    let second = patient.create_payment(slow()).idempotency_key("k2");
    let busy = client.create_payment(slow()).idempotency_key("k2");
    let later = async {
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        tokio::join!(busy.send(), second.send())
    };
    let (first, (busy, second)) = tokio::join!(first.send(), later);
    assert_eq!(paid(first.unwrap().value), paid(second.unwrap().value));
    let Err(Error::Api(CreatePaymentError::KeyInUse(busy))) = busy else {
        panic!("the first try still runs")
    };
    assert_eq!(busy.body.code(), Some("key_in_use"));

    // A payment that failed can be tried again.
    let declined = send_raw(address, "k3", &CARD.replace("4242&", "0002&")).await;
    assert_eq!(declined.status, 402);
    assert_eq!(send_raw(address, "k3", CARD).await.status, 201);
}

async fn send_raw(address: SocketAddr, key: &str, form: &str) -> Response {
    let request = Request::new("POST", "/v1/payments").key(PUBLISHABLE);
    let request = request.header("Idempotency-Key", key);
    let request = request.body("application/x-www-form-urlencoded", form);
    request.send(address).await
}

#[tokio::test]
async fn an_invalid_payment_names_the_field() {
    let (_, address) = start().await;
    for (changed, parameter) in [
        (CARD.replace("amount=1050", "amount=0"), "amount"),
        (CARD.replace("amount=1050", "amount=ten"), "amount"),
        (CARD.replace("&currency=eur", ""), "currency"),
        (CARD.replace("4242424242424242", "4242"), "method.number"),
        (CARD.replace("[0]=12", "[0]=13"), "method.expiry[0]"),
        (CARD.replace("&method[expiry][1]=2030", ""), "method.expiry"),
        (
            format!("{CARD}&splits[0][account]=a&splits[0][share]=1.5"),
            "splits[0].share",
        ),
        (
            format!("{CARD}&splits[0][account]=a&splits[0][share]=0.005"),
            "splits[0].share",
        ),
        (format!("{CARD}&splits[0][share]=0.5"), "splits[0].account"),
        (
            "amount=1050&currency=eur&method[type]=card".to_owned(),
            "method.number",
        ),
        ("amount=1050&currency=eur&method=card".to_owned(), "method"),
    ] {
        let response = post(address, "/v1/payments", &changed).await;
        assert_eq!(response.status, 400, "{changed}: {}", response.body);
        let error = &response.json()["error"];
        assert_eq!(error["param"], parameter, "{changed}: {error}");
        assert_eq!(error["type"], "invalid_request_error");
    }
    let many: String = (0..51).map(|key| format!("&metadata[{key}]=x")).collect();
    let response = post(address, "/v1/payments", &format!("{CARD}{many}")).await;
    assert_eq!(response.json()["error"]["param"], "metadata");
    // JSON is not a form.
    let request = Request::new("POST", "/v1/payments").key(SECRET).json("{}");
    assert_eq!(request.send(address).await.status, 415);
}

/// A server with twelve payments, of which each third is pending.
async fn twelve() -> (Client, SocketAddr) {
    let (client, address) = start().await;
    let customer = CustomerInput::new("ada@example.org".parse::<Email>().unwrap());
    client.create_customer(customer).await.unwrap();
    for number in 0..12 {
        let method = match number % 3 {
            0 => debit(),
            _ => PaymentMethodInput::Balance,
        };
        let mut payment = wanted(method);
        let customer = ("customer".to_owned(), "cus_1".to_owned());
        payment.metadata = Some(Metadata::from([customer]));
        client.create_payment(payment).await.unwrap();
    }
    (client, address)
}

fn ids(page: &Page<Payment>) -> Vec<&str> {
    page.data
        .iter()
        .map(|payment| payment.id.as_str())
        .collect()
}

#[tokio::test]
async fn pages_end_at_the_last_payment() {
    let (client, address) = twelve().await;
    let first = client.list_payments().limit(5).await.unwrap();
    assert_eq!(
        ids(&first),
        ["pay_12", "pay_11", "pay_10", "pay_9", "pay_8"]
    );
    assert!(first.has_more);
    let last = client.list_payments().limit(5).starting_after("pay_3");
    let last = last.await.unwrap();
    assert_eq!((ids(&last), last.has_more), (vec!["pay_2", "pay_1"], false));
    let all = client.list_payments().limit(5).stream();
    let all: Vec<_> = all.map(|payment| payment.unwrap().id).collect().await;
    assert_eq!(all.len(), 12);

    let response = get(address, "/v1/payments?limit=1&starting_after=pay_2").await;
    let body = response.json();
    assert_eq!(body["object"], "list");
    assert_eq!(body["has_more"], false);
    assert_eq!(body["data"][0]["customer"], "cus_1");
    for (query, parameter) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("starting_after=pay_99", "starting_after"),
    ] {
        let response = get(address, &format!("/v1/payments?{query}")).await;
        assert_eq!(response.status, 400, "{query}");
        assert_eq!(response.json()["error"]["param"], parameter, "{query}");
    }
}

#[tokio::test]
async fn payments_are_found_by_time_and_status() {
    let (client, address) = twelve().await;
    let range = TimeRange {
        gte: Some(3_000),
        lt: Some(5_000),
    };
    let page = client.list_payments().created(range).await.unwrap();
    assert_eq!(ids(&page), ["pay_4", "pay_3"]);
    let page = client.list_payments().created(7_000).await.unwrap();
    assert_eq!(ids(&page), ["pay_7"]);
    let status = vec![PaymentStatus::Pending, PaymentStatus::Failed];
    let page = client.list_payments().status(status).await.unwrap();
    assert_eq!(ids(&page), ["pay_10", "pay_7", "pay_4", "pay_1"]);
    for (query, found) in [
        ("created=7000", vec!["pay_7"]),
        ("created[gte]=11000", vec!["pay_12", "pay_11"]),
        ("created%5Blt%5D=2000&status=paid,pending", vec!["pay_1"]),
        ("status=lost", vec![]),
    ] {
        let body = get(address, &format!("/v1/payments?{query}")).await.json();
        let data = body["data"].as_array().unwrap().iter();
        let ids: Vec<&str> = data.map(|of| of["id"].as_str().unwrap()).collect();
        assert_eq!(ids, found, "{query}");
    }
    for query in [
        "created=soon",
        "created[gte]=x",
        "created[after]=1",
        "created=1&created[lt]=2",
    ] {
        let response = get(address, &format!("/v1/payments?{query}")).await;
        assert_eq!(response.status, 400, "{query}: {}", response.body);
    }
}

#[tokio::test]
async fn a_customer_is_shown_in_full_if_the_caller_asks_for_it() {
    let (client, address) = twelve().await;
    let page = client.list_payments().limit(1).await.unwrap();
    let Some(CustomerRef::Id(id)) = &page.data[0].customer else {
        panic!("an identifier")
    };
    assert_eq!(id.as_str(), "cus_1");
    let expand = vec!["data.customer".to_owned()];
    let page = client
        .list_payments()
        .limit(1)
        .expand(expand)
        .await
        .unwrap();
    let Some(CustomerRef::Expanded(customer)) = &page.data[0].customer else {
        panic!("a customer")
    };
    assert_eq!(customer.email.as_str(), "ada@example.org");
    let body = get(address, "/v1/payments?limit=1&expand[]=data.customer")
        .await
        .json();
    let shown = json!({"id": "cus_1", "email": "ada@example.org"});
    assert_eq!(body["data"][0]["customer"], shown);
}

#[tokio::test]
async fn null_removes_a_description_and_absence_keeps_it() {
    let (client, address) = start().await;
    let payment = PaymentCreate {
        description: Some("Tea".to_owned()),
        ..wanted(PaymentMethodInput::Balance)
    };
    client.create_payment(payment).await.unwrap();
    let unchanged = client.update_payment("pay_1", PaymentUpdate::default());
    assert_eq!(unchanged.await.unwrap().description.as_deref(), Some("Tea"));
    let removed = PaymentUpdate {
        description: Maybe::Null,
        ..PaymentUpdate::default()
    };
    let removed = client.update_payment("pay_1", removed).await.unwrap();
    assert_eq!(removed.description, None);
    let response = post(address, "/v1/payments/pay_1", "description=Coffee").await;
    assert_eq!(response.json()["description"], "Coffee");
    let response = post(address, "/v1/payments/pay_1", "description=").await;
    assert_eq!(response.json().get("description"), None);
    assert_eq!(post(address, "/v1/payments/pay_9", "").await.status, 404);
    // The identifier has a form.
    assert_eq!(post(address, "/v1/payments/9", "").await.status, 400);
}

#[tokio::test]
async fn a_pending_payment_can_be_canceled_with_and_without_a_reason() {
    let (client, address) = start().await;
    for _ in 0..2 {
        client.create_payment(wanted(debit())).await.unwrap();
    }
    let canceled = client.cancel_payment("pay_1").await.unwrap();
    assert_eq!(canceled.status, PaymentStatus::Failed);
    let reason = "too slow".to_owned();
    let canceled = client.cancel_payment("pay_2").body(Cancellation { reason });
    assert_eq!(canceled.await.unwrap().metadata["reason"], "too slow");
    let request = Request::new("POST", "/v1/payments/pay_2/cancel").key(SECRET);
    let again = request.send(address).await;
    assert_eq!(again.status, 400);
    assert_eq!(
        again.json()["error"]["message"],
        "Only pending payments can be canceled"
    );
    // Some clients send the media type without a body.
    let empty = post(address, "/v1/payments/pay_2/cancel", "").await;
    assert_eq!(empty.body, again.body);
    let other = post(address, "/v1/payments/pay_2/cancel", "a=1").await;
    assert_eq!(other.json()["error"]["param"], "reason");
    let missing = client.cancel_payment("pay_7").await.unwrap_err();
    assert!(missing.to_string().contains("404"), "{missing}");
}

#[tokio::test]
async fn what_only_requests_have_is_never_shown() {
    let (client, address) = start().await;
    let customer = CustomerInput {
        tax_number: Some("X-1".to_owned()),
        ..CustomerInput::new("ada@example.org".parse::<Email>().unwrap())
    };
    assert!(!format!("{customer:?}").contains("X-1"));
    let created = client.create_customer(customer).await.unwrap();
    assert_eq!(created.id.as_str(), "cus_1");
    let send = async |body: Json| {
        let request = Request::new("POST", "/v1/customers").key(SECRET);
        request.json(body.to_string()).send(address).await
    };
    let sent = json!({"email": "b@example.org", "tax_number": "X-2", "id": "cus_7"});
    let response = send(sent).await;
    assert_eq!(response.status, 201);
    // The identifier that the caller sent is ignored, as one that only the server gives.
    let shown = json!({"id": "cus_2", "email": "b@example.org"});
    assert_eq!(response.json(), shown);
    for (sent, parameter) in [
        (json!({"email": "nobody"}), "email"),
        (json!({"email": "c@example.org", "vip": true}), "vip"),
        (json!({}), "email"),
    ] {
        let response = send(sent.clone()).await;
        assert_eq!(response.status, 400, "{sent}");
        assert_eq!(response.json()["error"]["param"], parameter, "{sent}");
    }
}

#[tokio::test]
async fn a_report_has_the_form_that_the_caller_asks_for() {
    let (client, address) = twelve().await;
    let day: Date = "2026-03-01".parse().unwrap();
    let GetReportResponse::Rows(mut rows) = client.get_report(day).await.unwrap() else {
        panic!("rows")
    };
    let first = rows.next().await.unwrap().unwrap();
    assert_eq!(
        (first.fee.as_str(), first.settled_on),
        ("0.10", Maybe::Null)
    );
    let GetReportResponse::Csv(csv) = client.get_report(day).csv().await.unwrap() else {
        panic!("CSV")
    };
    assert!(csv.starts_with("payment,fee\npay_1,0.10\n"), "{csv}");
    let GetReportResponse::Pdf(pdf) = client.get_report(day).pdf().await.unwrap() else {
        panic!("PDF")
    };
    assert!(pdf.collect().await.unwrap().starts_with(b"%PDF"));

    let later = client.get_report("2027-01-01".parse().unwrap()).await;
    let GetReportResponse::Accepted(later) = later.unwrap() else {
        panic!("not ready")
    };
    assert_eq!(later.retry_after, 3600);
    let never = client.get_report("2025-01-01".parse().unwrap()).await;
    assert!(matches!(never, Err(Error::Api(_))));

    let ask = async |accept: &str| {
        let request = Request::new("GET", "/v1/reports/2026-03-01").key(SECRET);
        request.header("accept", accept).send(address).await
    };
    for (accept, status, media) in [
        ("application/json", 406, "application/json"),
        ("text/csv;q=0.5, application/pdf", 200, "application/pdf"),
        ("text/*", 200, "text/csv; charset=utf-8"),
        ("*/*", 200, "application/x-ndjson"),
    ] {
        let response = ask(accept).await;
        let found = (response.status, response.header("content-type"));
        assert_eq!(found, (status, Some(media)), "{accept}");
    }
    assert_eq!(get(address, "/v1/reports/today").await.status, 400);
}

#[tokio::test]
async fn the_key_or_the_token_decides_what_a_caller_may_do() {
    let (_, address) = start().await;
    let public = build(builder(address).credentials(Credentials::key(PUBLISHABLE)));
    public.create_payment(wanted(debit())).await.unwrap();
    let Err(Error::Rejected(refused)) = public.list_payments().await else {
        panic!("only the secret key lists payments")
    };
    assert_eq!(refused.status.as_u16(), 403);
    let platform = |scopes: &str| {
        let token = AccessToken::new(scopes);
        build(builder(address).credentials(Credentials::platform(token)))
    };
    let reader = platform("payments:read");
    assert_eq!(reader.list_payments().await.unwrap().data.len(), 1);
    assert!(reader.create_payment(wanted(debit())).await.is_err());
    let writer = platform("payments:read payments:write");
    writer.create_payment(wanted(debit())).await.unwrap();
    // A platform has no secret key, and a call without any credentials is not sent.
    assert!(matches!(
        writer.cancel_payment("pay_1").await,
        Err(Error::Request(_))
    ));
    for key in ["", "sk_other"] {
        let request = Request::new("GET", "/v1/payments").key(key);
        let response = request.send(address).await;
        assert_eq!(response.status, 401, "{key}");
        assert_eq!(response.json()["error"]["message"], "No API key");
    }
}

#[tokio::test]
async fn accounts_and_versions_are_kept_apart() {
    let (client, address) = start().await;
    let call = client.create_payment(wanted(debit()));
    call.payments_account("acct_1").await.unwrap();
    let own = client.list_payments().await.unwrap();
    let theirs = client
        .list_payments()
        .payments_account("acct_1")
        .await
        .unwrap();
    assert_eq!((own.data.len(), theirs.data.len()), (0, 1));
    for (version, status) in [("2026-03-01", 200), ("2025-01-01", 400)] {
        let request = Request::new("GET", "/v1/payments").key(SECRET);
        let request = request.header("Payments-Version", version);
        assert_eq!(request.send(address).await.status, status, "{version}");
    }
}
