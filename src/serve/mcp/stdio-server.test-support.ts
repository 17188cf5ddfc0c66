/** A program that serves MCP on its standard input and output. */
import { Type } from "typebox";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { registryOf, waiting } from "./fixtures.test-support.ts";
import { serveMCP } from "./serve-mcp.ts";

const { operation, aborted } = waiting();
const echo = defineOperation({
  namespace: "test",
  name: "echo",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "Returns its input",
  inputSchema: Type.Object({ value: Type.Unknown() }),
  outputSchema: Type.Unknown(),
  accessControl: { requiredScopes: [] },
  handler: ({ value }) => value,
});
const service = serveMCP(registryOf().registerAll([operation, echo]), {
  identity: { id: "local", scopes: ["secrets"] },
});
void aborted.then(() => process.stderr.write("aborted\n"));
const connection = await service.connect();
await connection.closed;
process.stderr.write("closed\n");
await service.close();
