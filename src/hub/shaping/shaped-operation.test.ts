import { describe, expect, it } from "vitest";
import { Type } from "typebox";
import { z } from "zod";
import { defineOperation } from "../../operation/define-operation.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { subscribe } from "../../registry/subscribe.ts";
import type { OperationShapeConfig } from "../config/hub-config.ts";
import { ShapedOperation } from "./shaped-operation.ts";

const common = {
  namespace: "demo",
  name: "echo",
  version: "1",
  description: "Echoes.",
  outputSchema: Type.Unknown(),
  accessControl: { requiredScopes: [] },
};
const shaped = (operation: AnyOperation, config: OperationShapeConfig): ShapedOperation =>
  new ShapedOperation(operation, { config, mistake: (path, message) => `${path.join(".")}: ${message}` });
const execute = (operation: ShapedOperation, input?: unknown): Promise<{ readonly data: unknown }> =>
  new OperationRegistry().register(operation).execute("demo.echo", input);

describe("when a config sets arguments", () => {
  const typebox = defineOperation({
    ...common,
    type: OperationType.QUERY,
    inputSchema: Type.Object({ a: Type.String(), b: Type.Integer() }, { additionalProperties: true }),
    handler: (input) => input,
  });

  it("adds them to the caller's input, or to no input", async () => {
    expect((await execute(shaped(typebox, { fixed: { a: "x" } }), { b: 1 })).data).toEqual({ a: "x", b: 1 });
    const both = shaped(typebox, { fixed: { a: "x" }, defaults: { b: 2 } });
    expect((await execute(both)).data).toEqual({ a: "x", b: 2 });
    expect(both.findMistake()).toBeUndefined();
  });

  it("refuses a fixed one from the caller, even if the schema is open", async () => {
    await expect(execute(shaped(typebox, { fixed: { a: "x" } }), { a: "y", b: 1 })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      phase: "notStarted",
      details: { errors: [{ path: "/a" }] },
    });
  });

  it("passes the whole input to a Standard Schema, and its output to the handler", async () => {
    const zod = defineOperation({
      ...common,
      type: OperationType.QUERY,
      inputSchema: z.object({ a: z.string().transform((text) => text.length), b: z.number() }),
      handler: (input) => input,
    });
    const operation = shaped(zod, { fixed: { a: "four" } });
    expect(operation.findMistake()).toBeUndefined();
    expect((await execute(operation, { b: 1 })).data).toEqual({ a: 4, b: 1 });
    await expect(execute(operation, { b: "1" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("reveals nothing about a fixed argument if the whole input does not fit", async () => {
    const together = defineOperation({
      ...common,
      type: OperationType.QUERY,
      inputSchema: z
        .object({ a: z.string(), b: z.string() })
        .refine(({ a, b }) => a === b, { path: ["a"], message: "a is hidden-value" }),
      handler: (input) => input,
    });
    const error: unknown = await execute(shaped(together, { fixed: { a: "hidden-value" } }), { b: "b" }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", details: { errors: [] } });
    expect(String(error)).not.toContain("hidden-value");
  });

  it("adds them for streams", async () => {
    const stream = defineOperation({
      ...common,
      type: OperationType.SUBSCRIPTION,
      inputSchema: Type.Object({ a: Type.String() }),
      async *handler({ a }) {
        yield a;
      },
    });
    const registry = new OperationRegistry().register(shaped(stream, { fixed: { a: "x" } }));
    const items: unknown[] = [];
    for await (const { data } of subscribe(registry, "demo.echo", {})) items.push(data);
    expect(items).toEqual(["x"]);
  });
});

describe("when a config says what a tool is", () => {
  it("overrides what its server says", () => {
    const annotations = { title: "Old", readOnlyHint: false, destructiveHint: true, openWorldHint: true };
    const tool = {
      ...common,
      type: OperationType.MUTATION,
      inputSchema: Type.Object({}),
      metadata: { mcp: { annotations, icons: [] } },
      handler: () => 1,
    };
    expect(shaped(tool, { kind: "QUERY", title: "New" }).metadata).toEqual({
      mcp: { annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true }, icons: [] },
    });
    expect(shaped(tool, { name: "other" }).metadata).toEqual(tool.metadata);
  });
});
