// Calls the gateway with the client that openapi-generator generates for TypeScript.

import assert from "node:assert/strict";
import { key, url } from "./environment.js";
import { Configuration, GuardrailsApi, ModelsApi, ResponseError, ScimApi, WorkspacesApi } from "./generated/openapi-generator/index.js";
import { ErrorResponseFromJSON, type ErrorResponse, Role, type WorkspacePage } from "./generated/openapi-generator/index.js";

const configuration = new Configuration({ basePath: url, accessToken: key });

async function failure(call: Promise<unknown>): Promise<ErrorResponse> {
  const error: unknown = await call.then(() => undefined, (error: unknown) => error);
  assert.ok(error instanceof ResponseError, String(error));
  return ErrorResponseFromJSON(await error.response.json());
}

const workspaces = new WorkspacesApi(configuration);
const page: WorkspacePage = await workspaces.listWorkspaces({ limit: 1 });
assert.ok(page.data.length === 1 && page.totalCount > 1);

const guardrails = await new GuardrailsApi(configuration).listGuardrails({});
const intervals: (string | null | undefined)[] = guardrails.data.map((guardrail) => guardrail.resetInterval);
assert.ok(intervals.includes("monthly"), String(intervals));

const changed = await new ScimApi(configuration).updateGroupMapping({
  id: "gm_support",
  groupMappingUpdate: { role: Role.Admin },
});
assert.equal(changed.data.role, Role.Admin);

const missing = await failure(new ModelsApi(configuration).getModel({ author: "nobody", slug: "nothing" }));
assert.equal(missing.error.code, 404);

const invalid = await failure(workspaces.listWorkspaces({ limit: 0 }));
const problem = invalid.error.metadata?.invalid?.[0];
assert.deepEqual([problem?._in, problem?.name], ["query", "limit"]);

console.log("ok  openapi-generator");
