// Tests the API reference in a real browser.
//
//   npm ci && node docs.mjs <URL> <FOLDER> [PICTURE]
//
// The URL is that of the gateway's page, which its server at the same origin shows. FOLDER is the URL of a folder with
// two further pages: `completions.html` has unions and events, and `servers.html` has servers and the console.
// GATEWAY_MANAGEMENT_KEY is a key for the gateway, and SPECSMITH the command that serves pages of its own. PICTURE is the file for a picture of the page.

import { browser } from "./browser.mjs";
import * as accessibility from "./accessibility.mjs";
import * as console_ from "./console.mjs";
import * as markdown from "./markdown.mjs";
import * as page from "./page.mjs";
import * as picture from "./picture.mjs";
import * as samples from "./samples.mjs";
import * as search from "./search.mjs";
import * as serve from "./serve.mjs";
import * as types from "./types.mjs";

const [url, folder, file] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node docs.mjs <URL> <FOLDER> [PICTURE]");
  process.exit(2);
}

const pages = {
  url,
  completions: `${folder}/completions.html`,
  servers: `${folder}/servers.html`,
  key: process.env.GATEWAY_MANAGEMENT_KEY,
};

try {
  for (const checks of [page, search, samples, markdown, types, console_, serve, accessibility]) {
    for (const [name, check] of Object.entries(checks)) {
      const started = performance.now();
      await check(pages);
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
