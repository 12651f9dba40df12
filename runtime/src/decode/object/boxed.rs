//! Fields that are `Boxed` or contain `Boxed` fields.

use std::collections::BTreeMap;

use super::Fields;
use crate::decode::Decode;
use crate::decode::access::ObjectAccess;
use crate::decode::boxed::{DecodeBoxed, Reader, read_boxed};
use crate::rules::{Checked, Rule};

impl<'de, A: ObjectAccess<'de>> Fields<'_, A> {
    /// Reads the value of a field that is `Boxed` into `slot`.
    ///
    /// # Errors
    /// If the value is invalid, unless validation errors are collected.
    pub fn set_boxed<T, V: DecodeBoxed<T>>(
        &mut self,
        slot: &mut Option<V>,
        reader: Reader<T>,
    ) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let value = read_boxed(&mut self.map, self.context, reader);
        self.fill(slot, value, mark)
    }

    /// Reads the value of a field that is `Boxed` into `slot`, and checks it against `rules` if
    /// constraints are checked.
    ///
    /// # Errors
    /// If the value is invalid or breaks a rule, unless validation errors are collected.
    pub fn set_boxed_checked<T, V: DecodeBoxed<T> + Checked>(
        &mut self,
        slot: &mut Option<V>,
        reader: Reader<T>,
        rules: &[&dyn Rule<V::Target>],
    ) -> Result<(), A::Error> {
        self.set_boxed(slot, reader)?;
        self.check(slot, rules)
    }

    /// Reads the value of a field that is not `Boxed`, but contains `Boxed` fields, into `slot`.
    ///
    /// # Errors
    /// If the value is invalid, unless validation errors are collected.
    pub fn set_nested<T, V: Decode + DecodeBoxed<T>>(
        &mut self,
        slot: &mut Option<V>,
        reader: Reader<T>,
    ) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let value = self.map.next_nested(self.context, reader);
        self.fill(slot, value, mark)
    }

    /// Reads the value of a field that is not `Boxed`, but contains `Boxed` fields, into `slot`, and
    /// checks it against `rules` if constraints are checked.
    ///
    /// # Errors
    /// If the value is invalid or breaks a rule, unless validation errors are collected.
    pub fn set_nested_checked<T, V: Decode + DecodeBoxed<T> + Checked>(
        &mut self,
        slot: &mut Option<V>,
        reader: Reader<T>,
        rules: &[&dyn Rule<V::Target>],
    ) -> Result<(), A::Error> {
        self.set_nested(slot, reader)?;
        self.check(slot, rules)
    }

    /// Keeps a field that is not in the specification, with a `Boxed` value.
    ///
    /// # Errors
    /// If the value is invalid or the field occurs twice, unless validation errors are collected.
    pub fn keep_boxed<T, V: DecodeBoxed<T>>(
        &mut self,
        others: &mut BTreeMap<String, V>,
        reader: Reader<T>,
    ) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let value = read_boxed(&mut self.map, self.context, reader);
        self.insert(others, value, mark)
    }

    /// Keeps a field that is not in the specification, with a value that is not `Boxed`, but contains
    /// `Boxed` fields.
    ///
    /// # Errors
    /// If the value is invalid or the field occurs twice, unless validation errors are collected.
    pub fn keep_nested<T, V: Decode + DecodeBoxed<T>>(
        &mut self,
        others: &mut BTreeMap<String, V>,
        reader: Reader<T>,
    ) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let value = self.map.next_nested(self.context, reader);
        self.insert(others, value, mark)
    }
}
