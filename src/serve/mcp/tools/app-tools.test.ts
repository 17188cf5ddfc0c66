import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { CallError } from "../../../errors/call-error.ts";
import { defineOperation } from "../../../operation/define-operation.ts";
import type { AnyOperation } from "../../../operation/define-operation.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { FromSchema } from "../../../schema/types/from-schema.ts";
import { connectByFetch, connectInMemory, ERAS, openAccess, registryOf } from "../fixtures.test-support.ts";
import type { Era } from "../fixtures.test-support.ts";
import type { ServeMCPOptions } from "../options/serve-mcp-options.ts";
import { serveMCP } from "../serve-mcp.ts";

const base = {
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "From a server behind us",
  inputSchema: FromSchema({ type: "object" }),
  outputSchema: FromSchema({}),
  accessControl: openAccess,
} as const;

/** As an MCP source makes it. Its tool is called `get-time` at its own server. */
function tool(namespace: string, { hasPage, name = "getTime" }: { hasPage: boolean; name?: string }): AnyOperation {
  return defineOperation({
    ...base,
    namespace,
    name,
    origin: { source: "mcp", location: namespace, name: "get-time" },
    metadata: { mcp: hasPage ? { _meta: { ui: { resourceUri: "ui://time/app.html" } } } : {} },
    handler: () => `time of ${namespace}`,
  });
}

function pages(namespace: string): AnyOperation {
  return defineOperation({
    ...base,
    namespace: `${namespace}.resources`,
    name: "read",
    metadata: { mcp: { method: "resources/read" } },
    handler: () => [{ uri: "ui://time/app.html", mimeType: "text/html;profile=mcp-app", text: "<html></html>" }],
  });
}

/** A source whose server knows `ui://time/app.html` and `zones://europe/berlin`, and nothing else. */
function zones(namespace: string): AnyOperation {
  const texts = new Map([
    ["ui://time/app.html", "<html></html>"],
    ["zones://europe/berlin", `berlin of ${namespace}`],
  ]);
  return defineOperation({
    ...base,
    namespace: `${namespace}.resources`,
    name: "read",
    origin: { source: "mcp", location: namespace, name: "resources/read" },
    metadata: { mcp: { method: "resources/read" } },
    handler: (input) => {
      const { uri } = input as { uri: string };
      const text = texts.get(uri);
      if (text === undefined) throw new CallError("EXECUTION_ERROR", `Unknown: ${uri}`, { code: -32002 });
      return [{ uri, text }];
    },
  });
}

async function withClient<T>(
  operations: readonly AnyOperation[],
  era: Era,
  work: (client: Client) => Promise<T>,
  options: ServeMCPOptions = {},
): Promise<T> {
  const service = serveMCP(registryOf(operations), options);
  const client = await (era === "legacy" ? connectInMemory(service, era) : connectByFetch(service, era));
  try {
    return await work(client);
  } finally {
    await client.close();
    await service.close();
  }
}

async function getTime(client: Client): Promise<string> {
  const { content } = await client.callTool({ name: "get-time", arguments: {} });
  return (content[0] as { text: string }).text;
}

describe("when the page of an MCP App calls a tool by its server's name for it", () => {
  it.each(ERAS)("calls that tool, era %s", async (era) => {
    const operations = [tool("clock", { hasPage: true }), pages("clock"), tool("watch", { hasPage: false })];
    expect(await withClient(operations, era, getTime)).toBe("time of clock");
  });

  it.each(ERAS)("calls nothing if no server with pages has such a tool, era %s", async (era) => {
    const operations = [tool("watch", { hasPage: false })];
    await expect(withClient(operations, era, getTime)).rejects.toThrow("Unknown tool: get-time");
  });

  it("calls nothing that the caller may not call", async () => {
    const hidden = { ...tool("clock", { hasPage: true }), accessControl: { requiredScopes: ["time"] } };
    await expect(withClient([hidden, pages("clock")], "modern", getTime)).rejects.toThrow("Unknown tool");
  });

  const both = [tool("clock", { hasPage: true }), pages("clock"), tool("watch", { hasPage: true }), pages("watch")];

  it("names the servers if several have it", async () => {
    await expect(withClient(both, "modern", getTime)).rejects.toThrow("clock.getTime, watch.getTime");
  });

  it("calls the tool of the server whose page the session has read", async () => {
    const answer = await withClient(both, "legacy", async (client) => {
      await client.readResource({ uri: "ui://watch/time/app.html" });
      return getTime(client);
    });
    expect(answer).toBe("time of watch");
  });
});

