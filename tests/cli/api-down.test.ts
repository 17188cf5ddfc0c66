/** An API that is down, as every interface of a hub reports it. */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { overHTTP, overWebSocket } from "../../src/entries/client.ts";
import type { RemoteCaller } from "../../src/entries/client.ts";
import { CallError } from "../../src/entries/index.ts";
import { findFreePort } from "../support/free-port.ts";
import { runCLI, startCLI } from "./support/run-cli.ts";
import type { RunningCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

vi.setConfig({ testTimeout: 120_000 });

const KEY = "a".repeat(32);

let workspace: Workspace;
let api: Server;
let hub: RunningCLI;
let url: string;
let client: Client;

const document = (server: string): object => ({
  openapi: "3.1.0",
  info: { title: "Stock", version: "1" },
  servers: [{ url: server }],
  paths: {
    "/stock": {
      get: { operationId: "read", responses: { 200: { description: "ok" }, 404: { description: "none" } } },
      post: { operationId: "order", responses: { 200: { description: "ok" } } },
    },
  },
});

/** Lets the errors of the API pass, and those of nothing else. */
const COMPOSED = `export default {
  namespace: "shop", name: "order", version: "1.0.0", type: "MUTATION", description: "Orders.",
  inputSchema: { type: "object" }, outputSchema: {}, accessControl: { requiredScopes: [] },
  handler: async (input, { env }) => (await env.gone.order({})).data,
};
`;

beforeAll(async () => {
  workspace = await createWorkspace();
  api = createServer((request, response) => {
    if (request.method === "POST") return void request.socket.destroy();
    const status = Number(request.headers["x-status"] ?? 503);
    response.writeHead(status, { "content-type": "application/json" }).end('{"title":"No."}');
  });
  api.listen(0, "127.0.0.1");
  await once(api, "listening");
  const here = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  await writeFile(workspace.path("gone.json"), JSON.stringify(document(`http://127.0.0.1:${await findFreePort()}`)));
  await writeFile(workspace.path("here.json"), JSON.stringify(document(here)));
  await writeFile(workspace.path("shop.mjs"), COMPOSED);
  const allowPrivateNetwork = true;
  await workspace.writeConfig({
    local: { modules: ["./shop.mjs"] },
    openapi: {
      gone: { document: "gone.json", allowPrivateNetwork },
      busy: { document: "here.json", allowPrivateNetwork },
      empty: { document: "here.json", allowPrivateNetwork, headers: { "x-status": "404" } },
      shut: { document: "here.json", allowPrivateNetwork, headers: { "x-status": "401" } },
    },
    serve: { port: 0, keys: [{ id: "ada", key: KEY, scopes: ["operations:call"] }] },
    log: { level: "error" },
  });
  hub = startCLI(workspace, ["serve"]);
  [url = ""] = await hub.printed(/http:\/\/127\.0\.0\.1:\d+/);
  client = new Client({ name: "test", version: "1.0.0" });
  const requestInit = { headers: { authorization: `Bearer ${KEY}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
}, 60_000);

afterAll(async () => {
  await client?.close();
  hub.child.kill("SIGKILL");
  await hub.ended;
  api.closeAllConnections();
  api.close();
  await workspace.close();
});

interface Case {
  readonly id: string;
  readonly why: string;
  readonly status: number;
  readonly exitCode: number;
  readonly details: object;
}

const cases: readonly Case[] = [
  {
    id: "gone.read",
    why: "nothing listens",
    status: 502,
    exitCode: 8,
    details: { status: 502, reason: "ECONNREFUSED" },
  },
  {
    id: "gone.order",
    why: "nothing listens",
    status: 502,
    exitCode: 8,
    details: { status: 502, reason: "ECONNREFUSED" },
  },
  {
    id: "busy.order",
    why: "it cuts the call",
    status: 502,
    exitCode: 8,
    details: { status: 502, reason: "UND_ERR_SOCKET" },
  },
  { id: "busy.read", why: "it says so", status: 503, exitCode: 8, details: { status: 503 } },
  { id: "shop.order", why: "the API of another operation is down", status: 502, exitCode: 8, details: { status: 502 } },
  { id: "empty.read", why: "it answers 404", status: 404, exitCode: 1, details: { status: 404 } },
  { id: "shut.read", why: "it refuses the hub's credential", status: 502, exitCode: 1, details: { status: 401 } },
];

describe.each(cases)("when $id fails because $why", ({ id, status, exitCode, details }) => {
  const [namespace = "", name = ""] = id.split(".");

  it("has the same status and details by HTTP and to typed clients", async () => {
    const response = await fetch(`${url}/${namespace}/${name}`, {
      method: "POST",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: "{}",
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status, code: "EXECUTION_ERROR", details });
    const socket = overWebSocket({ url: `${url.replace("http", "ws")}/ws`, token: KEY });
    const callers: readonly RemoteCaller[] = [overHTTP({ url, token: KEY }), socket];
    for (const caller of callers) {
      const error = await caller.call(id, {}).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CallError);
      expect(error).toMatchObject({ code: "EXECUTION_ERROR", details });
    }
    socket.close();
  });

  it("has the same exit code by a hub and without one", async () => {
    const [byHub, alone] = await Promise.all([
      runCLI(workspace, ["call", id, "--input", "{}", "--json", "--hub", url, "--key", KEY]),
      runCLI(workspace, ["call", id, "--input", "{}", "--json", "--no-hub"]),
    ]);
    for (const { code, stderr } of [byHub, alone]) {
      expect(JSON.parse(stderr)).toMatchObject({ error: { code: "EXECUTION_ERROR", details, exitCode } });
      expect(code).toBe(exitCode);
    }
  });
});

it("says in words what a person can look at", async () => {
  const { stderr } = await runCLI(workspace, ["call", "gone.read", "--no-hub"]);
  expect(stderr).toMatch(
    /^error: GET http:\/\/127\.0\.0\.1:\d+\/stock failed: nothing listens there \(ECONNREFUSED\)\. Trying again later may help\. \[EXECUTION_ERROR\]\n$/,
  );
});

it("lists both statuses of an API that is down in the served document", async () => {
  const response = await fetch(`${url}/openapi.json`, { headers: { authorization: `Bearer ${KEY}` } });
  const { paths } = (await response.json()) as { paths: Record<string, { post: { responses: object } }> };
  const answers = Object.entries(paths).filter(([path]) => path !== "/shop/order");
  expect(answers.length).toBeGreaterThan(3);
  for (const [, { post }] of answers)
    expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(["502", "504"]));
});
