import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { CallError } from "../../errors/call-error.ts";
import { isDeclaredError, safe } from "../../operation/declared-error.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import type { OperationEnv } from "../../operation/operation-env.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { common, spec } from "../fixtures.test-support.ts";
import { OperationRegistry } from "../operation-registry.ts";
import { subscribe } from "../subscribe.ts";

const errorSchemas = {
  OUT_OF_STOCK: { description: "There are too few", schema: Type.Object({ left: Type.Integer() }), httpStatus: 409 },
  CARD_REFUSED: { schema: z.object({ until: z.string().transform(async (text) => new Date(text)) }) },
  CLOSED: { description: "The shop is closed" },
};

const buy = defineOperation({
  ...common,
  name: "buy",
  namespace: "shop",
  type: OperationType.MUTATION,
  inputSchema: Type.Object({ fails: Type.Optional(Type.String()), details: Type.Optional(Type.Unknown()) }),
  outputSchema: Type.String(),
  errorSchemas,
  handler: ({ fails, details }) => {
    if (fails !== undefined) throw new CallError(fails, fails, details);
    return "bought";
  },
});

const registry = new OperationRegistry().register(buy);
const buying = (fails: string, details?: unknown) => safe(registry.execute(buy, { fails, details }));

describe("when a handler fails with a declared code", () => {
  it("tells the caller which operation declares it, with the details", async () => {
    const bought = await buying("OUT_OF_STOCK", { left: 2 });
    if (bought.ok || !bought.declared || bought.error.code !== "OUT_OF_STOCK") throw new Error("another outcome");
    expect(bought.error.details.left).toBe(2);
    expect(bought.error).toMatchObject({ declaredBy: "shop.buy", phase: "started" });
    expect(bought.error.toJSON()).toMatchObject({ declaredBy: "shop.buy" });
  });

  it("uses the description as the message if the handler gives none", async () => {
    const failing = defineOperation({
      ...common,
      name: "failing",
      namespace: "shop",
      type: OperationType.QUERY,
      inputSchema: Type.Object({ message: Type.Optional(Type.String()) }),
      outputSchema: Type.Never(),
      errorSchemas,
      handler: ({ message }, { fail }) => fail("OUT_OF_STOCK", { left: 0 }, message),
    });
    const own = new OperationRegistry().register(failing);
    await expect(own.execute(failing, {})).rejects.toThrow("There are too few");
    await expect(own.execute(failing, { message: "None left." })).rejects.toThrow("None left.");
  });

  it("passes on the details as the schema's library has made them", async () => {
    const bought = await buying("CARD_REFUSED", { until: "2027-01-01", number: "4242" });
    expect(bought).toMatchObject({ declared: true, error: { details: { until: new Date("2027-01-01") } } });
    expect(!bought.ok && bought.error.details).not.toHaveProperty("number");
  });

  it("accepts any details if no schema describes them", async () => {
    expect(await buying("CLOSED")).toMatchObject({ declared: true, error: { message: "The shop is closed" } });
  });

  it("does so in a stream, before and after its first item", async () => {
    const stream = defineOperation({
      ...common,
      name: "stream",
      namespace: "shop",
      type: OperationType.SUBSCRIPTION,
      inputSchema: Type.Object({ items: Type.Integer() }),
      outputSchema: Type.Integer(),
      errorSchemas,
      handler: async function* ({ items }, { fail }) {
        for (let i = 0; i < items; i++) yield i;
        fail("OUT_OF_STOCK", { left: items });
      },
    });
    const own = new OperationRegistry().register(stream);
    for (const items of [0, 2]) {
      const caught = await drain(subscribe(own, stream, { items })).catch((error: unknown) => error);
      if (!isDeclaredError(caught, stream) || caught.code !== "OUT_OF_STOCK") throw new Error("another outcome");
      expect(caught.details.left).toBe(items);
    }
  });

  it("does so behind a middleware, and the middleware sees it", async () => {
    const seen: unknown[] = [];
    const own = new OperationRegistry().register(buy);
    own.use(async (_call, next) => {
      try {
        return await next();
      } catch (error) {
        seen.push((error as CallError).declaredBy);
        throw error;
      }
    });
    const bought = await safe(own.execute(buy, { fails: "CLOSED" }));
    expect(bought).toMatchObject({ declared: true });
    expect(seen).toEqual(["shop.buy"]);
  });
});

