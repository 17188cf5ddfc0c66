/**
 * A server from npm, imported as operations and served again: a client sees no difference, tool by tool and call by
 * call.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { MCPClientWrapper } from "../../src/entries/from-mcp.ts";
import { OperationRegistry } from "../../src/entries/index.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import { isLeftOut } from "../support/left-out.ts";
import { installedServer } from "./support.ts";

/** Needs the tasks extension of the protocol, which we do not serve. */
const EXEMPT = "simulate-research-query";

const calls: Array<[string, Record<string, unknown>]> = [
  ["echo", { message: "hi" }],
  ["get-annotated-message", { messageType: "error", includeImage: true }],
  ["get-resource-links", { count: 2 }],
  ["get-resource-reference", { resourceType: "Blob", resourceId: 1 }],
  ["get-structured-content", { location: "Chicago" }],
  ["get-sum", { a: 2, b: 3 }],
  ["get-tiny-image", {}],
  ["gzip-file-as-resource", { name: "a.gz", data: "data:text/plain;base64,aGk=", outputType: "resource" }],
  ["trigger-long-running-operation", { duration: 0.1, steps: 2 }],
];

/** Their answers depend on the process's environment, or change with every call. */
const changing = ["get-env", "toggle-simulated-logging", "toggle-subscriber-updates"];

describe.skipIf(isLeftOut("mcp-servers"))("when a server is served again", () => {
  const direct = new Client({ name: "direct", version: "1.0.0" });
  const proxied = new Client({ name: "proxied", version: "1.0.0" });
  const registry = new OperationRegistry();
  const program = { command: process.execPath, args: [installedServer("everything"), "stdio"] };
  let imported: MCPClientWrapper;
  const service = serveMCP(registry, {
    toolName: ({ origin, name }) => origin?.name ?? name,
    identity: { id: "tester", scopes: [] },
  });

  beforeAll(async () => {
    await ensureSubPackage("tests/mcp");
    imported = await createMCPClient("everything", { ...program, exclude: EXEMPT });
    imported.attach(registry);
    const { url } = await service.listen();
    await proxied.connect(new StreamableHTTPClientTransport(new URL(url)));
    await direct.connect(new StdioClientTransport({ ...program, stderr: "ignore" }));
  });

  afterAll(async () => {
    await direct.close();
    await proxied.close();
    await service.close();
    await imported.close();
  });

  it("lists the same tools", async () => {
    const { tools } = await direct.listTools();
    const listed = (await proxied.listTools()).tools.filter(({ name }) => name !== "read_result");
    expect(listed).toEqual(tools.filter(({ name }) => name !== EXEMPT));
    // The tests below call every one of them.
    expect(listed.map(({ name }) => name).sort()).toEqual([...calls.map(([name]) => name), ...changing].sort());
  });

  it.each(changing)("answers %s with blocks of the same kinds", async (name) => {
    const kindsOf = async (client: Client): Promise<unknown> =>
      (await client.callTool({ name, arguments: {} })).content.map(({ type }) => type);
    expect(await kindsOf(proxied)).toEqual(await kindsOf(direct));
  });

  it.each(calls)("answers %s %j alike", async (name, input) => {
    // Some answers contain the current second, which may change between the two calls.
    await vi.waitFor(
      async () => {
        const expected = await direct.callTool({ name, arguments: input });
        // "No error" may be explicit or left out.
        expect({ isError: false, ...(await proxied.callTool({ name, arguments: input })) }).toEqual({
          isError: false,
          ...expected,
        });
      },
      { timeout: 30_000 },
    );
  });

  it("refuses a wrong input on both sides, each in its own words", async () => {
    const wrong = { name: "echo", arguments: { message: 3 } };
    expect(await direct.callTool(wrong)).toMatchObject({ isError: true });
    expect(await proxied.callTool(wrong)).toMatchObject({ isError: true });
  });

  it("passes on progress", async () => {
    const seen: unknown[] = [];
    const input = { duration: 0.3, steps: 3 };
    const params = { name: "trigger-long-running-operation", arguments: input };
    await proxied.callTool(params, { onprogress: (progress) => seen.push(progress) });
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(seen[0]).toMatchObject({ progress: 1, total: 3 });
  });
});
