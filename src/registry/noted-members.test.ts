import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { httpEnvelope, mcpEnvelope } from "../envelope/response-envelope.ts";
import { ResponseEnvelopeSchema } from "../envelope/envelope-schemas.ts";
import { getValidator } from "../schema/engine/validator.ts";
import { spec } from "./fixtures.test-support.ts";
import { OperationRegistry } from "./operation-registry.ts";
import type { OperationRegistryOptions } from "./operation-registry-options.ts";
import { subscribe } from "./subscribe.ts";

const outputSchema = Type.Object({ id: Type.Number(), tags: Type.Optional(Type.Array(Type.String())) });

/** A registry with one operation, `test.read`, that answers with this. */
function answering(answer: unknown, options?: OperationRegistryOptions): OperationRegistry {
  return new OperationRegistry(options).register({ ...spec({ name: "read", outputSchema }), handler: () => answer });
}

describe("when members of a result are stripped", () => {
  it("names them in the envelope's meta, and counts them for the operation", async () => {
    const registry = answering({ id: 1, secret: "x", "a/b": 2 });
    const { data, meta } = await registry.execute("test.read", {});
    expect(data).toEqual({ id: 1 });
    expect(meta).toMatchObject({ source: "local", stripped: { count: 2, paths: ["/secret", "/a~1b"] } });
    await registry.execute("test.read", {});
    expect(registry.getStats("test.read")).toMatchObject({ stripped: 4 });
  });

  it("names only a few of them, and cuts long names", async () => {
    const long = "k".repeat(100_000);
    const answer = { id: 1, [long]: 0, ...Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`m${at}`, at])) };
    const { meta } = await answering(answer).execute("test.read", {});
    expect(meta.stripped?.count).toBe(100);
    expect(meta.stripped?.paths).toHaveLength(5);
    expect(JSON.stringify(meta.stripped).length).toBeLessThan(1200);
  });

  it("names them for each item of a stream", async () => {
    const registry = new OperationRegistry().register({
      ...spec({ name: "items", type: "SUBSCRIPTION", outputSchema }),
      handler: async function* () {
        yield { id: 1 };
        yield { id: 2, extra: true };
      },
    });
    const stripped: unknown[] = [];
    for await (const { meta } of subscribe(registry, "test.items", {})) stripped.push(meta.stripped);
    expect(stripped).toEqual([undefined, { count: 1, paths: ["/extra"] }]);
  });

  it("does not change a meta that a handler made, and adds to what was stripped before", async () => {
    const made = httpEnvelope({ id: 1, b: 2 }, { statusCode: 200, headers: {}, contentType: "application/json" });
    made.meta.stripped = { count: 3, paths: ["/a"] };
    const { meta } = await answering(made).execute("test.read", {});
    expect(meta).toMatchObject({ source: "http", stripped: { count: 4, paths: ["/a", "/b"] } });
    expect(made.meta.stripped).toEqual({ count: 3, paths: ["/a"] });
  });

  it.each([[{ count: "3", paths: [] }], [{ count: -1, paths: [] }], [{ count: 1, paths: [7] }], ["all"]])(
    "does not trust what a peer claims: %j",
    async (claimed) => {
      const foreign = mcpEnvelope({ id: 1, b: 2 }, { isError: false, content: [], structuredContent: {} });
      Object.assign(foreign.meta, { stripped: claimed });
      const { meta } = await answering(foreign).execute("test.read", {});
      expect(meta.stripped).toEqual({ count: 1, paths: ["/b"] });
    },
  );

  it("returns an envelope that fits its schema", async () => {
    const envelope = await answering({ id: 1, b: 2 }).execute("test.read", {});
    expect(getValidator(ResponseEnvelopeSchema).check(envelope)).toBe(true);
  });
});

describe("when nothing is stripped", () => {
  it.each([
    ["exact data", { id: 1 }, {}],
    ["an upcast value", { id: "1" }, {}],
    ["members that are kept", { id: 1, extra: 2 }, { output: "keep" }],
  ] as const)("says nothing about it: %s", async (_name, answer, options) => {
    const registry = answering(answer, options);
    const { meta } = await registry.execute("test.read", {});
    expect(meta).not.toHaveProperty("stripped");
    expect(registry.getStats("test.read")).toMatchObject({ stripped: 0 });
  });

  it("leaves exact data the same object", async () => {
    const answer = { id: 1 };
    expect((await answering(answer).execute("test.read", {})).data).toBe(answer);
  });

  it("does not report members that a schema library removed", async () => {
    const registry = new OperationRegistry().register({
      ...spec({ name: "read", outputSchema: z.object({ id: z.number() }) }),
      handler: () => ({ id: 1, extra: 2 }),
    });
    const { data, meta } = await registry.execute("test.read", {});
    expect(data).toEqual({ id: 1 });
    expect(meta).not.toHaveProperty("stripped");
  });
});

describe("when defaults are filled in", () => {
  const withDefault = Type.Object({ id: Type.Number(), unit: Type.String({ default: "m" }) });

  it("names them in meta, adds to what another process filled in, and counts its own", async () => {
    const made = httpEnvelope({ id: 1 }, { statusCode: 200, headers: {}, contentType: "application/json" });
    made.meta.filled = { count: 2, paths: ["/a"] };
    const registry = new OperationRegistry().register({
      ...spec({ name: "read", outputSchema: withDefault }),
      handler: () => made,
    });
    const { data, meta } = await registry.execute("test.read", {});
    expect(data).toEqual({ id: 1, unit: "m" });
    expect(meta.filled).toEqual({ count: 3, paths: ["/a", "/unit"] });
    expect(meta).not.toHaveProperty("stripped");
    expect(made.meta.filled).toEqual({ count: 2, paths: ["/a"] });
    expect(registry.getStats("test.read")).toEqual({ stripped: 0, filled: 1, invalidOutputs: 0 });
    expect(getValidator(ResponseEnvelopeSchema).check({ data, meta })).toBe(true);
  });
});
