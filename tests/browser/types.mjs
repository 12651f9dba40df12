// Types in place, unions and events.

import assert from "node:assert/strict";
import { open } from "./browser.mjs";

export async function bodiesAreOpen({ url }) {
  const { page, problems } = await open(url);
  const body = page.locator("#op-update_group_mapping .content.body + .inset");
  assert.deepEqual(await body.locator(".name").allTextContents(), ["role"], "the fields of a body are shown");
  const values = body.getByRole("button", { name: /^Show 2 values of Role$/ });
  await values.click();
  assert.deepEqual(await body.locator(".inset .name").allTextContents(), ["admin", "member"]);
  assert.equal(await body.locator(".more").getAttribute("aria-expanded"), "true");
  assert.equal(await page.locator(`[id="${await body.locator(".more").getAttribute("aria-controls")}"]`).count(), 1);
  await body.locator(".more").click();
  assert.ok(await body.locator(".inset").isHidden(), "it closes again");
  const links = await page.locator(".inset [id], .inset [data-find]").evaluateAll((parts) => parts.filter((part) => !part.matches(".inset")).length);
  assert.equal(links, 0, "copies have no anchors and are not found");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function unionsAndEventsAreShown({ completions }) {
  const { page, problems } = await open(completions);
  const operation = page.locator("#op-create_completion");
  const messages = operation.locator(".inset").first().locator("> .entries > li").filter({ hasText: /^messages/ });
  await messages.getByRole("button", { name: "Show 3 variants of Message" }).click();
  assert.deepEqual(await messages.locator(".inset .name").allTextContents(), ["system", "user", "assistant"]);
  await messages.getByRole("button", { name: /of UserMessage/ }).click();
  assert.ok(await messages.locator(".inset .inset .name").count() > 0, "a variant opens within the union");
  const pairs = operation.locator(".pairs").first();
  assert.deepEqual(await pairs.locator("dt").allTextContents(), ["Data", "Error", "End"], "the parts of a stream are listed");
  const stream = await operation.locator("[data-tabs=status] code.text").first().textContent();
  assert.match(stream, /^data: \{.*\}\n\ndata: \[DONE\]$/s, "a stream has an example");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

// Opens everything that can be opened: types that contain themselves are not opened again.
export async function cyclesAreCut({ completions }) {
  const { page, problems } = await open(completions);
  const depth = await page.evaluate(() => {
    for (let round = 0; round < 12; round += 1) {
      const closed = [...document.querySelectorAll(".operation .more[aria-expanded=false]")];
      if (closed.length === 0) return round;
      for (const button of closed) button.click();
    }
    return null;
  });
  assert.ok(depth > 2, `everything is open after ${depth} rounds`);
  const nested = await page.locator("[data-type]").evaluateAll((places) => places.filter((place) =>
    place.parentElement.closest(`[data-type="${place.dataset.type}"]`)).length);
  assert.equal(nested, 0, "no type is within itself");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}
