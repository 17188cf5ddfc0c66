/** A result that JSON can't express has one error at every interface, and the command line is one. */
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

const ODD = `
  const base = { namespace: "odd", version: "1.0.0", type: "MUTATION", description: "", inputSchema: { type: "object" },
    outputSchema: {}, accessControl: { requiredScopes: [] } };
  const loop = {};
  loop.loop = loop;
  export const big = { ...base, name: "big", handler: () => ({ n: 1n }) };
  export const endless = { ...base, name: "endless", handler: () => loop };
  export const many = { ...base, name: "many", type: "SUBSCRIPTION", handler: async function* () { yield { n: 1n }; } };
`;

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
  await writeFile(workspace.path("odd.mjs"), ODD);
  await workspace.writeConfig({ local: { modules: ["odd.mjs"] } });
});
afterAll(() => workspace.close());

it.each([
  ["call", "odd.big", "it holds a bigint"],
  ["call", "odd.endless", "it contains itself"],
  ["subscribe", "odd.many", "it holds a bigint"],
])("%s %s ends with OUTPUT_INVALID, and says that it has run", async (command, id, reason) => {
  const { code, stderr } = await runCLI(workspace, [command, id, "--input", "{}", "--json"]);
  const { error } = JSON.parse(stderr) as { error: object };
  expect(error).toMatchObject({ code: "OUTPUT_INVALID", phase: "started", exitCode: code });
  expect(error).toMatchObject({ message: expect.stringContaining(reason) as string });
  expect(code).toBe(1);
});
