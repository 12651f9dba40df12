// The page as a whole: links, the table of contents, themes, the phone, printing, and the page without a script.

import assert from "node:assert/strict";
import { desktop, hash, inView, open, overflow } from "./browser.mjs";

export async function deepLinks({ url }) {
  const { page, problems } = await open(url);
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

export async function theContentsAreInReadingOrder({ url }) {
  const { page, problems } = await open(url);
  const order = await page.locator("nav a").evaluateAll((links) => links.map((link) => link.hash.slice(1)));
  const places = await page.evaluate((ids) => ids.map((id) => document.getElementById(id).getBoundingClientRect().top), order);
  assert.deepEqual(places, [...places].sort((a, b) => a - b), "links are in the order of the page");
  const lists = page.locator("nav .list");
  assert.deepEqual(await lists.locator("summary").allTextContents(), ["Types", "Identifiers"], "identifiers are last");
  for (const at of [0, 1]) {
    const list = lists.nth(at);
    assert.equal(await list.getAttribute("open"), null, "types are collapsed");
    const names = await list.locator("a").allTextContents();
    assert.deepEqual(names, [...names].sort((a, b) => a.toLowerCase() < b.toLowerCase() ? -1 : 1), "types are in alphabetical order");
  }
  await page.evaluate(() => { location.hash = "type-Workspace"; });
  await page.waitForFunction(() => document.querySelector("nav [aria-current]")?.hash === "#type-Workspace");
  assert.ok(await page.locator("nav [aria-current]").isVisible(), "the list opens when one of its types is read");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function themes({ url }) {
  const { page, problems } = await open(url, { ...desktop, colorScheme: "light" });
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await back();
  await page.locator("#theme").click();
  const dark = await back();
  assert.notEqual(light, dark, "the button changes the theme");
  await page.reload();
  assert.equal(await back(), dark, "the theme is remembered");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function assumptions({ url }) {
  const { page, problems } = await open(url);
  const notes = page.locator(".note.assumed:visible");
  const control = page.locator("#introduction [role=switch]");
  assert.equal(await control.getAttribute("aria-checked"), "false");
  assert.equal(await notes.count(), 0, "assumptions are hidden at first");
  assert.match(await page.locator("#assumptions .lead").textContent(), /leaves some questions open/, "they are explained");
  await control.click();
  const listed = await page.locator(".assumptions > li:visible").count();
  assert.ok(listed > 10 && await notes.count() > 10, "the switch shows the notes and the list");
  await page.reload();
  assert.ok(await notes.count() > 10, "the choice is remembered");
  assert.equal(await page.locator("#assumptions [role=switch]").getAttribute("aria-checked"), "true", "both switches agree");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function phone({ url }) {
  const { page, problems } = await open(url, { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  assert.equal(await page.getByRole("table").getByRole("rowheader").count(), await page.locator("tr[data-find=status]").count(), "a narrow table keeps its roles");
  assert.ok(await overflow(page) <= 0, "nothing is wider than the screen");
  await page.locator(".menu > summary").click();
  const link = page.locator("nav a[href^='#op-']").first();
  const target = await link.getAttribute("href");
  await link.click();
  assert.equal(await hash(page), target);
  assert.ok(await page.locator("nav").isHidden(), "the table of contents closes");
  assert.ok(await inView(page.locator(":target h3")), "the operation is visible");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function printing({ url }) {
  const { page, problems } = await open(url, { ...desktop, colorScheme: "dark" });
  await page.emulateMedia({ media: "print" });
  const shown = await page.evaluate(() => {
    const style = (selector) => getComputedStyle(document.querySelector(selector));
    return {
      buttons: [...document.querySelectorAll("button:not([role=tab])")].filter((button) => button.checkVisibility()).length,
      scheme: style(":root").colorScheme,
      breaks: style(".code").breakInside,
      overflow: style(".code pre").overflow,
      wrapped: style(".code pre").whiteSpace,
      keyword: style(".code u").color !== style(".code").color,
    };
  });
  assert.deepEqual(shown, { buttons: 0, scheme: "light", breaks: "auto", overflow: "visible", wrapped: "pre-wrap", keyword: true });
  // A sample that is longer than a page continues on the next one.
  const pages = async () => ((await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length;
  const before = await pages();
  await page.evaluate(() => { document.querySelector(".code code").textContent = "line\n".repeat(600); });
  assert.ok(await pages() >= before + 5, "long code is printed on several pages");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function withoutScript({ url }) {
  const { page, problems } = await open(url, { ...desktop, javaScriptEnabled: false });
  assert.ok(await page.locator("nav").isVisible(), "the table of contents is visible");
  assert.ok(await page.locator(".search").isHidden(), "the search is hidden without a script");
  assert.ok(await page.locator(".tabs code.sh").first().isVisible(), "a request is shown");
  const python = page.locator(".tabs code.python").first();
  assert.ok(await python.isHidden(), "other languages are closed");
  await page.locator(".tabs summary", { hasText: "Python" }).first().click();
  assert.ok(await python.isVisible(), "other languages open without a script");
  assert.ok(await page.locator(".note.assumed").first().isVisible(), "assumptions are shown without a switch");
  assert.equal(await page.locator("button:visible").count(), 0, "no button is without a function");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}
