//! A payments API that keeps everything in memory: it implements the API in `tests/apis/payments.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

mod bank;
mod replay;
mod reports;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use payments_api::Client;
use payments_api::client::{ClientBuilder, Credentials as Secrets, Retry};
use payments_api::errors::{InvalidRequest, NotFound};
use payments_api::operations::*;
use payments_api::server::*;
use payments_api::types::*;
use payments_api::{Page, PageRequest};

use self::bank::Decision;
use self::replay::{Replays, Seen};

/// A key that does all.
pub const SECRET: &str = "sk_test";
/// A key that creates payments.
pub const PUBLISHABLE: &str = "pk_test";

/// The server. Clones share their data.
#[derive(Debug, Clone, Default)]
pub struct Payments(Arc<Mutex<Accounts>>);

/// The data of the connected accounts, and of the account of the key.
type Accounts = BTreeMap<Option<AccountId>, Account>;

/// The data of an account.
#[derive(Debug, Default)]
struct Account {
    payments: Vec<Payment>,
    customers: Vec<Customer>,
    created: Replays<CreatePaymentResponse>,
}

/// Who calls: the kind of the key, or the scopes of the token.
#[derive(Debug, Clone)]
pub struct Caller(String);

impl Payments {
    /// Serves it on a free port.
    pub async fn serve(&self) -> SocketAddr {
        crate::serving::serve(router(self.clone())).await
    }

    /// Changes the data of an account.
    fn account<T>(&self, id: Option<AccountId>, change: impl FnOnce(&mut Account) -> T) -> T {
        let mut accounts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(accounts.entry(id).or_default())
    }
}

/// A client with the key that does all. It does not retry.
pub fn client(address: SocketAddr) -> Client {
    build(builder(address).credentials(Secrets::key(SECRET)))
}

/// A client without credentials that does not retry.
pub fn builder(address: SocketAddr) -> ClientBuilder {
    crate::transports::client(crate::serving::base_url(address), Client::builder)
        .retry(Retry::never())
}

/// The client.
pub fn build(builder: ClientBuilder) -> Client {
    builder.build().expect("the settings are valid")
}

impl Account {
    fn create(&mut self, wanted: PaymentCreate) -> CreatePaymentResponse {
        let number = self.payments.len() + 1;
        let decision = bank::decide(&wanted.method);
        let metadata = wanted.metadata.unwrap_or_default();
        let payment = Payment {
            id: PaymentId::new(format!("pay_{number}")),
            amount: wanted.amount,
            currency: wanted.currency,
            method: bank::shown(wanted.method),
            description: wanted.description,
            status: match decision {
                Decision::Paid => PaymentStatus::Paid,
                Decision::Pending => PaymentStatus::Pending,
            },
            created: 1_000 * number as i64,
            customer: metadata
                .get("customer")
                .map(|id| CustomerId::new(id.clone()).into()),
            metadata,
        };
        self.payments.push(payment.clone());
        match decision {
            Decision::Paid => CreatePaymentResponse::Created(payment),
            Decision::Pending => CreatePaymentResponse::Accepted(CreatePaymentAccepted {
                body: payment,
                retry_after: 60,
            }),
        }
    }

    fn payment(&mut self, id: &PaymentId) -> Result<&mut Payment, NotFound> {
        let found = self.payments.iter_mut().find(|payment| payment.id == *id);
        found.ok_or_else(NotFound::new)
    }

    /// The payment with its customer instead of an identifier, if it is known.
    fn expanded(&self, mut payment: Payment) -> Payment {
        if let Some(CustomerRef::Id(id)) = &payment.customer {
            let mut known = self.customers.iter();
            if let Some(customer) = known.find(|customer| customer.id == *id) {
                payment.customer = Some(CustomerRef::Expanded(customer.clone()));
            }
        }
        payment
    }

    /// The newest payments first.
    fn page(
        &self,
        wanted: impl Fn(&Payment) -> bool,
        page: &PageRequest,
    ) -> Result<Page<Payment>, InvalidRequest> {
        let newest = self.payments.iter().rev();
        let after: Vec<&Payment> = match page.starting_after.as_deref() {
            None => newest.collect(),
            Some(last) => {
                if !self.payments.iter().any(|of| of.id.as_str() == last) {
                    let problem = format!("There is no payment `{last}`");
                    return Err(invalid("starting_after", &problem));
                }
                let others = newest.skip_while(|payment| payment.id.as_str() != last);
                others.skip(1).collect()
            }
        };
        let mut found = after.into_iter().filter(|payment| wanted(payment));
        let limit = usize::try_from(page.limit).unwrap_or(usize::MAX);
        let data: Vec<Payment> = found.by_ref().take(limit).cloned().collect();
        let has_more = found.next().is_some();
        Ok(Page { data, has_more })
    }
}

