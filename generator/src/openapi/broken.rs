//! References that lead to nothing: why, and what became of what has them.

use super::files::pointers::{is_remote, resolve_path};
use super::files::{Broken, MissingFile, Why};
use super::references::Files;
use super::types::Types;
use super::warnings::Topic;
use crate::node::Node;
use crate::words::closest;

impl Files<'_> {
    /// A reference to a neighbour of what does not exist, with nearly the same name.
    fn near(&self, from: usize, reference: &str) -> Option<String> {
        let (folder, name) = reference.rsplit_once('/')?;
        let parent = self.find(from, folder)?;
        let names = parent.node.entries().iter();
        let near = closest(name, names.map(|(name, _)| name.value.as_str()))?;
        Some(format!("{folder}/{near}"))
    }

    /// The file that a reference leads to, if it cannot be read.
    fn missing_file(&self, from: usize, reference: &str) -> Option<&MissingFile> {
        let path = reference
            .split('#')
            .next()
            .filter(|path| !path.is_empty())?;
        let path = resolve_path(self.name(from)?, path);
        self.missing.iter().find(|file| file.name == path)
    }
}

impl Types<'_> {
    /// Warns that a reference in a file leads to nothing. `became` is what became of what has it.
    pub(super) fn warn_broken(&mut self, file: usize, reference: &Node, became: &str) {
        let text = reference.as_text().unwrap_or_default();
        let (topic, detail) = if is_remote(text) {
            let detail = format!("`{text}` is on the network, so {became}");
            (Topic::RemoteReference, detail)
        } else if let Some(missing) = self.files.missing_file(file, text) {
            let detail = format!("`{text}` cannot be read, so {became}: {}", missing.why);
            (Topic::MissingFile, detail)
        } else {
            let near = match self.files.near(file, text) {
                Some(near) => format!("; did you mean `{near}`?"),
                None => String::new(),
            };
            let detail = format!("`{text}` refers to nothing, so {became}{near}");
            (Topic::BrokenReference, detail)
        };
        self.warnings.add(topic, reference.span, &detail);
    }

    /// Warns about references in places where OpenAPI has none, if they cannot be replaced.
    pub(super) fn warn_misplaced(&mut self, broken: &[Broken]) {
        for Broken {
            file,
            reference,
            why,
        } in broken
        {
            let text = reference.as_text().unwrap_or_default();
            let why = match why {
                Why::LeadsToNothing => {
                    self.warn_broken(*file, reference, "it has no effect");
                    continue;
                }
                Why::LeadsToItself => "leads to itself",
                Why::IsTooMuch => "leads to too many references inside of each other",
            };
            let detail = format!("`{text}` {why}, so it has no effect");
            self.warnings
                .add(Topic::BrokenReference, reference.span, &detail);
        }
    }

    /// Warns about all references that lead to nothing, unless there is a warning already.
    pub(super) fn warn_all_broken(&mut self) {
        for (file, reference) in self.files.broken.take().into_values() {
            self.warn_broken(file, reference, "it has no effect");
        }
    }
}
