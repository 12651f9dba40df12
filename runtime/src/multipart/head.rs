//! The headers of a part.

use percent_encoding::percent_decode;

use crate::header_value::{cut, essence, parameter, parameters};

/// How the parts of a body are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Naming {
    /// By the name in their header `Content-Disposition`: `multipart/form-data`, RFC 7578.
    Form,
    /// By their header `Content-ID`, or without one that is known, by their order: all other media types, RFC 2046.
    Order,
}

impl Naming {
    /// That of a body with this header `Content-Type`.
    pub(crate) fn of(content_type: &[u8]) -> Self {
        match essence(content_type).eq_ignore_ascii_case(b"multipart/form-data") {
            true => Self::Form,
            false => Self::Order,
        }
    }
}

/// The headers of a part that matter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct PartHead {
    /// The name of the field; empty if the part has none.
    pub(crate) name: String,
    /// The name of the file, without folders.
    pub(crate) file_name: Option<String>,
    /// The media type, with its parameters.
    pub(crate) media: Option<String>,
}

impl PartHead {
    /// Reads the lines of the headers.
    ///
    /// # Errors
    /// The problem of the headers.
    pub(super) fn read(lines: &[u8], naming: Naming) -> Result<Self, &'static str> {
        let mut head = Self::default();
        let mut disposition = None;
        let mut id = None;
        for line in lines.split(|&byte| byte == b'\n') {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() {
                continue;
            }
            let (name, value) = cut(line, b':').ok_or("a header of a part has no colon")?;
            let value = value.trim_ascii();
            if name.eq_ignore_ascii_case(b"content-disposition") {
                if disposition.replace(value).is_some() {
                    return Err("a part has two headers `Content-Disposition`");
                }
            } else if name.eq_ignore_ascii_case(b"content-type") {
                head.media = Some(text(value));
            } else if name.eq_ignore_ascii_case(b"content-id") {
                id = Some(value);
            } else if name.eq_ignore_ascii_case(b"content-transfer-encoding") && !is_plain(value) {
                return Err("the transfer encoding of a part is not supported");
            }
        }
        match (naming, disposition) {
            (Naming::Form, None) => return Err("a part has no header `Content-Disposition`"),
            (Naming::Order, None) => {}
            (_, Some(disposition)) => head.read_disposition(disposition, naming)?,
        }
        if naming == Naming::Order
            && let Some(id) = id
        {
            let id_and_end = id.strip_prefix(b"<").unwrap_or(id);
            let bare_id = id_and_end.strip_suffix(b">").unwrap_or(id_and_end);
            head.name = percent_decode(bare_id).decode_utf8_lossy().into_owned();
        }
        Ok(head)
    }

    fn read_disposition(&mut self, value: &[u8], naming: Naming) -> Result<(), &'static str> {
        if naming == Naming::Form && !essence(value).eq_ignore_ascii_case(b"form-data") {
            return Err("a part is not `form-data`");
        }
        let mut name = None;
        let mut extended = None;
        for parameter in parameters(value) {
            let Ok(parameter) = parameter else {
                return Err("a header `Content-Disposition` cannot be read");
            };
            if parameter.is("name") {
                name = name.or(Some(unescape(&parameter.value)));
            } else if parameter.is("filename") {
                self.file_name = Some(unescape(&parameter.value));
            } else if parameter.is("filename*") {
                extended = extended_value(&parameter.value);
            }
        }
        self.name = match (name, naming) {
            (Some(name), _) => name,
            (None, Naming::Order) => String::new(),
            (None, Naming::Form) => return Err("a part has no name"),
        };
        self.file_name = extended.or(self.file_name.take());
        if let Some(file) = &mut self.file_name {
            // A path would belong to the sender's computer, or be an attack.
            let folders = file.rfind(['/', '\\']).map_or(0, |slash| slash + 1);
            file.drain(..folders);
        }
        Ok(())
    }
}

/// Whether content is sent as it is (RFC 7578, section 4.7).
fn is_plain(encoding: &[u8]) -> bool {
    [b"7bit".as_slice(), b"8bit", b"binary"]
        .iter()
        .any(|plain| encoding.eq_ignore_ascii_case(plain))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Reverses the escapes of browsers (WHATWG HTML, section 4.10.21.8): they escape quotes and line breaks, and nothing
/// else, so no other percent sign is an escape.
fn unescape(value: &[u8]) -> String {
    let value = text(value);
    let unescaped = value.replace("%22", "\"").replace("%0D", "\r");
    unescaped.replace("%0A", "\n")
}

/// A value with its charset: `UTF-8''na%C3%AFve.txt` (RFC 8187). Some clients send it for file names.
fn extended_value(value: &[u8]) -> Option<String> {
    let (charset, encoded) = value.split_at_checked("utf-8''".len())?;
    let is_known = charset.eq_ignore_ascii_case(b"utf-8''");
    let decoded = is_known.then(|| percent_decode(encoded).decode_utf8())?;
    decoded.ok().map(|text| text.into_owned())
}

/// The parameter `boundary` of a header `Content-Type`. It has 1 to 70 characters (RFC 2046, section 5.1.1).
pub(crate) fn boundary(content_type: &[u8]) -> Option<Vec<u8>> {
    let boundary = parameter(content_type, "boundary")?;
    let is_valid = (1..=70).contains(&boundary.len());
    is_valid.then(|| boundary.into_owned())
}
