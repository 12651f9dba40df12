//! Values that types in a cycle hold: stored on the heap, behind a trait object.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::panic::{RefUnwindSafe, UnwindSafe};

use serde_core::ser::Error as _;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use crate::encode::{BOXED, JsonWriter};

/// A value on the heap, like `Box<T>`, for types that contain each other.
///
/// It derefs to the value, and converts from it:
///
/// ```
/// use specsmith_runtime::Boxed;
///
/// let mut names: Boxed<Vec<String>> = vec!["Ada".to_owned()].into();
/// names.push("Grace".to_owned());
/// assert_eq!(names.len(), 2);
/// for name in &names {
///     println!("{name}");
/// }
/// assert_eq!(names.into_inner(), ["Ada", "Grace"]);
/// ```
///
/// In a generated type, a field is `Boxed` if its value can contain another value of that type:
///
/// ```
/// # use specsmith_runtime::Boxed;
/// # #[derive(Debug, Clone, PartialEq)]
/// struct Comment {
///     text: String,
///     replies: Boxed<Vec<Comment>>,
/// }
/// # impl specsmith_runtime::codegen::Serialize for Comment {
/// #     fn serialize<S: specsmith_runtime::codegen::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
/// #         s.serialize_str(&self.text)
/// #     }
/// # }
///
/// let reply = Comment { text: "Thanks!".to_owned(), replies: Boxed::default() };
/// let comment = Comment { text: "Well done.".to_owned(), replies: vec![reply].into() };
/// assert_eq!(comment.replies[0].text, "Thanks!");
/// ```
///
/// With `Box`, the compiler would follow a cycle of types through every one of them, for example to
/// prove that a future is `Send`. APIs have cycles of hundreds of types, and the compiler gives up
/// long before. A `Boxed` holds a trait object, so the compiler stops here. Reading the value costs
/// one comparison of type identifiers.
pub type Boxed<T> = self::holder::Boxed<dyn Of<T>>;

/// Stands for `T` in the type of a [`Boxed`]: `dyn Of<T>` is a type in whose debug information the
/// compiler names `T` but does not describe it.
pub trait Of<T> {}

mod holder {
    use std::marker::PhantomData;

    /// The struct behind the alias [`Boxed<T>`](super::Boxed), where `As` is `dyn Of<T>`.
    pub struct Boxed<As: ?Sized> {
        /// Holds a `T`: it is created from one only, and never replaced by another type.
        pub(super) value: Box<dyn super::Value>,
        pub(super) content: PhantomData<fn(&As)>,
    }
}

/// A value that can be [`Boxed`]: implemented for every type that has these traits, which all
/// generated types do.
pub trait Content: Clone + fmt::Debug + PartialEq + Serialize + Send + Sync + 'static {}

impl<T: Clone + fmt::Debug + PartialEq + Serialize + Send + Sync + 'static> Content for T {}

/// What a `Boxed` does with its value. Each function is called through the trait object, so that
/// compiling it for one type of a cycle does not lead to the next type.
trait Value: Any + fmt::Debug + erased_serde::Serialize + Send + Sync {
    fn clone_value(&self) -> Box<dyn Value>;
    fn equals(&self, other: &dyn Any) -> bool;
    fn write(&self, writer: &mut JsonWriter) -> Result<(), serde_json::Error>;
}

impl<T: Content> Value for T {
    fn clone_value(&self) -> Box<dyn Value> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn write(&self, writer: &mut JsonWriter) -> Result<(), serde_json::Error> {
        self.serialize(writer)
    }
}

impl<T: Content> Boxed<T> {
    /// Moves a value to the heap.
    pub fn new(value: T) -> Self {
        Self {
            value: Box::new(value),
            content: PhantomData,
        }
    }
}

impl<T: 'static> Boxed<T> {
    /// Moves the value out.
    #[allow(
        clippy::expect_used,
        reason = "a `Boxed<T>` holds a `T`, see the field `value`"
    )]
    pub fn into_inner(self) -> T {
        let value: Box<dyn Any> = self.value;
        *value.downcast().expect("a `Boxed<T>` holds a `T`")
    }
}

impl<T: 'static> Deref for Boxed<T> {
    type Target = T;

    #[allow(
        clippy::expect_used,
        reason = "a `Boxed<T>` holds a `T`, see the field `value`"
    )]
    fn deref(&self) -> &T {
        let value: &dyn Any = &*self.value;
        value.downcast_ref().expect("a `Boxed<T>` holds a `T`")
    }
}

impl<T: 'static> DerefMut for Boxed<T> {
    #[allow(
        clippy::expect_used,
        reason = "a `Boxed<T>` holds a `T`, see the field `value`"
    )]
    fn deref_mut(&mut self) -> &mut T {
        let value: &mut dyn Any = &mut *self.value;
        value.downcast_mut().expect("a `Boxed<T>` holds a `T`")
    }
}

impl<T: Content> From<T> for Boxed<T> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

impl<T: Content + Default> Default for Boxed<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

// The compiler would prove these for `T` by following every type in it. They only warn of values that
// a panic can leave half changed, and generated types are plain data.
impl<As: ?Sized> UnwindSafe for holder::Boxed<As> {}
impl<As: ?Sized> RefUnwindSafe for holder::Boxed<As> {}

impl<As: ?Sized> Clone for holder::Boxed<As> {
    fn clone(&self) -> Self {
        Self {
            value: self.value.clone_value(),
            content: PhantomData,
        }
    }
}

impl<As: ?Sized> PartialEq for holder::Boxed<As> {
    fn eq(&self, other: &Self) -> bool {
        self.value.equals(&*other.value)
    }
}

impl<T: Eq + 'static> Eq for Boxed<T> {}

impl<T: Hash + 'static> Hash for Boxed<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: PartialOrd + 'static> PartialOrd for Boxed<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (**self).partial_cmp(&**other)
    }
}

impl<T: Ord + 'static> Ord for Boxed<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        (**self).cmp(&**other)
    }
}

/// As the value itself.
impl<As: ?Sized> fmt::Debug for holder::Boxed<As> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<As: ?Sized> Serialize for holder::Boxed<As> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(BOXED, &Written(&*self.value))
    }
}

/// The value of a [`Boxed`] while it is written.
///
/// Written by `JsonWriter`, it takes the writer over, and the value is written as if it were not
/// boxed. Any other serializer goes through a trait object, which takes more time and stack.
struct Written<'v>(&'v dyn Value);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = JsonWriter::take_over(|writer| self.0.write(writer));
        match written {
            Some(Ok(())) => serializer.serialize_unit_struct(BOXED),
            Some(Err(error)) => Err(S::Error::custom(error)),
            None => erased_serde::serialize(self.0, serializer),
        }
    }
}

impl<'de, T: Content + Deserialize<'de>> Deserialize<'de> for Boxed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::new)
    }
}

impl<T: IntoIterator + 'static> IntoIterator for Boxed<T> {
    type Item = T::Item;
    type IntoIter = T::IntoIter;

    fn into_iter(self) -> T::IntoIter {
        self.into_inner().into_iter()
    }
}

impl<'a, T: 'static> IntoIterator for &'a Boxed<T>
where
    &'a T: IntoIterator,
{
    type Item = <&'a T as IntoIterator>::Item;
    type IntoIter = <&'a T as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        (**self).into_iter()
    }
}

impl<'a, T: 'static> IntoIterator for &'a mut Boxed<T>
where
    &'a mut T: IntoIterator,
{
    type Item = <&'a mut T as IntoIterator>::Item;
    type IntoIter = <&'a mut T as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        (**self).into_iter()
    }
}
