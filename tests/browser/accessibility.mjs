// Every part with the keyboard alone, at three widths, light and dark, with reduced motion; and axe.

import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { hasFocus, hash, open, overflow } from "./browser.mjs";

async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

async function reads(page, operation) {
  await press(page, "Tab");
  assert.ok(await hasFocus(page.locator(".skip")), "the first stop is the link to the content");
  await press(page, "Enter");
  await press(page, "/");
  await page.keyboard.type("update_group_maping");
  await press(page, "Enter");
  assert.equal(await hash(page), "#op-update_group_mapping", "the search goes to an operation");

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await operation.getByRole("button", { name: "Copy as Markdown" }).focus();
  await press(page, "Enter");
  await page.waitForFunction(() => document.getElementById("announcement").textContent === "Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(copied.startsWith("### update_group_mapping\n"), "Enter copies the operation");

  const tab = operation.locator("[data-tabs=language] [role=tab]");
  await tab.first().focus();
  await press(page, "ArrowRight", "ArrowRight");
  assert.equal(await operation.locator("[data-tabs=language] [aria-selected=true]").textContent(), "Python");
  assert.ok(await operation.locator("code.python").isVisible());

  const more = operation.locator(".inset .more").first();
  await more.focus();
  await press(page, "Enter");
  assert.ok(await operation.locator(".inset .inset").first().isVisible(), "Enter opens a type");

  const control = page.locator("#introduction [role=switch]");
  await control.focus();
  await press(page, "Space");
  assert.equal(await control.getAttribute("aria-checked"), "true", "Space turns the switch on");
}

async function sends(page, operation, key) {
  await operation.locator(".try").focus();
  await press(page, "Enter");
  const dialog = page.getByRole("dialog");
  assert.ok(await dialog.isVisible(), "Enter opens the console");
  const field = dialog.locator("[data-key]");
  for (let stops = 0; stops < 6 && !await hasFocus(field); stops += 1) await press(page, "Tab");
  assert.ok(await hasFocus(field), "Tab leads to the key");
  await page.keyboard.type(key);
  await press(page, "Enter");
  await dialog.locator(".response .status").waitFor();
  await page.waitForFunction(() => document.querySelector("dialog[open] .response code u, dialog[open] .response code i"));
  assert.deepEqual(await violations(page, "dialog[open]"), [], "axe finds nothing in the console");
  await press(page, "Escape");
  assert.ok(await dialog.isHidden(), "Escape closes the console");
  assert.ok(await hasFocus(operation.locator(".try")), "the focus returns");
}

export async function everythingWorksWithTheKeyboardAndAxeFindsNothing({ url, key }) {
  const { origin } = new URL(url);
  for (const width of [390, 768, 1440]) {
    for (const colorScheme of ["light", "dark"]) {
      const options = { viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" };
      const { page, problems } = await open(url, options, (other) => other.startsWith(`${origin}/v1/`));
      const operation = page.locator("#op-update_group_mapping");
      const about = `${width} px, ${colorScheme}`;
      await reads(page, operation);
      assert.ok(await overflow(page) <= 0, `${about}: nothing is wider than the screen`);
      assert.equal(await page.evaluate(() => document.getAnimations().length), 0, `${about}: nothing moves`);
      assert.deepEqual(await violations(page), [], about);
      await sends(page, operation, key);
      assert.deepEqual(problems, [], about);
      await page.context().close();
    }
  }
}

export async function axeFindsNothingInUnionsAndEvents({ completions }) {
  const { page } = await open(completions);
  await page.evaluate(() => { for (const button of document.querySelectorAll(".operation .more[aria-expanded=false]")) button.click(); });
  await page.locator("#search").fill("message");
  assert.deepEqual(await violations(page), []);
}
