/** The command makes one file of types for four kinds of sources in a config, and a strict program uses it. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { defineOperation, OperationRegistry, OperationType, Type } from "../../src/entries/index.ts";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import { runCLI } from "../cli/support/run-cli.ts";
import { createWorkspace } from "../cli/support/workspace.ts";
import type { Workspace } from "../cli/support/workspace.ts";
import { installedServer } from "../mcp/support.ts";
import { isLeftOut } from "../support/left-out.ts";
import { compile, compilers } from "./compile.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Of the other hub. */
const convert = defineOperation({
  name: "convert",
  namespace: "money",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "Converts an amount",
  inputSchema: Type.Object({ amount: Type.Number(), to: Type.Union([Type.Literal("EUR"), Type.Literal("USD")]) }),
  outputSchema: Type.Object({ amount: Type.Number() }),
  accessControl: { requiredScopes: [] },
  handler: ({ amount }) => ({ amount }),
});

/** The right inputs of all tools of `server-everything`, and wrong inputs where a tool has parameters. */
const tools: Readonly<Record<string, { readonly right: string; readonly wrong?: string }>> = {
  echo: { right: '{ message: "hi" }', wrong: "{ message: 3 }" },
  "get-annotated-message": {
    right: '{ messageType: "error", includeImage: true }',
    wrong: '{ messageType: "unknown" }',
  },
  "get-env": { right: "{}" },
  "get-resource-links": { right: "{ count: 2 }", wrong: '{ count: "2" }' },
  "get-resource-reference": { right: '{ resourceType: "Text", resourceId: 1 }', wrong: '{ resourceType: "Page" }' },
  "get-structured-content": { right: '{ location: "New York" }', wrong: '{ location: "Atlantis" }' },
  "get-sum": { right: "{ a: 2, b: 3 }", wrong: "{ a: 2 }" },
  "get-tiny-image": { right: "{}" },
  "gzip-file-as-resource": { right: '{ name: "a.gz", outputType: "resource" }', wrong: '{ outputType: "disk" }' },
  "toggle-simulated-logging": { right: "{}" },
  "toggle-subscriber-updates": { right: "{}" },
  "trigger-elicitation-request": { right: "{}" },
  "trigger-sampling-request": { right: '{ prompt: "hi", maxTokens: 10 }', wrong: "{ prompt: 3 }" },
  "trigger-url-elicitation": { right: '{ url: "https://example.com/a", elicitationId: "e1" }', wrong: "{ url: 3 }" },
  "trigger-long-running-operation": { right: "{ duration: 0.2, steps: 2 }", wrong: '{ steps: "two" }' },
  "simulate-research-query": { right: '{ topic: "engines" }', wrong: "{ topic: 3 }" },
};

const callsOfTools = Object.entries(tools)
  .flatMap(([name, { right, wrong }]) => {
    const call = (input: string): string => `await env.everything[${JSON.stringify(name)}](${input});`;
    return [call(right), ...(wrong === undefined ? [] : [`// @ts-expect-error a wrong input`, call(wrong)])];
  })
  .join("\n");

const calls = `
import { buildEnv, OperationRegistry } from "@alkdev/operations";
import { createClient } from "@alkdev/operations/client";
import type { RemoteCaller } from "@alkdev/operations/client";
import type { Operations } from "./operations.d.ts";

declare const caller: RemoteCaller;
const registry = new OperationRegistry();
const env = buildEnv({ registry });
const client = createClient<Operations>(caller);

// A document.
export const name: string | undefined = (await env.shop.getItem({ id: 3 })).data.name;
// @ts-expect-error a text is no number
await env.shop.getItem({ id: "3" });
// @ts-expect-error no such member
(await registry.execute("shop.getItem", { id: 3 })).data.price;

// Local operations.
await client.demo.greet({ name: "Ada", tone: "warm", labels: { a: "b" } }, { timeoutMs: 500 });
for await (const { data } of client.demo.ticks({ count: 3 })) void data;
// @ts-expect-error no such choice
await client.demo.greet({ name: "Ada", tone: "cold" });
// @ts-expect-error a misspelt name
await env.demo.greet({ name: "Ada", lud: true });

// Another hub.
export const amount: number = (await env.money.convert({ amount: 3, to: "EUR" })).data.amount;
// @ts-expect-error no such choice
await client.money.convert({ amount: 3, to: "GBP" });
// @ts-expect-error a number is missing
await registry.execute("money.convert", { to: "EUR" });

// Tools of an MCP server.
export const humidity: number = (await env.everything["get-structured-content"]({ location: "Chicago" })).data.humidity;
// @ts-expect-error no such tool
await env.everything.shout({});
${callsOfTools}
`;

describe.skipIf(isLeftOut("package-tools"))(
  "when a config has a document, an MCP server, another hub and local operations",
  () => {
    let workspace: Workspace;
    let declarations: string;
    const other = serveWebSocket({
      registry: new OperationRegistry().register(convert),
      anonymous: true,
      authenticate: () => undefined,
    });

    beforeAll(async () => {
      await Promise.all([ensureSubPackage("tests/mcp"), ensureSubPackage("tests/package")]);
      const { url } = await other.listen();
      workspace = await createWorkspace();
      // Only its tools: its other offers have their own tests.
      const offers = { resources: false, prompts: false };
      const everything = { command: process.execPath, args: [installedServer("everything"), "stdio"], ...offers };
      const remotes = { bank: { type: "hub", url } };
      await workspace.writeConfig({ ...workspace.config, mcpServers: { everything }, remotes });
      const { code, stderr } = await runCLI(workspace, ["types", "--out", "operations.d.ts"]);
      expect([code, stderr]).toEqual([0, ""]);
      declarations = await readFile(workspace.path("operations.d.ts"), "utf8");
    });

    afterAll(async () => {
      other.close();
      await workspace.close();
    });

    it.each(Object.keys(compilers) as Array<keyof typeof compilers>)(
      "lets only correct calls of all of them compile on %s",
      async (compiler) => {
        const files = { "operations.d.ts": declarations, "calls.ts": calls };
        // The old compiler would take minutes for the declarations of all packages.
        const { errors } = await compile(files, { compiler, checksDeclarations: compiler === "TypeScript 7" });
        expect(errors).toBe("");
      },
    );

    it("tries every tool of the server", async () => {
      const listed = await runCLI(workspace, ["list", "--json"]);
      const names = [...listed.stdout.matchAll(/"everything\.([^"]+)"/g)].map(([, name]) => name);
      expect(new Set(names)).toEqual(new Set(Object.keys(tools)));
    });

    it("writes the same bytes again", async () => {
      const { code } = await runCLI(workspace, ["types", "--out", "again.d.ts"]);
      expect(code).toBe(0);
      expect((await readFile(workspace.path("again.d.ts"), "utf8")) === declarations).toBe(true);
    });
  },
);
