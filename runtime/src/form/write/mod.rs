//! Writing a form, pair by pair.

mod container;
mod serializer;

use std::fmt::{self, Display};

use percent_encoding::utf8_percent_encode;
use serde_core::{Serialize, ser};

use self::container::{Container, FormContainer};
use super::style::{FieldStyle, FieldStyles};
use super::{Lists, MAX_DEPTH};
use crate::Json;
use crate::encode::to_json;
use crate::parameter::Separator;
use crate::percent::COMPONENT;

/// Why a value has no form. It never contains the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormError(String);

impl Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormError {}

impl ser::Error for FormError {
    fn custom<T: Display>(problem: T) -> Self {
        Self(problem.to_string())
    }
}

/// Writes an object as a form. With a name, writes a value of any kind as the parts of this field.
pub(super) fn write<T: Serialize + ?Sized>(
    name: Option<&str>,
    value: &T,
    lists: Lists,
    styles: FieldStyles,
) -> Result<String, FormError> {
    let mut writer = FormWriter::new(name, lists, styles);
    value.serialize(&mut writer)?;
    Ok(writer.text)
}

/// Writes an object of single values as a form.
pub(super) fn write_flat<T: Serialize + ?Sized>(value: &T) -> Result<String, FormError> {
    let mut writer = FormWriter::new(None, Lists::Repeated, &[]);
    writer.is_flat = true;
    value.serialize(&mut writer)?;
    Ok(writer.text)
}

/// The form so far. The type is not generic, so that it is compiled once and not for every API.
struct FormWriter {
    text: String,
    lists: Lists,
    /// The fields of the form that have their own style.
    styles: FieldStyles,
    /// The name of the value that is being written: `a[b]`. `None` for a form as a whole.
    name: Option<String>,
    /// The number of parts of the name.
    depth: usize,
    /// Whether the value is an item of a list without indexes, which holds only scalars.
    is_item: bool,
    /// Whether all fields are scalars.
    is_flat: bool,
}

/// The length of a name, and the number of its parts.
#[derive(Clone, Copy)]
struct NameEnd {
    length: Option<usize>,
    depth: usize,
}

impl FormWriter {
    fn new(name: Option<&str>, lists: Lists, styles: FieldStyles) -> Self {
        Self {
            text: String::new(),
            lists,
            styles,
            name: name.map(str::to_owned),
            depth: usize::from(name.is_some()),
            is_item: false,
            is_flat: false,
        }
    }

    /// Writes a pair.
    fn pair(&mut self, value: &str) -> Result<(), FormError> {
        let name = self.name.as_deref().ok_or_else(not_an_object)?;
        if !self.text.is_empty() {
            self.text.push('&');
        }
        self.text.extend(utf8_percent_encode(name, COMPONENT));
        self.text.push('=');
        self.text.extend(utf8_percent_encode(value, COMPONENT));
        Ok(())
    }

    /// Writes a pair whose value is encoded.
    fn encoded_pair(&mut self, value: &str) -> Result<(), FormError> {
        self.pair("")?;
        self.text.push_str(value);
        Ok(())
    }

    /// The style of the field that the name so far is.
    fn style(&self) -> Option<FieldStyle> {
        let name = self.name.as_deref().filter(|_| self.depth == 1)?;
        FieldStyle::of(name, self.styles)
    }

    /// Writes a field that has its own style.
    fn styled<T: Serialize + ?Sized>(
        &mut self,
        style: FieldStyle,
        value: &T,
    ) -> Result<(), FormError> {
        let json = to_json(Vec::new(), value).map_err(<FormError as ser::Error>::custom)?;
        let value: Json =
            serde_json::from_slice(&json).map_err(<FormError as ser::Error>::custom)?;
        match (value, style) {
            (Json::Null, _) => self.pair(""),
            (Json::Array(items), FieldStyle::Separated(separator)) => {
                self.separated(&items, separator)
            }
            (Json::Array(items), FieldStyle::JsonItems) => {
                if items.is_empty() {
                    return self.pair("");
                }
                items.iter().try_for_each(|item| self.scalar(item))
            }
            (value, FieldStyle::Json | FieldStyle::JsonItems | FieldStyle::Separated(_)) => {
                self.scalar(value)
            }
        }
    }

