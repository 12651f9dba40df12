//! Asking for one of several contents.

use super::Call;
use super::outcome::FromResponse;
use super::request::Request;
use crate::choice::{SelectedBy, SelectorPart};
use crate::error::OperationError;

impl<T, E: OperationError> Call<T, E> {
    /// Asks for the content at this position, which is a `U`.
    #[doc(hidden)]
    pub fn choose<U: FromResponse>(mut self, choice: usize) -> Call<U, E> {
        self.request.choose(choice);
        self.returning()
    }
}

impl Request {
    fn choose(&mut self, choice: usize) {
        self.choice = choice;
        let choices = self.operation.choices().unwrap_or_default();
        if let Some(selected_by) = choices.get(choice).and_then(|of| of.selected_by) {
            self.select(selected_by);
        }
    }

    /// Sends the value that asks for a content.
    fn select(&mut self, of: SelectedBy) {
        match of.part {
            SelectorPart::Query => {
                self.take_query(of.name);
                self.add_text(of.name, of.value);
            }
            SelectorPart::Body => self.set_field(of.name, of.value),
            SelectorPart::Form => self.set_form_field(of.name, of.value),
            SelectorPart::Parts => self.set_part(of.name, of.value),
        }
    }
}
