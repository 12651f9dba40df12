//! Literal values: defaults and examples.

use std::fmt::{self, Write};

/// A JSON value from the document. The fields of objects keep their order.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number: any of a signed or an unsigned integer of 64 bits.
    Integer(i128),
    /// Any other number; finite.
    Number(f64),
    /// Text.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The text, if it is text.
    pub fn as_text(&self) -> Option<&str> {
        let Self::Text(text) = self else {
            return None;
        };
        Some(text)
    }

    /// The value of a field, if it is an object that has the field.
    pub(crate) fn field(&self, name: &str) -> Option<&Self> {
        let Self::Object(fields) = self else {
            return None;
        };
        let mut fields = fields.iter();
        fields
            .find(|(field, _)| field == name)
            .map(|(_, value)| value)
    }

    /// An object with other fields: each is replaced by what the function returns for it. Other values stay.
    pub(crate) fn map_fields(self, change: impl FnMut((String, Self)) -> (String, Self)) -> Self {
        match self {
            Self::Object(fields) => Self::Object(fields.into_iter().map(change).collect()),
            Self::Null
            | Self::Bool(_)
            | Self::Integer(_)
            | Self::Number(_)
            | Self::Text(_)
            | Self::List(_) => self,
        }
    }

    /// The value outside of JSON: text has no quotes.
    pub fn to_plain(&self) -> String {
        self.as_text()
            .map_or_else(|| self.to_string(), str::to_owned)
    }

    /// The value as JSON on several lines, indented by two spaces.
    pub fn to_json(&self) -> String {
        self.to_json_within(0)
    }

    /// The value as JSON. Objects of scalars are on one line if they end before this column.
    pub(crate) fn to_json_within(&self, width: usize) -> String {
        let mut out = String::new();
        self.write(&mut out, 0, width);
        out
    }

    /// Whether two values are the same in JSON: numbers have several forms, and fields no order.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(one), Self::Number(other))
            | (Self::Number(other), Self::Integer(one)) => *one as f64 == *other,
            (Self::List(one), Self::List(other)) => {
                let mut pairs = one.iter().zip(other);
                one.len() == other.len() && pairs.all(|(one, other)| one.is_same(other))
            }
            (Self::Object(fields), Self::Object(others)) => {
                fields.len() == others.len()
                    && fields.iter().all(|(name, value)| {
                        let other = other.field(name);
                        other.is_some_and(|other| value.is_same(other))
                    })
            }
            (one, other) => one == other,
        }
    }

    /// Whether it is neither a list nor an object.
    pub(crate) fn is_scalar(&self) -> bool {
        !matches!(self, Self::List(_) | Self::Object(_))
    }

    /// Roughly how many bytes of a budget are left after writing the value as JSON; `None` if it is
    /// longer. The rest of a value that is too long is not visited.
    pub(crate) fn fit(&self, left: usize) -> Option<usize> {
        match self {
            Self::Null | Self::Bool(_) | Self::Integer(_) | Self::Number(_) => left.checked_sub(4),
            Self::Text(text) => left.checked_sub(text.len() + 2),
            Self::List(items) => items.iter().try_fold(left.checked_sub(2)?, |left, item| {
                item.fit(left)?.checked_sub(2)
            }),
            Self::Object(members) => {
                let mut members = members.iter();
                members.try_fold(left.checked_sub(2)?, |left, (name, value)| {
                    value.fit(left)?.checked_sub(name.len() + 6)
                })
            }
        }
    }

    fn write(&self, out: &mut String, level: usize, width: usize) {
        match self {
            Self::List(items) if !items.iter().all(Self::is_scalar) => {
                block(out, '[', ']', level, items, |out, item| {
                    item.write(out, level + 1, width)
                });
            }
            Self::Object(members) if !members.is_empty() => {
                let line_start = out.rfind('\n').map_or(0, |end| end + 1);
                let before = out[line_start..].chars().count();
                if let Some(line) = one_line(members, width.saturating_sub(before)) {
                    out.push_str(&line);
                    return;
                }
                block(out, '{', '}', level, members, |out, (name, value)| {
                    quote(out, name);
                    out.push_str(": ");
                    value.write(out, level + 1, width);
                });
            }
            Self::Null
            | Self::Bool(_)
            | Self::Integer(_)
            | Self::Number(_)
            | Self::Text(_)
            | Self::List(_)
            | Self::Object(_) => out.push_str(&self.to_string()),
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Integer(value.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<Value>> for Value {
    fn from(items: Vec<Value>) -> Self {
        Self::List(items)
    }
}

/// An object of scalars on one line, if it is shorter than `width`.
fn one_line(members: &[(String, Value)], width: usize) -> Option<String> {
    if width == 0 || !members.iter().all(|(_, value)| value.is_scalar()) {
        return None;
    }
    let members = members.iter();
    let members = members.map(|(name, value)| format!("{}: {value}", quoted(name)));
    let line = format!("{{ {} }}", members.collect::<Vec<_>>().join(", "));
    (line.chars().count() < width).then_some(line)
}

fn block<T>(
    out: &mut String,
    open: char,
    close: char,
    level: usize,
    items: &[T],
    write: impl Fn(&mut String, &T),
) {
    out.push(open);
    for (index, item) in items.iter().enumerate() {
        out.push_str(if index == 0 { "\n" } else { ",\n" });
        out.push_str(&"  ".repeat(level + 1));
        write(out, item);
    }
    out.push('\n');
    out.push_str(&"  ".repeat(level));
    out.push(close);
}

impl fmt::Display for Value {
    /// The value as JSON on one line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => formatter.write_str("null"),
            Self::Bool(value) => write!(formatter, "{value}"),
            Self::Integer(value) => write!(formatter, "{value}"),
            // `{:?}` keeps the `.0` that distinguishes a number from an integer.
            Self::Number(value) => write!(formatter, "{value:?}"),
            Self::Text(text) => formatter.write_str(&quoted(text)),
            Self::List(items) => {
                formatter.write_char('[')?;
                for (index, item) in items.iter().enumerate() {
                    write!(formatter, "{}{item}", if index == 0 { "" } else { ", " })?;
                }
                formatter.write_char(']')
            }
            Self::Object(members) => {
                formatter.write_char('{')?;
                for (index, (name, value)) in members.iter().enumerate() {
                    write!(
                        formatter,
                        "{}{}: {value}",
                        if index == 0 { "" } else { ", " },
                        quoted(name)
                    )?;
                }
                formatter.write_char('}')
            }
        }
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    quote(&mut out, text);
    out
}

/// RFC 8259, section 7: quotation mark, reverse solidus and the control characters are escaped.
fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if u32::from(c) < 0x20 => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::Value;

    #[test]
    fn objects_of_scalars_are_on_one_line_if_they_fit() {
        let object = |text: &str| Value::Object(vec![("a".to_owned(), text.into())]);
        let one_line = r#"{ "a": "bé" }"#;
        let width = one_line.chars().count();
        assert_eq!(object("bé").to_json_within(width + 1), one_line);
        assert_eq!(object("bé").to_json_within(width), "{\n  \"a\": \"bé\"\n}");
        assert_eq!(object("bé").to_json(), "{\n  \"a\": \"bé\"\n}");
        assert_eq!(Value::Object(Vec::new()).to_json_within(80), "{}");

        let nested = Value::Object(vec![
            ("list".to_owned(), vec![object("b"), object("c")].into()),
            ("inner".to_owned(), object("d")),
        ]);
        let expected = r#"{
  "list": [
    { "a": "b" },
    { "a": "c" }
  ],
  "inner": { "a": "d" }
}"#;
        assert_eq!(nested.to_json_within(80), expected);
        // The last one needs 23 columns with its name.
        assert!(
            nested
                .to_json_within(23)
                .ends_with("\"inner\": {\n    \"a\": \"d\"\n  }\n}")
        );
    }
}
