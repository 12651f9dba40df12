//! The settlements of a day.

use std::convert::Infallible;

use futures_util::stream;
use payments_api::errors::NotFound;
use payments_api::operations::{
    GetReportAccepted, GetReportChoice, GetReportError, GetReportResponse,
};
use payments_api::types::{Body, Date, JsonLines, Maybe, Payment, PaymentStatus, ReportRow};

/// The report. There are no reports before 2026, and the reports of later years are not ready.
pub(super) fn report(
    day: Date,
    choice: GetReportChoice,
    payments: &[Payment],
) -> Result<GetReportResponse, GetReportError> {
    match day.get().year() {
        ..2026 => return Err(NotFound::new().into()),
        2026 => {}
        2027.. => {
            let retry_after = 3600;
            return Ok(GetReportResponse::Accepted(GetReportAccepted {
                retry_after,
            }));
        }
    }
    let rows = payments.iter().map(move |payment| ReportRow {
        payment: payment.id.clone(),
        // 1 %, in whole units.
        fee: format!(
            "{}.{:02}",
            payment.amount / 10_000,
            payment.amount / 100 % 100
        )
        .parse()
        .unwrap_or_else(|never| panic!("{never}")),
        settled_on: match payment.status {
            PaymentStatus::Paid => Maybe::Value(day),
            _ => Maybe::Null,
        },
    });
    let rows: Vec<ReportRow> = rows.collect();
    Ok(match choice {
        GetReportChoice::Rows => {
            let rows = rows.into_iter().map(Ok::<_, Infallible>);
            GetReportResponse::Rows(JsonLines::new(stream::iter(rows)))
        }
        GetReportChoice::Csv => {
            let lines = rows
                .iter()
                .map(|row| format!("{},{}\n", row.payment, row.fee));
            GetReportResponse::Csv(format!("payment,fee\n{}", lines.collect::<String>()))
        }
        GetReportChoice::Pdf => GetReportResponse::Pdf(Body::from(format!(
            "%PDF-1.7\n{} payments\n%%EOF\n",
            rows.len()
        ))),
    })
}
