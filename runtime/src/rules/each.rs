//! The rules of the items of a list, and of the values of a map.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use super::Rules;
use crate::decode::{Context, Decode, Failed};

/// Rules for each item of a list, or for each value of a map, of type `T`. [`each!`](crate::each) creates them.
pub struct Each<T> {
    rules: &'static Rules,
    item: PhantomData<fn(T)>,
}

/// Rules for each item or value, whatever its type.
///
/// As with [`Distinct`](super::Distinct), the function is compiled only for lists and maps with such rules.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Nested {
    pub(crate) rules: &'static Rules,
    pub(super) check: fn(&dyn Any, &Rules, &mut Context) -> Result<(), Failed>,
}

impl<T> Each<T> {
    /// The same rules for each.
    pub const fn new(rules: &'static Rules) -> Self {
        Self {
            rules,
            item: PhantomData,
        }
    }
}

impl<T: Decode> Each<T> {
    pub(crate) const fn of_list(self) -> Nested {
        Nested {
            rules: self.rules,
            check: check_items::<T>,
        }
    }

    pub(crate) const fn of_map(self) -> Nested {
        Nested {
            rules: self.rules,
            check: check_values::<T>,
        }
    }
}

impl<T> Clone for Each<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Each<T> {}

impl<T> fmt::Debug for Each<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Each").field(&self.rules).finish()
    }
}

fn check_items<T: Decode>(
    list: &dyn Any,
    rules: &Rules,
    context: &mut Context,
) -> Result<(), Failed> {
    let items = list.downcast_ref::<Vec<T>>();
    let mut checked = Ok(());
    for (index, item) in items.into_iter().flatten().enumerate() {
        let mark = context.mark();
        if let Err(failed) = item.check(rules, context) {
            context.within_index(mark, index);
            checked = Err(failed);
            if !context.continues(mark) {
                break;
            }
        }
    }
    checked
}

fn check_values<T: Decode>(
    map: &dyn Any,
    rules: &Rules,
    context: &mut Context,
) -> Result<(), Failed> {
    let entries = map.downcast_ref::<BTreeMap<String, T>>();
    let mut checked = Ok(());
    for (key, value) in entries.into_iter().flatten() {
        let mark = context.mark();
        if let Err(failed) = value.check(rules, context) {
            context.within_key(mark, key);
            checked = Err(failed);
            if !context.continues(mark) {
                break;
            }
        }
    }
    checked
}

/// Rules as a constant: `rules!(min_length = 1, max_length = 200)`, by the names of the functions of
/// [`Rules`](crate::rules::Rules). A pattern is given as text.
#[doc(hidden)]
#[macro_export]
macro_rules! __rules {
    ($($rule:ident = $limit:expr),*) => {
        const { &$crate::codegen::Rules::NONE $(.$rule($crate::__rule!($rule $limit)))* }
    };
}

/// The rules of each item of a list, or of each value of a map, after its type.
///
/// ```
/// use specsmith_runtime::codegen as rt;
///
/// rt::object! {
///     /// A book.
///     pub struct Book {
///         /// Tags of up to twenty characters.
///         #[rules(max_items = 10, items = rt::each!(String: max_length = 20))]
///         pub tags: Vec<String>,
///     }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! each {
    ($type:ty: $($rule:ident = $limit:expr),+) => {
        $crate::codegen::Each::<$type>::new($crate::__rules!($($rule = $limit),+))
    };
}
