import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { MCPClientWrapper } from "../../src/entries/from-mcp.ts";
import { OperationRegistry } from "../../src/entries/index.ts";
import type { ElicitationAnswer } from "../../src/entries/index.ts";

const server = fileURLToPath(new URL("servers/asking-stdio-server.js", import.meta.url));

describe("while a person answers a question of an MCP server", () => {
  let client: MCPClientWrapper;
  const registry = new OperationRegistry();

  beforeAll(async () => {
    const config = {
      command: process.execPath,
      args: [server],
      elicitation: true,
      prompts: true,
      resources: true,
      timeout: 1500,
    };
    client = await createMCPClient("asking", config);
    registry.registerAll(client.operations);
  });
  afterAll(async () => await client.close());

  const identity = { id: "ada", scopes: [] };
  /** Resolves when a call that waits as long as the others has timed out. */
  const timeoutPasses = async (): Promise<void> => {
    const hanging = registry.execute("asking.askTogether", { of: 99 }, { identity });
    await expect(hanging).rejects.toMatchObject({ code: "TIMEOUT" });
  };

  it.each([
    ["a tool", "asking.ask", { by: "request" }],
    ["a prompt", "asking.prompts.greet", {}],
    ["a resource", "asking.resources.read", { uri: "note://1" }],
  ])("the timeout of the server stands still, and begins again with the answer: %s", async (_what, id, input) => {
    let answer: (answer: ElicitationAnswer) => void = () => undefined;
    const onElicitation = () => new Promise<ElicitationAnswer>((resolve) => (answer = resolve));
    const call = registry.execute(id, input, { identity, onElicitation });
    await timeoutPasses();
    answer({ action: "accept", content: { name: "Ada" } });
    expect(JSON.stringify((await call).data)).toContain("Ada");
  });

  it("the timeout stands still for a handler with a signal of its own, too", async () => {
    let answer: (answer: ElicitationAnswer) => void = () => undefined;
    const onElicitation = () => new Promise<ElicitationAnswer>((resolve) => (answer = resolve));
    const tool = client.tools.find(({ name }) => name === "ask");
    const { signal } = new AbortController();
    const call = tool!.handler({ by: "request" }, { identity, onElicitation, signal });
    await timeoutPasses();
    answer({ action: "accept", content: { name: "Ada" } });
    expect(JSON.stringify((await call).data)).toContain("Ada");
  });
});
