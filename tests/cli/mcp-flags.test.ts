/** How the options of `operations mcp` change what a host sees. */
import { writeFile } from "node:fs/promises";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { runCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

vi.setConfig({ testTimeout: 120_000 });

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  const config = { local: { folders: ["operations"] }, serve: { mcp: { searchAbove: 0, instructions: "Be brief." } } };
  await writeFile(workspace.path("models.json"), JSON.stringify(config));
  const embed = "async (texts) => texts.map((text) => [/greet|hello/.test(text) ? 1 : 0.01, 0.1])";
  await writeFile(workspace.path("embedder.mjs"), `export default { model: "m", embed: ${embed} };`);
}, 60_000);

afterAll(() => workspace.close());

async function host(...flags: string[]): Promise<Client> {
  const client = new Client({ name: "host", version: "1.0.0" });
  const { cli, folder, env } = workspace;
  const args = [cli, "mcp", "--config", "models.json", ...flags];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: folder, env, stderr: "ignore" }),
  );
  onTestFinished(() => client.close());
  return client;
}

const namesOf = async (client: Client): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name);

describe("operations mcp", () => {
  it("follows serve.mcp of the config", async () => {
    const client = await host();
    expect(await namesOf(client)).toEqual([
      "search_operations",
      "describe_operations",
      "call_operation",
      "read_result",
    ]);
    expect(client.getInstructions()).toMatch(/Be brief\.$/);
  });

  it("prefers options over the config for the number of tools, their names and the instructions", async () => {
    const client = await host(
      "--search-above=never",
      "--tool-names=demo.greet=hello,demo.*=my_{name}",
      "--instructions=Be long.",
    );
    expect(await namesOf(client)).toEqual(expect.arrayContaining(["hello", "my_ticks"]));
    expect(client.getInstructions()).toBe("Be long.");
  });

  it("searches with the given embedder, and runs programs on request", async () => {
    const client = await host("--embedder=./embedder.mjs", "--code-mode");
    expect(await namesOf(client)).toContain("run_code");
    await vi.waitFor(async () => {
      const code = 'return (await search("hello"))[0]?.id';
      const { structuredContent } = await client.callTool({ name: "run_code", arguments: { code } });
      expect(structuredContent).toMatchObject({ result: "demo.greet" });
    }, 60_000);
  });

  it.each([
    ["--search-above=many", '--search-above is "many"'],
    ["--tool-names=hello", '--tool-names is "hello": give ids and names'],
    ["--embedder=./none.mjs", "serve.mcp.embedder: ./none.mjs can't be loaded"],
  ])("says what is wrong with %s", async (flag, problem) => {
    const { stderr, code } = await runCLI(workspace, ["mcp", "--config", "models.json", flag]);
    expect(stderr).toContain(problem);
    expect(code).not.toBe(0);
  });
});