describe("when the details do not fit the declared schema", () => {
  it("blames the handler instead of sending the declared code", async () => {
    const bought = await buying("OUT_OF_STOCK", { left: "two" });
    expect(bought).toMatchObject({
      declared: false,
      error: { code: "OUTPUT_INVALID", details: { errors: [{ path: "/left" }] }, cause: { code: "OUT_OF_STOCK" } },
    });
    expect(!bought.ok && bought.error.message).toMatch(/^shop\.buy failed with OUT_OF_STOCK, but the details .*left/);
  });

  it("keeps the error of a source, but not as a declared one", async () => {
    const origin = { source: "openapi" };
    const answers = { EXECUTION_ERROR: { schema: Type.Object({ status: Type.Literal(404) }) } };
    const own = new OperationRegistry();
    const fails = (name: string, details: unknown) => {
      const handler = (): never => {
        throw new CallError("EXECUTION_ERROR", "The API failed.", details);
      };
      own.register({ ...spec({ name, origin, errorSchemas: answers }), handler });
      return own.execute(`test.${name}`).catch((error: unknown) => error);
    };
    expect(await fails("fits", { status: 404 })).toMatchObject({ declaredBy: "test.fits" });
    expect(await fails("other", { status: 500 })).toMatchObject({
      code: "EXECUTION_ERROR",
      details: { status: 500 },
      declaredBy: undefined,
    });
  });

  it("says so if the declared schema itself cannot be used", async () => {
    const handler = (): never => {
      throw new CallError("BROKEN", "It broke.");
    };
    const broken = { BROKEN: { schema: { $ref: "#/nowhere" } } };
    const own = new OperationRegistry().register({ ...spec({ name: "broken", errorSchemas: broken }), handler });
    await expect(own.execute("test.broken")).rejects.toMatchObject({
      code: "OUTPUT_INVALID",
      message: expect.stringContaining("test.broken failed with BROKEN") as string,
    });
  });
});

describe("when the code is not declared", () => {
  it("stays an error like any other", async () => {
    expect(await buying("SOLD_OUT", { left: 2 })).toMatchObject({ declared: false, error: { code: "SOLD_OUT" } });
  });

  it("does not treat a nested operation's declaration as its own", async () => {
    const outer = defineOperation({
      ...common,
      name: "outer",
      namespace: "shop",
      type: OperationType.MUTATION,
      inputSchema: Type.Object({}),
      outputSchema: Type.String(),
      handler: async (_input, { env }: OperationContext<OperationEnv<[typeof buy]>>) =>
        (await env.shop.buy({ fails: "OUT_OF_STOCK", details: { left: 2 } })).data,
    });
    const caught: unknown = await registry
      .register(outer)
      .execute(outer, {})
      .catch((error: unknown) => error);
    expect(caught).toMatchObject({ code: "OUT_OF_STOCK", declaredBy: undefined });
    expect(isDeclaredError(caught, buy)).toBe(false);
  });
});

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _item of stream);
}

describe("when declared details hold more than their schema names", () => {
  class Stock {
    left = 2;
    supplier = "secret";
  }
  const failing = (output?: "keep") =>
    new OperationRegistry(output === undefined ? {} : { output }).register({
      ...spec({ name: "failing", errorSchemas }),
      handler: () => {
        throw new CallError("OUT_OF_STOCK", "too few", new Stock(), { declaredBy: "test.failing" });
      },
    });

  it("only what the schema names leaves, whatever the prototype", async () => {
    const error: unknown = await failing()
      .execute("test.failing", {})
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "OUT_OF_STOCK", declaredBy: "test.failing" });
    expect((error as CallError).details).toStrictEqual({ left: 2 });
  });

  it("so it is with a code of the library that the handler declares, unless the details do not fit", async () => {
    const details: unknown[] = [new Stock(), { supplier: "not what it declares" }];
    const declared = new OperationRegistry().register({
      ...spec({ name: "failing", errorSchemas: { RATE_LIMITED: { schema: Type.Object({ left: Type.Integer() }) } } }),
      handler: () => {
        throw new CallError("RATE_LIMITED", "later", details.shift());
      },
    });
    const fails = (): Promise<unknown> => declared.execute("test.failing", {}).catch((thrown: unknown) => thrown);
    const named = await fails();
    expect((named as CallError).details).toStrictEqual({ left: 2 });
    expect(named).toMatchObject({ code: "RATE_LIMITED", declaredBy: "test.failing" });
    expect(await fails()).toMatchObject({ details: { supplier: "not what it declares" }, declaredBy: undefined });
  });

  it("so it is with what a middleware throws, before the handler or in its place", async () => {
    const middleware = (): never => {
      throw new CallError("OUT_OF_STOCK", "too few", new Stock());
    };
    const handler = (): never => undefined as never;
    const guarded = new OperationRegistry()
      .register({ ...spec({ name: "call", errorSchemas }), use: [middleware], handler })
      .register({ ...spec({ name: "stream", errorSchemas, type: "SUBSCRIPTION" }), use: [middleware], handler });
    const errors: unknown[] = [
      await guarded.execute("test.call", {}).catch((thrown: unknown) => thrown),
      await drain(subscribe(guarded, "test.stream", {})).catch((thrown: unknown) => thrown),
    ];
    for (const [index, error] of errors.entries()) {
      expect((error as CallError).details).toStrictEqual({ left: 2 });
      expect(error).toMatchObject({ code: "OUT_OF_STOCK", declaredBy: ["test.call", "test.stream"][index] });
    }
  });

  it("keeps them if the registry keeps members of results", async () => {
    await expect(failing("keep").execute("test.failing", {})).rejects.toMatchObject({
      details: { left: 2, supplier: "secret" },
    });
  });
});
