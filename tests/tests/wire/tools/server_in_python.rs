//! A server of payments in Python's standard library.

use std::process::Stdio;

use futures_util::StreamExt;
use payments_api::Client;
use payments_api::client::{Error, Retry};
use payments_api::operations::*;
use payments_api::types::*;
use specsmith_tests::cases;
use tokio::io::AsyncReadExt;
use tokio::process::Command;

use super::{card, client, day, spawn, variable};

#[tokio::test]
#[ignore = "needs Python"]
async fn a_python_server_of_payments() {
    let script = cases::root().join("tests/tools/serve_payments.py");
    let mut command = Command::new(variable("TOOLS_PYTHON"));
    let (mut server, mut lines) = spawn(command.arg(script).stderr(Stdio::piped()));
    let port = lines.next_line().await.unwrap().unwrap();
    let client = client(&format!("http://127.0.0.1:{port}"), Retry::default());
    creates(&client).await;
    changes(&client).await;
    lists(&client).await;
    reports(&client).await;
    fails(&client).await;
    server.kill().await.unwrap();
    let mut requests = String::new();
    let log = server.stderr.as_mut().unwrap();
    log.read_to_string(&mut requests).await.unwrap();
    // Each of the five payments was tried twice, with one key.
    let tries = requests.matches("\"POST /v1/payments HTTP/1.1\"").count();
    assert_eq!(tries, 10, "{requests}");
}

async fn creates(client: &Client) {
    let mut wanted = card("4242424242424242");
    wanted.splits = Some(vec![
        Split {
            account: AccountId::new("acct_1"),
            share: 0.25,
        },
        Split {
            account: AccountId::new("acct & co"),
            share: 0.5,
        },
    ]);
    wanted.metadata = Some([("größe".to_owned(), "a=b&c".to_owned())].into());
    let CreatePaymentResponse::Created(paid) = client.create_payment(wanted).await.unwrap() else {
        panic!("the bank has decided")
    };
    assert_eq!(paid.metadata["größe"], "a=b&c");
    assert_eq!(paid.metadata["splits"], "0.25,0.5");
    let PaymentMethod::Card(shown) = paid.method else {
        panic!("{:?}", paid.method)
    };
    assert_eq!((shown.last4.as_str(), shown.expiry.0), ("4242", 12));

    let debit = SepaDebit {
        iban: "DE02120300000000202051".to_owned(),
    };
    for (method, tag) in [
        (debit.into(), "sepa_debit"),
        // The server knows more methods than the client.
        (PaymentMethodInput::Balance, "balance_v2"),
    ] {
        let wanted = PaymentCreate::new(7, Currency::Other("xau".to_owned()), method);
        let pending = client.create_payment(wanted).await.unwrap();
        let CreatePaymentResponse::Accepted(pending) = pending else {
            panic!("the bank has not decided")
        };
        assert_eq!(pending.retry_after, 30);
        let payment = pending.body;
        assert_eq!(payment.status, PaymentStatus::Other("in_review".to_owned()));
        assert_eq!(payment.method.tag(), tag);
    }
    let customer = CustomerInput {
        email: "ada@example.com".parse().unwrap(),
        tax_number: Some("12".to_owned()),
    };
    let customer = client.create_customer(customer).await.unwrap();
    assert_eq!(customer.id, CustomerId::new("cus_1"));
}

async fn changes(client: &Client) {
    let mut change = PaymentUpdate {
        description: Maybe::Value("tea & cake".to_owned()),
        ..PaymentUpdate::default()
    };
    let changed = client.update_payment("pay_1", change.clone()).await;
    assert_eq!(changed.unwrap().description.as_deref(), Some("tea & cake"));
    change.description = Maybe::Null;
    let changed = client.update_payment("pay_1", change).await.unwrap();
    assert_eq!(changed.description, None);
    let canceled = client.cancel_payment("pay_2").await.unwrap();
    assert_eq!(canceled.metadata["reason"], "none");
    let reason = "too slow".to_owned();
    let canceled = client.cancel_payment("pay_2").body(Cancellation { reason });
    assert_eq!(canceled.await.unwrap().metadata["reason"], "too slow");
}

async fn lists(client: &Client) {
    let all = client.list_payments().limit(1).stream();
    let all: Vec<String> = all.map(|of| of.unwrap().id.to_string()).collect().await;
    assert_eq!(all, ["pay_3", "pay_2", "pay_1"]);
    let range = TimeRange {
        gte: Some(1000),
        lt: Some(3000),
    };
    let found = client.list_payments().created(range);
    let found = found.status(vec![PaymentStatus::Paid, PaymentStatus::Failed]);
    let found = found
        .expand(vec!["data.customer".to_owned()])
        .await
        .unwrap()
        .data;
    let ids: Vec<&str> = found.iter().map(|of| of.id.as_str()).collect();
    assert_eq!(ids, ["pay_2", "pay_1"]);
    let customer = found[0].customer.as_ref().unwrap();
    assert!(matches!(customer, CustomerRef::Expanded(_)), "{customer:?}");
}

async fn reports(client: &Client) {
    let GetReportResponse::Rows(rows) = client.get_report(day("2026-03-01")).await.unwrap() else {
        panic!("rows")
    };
    let rows: Vec<ReportRow> = rows.map(|row| row.unwrap()).collect().await;
    let settled: Vec<_> = rows.iter().map(|row| &row.settled_on).collect();
    assert_eq!(settled, [&Maybe::Null, &Maybe::Absent]);
    let csv = client.get_report(day("2026-03-01")).csv().await.unwrap();
    assert!(
        matches!(&csv, GetReportResponse::Csv(csv) if csv == "payment,fee\r\npay_1,0.10\r\n"),
        "{csv:?}"
    );
    let pdf = client.get_report(day("2026-03-01")).pdf().await.unwrap();
    let GetReportResponse::Pdf(pdf) = pdf else {
        panic!("{pdf:?}")
    };
    assert_eq!(pdf.collect().await.unwrap(), b"%PDF-1.7\x00\xff"[..]);
    let later = client.get_report(day("2027-01-01")).await.unwrap();
    assert!(
        matches!(&later, GetReportResponse::Accepted(later) if later.retry_after == 3600),
        "{later:?}"
    );
}

async fn fails(client: &Client) {
    let declined = client.create_payment(card("4000000000000002")).await;
    let Err(Error::Api(CreatePaymentError::CardDeclined(declined))) = declined else {
        panic!("{declined:?}")
    };
    assert_eq!(declined.decline_code.as_deref(), Some("lost_card"));
    // A field that the document does not know is kept.
    assert_eq!(declined.body.other("advice").unwrap(), "call the bank");
    let same = client.create_payment(card("4242424242424242"));
    same.idempotency_key("mine").await.unwrap();
    let missing = client.cancel_payment("pay_9").await.unwrap_err();
    let Error::Api(CancelPaymentError::NotFound(missing)) = missing else {
        panic!("{missing:?}")
    };
    assert_eq!(missing.body.message, "No pay_9");
    // What a proxy sends.
    let broken = client.get_report(day("2020-01-01")).await.unwrap_err();
    assert_eq!(broken.status().unwrap(), 502);
}
