//! Names that tell what parameters and fields of paged lists mean, without case and punctuation.

/// A name without case and punctuation: `page[size]` and `pageSize` are the same.
pub(super) fn plain(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Names of parameters with a cursor. The most telling are first.
pub(super) const CURSORS: [&str; 16] = [
    "pagetoken",
    "nextpagetoken",
    "nexttoken",
    "continuationtoken",
    "cursor",
    "nextcursor",
    "pagecursor",
    "startingafter",
    "startafter",
    "pageafter",
    "after",
    "marker",
    "scrollid",
    "paginationtoken",
    "continuation",
    "next",
];

/// Names of fields with the cursor of the next page, whatever the parameter is called.
pub(super) const NEXT_CURSORS: [&str; 12] = [
    "nextcursor",
    "nextpagetoken",
    "nexttoken",
    "nextmarker",
    "nextcontinuationtoken",
    "nextpagecursor",
    "nextpaginationtoken",
    "nextscrollid",
    "continuationtoken",
    "endcursor",
    "nextpage",
    "next",
];

/// Names of fields with the URL of the next page.
pub(super) const NEXT_URLS: [&str; 8] = [
    "nextlink",
    "odatanextlink",
    "nexturl",
    "nexturi",
    "nextpageurl",
    "nextpageuri",
    "nextpagelink",
    "nexthref",
];

/// Names of parameters with the number of a page.
pub(super) const PAGES: [&str; 5] = ["page", "pagenumber", "pageno", "pagenum", "pageindex"];

/// Names of parameters with the number of items to skip.
pub(super) const OFFSETS: [&str; 3] = ["offset", "skip", "startat"];

/// Names of parameters with the size of a page.
pub(super) const SIZES: [&str; 14] = [
    "limit",
    "perpage",
    "pagesize",
    "size",
    "top",
    "take",
    "maxresults",
    "pagelimit",
    "maxpagesize",
    "itemsperpage",
    "resultsperpage",
    "pagelen",
    "rows",
    "count",
];

/// Names of fields with the number of items on all pages. `count` is often the number on one page.
pub(super) const TOTALS: [&str; 8] = [
    "total",
    "totalcount",
    "totalresults",
    "totalitems",
    "totalrecords",
    "totalelements",
    "totalsize",
    "totalhits",
];

/// Names of fields with the number of pages.
pub(super) const PAGE_COUNTS: [&str; 5] =
    ["totalpages", "pagecount", "lastpage", "numpages", "pages"];

/// Names of fields that say whether there are more items.
pub(super) const MORE: [&str; 6] = [
    "hasmore",
    "hasnext",
    "hasnextpage",
    "hasmoreitems",
    "hasmoreresults",
    "more",
];

/// Names of objects with what a response says about its list.
pub(super) const CONTAINERS: [&str; 15] = [
    "meta",
    "metadata",
    "links",
    "paging",
    "pagination",
    "page",
    "pages",
    "pageinfo",
    "pageinformation",
    "resultinfo",
    "listinfo",
    "responsemetadata",
    "cursors",
    "cursor",
    "next",
];

/// Names of lists that are the items, if there are several lists.
pub(super) const ITEMS: [&str; 13] = [
    "data",
    "items",
    "results",
    "result",
    "value",
    "values",
    "records",
    "entries",
    "rows",
    "objects",
    "elements",
    "list",
    "resources",
];

/// Names of lists that are never the items.
pub(super) const NO_ITEMS: [&str; 8] = [
    "errors", "messages", "warnings", "links", "facets", "included", "fields", "columns",
];

/// Names of objects around the items.
pub(super) const AROUND: [&str; 4] = ["data", "result", "response", "embedded"];
