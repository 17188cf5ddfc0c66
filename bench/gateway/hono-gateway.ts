/** Hono with its Zod validator: in front of an API, and with its own operation. */
import { handleOrder } from "../small-operation.ts";
import type { Order } from "./offer.ts";

async function load<TModule>(specifier: string): Promise<TModule> {
  return (await import(specifier)) as TModule;
}

interface Schema {
  parse(value: unknown): unknown;
  int(): Schema;
  min(least: number): Schema;
  max(most: number): Schema;
}

interface Zod {
  object(members: Record<string, Schema>): Schema;
  array(items: Schema): Schema;
  string(): Schema;
  number(): Schema;
  enum(values: readonly string[]): Schema;
}

interface HonoContext {
  readonly req: { valid(part: "json"): Order };
  json(value: unknown): unknown;
}

interface HonoApp {
  readonly fetch: unknown;
  post(path: string, validate: unknown, handler: (context: HonoContext) => unknown): unknown;
}

type Serve = (options: object, ready: (info: { port: number }) => void) => unknown;

interface Parts {
  readonly z: Zod;
  readonly order: Schema;
}

/** Serves one path of an app, and returns the address. */
async function serveApp(path: string, handlerOf: (parts: Parts) => (context: HonoContext) => unknown): Promise<string> {
  const { z } = await load<{ z: Zod }>("zod");
  const { Hono } = await load<{ Hono: new () => HonoApp }>("hono");
  const { zValidator } = await load<{ zValidator: (part: "json", schema: Schema) => unknown }>("@hono/zod-validator");
  const { serve } = await load<{ serve: Serve }>("@hono/node-server");
  const order = z.object({ item: z.string().min(1), amount: z.number().int().min(1).max(1000), price: z.number() });
  const app = new Hono();
  app.post(path, zValidator("json", order), handlerOf({ z, order }));
  return await new Promise((resolve) => {
    serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(`http://127.0.0.1:${port}`));
  });
}

/** Checks the order, sends it to the API with `fetch`, and checks the offer. */
export function honoOffers(api: string): Promise<string> {
  return serveApp("/offers", ({ z }) => {
    const line = z.object({
      sku: z.string(),
      title: z.string(),
      amount: z.number().int().min(1),
      price: z.number(),
      tags: z.array(z.string()),
    });
    const offer = z.object({
      item: z.string(),
      total: z.number(),
      currency: z.enum(["EUR", "USD"]),
      lines: z.array(line),
    });
    return async (context) => {
      const response = await fetch(`${api}/offers`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(context.req.valid("json")),
      });
      if (!response.ok) throw new Error(`the API answered ${response.status}`);
      return context.json(offer.parse(await response.json()));
    };
  });
}

/** Checks the order, and answers with a checked receipt. */
export function honoOrders(): Promise<string> {
  return serveApp("/orders/place", ({ z }) => {
    const receipt = z.object({ item: z.string(), total: z.number().max(1e9) });
    return async (context) => context.json(receipt.parse(await handleOrder(context.req.valid("json"))));
  });
}
