import { Type } from "typebox";
import { expect, it, vi } from "vitest";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationType } from "../operation/operation-type.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { toTools } from "./to-tools.ts";

const add = defineOperation({
  namespace: "notes",
  name: "add",
  version: "1.0.0",
  type: OperationType.MUTATION,
  description: "Adds a note.",
  accessControl: { requiredScopes: [] },
  inputSchema: Type.Object({}),
  outputSchema: Type.Unknown(),
  handler: () => "added",
});

it("stops following the registry when it is closed, with an embedder too", async () => {
  const own = new OperationRegistry().register(add);
  const following = new Set<unknown>();
  const onChange = own.onChange.bind(own);
  vi.spyOn(own, "onChange").mockImplementation((listener) => {
    const stop = onChange(listener);
    following.add(listener);
    return () => {
      following.delete(listener);
      stop();
    };
  });
  const embedder = { model: "m", embed: async (texts: readonly string[]) => texts.map(() => [1, 0]) };
  const tools = toTools(own, { provider: "anthropic", search: { above: 0, embedder } });
  await tools.execute({ id: "1", name: "search_operations", input: { query: "note" } });
  expect(following.size).toBeGreaterThan(0);
  tools.close();
  expect(following.size).toBe(0);
});
