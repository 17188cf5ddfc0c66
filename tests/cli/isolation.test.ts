/** `check` reports servers whose session several callers share. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectRoot } from "../support/run-program.ts";
import { runCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
  const server = { command: process.execPath, args: [join(projectRoot, "tests/mcp/servers/raw-stdio-server.js")] };
  const keys = ["ann", "bob"].map((id) => ({ id, key: `the-key-of-${id}-0123456789` }));
  const mcpServers = { together: server, apart: { ...server, isolation: "caller" } };
  await writeFile(workspace.path("shared.json"), JSON.stringify({ mcpServers, serve: { keys } }));
});
afterAll(() => workspace.close());

it("names them, for people and as JSON, and succeeds", async () => {
  const shown = await runCLI(workspace, ["check", "--config", "shared.json"]);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toMatch(/! Several callers share one session with together: .*"isolation": "caller"/);
  const { stdout } = await runCLI(workspace, ["check", "--config", "shared.json", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ warnings: [{ sources: ["together"] }] });
});
