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
        if let Some(selected_by) = choices.get(choice).and_then(|choice| choice.selected_by) {
            self.select(selected_by);
        }
    }

    /// Sends the value that asks for a content.
    fn select(&mut self, selector: SelectedBy) {
        match selector.part {
            SelectorPart::Query => {
                self.take_query(selector.name);
                self.add_text(selector.name, selector.value);
            }
            SelectorPart::Body => self.set_field(selector.name, selector.value),
            SelectorPart::Form => self.set_form_field(selector.name, selector.value),
            SelectorPart::Parts => self.set_part(selector.name, selector.value),
        }
    }
}
