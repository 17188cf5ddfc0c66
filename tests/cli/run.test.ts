/** `operations run` runs a program against the operations of a config, or on a hub. */
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHub } from "../../src/entries/hub.ts";
import { runCLI } from "./support/run-cli.ts";
import type { CLIResult } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

const shop = `
  const base = { namespace: "shop", version: "1.0.0", type: "QUERY", outputSchema: true };
  export const price = { ...base, name: "price", description: "A price", accessControl: { requiredScopes: ["shop"] },
    inputSchema: { type: "object", properties: { item: { type: "string" } }, required: ["item"] },
    handler: ({ item }) => item.length };`;
const program = `
  interface Priced { readonly item: string; readonly price: number }
  const all: Priced[] = [];
  for (const item of ["pen", "book"]) all.push({ item, price: (await env.shop.price({ item })).data });
  console.log("priced", all.length);
  export default all;
`;
const priced = [
  { item: "pen", price: 3 },
  { item: "book", price: 4 },
];

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
  await writeFile(workspace.path("shop.mjs"), shop);
  await writeFile(workspace.path("shop.json"), JSON.stringify({ local: { modules: ["shop.mjs"] } }));
  await writeFile(workspace.path("report.ts"), program);
  await writeFile(
    workspace.path("broken.ts"),
    "const item = 1;\nconsole.log('begin');\nawait env.shop.price({ item });",
  );
});
afterAll(() => workspace.close());

const run = (args: readonly string[]): Promise<CLIResult> => runCLI(workspace, ["run", ...args]);

describe("operations run", () => {
  it("prints what the program returns, and its log and calls on standard error", async () => {
    const { code, stdout, stderr } = await run(["report.ts", "--config", "shop.json", "--yes", "--calls"]);
    expect(JSON.parse(stdout)).toEqual(priced);
    expect(stderr).toMatch(/^priced 2\nshop\.price [\d.]+ ms ok\nshop\.price [\d.]+ ms ok\n$/);
    expect(code).toBe(0);
  });

  it("prints result, log and calls as JSON", async () => {
    const { stdout } = await run(["report.ts", "--config", "shop.json", "--yes", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      result: priced,
      logs: [{ text: "priced 2" }],
      calls: [{ id: "shop.price" }, { id: "shop.price" }],
    });
  });

  it("says on which line a program failed, after what it logged", async () => {
    const { code, stdout, stderr } = await run(["broken.ts", "--config", "shop.json", "--yes"]);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^begin\nerror: VALIDATION_ERROR: .*\(line 3\) \[CODE_FAILED\]/s);
    expect(code).toBe(1);
  });

  it("says which file can't be read", async () => {
    const { code, stderr } = await run(["nowhere.ts", "--config", "shop.json", "--yes"]);
    expect(stderr).toContain("The program nowhere.ts can't be read (ENOENT)");
    expect(code).toBe(2);
  });

  it("runs it on a hub that has code mode on, and says so if it is off", async () => {
    const key = "the-key-of-ada-0123";
    const keys = [{ id: "ada", key, scopes: ["operations:call", "shop"] }];
    const config = { local: { modules: ["shop.mjs"] }, log: { level: "silent" as const }, serve: { keys } };
    const options = { port: 0, stateFolder: workspace.path("state"), waitForSources: true };
    const said: Array<Pick<CLIResult, "stdout" | "stderr">> = [];
    for (const codeMode of [true, false]) {
      const hub = await startHub({ folder: workspace.folder, config: { ...config, codeMode } }, options);
      try {
        const { stdout, stderr } = await run(["report.ts", "--hub", hub.endpoints.http, "--key", key]);
        said.push({ stdout, stderr });
      } finally {
        await hub.close({ graceMs: 0 });
      }
    }
    expect(JSON.parse(said[0]?.stdout ?? "")).toEqual(priced);
    expect(said[1]?.stderr).toContain("codeMode: true");
  });
});