/// An error about a parameter.
fn invalid(parameter: &str, problem: &str) -> InvalidRequest {
    let mut error = InvalidRequest::new().with_message(problem);
    error.body.details_mut().parameter = Some(parameter.to_owned());
    error
}

fn is_in(filter: &TimeFilter, time: i64) -> bool {
    match filter {
        TimeFilter::At(at) => time == *at,
        TimeFilter::Range(range) => {
            range.gte.is_none_or(|first| time >= first) && range.lt.is_none_or(|end| time < end)
        }
    }
}

impl PaymentsApi for Payments {
    type Caller = Caller;

    async fn authenticate(&self, credentials: Credentials<'_>) -> Result<Caller, AuthError> {
        match credentials {
            Credentials::Key(key) if [SECRET, PUBLISHABLE].contains(&key.as_str()) => {
                Ok(Caller(key.as_str().to_owned()))
            }
            // The token is the list of its scopes.
            Credentials::Platform(token) if token.as_str().starts_with("payments:") => {
                Ok(Caller(token.as_str().to_owned()))
            }
            Credentials::Key(_) | Credentials::Platform(_) => Err(AuthError::UnknownKey),
        }
    }

    fn permits(&self, caller: &Caller, key: Key) -> bool {
        match key {
            Key::PublishableKey => true,
            Key::SecretKey => caller.0 == SECRET,
            Key::Platform(scopes) => scopes.iter().all(|scope| caller.0.contains(scope)),
        }
    }

    async fn create_payment(
        &self,
        _: Caller,
        request: CreatePayment,
    ) -> Result<CreatePaymentResponse, CreatePaymentError> {
        let (account, wanted) = (request.payments_account, request.body);
        let Some(key) = request.idempotency_key else {
            bank::check(&wanted).await?;
            return Ok(self.account(account, |of| of.create(wanted)));
        };
        let fingerprint = replay::fingerprint(&wanted);
        match self.account(account.clone(), |of| of.created.begin(&key, &fingerprint)) {
            Seen::New => {}
            Seen::Done(response) => return Ok(response),
            Seen::Running(error) => return Err(error.into()),
            Seen::Different(error) => return Err(error.into()),
        }
        if let Err(error) = bank::check(&wanted).await {
            self.account(account, |of| of.created.forget(&key));
            return Err(error);
        }
        Ok(self.account(account, |of| {
            let response = of.create(wanted);
            of.created.end(&key, response.clone());
            response
        }))
    }

    async fn list_payments(
        &self,
        _: Caller,
        request: ListPayments,
    ) -> Result<Page<Payment>, ListPaymentsError> {
        let wanted = |payment: &Payment| {
            let is_in_time = request.created.as_ref();
            (request.status.is_empty() || request.status.contains(&payment.status))
                && is_in_time.is_none_or(|filter| is_in(filter, payment.created))
        };
        let expands = request.expand.iter().any(|path| path == "data.customer");
        self.account(request.payments_account, |of| {
            let mut page = of.page(wanted, &request.page)?;
            if expands {
                let payments = page.data.into_iter();
                page.data = payments.map(|payment| of.expanded(payment)).collect();
            }
            Ok(page)
        })
    }

    async fn update_payment(
        &self,
        _: Caller,
        request: UpdatePayment,
    ) -> Result<Payment, UpdatePaymentError> {
        self.account(request.payments_account, |of| {
            let payment = of.payment(&request.id)?;
            match request.body.description {
                Maybe::Absent => {}
                Maybe::Null => payment.description = None,
                Maybe::Value(text) => payment.description = Some(text),
            }
            if let Some(metadata) = request.body.metadata {
                payment.metadata = metadata;
            }
            Ok(payment.clone())
        })
    }

    async fn cancel_payment(
        &self,
        _: Caller,
        request: CancelPayment,
    ) -> Result<Payment, CancelPaymentError> {
        self.account(request.payments_account, |of| {
            let payment = of.payment(&request.id)?;
            if payment.status != PaymentStatus::Pending {
                return Err(InvalidRequest::new()
                    .with_message("Only pending payments can be canceled")
                    .into());
            }
            payment.status = PaymentStatus::Failed;
            let reason = request.body.map(|body| body.reason);
            payment
                .metadata
                .extend(reason.map(|text| ("reason".to_owned(), text)));
            Ok(payment.clone())
        })
    }

    async fn create_customer(
        &self,
        _: Caller,
        request: CreateCustomer,
    ) -> Result<Customer, CreateCustomerError> {
        Ok(self.account(request.payments_account, |of| {
            let customer = Customer {
                id: CustomerId::new(format!("cus_{}", of.customers.len() + 1)),
                email: request.body.email,
            };
            of.customers.push(customer.clone());
            customer
        }))
    }

    async fn get_report(
        &self,
        _: Caller,
        request: GetReport,
    ) -> Result<GetReportResponse, GetReportError> {
        let payments = self.account(None, |of| of.payments.clone());
        reports::report(request.day, request.choice, &payments)
    }
}
