import { expect, it } from "vitest";
import { Type } from "typebox";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationType } from "../operation/operation-type.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { toTools } from "./to-tools.ts";

it("refuses an argument that is deep as a text of JSON, by which strict modes send what they can't express", async () => {
  let ran = 0;
  const keep = defineOperation({
    namespace: "notes",
    name: "keep",
    version: "1.0.0",
    type: OperationType.MUTATION,
    description: "",
    accessControl: { requiredScopes: [] },
    inputSchema: Type.Object({ value: Type.Unknown() }),
    outputSchema: Type.Unknown(),
    handler: () => ++ran,
  });
  const tools = toTools(new OperationRegistry().register(keep), { provider: "openai", strict: true });
  const keepDeep = async (levels: number): Promise<unknown> => {
    const value = "[".repeat(levels) + "]".repeat(levels);
    const call = { call_id: "c", name: "notes_keep", arguments: JSON.stringify({ value }) };
    return (await tools.execute(call)).output;
  };
  expect(await keepDeep(499)).toBe("1");
  expect(await keepDeep(500)).toBe("VALIDATION_ERROR: The input is nested more than 500 levels deep.");
  expect(ran).toBe(1);
  tools.close();
});
