/** A server from npm behind a spoke. Its progress and questions reach callers at the hub. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { MCPClientWrapper } from "../../src/entries/from-mcp.ts";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import { OperationRegistry } from "../../src/entries/index.ts";
import type { ElicitationRequest } from "../../src/entries/index.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import type { Spoke } from "../../src/entries/websocket.ts";
import { isLeftOut } from "../support/left-out.ts";
import { until } from "../support/until.ts";
import { installedServer, textOf } from "./support.ts";

describe.skipIf(isLeftOut("mcp-servers"))("when a server runs behind a spoke", () => {
  const identity = { id: "station", scopes: ["offer:everything"] };
  const registry = new OperationRegistry();
  const hub = serveWebSocket({ registry, authenticate: () => identity });
  const service = serveMCP(registry, { identity, toolName: ({ origin, name }) => origin?.name ?? name });
  const client = new Client({ name: "agent", version: "1.0.0" });
  let imported: MCPClientWrapper;
  let spoke: Spoke;

  beforeAll(async () => {
    await ensureSubPackage("tests/mcp");
    const args = [installedServer("everything"), "stdio"];
    imported = await createMCPClient("everything", { command: process.execPath, args, elicitation: true });
    const atSpoke = new OperationRegistry();
    imported.attach(atSpoke);
    const { url } = await hub.listen();
    spoke = await connectSpoke({ url, token: "any", registry: atSpoke });
    await until(() => registry.has("everything.trigger-elicitation-request"));
    const served = await service.listen();
    await client.connect(new StreamableHTTPClientTransport(new URL(served.url)));
  });

  afterAll(async () => {
    await client.close();
    await service.close();
    spoke.close();
    hub.close();
    await imported.close();
  });

  it("shows its progress to an MCP client of the hub", async () => {
    const { tools } = await client.listTools();
    const { name } = tools.find((tool) => tool.name.includes("long-running")) ?? { name: "" };
    const seen: Array<{ progress: number; total?: number | undefined }> = [];
    const params = { name, arguments: { duration: 0.6, steps: 3 } };
    const result = await client.callTool(params, { onprogress: (progress) => seen.push(progress) });
    expect(result.isError ?? false).toBe(false);
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(seen[0]).toMatchObject({ progress: 1, total: 3 });
    const counts = seen.map(({ progress }) => progress);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
  });

  it("sends its questions to the caller at the hub", async () => {
    const asked: ElicitationRequest[] = [];
    const envelope = await registry.execute(
      "everything.trigger-elicitation-request",
      {},
      {
        onElicitation: (request) => {
          asked.push(request);
          return { action: "accept", content: { name: "Ada" } };
        },
      },
    );
    expect(asked).toMatchObject([{ mode: "form", requestedSchema: { type: "object" } }]);
    expect(JSON.stringify(envelope.data)).toContain("Ada");
    const declined = await registry.execute("everything.trigger-elicitation-request", {});
    expect(textOf(declined)).not.toContain("Ada");
  });
});
