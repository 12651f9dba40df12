//! A comparison for release notes.

use super::{Report, shortened};
use crate::diagnostic::visible;
use crate::diff::change::{Axis, Change, Subject, SubjectKind, Verdict};
use crate::diff::words::Quoted;
use crate::diff::{Exemption, Sides};

impl Report {
    /// The comparison in Markdown (CommonMark), to paste into the notes of a release.
    pub fn to_markdown(&self) -> String {
        let mut text = format!("## {}\n", escaped(&self.released_version()));
        if self.absent_in.is_some() {
            return text + "\nThe first version.\n";
        }
        if let Some(version) = self.released_crate() {
            text.push_str(&format!("\nVersion of the crate: {}.\n", escaped(&version)));
        }
        if self.changes.is_empty() {
            let none = match self.hidden {
                0 => "No changes.".to_owned(),
                _ => format!("No changes that concern {}.", self.axis_names()),
            };
            return format!("{text}\n{none}\n{}", self.unused_section());
        }
        let titles = [
            "Breaking",
            "Cannot be decided",
            "Not compared",
            "Worth a look",
            "Compatible",
        ];
        let sorted = self.sorted();
        for title in titles {
            let changes = sorted
                .iter()
                .filter(|change| change.exemption.is_none() && self.title(change) == title);
            let lines: String = changes.map(|change| self.line(change)).collect();
            if !lines.is_empty() {
                text.push_str(&format!("\n### {title}\n\n{lines}"));
            }
        }
        for (kind, changes) in self.exempt() {
            let lines = changes.into_iter().map(|(change, exemption)| {
                let detail = match exemption {
                    Exemption::PastSunset(day) => format!(" Removed after its sunset date, {day}."),
                    Exemption::Accepted(_) | Exemption::Unstable => sentence(exemption),
                };
                format!("{}{detail}\n", self.line(change).trim_end())
            });
            let lines: String = lines.collect();
            text.push_str(&format!("\n### {}\n\n{lines}", kind.title()));
        }
        text + &self.unused_section()
    }

    /// The entries of `allow` that accept no change.
    fn unused_section(&self) -> String {
        if self.unused.is_empty() {
            return String::new();
        }
        let lines = self.unused.iter();
        let lines = lines.map(|unused| format!("- {}.\n", escaped(&self.unused(unused))));
        format!(
            "\n### Unused entries of `allow`\n\n{}",
            lines.collect::<String>()
        )
    }

    /// The title above a change that counts.
    fn title(&self, change: &Change) -> &'static str {
        match self.worst(change) {
            Verdict::Breaking => "Breaking",
            Verdict::Unknown if change.rule.is_not_compared() => "Not compared",
            Verdict::Unknown => "Cannot be decided",
            Verdict::Risky => "Worth a look",
            Verdict::Compatible => "Compatible",
        }
    }

    fn line(&self, change: &Change) -> String {
        let message = escaped(&change.message);
        let mut line = match change.says_what {
            true => format!("- {message}."),
            false => {
                let path = Quoted(&visible(&change.path)).to_string();
                format!("- {path}{}: {message}.", self.operations(change))
            }
        };
        for sentence in self.affected(change) {
            line.push_str(&format!(" {sentence}"));
        }
        line + "\n"
    }

    /// The operations that a change is about, by their methods and paths, in parentheses: those who read this may not know
    /// the names.
    fn operations(&self, change: &Change) -> String {
        let route = |subject: &Subject| match subject.kind {
            SubjectKind::Operation => self.routes.get(&subject.name).cloned(),
            SubjectKind::Api | SubjectKind::Webhook | SubjectKind::Error | SubjectKind::Type => {
                None
            }
        };
        let known = |subject: &Subject| route(subject).unwrap_or_else(|| subject.name.clone());
        let operations = match (&change.subject, change.used_by.as_slice()) {
            (subject, []) => route(subject)
                .filter(|route| !change.message.contains(route))
                .map(|route| format!("`{route}`")),
            (subject, used_by) => {
                let named = used_by.iter().map(|user| Subject {
                    name: known(user),
                    kind: user.kind,
                });
                let named: Vec<Subject> = named.collect();
                Some(match route(subject) {
                    Some(_) => super::users(&named),
                    None => Self::users(change, &named).replace('\n', ", "),
                })
            }
        };
        let operations = operations.filter(|operations| !operations.is_empty());
        operations.map_or_else(String::new, |operations| {
            format!(" ({})", escaped(&visible(&operations)))
        })
    }

    /// Whom a change affects and why, in sentences.
    fn affected(&self, change: &Change) -> Vec<String> {
        let clients = self.options.clients;
        let axes = self.options.axes.iter().copied();
        let axes = axes.filter(|axis| change.verdict(*axis, clients) != Verdict::Compatible);
        let (axes, rollback): (Vec<Axis>, Vec<Axis>) =
            axes.partition(|axis| *axis != Axis::Rollback);
        let (broken, others): (Vec<Axis>, Vec<Axis>) = axes
            .iter()
            .partition(|axis| change.verdict(**axis, clients) == Verdict::Breaking);
        let may_affect = match broken.is_empty() {
            true => "This may affect",
            false => "It may affect",
        };
        let mut sentences = Vec::new();
        for (affects, whom) in [("This affects", broken), (may_affect, others)] {
            if !whom.is_empty() {
                sentences.push(format!("{affects} {}.", people(&whom, change.sides)));
            }
        }
        if axes.contains(&Axis::Wire) {
            sentences.push(self.verdict_and_why(change, Axis::Wire).1);
        }
        let mut differences: Vec<&str> = Vec::new();
        for difference in axes.iter().flat_map(|axis| change.differences(*axis)) {
            if !differences.contains(&difference) {
                differences.push(difference);
            }
        }
        if !differences.is_empty() {
            let differences = escaped(&shortened(&differences));
            sentences.push(format!("In Rust: {differences}."));
        }
        for axis in rollback {
            let (verdict, why) = self.verdict_and_why(change, axis);
            let affects = match verdict {
                Verdict::Breaking => "affects",
                Verdict::Risky | Verdict::Unknown | Verdict::Compatible => "may affect",
            };
            let (_, new) = peers(change.sides);
            // What happens to those who are deployed is said once.
            let is_same = sentences.contains(&why);
            let what = if is_same { "the same" } else { "this" };
            sentences.push(format!("After a rollback, {what} {affects} {new}."));
            sentences.extend((!is_same).then_some(why));
        }
        sentences.retain(|sentence| !sentence.is_empty());
        sentences
    }
}

