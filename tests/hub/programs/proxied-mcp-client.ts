/**
 * Calls every tool of MCP servers, in a process whose environment names a proxy: see proxied-client.ts. Prints the answers
 * as JSON.
 *
 *     proxied-mcp-client.ts <address of a server> …
 */
import { createMCPClient } from "../../../src/entries/from-mcp.ts";
import { OperationRegistry } from "../../../src/entries/index.ts";

const answers: unknown[] = [];
for (const url of process.argv.slice(2)) {
  const client = await createMCPClient("tools", { url });
  const registry = new OperationRegistry();
  client.attach(registry);
  for (const { name } of client.tools) {
    const { data } = await registry.execute(`tools.${name}`, {});
    answers.push(...(data as Array<{ text: string }>).map(({ text }) => text));
  }
  await client.close();
}
console.log(JSON.stringify(answers));
