//! The parts of a definition of the language: maps, their keys, and the shapes of values.

use crate::node::Node;
use crate::spec::construct::Construct;

/// A map with keys of the language.
#[derive(Debug)]
pub(crate) struct Map {
    /// The name of the definition in the JSON Schema.
    pub(crate) name: &'static str,
    /// The name of such a map in diagnostics.
    pub(crate) construct: Construct,
    /// The description of such a map, as one sentence.
    pub(crate) doc: &'static str,
    /// The keys of the map, in the order of formatted text. Several maps share some of the lists.
    keys: &'static [&'static [Key]],
    /// The same keys in the order that they have in braces, if that is another one.
    keys_in_braces: Option<&'static [&'static [Key]]>,
    /// Alternative definitions. The first whose condition holds replaces this one.
    pub(crate) forms: &'static [Form],
    /// Rules about several keys at once.
    pub(crate) rules: &'static [Rule],
}

impl Map {
    /// A map without keys, with no other forms, and nothing that holds for several keys.
    pub(super) const fn new(name: &'static str, construct: Construct) -> Self {
        Self {
            name,
            construct,
            doc: "",
            keys: &[],
            keys_in_braces: None,
            forms: &[],
            rules: &[],
        }
    }

    pub(super) const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }

    pub(super) const fn keys(mut self, keys: &'static [&'static [Key]]) -> Self {
        self.keys = keys;
        self
    }

    pub(super) const fn in_braces(mut self, keys: &'static [&'static [Key]]) -> Self {
        self.keys_in_braces = Some(keys);
        self
    }

    pub(super) const fn with_forms(mut self, forms: &'static [Form]) -> Self {
        self.forms = forms;
        self
    }

    pub(super) const fn with_rules(mut self, rules: &'static [Rule]) -> Self {
        self.rules = rules;
        self
    }

    /// The keys of the map, in their order.
    pub(crate) fn all_keys(&self) -> impl Iterator<Item = &'static Key> {
        self.keys.iter().flat_map(|keys| keys.iter())
    }

    /// The keys of the map, in their order in braces.
    pub(crate) fn all_keys_in_braces(&self) -> impl Iterator<Item = &'static Key> {
        let keys = self.keys_in_braces.unwrap_or(self.keys);
        keys.iter().flat_map(|keys| keys.iter())
    }

    /// The definition of a map that has one of the forms. `value` returns the text of a key, empty if it is not a
    /// string, or `None` without the key.
    pub(crate) fn form(&'static self, value: &dyn Fn(&str) -> Option<String>) -> &'static Self {
        let mut forms = self.forms.iter();
        let found = forms.find(|form| match form.when {
            When::Has(key) => value(key).is_some(),
            When::Is(key, wanted) => value(key).as_deref() == Some(wanted),
        });
        match found {
            Some(form) => form.map.form(value),
            None => self,
        }
    }

    /// The definition of a map of a document.
    pub(crate) fn form_of(&'static self, map: &Node) -> &'static Self {
        self.form(&|key| Some(map.get(key)?.scalar_text().unwrap_or_default()))
    }

    /// The key with this name.
    pub(crate) fn key(&self, name: &str) -> Option<&'static Key> {
        self.all_keys().find(|key| key.name == name)
    }
}

/// A key of a map.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) value: Shape,
    /// The meaning of the key, in one or two sentences.
    pub(crate) doc: &'static str,
    pub(crate) required: bool,
}

/// A key that may be omitted.
pub(super) const fn key(name: &'static str, value: Shape) -> Key {
    Key {
        name,
        value,
        doc: "",
        required: false,
    }
}

/// A key that every such map has.
pub(super) const fn required(name: &'static str, value: Shape) -> Key {
    let mut key = key(name, value);
    key.required = true;
    key
}

impl Key {
    /// The key with what it means.
    pub(super) const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }
}

/// Another definition of a map, and which maps it is for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    pub(crate) when: When,
    pub(crate) map: &'static Map,
}

/// The form of maps that have a key.
pub(super) const fn if_has(key: &'static str, map: &'static Map) -> Form {
    Form {
        when: When::Has(key),
        map,
    }
}

/// The form of maps in which a key has a value.
pub(super) const fn if_is(key: &'static str, value: &'static str, map: &'static Map) -> Form {
    Form {
        when: When::Is(key, value),
        map,
    }
}

