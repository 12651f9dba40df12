//! Renders errors as text, in the style of rustc.

use std::collections::BTreeSet;

use annotate_snippets::renderer::DEFAULT_LINE_NUM_STYLE;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Padding, Renderer, Snippet};

use super::excerpt::{Excerpt, excerpts};
use super::{Diagnostic, Severity, escape};
use crate::source::{Position, SourceFile};

/// The maximum number of errors that are shown; the rest are counted.
const MAX_SHOWN: usize = 100;
/// The maximum number of warnings of one kind that are shown.
const MAX_OF_KIND: usize = 3;
/// The maximum number of places of an error that are shown.
const MOST_LABELS: usize = 12;
/// Wide enough that only [`excerpts`] shortens lines.
const UNLIMITED: usize = 4_000;
/// The widest lines of the source, in columns, if there is no terminal that is narrower or wider.
const WIDEST_LINE: usize = 120;
/// The narrowest lines that can be read, in columns.
const NARROWEST_LINE: usize = 40;
/// The width of the text before a note or a help, after the width of the line numbers: ` = note: `.
const NOTE_INDENT: usize = 9;

/// The style of the output.
#[derive(Debug, Clone, Copy, Default)]
pub enum Style {
    /// Plain text.
    #[default]
    Plain,
    /// Text with colours, as ANSI escape sequences.
    Terminal(Terminal),
}

/// The abilities of a terminal.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terminal {
    /// The width of the terminal in columns, to which notes are wrapped and lines of the source are shortened; `None`
    /// if it is not known.
    pub width: Option<usize>,
    /// The URL of a position, if the terminal shows links (as OSC 8 escape sequences).
    pub link: Option<fn(&Position<'_>) -> Option<String>>,
}

impl Style {
    fn arrow(self) -> String {
        match self {
            Self::Plain => "-->".to_owned(),
            Self::Terminal(_) => {
                let style = DEFAULT_LINE_NUM_STYLE;
                format!("{style}-->{style:#}")
            }
        }
    }

    fn renderer(self) -> Renderer {
        match self {
            Self::Plain => Renderer::plain().term_width(UNLIMITED),
            Self::Terminal(_) => Renderer::styled().term_width(UNLIMITED),
        }
    }

    const fn width(self) -> Option<usize> {
        match self {
            Self::Plain => None,
            Self::Terminal(terminal) => terminal.width,
        }
    }

    /// The widest line of the source, if its number has this width.
    fn widest_line(self, number: usize) -> usize {
        match self.width() {
            // ` | ` precedes it, and `…` may surround it.
            Some(width) => width.saturating_sub(number + 5).max(NARROWEST_LINE),
            None => WIDEST_LINE,
        }
    }

    /// The text of a note, wrapped.
    fn wrapped(self, text: String, number: usize) -> String {
        let Some(width) = self.width() else {
            return text;
        };
        let width = width.saturating_sub(number + NOTE_INDENT);
        let options = textwrap::Options::new(width.max(NARROWEST_LINE))
            .break_words(false)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::fill(&text, options)
    }

    /// A position as text, which may be a link.
    fn position(self, position: &Position<'_>) -> String {
        let text = format!(
            "{}:{}:{}",
            escape::line(position.file),
            position.line,
            position.column
        );
        let url = match self {
            Self::Plain => None,
            Self::Terminal(terminal) => terminal.link.and_then(|link| link(position)),
        };
        match url {
            Some(url) => format!("\u{1b}]8;;{url}\u{1b}\\{text}\u{1b}]8;;\u{1b}\\"),
            None => text,
        }
    }
}

pub(super) fn render(diagnostics: &[Diagnostic], source: &SourceFile, style: Style) -> String {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| diagnostic.span());

    let mut text = String::new();
    for diagnostic in sorted.iter().take(MAX_SHOWN) {
        text.push_str(&render_diagnostic(diagnostic, source, style));
        text.push_str("\n\n");
    }
    if !diagnostics.is_empty() {
        text.push_str(&summary(&sorted, source, style));
        text.push('\n');
    }
    text
}

