import type { OperationRegistry } from "../../src/entries/index.ts";
import { handleOrder, orderSchema, receiptSchema } from "../small-operation.ts";
import { itemAt } from "./contender.ts";
import { main } from "./our-dist.ts";

/** The operations that our contenders serve, with input and output checked. */
export async function createRegistry(): Promise<OperationRegistry> {
  const { defineOperation, OperationRegistry: Registry, OperationType, Type } = await main();
  const common = { namespace: "shop", version: "1.0.0", description: "", accessControl: { requiredScopes: [] } };
  return new Registry().registerAll([
    defineOperation({
      ...common,
      name: "order",
      type: OperationType.MUTATION,
      inputSchema: orderSchema,
      outputSchema: receiptSchema,
      handler: handleOrder,
    }),
    defineOperation({
      ...common,
      name: "items",
      type: OperationType.SUBSCRIPTION,
      inputSchema: Type.Object({ count: Type.Integer() }),
      outputSchema: Type.Object({ index: Type.Integer(), label: Type.String() }),
      handler: async function* ({ count }) {
        for (let index = 0; index < count; index++) yield itemAt(index);
      },
    }),
  ]);
}
