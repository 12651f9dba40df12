//! What a bank says about a payment. The number of the card decides, as in the tests of real providers.

use std::time::Duration;

use payments_api::errors::{CardDeclined, CardExpired, ServerError};
use payments_api::operations::CreatePaymentError;
use payments_api::types::{Card, CardInput, PaymentCreate, PaymentMethod, PaymentMethodInput};

/// The bank has decided, or needs more time.
pub(super) enum Decision {
    Paid,
    Pending,
}

/// Direct debits take days.
pub(super) fn decide(method: &PaymentMethodInput) -> Decision {
    match method {
        PaymentMethodInput::SepaDebit(_) => Decision::Pending,
        PaymentMethodInput::Card(_) | PaymentMethodInput::Balance => Decision::Paid,
        // A method that this server does not know is left to people.
        PaymentMethodInput::Other(_) => Decision::Pending,
    }
}

/// Declines cards whose numbers end in 0002, does not answer for 0500, and is slow for 0100.
pub(super) async fn check(wanted: &PaymentCreate) -> Result<(), CreatePaymentError> {
    let PaymentMethodInput::Card(card) = &wanted.method else {
        return Ok(());
    };
    if card.expiry.1 < 2026 {
        return Err(CardExpired::new().into());
    }
    match &card.number[card.number.len() - 4..] {
        "0002" => Err(CardDeclined::new().decline_code("lost_card").into()),
        "0100" => {
            tokio::time::sleep(Duration::from_secs(2)).await;
            Ok(())
        }
        "0500" => Err(ServerError::new(503)
            .with_message("The bank is closed")
            .into()),
        _ => Ok(()),
    }
}

/// The method as it is shown: without the number of a card.
pub(super) fn shown(method: PaymentMethodInput) -> PaymentMethod {
    match method {
        PaymentMethodInput::Card(CardInput { number, expiry }) => PaymentMethod::Card(Card {
            last4: number[number.len() - 4..].to_owned(),
            expiry,
        }),
        PaymentMethodInput::SepaDebit(debit) => PaymentMethod::SepaDebit(debit),
        PaymentMethodInput::Balance => PaymentMethod::Balance,
        PaymentMethodInput::Other(value) => PaymentMethod::Other(value),
    }
}