    /// Writes a list of scalars as one text.
    fn separated(&mut self, items: &[Json], separator: Separator) -> Result<(), FormError> {
        let mut text = String::new();
        for (index, item) in items.iter().enumerate() {
            let item = match item {
                Json::String(item) => item.clone(),
                Json::Null => String::new(),
                item => item.to_string(),
            };
            if separator
                .reserved()
                .is_some_and(|reserved| item.contains(reserved))
            {
                return Err(self.error("has an item that contains the separator of the list"));
            }
            if item.is_empty() && items.len() == 1 {
                return Err(self.error("is a list of one empty item"));
            }
            // Only another comma shows that an encoded one belongs to an item.
            if item.contains(',') && items.len() == 1 && separator == Separator::Comma {
                return Err(self.error("is a list of one item that contains the separator"));
            }
            if index > 0 {
                text.push_str(separator.written());
            }
            text.extend(utf8_percent_encode(&item, COMPONENT));
        }
        self.encoded_pair(&text)
    }

    fn scalar(&mut self, value: impl Display) -> Result<(), FormError> {
        self.pair(&value.to_string())
    }

    fn float(&mut self, is_finite: bool, value: impl Display) -> Result<(), FormError> {
        if is_finite {
            self.scalar(value)
        } else {
            Err(self.error("is not finite, and a form has no number for it"))
        }
    }

    /// Adds the name of a field to the name.
    fn enter(&mut self, field: &str) -> Result<(), FormError> {
        // The name as a whole can be empty.
        if field.contains(['[', ']']) || (field.is_empty() && self.name.is_some()) {
            return Err(self.error(NOT_A_NAME));
        }
        self.push(field)
    }

    fn push(&mut self, part: &str) -> Result<(), FormError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("nests more than 32 levels deep"));
        }
        match &mut self.name {
            Some(name) if name.is_empty() => return Err(self.error(NOT_A_NAME)),
            Some(name) => name.extend(["[", part, "]"]),
            None => self.name = Some(part.to_owned()),
        }
        Ok(())
    }

    /// Where the name ends.
    fn place(&self) -> NameEnd {
        NameEnd {
            length: self.name.as_ref().map(String::len),
            depth: self.depth,
        }
    }

    /// Removes the parts of the name after this place.
    fn leave(&mut self, to: NameEnd) {
        self.depth = to.depth;
        match (to.length, &mut self.name) {
            (Some(length), Some(name)) => name.truncate(length),
            (_, name) => *name = None,
        }
    }

    /// An error in the field that the name begins with. Its other parts may be keys of a map whose contents
    /// must not be shown.
    #[cold]
    fn error(&self, problem: &str) -> FormError {
        let name = self.name.as_deref().unwrap_or_default();
        match name.split('[').next() {
            Some(first) if !first.is_empty() => {
                FormError(format!("the value of \"{first}\" {problem}"))
            }
            Some(_) | None => FormError(format!("the value {problem}")),
        }
    }

    fn open(&mut self, kind: FormContainer) -> Result<Container<'_>, FormError> {
        let outer = self.place();
        Container::open(self, kind, outer)
    }

    /// Begins an object around a list or an object, for variants of Rust's enums.
    fn open_variant(
        &mut self,
        variant: &str,
        kind: FormContainer,
    ) -> Result<Container<'_>, FormError> {
        let outer = self.place();
        self.open(FormContainer::Object)?;
        self.enter(variant)?;
        Container::open(self, kind, outer)
    }
}

const NOT_A_NAME: &str = "has a field whose name is empty or contains a bracket";

#[cold]
fn not_an_object() -> FormError {
    FormError(String::from("a form is an object, and the value is not"))
}
