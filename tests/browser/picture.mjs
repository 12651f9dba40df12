// The picture of the page in the documentation. The page is shown as if `https://gateway.example` served it, so that
// the picture does not depend on a port.

import { browser } from "./browser.mjs";

export async function take(url, file) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
  const page = await context.newPage();
  const body = await (await fetch(url)).text();
  await page.route("**/*", (route) => route.fulfill({ body, contentType: "text/html; charset=utf-8" }));
  await page.goto("https://gateway.example/docs#op-update_group_mapping");
  await page.locator("nav [aria-current][href='#op-update_group_mapping']").waitFor();
  await page.screenshot({ path: file });
  await context.close();
}