/// The detail of an exemption as a sentence, after a space. Empty without a detail.
fn sentence(exemption: &Exemption) -> String {
    exemption.detail().map_or_else(String::new, |detail| {
        let detail = escaped(&detail.replace('\n', " "));
        format!(" {}.", detail.trim_end_matches('.'))
    })
}

/// Those on some axes, in words: `deployed clients, code that calls the API, and code that implements it`.
fn people(axes: &[Axis], sides: Sides) -> String {
    let (deployed, new) = peers(sides);
    let mut people: Vec<&str> = axes
        .iter()
        .map(|axis| match axis {
            Axis::Wire => deployed,
            Axis::Rollback => new,
            Axis::Callers => "code that calls the API",
            Axis::Implementers if axes.contains(&Axis::Callers) => "code that implements it",
            Axis::Implementers => "code that implements the API",
        })
        .collect();
    let last = people.pop().unwrap_or_default();
    match people.as_slice() {
        [] => last.to_owned(),
        [first] => format!("{first} and {last}"),
        several => format!("{}, and {last}", several.join(", ")),
    }
}

/// Those who exchange messages with the API and are deployed, and the same of the new version.
const fn peers(sides: Sides) -> (&'static str, &'static str) {
    match sides {
        Sides::Operations => ("deployed clients", "new clients"),
        Sides::Webhooks => ("deployed receivers", "new receivers"),
    }
}

/// Text outside of code: what is in backticks stays, and the rest loses its meaning.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        out.push_str(&plain(&rest[..start]));
        rest = &rest[start..];
        let inside = rest.trim_start_matches('`');
        let fence = &rest[..rest.len() - inside.len()];
        rest = match end_of_code(inside, fence) {
            Some(end) => {
                let (code, after) = inside.split_at(end);
                let code = code.replace(char::is_control, " ");
                out.push_str(&format!("{fence}{code}{fence}"));
                &after[fence.len()..]
            }
            None => {
                out.push_str(&"\\`".repeat(fence.len()));
                inside
            }
        };
    }
    out + &plain(rest)
}

/// Where code ends that begins with some backticks: at the next backticks that are as many.
fn end_of_code(code: &str, fence: &str) -> Option<usize> {
    let mut start = 0;
    loop {
        start += code[start..].find('`')?;
        let run = code[start..].len() - code[start..].trim_start_matches('`').len();
        if run == fence.len() {
            return Some(start);
        }
        start += run;
    }
}

/// Text without code, whose characters mean nothing.
fn plain(text: &str) -> String {
    let chars = text.chars().flat_map(|c| match c {
        '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '\\' => vec!['\\', c],
        c if c.is_control() => vec![' '],
        c => vec![c],
    });
    chars.collect()
}
