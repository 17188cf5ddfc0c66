/**
 * Spans from the real OpenTelemetry SDK, in three processes: a hub on HTTP and MCP, its spoke over WebSocket (also a
 * hub), and the spoke's MCP server on stdio. Each registers the SDK for itself.
 */
import { readFile, writeFile } from "node:fs/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { isLeftOut } from "../support/left-out.ts";
import { startCLI } from "./support/run-cli.ts";
import type { RunningCLI } from "./support/run-cli.ts";
import { until } from "../support/until.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

const sdk = new URL("../opentelemetry/record-spans.js", import.meta.url);
const KEY = "a-key-that-may-everything";
const [SERVER, INTERNAL] = [1, 0];
const [OK, ERROR] = [0, 2];
const serve = { port: 0, keys: [{ id: "owner", key: KEY, scopes: ["*"] }] };

interface Span {
  readonly process: number;
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent?: string;
  readonly attributes: Record<string, unknown>;
  readonly status: { readonly code: number };
}

/** The MCP server's operations: one calls the other. */
const operations = `
const base = {
  namespace: "trace", version: "1.0.0", type: "QUERY", inputSchema: { type: "object" }, outputSchema: true,
  accessControl: { requiredScopes: [] },
};
export const leaf = { ...base, name: "leaf", description: "Its trace", handler: (_input, { trace }) => trace };
export const work = {
  ...base, name: "work", description: "Calls leaf", handler: async (_input, { env }) => env.trace.leaf({}),
};
export const fail = {
  ...base, name: "fail", description: "Fails", handler: () => { throw new Error("no"); },
};
`;

