/**
 * A hub where an agent's call waits until a person has approved it. Exits non-zero if anything goes wrong.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHub } from "../src/entries/hub.ts";
import type { HubApproval } from "../src/entries/hub.ts";

const folder = await mkdtemp(join(tmpdir(), "approvals-example-"));
await writeFile(
  join(folder, "mail.mjs"),
  `export const send = {
    namespace: "mail", name: "send", version: "1.0.0", type: "MUTATION", description: "Sends a mail",
    accessControl: { requiredScopes: [] }, outputSchema: true, handler: ({ to }) => "sent to " + to,
    inputSchema: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
  };`,
);
const [agent, person] = ["the-key-of-the-agent", "the-key-of-the-person"];
const hub = await startHub(
  {
    folder,
    config: {
      local: { modules: ["mail.mjs"], approval: true },
      log: { level: "warn" },
      serve: {
        keys: [
          { id: "agent", key: agent },
          { id: "person", key: person, scopes: ["operations:approve"] },
        ],
      },
    },
  },
  { port: 0, stateFolder: folder, waitForSources: true },
);

const ask = async (path: string, key: string, body?: object): Promise<unknown> => {
  const response = await fetch(`${hub.endpoints.http}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return await response.json();
};
const list = async (after = ""): Promise<{ version: number; pending: HubApproval[] }> =>
  (await ask(`/~/approvals${after}`, person)) as { version: number; pending: HubApproval[] };

// The person follows the list, and the agent calls.
const { version } = await list();
const changed = list(`?after=${version}`);
const sent = ask("/mail/send", agent, { to: "ada@example.com" });
const [waiting] = (await changed).pending;
assert.ok(waiting !== undefined);
console.log(waiting.caller?.id, "wants", waiting.operation, "with", waiting.input);

// The agent cannot approve it; the person approves exactly what they have seen.
const { id, digest } = waiting;
const refused = (await ask(`/~/approvals/${id}`, agent, { answer: "approve", digest })) as { status: number };
assert.equal(refused.status, 403);
await ask(`/~/approvals/${id}`, person, { answer: "approve", digest });
assert.equal(await sent, "sent to ada@example.com");
console.log(await sent);

await hub.close();
await rm(folder, { recursive: true, force: true });
