//! Text files from templates.

use askama::Template;

/// The text of a template. Rendering fails only if writing or a called function fails; neither can
/// happen here.
pub(super) fn text(template: &impl Template) -> String {
    let mut text = template.render().unwrap_or_default();
    // The engine drops the last line break.
    text.push('\n');
    text
}