describe.skipIf(isLeftOut("opentelemetry"))("when every process registers the SDK of OpenTelemetry", () => {
  let workspace: Workspace;
  const running: RunningCLI[] = [];

  beforeAll(async () => {
    await ensureSubPackage("tests/opentelemetry");
    workspace = await createWorkspace();
    await writeFile(workspace.path("traced.mjs"), operations);
    await writeFile(workspace.path("server.json"), JSON.stringify({ local: { modules: ["traced.mjs"] } }));
  });
  afterAll(async () => {
    for (const { child } of running) child.kill("SIGTERM");
    await Promise.all(running.map(({ ended }) => ended));
    await workspace.close();
  });

  const registering = (spans: string): Record<string, string> => ({
    NODE_OPTIONS: `--import ${sdk.href}`,
    OTEL_TEST_SPANS: workspace.path(spans),
  });

  async function startHub(name: string, config: object, env: Record<string, string>): Promise<string> {
    await writeFile(workspace.path(name), JSON.stringify({ serve, ...config }));
    const hub = startCLI(workspace, ["serve", "--json", "--config", name], { env });
    running.push(hub);
    const [, url = ""] = await hub.printed(/"http":"(.*?)"/);
    return url;
  }

  /** Starts the three processes. Returns the address of the first, once it has the others' operations. */
  async function startChain(name: string, env: Record<string, string> = {}): Promise<string> {
    const registered = registering(`${name}.jsonl`);
    const url = await startHub(`${name}-hub.json`, {}, { ...registered, ...env });
    const args = [workspace.cli, "mcp", "--config", workspace.path("server.json")];
    const spoke = {
      mcpServers: { deep: { command: process.execPath, args, env: registered } },
      remotes: { up: { type: "hub", url, token: KEY, offer: ["deep"] } },
    };
    await startHub(`${name}-spoke.json`, spoke, registered);
    const described = { headers: { "x-api-key": KEY } };
    await until(async () =>
      (await (await fetch(`${url}/openapi.json`, described)).text()).includes("/deep/trace_work"),
    );
    return url;
  }

  const call = (url: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "x-api-key": KEY, "content-type": "application/json", ...headers },
      body: "{}",
    });

  /** All spans so far. They may end a little after the answer. */
  async function spansOf(name: string, count: number): Promise<Span[]> {
    let lines: string[] = [];
    await until(async () => {
      const text = await readFile(workspace.path(`${name}.jsonl`), "utf8").catch(() => "");
      lines = text.split("\n").slice(0, -1);
      return lines.length >= count;
    });
    return lines.map((line) => JSON.parse(line) as Span);
  }

  /** The chain of spans from the first to the last, each the parent of the next. */
  function chainOf(spans: readonly Span[], traceId: string): Span[] {
    const left = new Map(spans.filter((span) => span.traceId === traceId).map((span) => [span.spanId, span]));
    const chain: Span[] = [];
    let next = [...left.values()].find(({ parent }) => parent === undefined || !left.has(parent));
    while (next !== undefined) {
      const { spanId } = next;
      chain.push(next);
      left.delete(spanId);
      next = [...left.values()].find(({ parent }) => parent === spanId);
    }
    expect(left.size).toBe(0);
    return chain;
  }

  const names = (chain: readonly Span[]): unknown[] => chain.map(({ name, kind }) => [name, kind]);
  const wholeWay = [
    ["deep.trace_work", SERVER],
    ["deep.trace_work", SERVER],
    ["trace.work", SERVER],
    ["trace.leaf", INTERNAL],
  ];

  it("one call is one trace over HTTP, WebSocket and MCP, each span the parent of the next", async () => {
    const url = await startChain("whole");
    const given = { traceId: "1".repeat(32), spanId: "a".repeat(16) };
    const traceparent = `00-${given.traceId}-${given.spanId}-01`;
    const answer = await call(url, "/deep/trace_work", { traceparent, tracestate: "vendor=1" });
    const handlers = (await answer.json()) as { traceparent: string; tracestate: string };
    const chain = chainOf(await spansOf("whole", 4), given.traceId);
    expect(names(chain)).toEqual(wholeWay);
    expect(chain[0]?.parent).toBe(given.spanId);
    expect(new Set(chain.map((span) => span.process)).size).toBe(3);
    expect(chain.map(({ status }) => status.code)).toEqual([OK, OK, OK, OK]);
    expect(chain[0]?.attributes).toMatchObject({ "operation.id": "deep.trace_work", "enduser.id": "owner" });
    // The context that the innermost handler would pass on.
    expect(handlers).toEqual({ traceparent: `00-${given.traceId}-${chain[3]?.spanId}-01`, tracestate: "vendor=1" });

    // From the `_meta` of an MCP client.
    const client = new Client({ name: "traced", version: "1.0.0" });
    const requestInit = { headers: { authorization: `Bearer ${KEY}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
    const _meta = { traceparent: `00-${"2".repeat(32)}-${"b".repeat(16)}-01` };
    await client.callTool({ name: "deep_trace_work", arguments: {}, _meta });
    await client.close();
    const byMCP = chainOf(await spansOf("whole", 8), "2".repeat(32));
    expect(names(byMCP)).toEqual(wholeWay);
    expect(byMCP[0]?.parent).toBe("b".repeat(16));

    // Without a trace of the caller, the hub starts one.
    await call(url, "/deep/trace_work");
    const known = new Set([...chain, ...byMCP].map(({ spanId }) => spanId));
    const fresh = (await spansOf("whole", 12)).filter(({ spanId }) => !known.has(spanId));
    const begun = chainOf(fresh, fresh[0]?.traceId ?? "");
    expect(names(begun)).toEqual(wholeWay);
    expect(begun[0]?.parent).toBeUndefined();

    // The caller of an MCP tool that reports an error has failed as well.
    await call(url, "/deep/trace_fail", { traceparent: `00-${"3".repeat(32)}-${"c".repeat(16)}-01` });
    const failed = chainOf(await spansOf("whole", 15), "3".repeat(32));
    expect(failed.map(({ name, status }) => [name, status.code])).toEqual([
      ["deep.trace_fail", ERROR],
      ["deep.trace_fail", ERROR],
      ["trace.fail", ERROR],
    ]);
    const reasons = failed.map(({ attributes }) => attributes["error.type"]);
    // The innermost hub's MCP result carries the code, so the hubs before it name it, too.
    expect(reasons).toEqual(["EXECUTION_ERROR", "EXECUTION_ERROR", "EXECUTION_ERROR"]);
  });

  it("no process samples a trace that the first does not sample", async () => {
    const url = await startChain("unsampled", { OTEL_TEST_SAMPLER: "off" });
    const handlers = (await (await call(url, "/deep/trace_work")).json()) as { traceparent: string };
    expect(handlers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    const notSampled = { traceparent: `00-${"4".repeat(32)}-${"d".repeat(16)}-00` };
    await call(url, "/deep/trace_work", notSampled);
    // It is the only span in the file, so the earlier ones were not merely late.
    await call(url, "/deep/trace_work", { traceparent: `00-${"5".repeat(32)}-${"e".repeat(16)}-01` });
    expect(new Set((await spansOf("unsampled", 4)).map(({ traceId }) => traceId))).toEqual(new Set(["5".repeat(32)]));
  });
});
