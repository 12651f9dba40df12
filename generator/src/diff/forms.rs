//! Forms: how their fields are written.

use super::site::Site;
use super::styles;
use super::values::Use;
use super::walk::{Context, Walk};
use super::words::Quoted;
use super::{Rule, separators};
use crate::api::{Api, Field, FieldStyle, Lists, Rules, Scalar, Tagging, Type, TypeKind, TypeRef};
use crate::hash::HashSet;

/// A form, with what says how its fields are written.
#[derive(Clone, Copy)]
pub(super) struct Form<'a> {
    pub(super) api: &'a Api,
    pub(super) ty: &'a TypeRef,
    /// How lists are written that have no style of their own.
    pub(super) lists: Lists,
    /// The fields with a style of their own.
    pub(super) styles: &'a [(String, FieldStyle)],
}

/// How a value in a form is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// As one text, like a list with one item.
    Single,
    /// As a list.
    List(Lists),
    /// With its parts in brackets. If there may be lists among them, this is how these are written.
    Parts(Option<Lists>),
    /// In a style of its own.
    Styled(FieldStyle),
}

impl Way {
    fn words(self) -> String {
        match self {
            Self::Single => "as one string".to_owned(),
            Self::Parts(None) => "in parts".to_owned(),
            Self::List(lists) => styles::lists(lists).to_owned(),
            Self::Parts(Some(lists)) => format!("in parts, and {}", styles::lists(lists)),
            Self::Styled(style) => styles::field(style),
        }
    }
}

impl<'a> Form<'a> {
    /// Whether no field is JSON: the parts of what is in fields are in brackets.
    pub(super) fn is_all_text(&self) -> bool {
        let mut styles = self.styles.iter();
        styles.all(|(_, style)| !style.is_json())
    }

    fn way_of_field(&self, field: &Field) -> Way {
        let mut styles = self.styles.iter();
        match styles.find(|(name, _)| *name == field.name) {
            Some((_, style)) => Way::Styled(*style),
            None => self.way(&field.ty),
        }
    }

    /// How a value without a style of its own is written.
    fn way(&self, ty: &TypeRef) -> Way {
        let parts = || Way::Parts(may_have_lists(self.api, ty).then_some(self.lists));
        match &ty.ty {
            Type::Scalar(Scalar::Json) | Type::Map(_) => parts(),
            Type::Scalar(_) => Way::Single,
            Type::List(_) => Way::List(self.lists),
            Type::Named(id) => match &self.api.type_def(*id).kind {
                TypeKind::Alias(alias) => self.way(&alias.ty),
                TypeKind::Tuple(_) => Way::List(self.lists),
                TypeKind::Enum(_) | TypeKind::Newtype(_) => Way::Single,
                TypeKind::Union(union) if union.tagging == Tagging::None => Way::Single,
                TypeKind::Object(_) | TypeKind::Union(_) => parts(),
            },
        }
    }
}

impl<'a> Walk<'a> {
    /// Compares how the fields of two forms are written, apart from those that only one of them has.
    pub(super) fn forms(
        &mut self,
        old: Form<'a>,
        new: Form<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (Some(old_fields), Some(new_fields)) =
            (fields(old.api, old.ty), fields(new.api, new.ty))
        else {
            if is_other(old.way(old.ty), new.way(new.ty), false) {
                let (was, is) = (old.way(old.ty).words(), new.way(new.ty).words());
                let message =
                    format!("the values of the form were written {was}, and are written {is}");
                self.change(Rule::FormStyleChanged, context, site, message);
            }
            return;
        };
        let pairs = new_fields.iter().filter_map(|field| {
            let mut known = old_fields.iter();
            Some((known.find(|known| known.name == field.name)?, field))
        });
        let others = pairs.filter(|(known, field)| {
            let may_be_text = self.may_be_text(value(known), value(field));
            let (was, is) = (old.way_of_field(known), new.way_of_field(field));
            is_other(was, is, may_be_text)
                || is_split(old.api, known, (was, is))
                || is_split(new.api, field, (is, was))
        });
        let changes: Vec<String> = others
            .map(|(known, field)| {
                let name = Quoted(&field.name);
                let (was, is) = (
                    old.way_of_field(known).words(),
                    new.way_of_field(field).words(),
                );
                format!("the field {name} of the form was written {was}, and is written {is}")
            })
            .collect();
        if !changes.is_empty() {
            let message = changes.join("; ");
            self.change(Rule::FormStyleChanged, context, site, message);
        }
    }
}

/// Whether a field of a form with these styles is JSON.
pub(super) fn is_json(field: &Field, styles: &[(String, FieldStyle)]) -> bool {
    let mut styles = styles.iter();
    styles.any(|(name, style)| *name == field.name && style.is_json())
}

/// The fields of a form, if it is an object.
pub(super) fn fields<'a>(api: &'a Api, form: &TypeRef) -> Option<&'a [Field]> {
    let Type::Named(id) = &form.ty else {
        return None;
    };
    match &api.type_def(*id).kind {
        TypeKind::Object(object) => Some(&object.fields),
        TypeKind::Alias(alias) => fields(api, &alias.ty),
        TypeKind::Tuple(_) | TypeKind::Enum(_) | TypeKind::Newtype(_) | TypeKind::Union(_) => None,
    }
}

/// Whether what is written in one way cannot be read in the other.
fn is_other(old: Way, new: Way, may_be_text: bool) -> bool {
    use FieldStyle::{Json, JsonItems};
    match (old, new) {
        // In JSON, text has quotes.
        (Way::Single, Way::Styled(Json | JsonItems))
        | (Way::Styled(Json | JsonItems), Way::Single)
        | (Way::List(Lists::Repeated), Way::Styled(JsonItems))
        | (Way::Styled(JsonItems), Way::List(Lists::Repeated)) => may_be_text,
        // Whether they have the same values is another question.
        (Way::Single, _) | (_, Way::Single) => false,
        (Way::Parts(None), Way::Parts(_)) | (Way::Parts(_), Way::Parts(None)) => false,
        (Way::Parts(_), Way::List(_)) | (Way::List(_), Way::Parts(_)) => false,
        (old, new) => old != new,
    }
}

/// Whether a field that is one text may have what separates the items of a list in one text.
fn is_split(api: &Api, field: &Field, ways: (Way, Way)) -> bool {
    let (Way::Single, Way::Styled(style)) = ways else {
        return false;
    };
    let separator = style.separator();
    separator.is_some_and(|separator| separators::may_have(api, value(field), separator))
}

/// A field, or the items of a field that is a list.
pub(super) fn value(field: &Field) -> Use<'_> {
    match &field.ty.ty {
        Type::List(item) => Use::Of(item, Rules::NONE),
        Type::Scalar(_) | Type::Map(_) | Type::Named(_) => Use::Of(&field.ty, &field.rules),
    }
}

/// Whether there may be a list in a value.
pub(super) fn may_have_lists(api: &Api, ty: &TypeRef) -> bool {
    let mut seen = HashSet::default();
    let mut waiting = vec![ty];
    while let Some(ty) = waiting.pop() {
        match &ty.ty {
            Type::List(_) | Type::Scalar(Scalar::Json) => return true,
            Type::Scalar(_) => {}
            Type::Map(value) => waiting.push(value),
            Type::Named(id) if seen.insert(*id) => {
                let def = api.type_def(*id);
                if matches!(def.kind, TypeKind::Tuple(_)) {
                    return true;
                }
                waiting.extend(def.contents());
            }
            Type::Named(_) => {}
        }
    }
    false
}
