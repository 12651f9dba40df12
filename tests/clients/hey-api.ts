// Calls the gateway with the functions that hey-api generates.

import assert from "node:assert/strict";
import { key, url } from "./environment.js";
import { client } from "./generated/hey-api/client.gen.js";
import { getModel, listGuardrails, listWorkspaces, updateGroupMapping } from "./generated/hey-api/sdk.gen.js";
import type { InvalidParameter, Role, WorkspacePage } from "./generated/hey-api/types.gen.js";

client.setConfig({ baseUrl: url, auth: () => key });

const { data } = await listWorkspaces({ query: { limit: 1 }, throwOnError: true });
const page: WorkspacePage = data;
assert.ok(page.data.length === 1 && page.total_count > 1);

const { data: guardrails } = await listGuardrails({ throwOnError: true });
const intervals: (string | null | undefined)[] = guardrails.data.map((guardrail) => guardrail.reset_interval);
assert.ok(intervals.includes("monthly"), String(intervals));

const role: Role = "member";
const { data: changed } = await updateGroupMapping({ path: { id: "gm_support" }, body: { role } });
assert.equal(changed?.data.role, role);

const { error: missing } = await getModel({ path: { author: "nobody", slug: "nothing" } });
assert.equal(missing?.error.code, 404);

const { error: invalid } = await listWorkspaces({ query: { limit: 0 } });
const problem: InvalidParameter | undefined = invalid?.error.metadata?.invalid?.[0];
assert.deepEqual([problem?.in, problem?.name], ["query", "limit"]);

console.log("ok  hey-api");
