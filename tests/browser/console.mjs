// The request console.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { desktop, open } from "./browser.mjs";

// Opens the console of an operation. Requests to the API are expected.
async function consoleOf(url, name, options = desktop) {
  const { origin } = new URL(url);
  const opened = await open(url, options, (other) => other.startsWith(`${origin}/v1/`));
  await opened.page.locator(`#op-${name} .try`).click();
  return { ...opened, dialog: opened.page.getByRole("dialog") };
}

const shown = async (dialog) => {
  await dialog.locator(".response .status").waitFor();
  await dialog.page().waitForFunction(() => document.getElementById("announcement").textContent.startsWith("Response"));
  return JSON.parse(await dialog.locator(".response code").textContent());
};

export async function requestsAreSent({ url, key }) {
  const { page, problems, dialog } = await consoleOf(url, "list_guardrails");
  await dialog.getByRole("button", { name: "Send" }).click();
  assert.match(await dialog.getByRole("alert").textContent(), /Enter a value for MANAGEMENT_KEY/, "a key is required");
  await dialog.getByLabel("MANAGEMENT_KEY").fill(key);
  await dialog.getByRole("button", { name: "Send" }).click();
  const body = await shown(dialog);
  assert.equal(body.data[0].id, "gr_19c2");
  assert.match(await dialog.locator(".state").textContent(), /^200 OK · \d+ ms · \d+ bytes$/);
  await dialog.locator(".headers summary").click();
  assert.ok(await dialog.locator(".headers dt", { hasText: "x-request-id" }).isVisible(), "the headers are shown");

  // The same request with curl has the same response.
  const command = await dialog.locator("code.sh").textContent();
  assert.ok(!command.includes(key) && command.includes("$MANAGEMENT_KEY"), "the command does not have the key");
  const { stdout } = await promisify(execFile)("sh", ["-c", `${command} --silent`], { env: { MANAGEMENT_KEY: key, PATH: process.env.PATH } });
  assert.deepEqual(JSON.parse(stdout), body);
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

// The page shows the response to an invalid request as the server sends it.
export async function validationErrorsAreThoseOfTheServer({ url, key }) {
  const { page, problems, dialog } = await consoleOf(url, "list_guardrails");
  await dialog.getByLabel("MANAGEMENT_KEY").fill(key);
  await dialog.getByLabel("offset").fill("none");
  await dialog.getByRole("button", { name: "Send" }).click();
  const sent = await shown(dialog);
  const panel = page.locator("#op-list_guardrails [data-tabs=status] [role=tabpanel]").nth(1);
  assert.deepEqual(sent, JSON.parse(await panel.locator("pre").textContent()));

  await dialog.getByRole("button", { name: "Close" }).click();
  await page.locator("#op-update_group_mapping .try").click();
  const second = page.getByRole("dialog");
  await second.getByLabel("Content").fill("{}");
  await second.getByRole("button", { name: "Send" }).click();
  await second.locator(".response .status").waitFor();
  await page.waitForFunction(() => document.querySelector("dialog[open] .response code")?.textContent.includes("role"));
  const missing = JSON.parse(await second.locator(".response code").textContent());
  const example = page.locator("#op-update_group_mapping [data-tabs=status] [role=tabpanel]").nth(1);
  assert.deepEqual(missing, JSON.parse(await example.locator("pre").textContent()));
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function keysStayInMemory({ url, key }) {
  const { page, problems, dialog } = await consoleOf(url, "get_credits");
  await dialog.getByLabel("_KEY").fill(key);
  await dialog.getByRole("button", { name: "Send" }).click();
  await shown(dialog);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]));
  assert.ok(!stored.includes(key), "no storage has the key");
  assert.equal(await page.locator("dialog[open] [data-key]").getAttribute("type"), "password");
  await page.reload();
  await page.locator("#op-get_credits .try").click();
  assert.equal(await page.locator("dialog[open] [data-key]").inputValue(), "", "a new page has no key");
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}

export async function otherServersAreBlocked({ url }) {
  const { page } = await open(url, desktop, () => true);
  const sent = await page.evaluate(async () => {
    try {
      await fetch("https://other.example/");
      return "sent";
    } catch {
      return "blocked";
    }
  });
  assert.equal(sent, "blocked");
  const policy = await page.locator("meta[http-equiv]").getAttribute("content");
  assert.match(policy, /; connect-src 'self';/);
}

export async function withoutTheOptionThereIsNoConsole({ completions }) {
  const { page, problems } = await open(completions);
  assert.equal(await page.locator(".try").count(), 0);
  assert.equal(await page.locator("#requests").count(), 0);
  assert.ok(!(await page.locator("meta[http-equiv]").getAttribute("content")).includes("connect-src"));
  assert.deepEqual(problems, [], "no errors, no warnings, no other requests");
}
