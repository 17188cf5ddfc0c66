/**
 * `tsx bench/execute.ts` times one validated call in this process: with the built package, by hand and with its peers.
 * All run the same handler on the same small objects (`small-operation.ts`).
 */
import type * as Operations from "../src/entries/index.ts";
import { ensureSubPackage } from "../scripts/sub-package.ts";
import { ensureBuilt } from "../scripts/ensure-built.ts";
import { measure } from "./measure.ts";
import { median } from "./median.ts";
import type { Candidate, Timing } from "./measure.ts";
import { startPeers } from "./peers.ts";
import type { Peer } from "./peers.ts";
import { formatRatio, printTable } from "./print-table.ts";
import {
  badOrders,
  checkedByHand,
  createChecked,
  handleOrder,
  orders,
  orderSchema,
  createSchemas,
  receiptSchema,
} from "./small-operation.ts";
import type { Order } from "./small-operation.ts";

const floorName = "by hand: handler between two compiled checks";
const budget = 1.5;

await ensureBuilt();
await ensureSubPackage("bench");
const { defineOperation, OperationRegistry, OperationType } = await importBuilt();
const order = defineOperation({
  name: "order",
  namespace: "shop",
  version: "1.0.0",
  type: OperationType.MUTATION,
  description: "Answers with the total",
  inputSchema: orderSchema,
  outputSchema: receiptSchema,
  accessControl: { requiredScopes: [] },
  handler: handleOrder,
});

await compareWithPeers();
await compareInABigRegistry();

/** Dynamic, because the build comes first. */
async function importBuilt(): Promise<typeof Operations> {
  return (await import(new URL("../dist/index.js", import.meta.url).href)) as typeof Operations;
}

async function compareWithPeers(): Promise<void> {
  const peers = await startPeers();
  const others = peers.map(({ name, call }: Peer): Candidate<Order> => ({
    name,
    inputs: orders,
    run: call,
    isPeer: true,
  }));
  const timings = await measure([...ownCandidates(), ...others], { seconds: 10 });
  for (const peer of peers) await peer.close?.();
  printTable(timings, { title: "one call in this process, small object, validated in and out" });
  printBudget(timings);
}

/** V8 optimises a single operation as if it were the only one. A real program has many. */
async function compareInABigRegistry(): Promise<void> {
  const registry = new OperationRegistry();
  const calls = Array.from({ length: 50 }, (_, index) => {
    const name = `order_${index}`;
    const { inputSchema, outputSchema } = createSchemas(index);
    const handler = createHandler(index);
    const definition = { ...order, name, inputSchema, outputSchema, handler };
    registry.register(definition);
    return {
      id: `shop.${name}`,
      definition,
      input: orders[index % orders.length],
      byHand: createChecked(inputSchema, outputSchema, handler),
    };
  });
  type Call = (typeof calls)[number];
  const candidates: Candidate<Call>[] = [
    { name: floorName, inputs: calls, run: ({ byHand, input }) => byHand(input) },
    { name: "execute(id, input)", inputs: calls, run: ({ id, input }) => registry.execute(id, input) },
    {
      name: "execute(definition, input)",
      inputs: calls,
      run: ({ definition, input }) => registry.execute(definition, input!),
    },
  ];
  const timings = await measure(candidates, { seconds: 3, warmUpMs: 1500 });
  printTable(timings, { title: `the same, ${calls.length} operations in turn` });
  printBudget(timings);
}

function createHandler(shipping: number): typeof handleOrder {
  return async ({ item, amount, price }) => ({ item, total: amount * price + shipping });
}

function printBudget([, execute]: readonly Timing[]): void {
  if (execute === undefined) return;
  const ratio = median(execute.ratios);
  console.log(
    `\n  budget for execute(): ${budget}x; now ${formatRatio(ratio)}x: ${ratio <= budget ? "met" : "not met"}`,
  );
}

function ownCandidates(): Candidate[] {
  const reorder = defineOperation({
    ...order,
    name: "reorder",
    handler: async (input, { env }: Operations.OperationContext<Operations.OperationEnv<[typeof order]>>) =>
      (await env.shop.order(input)).data,
  });
  const registry = new OperationRegistry().registerAll([order, reorder]);
  const wrapped = new OperationRegistry().register(order);
  wrapped.use((_call, next) => next());
  const identity = { id: "ada", scopes: [] };
  const deadline = Date.now() + 3_600_000;
  const accepted: [name: string, run: (order: Order) => Promise<unknown>][] = [
    [floorName, checkedByHand],
    ["execute(id, input)", (input) => registry.execute("shop.order", input)],
    ["execute(definition, input)", (input) => registry.execute(order, input)],
    ["execute, with an identity", (input) => registry.execute("shop.order", input, { identity })],
    [
      "execute, with an identity and a deadline",
      (input) => registry.execute("shop.order", input, { identity, deadline }),
    ],
    ["execute, one middleware", (input) => wrapped.execute("shop.order", input)],
    ["execute, nested through context.env", (input) => registry.execute("shop.reorder", input)],
  ];
  const refused: Candidate = {
    name: "execute, refused input (caught)",
    inputs: badOrders,
    run: (input) => registry.execute("shop.order", input).catch(() => true),
  };
  return [...accepted.map(([name, run]): Candidate<Order> => ({ name, inputs: orders, run })), refused];
}
