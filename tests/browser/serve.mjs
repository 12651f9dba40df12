// `specsmith docs --serve`: the page follows the specification. SPECSMITH is the command.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { violations } from "./axe.mjs";
import { open, overflow } from "./browser.mjs";

const operations = [...Array(30).keys()].map((number) => `  get_${number}: { route: GET /books/${number}, doc: Gets a book., returns: Book }\n`);
const SPEC = `specsmith: 1
api: { name: Library, title: Library, version: 1.0.0, doc: Lends books. }
types: { Book: { fields: { title: string } } }
operations:
${operations.join("")}`;

// Serves a specification, and calls `check` with its URL and a function that saves another text.
async function serving(check) {
  const folder = await mkdtemp(join(tmpdir(), "specsmith-"));
  await mkdir(join(folder, "spec"));
  const save = (text) => writeFile(join(folder, "spec", "library.yaml"), text);
  await save(SPEC);
  const server = spawn(process.env.SPECSMITH, ["docs", "--serve", "--no-open", "--port", "0"], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  try {
    const { value: line } = await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next();
    await check(line.match(/http:\S+/)[0], save);
  } finally {
    server.kill();
    await rm(folder, { recursive: true });
  }
}

const isOwn = (url) => (other) => other.startsWith(url);

export async function thePageReloadsWhereItIs() {
  await serving(async (url, save) => {
    const { page, problems } = await open(`${url}#op-get_2`, undefined, isOwn(url));
    await page.locator("#op-get_20").scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    assert.ok(before > 1000);
    await save(SPEC.replaceAll("Gets a book.", "Gets one book."));
    await page.getByText("Gets one book.").first().waitFor({ state: "attached" });
    await page.waitForFunction((top) => Math.abs(scrollY - top) < 40, before);
    assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
    await page.context().close();
  });
}

export async function errorsAreShownUntilTheyAreCorrected() {
  await serving(async (url, save) => {
    for (const width of [390, 768, 1440]) {
      for (const colorScheme of ["light", "dark"]) {
        const about = `${width} px, ${colorScheme}`;
        const options = { viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" };
        const { page, problems } = await open(url, options, isOwn(url));
        await save(SPEC.replace("returns: Book", "returns: Boook"));
        const banner = page.getByRole("alert");
        await banner.waitFor();
        assert.match(await banner.textContent(), /there is no type `Boook`/, about);
        assert.ok(await page.locator("#op-get_1").isVisible(), `${about}: the page stays`);
        assert.ok(await overflow(page) <= 0, `${about}: nothing is wider than the screen`);
        assert.deepEqual(await violations(page), [], about);
        // The errors scroll with the keyboard.
        const text = banner.locator("pre");
        await text.focus();
        assert.ok(await text.evaluate((element) => element === document.activeElement), about);
        await save(SPEC);
        await banner.waitFor({ state: "detached" });
        assert.deepEqual(problems, [], about);
        await page.context().close();
      }
    }
  });
}

// What readers have entered is not lost while they send a request.
export async function anOpenConsoleDelaysTheReload() {
  await serving(async (url, save) => {
    const { page, problems } = await open(url, undefined, isOwn(url));
    await page.locator("#op-get_1 .try").click();
    const requested = page.waitForEvent("framenavigated");
    await save(SPEC.replaceAll("Gets a book.", "Gets one book."));
    await new Promise((done) => setTimeout(done, 700));
    assert.ok(await page.getByRole("dialog").isVisible(), "the console stays open");
    assert.equal(await page.getByText("Gets one book.").count(), 0);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await requested;
    await page.getByText("Gets one book.").first().waitFor({ state: "attached" });
    assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
    await page.context().close();
  });
}
