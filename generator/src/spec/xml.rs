//! The forms of types and fields in XML: `xml: { name: Title, attribute: true }`.

use super::language::Map;
use super::table::Table;
use crate::api::Xml;
use crate::source::Spanned;

/// Reads `xml` of a type or a field. `map` defines its keys.
pub(super) fn read_xml(table: &mut Table<'_>, map: &'static Map) -> Option<Box<Spanned<Xml>>> {
    let node = table.node("xml")?;
    let span = node.span;
    let mut table = Table::open(node, map, table.diagnostics)?;
    let mut text = |key| table.text(key).map(|text| text.value);
    let (name, namespace, prefix, item) = (
        text("name"),
        text("namespace"),
        text("prefix"),
        text("item"),
    );
    let is_of_field = table.defines("attribute");
    let mut flag = |key| is_of_field && table.flag(key).unwrap_or(false);
    let (wrapped, attribute, text) = (flag("wrapped"), flag("attribute"), flag("text"));
    table.close();
    let xml = Xml {
        name,
        namespace,
        prefix,
        item,
        wrapped,
        attribute,
        text,
    };
    Some(Box::new(Spanned::new(xml, span)))
}
