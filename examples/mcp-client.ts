/**
 * The tools of an MCP server become operations. This example serves a registry as MCP on loopback, connects to it as to
 * any other server, and calls its tools through a second registry. It exits non-zero if anything goes wrong.
 */
import assert from "node:assert/strict";
import { createMCPClient } from "../src/entries/from-mcp.ts";
import { defineOperation, OperationRegistry, OperationType, Type } from "../src/entries/index.ts";
import { serveMCP } from "../src/entries/serve-mcp.ts";

const shout = defineOperation({
  name: "shout",
  namespace: "text",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "Says it louder",
  inputSchema: Type.Object({ text: Type.String({ minLength: 1 }) }),
  outputSchema: Type.Object({ text: Type.String() }),
  accessControl: { requiredScopes: [] },
  handler: ({ text }) => ({ text: `${text.toUpperCase()}!` }),
});

const service = serveMCP(new OperationRegistry().register(shout));
const { url } = await service.listen();
const client = await createMCPClient("far", { url });
try {
  const registry = new OperationRegistry();
  const detach = client.attach(registry); // follows the server's list of tools
  console.log(
    "operations:",
    registry
      .list()
      .map(({ namespace, name }) => `${namespace}.${name}`)
      .join(", "),
  );

  const { data, meta } = await registry.execute("far.text_shout", { text: "hello" });
  assert.deepEqual(data, { text: "HELLO!" });
  assert.equal(meta.source, "mcp");
  console.log("called far.text_shout:", data);

  const refused = await registry.execute("far.text_shout", { text: "" }).catch((error: unknown) => error);
  assert.ok(refused instanceof Error && refused.message.includes("input/text"));
  console.log("bad input never left this process:", refused.message);

  detach();
  assert.equal(registry.list().length, 0);
} finally {
  await client.close();
  await service.close();
}
