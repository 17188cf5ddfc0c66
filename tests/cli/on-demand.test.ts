/** A command opens only the sources that its operation needs. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { runCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

vi.setConfig({ testTimeout: 120_000 });

const SERVER = `import { appendFileSync } from "node:fs";
appendFileSync("started.txt", process.argv[2] + "\\n");
await import("./mcp-server.js");
`;

const OPERATIONS = `
const common = { namespace: "own", version: "1.0.0", type: "QUERY", inputSchema: {}, outputSchema: {}, accessControl: { requiredScopes: [] } };
export const alone = { ...common, name: "alone", description: "Calls nothing.", handler: () => "done" };
export const both = { ...common, name: "both", description: "Calls two servers.",
  handler: async (_input, { env }) => {
    const answers = await Promise.all([env.one.echo({ text: "1" }), env.two.echo({ text: "2" }), env.one.echo({ text: "3" })]);
    return answers.map(({ data }) => data[0].text);
  } };
`;

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  await writeFile(workspace.path("recording-server.js"), SERVER);
  await writeFile(workspace.path("own.mjs"), OPERATIONS);
  const server = (name: string): object => ({ command: process.execPath, args: ["recording-server.js", name] });
  await workspace.writeConfig({
    local: { modules: ["./own.mjs"] },
    mcpServers: { one: server("one"), two: server("two"), three: server("three") },
  });
}, 60_000);
afterEach(() => rm(workspace.path("started.txt"), { force: true }));
afterAll(() => workspace.close());

async function started(): Promise<string[]> {
  const text = await readFile(workspace.path("started.txt"), "utf8").catch(() => "");
  return text.split("\n").filter(Boolean).sort();
}

async function call(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runCLI(workspace, ["call", ...args, "--json", "--no-hub"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe("a call without a running hub", () => {
  it("to a local operation starts no server", async () => {
    await expect(call("own.alone")).resolves.toBe("done");
    expect(await started()).toEqual([]);
  });

  it("starts the servers that its handler calls, each once, and no other", async () => {
    await expect(call("own.both")).resolves.toEqual(["1", "2", "3"]);
    expect(await started()).toEqual(["one", "two"]);
  });

  it("to a tool starts the server that has it", async () => {
    await expect(call("three.echo", "--text", "hello")).resolves.toMatchObject([{ text: "hello" }]);
    expect(await started()).toEqual(["three"]);
  });

  it("looks everywhere for an operation before it reports it as missing", async () => {
    const { code, stderr } = await runCLI(workspace, ["call", "own.alnoe", "--no-hub"]);
    expect(code).not.toBe(0);
    expect(stderr).toContain("There is no operation own.alnoe. Did you mean own.alone?");
    expect(await started()).toEqual(["one", "three", "two"]);
  });
});
