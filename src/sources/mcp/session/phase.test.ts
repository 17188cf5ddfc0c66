import { createServer } from "node:http";
import type { Server } from "node:http";
import { Type } from "typebox";
import { afterEach, expect, it } from "vitest";
import type { CallError } from "../../../errors/call-error.ts";
import { defineOperation } from "../../../operation/define-operation.ts";
import { operationId } from "../../../operation/operation-id.ts";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { serveMCP } from "../../../serve/mcp/serve-mcp.ts";
import { createMCPClient } from "../mcp-client.ts";

const closing: Array<() => unknown> = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A server that hangs from now on: it accepts requests, and does not read them. */
async function hangingServer(): Promise<{ url: string; hang: () => void; end: () => void }> {
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
  const end = (): void => {
    server.closeAllConnections();
    server.close();
  };
  closing.push(end);
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/mcp`, hang: () => (isHanging = true), end };
}

const firstId = (registry: OperationRegistry): string => registry.list().map((spec) => operationId(spec))[0] ?? "";

it("says unknown for a tool call that hangs until its deadline, because the tool may not have run", async () => {
  const { url, hang } = await hangingServer();
  const client = await createMCPClient("bank", { url });
  closing.push(() => client.close());
  const registry = new OperationRegistry().registerAll(client.operations);
  hang();
  const call = registry.execute(firstId(registry), {}, { deadline: Date.now() + 300 });
  const failure = (await call.catch((error: unknown) => error)) as CallError;
  expect([failure.code, failure.phase]).toEqual(["TIMEOUT", "unknown"]);
});

it("says notStarted for a tool call that ends while its credentials are looked up", async () => {
  const { url } = await hangingServer();
  const credentials = (): Promise<Record<string, string>> => new Promise(() => undefined);
  const client = await createMCPClient("bank", { url, credentials });
  closing.push(() => client.close());
  const registry = new OperationRegistry().registerAll(client.operations);
  const call = registry.execute(firstId(registry), {}, { deadline: Date.now() + 300 });
  const failure = (await call.catch((error: unknown) => error)) as CallError;
  expect([failure.code, failure.phase]).toEqual(["TIMEOUT", "notStarted"]);
});

it("says that the connection is lost, and that nothing has run, while nothing answers at the server's address", async () => {
  const { url, end } = await hangingServer();
  const client = await createMCPClient("far", { url });
  closing.push(() => client.close());
  const registry = new OperationRegistry().registerAll(client.operations);
  end();
  const call = (): Promise<unknown> => registry.execute(firstId(registry), {}).catch((thrown: unknown) => thrown);
  await expect.poll(call, { timeout: 20_000 }).toMatchObject({
    code: "CONNECTION_LOST",
    phase: "notStarted",
    retryable: true,
    message: "The MCP server far cannot be reached.",
  });
});
