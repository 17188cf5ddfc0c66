/** A hub that is killed while calls wait for an approval, and started again in its place. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { OperationRegistry } from "../../src/entries/index.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import { findFreePort } from "../support/free-port.ts";
import { until } from "../support/until.ts";
import { runCLI, startCLI } from "./support/run-cli.ts";
import type { RunningCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

const KEY = "the-key-of-an-agent-1";
const PERSON = "the-key-of-a-person-1";

const notes = `
import { appendFile } from "node:fs/promises";
export const write = {
  namespace: "notes", name: "write", version: "1.0.0", type: "MUTATION", description: "Writes a note",
  inputSchema: { type: "object", properties: { text: { type: "string" } } },
  outputSchema: { type: "string" }, accessControl: { requiredScopes: [] },
  handler: async ({ text }) => { await appendFile("notes.txt", text + "\\n"); return "written"; },
};
`;

let workspace: Workspace;
let port: number;
let url: string;
let hub: RunningCLI;

beforeAll(async () => {
  workspace = await createWorkspace();
  port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  await writeFile(workspace.path("notes.mjs"), notes);
  await workspace.writeConfig({
    local: { modules: ["notes.mjs"], approval: true },
    serve: {
      port,
      keys: [
        { id: "agent", key: KEY },
        { id: "person", key: PERSON, scopes: ["operations:approve"] },
      ],
    },
  });
  await serve();
}, 60_000);
afterAll(async () => {
  await kill();
  await workspace.close();
});

async function serve(): Promise<void> {
  hub = startCLI(workspace, ["serve", "--json"]);
  await hub.printed(/"http":"[^"]+"/);
}

async function kill(): Promise<void> {
  hub.child.kill("SIGKILL");
  await hub.ended;
}

interface Pending {
  readonly id: string;
  readonly digest: string;
}

const headers = { "x-api-key": PERSON };

async function pending(): Promise<readonly Pending[]> {
  const response = await fetch(`${url}/~/approvals`, { headers });
  return ((await response.json()) as { readonly pending: readonly Pending[] }).pending;
}

async function nextPending(): Promise<Pending> {
  let found: Pending | undefined;
  await until(async () => ([found] = await pending())[0] !== undefined);
  return found as Pending;
}

async function approve({ id, digest }: Pending): Promise<number> {
  const body = JSON.stringify({ answer: "approve", digest });
  return (await fetch(`${url}/~/approvals/${id}`, { method: "POST", headers, body })).status;
}

/** Calls `notes.write`, and resolves with "written" or with the error that the caller gets. */
type Caller = (text: string) => Promise<string>;

const byHTTP: Caller = async (text) => {
  const response = await fetch(`${url}/notes/write`, {
    method: "POST",
    headers: { "x-api-key": KEY, "content-type": "application/json" },
    body: JSON.stringify({ text }),
  });
  return response.ok ? ((await response.json()) as string) : `status ${response.status}`;
};

const byMCP =
  (mode: "legacy" | "auto"): Caller =>
  async (text) => {
    const client = new Client({ name: "agent", version: "1.0.0" }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${KEY}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
    onTestFinished(() => client.close());
    const { isError, content } = await client.callTool({ name: "notes_write", arguments: { text } });
    const told = (content[0] as { text: string }).text;
    return isError === true ? `error ${told}` : told;
  };

const byWebSocket: Caller = async (text) => {
  const spoke = await connectSpoke({
    url: `${url.replace("http", "ws")}/ws`,
    token: KEY,
    registry: new OperationRegistry(),
  });
  onTestFinished(() => spoke.close());
  return (await spoke.call("notes.write", { text })).data as string;
};

const byCLI: Caller = async (text) => {
  const args = ["call", "notes.write", "--text", text, "--hub", url, "--key", KEY];
  const { code, stdout } = await runCLI(workspace, args);
  return code === 0 ? stdout.trim() : `exit code ${code}`;
};

const outcomeOf = (work: Promise<string>): Promise<string> =>
  work.catch((error: unknown) => `failed: ${String(error)}`);

describe.each<[string, Caller]>([
  ["HTTP", byHTTP],
  ["MCP up to 2025-11-25", byMCP("legacy")],
  ["MCP of 2026-07-28", byMCP("auto")],
  ["WebSocket", byWebSocket],
  ["the command line", byCLI],
])("when a hub is killed while a call over %s waits for an approval", (name, call) => {
  it("is denied for good: it never runs, and can no longer be approved", async () => {
    const lost = `lost ${name}`;
    const outcome = outcomeOf(call(lost));
    const waiting = await nextPending();
    await kill();
    expect(await outcome).toMatch(/^(failed|error|exit code|status)/);
    await serve();
    expect(await pending()).toEqual([]);
    expect(await approve(waiting)).toBe(404);

    const kept = `kept ${name}`;
    const second = outcomeOf(call(kept));
    const asked = await nextPending();
    expect(asked.id).not.toBe(waiting.id);
    // Another approval, of another input.
    expect(await approve({ ...asked, digest: waiting.digest })).toBe(409);
    expect(await approve(asked)).toBe(200);
    expect(await second).toBe("written");
    const written = existsSync(workspace.path("notes.txt")) ? await readFile(workspace.path("notes.txt"), "utf8") : "";
    expect(written).not.toContain(lost);
    expect(written.split("\n").filter((line) => line === kept)).toHaveLength(1);
  }, 60_000);
});
