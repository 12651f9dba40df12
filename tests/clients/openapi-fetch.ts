// Calls the gateway with openapi-fetch and the types of openapi-typescript.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import { key, url } from "./environment.js";
import type { components, paths } from "./generated/openapi-typescript.js";

const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${key}` } });

const { data: page } = await client.GET("/v1/workspaces", { params: { query: { limit: 1 } } });
assert.ok(page && page.data.length === 1 && page.total_count > 1);
const workspace: components["schemas"]["Workspace"] = page.data[0]!;
assert.equal(typeof workspace.name, "string");

// An open enumeration is a string, so a value that the document does not list is accepted.
const { data: guardrails } = await client.GET("/v1/guardrails");
const intervals: (string | null | undefined)[] = guardrails!.data.map((guardrail) => guardrail.reset_interval);
assert.ok(intervals.some((interval) => interval === "monthly"), String(intervals));

const { data: changed } = await client.PATCH("/v1/scim/group-mappings/{id}", {
  params: { path: { id: "gm_support" } },
  body: { role: "admin" },
});
assert.equal(changed?.data.role, "admin");

const { error: missing } = await client.GET("/v1/model/{author}/{slug}", {
  params: { path: { author: "nobody", slug: "nothing" } },
});
const details: components["schemas"]["ErrorDetail"] = missing!.error;
assert.equal(details.code, 404);

const { error: invalid } = await client.GET("/v1/workspaces", { params: { query: { limit: 0 } } });
const problem: components["schemas"]["InvalidParameter"] | undefined = invalid!.error.metadata?.invalid?.[0];
assert.deepEqual([problem?.in, problem?.name], ["query", "limit"]);

console.log("ok  openapi-typescript and openapi-fetch");
