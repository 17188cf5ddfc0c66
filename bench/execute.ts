/**
 * One validated call in this process, by the built package, by hand and by its peers: `tsx bench/execute.ts`. All of
 * them run the same handler on the same small objects (`small-operation.ts`).
 */
import type * as Operations from "../src/index.ts";
import { ensureSubPackage } from "../scripts/sub-package.ts";
import { ensureBuilt } from "./ensure-built.ts";
import { measure } from "./measure.ts";
import type { Candidate } from "./measure.ts";
import { startPeers } from "./peers.ts";
import type { Peer } from "./peers.ts";
import { formatRatio, printTable } from "./print-table.ts";
import { badOrders, checkedByHand, handleOrder, orders, orderSchema, receiptSchema } from "./small-operation.ts";
import type { Order } from "./small-operation.ts";

const floorName = "by hand: handler between two compiled checks";
const executeName = "execute(id, input)";
const budget = 1.5;

await ensureBuilt();
await ensureSubPackage("bench");
const peers = await startPeers();
const timings = await measure([...ownCandidates(await importBuilt()), ...peers.map(toCandidate)], { seconds: 12 });
await Promise.all(peers.map((peer) => peer.close?.()));

const floor = timings.find(({ name }) => name === floorName);
const execute = timings.find(({ name }) => name === executeName);
printTable(timings, { title: "one call in this process, small object, validated in and out" });
if (floor !== undefined && execute !== undefined) {
  const ratio = execute.ns / floor.ns;
  console.log(
    `\n  budget for execute(): ${budget}x; now ${formatRatio(ratio)}x: ${ratio <= budget ? "met" : "not met"}`,
  );
}

/** After the build, and so not a static import. */
async function importBuilt(): Promise<typeof Operations> {
  return (await import(new URL("../dist/index.js", import.meta.url).href)) as typeof Operations;
}

function ownCandidates({ defineOperation, OperationRegistry, OperationType }: typeof Operations): Candidate[] {
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
  const candidates: Candidate<Order>[] = [
    { name: floorName, inputs: orders, run: checkedByHand },
    { name: executeName, inputs: orders, run: (input) => registry.execute("shop.order", input) },
    { name: "execute(definition, input)", inputs: orders, run: (input) => registry.execute(order, input) },
    {
      name: "execute, context with an identity",
      inputs: orders,
      run: (input) => registry.execute("shop.order", input, { identity }),
    },
    {
      name: "execute, context with an identity and a deadline",
      inputs: orders,
      run: (input) => registry.execute("shop.order", input, { identity, deadline }),
    },
    { name: "execute, one middleware", inputs: orders, run: (input) => wrapped.execute("shop.order", input) },
    { name: "execute, nested through context.env", inputs: orders, run: (i) => registry.execute("shop.reorder", i) },
  ];
  const refused: Candidate = {
    name: "execute, refused input (caught)",
    inputs: badOrders,
    run: (input) => registry.execute("shop.order", input).catch(() => true),
  };
  return [...candidates, refused];
}

function toCandidate({ name, call }: Peer): Candidate<Order> {
  return { name, inputs: orders, run: call };
}
