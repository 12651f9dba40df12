//! Sanitized Markdown: HTML in it is shown as text, and links lead to the web, to mail or within the page.

use pulldown_cmark::{Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

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
        let is_shown = is_harmless(&target) && !is_nested;
        self.open.push(is_shown.then_some(tag));
        let (link_type, title, id) = (LinkType::Inline, "".into(), "".into());
        is_shown.then(|| {
            Event::Start(match tag {
                TagEnd::Image => Tag::Image {
                    link_type,
                    dest_url: target,
                    title,
                    id,
                },
                _ => Tag::Link {
                    link_type,
                    dest_url: target,
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

/// Whether a link is safe. Other schemes could run a script, and relative URLs make no sense on a page that
/// can be anywhere.
fn is_harmless(target: &str) -> bool {
    let target = target.to_ascii_lowercase();
    ["https://", "http://", "mailto:", "#"]
        .iter()
        .any(|start| target.starts_with(start))
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
