/**
 * What happens during a call, over every hop: an MCP client, the hub, a spoke over WebSocket, and there a server from npm
 * and local operations.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { MCPClientWrapper } from "../../src/entries/from-mcp.ts";
import { defineOperation, OperationRegistry, OperationType, Type } from "../../src/entries/index.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import type { Spoke } from "../../src/entries/websocket.ts";
import { isLeftOut } from "../support/left-out.ts";
import { until } from "../support/until.ts";
import { installedServer } from "./support.ts";

const base = {
  namespace: "local",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "For this test",
  inputSchema: Type.Object({}),
  outputSchema: Type.Unknown(),
  accessControl: { requiredScopes: [] },
} as const;

const operations = [
  defineOperation({
    ...base,
    name: "log",
    handler: (_input, { callerLog }) => {
      for (const level of ["debug", "warning", "error"] as const) callerLog?.write({ level, data: { level } });
      return callerLog?.level ?? "none";
    },
  }),
  defineOperation({ ...base, name: "meta", handler: (_input, { callMeta }) => callMeta ?? {} }),
  defineOperation({
    ...base,
    name: "roots",
    handler: async (_input, { onRoots, signal }) => ({ roots: await onRoots?.({ signal }) }),
  }),
];

const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

describe.skipIf(isLeftOut("mcp-servers")).each(["2025-11-25", "2026-07-28"] as const)(
  "when a client of %s calls through a hub and a spoke",
  (revision) => {
    const identity = { id: "station", scopes: ["offer:everything", "offer:local"] };
    const registry = new OperationRegistry();
    const hub = serveWebSocket({ registry, authenticate: () => identity });
    const service = serveMCP(registry, { identity });
    const isModern = revision === "2026-07-28";
    const client = new Client(
      { name: "agent", version: "1.0.0" },
      {
        capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
        versionNegotiation: { mode: isModern ? { pin: revision } : "legacy" },
      },
    );
    const logged: unknown[] = [];
    let imported: MCPClientWrapper;
    let spoke: Spoke;

    beforeAll(async () => {
      await ensureSubPackage("tests/mcp");
      client.setRequestHandler("sampling/createMessage", ({ params }) => ({
        role: "assistant",
        content: { type: "text", text: `${params.messages.length} message, answered` },
        model: "small",
      }));
      client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///home/ada", name: "home" }] }));
      client.setRequestHandler("elicitation/create", () => ({
        action: "accept",
        content: { interpretation: "technical" },
      }));
      client.setNotificationHandler("notifications/message", ({ params }) => void logged.push(params));
      const args = [installedServer("everything"), "stdio"];
      const config = { command: process.execPath, args, elicitation: true, sampling: true };
      imported = await createMCPClient("everything", config);
      const atSpoke = new OperationRegistry().registerAll(operations);
      imported.attach(atSpoke);
      const { url } = await hub.listen();
      spoke = await connectSpoke({ url, token: "any", registry: atSpoke });
      await until(() => registry.has("everything.simulate-research-query") && registry.has("local.roots"));
      const served = await service.listen();
      await client.connect(new StreamableHTTPClientTransport(new URL(served.url)));
    }, 600_000);

    afterAll(async () => {
      await client.close();
      await service.close();
      spoke.close();
      hub.close();
      await imported.close();
    });

    async function call(name: string, given: object = {}, _meta: Record<string, unknown> = {}): Promise<string> {
      const result = await client.callTool({ name, arguments: { ...given }, _meta });
      const [block] = result.content as Array<{ text: string }>;
      return block?.text ?? "";
    }

    it("sends no log to a client that has not requested it", async () => {
      expect(await call("local_log")).toBe("none");
      expect(logged).toEqual([]);
    });

    it("sends the log of a call, from the level that the client requests", async () => {
      if (!isModern) await client.setLoggingLevel("warning");
      expect(await call("local_log", {}, isModern ? { [LOG_LEVEL]: "warning" } : {})).toBe("warning");
      await until(() => logged.length === 2);
      expect(logged).toEqual([
        { level: "warning", data: { level: "warning" }, logger: "local.log" },
        { level: "error", data: { level: "error" }, logger: "local.log" },
      ]);
    });

    it("sends the log messages of the server behind the spoke, under its name", async () => {
      if (!isModern) await client.setLoggingLevel("debug");
      logged.length = 0;
      // It logs at once, and then every five seconds.
      await call("everything_toggle-simulated-logging", {}, isModern ? { [LOG_LEVEL]: "debug" } : {});
      await until(() => logged.length > 0);
      expect(logged[0]).toMatchObject({ logger: expect.stringMatching(/^everything/) as string });
      await call("everything_toggle-simulated-logging");
    });

    it("lets the client's model answer prompts of that server", async () => {
      expect(await call("everything_trigger-sampling-request", { prompt: "Who?", maxTokens: 5 })).toContain(
        "1 message, answered",
      );
    });

    it("gives an operation the client's roots", async () => {
      expect(JSON.parse(await call("local_roots"))).toEqual({ roots: [{ uri: "file:///home/ada", name: "home" }] });
    });

    it("passes the call's _meta to the operation, except for MCP's own members", async () => {
      expect(JSON.parse(await call("local_meta", {}, { "shop/cart": { books: 2 } }))).toEqual({
        "shop/cart": { books: 2 },
      });
    });

    it("runs a tool that needs a task, and asks the client what the task asks", async () => {
      const input = { topic: "bees", ambiguous: true };
      expect(await call("everything_simulate-research-query", input)).toContain("bees (technical)");
    });
  },
);
