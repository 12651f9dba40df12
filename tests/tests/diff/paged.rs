//! Lists that come in pages, as the document says, or as names of parameters and fields tell.

use crate::compared::{assert_both, document};

fn donations(paging: &str, parameters: &str) -> specsmith::source::SourceFile {
    document(&format!(
        "
paths:
  /donations:
    get:
      operationId: list_donations
      {paging}
      parameters: [{parameters}]
      responses:
        '200':
          description: The donations.
          content: {{ application/json: {{ schema: {{ type: array, items: {{ type: string }} }} }} }}
"
    ))
}

#[test]
fn a_document_says_that_clients_count_pages() {
    let whole = donations("", "");
    let offset = "{ name: offset, in: query, schema: { type: integer } }";
    let page = "{ name: page, in: query, schema: { type: integer } }";
    for (name, parameter, paging) in [
        ("offset", offset, "x-specsmith-pages: { offset: offset }"),
        ("page", page, "x-specsmith-pages: { page_number: page }"),
    ] {
        let paged = donations(paging, parameter);
        assert_both(
            &whole,
            &paged,
            &[
                "list-paged list_donations: risky, compatible",
                &format!("optional-parameter-added list_donations.query.{name}: compatible, risky"),
            ],
            &[
                "list-unpaged list_donations: compatible, risky",
                &format!(
                    "optional-parameter-removed list_donations.query.{name}: risky, compatible"
                ),
            ],
        );
        // The old document has the parameter, so the list may have come in pages.
        assert_both(&donations("", parameter), &paged, &[], &[]);
    }
}

#[test]
fn names_of_parameters_alone_do_not_say_that_a_list_comes_in_pages() {
    let both = "{ name: offset, in: query, schema: { type: integer } }, { name: limit, in: query, schema: { type: integer } }";
    assert_both(
        &donations("", ""),
        &donations("", both),
        &[
            "optional-parameter-added list_donations.query.limit: compatible, risky",
            "optional-parameter-added list_donations.query.offset: compatible, risky",
        ],
        &[
            "optional-parameter-removed list_donations.query.limit: risky, compatible",
            "optional-parameter-removed list_donations.query.offset: risky, compatible",
        ],
    );
}
