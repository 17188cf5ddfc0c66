import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationType } from "../operation/operation-type.ts";
import { common, spec } from "./fixtures.test-support.ts";
import { OperationRegistry } from "./operation-registry.ts";
import { subscribe } from "./subscribe.ts";

const base = { ...common, namespace: "test", type: OperationType.QUERY };

const withZod = defineOperation({
  ...base,
  name: "zod",
  inputSchema: z.object({ count: z.string().transform(Number), unit: z.string().default("m") }),
  outputSchema: z.object({ text: z.string().toUpperCase() }),
  handler: ({ count, unit }) => ({ text: `${count + 1}${unit}` }),
});

const withValibot = defineOperation({
  ...base,
  name: "valibot",
  inputSchema: v.object({ count: v.pipe(v.string(), v.transform(Number)), unit: v.optional(v.string(), "m") }),
  outputSchema: v.object({ text: v.pipe(v.string(), v.toUpperCase()) }),
  handler: ({ count, unit }) => ({ text: `${count + 1}${unit}` }),
});

const withArkType = defineOperation({
  ...base,
  name: "arktype",
  inputSchema: type({ count: "string.numeric.parse", unit: "string = 'm'" }),
  outputSchema: type({ text: type("string").pipe((text) => text.toUpperCase()) }),
  handler: ({ count, unit }) => ({ text: `${count + 1}${unit}` }),
});

describe.each([withZod, withValibot, withArkType])("when an operation's schemas come from $name", (operation) => {
  const registry = new OperationRegistry({ strict: true }).register(operation);
  const id = `test.${operation.name}`;

  it("runs the library's own validation, and passes on its output, in and out", async () => {
    expect((await registry.execute(id, { count: "2" })).data).toEqual({ text: "3M" });
  });

  it("refuses bad input with paths", async () => {
    await expect(registry.execute(id, { count: 2 })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { errors: [{ path: "/count", received: "2" }] },
    });
    await expect(registry.execute(id)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("says OUTPUT_INVALID in strict mode for a bad result", async () => {
    const broken = new OperationRegistry({ strict: true });
    broken.register({ ...operation, handler: () => ({ text: 3 }) });
    await expect(broken.execute(id, { count: "2" })).rejects.toMatchObject({
      code: "OUTPUT_INVALID",
      details: { errors: [{ path: "/text" }] },
    });
  });
});

describe("when no input is given", () => {
  const optional = z.object({ a: z.number().optional() });
  const registryFor = (inputSchema: z.ZodType): OperationRegistry =>
    new OperationRegistry().register({ ...spec({ name: "op", inputSchema }), handler: (input: unknown) => input });

  it.each([
    ["at once", optional],
    ["later", optional.refine(async () => true)],
  ])("treats it as an empty object if that is enough, found out %s", async (_when, inputSchema) => {
    const registry = registryFor(inputSchema);
    expect((await registry.execute("test.op")).data).toEqual({});
    await expect(registry.execute("test.op", null)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("leaves it if the library accepts it, and reports an error if neither is enough", async () => {
    expect((await registryFor(z.undefined()).execute("test.op")).data).toBeUndefined();
    await expect(registryFor(z.object({ a: z.number() })).execute("test.op")).rejects.toThrow("received undefined");
  });
});

describe("when a library validates asynchronously", () => {
  const free = z.string().refine(async (name) => {
    await Promise.resolve();
    return name !== "taken";
  });
  const registry = new OperationRegistry({ strict: true }).registerAll([
    defineOperation({ ...base, name: "claim", inputSchema: free, outputSchema: free, handler: (name) => name }),
    defineOperation({
      ...base,
      name: "claims",
      type: OperationType.SUBSCRIPTION,
      inputSchema: free,
      outputSchema: free,
      handler: async function* () {
        yield "one";
        yield "taken";
      },
    }),
  ]);

  it("waits for it, for input, output and items", async () => {
    expect((await registry.execute("test.claim", "free")).data).toBe("free");
    await expect(registry.execute("test.claim", "taken")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const stream = subscribe(registry, "test.claims", "free");
    expect((await stream.next()).value?.data).toBe("one");
    await expect(stream.next()).rejects.toMatchObject({ code: "OUTPUT_INVALID" });
  });
});

describe("when a library refuses a result, and the registry is not strict", () => {
  class User {
    id = 1;
    password = "hunter2";
  }
  const unfit = { name: "unfit", handler: () => [new User(), { id: "a", password: "x" }] };

  it.each([
    ["zod", z.array(z.object({ id: z.string() }))],
    ["valibot, wrapped,", toStandardJsonSchema(v.array(v.object({ id: v.string() })))],
    ["arktype", type({ id: "string", password: "undefined?" }).pick("id").array()],
    ["zod, later,", z.array(z.object({ id: z.string() })).refine(async () => false)],
  ])("lets only leave what the JSON Schema of %s names, and counts the rest", async (_library, outputSchema) => {
    const warnings: string[] = [];
    const registry = new OperationRegistry({ onWarning: ({ kind }) => void warnings.push(kind) });
    registry.register({ ...spec({ ...unfit, outputSchema }), handler: unfit.handler });
    const { data, meta } = await registry.execute("test.unfit");
    expect(data).toEqual([{ id: "1" }, { id: "a" }]);
    expect(meta).toMatchObject({ stripped: { count: 2, paths: ["/0/password", "/1/password"] } });
    expect(warnings).toEqual(["output-invalid"]);
    expect(registry.getStats("test.unfit")).toMatchObject({ stripped: 2, invalidOutputs: 1 });
  });

  it("keeps all members on request", async () => {
    const registry = new OperationRegistry({ onWarning: () => undefined, output: "keep" });
    registry.register({ ...spec({ ...unfit, outputSchema: z.object({ id: z.string() }) }), handler: () => new User() });
    expect((await registry.execute("test.unfit")).data).toEqual({ id: "1", password: "hunter2" });
  });
});