/// The condition under which a map has a form.
#[derive(Debug, Clone, Copy)]
pub(crate) enum When {
    /// The map has this key.
    Has(&'static str),
    /// The map has this key with this value.
    Is(&'static str, &'static str),
}

/// A rule about several keys of a map.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rule {
    /// One of these keys is there, and no other one.
    One(&'static [&'static str]),
    /// At least one of these keys is there.
    Any(&'static [&'static str]),
    /// Not both of these keys are there.
    NotBoth(&'static str, &'static str),
    /// Not both of these keys are `true`.
    NotBothTrue(&'static str, &'static str),
    /// The first key needs the second one.
    Needs(&'static str, &'static str),
}

/// The shape of a value.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Shape {
    /// Any value but null.
    Any,
    /// No value: null.
    Nothing,
    /// A string, an integer, `true` or `false`.
    Constant,
    Text(Text),
    /// `true` or `false`.
    Flag,
    /// An integer of 64 bits.
    Integer,
    /// An integer of 0 or more.
    Length,
    /// Any number.
    Number,
    /// A status, as a number or a string.
    Status(Statuses),
    /// The version of the language.
    Version,
    List(&'static List),
    Map(&'static Map),
    Names(&'static Names),
    /// A value of one of these shapes, which differ in their kinds: short and long forms.
    OneOf(&'static [Shape]),
}

impl Shape {
    /// The shapes that a value may have, of which none is [`OneOf`](Self::OneOf).
    pub(crate) fn each(self, visit: &mut dyn FnMut(Self)) {
        match self {
            Self::OneOf(shapes) => shapes.iter().for_each(|shape| shape.each(visit)),
            Self::Any
            | Self::Nothing
            | Self::Constant
            | Self::Text(_)
            | Self::Flag
            | Self::Integer
            | Self::Length
            | Self::Number
            | Self::Status(_)
            | Self::Version
            | Self::List(_)
            | Self::Map(_)
            | Self::Names(_) => visit(self),
        }
    }

    /// Whether a value may have such a shape.
    pub(crate) fn any(self, is_meant: fn(Self) -> bool) -> bool {
        let mut found = false;
        self.each(&mut |shape| found |= is_meant(shape));
        found
    }

    /// The definition of the map that the value may be.
    pub(crate) fn map(self) -> Option<&'static Map> {
        let mut found = None;
        self.each(&mut |shape| {
            if let Self::Map(map) = shape {
                found = Some(map);
            }
        });
        found
    }
}

/// The content of a string.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Text {
    /// Any text. Numbers and booleans count as they are written.
    Free,
    /// Any text that is neither a number nor a boolean.
    Plain,
    /// One of these words.
    Words(&'static [Word]),
    /// A type expression.
    Type,
    /// A content of a body or a response.
    Content(Side),
    /// A method and a path.
    Route,
    /// The name of something that the document declares.
    Name(Entity),
    /// Who may call: a scheme, a kind of its credentials, or `none`.
    Access,
    /// The unit and the number of a size in bytes.
    Size,
    /// The URL of a page.
    PageUrl,
    /// A day of the calendar.
    Date,
    /// The path of an included file.
    Path,
    /// A name without a `?` at the end.
    Certain,
    /// A value of an enumeration, as a key or in a list.
    EnumValue,
}

/// Whose content it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Request,
    Response,
    Error,
}

/// A word with a meaning.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    pub(crate) name: &'static str,
    /// The meaning of the word, in one sentence.
    pub(crate) doc: &'static str,
}

pub(super) const fn word(name: &'static str) -> Word {
    Word { name, doc: "" }
}

impl Word {
    pub(super) const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }
}

/// The statuses that a key allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Statuses {
    /// A status of three digits.
    Exact,
    /// A status of an error, a class of them, or `default`.
    Errors,
    /// As [`Errors`](Self::Errors), or the name of an error.
    ErrorsAndNames,
}

/// The kind of thing that a name of a document stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Entity {
    Type,
    Error,
    Operation,
    Webhook,
    Group,
    Shared,
    Pager,
    Scheme,
    KeyKind,
    Server,
}

impl Entity {
    /// One of the entities whose names are different: operations name schemes and the kinds of their credentials in the
    /// same place.
    pub(crate) fn namespace(self) -> Self {
        match self {
            Self::KeyKind => Self::Scheme,
            Self::Type
            | Self::Error
            | Self::Operation
            | Self::Webhook
            | Self::Group
            | Self::Shared
            | Self::Pager
            | Self::Scheme
            | Self::Server => self,
        }
    }
}

