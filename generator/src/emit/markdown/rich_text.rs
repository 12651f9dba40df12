//! Text with formatting: descriptions, and words with links and code. It consists of the events of the Markdown parser,
//! from which `Display` writes HTML and `writer` writes CommonMark.

use std::fmt::{self, Display};

use askama::filters::HtmlSafe;
use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd, html};

/// Text with formatting. It contains no HTML events, and images only if the parser was asked for them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::emit) struct RichText(Vec<Event<'static>>);

impl RichText {
    /// Text as it is.
    pub(in crate::emit) fn text(text: &str) -> Self {
        let mut rich = Self::default();
        rich.push_text(text);
        rich
    }

    /// A name or a value as code.
    pub(in crate::emit) fn code(text: &str) -> Self {
        Self(vec![Event::Code(owned(text))])
    }

    /// A link to an anchor of the page.
    pub(in crate::emit) fn link(anchor: &str, text: &str) -> Self {
        let link = Tag::Link {
            link_type: LinkType::Inline,
            dest_url: format!("#{anchor}").into(),
            title: CowStr::Borrowed(""),
            id: CowStr::Borrowed(""),
        };
        Self(vec![
            Event::Start(link),
            Event::Text(owned(text)),
            Event::End(TagEnd::Link),
        ])
    }

    /// This, and then text as it is.
    pub(in crate::emit) fn and_text(mut self, text: &str) -> Self {
        self.push_text(text);
        self
    }

    /// This, and then a name or a value as code.
    pub(in crate::emit) fn and_code(self, text: &str) -> Self {
        self.and(&Self::code(text))
    }

    /// This, and then a part.
    pub(in crate::emit) fn and(mut self, part: &Self) -> Self {
        self.push(part);
        self
    }

    /// Appends text as it is.
    pub(in crate::emit) fn push_text(&mut self, text: &str) {
        if !text.is_empty() {
            self.0.push(Event::Text(owned(text)));
        }
    }

    /// Appends a line break.
    pub(in crate::emit) fn push_break(&mut self) {
        self.0.push(Event::HardBreak);
    }

    /// Appends a part.
    pub(in crate::emit) fn push(&mut self, part: &Self) {
        self.0.extend_from_slice(&part.0);
    }

    /// Removes the element of a single paragraph.
    pub(in crate::emit) fn into_line(mut self) -> Self {
        let is_start = |event: &&Event<'_>| matches!(event, Event::Start(Tag::Paragraph));
        let is_single = self.begins_with_paragraph()
            && self.0.iter().filter(is_start).count() == 1
            && matches!(self.0.last(), Some(Event::End(TagEnd::Paragraph)));
        if is_single {
            self.0.pop();
            self.0.remove(0);
        }
        self
    }

    pub(in crate::emit) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(in crate::emit) fn begins_with_paragraph(&self) -> bool {
        matches!(self.0.first(), Some(Event::Start(Tag::Paragraph)))
    }

    pub(in crate::emit) fn events(&self) -> &[Event<'static>] {
        &self.0
    }

    /// The destinations of its links.
    pub(in crate::emit) fn links(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|event| match event {
            Event::Start(Tag::Link { dest_url, .. }) => Some(&**dest_url),
            _ => None,
        })
    }
}

fn owned(text: &str) -> CowStr<'static> {
    CowStr::Borrowed(text).into_static()
}

impl<'a> FromIterator<Event<'a>> for RichText {
    fn from_iter<I: IntoIterator<Item = Event<'a>>>(events: I) -> Self {
        Self(events.into_iter().map(Event::into_static).collect())
    }
}

/// Writes HTML.
impl Display for RichText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut markup = String::new();
        html::push_html(&mut markup, self.0.iter().cloned());
        formatter.write_str(markup.trim_end_matches('\n'))
    }
}

impl HtmlSafe for RichText {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_end_an_attribute_or_begin_an_element() {
        let link = RichText::link("a\"><img onerror='x'>", "</a><script>&").to_string();
        assert_eq!(
            link,
            "<a href=\"#a%22%3E%3Cimg%20onerror=&#x27;x&#x27;%3E\">&lt;/a&gt;&lt;script&gt;&amp;</a>"
        );
    }
}
