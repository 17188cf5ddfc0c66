/** Connects to a server, prints the server's process id, and waits to be killed. */
import { createMCPClient } from "../../../src/entries/from-mcp.ts";
import { OperationRegistry } from "../../../src/entries/index.ts";

const client = await createMCPClient("raw", { command: process.execPath, args: process.argv.slice(2) });
const registry = new OperationRegistry();
client.attach(registry);
const { data } = await registry.execute("raw.pid");
console.log((data as Array<{ text: string }>)[0]?.text);
setInterval(() => undefined, 1000);
