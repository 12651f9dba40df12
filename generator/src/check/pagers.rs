//! The section `pagers`.

use super::errors::distinct;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{PageParameterEntry, PagerEntry};
use crate::source::Spanned;

const WRONG_PAGE_BOUNDS: Code = Code("E0605");

pub(super) fn check(pager: &PagerEntry, diagnostics: &mut Diagnostics) {
    check_page_parameter(&pager.offset, 0, diagnostics);
    check_page_parameter(&pager.limit, 1, diagnostics);
    distinct(&[&pager.items, &pager.total], diagnostics);
    distinct(
        &[&pager.offset.parameter, &pager.limit.parameter],
        diagnostics,
    );
}

/// `least` is the smallest value that makes sense for the parameter.
fn check_page_parameter(parameter: &PageParameterEntry, least: i64, diagnostics: &mut Diagnostics) {
    let min = parameter.min.as_ref().map_or(least, |min| min.value);
    let max = parameter.max.as_ref().map_or(i64::MAX, |max| max.value);
    let too_small = parameter.min.as_ref().filter(|min| min.value < least);
    let below_min = parameter.max.as_ref().filter(|max| max.value < min);
    let outside = |default: &&Spanned<i64>| !(min..=max).contains(&default.value);
    let outside = parameter.default.as_ref().filter(outside);
    let (key, value, help) = match (too_small, below_min, outside) {
        (Some(min), _, _) => ("min", min, format!("write a `min` of {least} or more")),
        (None, Some(max), _) => ("max", max, format!("write a `max` of {min} or more")),
        (None, None, Some(default)) => {
            let most = match &parameter.max {
                Some(max) => format!("from {min} to {}", max.value),
                None => format!("of {min} or more"),
            };
            ("default", default, format!("write a `default` {most}"))
        }
        (None, None, None) => return,
    };
    let name = &parameter.parameter.value;
    let message = format!("the `{key}` of the page parameter `{name}` is out of range");
    diagnostics.push(Diagnostic::error(WRONG_PAGE_BOUNDS, message, value.span).help(help));
}
