/** The command shows and calls operations as the config shapes them. */
import { createServer } from "node:http";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

let workspace: Workspace;
const api = createServer((request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ asked: request.url }));
});

beforeAll(async () => {
  workspace = await createWorkspace();
  await once(api.listen(0, "127.0.0.1"), "listening");
  const parameter = (name: string, type: string) => ({ name, in: "query", required: true, schema: { type } });
  const parameters = [parameter("customer", "string"), parameter("limit", "integer")];
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: `http://127.0.0.1:${(api.address() as AddressInfo).port}` }],
    paths: { "/orders": { get: { operationId: "orders", parameters, responses: {} } } },
  };
  await writeFile(workspace.path("orders.json"), JSON.stringify(document));
  await write({ orders: { name: "ours", fixed: { customer: "our-company" }, defaults: { limit: 20 } } });
});
afterAll(async () => {
  api.close();
  await workspace.close();
});

const write = (operations: object): Promise<void> =>
  writeFile(
    workspace.path("shaped.json"),
    JSON.stringify({ openapi: { shop: { document: "orders.json", allowPrivateNetwork: true, operations } } }),
  );
const run = (...args: string[]) => runCLI(workspace, [...args, "--config", "shaped.json"]);

it("lists, describes, calls and types only the shaped form", async () => {
  expect((await run("list", "--json")).stdout).toContain("shop.ours");
  const described = await run("describe", "shop.ours");
  expect(described.stdout).toMatch(/limit\s+integer\s+\(default 20\)/);
  const types = await run("types", "--out", "-");
  expect(types.stdout).toContain("limit?: number");
  for (const { stdout } of [described, types]) expect(stdout).not.toContain("customer");
  expect((await run("call", "shop.ours", "--json")).stdout).toBe('{"asked":"/orders?customer=our-company&limit=20"}\n');
  const refused = await run("call", "shop.ours", "--input", '{"customer":"another"}');
  expect(refused.stderr).toContain("VALIDATION_ERROR");
  expect(refused.stderr).not.toContain("our-company");
});

it("check reports an impossible shape, and a name that the source does not have", async () => {
  await write({ orders: { fixed: { custmer: "x" } }, order: { hidden: true } });
  const { code, stdout } = await run("check");
  expect(code).toBe(1);
  expect(stdout).toMatch(/shaped\.json:1:\d+: openapi\.shop\.operations\.orders\.fixed\.custmer: .*mean customer/);
  expect(stdout).toMatch(
    /! .*shaped\.json:1:\d+: openapi\.shop\.operations\.order: no operation of the source has this name/,
  );
});