/// A list.
#[derive(Debug)]
pub(crate) struct List {
    pub(crate) item: Shape,
    /// The least and the greatest number of items.
    pub(crate) count: (usize, Option<usize>),
    /// Whether an item occurs once.
    pub(crate) unique: bool,
    /// Whether all items have this key, or none.
    pub(crate) all_or_none: Option<&'static str>,
    /// Its name in the JSON Schema, if many keys have such a list.
    pub(crate) name: Option<&'static str>,
}

impl List {
    /// A list of any length.
    pub(super) const fn of(item: Shape) -> Self {
        Self {
            item,
            count: (0, None),
            unique: false,
            all_or_none: None,
            name: None,
        }
    }

    /// At least one number of items, and at most another one.
    pub(super) const fn count(mut self, least: usize, most: Option<usize>) -> Self {
        self.count = (least, most);
        self
    }

    pub(super) const fn unique(mut self) -> Self {
        self.unique = true;
        self
    }

    /// All items have this key, or none has it.
    pub(super) const fn all_or_none(mut self, key: &'static str) -> Self {
        self.all_or_none = Some(key);
        self
    }

    /// The JSON Schema defines it once, with this name.
    pub(super) const fn named(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }
}

/// A map whose keys are names that the document chooses.
#[derive(Debug)]
pub(crate) struct Names {
    /// The kind of thing that the names declare, if something refers to them.
    pub(crate) entity: Option<Entity>,
    /// The kinds of names, and what each stands for. The first whose form a name has applies to it.
    pub(crate) entries: &'static [Entry],
    /// The least and the greatest number of entries.
    pub(crate) count: (usize, Option<usize>),
}

impl Names {
    /// A map with any number of entries, whose names declare nothing.
    pub(super) const fn of(entries: &'static [Entry]) -> Self {
        Self {
            entity: None,
            entries,
            count: (0, None),
        }
    }

    pub(super) const fn declaring(mut self, entity: Entity) -> Self {
        self.entity = Some(entity);
        self
    }

    /// At least one number of entries, and at most another one.
    pub(super) const fn count(mut self, least: usize, most: Option<usize>) -> Self {
        self.count = (least, most);
        self
    }
}

/// A kind of names.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: NameForm,
    pub(crate) value: Shape,
}

impl Entry {
    /// Entries whose names have a form.
    pub(super) const fn of(name: NameForm, value: Shape) -> Self {
        Self { name, value }
    }

    /// Entries with any name.
    pub(super) const fn any(value: Shape) -> Self {
        Self::of(NameForm::Any, value)
    }
}

impl Names {
    /// The entry that a name is one of.
    pub(crate) fn entry(&self, name: &str) -> Option<&'static Entry> {
        self.entries.iter().find(|entry| entry.name.fits(name))
    }
}

impl NameForm {
    /// Whether a name may be meant to be of this form: a status need not be a valid one.
    fn fits(self, name: &str) -> bool {
        match self {
            Self::Capital => name.starts_with(|c: char| c.is_ascii_uppercase()),
            Self::AnyBut(other) => name != other,
            Self::Any
            | Self::Success
            | Self::ErrorStatus
            | Self::Integer
            | Self::Number
            | Self::Boolean => true,
        }
    }
}

/// The form of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameForm {
    Any,
    /// Any name but this one.
    AnyBut(&'static str),
    /// A status of a success, or a class of them.
    Success,
    /// A status of an error, a class of them, or `default`.
    ErrorStatus,
    /// A name that begins with a capital.
    Capital,
    Integer,
    Number,
    Boolean,
}

/// The shape of a name, or of anything that is only text.
pub(super) const TEXT: Shape = Shape::Text(Text::Free);
/// The shape of a type expression.
pub(super) const TYPE_EXPRESSION: Shape = Shape::Text(Text::Type);
/// A string, or a list of texts.
pub(super) const TEXTS: Shape = Shape::OneOf(&[TEXT, Shape::List(&List::of(TEXT))]);
/// The name of a field, or the names of the fields that lead to it.
pub(super) const FIELD_PATH: Shape =
    Shape::OneOf(&[TEXT, Shape::List(&List::of(TEXT).count(1, None))]);
