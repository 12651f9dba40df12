//! What a part of the document loses that the API does not keep. Programs read this; people read the message.

/// What an API does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Lost {
    /// Nothing that concerns requests or responses.
    Nothing,
    /// A part of the document.
    Part,
    /// A rule for values, which nothing checks.
    Rule,
    /// One of several parts in a list, all of which count: a value of an enumeration.
    List,
    /// A rule for values in a list of several, all of which count: a member of a choice.
    RuleOfList,
    /// A rule for the name of a part, whose content is compared: the pattern of the names of a map.
    RuleOfName,
    /// The name of a part, whose content is compared or is the same as that of another one.
    Name,
    /// The whole of what has the part: a parameter or a server.
    Owner,
    /// A whole operation.
    Operation,
    /// How the value of a parameter is written.
    Style,
}
