// The browser, and pages of it that collect what should not happen. The browser is CHROMIUM, or else
// /usr/bin/chromium.

import { chromium } from "playwright-core";

export const browser = await chromium.launch({
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

export const desktop = { viewport: { width: 1440, height: 900 } };

// Opens a page, and collects errors, warnings, and requests to other URLs than those that `allows` allows.
export async function open(url, options = desktop, allows = () => false) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    const isExpected = allows(message.location().url);
    if (["error", "warning"].includes(message.type()) && !isExpected) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`script: ${error.message}`));
  page.on("requestfailed", (request) => {
    if (!allows(request.url())) problems.push(`request failed: ${request.url()}`);
  });
  page.on("request", (request) => {
    const isPage = request.url().split("#")[0] === url.split("#")[0];
    if (!isPage && !request.url().startsWith("data:") && !allows(request.url())) problems.push(`request: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !allows(response.url())) problems.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(url);
  return { page, problems };
}

export const hash = (page) => page.evaluate(() => location.hash);

export const inView = (locator) => locator.evaluate((element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
});

export const hasFocus = (locator) => locator.evaluate((element) => element === document.activeElement);

// The number of pixels by which the page is wider than the screen.
export const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
