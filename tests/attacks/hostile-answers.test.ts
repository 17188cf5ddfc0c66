import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHub } from "../../src/entries/hub.ts";
import type { HubConfig, RunningHub } from "../../src/entries/hub.ts";
import { heldBytes } from "../../src/shared/connections/held-answer.ts";
import { until } from "../support/until.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { hostileSources, startHostileServer } from "./hostile-sources.ts";
import type { HostileServer } from "./hostile-sources.ts";

const KEY = "the-key-of-a-caller-0123456789";
const folder = makeTempFolder("hostile-answers");
const log: string[] = [];
let server: HostileServer;
let hub: RunningHub;

/** A server on standard input and output, with a tool that answers with two million objects. */
const stdio = `
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const write = (result) => process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":' + result + "}\\n");
    if (method === "initialize")
      return write('{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}');
    if (method === "tools/list") return write('{"tools":[{"name":"dense","inputSchema":{"type":"object"}}]}');
    write('{"content":[],"structuredContent":{"a":[' + "{},".repeat(2e6) + '{}]}}');
  });`;

beforeAll(async () => {
  server = await startHostileServer(2_000_000);
  const { openapi, mcpServers } = hostileSources(server.url);
  const { api } = openapi as { api: NonNullable<HubConfig["openapi"]>[string] };
  const config: HubConfig = {
    serve: { keys: [{ id: "a", key: KEY, scopes: ["*"], answerTokens: "all" }] },
    openapi: {
      api,
      strict: { ...api, namespace: "strict", limits: { values: 1_000_000 } },
      short: { ...api, namespace: "short", limits: { responseBytes: 1_000_000 } },
      wide: { ...api, namespace: "wide", limits: { values: 100_000_000 } },
    },
    mcpServers: {
      ...mcpServers,
      flood: { url: `${server.url}/flood`, oauth: false, healthInterval: 0 },
      stdio: { command: process.execPath, args: ["-e", stdio.replaceAll("$", "$$$$")] },
      tight: { url: `${server.url}/mcp`, oauth: false, healthInterval: 0, limits: { maxValues: 1_000_000 } },
      brief: { url: `${server.url}/mcp`, oauth: false, healthInterval: 0, limits: { maxMessageBytes: 1_000_000 } },
    },
  };
  const options = { port: 0, stateFolder: folder, logTo: { write: (line: string) => void log.push(line) } };
  hub = await startHub({ config, folder }, options);
  // The sources open in the background.
  for (const id of ["api.dense", "strict.dense", "short.dense", "wide.dense", ...MCP.map((name) => `${name}.dense`)])
    await until(async () => (await statusOf(`~/operations/${id}`)) === 200);
}, 120_000);

const MCP = ["mcp", "stdio", "tight", "brief"];

async function statusOf(path: string): Promise<number> {
  const response = await fetch(`${hub.endpoints.http}/${path}`, { headers: { "x-api-key": KEY } });
  await response.arrayBuffer();
  return response.status;
}

afterAll(async () => {
  await hub.close({ graceMs: 0 });
  server.close();
  await rm(folder, { recursive: true });
});

async function call(path: string, signal?: AbortSignal): Promise<{ status: number; body: unknown }> {
  const headers = { "x-api-key": KEY, "content-type": "application/json" };
  const response = await fetch(`${hub.endpoints.http}/${path}`, {
    method: "POST",
    headers,
    body: "{}",
    ...(signal && { signal }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");

describe("when a service behind a hub answers with millions of objects", () => {
  it.each([
    ["an API", "api/dense", "values"],
    ["an MCP server", "mcp/dense", "maxValues"],
    ["an MCP server, as an event of a stream", "mcp/events", "maxValues"],
    ["an MCP server on standard output", "stdio/dense", "maxValues"],
    ["an MCP server, with as many blocks of content", "mcp/blocks", "blocks"],
    ["an API with a lower limit of values", "strict/almost", "values"],
    ["an API with a lower limit of bytes", "short/rows", "responseBytes"],
    ["an MCP server with a lower limit of values", "tight/almost", "maxValues"],
    ["an MCP server with a lower limit of bytes", "brief/almost", "maxMessageBytes"],
  ])("refuses the answer of %s, and names the limit", async (_whose, path, limit) => {
    const { status, body } = await call(path);
    expect(body).toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    expect(status).toBe(413);
    expect(JSON.stringify(body)).toContain(limit);
  });

  it("reads them if the config says so", async () => {
    const { status, body } = await call("wide/dense");
    expect(status).toBe(200);
    expect(body).toHaveLength(2_000_000);
  });

  it("passes large honest answers unchanged", async () => {
    const expected = (await (await fetch(`${server.url}/rows`)).json()) as unknown;
    const { status, body } = await call("api/rows");
    expect(status).toBe(200);
    expect(digest(body)).toBe(digest(expected));
    const { body: almost } = await call("mcp/almost");
    expect((almost as { a: unknown[] }).a).toHaveLength(990_001);
  });

  it("holds nothing of them afterwards", async () => {
    const caller = new AbortController();
    const stalled = call("api/stalled", caller.signal).catch(() => undefined);
    await expect.poll(heldBytes).toBeGreaterThan(500_000);
    caller.abort();
    await stalled;
    await expect.poll(heldBytes).toBe(0);
  });

  it("holds nothing of a refusal", async () => {
    const { status } = await call("mcp/refused");
    expect(status).toBeGreaterThanOrEqual(400);
    await expect.poll(heldBytes).toBe(0);
  });

  it("counts what has arrived of a long event", async () => {
    const caller = new AbortController();
    const stalled = call("mcp/stalled", caller.signal).catch(() => undefined);
    await expect.poll(heldBytes).toBeGreaterThan(500_000);
    caller.abort();
    await stalled;
  });
});

describe("when a server announces thousands of changes that cannot be read", () => {
  it("says why in words", async () => {
    await expect.poll(() => log.join(""), { timeout: 20_000 }).toContain("The list of tools cannot be read");
    expect(log.join("")).not.toContain("not an error");
    expect(log.join("")).not.toContain("wasSent");
  });
});
