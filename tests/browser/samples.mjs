// Samples of code: tabs, languages, base URLs, long lines.

import assert from "node:assert/strict";
import { hasFocus, open } from "./browser.mjs";

const operation = "#op-list_guardrails";
const selected = (page, kind) => page.locator(`${operation} [data-tabs=${kind}] [role=tab][aria-selected=true]`);

export async function tabsFollowThePattern({ url }) {
  const { page, problems } = await open(url);
  const list = page.locator(`${operation} [data-tabs=status]`);
  const tabs = list.getByRole("tab");
  assert.deepEqual((await tabs.allTextContents()).slice(0, 3), ["200", "400", "401"], "successful responses are first");
  assert.equal(await list.locator("[role=tab][tabindex='0']").count(), 1, "one tab is in the order of the keyboard");
  await tabs.first().focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await selected(page, "status").textContent(), "400");
  assert.ok(await hasFocus(tabs.nth(1)), "the focus follows");
  const body = JSON.parse(await list.locator("[role=tabpanel]:visible pre").textContent());
  assert.equal(body.error.metadata.invalid[0].name, "offset", "the response to an invalid request says what is wrong");
  for (const [key, expected] of [["End", -1], ["Home", 0], ["ArrowLeft", -1]]) {
    await page.keyboard.press(key);
    assert.equal(await selected(page, "status").textContent(), (await tabs.allTextContents()).at(expected), key);
  }
  for (const panel of await list.locator("[role=tabpanel]").all()) {
    const tab = page.locator(`#${await panel.getAttribute("aria-labelledby")}`);
    assert.equal(await tab.getAttribute("aria-controls"), await panel.getAttribute("id"));
    assert.equal(await panel.isVisible(), await tab.getAttribute("aria-selected") === "true");
  }
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function theLanguageIsRemembered({ url }) {
  const { page, problems } = await open(url);
  const tab = page.locator(`${operation} [data-tabs=language]`).getByRole("tab", { name: "Python" });
  await tab.scrollIntoViewIfNeeded();
  const top = (await tab.boundingBox()).y;
  await tab.click();
  assert.ok(Math.abs((await tab.boundingBox()).y - top) < 2, "the tab stays in its place");
  const all = () => page.locator("[data-tabs=language] [aria-selected=true]").allTextContents();
  assert.deepEqual([...new Set(await all())], ["Python"], "all samples change");
  await page.reload();
  assert.deepEqual([...new Set(await all())], ["Python"], "the choice is remembered");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function copying({ url }) {
  const { page, problems } = await open(url);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const list = page.locator(`${operation} [data-tabs=language]`);
  await list.getByRole("tab", { name: "JavaScript" }).click();
  await list.locator(".copy").click();
  await page.waitForFunction(() => document.getElementById("announcement").textContent === "Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(copied.startsWith("const response = await fetch("), copied);
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

// The gateway has no named servers, so the samples show the origin of the page.
export async function samplesHaveTheOrigin({ url }) {
  const { page, problems } = await open(url);
  const expected = new URL(url).origin;
  assert.equal(await page.locator("#base").textContent(), expected, "the base URL is stated");
  for (const language of ["sh", "rust", "python", "js"]) {
    const code = await page.locator(`code.${language}`).allTextContents();
    const urls = code.join("\n").match(/https?:\/\/[^'"`/]+/g);
    assert.deepEqual([...new Set(urls)], [expected], `all samples of ${language} have the origin`);
  }
  assert.equal(await page.locator("#placeholder").count(), 0, "no placeholder is left");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

// An API with servers: the reader chooses one, except for operations that have their own.
export async function serversAreChosen({ servers }) {
  const { page, problems } = await open(servers);
  const sample = (name) => page.locator(`#op-${name} code.sh`).textContent();
  assert.match(await sample("list_books"), /^curl 'https:\/\/api\.library\.example\/v1\/books'/, "the first server is the default");
  const own = await sample("add_books");
  await page.getByLabel("Server", { exact: true }).selectOption("http://127.0.0.1:8080");
  assert.match(await sample("list_books"), /^curl 'http:\/\/127\.0\.0\.1:8080\/v1\/books'/);
  assert.equal(await sample("add_books"), own, "an operation keeps its own server");
  await page.locator("#op-list_books .try").click();
  const dialog = page.getByRole("dialog");
  assert.equal(await dialog.getByLabel("Server").inputValue(), "http://127.0.0.1:8080", "the console begins with it");
  const policy = await page.locator("meta[http-equiv]").getAttribute("content");
  const sources = policy.match(/connect-src ([^;]*);/)[1].split(" ");
  assert.deepEqual(sources.slice(0, 3), ["'self'", "https://api.library.example", "https://staging.library.example:8443"]);
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function longLines({ url }) {
  const { page, problems } = await open(url);
  await page.waitForFunction(() => document.querySelector("pre[tabindex]"));
  const codes = await page.locator(".code pre:visible").evaluateAll((codes) => codes
    .filter((code) => code.scrollWidth > code.clientWidth || code.scrollHeight > code.clientHeight)
    .map((code) => ({
      focusable: code.tabIndex === 0 && Boolean(code.getAttribute("aria-label")),
      edge: getComputedStyle(code).backgroundImage.includes("gradient"),
    })));
  assert.ok(codes.length > 5, "some lines are long");
  assert.deepEqual(codes.filter((code) => !code.focusable || !code.edge), [], "they scroll with the keyboard and have a visible edge");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}
