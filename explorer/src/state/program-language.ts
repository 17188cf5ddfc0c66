/** What the editor of programs knows about the operations: their schemas, loaded when a program names them. */
import type { ApiClient } from "../api/api-client.ts";
import type { LoadedOperation } from "../api/contract.ts";
import { printSignature } from "../../../src/schema/print/print-signature.ts";
import type { ProgramLanguage } from "../editor/explanation.ts";
import { toSchemaObject } from "../form/schema-object.ts";
import { operationsIn } from "../program/program-world.ts";
import type { ProgramWorld } from "../program/program-world.ts";
import type { OperationCatalogue } from "./operation-catalogue.ts";

/** The most characters of a signature: more does not fit beside the list. */
const ROOM = { input: 1200, output: 800 };
/** If a program names more operations, the rest have no completion. */
const MOST_LOADED = 100;

export function createProgramLanguage(
  client: Pick<ApiClient, "operation">,
  { operations }: Pick<OperationCatalogue, "operations">,
): ProgramLanguage {
  let listed = operations.peek();
  let loads = new Map<string, Promise<LoadedOperation | undefined>>();
  const load = (id: string): Promise<LoadedOperation | undefined> => {
    let loading = loads.get(id);
    if (loading === undefined) {
      loading = client.operation(id).catch(() => {
        // The next completion tries again.
        loads.delete(id);
        return undefined;
      });
      loads.set(id, loading);
    }
    return loading;
  };
  return {
    async prepare(text) {
      if (operations.peek() !== listed) {
        listed = operations.peek();
        loads = new Map();
      }
      const known = new Map<string, LoadedOperation>();
      const world: ProgramWorld = { operations: listed ?? [], loaded: (id) => known.get(id) };
      const ids = operationsIn(text, world).slice(0, MOST_LOADED);
      for (const operation of await Promise.all(ids.map(load))) if (operation) known.set(operation.id, operation);
      return world;
    },
    async signature(id) {
      const operation = await load(id);
      if (operation === undefined) return undefined;
      const { inputSchema, outputSchema, type } = operation;
      return printSignature(
        {
          name: `env.${id}`,
          input: toSchemaObject(inputSchema),
          output: toSchemaObject(outputSchema),
          isStream: type === "SUBSCRIPTION",
          isEnveloped: true,
        },
        ROOM,
      ).text;
    },
  };
}
