//! Parts of an object whose tag has been read, as values that can be read again.

use std::fmt;
use std::vec;

use crate::Json;
use crate::decode::{AnyObject, AnySeed, AnyValue, AnyVisitor, Failed, Hint, Token, erase};

/// A value that has been found, as a value again.
pub(super) struct Again<'a, 'de>(pub(super) Option<Token<'a, 'de>>);

impl<'de> AnyValue<'de> for Again<'_, 'de> {
    fn read(&mut self, _: Hint, visitor: &mut dyn AnyVisitor<'de>) -> Result<(), Failed> {
        visitor.take(self.0.take().ok_or(Failed)?)
    }
}

/// An object as a value.
pub(super) struct ObjectValue<'a, 'de>(pub(super) &'a mut dyn AnyObject<'de>);

impl<'de> AnyValue<'de> for ObjectValue<'_, 'de> {
    fn read(&mut self, _: Hint, visitor: &mut dyn AnyVisitor<'de>) -> Result<(), Failed> {
        visitor.take(Token::Object(&mut *self.0))
    }
}

/// A value that is missing.
pub(super) struct Missing;

impl<'de> AnyValue<'de> for Missing {
    fn read(&mut self, _: Hint, visitor: &mut dyn AnyVisitor<'de>) -> Result<(), Failed> {
        visitor.take(Token::Null)
    }
}

/// The fields of an object: those that came before the tag, then the rest.
pub(super) struct Members<'m, 'de> {
    before: vec::IntoIter<(String, Json)>,
    /// The value of the last field, if it came before the tag.
    value: Option<Json>,
    /// The name of the tag.
    tag: &'static str,
    rest: Option<&'m mut dyn AnyObject<'de>>,
    /// Whether the rest contains the tag again.
    pub(super) repeats_tag: bool,
}

impl<'m, 'de> Members<'m, 'de> {
    pub(super) fn new(
        before: Vec<(String, Json)>,
        tag: &'static str,
        rest: Option<&'m mut dyn AnyObject<'de>>,
    ) -> Self {
        Self {
            before: before.into_iter(),
            value: None,
            tag,
            rest,
            repeats_tag: false,
        }
    }
}

impl<'de> AnyObject<'de> for Members<'_, 'de> {
    fn next_name(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<bool, Failed> {
        if let Some((name, value)) = self.before.next() {
            self.value = Some(value);
            seed.take(&mut Again(Some(Token::OwnedText(name))))?;
            return Ok(true);
        }
        let Some(rest) = &mut self.rest else {
            return Ok(false);
        };
        let mut watch = TagWatch {
            seed,
            tag: self.tag,
            has_met: false,
        };
        let more = rest.next_name(&mut watch)?;
        self.repeats_tag |= watch.has_met;
        if watch.has_met { Err(Failed) } else { Ok(more) }
    }

    fn next_value(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<(), Failed> {
        match (self.value.take(), &mut self.rest) {
            (Some(value), _) => erase(value, seed).map_err(|_| Failed),
            (None, Some(rest)) => rest.next_value(seed),
            (None, None) => Err(Failed),
        }
    }
}

/// Passes a name on, and notes whether it is the tag.
struct TagWatch<'s, 'de> {
    seed: &'s mut dyn AnySeed<'de>,
    tag: &'static str,
    has_met: bool,
}

impl<'de> AnySeed<'de> for TagWatch<'_, 'de> {
    fn take(&mut self, value: &mut dyn AnyValue<'de>) -> Result<(), Failed> {
        value.read(Hint::Any, self)
    }
}

impl<'de> AnyVisitor<'de> for TagWatch<'_, 'de> {
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn take(&mut self, token: Token<'_, 'de>) -> Result<(), Failed> {
        self.has_met = match &token {
            Token::Text(text) => *text == self.tag,
            Token::OwnedText(text) => text == self.tag,
            Token::Null
            | Token::Some(_)
            | Token::Boolean(_)
            | Token::Signed(_)
            | Token::Unsigned(_)
            | Token::Double(_)
            | Token::List(_)
            | Token::Object(_) => false,
        };
        self.seed.take(&mut Again(Some(token)))
    }
}