/// Warnings, grouped by their codes.
pub(super) fn render_warnings(
    diagnostics: &[Diagnostic],
    source: &SourceFile,
    style: Style,
) -> String {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| (diagnostic.code, diagnostic.span()));
    let mut text = String::new();
    let mut hidden = 0;
    for group in sorted.chunk_by(|one, other| one.code == other.code) {
        for diagnostic in group.iter().take(MAX_OF_KIND) {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&render_one(diagnostic, source, style));
        }
        hidden += group.len().saturating_sub(MAX_OF_KIND);
    }
    let count = diagnostics.len();
    if count > 1 {
        let mut total = format!("{count} warnings in {}", places(&sorted, source));
        if hidden > 0 {
            let are = if hidden == 1 { "is" } else { "are" };
            total.push_str(&format!(
                "; {hidden} of them {are} not shown: `--message-format json` prints all"
            ));
        }
        let title = Level::WARNING.primary_title(total);
        text.push('\n');
        text.push_str(&style.renderer().render(&[Group::with_title(title)]));
        text.push('\n');
    }
    text
}

/// One diagnostic, without the last line of a list.
pub(super) fn render_one(diagnostic: &Diagnostic, source: &SourceFile, style: Style) -> String {
    render_diagnostic(diagnostic, source, style) + "\n"
}

/// The title, the position and the lines. The position is written here, because the renderer would count
/// its column in the line as it is shown: shortened and escaped.
fn render_diagnostic(diagnostic: &Diagnostic, source: &SourceFile, style: Style) -> String {
    let renderer = style.renderer();
    let title = level(diagnostic.severity)
        .primary_title(escape::line(&diagnostic.message))
        .id(diagnostic.code.0);
    let title = renderer.render(&[Group::with_title(title)]);

    let hidden = diagnostic.labels.len().saturating_sub(MOST_LABELS);
    let labels = &diagnostic.labels[..diagnostic.labels.len() - hidden];
    let last_line = labels
        .iter()
        .map(|label| source.position(label.span.start()).line);
    let width = last_line.max().unwrap_or(1).to_string().len();
    let excerpts = excerpts(labels, source, style.widest_line(width));
    let arrow = style.arrow();
    let position = style.position(&source.position(diagnostic.span().start()));

    let wrap = |text: &str| style.wrapped(escape::lines(text), width);
    let body = renderer.render(&body(diagnostic, excerpts, hidden, &wrap));
    format!("{title}\n{:width$}{arrow} {position}\n{body}", "")
}

/// The excerpts, each in a group, with the notes after the last one.
fn body(
    diagnostic: &Diagnostic,
    excerpts: Vec<Excerpt>,
    hidden: usize,
    wrap: &dyn Fn(&str) -> String,
) -> Vec<Group<'static>> {
    let untitled = || Group::with_level(level(diagnostic.severity));
    let mut groups: Vec<_> = excerpts
        .into_iter()
        .map(|excerpt| untitled().element(snippet(excerpt)))
        .collect();

    let more = (hidden > 0).then(|| {
        Level::NOTE.message(match hidden {
            1 => "and 1 more place".to_owned(),
            _ => format!("and {hidden} more places"),
        })
    });
    let note = diagnostic
        .note
        .as_deref()
        .map(|note| Level::NOTE.message(wrap(note)));
    let help = diagnostic
        .help
        .as_deref()
        .map(|help| Level::HELP.message(wrap(help)));
    let notes: Vec<_> = [more, note, help].into_iter().flatten().collect();

    let several = groups.len() > 1;
    let mut last = groups.pop().unwrap_or_else(untitled);
    if several && !notes.is_empty() {
        // The renderer separates notes from the lines only in the first group.
        last = last.element(Padding);
    }
    groups.push(last.elements(notes));
    groups
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

fn snippet(excerpt: Excerpt) -> Snippet<'static, Annotation<'static>> {
    let marks = excerpt.marks.into_iter().map(|mark| {
        let kind = if mark.primary {
            AnnotationKind::Primary
        } else {
            AnnotationKind::Context
        };
        kind.span(mark.bytes).label(mark.text)
    });
    let snippet = Snippet::source(excerpt.text)
        .line_start(excerpt.first_line)
        .annotations(marks);
    match excerpt.file {
        Some(file) => snippet.path(escape::line(&file)),
        None => snippet,
    }
}

