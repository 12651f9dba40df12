//! What schemas say beside the types of their values: keywords of other types, and rules that several ways express.

use super::compared::{assert_both, document};

#[test]
fn the_values_of_a_pattern_are_compared_once() {
    let with = |pattern: &str, longest: u32| {
        document(&format!(
            "
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200':
          description: All.
          content:
            application/json:
              schema:
                type: object
                patternProperties: {{ {pattern}: {{ type: string, maxLength: {longest} }} }}
                additionalProperties: false
"
        ))
    };
    assert_both(
        &with("^a", 3),
        &with("^a", 4),
        &["max-length-raised list_orders.200{}: risky, compatible"],
        &["max-length-lowered list_orders.200{}: compatible, risky"],
    );
    let place =
        "/paths/~1orders/get/responses/200/content/application~1json/schema/patternProperties";
    let (added, removed) = (
        |pattern: &str| format!("unchecked-rule-added {place}/{pattern}: compatible, unknown"),
        |pattern: &str| format!("unchecked-rule-removed {place}/{pattern}: unknown, compatible"),
    );
    assert_both(
        &with("^a", 3),
        &with("^b", 3),
        &[&added("^b"), &removed("^a")],
        &[&added("^a"), &removed("^b")],
    );
}
