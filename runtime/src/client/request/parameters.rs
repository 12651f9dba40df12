//! The parameters of a request.

use std::borrow::Cow;

use super::Request;
use crate::client::header::header;
use crate::client::{cookie, url};
#[cfg(feature = "form")]
use crate::form::FormError;
use crate::parameter::{HeaderStyle, ParameterText, ParameterValue, QueryStyle};

impl Request {
    pub(in crate::client) fn fill_path(&mut self, values: &[&dyn ParameterValue]) {
        match url::fill(self.operation.path, values) {
            Ok(path) => self.path = Some(path),
            Err(problem) => self.fail(problem),
        }
    }

    /// Sets the whole path, which is percent-encoded.
    pub(in crate::client) fn set_path(&mut self, path: &str) {
        match url::check_path(path) {
            Ok(()) => self.path = Some(path.to_owned()),
            Err(problem) => self.fail(format!("the path {problem}")),
        }
    }

    pub(in crate::client) fn add_query(
        &mut self,
        name: &'static str,
        style: QueryStyle,
        value: &dyn ParameterValue,
    ) {
        if let Some(text) = self.text(name, value)
            && let Err(problem) = url::add_parameter(&mut self.query, name, style, &text)
        {
            self.fail_parameter(name, problem);
        }
    }

    /// Replaces the query by the query of a URL, which leads to the next page of the same list. A URL at another path
    /// is followed, if it is on the same server: no server can send the client elsewhere.
    pub(in crate::client) fn set_query_of(&mut self, target: &str) {
        self.is_next_page = true;
        let path = self.path.as_deref().unwrap_or(self.operation.path);
        let is_same = self.followed.is_none() && url::is_at(target, path);
        let result = match is_same {
            true => url::query_of(target).map(|query| self.query = query.to_owned()),
            false => self.follow(target),
        };
        if let Err(problem) = result {
            self.fail(format!(
                "the server returned a URL of a next page {problem}"
            ));
        }
    }

    /// Adds a parameter with this text.
    pub(in crate::client) fn add_text(&mut self, name: &str, text: &str) {
        let text = ParameterText::One(Cow::Borrowed(text));
        if let Err(problem) = url::add_parameter(&mut self.query, name, QueryStyle::REPEATED, &text)
        {
            self.fail_parameter(name, problem);
        }
    }

    /// Adds the parts of a parameter, and removes parts with these names.
    #[cfg(feature = "form")]
    pub(in crate::client) fn set_query_parts<'n>(
        &mut self,
        names: impl Iterator<Item = &'n str>,
        parts: Result<String, FormError>,
    ) {
        url::remove_parts(&mut self.query, names);
        match parts {
            Ok(parts) => url::add_pairs(&mut self.query, &parts),
            Err(error) => self.fail(format!("the query cannot be written: {error}")),
        }
    }

    /// Adds the parts of parameters of any name but these, and removes the previous ones.
    #[cfg(feature = "form")]
    pub(in crate::client) fn set_query_rest(
        &mut self,
        taken: &[&str],
        parts: Result<String, FormError>,
    ) {
        url::keep_parts(&mut self.query, taken);
        match parts {
            Ok(parts) => match url::first_part_of(&parts, taken) {
                Some(name) => {
                    self.fail_parameter(name, "is a parameter of its own, not one of the others");
                }
                None => url::add_pairs(&mut self.query, &parts),
            },
            Err(error) => self.fail(format!("the query cannot be written: {error}")),
        }
    }

    pub(in crate::client) fn set_header_value(
        &mut self,
        name: &'static str,
        style: HeaderStyle,
        value: &dyn ParameterValue,
    ) {
        let lines = match self
            .text(name, value)
            .map(|text| header_lines(text, style.lines))
        {
            None => return,
            Some(Ok(lines)) => lines,
            Some(Err(problem)) => return self.fail_parameter(name, problem),
        };
        self.headers.get_or_insert_default().remove(name);
        for line in lines {
            if line.trim_matches([' ', '\t']).len() < line.len() {
                let problem = "begins or ends with a space, which HTTP removes";
                return self.fail_parameter(name, problem);
            }
            match header(name, &line) {
                Ok((name, mut value)) => {
                    value.set_sensitive(style.sensitive || value.is_sensitive());
                    self.headers.get_or_insert_default().append(name, value);
                }
                Err(problem) => return self.fail(problem),
            }
        }
    }

    /// The text of a header.
    pub(in crate::client) fn header(&self, name: &str) -> Option<&str> {
        self.headers.as_ref()?.get(name)?.to_str().ok()
    }

    pub(in crate::client) fn set_cookie(&mut self, name: &'static str, value: &dyn ParameterValue) {
        self.cookies.retain(|(known, _)| *known != name);
        match self.text(name, value).map(cookie::value) {
            None | Some(Ok(None)) => {}
            Some(Ok(Some(value))) => self.cookies.push((name, value)),
            Some(Err(problem)) => self.fail(format!("the cookie `{name}` {problem}")),
        }
    }

    /// The text of a parameter. A value that no server can read is a problem.
    fn text<'v>(&mut self, name: &str, value: &'v dyn ParameterValue) -> Option<ParameterText<'v>> {
        match value.parameter() {
            Ok(text) => Some(text),
            Err(problem) => {
                self.fail_parameter(name, &problem);
                None
            }
        }
    }

    fn fail_parameter(&mut self, name: &str, problem: &str) {
        self.fail(format!("the parameter `{name}` {problem}"));
    }

    /// Removes a query parameter. Returns its last value as encoded in the URL; integers need no
    /// encoding.
    pub(in crate::client) fn take_query(&mut self, name: &'static str) -> Option<String> {
        url::take_parameter(&mut self.query, name)
    }
}

/// The lines of a header.
fn header_lines(text: ParameterText<'_>, lines: bool) -> Result<Vec<Cow<'_, str>>, &'static str> {
    let items = match text {
        ParameterText::One(text) => return Ok(vec![text]),
        ParameterText::Json(text) => return Ok(vec![Cow::Owned(text)]),
        ParameterText::List(items) => items,
        ParameterText::Parts(parts, _) => {
            let parts = parts.into_iter().map(|part| match part {
                (None, value) => Ok(value),
                (Some(name), _) if name.contains('=') => Err("has a name with `=`"),
                (Some(name), value) => Ok(Cow::Owned(format!("{name}={value}"))),
            });
            parts.collect::<Result<Vec<_>, _>>()?
        }
    };
    // Lists in headers are separated by commas, also across lines, and empty items are skipped (RFC 9110, 5.6.1).
    let is_item = |item: &str| !item.is_empty() && !item.contains(',') && item.trim_ascii() == item;
    if !items.iter().all(|item| is_item(item)) {
        return Err("has an item that is empty, contains a comma or has white space at an end");
    }
    match items.as_slice() {
        [] => Ok(Vec::new()),
        [_, ..] if lines => Ok(items),
        [_, ..] => Ok(vec![Cow::Owned(items.join(","))]),
    }
}
