import { describe, expect, it } from "vitest";
import { defineOperation } from "../../../entries/index.ts";
import { OnDemandRegistry } from "./on-demand-registry.ts";

const common = {
  version: "1.0.0",
  description: "",
  inputSchema: {},
  outputSchema: {},
  accessControl: { requiredScopes: [] },
};

const double = defineOperation({
  ...common,
  namespace: "far",
  name: "double",
  type: "QUERY",
  handler: (input: unknown) => (input as number) * 2,
});

const count = defineOperation({
  ...common,
  namespace: "far",
  name: "count",
  type: "SUBSCRIPTION",
  async *handler() {
    yield 1;
    yield 2;
  },
});

function registryWith(handler: (input: unknown, context: { readonly env: unknown }) => unknown) {
  const registry = new OnDemandRegistry();
  const needed: string[] = [];
  registry.need = async (id) => {
    needed.push(id);
    if (needed.length === 1) registry.registerAll([double, count]);
  };
  registry.register(defineOperation({ ...common, namespace: "near", name: "work", type: "QUERY", handler } as never));
  return { registry, needed };
}

describe("a registry on demand", () => {
  it("asks once for an operation that a handler calls", async () => {
    const { registry, needed } = registryWith(async (_input, { env }) => {
      const { far } = env as { far: { double(input: number): Promise<{ data: number }> } };
      return (await far.double(2)).data + (await far.double(3)).data;
    });
    await expect(registry.execute("near.work")).resolves.toMatchObject({ data: 10 });
    expect(needed).toEqual(["far.double"]);
  });

  it("returns the items of a stream that was not known to be one", async () => {
    const { registry, needed } = registryWith(async (_input, { env }) => {
      const { far } = env as { far: { count(): AsyncIterable<{ data: number }> } };
      const items: number[] = [];
      for await (const { data } of far.count()) items.push(data);
      return items;
    });
    await expect(registry.execute("near.work")).resolves.toMatchObject({ data: [1, 2] });
    expect(needed).toEqual(["far.count"]);
  });

  it("returns the items of a stream that is iterated later, too", async () => {
    const { registry } = registryWith(async (_input, { env }) => {
      const { far } = env as { far: { count(): AsyncIterable<{ data: number }> } };
      const stream = far.count();
      await new Promise(setImmediate);
      const items: number[] = [];
      for await (const { data } of stream) items.push(data);
      return items;
    });
    await expect(registry.execute("near.work")).resolves.toMatchObject({ data: [1, 2] });
  });

  it("reports a missing operation after it has asked", async () => {
    const { registry, needed } = registryWith(() => 0);
    await expect(registry.execute("far.none", {}, {})).rejects.toMatchObject({ code: "OPERATION_NOT_FOUND" });
    expect(needed).toEqual(["far.none"]);
  });
});
