//! Sanitized Markdown: HTML in it is shown as text, and links lead to the web, to mail, within the page or to a place
//! relative to it.

use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use super::rich_text::RichText;

/// A description as paragraphs. Its headings are below the heading of its section, and its images become links.
pub(in crate::emit) fn blocks(text: &str, heading: usize) -> RichText {
    sanitized(text, heading, false)
}

/// A description with its images.
pub(super) fn with_images(text: &str) -> RichText {
    sanitized(text, 0, true)
}

fn sanitized(text: &str, heading: usize, has_images: bool) -> RichText {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut links = Links {
        has_images,
        open: Vec::new(),
    };
    Parser::new_ext(text.trim(), options)
        .filter_map(|event| tamed(event, heading, &mut links))
        .collect()
}

/// A description in a line or a cell: a single paragraph without its element.
pub(in crate::emit) fn line(text: &str) -> RichText {
    blocks(text, 6).into_line()
}

/// The links and images around an event.
struct Links {
    /// Whether images stay images.
    has_images: bool,
    /// What ends each of them. `None` for one that is not shown.
    open: Vec<Option<TagEnd>>,
}

impl Links {
    /// Begins a link or an image, unless it could do harm. A link within another one, such as an image that is a link,
    /// is not shown.
    fn start<'a>(&mut self, tag: Tag<'a>) -> Option<Event<'a>> {
        let (tag, target) = match tag {
            Tag::Image { dest_url, .. } if self.has_images => (TagEnd::Image, dest_url),
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => (TagEnd::Link, dest_url),
            other => return Some(Event::Start(other)),
        };
        let is_nested = tag == TagEnd::Link && self.open.iter().any(Option::is_some);
        let target = harmless(target).filter(|_| !is_nested);
        self.open.push(target.is_some().then_some(tag));
        let (link_type, title, id) = (LinkType::Inline, "".into(), "".into());
        target.map(|dest_url| {
            Event::Start(match tag {
                TagEnd::Image => Tag::Image {
                    link_type,
                    dest_url,
                    title,
                    id,
                },
                _ => Tag::Link {
                    link_type,
                    dest_url,
                    title,
                    id,
                },
            })
        })
    }

    fn end<'a>(&mut self) -> Option<Event<'a>> {
        self.open.pop().flatten().map(Event::End)
    }
}

/// The sanitized event.
fn tamed<'a>(event: Event<'a>, heading: usize, links: &mut Links) -> Option<Event<'a>> {
    Some(match event {
        Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
        Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
        Event::Start(Tag::Heading { level, .. }) => Event::Start(Tag::Heading {
            level: below(level, heading),
            id: None,
            classes: Vec::new(),
            attrs: Vec::new(),
        }),
        Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(below(level, heading))),
        Event::Start(tag @ (Tag::Link { .. } | Tag::Image { .. })) => return links.start(tag),
        Event::End(TagEnd::Link | TagEnd::Image) => return links.end(),
        other => other,
    })
}

/// The level of a heading below another one.
fn below(level: HeadingLevel, heading: usize) -> HeadingLevel {
    HeadingLevel::try_from((level as usize + heading).min(6)).unwrap_or(HeadingLevel::H6)
}

/// The target of a link or an image, unless it could do harm: other schemes could run a script.
///
/// rustdoc takes a target without a slash or a dot for the path of an item. So relative ones have a slash, which does not
/// change where they lead.
fn harmless(target: CowStr<'_>) -> Option<CowStr<'_>> {
    let end_of_scheme = target.find([':', '/', '?', '#']).unwrap_or(target.len());
    let (scheme, rest) = target.split_at(end_of_scheme);
    if rest.starts_with(':') {
        let is_allowed = match scheme.to_ascii_lowercase().as_str() {
            "http" | "https" => rest.starts_with("://"),
            "mailto" => rest.contains('.'),
            _ => false,
        };
        return is_allowed.then_some(target);
    }
    match target.chars().next() {
        None => None,
        // rustdoc reports a second `#`.
        Some('?') if target.matches('#').count() > 1 => None,
        Some('#' | '?') => Some(target),
        Some(_) if target.contains('/') => Some(target),
        Some(_) => Some(format!("./{target}").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_cannot_become_markup() {
        for (text, markup) in [
            (
                "<script>alert(1)</script>",
                "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
            ),
            (
                "a <img src=x onerror=alert(1)> b",
                "<p>a &lt;img src=x onerror=alert(1)&gt; b</p>",
            ),
            ("[a](javascript:alert(1))", "<p>a</p>"),
            ("[a](JaVaScRiPt&colon;alert(1))", "<p>a</p>"),
            ("[a](data:text/html,x)", "<p>a</p>"),
            ("<javascript:alert(1)>", "<p>javascript:alert(1)</p>"),
            ("[a](<java\tscript:alert(1)>)", "<p>a</p>"),
            ("[a]()", "<p>a</p>"),
            (
                "[a](../b.md#c) [d](e) [f](g:h)",
                "<p><a href=\"../b.md#c\">a</a> <a href=\"./e\">d</a> f</p>",
            ),
            (
                "[a](https://b.example/\"onclick=x)",
                "<p><a href=\"https://b.example/%22onclick=x\">a</a></p>",
            ),
            (
                "![a](https://b.example/c.png)",
                "<p><a href=\"https://b.example/c.png\">a</a></p>",
            ),
            (
                "[![a](https://b.example)](https://c.example)",
                "<p><a href=\"https://c.example\">a</a></p>",
            ),
            (
                "[![a](https://b.example)](javascript:x)",
                "<p><a href=\"https://b.example\">a</a></p>",
            ),
            (
                "```\"><b>\n</code></pre><b>\n```",
                "<pre><code class=\"language-&quot;&gt;&lt;b&gt;\">&lt;/code&gt;&lt;/pre&gt;&lt;b&gt;\n</code></pre>",
            ),
            ("# A", "<h4>A</h4>"),
            ("###### A", "<h6>A</h6>"),
            ("`<b>` &lt;", "<p><code>&lt;b&gt;</code> &lt;</p>"),
        ] {
            assert_eq!(blocks(text, 3).to_string(), markup, "{text:?}");
        }
    }

    #[test]
    fn one_paragraph_fits_into_a_line() {
        assert_eq!(line("a `b`").to_string(), "a <code>b</code>");
        assert_eq!(line("a\n\nb").to_string(), "<p>a</p>\n<p>b</p>");
    }
}
