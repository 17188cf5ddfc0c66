/** What the command says about deprecated operations: in its own config, and on a hub. */
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCLI, startCLI } from "./support/run-cli.ts";
import type { CLIResult, RunningCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

const MODULE = `
const base = { version: "1.0.0", inputSchema: { type: "object" }, outputSchema: {}, accessControl: { requiredScopes: [] } };
const deprecated = { reason: "Its prices have no currency", since: "2026-03-01" };
export const order = {
  ...base, namespace: "shop", name: "order", type: "MUTATION", description: "Orders an article.",
  deprecated: { ...deprecated, successor: "shop.v2.order" }, handler: () => ({ price: 9 }),
};
export const prices = {
  ...base, namespace: "shop", name: "prices", type: "SUBSCRIPTION", description: "Prices.", deprecated: true,
  async *handler() { yield 9; yield 8; },
};
export const broken = {
  ...base, namespace: "shop", name: "broken", type: "QUERY", description: "Fails.", deprecated,
  handler: () => { throw new Error("no"); },
};
export const orderV2 = {
  ...base, namespace: "shop.v2", name: "order", type: "MUTATION", description: "Orders an article.", handler: () => ({}),
};
`;

const note =
  "shop.order is deprecated. Use shop.v2.order instead. Its prices have no currency. Deprecated since 2026-03-01.";

let workspace: Workspace;
let hub: RunningCLI;
let url: string;

beforeAll(async () => {
  workspace = await createWorkspace();
  await writeFile(workspace.path("shop.mjs"), MODULE);
  await workspace.writeConfig({ local: { modules: ["shop.mjs"] }, serve: { port: 0 }, log: { level: "warn" } });
  hub = startCLI(workspace, ["serve", "--json"]);
  const [, found = ""] = await hub.printed(/"http":\s*"([^"]+)"/);
  await hub.printed(/"name":"local"[^\n]*"state":"ready"/);
  url = found;
});
afterAll(async () => {
  hub.child.kill("SIGKILL");
  await hub.ended;
  await workspace.close();
});

const places: Readonly<Record<string, (args: readonly string[]) => Promise<CLIResult>>> = {
  "its own config": (args) => runCLI(workspace, args),
  "a hub": (args) => runCLI(workspace, [...args, "--hub", url]),
};

describe.each(Object.entries(places))("when an operation of %s is deprecated", (_place, run) => {
  it("is marked in the list, and comes last in a search", async () => {
    expect((await run(["list", "shop"])).stdout.split("\n")).toEqual([
      "shop.v2.order\tmutation\tOrders an article.",
      "shop.broken\tquery\t[deprecated] Fails.",
      "shop.prices\tsubscription\t[deprecated] Prices.",
      "shop.order\tmutation\t[deprecated] Orders an article.",
      "",
    ]);
    const { operations } = JSON.parse((await run(["list", "--namespace", "shop", "--json"])).stdout) as {
      operations: Array<{ id: string; deprecated?: unknown }>;
    };
    expect(operations.map(({ deprecated }) => deprecated)).toEqual([
      { reason: "Its prices have no currency", since: "2026-03-01" },
      { reason: "Its prices have no currency", since: "2026-03-01", successor: "shop.v2.order" },
      true,
      undefined,
    ]);
  });

  it("is described with the reason and the successor, in types too", async () => {
    const { stdout } = await run(["describe", "shop.order"]);
    expect(stdout).toContain("Deprecated: Use shop.v2.order instead. Its prices have no currency.");
    expect((await run(["describe", "shop.v2.order"])).stdout).not.toMatch(/deprecated/i);
    expect((await run(["describe", "shop.order", "--types"])).stdout).toContain(
      "@deprecated Use shop.v2.order instead. Its prices have no currency.",
    );
  });

  it("is called with one warning on standard error", async () => {
    expect(await run(["call", "shop.order"])).toMatchObject({ code: 0, stderr: `warning: ${note}\n` });
    expect(await run(["call", "shop.v2.order"])).toMatchObject({ code: 0, stderr: "" });
    const help = await run(["call", "shop.order", "--help"]);
    expect(help.stderr).toBe(`warning: ${note}\n`);
    const stream = await run(["subscribe", "shop.prices"]);
    expect(stream).toMatchObject({ code: 0, stdout: "9\n8\n", stderr: "warning: shop.prices is deprecated.\n" });
  });

  it("is called without a warning if a program reads the output", async () => {
    expect(await run(["call", "shop.order", "--json"])).toMatchObject({ stdout: '{"price":9}\n', stderr: "" });
    const { stderr } = await run(["call", "shop.broken", "--json"]);
    expect(JSON.parse(stderr)).toHaveProperty("error.code", "EXECUTION_ERROR");
  });
});

describe("when callers of a hub still use a deprecated operation", () => {
  it("says so in its log, once for each operation", async () => {
    for (let calls = 0; calls < 2; calls++) await places["a hub"]?.(["call", "shop.order"]);
    await expect.poll(() => hub.stderr()).toContain(note);
    expect(hub.stderr().split("shop.order is deprecated")).toHaveLength(2);
  });
});
