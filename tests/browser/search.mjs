// The search.

import assert from "node:assert/strict";
import { desktop, hasFocus, hash, inView, open } from "./browser.mjs";

// Types into the field, and returns the results as texts.
async function results(page, query) {
  await page.locator("#search").fill(query);
  return page.locator("#results li").evaluateAll((items) => items.map((item) => [...item.children].slice(0, 2).map((part) => part.textContent).join(" ")));
}

export async function searchAndGo({ url }) {
  const { page, problems } = await open(url, { ...desktop, colorScheme: "light" });
  const first = page.locator("[data-find=operation]").nth(1);
  const [id, name] = [await first.getAttribute("id"), await first.locator(".name").first().textContent()];
  await page.keyboard.press("/");
  await page.keyboard.type(name.toUpperCase());
  assert.match(await page.locator("#count").textContent(), /^\d+ results?/, "results are counted");
  assert.equal(await page.locator("#results [aria-selected=true] b").textContent(), name, "the exact match is first");
  const chosen = await page.locator("#search").getAttribute("aria-activedescendant");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.locator("#search").getAttribute("aria-activedescendant"), chosen, "arrow keys move back and forth");
  await page.keyboard.press("Enter");
  assert.equal(await hash(page), `#${id}`, "the URL names the operation");
  const heading = page.locator(":target h3");
  assert.equal(await heading.textContent(), name, "the heading is the name of the operation");
  assert.ok(await inView(heading), "the heading is visible");
  assert.ok(await hasFocus(page.locator(":target .name").first()), "the operation has the focus");
  await page.waitForFunction((id) => document.querySelector("nav [aria-current]")?.hash === `#${id}`, id);

  await page.keyboard.press("/");
  await page.keyboard.type("nothing has this name");
  assert.equal(await page.locator("#count").textContent(), "0 results");
  await page.keyboard.press("Escape");
  assert.ok(await page.locator(".found").isHidden(), "Escape closes the search");
  const field = page.locator("#search");
  assert.ok(await hasFocus(field), "Escape keeps the focus in the field");
  await page.keyboard.press("Enter");
  assert.equal(await hash(page), `#${id}`, "Enter does nothing without a search");
  await page.keyboard.type(name);
  assert.match(await page.locator("#announcement").textContent(), /^\d+ results?/, "the count is announced");
  await page.keyboard.type(" nothing has this name");
  assert.equal(await field.getAttribute("aria-activedescendant"), null, "without results, none is selected");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  assert.ok(!await hasFocus(field), "Escape leaves an empty field");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function everythingIsFound({ url }) {
  const { page, problems } = await open(url);
  for (const [query, expected] of [
    ["pagination", "section Pagination"],
    ["bring your own key", "section Model Gateway Management and Metadata API"],
    ["management_key", "key management_key"],
    ["404", "status 404 NotFound"],
    ["TooManyRequests", "status 429 TooManyRequests"],
    ["Retry-After", "header Retry-After"],
    ["enforce_zdr", "field Guardrail.enforce_zdr"],
    ["Method Not Allowed", "status 405 Method Not Allowed"],
    ["workspace", "type Workspace"],
  ]) {
    const found = await results(page, query);
    assert.ok(found.slice(0, 4).includes(expected), `${query}: ${expected} is not among ${found.slice(0, 6).join(", ")}`);
  }
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function typosAreCorrected({ url }) {
  const { page, problems } = await open(url);
  for (const [query, expected, corrected] of [
    ["gaurdrails", "operation list_guardrails", "guardrails"],
    ["workspce", "type Workspace", "workspace"],
    ["limt", "parameter limit", "limit"],
    ["creditz", "operation get_credits", "credit"],
  ]) {
    const found = await results(page, query);
    assert.ok(found.slice(0, 3).includes(expected), `${query}: ${found.slice(0, 6).join(", ")}`);
    const count = await page.locator("#count").textContent();
    assert.ok(count.includes(`for “${corrected}`), `the count tells the word: ${count}`);
  }
  assert.deepEqual(await results(page, "xqzt"), [], "what is no typo has no results");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function equalHitsAreOneResult({ url }) {
  const { page, problems } = await open(url);
  const found = await results(page, "offset");
  const group = found.indexOf("parameter offset");
  assert.ok(group >= 0, found.join(", "));
  assert.match(await page.locator("#results li").nth(group).locator("small").textContent(), /^\d+ places$/);
  for (let at = 0; at < group; at += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const opened = await page.locator("#results b").allTextContents();
  assert.ok(opened.includes("list_presets.offset") && opened.length > found.length, "Enter opens the group");
  await page.keyboard.press("Enter");
  assert.match(await hash(page), /^#.+offset$/, "Enter goes to one of them");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}
