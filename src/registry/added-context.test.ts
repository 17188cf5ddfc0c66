import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { CallError } from "../errors/call-error.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { defineMiddleware } from "../operation/middleware.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import type { OperationEnv } from "../operation/operation-env.ts";
import { OperationType } from "../operation/operation-type.ts";
import { common } from "./fixtures.test-support.ts";
import { OperationRegistry } from "./operation-registry.ts";
import { subscribe } from "./subscribe.ts";

const tenants: Readonly<Record<string, string>> = { ada: "Analytical Engines" };
const withTenant = defineMiddleware(async (call, next) => {
  const tenant = tenants[call.context.identity?.id ?? ""];
  if (tenant === undefined) throw new CallError("ACCESS_DENIED", "The caller belongs to no tenant.");
  return next({ context: { tenant } });
});
const withLocale = defineMiddleware((_call, next) => next({ context: { locale: "en" } }));
const fields = { ...common, namespace: "test" as const, inputSchema: Type.Object({}) };

const whose = defineOperation({
  ...fields,
  name: "whose",
  type: OperationType.QUERY,
  outputSchema: Type.String(),
  use: [withTenant, withLocale],
  handler: (_input, { tenant, locale, identity }) => `${tenant} (${locale}) for ${identity?.id}`,
});
const items = defineOperation({
  ...fields,
  name: "items",
  type: OperationType.SUBSCRIPTION,
  outputSchema: Type.String(),
  use: [withTenant],
  handler: async function* (_input, context) {
    yield context.tenant;
  },
});
const identity = { id: "ada", scopes: [] };

describe("when a middleware adds to the context", () => {
  const registry = new OperationRegistry().registerAll([whose, items]);

  it("shows it to the handler, together with the rest of the context", async () => {
    for (let i = 0; i < 3; i++) {
      expect((await registry.execute(whose, {}, { identity })).data).toBe("Analytical Engines (en) for ada");
    }
  });

  it("shows it to the handler of a stream", async () => {
    expect((await subscribe(registry, items, {}, { identity }).next()).value).toMatchObject({
      data: "Analytical Engines",
    });
  });

  it("lets the middleware refuse the call", async () => {
    await expect(registry.execute(whose, {})).rejects.toMatchObject({ code: "ACCESS_DENIED" });
  });

  it("runs the operation's own middleware inside that of the registry", async () => {
    const order: string[] = [];
    const noting = (name: string) =>
      defineMiddleware((_call, next) => {
        order.push(name);
        return next();
      });
    const own = new OperationRegistry().register({ ...whose, use: [noting("own 1"), noting("own 2"), ...whose.use!] });
    own.use(noting("registry"));
    await own.execute(whose, {}, { identity });
    expect(order).toEqual(["registry", "own 1", "own 2"]);
  });

  it("shows it only to that call, not to the calls below it", async () => {
    const inner = defineOperation({
      ...fields,
      name: "inner",
      type: OperationType.QUERY,
      outputSchema: Type.Boolean(),
      handler: (_input, context) => "tenant" in context,
    });
    const outer = defineOperation({
      ...fields,
      name: "outer",
      type: OperationType.QUERY,
      outputSchema: Type.Boolean(),
      use: [withTenant],
      handler: async (_input, { env }: OperationContext<OperationEnv<[typeof inner]>>) => (await env.test.inner()).data,
    });
    const own = new OperationRegistry().registerAll([inner, outer]);
    expect((await own.execute(outer, {}, { identity })).data).toBe(false);
  });

  it("may happen again if a middleware retries", async () => {
    let attempts = 0;
    const twice = defineMiddleware(async (_call, next) => {
      await next({ context: { attempt: ++attempts } });
      return next({ context: { attempt: ++attempts } });
    });
    const again = defineOperation({
      ...fields,
      name: "again",
      type: OperationType.QUERY,
      outputSchema: Type.Integer(),
      use: [twice],
      handler: (_input, { attempt }) => attempt,
    });
    expect((await new OperationRegistry().register(again).execute(again, {})).data).toBe(2);
  });

  it("refuses names that every context has", async () => {
    for (const name of ["identity", "signal", "env", "fail", "parent", "checked", "constructor"]) {
      const own = new OperationRegistry().register(whose);
      own.use((_call, next) => next({ context: { [name]: "forged" } }));
      await expect(own.execute(whose, {}, { identity })).rejects.toThrow(`cannot replace context.${name}`);
    }
  });

  it("refuses a definition with an invalid middleware", () => {
    expect(() => new OperationRegistry().register({ ...whose, use: ["tenant"] as never })).toThrow("/use");
  });
});
