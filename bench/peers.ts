/**
 * Other libraries that call a validated function by name, in one process. The benchmark installs their packages on
 * first use, so their types are not available. This file declares what it uses.
 */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { handleOrder, orderValidator, receiptValidator } from "./small-operation.ts";
import type { Order } from "./small-operation.ts";

export interface Peer {
  readonly name: string;
  call(this: void, order: Order): Promise<unknown>;
  close?(): Promise<void>;
}

export async function startPeers(): Promise<Peer[]> {
  return [await startMoleculer(), await startORPC(), await startTRPC()];
}

/** Takes a variable, because the compiler resolves a literal in `import()`. */
async function load<TModule>(specifier: string): Promise<TModule> {
  return (await import(specifier)) as TModule;
}

interface Validator {
  Check(value: unknown): boolean;
}

interface TRPCProcedure {
  input(parse: (value: unknown) => unknown): TRPCProcedure;
  output(parse: (value: unknown) => unknown): TRPCProcedure;
  mutation(resolve: (options: { input: Order }) => unknown): TRPCProcedure;
}

interface TRPC {
  initTRPC: {
    create(): {
      procedure: TRPCProcedure;
      router(routes: object): unknown;
      createCallerFactory(router: unknown): (context: object) => { shop: { order(order: Order): Promise<unknown> } };
    };
  };
}

/** A plain function is the fastest validator that tRPC accepts: it needs no schema library. */
async function startTRPC(): Promise<Peer> {
  const { initTRPC } = await load<TRPC>("@trpc/server");
  const trpc = initTRPC.create();
  const order = trpc.procedure
    .input(parseWith(orderValidator))
    .output(parseWith(receiptValidator))
    .mutation(({ input }) => handleOrder(input));
  const caller = trpc.createCallerFactory(trpc.router({ shop: trpc.router({ order }) }))({});
  return { name: "tRPC 11, createCaller", call: (input) => caller.shop.order(input) };
}

function parseWith(validator: Validator): (value: unknown) => unknown {
  return (value) => {
    if (!validator.Check(value)) throw new TypeError("invalid");
    return value;
  };
}

interface ORPCProcedure {
  input(schema: StandardSchemaV1): ORPCProcedure;
  output(schema: StandardSchemaV1): ORPCProcedure;
  handler(handle: (options: { input: Order }) => unknown): ORPCProcedure;
}

interface ORPC {
  os: ORPCProcedure;
  createRouterClient(router: object): { shop: { order(order: Order): Promise<unknown> } };
}

/** The compiled checks as Standard Schemas, the only validators that oRPC accepts. */
async function startORPC(): Promise<Peer> {
  const orpc = await load<ORPC>("@orpc/server");
  const order = orpc.os
    .input(standardSchema(orderValidator))
    .output(standardSchema(receiptValidator))
    .handler(({ input }) => handleOrder(input));
  const client = orpc.createRouterClient({ shop: { order } });
  return { name: "oRPC 1, createRouterClient", call: (input) => client.shop.order(input) };
}

function standardSchema(validator: Validator): StandardSchemaV1 {
  const validate = (value: unknown): StandardSchemaV1.Result<unknown> =>
    validator.Check(value) ? { value } : { issues: [{ message: "invalid" }] };
  return { "~standard": { version: 1, vendor: "typebox", validate } };
}

interface Broker {
  createService(service: object): unknown;
  start(): Promise<void>;
  stop(): Promise<void>;
  call(action: string, params: Order): Promise<unknown>;
}

interface Moleculer {
  default: { ServiceBroker: new (options: object) => Broker };
}

/** Uses its own validator, compiled from `params`. It does not check results. */
async function startMoleculer(): Promise<Peer> {
  const { ServiceBroker } = (await load<Moleculer>("moleculer")).default;
  const broker = new ServiceBroker({ logger: false });
  broker.createService({
    name: "shop",
    actions: {
      order: {
        params: {
          item: { type: "string", min: 1 },
          amount: { type: "number", integer: true, min: 1 },
          price: "number",
        },
        handler: ({ params }: { params: Order }) => handleOrder(params),
      },
    },
  });
  await broker.start();
  return {
    name: "Moleculer 0.14, broker.call (no output check)",
    call: (order) => broker.call("shop.order", order),
    close: () => broker.stop(),
  };
}
