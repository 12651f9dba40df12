//! Fields, parameters and headers: a name with a type, and what is said of it.

use super::code;
use super::html::{Html, member_anchor, type_words};
use super::markdown;
use super::notes::{Decisions, NotesView, repeated_view};
use crate::api::{Field, Parameter, Presence, Rules, Sensitivity, TypeRef, Value};
use crate::emit::docs;
use crate::emit::file::Context;

/// One member, as a row of a list.
pub(super) struct Member {
    pub(super) anchor: String,
    pub(super) name: String,
    pub(super) ty: Html,
    pub(super) marks: Vec<Mark>,
    pub(super) notes: NotesView,
    /// Bounds, default, example: each a short text.
    pub(super) facts: Vec<Html>,
}

/// A word beside a name.
pub(super) struct Mark {
    pub(super) text: &'static str,
    pub(super) class: &'static str,
}

const REQUIRED: Mark = Mark {
    text: "required",
    class: "required",
};
const OPTIONAL: Mark = Mark {
    text: "optional",
    class: "",
};
const ABSENT: Mark = Mark {
    text: "may be absent",
    class: "",
};
const NULL: Mark = Mark {
    text: "may be null",
    class: "",
};
const DEPRECATED: Mark = Mark {
    text: "deprecated",
    class: "warn",
};

/// A parameter of a request.
pub(super) fn parameter(
    context: Context<'_>,
    parameter: &Parameter,
    owner: &str,
    notes: NotesView,
) -> Member {
    let first = if parameter.may_be_left_out() {
        OPTIONAL
    } else {
        REQUIRED
    };
    let facts = facts(
        &context.api.rules_in_place(parameter),
        &parameter.presence,
        parameter.example.as_ref(),
    );
    row(
        context,
        (owner, &parameter.name, &parameter.ty),
        Some(first),
        parameter.sensitivity,
        notes,
        facts,
    )
}

/// A header of a response; all of them may be absent.
pub(super) fn header(
    context: Context<'_>,
    header: &Parameter,
    owner: &str,
    decisions: &mut Decisions,
) -> Member {
    let anchor = member_anchor(owner, &header.name);
    let notes = decisions.notes(&header.notes, &anchor, &header.name);
    let facts = facts(&header.rules, &header.presence, header.example.as_ref());
    row(
        context,
        (owner, &header.name, &header.ty),
        None,
        header.sensitivity,
        notes,
        facts,
    )
}

/// A field of an object.
pub(super) fn field(
    context: Context<'_>,
    field: &Field,
    owner: (&str, &str),
    decisions: &mut Decisions,
) -> Member {
    let (anchor, ty) = owner;
    let about = format!("{ty}.{}", field.name);
    let notes = decisions.notes(&field.notes, &member_anchor(anchor, &field.name), &about);
    let absent = (field.presence != Presence::Required).then_some(ABSENT);
    let facts = facts(&field.rules, &field.presence, field.example.as_ref());
    row(
        context,
        (anchor, &field.name, &field.ty),
        absent,
        field.sensitivity,
        notes,
        facts,
    )
}

fn row(
    context: Context<'_>,
    (owner, name, ty): (&str, &str, &TypeRef),
    presence: Option<Mark>,
    sensitivity: Sensitivity,
    notes: NotesView,
    facts: Vec<Html>,
) -> Member {
    let null = ty.nullable.then_some(NULL);
    let deprecated = notes.deprecated.as_ref().map(|_| DEPRECATED);
    Member {
        anchor: member_anchor(owner, name),
        name: name.to_owned(),
        ty: type_words(context, ty),
        marks: [presence, null, sensitive(sensitivity), deprecated]
            .into_iter()
            .flatten()
            .collect(),
        notes,
        facts,
    }
}

/// The mark of what must not get into a log.
pub(super) fn sensitive(sensitivity: Sensitivity) -> Option<Mark> {
    match sensitivity {
        Sensitivity::Public => None,
        Sensitivity::Personal => Some(Mark {
            text: "personal",
            class: "warn",
        }),
        Sensitivity::Secret => Some(Mark {
            text: "secret",
            class: "warn",
        }),
    }
}

fn facts(rules: &Rules, presence: &Presence, example: Option<&Value>) -> Vec<Html> {
    let default = match presence {
        Presence::Default(value) => Some(labelled("Default", value)),
        Presence::Required | Presence::Optional => None,
    };
    let example = example.map(|value| labelled("Example", value));
    bounds(rules)
        .into_iter()
        .chain(default)
        .chain(example)
        .collect()
}

/// The bounds of a value as a short text.
pub(super) fn bounds(rules: &Rules) -> Option<Html> {
    let bounds = docs::bounds(rules)?;
    let bounds = bounds.trim_start_matches("Bounds: ");
    Some(markdown::line(bounds.trim_end_matches('.')))
}

/// A value behind a word.
pub(super) fn labelled(label: &str, value: &Value) -> Html {
    let mut html = Html::text(label);
    html.push_trusted(" ");
    html.push_trusted(&Html::code(&code::visible(value.to_string())).to_string());
    html
}

/// A parameter whose decision is listed elsewhere: those of pages are the same everywhere.
pub(super) fn shared_parameter(context: Context<'_>, of: &Parameter, owner: &str) -> Member {
    parameter(context, of, owner, repeated_view(&of.notes))
}
