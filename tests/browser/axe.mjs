// axe-core, which finds what people with disabilities cannot use.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// What axe finds in the page, or in a part of it.
export async function violations(page, part) {
  // The policy of the page allows no other script; the debugger may run one.
  await page.evaluate(axe);
  const found = await page.evaluate((part) => window.axe.run(part ?? document, { resultTypes: ["violations"] }), part);
  return found.violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}\n${failureSummary}`));
}
