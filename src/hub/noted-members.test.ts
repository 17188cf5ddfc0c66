import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectSpoke } from "../client/connect-spoke.ts";
import { clientOf } from "../serve/mcp/fixtures.test-support.ts";
import type { HubConfig } from "./config/hub-config.ts";
import { ADA, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";
import { tempFolders } from "./temp-folder.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const folderWith = tempFolders();

/** `demo.read` answers with two members that its schema does not name; `demo.whole` keeps them by itself. */
const module = (id: string, more: string): string => `
export const ${id} = {
  namespace: "demo", name: "${id}", version: "1.0.0", type: "QUERY", description: "Reads",
  accessControl: { requiredScopes: [] }, inputSchema: {},
  outputSchema: { type: "object", properties: { id: { type: "number" } } },
  handler: () => ({ id: 1, extra: true, secret: "x" }),
  ${more}
};
`;

const keys = [{ id: "ada", key: ADA, scopes: ["*"] }];

async function run(rules: Pick<HubConfig, "output"> & { readonly ofSource?: "strip" | "keep" }) {
  const folder = await folderWith({ "read.mjs": module("read", "") + module("strict", 'output: "strip",') });
  const config = ({ output, ofSource }: typeof rules) => ({
    folder,
    config: {
      ...(output === undefined ? {} : { output }),
      local: { modules: ["read.mjs"], ...(ofSource === undefined ? {} : { output: ofSource }) },
      serve: { keys },
      log: { level: "silent" },
    } satisfies HubConfig,
  });
  const hub = await start(config(rules));
  return { hub, reload: (next: typeof rules) => hub.reload(config(next)) };
}

const post = { method: "POST" };
const whole = { id: 1, extra: true, secret: "x" };
const stripped = { count: 2, paths: ["/extra", "/secret"] };

async function read(hub: StartedHub, name = "read"): Promise<unknown> {
  return await (await hub.ask(`/demo/${name}`, ADA, post)).json();
}

describe("when a hub strips members of an answer", () => {
  it("reports it over HTTP, in a header and in the envelope", async () => {
    const { hub } = await run({});
    const plain = await hub.ask("/demo/read", ADA, post);
    expect(plain.headers.get("operation-stripped")).toBe("2");
    expect(await plain.json()).toEqual({ id: 1 });
    const headers = { "x-api-key": ADA, "operation-answer": "envelope" };
    const envelope = await fetch(`${hub.endpoints.http}/demo/read`, { ...post, headers });
    expect(await envelope.json()).toMatchObject({ data: { id: 1 }, meta: { stripped } });
  });

  it("reports it over MCP and WebSocket", async () => {
    const { hub } = await run({});
    const requestInit = { headers: { authorization: `Bearer ${ADA}` } };
    const client = clientOf("modern");
    onTestFinished(() => client.close());
    await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
    const result = await client.callTool({ name: "demo_read", arguments: {} });
    expect(result.structuredContent).toEqual({ id: 1 });
    expect(result._meta).toMatchObject({ "alkdev.operations/stripped": stripped });
    const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: ADA });
    onTestFinished(() => spoke.close());
    expect(await spoke.call("demo.read", {})).toMatchObject({ data: { id: 1 }, meta: { stripped } });
  });

  it("counts them by operation in its metrics", async () => {
    const { hub } = await run({});
    await read(hub);
    await read(hub);
    const text = await (await hub.ask("/metrics", ADA)).text();
    expect(text).toContain('operations_stripped_members_total{operation="demo.read"} 4\n');
    expect(text).not.toContain('operations_stripped_members_total{operation="demo.strict"}');
  });
});

describe("when the config keeps members that no schema names", () => {
  it.each([
    ["for all sources", { output: "keep" }],
    ["for one source", { ofSource: "keep" }],
    ["for one source, against the rest", { output: "strip", ofSource: "keep" }],
  ] as const)("keeps them %s", async (_name, rules) => {
    const { hub } = await run(rules);
    const answer = await hub.ask("/demo/read", ADA, post);
    expect(answer.headers.get("operation-stripped")).toBeNull();
    expect(await answer.json()).toEqual(whole);
  });

  it("lets a source strip them although the hub keeps them", async () => {
    const { hub } = await run({ output: "keep", ofSource: "strip" });
    expect(await read(hub)).toEqual({ id: 1 });
  });

  it("prefers the operation over the general rule, and the source's rule over the operation", async () => {
    const { hub, reload } = await run({ output: "keep" });
    expect(await read(hub, "strict")).toEqual({ id: 1 });
    await reload({ ofSource: "keep" });
    expect(await read(hub, "strict")).toEqual(whole);
  });

  it("applies a changed rule with the next config, without reopening the source", async () => {
    const { hub, reload } = await run({});
    const since = async (): Promise<string | undefined> => {
      const answer = (await (await hub.ask("/~/sources", ADA)).json()) as { sources: Array<{ since: string }> };
      return answer.sources[0]?.since;
    };
    const before = await since();
    expect(await read(hub)).toEqual({ id: 1 });
    await reload({ output: "keep" });
    expect(await read(hub)).toEqual(whole);
    expect(await since()).toBe(before);
  });
});
