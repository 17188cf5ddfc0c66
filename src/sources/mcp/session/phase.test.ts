import { createServer } from "node:http";
import type { Server } from "node:http";
import { Type } from "typebox";
import { afterEach, expect, it } from "vitest";
import type { CallError } from "../../../errors/call-error.ts";
import { defineOperation } from "../../../operation/define-operation.ts";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { serveMCP } from "../../../serve/mcp/serve-mcp.ts";
import { createMCPClient } from "../mcp-client.ts";

const closing: Array<() => unknown> = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A server that hangs from now on: it takes requests, and nothing reads them. */
async function hangingServer(): Promise<{ url: string; hang: () => void }> {
  let runs = 0;
  const registry = new OperationRegistry().register(
    defineOperation({
      name: "pay",
      namespace: "bank",
      version: "1.0.0",
      type: "MUTATION",
      description: "Pays",
      inputSchema: Type.Object({}),
      outputSchema: Type.Object({ runs: Type.Integer() }),
      accessControl: { requiredScopes: [] },
      handler: () => ({ runs: ++runs }),
    }),
  );
  const mcp = serveMCP(registry);
  let isHanging = false;
  const server: Server = createServer((request, response) => {
    if (isHanging) return;
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const body = chunks.length === 0 ? null : Buffer.concat(chunks);
      const { method = "GET", url = "/" } = request;
      const answer = await mcp.fetch(new Request(`http://${request.headers.host}${url}`, { method, headers, body }));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/mcp`, hang: () => (isHanging = true) };
}

it("says unknown of a tool call that hangs until its deadline, because the tool may not have run", async () => {
  const { url, hang } = await hangingServer();
  const client = await createMCPClient("bank", { url });
  closing.push(() => client.close());
  const registry = new OperationRegistry().registerAll(client.operations);
  const [{ namespace = "", name = "" } = {}] = registry.list();
  hang();
  const call = registry.execute(`${namespace}.${name}`, {}, { deadline: Date.now() + 300 });
  const failure = (await call.catch((error: unknown) => error)) as CallError;
  expect([failure.code, failure.phase]).toEqual(["TIMEOUT", "unknown"]);
});

it("says notStarted of a tool call that ends while its credentials are looked up", async () => {
  const { url } = await hangingServer();
  const credentials = (): Promise<Record<string, string>> => new Promise(() => undefined);
  const client = await createMCPClient("bank", { url, credentials });
  closing.push(() => client.close());
  const registry = new OperationRegistry().registerAll(client.operations);
  const [{ namespace = "", name = "" } = {}] = registry.list();
  const call = registry.execute(`${namespace}.${name}`, {}, { deadline: Date.now() + 300 });
  const failure = (await call.catch((error: unknown) => error)) as CallError;
  expect([failure.code, failure.phase]).toEqual(["TIMEOUT", "notStarted"]);
});
