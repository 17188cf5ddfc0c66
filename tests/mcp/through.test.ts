/** A server from npm behind the hub's MCP server: its resources, prompts and completion, to clients of both eras. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { MCPClientWrapper } from "../../src/entries/from-mcp.ts";
import { OperationRegistry, subscribe } from "../../src/entries/index.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import type { MCPService } from "../../src/entries/serve-mcp.ts";
import { isLeftOut } from "../support/left-out.ts";
import { until } from "../support/until.ts";
import { installedServer } from "./support.ts";

const URI = "demo://resource/dynamic/text/1";
const SHOWN = "demo://everything/resource/dynamic/text/1";

describe.skipIf(isLeftOut("mcp-servers")).each(["legacy", "auto"] as const)(
  "when a client that speaks %s uses a server through the hub",
  (mode) => {
    let registry: OperationRegistry;
    let imported: MCPClientWrapper;
    let service: MCPService;
    let url: string;
    let client: Client;

    beforeAll(async () => {
      await ensureSubPackage("tests/mcp");
      registry = new OperationRegistry();
      const program = { command: process.execPath, args: [installedServer("everything"), "stdio"] };
      imported = await createMCPClient("everything", { ...program, resources: true, prompts: true });
      imported.attach(registry);
      service = serveMCP(registry, { identity: { id: "tester", scopes: [] } });
      ({ url } = await service.listen());
      client = new Client({ name: "through", version: "1.0.0" }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    }, 120_000);

    afterAll(async () => {
      await client.close();
      await service.close();
      await imported.close();
    });

    it("reads a resource through its template, and through the link that a tool returns", async () => {
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
        "demo://everything/resource/dynamic/text/{resourceId}",
      );
      expect((await client.readResource({ uri: SHOWN })).contents).toMatchObject([{ uri: SHOWN }]);
      const { content } = await client.callTool({ name: "everything_get-resource-links", arguments: { count: 2 } });
      const links = (content as Array<{ type: string; uri: string }>).filter(({ type }) => type === "resource_link");
      expect(links.length).toBe(2);
      for (const { uri } of links) expect((await client.readResource({ uri })).contents).toMatchObject([{ uri }]);
    });

    it("fills in a prompt whose resource it can read, and completes its arguments", async () => {
      const prompt = { resourceType: "Text", resourceId: "1" };
      const { messages } = await client.getPrompt({ name: "everything_resource-prompt", arguments: prompt });
      expect(JSON.stringify(messages)).toContain("demo://everything/");
      const ref = { type: "ref/prompt", name: "everything_completable-prompt" } as const;
      const asked = { ref, argument: { name: "department", value: "E" } };
      expect((await client.complete(asked)).completion.values).toEqual(["Engineering"]);
      const uri = "demo://everything/resource/dynamic/text/{resourceId}";
      const template = { ref: { type: "ref/resource", uri } as const, argument: { name: "resourceId", value: "7" } };
      expect((await client.complete(template)).completion.values).toEqual(["7"]);
    });

    it("is notified when a resource changes", async () => {
      const updated: string[] = [];
      client.setNotificationHandler("notifications/resources/updated", ({ params }) => void updated.push(params.uri));
      if (mode === "legacy") await client.subscribeResource({ uri: SHOWN });
      else await client.listen({ resourceSubscriptions: [SHOWN] });
      // From now on, the server reports changes every few seconds.
      await client.callTool({ name: "everything_toggle-subscriber-updates", arguments: {} });
      await until(() => updated.length > 0);
      expect(new Set(updated)).toEqual(new Set([SHOWN]));
      await client.callTool({ name: "everything_toggle-subscriber-updates", arguments: {} });
    }, 60_000);

    it("lets every other interface watch through the same operation", async () => {
      const watching = subscribe(registry, "everything.resources.watch", { uri: URI });
      const { value } = await watching.next();
      expect(value).toMatchObject({ data: { uri: URI, event: "watching" } });
      await watching.return();
    });
  },
);
