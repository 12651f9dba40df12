//! Prism as a mock of the payments API.

use payments_api::client::{Error, Retry};
use payments_api::operations::*;
use payments_api::types::*;

use super::{card, client, day, prefer, prism};

#[tokio::test]
#[ignore = "needs Prism"]
async fn prism_as_a_mock_of_payments() {
    let (_server, url) = prism("payments").await;
    let client = client(&url, Retry::never());
    let range = TimeRange {
        gte: Some(1),
        lt: None,
    };
    let page = client.list_payments().created(range).limit(5);
    let page = page.status(vec![PaymentStatus::Paid]).await.unwrap();
    let payment = &page.data[0];
    assert_eq!(payment.id, PaymentId::new("pay_8Kd2"));
    let PaymentMethod::Card(card) = &payment.method else {
        panic!("{:?}", payment.method)
    };
    assert_eq!(card.expiry, CardExpiry(12, 2030));
    let customer = Some(CustomerRef::Id(CustomerId::new("cus_31aF")));
    assert_eq!(payment.customer, customer);

    let change = PaymentUpdate {
        description: Maybe::Value("tea & cake".to_owned()),
        metadata: Some([("a".to_owned(), "b".to_owned())].into()),
    };
    let changed = client.update_payment("pay_1", change).await.unwrap();
    assert_eq!(&changed, payment);
    let reason = "too slow".to_owned();
    let canceled = client.cancel_payment("pay_1").body(Cancellation { reason });
    assert_eq!(&canceled.await.unwrap(), payment);
    client.cancel_payment("pay_1").await.unwrap();

    let customer = CustomerInput {
        email: "ada@example.com".parse().unwrap(),
        tax_number: None,
    };
    let customer = client.create_customer(customer).await.unwrap();
    assert_eq!(customer.id, CustomerId::new("cus_31aF"));

    let csv = client.get_report(day("2026-03-01")).csv().await.unwrap();
    assert!(matches!(csv, GetReportResponse::Csv(_)), "{csv:?}");
    let pdf = client.get_report(day("2026-03-01")).pdf().await.unwrap();
    assert!(matches!(pdf, GetReportResponse::Pdf(_)), "{pdf:?}");
    // OpenAPI 3.1 has no schema for lines of JSON, so Prism sends any text.
    let rows = client.get_report(day("2026-03-01")).await.unwrap();
    let GetReportResponse::Rows(mut rows) = rows else {
        panic!("{rows:?}")
    };
    rows.next().await.unwrap().unwrap_err();
}

/// Prism sends the status that it is asked for.
#[tokio::test]
#[ignore = "needs Prism"]
async fn prism_as_a_mock_of_every_status_of_payments() {
    let (_server, url) = prism("payments").await;
    let client = client(&url, Retry::never());
    let later = client.get_report(day("2026-03-01"));
    let later = later.header("Prefer", &prefer(202)).await.unwrap();
    assert!(matches!(later, GetReportResponse::Accepted(_)), "{later:?}");

    for status in [400, 401, 404, 503] {
        let change = PaymentUpdate {
            description: Maybe::Value("tea".to_owned()),
            ..PaymentUpdate::default()
        };
        let call = client.update_payment("pay_1", change);
        let call = call.header("Prefer", &prefer(status));
        let error = call.await.unwrap_err();
        let Error::Api(error) = error else {
            panic!("{status}: {error:?}")
        };
        let message = match &error {
            UpdatePaymentError::InvalidRequest(error) => &error.body.message,
            UpdatePaymentError::Unauthorized(error) => &error.body.message,
            UpdatePaymentError::NotFound(error) => &error.body.message,
            UpdatePaymentError::ServerError(error) => &error.body.message,
        };
        assert_eq!(error.status(), status, "{message}");
    }
    let customer = CustomerInput {
        email: "ada@example.com".parse().unwrap(),
        tax_number: None,
    };
    let busy = client.create_customer(customer);
    let busy = busy.header("Prefer", &prefer(409)).await;
    let Err(Error::Api(CreateCustomerError::KeyInUse(busy))) = busy else {
        panic!("{busy:?}")
    };
    assert_eq!(busy.body.code(), Some("key_in_use"));
    // Prism does not read unions in forms, so it rejects every payment, in the documented way.
    let rejected = client.create_payment(card("4242424242424242")).await;
    assert!(
        matches!(
            rejected,
            Err(Error::Api(CreatePaymentError::InvalidRequest(_)))
        ),
        "{rejected:?}"
    );
}
