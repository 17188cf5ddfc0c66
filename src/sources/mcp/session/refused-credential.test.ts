import { Type } from "typebox";
import { expect, it, onTestFinished } from "vitest";
import type { CallError } from "../../../errors/call-error.ts";
import { defineOperation } from "../../../operation/define-operation.ts";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { serveHTTP } from "../../../serve/http/serve-http.ts";
import { serveMCP } from "../../../serve/mcp/serve-mcp.ts";
import { createMCPClient } from "../mcp-client.ts";

const ping = defineOperation({
  name: "ping",
  namespace: "far",
  version: "1.0.0",
  type: "QUERY",
  description: "Answers",
  inputSchema: Type.Object({}),
  outputSchema: Type.String(),
  accessControl: { requiredScopes: [] },
  handler: () => "pong",
});

it("a server that refuses our credential does not make our own callers give up theirs", async () => {
  let isKnown = true;
  const far = serveMCP(new OperationRegistry().register(ping), {
    authenticate: () => (isKnown ? { id: "hub", scopes: [] } : undefined),
  });
  onTestFinished(() => far.close());
  const { url } = await far.listen();
  const client = await createMCPClient("far", { url, headers: { authorization: "Bearer ours" } });
  onTestFinished(() => client.close());
  const registry = new OperationRegistry().registerAll(client.operations);
  const id = `far.${registry.list()[0]?.name}`;

  isKnown = false;
  const failure = (await registry.execute(id, {}).catch((error: unknown) => error)) as CallError;
  expect(failure).toMatchObject({ code: "EXECUTION_ERROR", phase: "notStarted", details: { status: 401 } });
  const near = serveHTTP(registry);
  onTestFinished(() => near.close());
  const answer = await near.fetch(new Request(`http://localhost/${id.replace(".", "/")}`, { method: "POST" }));
  expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([502, null]);
});