/// The files that diagnostics are in.
fn places(diagnostics: &[&Diagnostic], source: &SourceFile) -> String {
    let files: BTreeSet<&str> = diagnostics
        .iter()
        .map(|diagnostic| source.file(diagnostic.span().start()))
        .collect();
    match files.len() {
        1 => files.into_iter().map(escape::line).collect(),
        count => format!("{count} files"),
    }
}

fn summary(diagnostics: &[&Diagnostic], source: &SourceFile, style: Style) -> String {
    let count = diagnostics.len();
    let total = match count {
        1 => "1 error".to_owned(),
        _ => format!("{count} errors"),
    };
    let mut text = format!("{total} in {}", places(diagnostics, source));
    if count > MAX_SHOWN {
        let more = count - MAX_SHOWN;
        text.push_str(&format!(
            "; the first {MAX_SHOWN} are shown, {more} are not"
        ));
    }
    let title = Level::ERROR.primary_title(text);
    style.renderer().render(&[Group::with_title(title)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Diagnostics};
    use crate::source::Span;

    fn plain(text: &str, diagnostics: impl IntoIterator<Item = Diagnostic>) -> String {
        let source = SourceFile::new("spec/gateway.yaml", text);
        Diagnostics::from_iter(diagnostics).render(&source, Style::Plain)
    }

    fn diagnostic(start: usize, end: usize) -> Diagnostic {
        Diagnostic::error(
            Code("E0001"),
            "no type has this name",
            Span::new(start, end),
        )
    }

    #[test]
    fn a_diagnostic_shows_its_place_note_and_help() {
        let text = "types:\n  Guard: {}\noperations:\n  get: { returns: Gard }\n";
        let gard = text.find("Gard").unwrap_or_default();
        let diagnostic = Diagnostic::error(
            Code("E0201"),
            "no type is named `Gard`",
            Span::new(gard, gard + 4),
        )
        .label("not declared in `types`")
        .also(Span::new(9, 14), "a type with a similar name")
        .note("names are compared letter by letter")
        .write("Guard");
        assert_eq!(
            plain(text, [diagnostic]),
            "\
error[E0201]: no type is named `Gard`
 --> spec/gateway.yaml:4:19
  |
2 |   Guard: {}
  |   ----- a type with a similar name
3 | operations:
4 |   get: { returns: Gard }
  |                   ^^^^ not declared in `types`
  |
  = note: names are compared letter by letter
  = help: write `Guard`

error: 1 error in spec/gateway.yaml
"
        );
    }

    #[test]
    fn diagnostics_are_in_the_order_of_the_file() {
        let shown = plain(
            "a\nb\nc\n",
            [diagnostic(4, 5), diagnostic(0, 1), diagnostic(2, 3)],
        );
        let places: Vec<_> = shown.lines().filter(|l| l.contains("-->")).collect();
        assert_eq!(
            places,
            [
                " --> spec/gateway.yaml:1:1",
                " --> spec/gateway.yaml:2:1",
                " --> spec/gateway.yaml:3:1"
            ]
        );
        assert!(shown.ends_with("\nerror: 3 errors in spec/gateway.yaml\n"));
    }

    #[test]
    fn labels_far_apart_are_shown_with_a_gap() {
        let diagnostic = diagnostic(100, 101)
            .label("here again")
            .also(Span::new(2, 3), "first here");
        assert_eq!(
            plain(&"x\n".repeat(100), [diagnostic]),
            "\
error[E0001]: no type has this name
  --> spec/gateway.yaml:51:1
   |
 2 | x
   | - first here
...
51 | x
   | ^ here again

error: 1 error in spec/gateway.yaml
"
        );
    }

    #[test]
    fn hostile_text_is_escaped_and_underlined_correctly() {
        let text = "名前: \u{1b}[31m\u{202e}b\tc\r\n";
        assert_eq!(
            plain(text, [diagnostic(16, 19)]),
            "\
error[E0001]: no type has this name
 --> spec/gateway.yaml:1:11
  |
1 | 名前: \\u{1b}[31m\\u{202e}b    c
  |                         ^^^^^^

error: 1 error in spec/gateway.yaml
"
        );
    }

    #[test]
    fn an_error_in_an_empty_file_is_shown() {
        assert_eq!(
            plain("", [diagnostic(0, 0)]),
            "\
error[E0001]: no type has this name
 --> spec/gateway.yaml:1:1
  |
1 |
  | ^

error: 1 error in spec/gateway.yaml
"
        );
    }

    #[test]
    fn at_most_a_hundred_diagnostics_are_shown() {
        let shown = plain(
            &"x\n".repeat(10_000),
            (0..10_000).map(|n| diagnostic(2 * n, 2 * n + 1)),
        );
        assert_eq!(shown.matches("error[E0001]").count(), 100);
        assert!(shown.ends_with(
            "error: 10000 errors in spec/gateway.yaml; the first 100 are shown, 9900 are not\n"
        ));
    }

    #[test]
    fn at_most_twelve_places_of_a_diagnostic_are_shown() {
        let diagnostic = (0..1_000).fold(diagnostic(0, 1), |diagnostic, n| {
            diagnostic.also(Span::new(n, n + 1), "x")
        });
        let shown = plain(&"abc\n".repeat(1_000), [diagnostic]);
        assert!(shown.contains("note: and 989 more places\n"));
    }

    #[test]
    fn only_terminals_get_colours_and_links() {
        let source = SourceFile::new("a.yaml", "a: b");
        let diagnostics = Diagnostics::from(diagnostic(0, 1));
        assert!(!diagnostics.render(&source, Style::Plain).contains('\u{1b}'));

        let coloured = diagnostics.render(&source, Style::Terminal(Terminal::default()));
        assert!(coloured.contains("\u{1b}["));
        assert!(!coloured.contains("\u{1b}]8"));

        let links = Terminal {
            width: None,
            link: Some(|position| Some(format!("file:///{}#{}", position.file, position.line))),
        };
        let linked = diagnostics.render(&source, Style::Terminal(links));
        let link = "\u{1b}]8;;file:///a.yaml#1\u{1b}\\a.yaml:1:1\u{1b}]8;;\u{1b}\\";
        assert!(linked.contains(link), "{linked:?}");
    }

    #[test]
    fn notes_and_lines_fit_into_a_narrow_terminal() {
        let text = format!("a: {}", "x".repeat(200));
        let source = SourceFile::new("a.yaml", text);
        let long =
            "the names of types consist of letters and digits, and begin with a capital letter";
        let found = diagnostic(0, 1)
            .note(long)
            .help(format!("{long}\n`{}`", "y".repeat(60)));
        let narrow = Terminal {
            width: Some(50),
            link: None,
        };
        let shown = Diagnostics::from(found).render(&source, Style::Terminal(narrow));
        let plain = anstream::adapter::strip_str(&shown).to_string();
        assert_eq!(
            plain,
            "\
error[E0001]: no type has this name
 --> a.yaml:1:1
  |
1 | a: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
  | ^
  |
  = note: the names of types consist of letters
          and digits, and begin with a capital
          letter
  = help: the names of types consist of letters
          and digits, and begin with a capital
          letter
          `yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy`

error: 1 error in a.yaml
"
        );
    }

    #[test]
    fn no_diagnostics_render_to_an_empty_text() {
        assert_eq!(plain("a", []), "");
    }

    /// Every span and every pair of spans in strings with unusual characters.
    #[test]
    fn no_text_and_no_span_panics() {
        let texts = [
            "",
            "\n",
            "\r\n",
            "\r",
            "\t\t",
            "é",
            "名\r\n前",
            "\u{feff}a\n\u{2028}b",
            "🦀\u{200d}🦀\n\u{301}",
            "a\n\n\nb\u{0}",
            "\u{7f}\t\r\n\u{202e}x",
        ];
        for text in texts {
            let offsets = || (0..=text.len() + 2).chain([usize::MAX]);
            for (start, end) in offsets().flat_map(|s| offsets().map(move |e| (s, e))) {
                let first = Span::new(start, end);
                for other in offsets() {
                    let diagnostic = Diagnostic::error(Code("E0001"), "m\u{0}", first)
                        .label("one")
                        .also(Span::new(other, end / 2), "two")
                        .also(Span::new(end / 3, other), "");
                    assert!(plain(text, [diagnostic]).contains("error[E0001]: m\\u{0}\n"));
                }
            }
        }
    }
}
