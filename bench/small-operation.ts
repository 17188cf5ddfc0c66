/** Every contender of `execute.ts` runs this handler, on these small objects, with these checks. */
import { Type } from "typebox";
import { Compile } from "typebox/schema";

export interface Order {
  item: string;
  amount: number;
  price: number;
}

export interface Receipt {
  item: string;
  total: number;
}

export const { inputSchema: orderSchema, outputSchema: receiptSchema } = createSchemas(0);

/** Each has a different limit. Schemas that compile to the same text would share V8's type feedback. */
export function createSchemas(index: number) {
  const inputSchema = Type.Object({
    item: Type.String({ minLength: 1 }),
    amount: Type.Integer({ minimum: 1, maximum: 1000 + index }),
    price: Type.Number(),
  });
  const outputSchema = Type.Object({ item: Type.String(), total: Type.Number({ maximum: 1e9 + index }) });
  return { inputSchema, outputSchema };
}

export const orderValidator = Compile(orderSchema);
export const receiptValidator = Compile(receiptSchema);

export async function handleOrder({ item, amount, price }: Order): Promise<Receipt> {
  return { item, total: amount * price };
}

export const orders: Order[] = Array.from({ length: 16 }, (_, index) => ({
  item: `item ${index}`,
  amount: index + 1,
  price: index * 1.25,
}));

export const badOrders: unknown[] = orders.map((order) => ({ ...order, amount: "many" }));

/** The floor: a function as a careful programmer writes it by hand. */
export async function checkedByHand(order: unknown): Promise<Receipt> {
  if (!orderValidator.Check(order)) throw new TypeError("bad input");
  const receipt = await handleOrder(order);
  if (!receiptValidator.Check(receipt)) throw new TypeError("bad output");
  return receipt;
}

/** The same for one of many functions. */
export function createChecked(
  inputSchema: typeof orderSchema,
  outputSchema: typeof receiptSchema,
  handler: typeof handleOrder,
): typeof checkedByHand {
  const input = Compile(inputSchema);
  const output = Compile(outputSchema);
  return async (order) => {
    if (!input.Check(order)) throw new TypeError("bad input");
    const receipt = await handler(order);
    if (!output.Check(receipt)) throw new TypeError("bad output");
    return receipt;
  };
}