describe("when a tool with a page is pinned, and the others are searched", () => {
  it.each(ERAS)("names the page by a URI that clients can read, era %s", async (era) => {
    const pinned = (namespace: string): AnyOperation => {
      const { metadata, ...rest } = tool(namespace, { hasPage: true });
      return { ...rest, metadata: { mcp: { ...(metadata?.["mcp"] as object), pinned: true } } };
    };
    const operations = [pinned("clock"), pages("clock"), pinned("watch"), pages("watch")];
    const work = async (client: Client): Promise<unknown[]> => {
      const { tools } = await client.listTools();
      return tools.flatMap(({ _meta }) => (_meta?.["ui"] === undefined ? [] : [_meta["ui"]]));
    };
    const listed = await withClient(operations, era, work);
    expect(listed).toContainEqual({ resourceUri: "ui://watch/time/app.html" });
    expect(await withClient(operations, era, work, { searchAbove: 0 })).toEqual(listed);
  });
});

describe("when the page of an MCP App reads a resource by its server's URI for it", () => {
  const BERLIN = "zones://europe/berlin";
  const read = async (client: Client, uri = BERLIN): Promise<unknown> => (await client.readResource({ uri })).contents;
  const clock = [tool("clock", { hasPage: true }), zones("clock")];
  const watch = [tool("watch", { hasPage: true }), zones("watch")];

  it.each(ERAS)("reads it, and calls it by that URI, era %s", async (era) => {
    const operations = [...clock, tool("radio", { hasPage: false }), zones("radio")];
    expect(await withClient(operations, era, read)).toEqual([{ uri: BERLIN, text: "berlin of clock" }]);
  });

  it.each(ERAS)("finds nothing if no server has pages, era %s", async (era) => {
    const operations = [tool("radio", { hasPage: false }), zones("radio")];
    await expect(withClient(operations, era, read)).rejects.toThrow(`Resource not found: ${BERLIN}`);
  });

  it("finds nothing that the caller may not read", async () => {
    const [time] = clock;
    const hidden = { ...zones("clock"), accessControl: { requiredScopes: ["time"] } };
    const operations = [time as AnyOperation, hidden];
    await expect(withClient(operations, "modern", read)).rejects.toThrow("Resource not found");
  });

  it("names the servers if several have pages, and reads from none", async () => {
    await expect(withClient([...clock, ...watch], "modern", read)).rejects.toThrow(/Resource not found.*clock, watch/);
  });

  it("reads at the server whose page the session has read", async () => {
    const contents = await withClient([...clock, ...watch], "legacy", async (client) => {
      await client.readResource({ uri: "ui://watch/time/app.html" });
      return read(client);
    });
    expect(contents).toEqual([{ uri: BERLIN, text: "berlin of watch" }]);
  });

  it("reads it even if the URI happens to begin with the name of the source", async () => {
    const europe = [tool("europe", { hasPage: true }), zones("europe")];
    expect(await withClient(europe, "legacy", read)).toEqual([{ uri: BERLIN, text: "berlin of europe" }]);
  });

  it("passes on the server's error if it has no such resource", async () => {
    const reading = withClient(clock, "legacy", (client) => read(client, "zones://mars/base"));
    await expect(reading).rejects.toThrow("zones://mars/base");
  });
});
