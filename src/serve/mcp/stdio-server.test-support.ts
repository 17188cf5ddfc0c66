/** A program that serves MCP on its standard input and output. */
import { registryOf, waiting } from "./fixtures.test-support.ts";
import { serveMCP } from "./serve-mcp.ts";

const { operation, aborted } = waiting();
const service = serveMCP(registryOf().register(operation), { identity: { id: "local", scopes: ["secrets"] } });
void aborted.then(() => process.stderr.write("aborted\n"));
const connection = await service.connect();
await connection.closed;
process.stderr.write("closed\n");
await service.close();
