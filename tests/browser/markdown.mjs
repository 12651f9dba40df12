// The page and its operations as Markdown on the clipboard.

import assert from "node:assert/strict";
import { hasFocus, open } from "./browser.mjs";

// What is on the clipboard after a button has been pressed.
async function copied(page, button) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("announcement").textContent === "Copied");
  return page.evaluate(() => navigator.clipboard.readText());
}

const buttonOf = (page, name) => page.locator(`#op-${name}`).getByRole("button", { name: `Copy as Markdown: ${name}` });

export async function anOperationIsCopied({ url }) {
  const { page, problems } = await open(url);
  await page.locator("#op-list_guardrails [data-tabs=language]").getByRole("tab", { name: "Python" }).click();
  const text = await copied(page, buttonOf(page, "list_guardrails"));
  for (const part of [
    "### list_guardrails\n\n`GET` `/v1/guardrails`\n\n",
    "#### Query parameters\n\n- `workspace_id` (WorkspaceId, optional)\n  The workspace; the default workspace if absent.\n- `offset` (integer, optional)\n",
    "#### Response\n\n`200` Page of Guardrail\n",
    "#### Errors\n\n- `400`\n  **BadRequest** A parameter or the body is invalid.\n",
    "Python:\n\n```python\nimport os\n",
    "200:\n\n```json\n{\n",
  ]) assert.ok(text.includes(part), `${part}\nis not in\n${text}`);
  assert.ok(!text.includes("```sh"), "the chosen language is copied");
  assert.ok(!text.includes("Copy"), "buttons are no text");
  assert.ok(!text.includes("Assumed"), "assumptions are left out as on the page");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function typesInPlaceAreCopiedWithTheirOperation({ url }) {
  const { page, problems } = await open(url);
  const body = page.locator("#op-update_group_mapping .inset").first();
  await body.locator(".more").first().click();
  const text = await copied(page, buttonOf(page, "update_group_mapping"));
  assert.match(text, /\n- `role` \(Role\)\n {2}The new role.*\n {2}- `admin`\n/, "opened types are nested lists");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function thePageIsCopied({ url }) {
  const { page, problems } = await open(url);
  const shown = () => page.locator(".inset:visible").count();
  const before = await shown();
  const text = await copied(page, page.getByRole("button", { name: "Copy page as Markdown" }));
  assert.equal(await shown(), before, "what is open stays open");
  const headings = text.match(/^#{1,3} .*$/gm);
  const expected = await page.locator("main :is(h1, h2, h3)").count();
  const shownHeadings = expected - await page.locator("main :is(h1, h2, h3)").evaluateAll((all) => all.filter((heading) => !heading.checkVisibility()).length);
  assert.equal(headings.length, shownHeadings, "every heading is there");
  assert.ok(text.startsWith("# Model Gateway Management and Metadata API\n\nVersion "), text.slice(0, 200));
  assert.match(text, /\n- `404` NotFound\n {2}- Message: Resource not found\n/, "the table of errors is a list");
  assert.ok(!/undefined|\[object/.test(text), "everything has a text");
  assert.equal(text.split("```").length % 2, 1, "all blocks of code end");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

// Pages of a server without TLS have no access to the clipboard.
export async function copyingWorksInTheOldWay({ url }) {
  const { page, problems } = await open(url);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("denied")); });
  const button = buttonOf(page, "get_credits");
  await button.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("announcement").textContent === "Copied");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^### get_credits\n/);
  assert.ok(await hasFocus(page.locator("#op-get_credits header .copy")), "the focus stays");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}
