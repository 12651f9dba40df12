// Tests the API reference in a real browser: search, deep links, keyboard, origin, themes, phone width, no script.
//
//   npm ci && node docs.mjs <URL> [SCREENSHOT]
//
// The URL may be a file: file:///…/docs/api/index.html. The browser is CHROMIUM, or else /usr/bin/chromium.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const [url, screenshot = "reference.png"] = process.argv.slice(2);
if (!url) {
  console.error("usage: node docs.mjs <URL> [SCREENSHOT]");
  process.exit(2);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

// Opens the page, and collects errors, warnings and unexpected requests.
async function open(options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`script: ${error.message}`));
  page.on("requestfailed", (request) => problems.push(`request failed: ${request.url()}`));
  page.on("request", (request) => {
    if (request.url() !== url && !request.url().startsWith("data:")) problems.push(`request: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(url);
  return { page, problems };
}

const hash = (page) => page.evaluate(() => location.hash);
const inView = (locator) => locator.evaluate((element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
});

async function searchAndGo() {
  const { page, problems } = await open({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
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
  assert.ok(await page.locator(":target .name").first().evaluate((link) => link === document.activeElement), "the operation has the focus");
  await page.waitForFunction((id) => document.querySelector("nav [aria-current]")?.hash === `#${id}`, id);
  await page.screenshot({ path: screenshot });

  await page.keyboard.press("/");
  await page.keyboard.type("nothing has this name");
  assert.equal(await page.locator("#count").textContent(), "0 results");
  await page.keyboard.press("Escape");
  assert.ok(await page.locator(".found").isHidden(), "Escape closes the search");
  const field = page.locator("#search");
  assert.ok(await field.evaluate((input) => input === document.activeElement), "Escape keeps the focus in the field");
  await page.keyboard.press("Enter");
  assert.equal(await hash(page), `#${id}`, "Enter does nothing without a search");
  await page.keyboard.type(name);
  assert.match(await page.locator("#announcement").textContent(), /^\d+ results?/, "the count is announced");
  await page.keyboard.type(" nothing has this name");
  assert.equal(await field.getAttribute("aria-activedescendant"), null, "without results, none is selected");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  assert.ok(await field.evaluate((input) => input !== document.activeElement), "Escape leaves an empty field");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

// Keyboard and screen readers.
async function keyboard() {
  const { page, problems } = await open({ viewport: { width: 1440, height: 900 } });
  await page.waitForFunction(() => document.querySelector("pre[tabindex]"));
  const stuck = await page.evaluate(() => [...document.querySelectorAll(".code pre")]
    .filter((code) => code.scrollWidth > code.clientWidth || code.scrollHeight > code.clientHeight)
    .filter((code) => code.tabIndex !== 0 || !code.getAttribute("aria-label")).length);
  assert.equal(stuck, 0, "scrollable samples can be scrolled with the keyboard");
  await page.locator(".copy").first().click();
  await page.waitForFunction(() => /Copied|Ctrl/.test(document.getElementById("announcement").textContent));
  assert.equal(await page.locator("footer").evaluate((footer) => footer.closest("main")), null, "the footer is not part of the main content");
  const broken = await page.locator(".note").evaluateAll((notes) => notes.filter((note) => note.nextElementSibling?.matches("p:empty")).length);
  assert.equal(broken, 0, "a note contains its paragraphs");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

async function deepLinks() {
  const { page, problems } = await open({ viewport: { width: 1440, height: 900 } });
  const dead = await page.evaluate(() => [...document.querySelectorAll('a[href^="#"]')]
    .map((link) => link.hash.slice(1))
    .filter((id) => !document.getElementById(id)));
  assert.deepEqual(dead, [], "every link within the page has a target");
  const repeated = await page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
  });
  assert.deepEqual(repeated, [], "identifiers are unique");
  const field = await page.locator("[data-find=field]").last().getAttribute("id");
  await page.goto("about:blank");
  await page.goto(`${url}#${field}`);
  assert.ok(await inView(page.locator(":target")), "a link to a field scrolls to it");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

// The gateway has no named servers, so the samples show the origin of the page, if it was loaded from a server.
async function origin() {
  const { page, problems } = await open({ viewport: { width: 1440, height: 900 } });
  const served = new URL(url).protocol !== "file:";
  const expected = served ? new URL(url).origin : await page.locator("body").getAttribute("data-placeholder");
  for (const [language, before] of [["sh", "'"], ["rust", '"']]) {
    const code = await page.locator(`code.${language}`).allTextContents();
    const urls = code.join("\n").match(/https?:\/\/[^'"/]+/g);
    assert.ok(code.some((text) => text.includes(before + expected)), `a sample of ${language} has ${expected}`);
    assert.deepEqual([...new Set(urls)], [expected], `all samples of ${language} have the same address`);
  }
  assert.equal(await page.locator("#placeholder").count(), served ? 0 : 1, "a placeholder is explained");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

async function themes() {
  const { page, problems } = await open({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await back();
  await page.locator("#theme").click();
  const dark = await back();
  assert.notEqual(light, dark, "the button changes the theme");
  await page.reload();
  assert.equal(await back(), dark, "the theme is remembered");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

async function phone() {
  const { page, problems } = await open({ viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  const [wide, width] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.equal(await page.getByRole("table").getByRole("rowheader").count(), await page.locator("tr[data-find=status]").count(), "a narrow table keeps its roles");
  assert.ok(wide <= width, `nothing is wider than the screen: ${wide} > ${width}`);
  await page.locator("summary").click();
  const link = page.locator("nav a[href^='#op-']").first();
  const target = await link.getAttribute("href");
  await link.click();
  assert.equal(await hash(page), target);
  assert.ok(await page.locator("nav").isHidden(), "the table of contents closes");
  assert.ok(await inView(page.locator(":target h3")), "the operation is visible");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

async function withoutScript() {
  const { page, problems } = await open({ viewport: { width: 1440, height: 900 }, javaScriptEnabled: false });
  assert.ok(await page.locator("nav").isVisible(), "the table of contents is visible");
  assert.ok(await page.locator(".search").isHidden(), "the search is hidden without a script");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

try {
  for (const check of [searchAndGo, keyboard, deepLinks, origin, themes, phone, withoutScript]) {
    await check();
    console.log(`ok  ${check.name}`);
  }
  console.log(`screenshot: ${screenshot}`);
} catch (error) {
  console.error(`FAILED: ${error.message}`);
  process.exitCode = 1;
} finally {
  await browser.close();
}
