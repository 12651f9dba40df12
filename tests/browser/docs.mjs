// Tests the API reference in a real browser.
//
//   npm ci && node docs.mjs <URL> <COMPLETIONS> [PICTURE]
//
// The URL is that of the gateway's page, which its server at the same origin shows. COMPLETIONS is the URL of the
// reference of `tests/apis/completions.yaml`, which has unions and events. GATEWAY_MANAGEMENT_KEY is a key for the
// gateway. PICTURE is the file for a picture of the page.

import { browser } from "./browser.mjs";
import * as accessibility from "./accessibility.mjs";
import * as console_ from "./console.mjs";
import * as page from "./page.mjs";
import * as picture from "./picture.mjs";
import * as samples from "./samples.mjs";
import * as search from "./search.mjs";
import * as types from "./types.mjs";

const [url, completions, file] = process.argv.slice(2);
if (!completions) {
  console.error("usage: node docs.mjs <URL> <COMPLETIONS> [PICTURE]");
  process.exit(2);
}

try {
  for (const checks of [page, search, samples, types, console_, accessibility]) {
    for (const [name, check] of Object.entries(checks)) {
      const started = performance.now();
      await check({ url, completions, key: process.env.GATEWAY_MANAGEMENT_KEY });
      console.log(`ok  ${name}  ${Math.round(performance.now() - started)} ms`);
    }
  }
  if (file) await picture.take(url, file);
} catch (error) {
  console.error(`FAILED: ${error.stack}`);
  process.exitCode = 1;
} finally {
  await browser.close();
}
