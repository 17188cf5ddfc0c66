/** Tools that are listed oddly, or answer too late: they stay callable, and the log stays readable. */
import { rm } from "node:fs/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { MCPLogEntry } from "../../src/entries/from-mcp.ts";
import { startHub } from "../../src/entries/hub.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";
import { startRawHttp } from "./servers/raw-http-server.ts";
import { connect, rawConfig, textOf } from "./support.ts";

vi.setConfig({ testTimeout: 120_000 });

const closers: Array<() => Promise<unknown>> = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const nowhere = { type: "object", properties: { a: { $ref: "#/$defs/none" } }, required: ["b"] };

async function startServer(tools: readonly object[]) {
  const server = await startRawHttp({
    era: "legacy",
    tools,
    onCall: ({ message, reply }) => {
      const { arguments: input } = message.params as { arguments: unknown };
      reply({ content: [{ type: "text", text: JSON.stringify(input) }], structuredContent: { input } });
    },
  });
  closers.push(() => server.close());
  return server;
}

describe("when the schema of a tool cannot be compiled", () => {
  it.each([
    ["a reference to nothing", nowhere],
    ["a property that is not a schema", { type: "object", properties: { a: 1 } }],
    ["a text", "string"],
  ])("stays callable with unchecked input: %s", async (_what, inputSchema) => {
    const server = await startServer([
      { name: "act", inputSchema },
      { name: "fine", inputSchema: { type: "object" } },
    ]);
    const { registry, wrapper } = await connect("odd", { url: server.url });
    expect(textOf({ data: (await registry.execute("odd.act", { a: 1 })).meta["content" as never] })).toBe('{"a":1}');
    expect(wrapper.problems).toMatchObject([{ tool: "act", unchecked: "input" }]);
  });

  it("keeps the result if the output schema is broken", async () => {
    const server = await startServer([{ name: "act", inputSchema: { type: "object" }, outputSchema: nowhere }]);
    const { registry, wrapper } = await connect("odd", { url: server.url });
    expect((await registry.execute("odd.act", { a: 1 })).data).toEqual({ input: { a: 1 } });
    expect(wrapper.problems).toMatchObject([{ tool: "act", unchecked: "output" }]);
  });

  it("is a finding of its source, and the tool works through a hub", async () => {
    const execution = { taskSupport: "optional" };
    const server = await startServer([{ name: "act", inputSchema: nowhere, execution }]);
    const folder = makeTempFolder("odd-tools");
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const key = "the-key-of-the-operator";
    const config = {
      mcpServers: { odd: { url: server.url } },
      serve: { port: 0, keys: [{ id: "op", key, scopes: ["*"] }] },
    };
    const options = { waitForSources: true, stateFolder: folder, logTo: { write: () => undefined } };
    const hub = await startHub({ config, folder }, options);
    closers.push(() => hub.close({ graceMs: 0 }));
    expect(hub.sources.statuses()[0]?.report).toMatchObject({
      quarantined: [],
      findings: [{ kind: "unchecked", where: "act", why: expect.stringContaining("#/$defs/none") as string }],
    });
    const client = await createMCPClient("hub", { url: hub.endpoints.mcp, token: key, era: "legacy" });
    closers.push(() => client.close());
    expect(client.problems).toEqual([]);
    expect(client.tools.map(({ metadata }) => metadata)).toMatchObject([{ mcp: { execution } }]);
  });
});

describe("when results arrive after their calls have ended", () => {
  it("logs only the first, at debug", async () => {
    const log: MCPLogEntry[] = [];
    const { registry } = await connect("raw", rawConfig(undefined, { logger: (entry) => log.push(entry) }));
    log.length = 0;
    for (let round = 0; round < 5; round++) expect(textOf(await registry.execute("raw.twice"))).toBe("first");
    await registry.execute("raw.echo");
    await until(() => log.some(({ kind }) => kind === "debug"));
    expect(log.filter(({ kind }) => kind === "warning")).toEqual([]);
    expect(log.filter(({ kind }) => kind === "debug")).toHaveLength(1);
  });
});
