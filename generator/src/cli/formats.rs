//! Advice about formats: which option, of which command, has the one that somebody asks for.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

/// The option of the format of what a command prints.
const FORMAT: &str = "--format";

/// The option of the format of messages, which all commands have.
const MESSAGE_FORMAT: &str = "--message-format";

/// Adds to an error of the arguments which option has the format.
pub(crate) fn with_advice(mut error: Error, command: &Command) -> Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let (option, value) = (
        text(ContextKind::InvalidArg),
        text(ContextKind::InvalidValue),
    );
    let option = option.split(' ').next().unwrap_or_default();
    let advice = match (error.kind(), option) {
        (ErrorKind::InvalidValue, FORMAT | MESSAGE_FORMAT) => with_format(command, value),
        (ErrorKind::UnknownArgument, FORMAT) => Some(format!(
            "`{MESSAGE_FORMAT}` is the format of messages: {}",
            formats_of_messages(command)
        )),
        _ => None,
    };
    if let Some(advice) = advice {
        let advice = ContextValue::StyledStrs(vec![StyledStr::from(advice)]);
        error.insert(ContextKind::Suggested, advice);
    }
    error
}

/// The commands that print something in a format.
fn with_format(command: &Command, format: &str) -> Option<String> {
    let commands = command.get_subcommands().filter(|command| {
        let mut values = formats(command, "format").into_iter();
        values.any(|value| value == format)
    });
    let named: Vec<String> = commands
        .map(|command| format!("`specsmith {} {FORMAT} {format}`", command.get_name()))
        .collect();
    (!named.is_empty()).then(|| format!("this is a format of {}", named.join(" and ")))
}

fn formats_of_messages(command: &Command) -> String {
    formats(command, "message_format").join(", ")
}

/// The values of an option.
fn formats(command: &Command, option: &str) -> Vec<String> {
    let mut options = command.get_arguments();
    let found = options.find(|known| known.get_id() == option);
    let values = found.map(clap::Arg::get_possible_values).into_iter();
    let values = values.flatten();
    values.map(|value| value.get_name().to_owned()).collect()
}
