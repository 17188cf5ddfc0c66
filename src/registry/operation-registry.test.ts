import { describe, expect, it, vi } from "vitest";
import { CallError } from "../errors/call-error.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { OperationType } from "../operation/operation-type.ts";
import type { RegistryChange } from "./change-emitter.ts";
import { add, count, spec } from "./fixtures.test-support.ts";
import { OperationRegistry } from "./operation-registry.ts";

const messageFrom = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ code: "VALIDATION_ERROR" });
    return (error as CallError).message;
  }
  throw new Error("it was not refused");
};

describe("when operations are registered", () => {
  it("finds them by id, with spec and handler", () => {
    const registry = new OperationRegistry().register(add).registerAll([count]);
    expect(registry.has("math.add")).toBe(true);
    expect(registry.getSpec("math.add")).toBe(add);
    expect(registry.getHandler("math.count")).toBe(count.handler);
    expect(registry.has("math.subtract")).toBe(false);
    expect(registry.getSpec("constructor")).toBeUndefined();
  });

  it("accepts a spec now and its handler later", async () => {
    const registry = new OperationRegistry();
    registry.registerSpec(spec({ name: "late" }));
    await expect(registry.execute("test.late", {})).rejects.toMatchObject({
      code: "OPERATION_NOT_FOUND",
      message: "No handler registered for operation: test.late. registry.registerHandler adds one to a spec.",
    });
    registry.registerHandler("test.late", () => 42);
    expect((await registry.execute("test.late")).data).toBe(42);
    expect(messageFrom(() => registry.registerHandler("test.late", () => 43))).toContain("replace");
    registry.registerHandler("test.late", () => 43, { replace: true });
    expect((await registry.execute("test.late")).data).toBe(43);
  });

  it("ignores a handler that comes with a spec", () => {
    const registry = new OperationRegistry().registerSpec(add);
    expect(registry.getHandler("math.add")).toBeUndefined();
    expect(registry.registerHandler("math.add", () => 1).getHandler("math.add")).toBeDefined();
  });

  it("does not read schemas that are getters, own or inherited", () => {
    const read = vi.fn<() => object>(() => ({}));
    class Lazy {
      get outputSchema(): object {
        return read();
      }
    }
    const { outputSchema: _, ...fields } = spec({ name: "lazy" });
    const lazy = Object.assign(new Lazy(), fields);
    Object.defineProperty(lazy, "inputSchema", { get: read, enumerable: true });
    new OperationRegistry().register(lazy).list({ text: "lazy" });
    expect(read).not.toHaveBeenCalled();
  });
});

describe("when an operation is called by its definition", () => {
  const named = { ...spec({ name: "named" }), type: OperationType.QUERY };
  const first = { ...named, handler: () => "first" };
  const second = { ...named, handler: () => "second" };

  it("runs the operation that has the id now, whatever ran before", async () => {
    const registry = new OperationRegistry().register(first);
    expect((await registry.execute(first, {})).data).toBe("first");
    expect((await registry.execute(first, {})).data).toBe("first");
    registry.register(second, { replace: true });
    expect((await registry.execute(first, {})).data).toBe("second");
    expect((await registry.execute(second, {})).data).toBe("second");
    registry.registerHandler(first, () => "third", { replace: true });
    expect((await registry.execute(second, {})).data).toBe("third");
  });

  it("does not find it once it is unregistered, and finds it again later", async () => {
    const registry = new OperationRegistry().register(first);
    await registry.execute(first, {});
    registry.unregister("test.named");
    await expect(registry.execute(first, {})).rejects.toMatchObject({ code: "OPERATION_NOT_FOUND" });
    registry.register(second);
    expect((await registry.execute(first, {})).data).toBe("second");
    registry.register(first, { replace: true });
    expect((await registry.execute(first, {})).data).toBe("first");
  });
});

describe("when an id is registered twice", () => {
  it("refuses, and names both origins", () => {
    const registry = new OperationRegistry();
    registry.register(spec({ name: "same", origin: { source: "openapi", location: "pets.json", name: "same!" } }));
    const message = messageFrom(() => registry.register(spec({ name: "same", version: "2.0.0" })));
    expect(message).toContain("test.same is already registered");
    expect(message).toContain("openapi (pets.json), where it is called same!, version 1.0.0");
    expect(message).toContain("local, version 2.0.0");
  });

  it("replaces with { replace: true }", () => {
    const registry = new OperationRegistry().register(spec({ name: "same" }));
    const second = spec({ name: "same", version: "2.0.0" });
    registry.register(second, { replace: true });
    expect(registry.getSpec("test.same")).toBe(second);
    expect(registry.list()).toHaveLength(1);
  });

  it("registers nothing from a batch with one bad operation", () => {
    const registry = new OperationRegistry();
    messageFrom(() => registry.registerAll([add, spec({ name: "bad name" })]));
    messageFrom(() => registry.registerAll([add, count, add]));
    expect(registry.list()).toEqual([]);
  });
});

describe("when a spec is invalid", () => {
  it("keeps the message short, however long the name", () => {
    const register = (): unknown => new OperationRegistry().register(spec({ name: "x".repeat(100_000) }));
    expect(register).toThrow(/^.{0,400}$/s);
  });

  it.each([
    ["a name with a space", { name: "a b" }, "/name"],
    ["an empty name", { name: "" }, "/name"],
    ["a name of 65 characters", { name: "x".repeat(65) }, "/name"],
    ["a namespace with an empty part", { namespace: "a..b" }, "/namespace"],
    ["a namespace that ends in a line break", { namespace: "a\n" }, "/namespace"],
    ["no version", { version: undefined }, "/version"],
    ["an unknown type", { type: "QUERRY" }, "/type"],
    ["no description", { description: undefined }, "/description"],
    ["tags that are not strings", { tags: [1] }, "/tags/0"],
    ["no input schema", { inputSchema: undefined }, "/inputSchema"],
    ["an output schema that is a string", { outputSchema: "string" }, "/outputSchema"],
    ["no access control", { accessControl: undefined }, "/accessControl"],
    ["no required scopes", { accessControl: {} }, "/accessControl/requiredScopes"],
    [
      "half a resource",
      { accessControl: { requiredScopes: [], resourceType: "task" } },
      "/accessControl/resourceAction",
    ],
    [
      "the id of a resource without its type",
      { accessControl: { requiredScopes: [], resourceId: "/id" } },
      "/accessControl/resourceType",
    ],
    [
      "the id of a resource that is not a JSON Pointer",
      { accessControl: { requiredScopes: [], resourceType: "task", resourceAction: "read", resourceId: "id" } },
      "/accessControl/resourceId",
    ],
    ["an invalid handler", { handler: "run" }, "/handler"],
    [
      "an http status of success for an error",
      { errorSchemas: { NOPE: { httpStatus: 200 } } },
      "/errorSchemas/NOPE/httpStatus",
    ],
  ])("refuses %s, and says which field", (_name, fields, path) => {
    const bad = { ...spec({ name: "fine" }), ...fields } as never;
    expect(messageFrom(() => new OperationRegistry().register(bad))).toContain(path);
  });

  it.each([
    ["null", null],
    ["a string", "spec"],
    ["an array", []],
  ])("refuses %s", (_name, bad) => {
    expect(messageFrom(() => new OperationRegistry().register(bad as never))).toContain(
      "The spec of an operation is invalid",
    );
  });

  it("quarantines an operation whose schema fails on first use, and leaves the rest alone", async () => {
    const registry = new OperationRegistry().register(add);
    const handler = vi.fn<() => number>(() => 1);
    registry.register({ ...spec({ name: "broken", outputSchema: { $ref: "#/$defs/missing" } }), handler });
    registry.register({
      ...spec({ name: "throws" }),
      get inputSchema(): object {
        throw new Error("no such component");
      },
      handler,
    });
    for (let i = 0; i < 2; i++) {
      await expect(registry.execute("test.broken", {})).rejects.toMatchObject({
        code: "EXECUTION_ERROR",
        phase: "notStarted",
        message: expect.stringContaining("#/$defs/missing") as string,
      });
      await expect(registry.execute("test.throws", {})).rejects.toMatchObject({
        message: expect.stringContaining("no such component") as string,
      });
    }
    expect(handler).not.toHaveBeenCalled();
    expect((await registry.execute(add, { a: 1, b: 2 })).data).toEqual({ sum: 3 });
  });
});

describe("when operations are listed", () => {
  const registry = new OperationRegistry().registerAll([
    add,
    count,
    spec({
      name: "create",
      namespace: "work.task",
      type: OperationType.MUTATION,
      tags: ["Task", "write"],
      title: "New task",
    }),
    spec({ name: "list", namespace: "work", description: "Lists open Tasks" }),
    spec({ name: "list", namespace: "workshop" }),
  ]);
  const ids = (filter: Parameters<typeof registry.list>[0]): string[] =>
    registry.list(filter).map((found) => `${found.namespace}.${found.name}`);

  it("lists all in order without a filter", () => {
    expect(ids({})).toEqual(["math.add", "math.count", "work.task.create", "work.list", "workshop.list"]);
  });

  it("filters by namespace (and those below it), type, tag and text, all together", () => {
    expect(ids({ namespace: "work" })).toEqual(["work.task.create", "work.list"]);
    expect(ids({ type: OperationType.SUBSCRIPTION })).toEqual(["math.count"]);
    expect(ids({ tag: "write" })).toEqual(["work.task.create"]);
    expect(ids({ text: "TASK" })).toEqual(["work.task.create", "work.list"]);
    expect(ids({ text: "task new" })).toEqual(["work.task.create"]);
    expect(ids({ text: "task", type: OperationType.QUERY })).toEqual(["work.list"]);
    expect(ids({ text: "  " })).toHaveLength(5);
  });

  it("lists the current state of a namespace after every change, in the order of registration", () => {
    const changing = new OperationRegistry();
    const names = (namespace: string): string[] =>
      changing.list({ namespace }).map((found) => `${found.namespace}.${found.name} ${found.description}`);
    const work = (name: string, namespace = "work"): OperationSpec => spec({ name, namespace, description: "old" });
    changing.registerAll([work("a"), work("b", "work.deep"), work("c"), work("d", "other")]);
    expect(names("work")).toEqual(["work.a old", "work.deep.b old", "work.c old"]);
    changing.register(spec({ name: "a", namespace: "work", description: "new" }), { replace: true });
    changing.register(work("e", "work.deep"));
    expect(names("work")).toEqual(["work.a new", "work.deep.b old", "work.c old", "work.deep.e old"]);
    changing.unregisterAll(["work.deep.b", "work.c"]);
    expect(names("work")).toEqual(["work.a new", "work.deep.e old"]);
    expect(names("work.deep")).toEqual(["work.deep.e old"]);
    changing.unregister("work.deep.e");
    changing.register(work("c"));
    expect(names("work.deep")).toEqual([]);
    expect(names("work")).toEqual(["work.a new", "work.c old"]);
  });

  it("lists namespaces of any depth, and none for anything else", () => {
    const deep = Array.from({ length: 20 }, (_, level) => `n${level}`);
    const nested = deep.map((_, level) => spec({ name: "x", namespace: deep.slice(0, level + 1).join(".") }));
    const levels = new OperationRegistry().registerAll(nested);
    for (const [level, { namespace }] of nested.entries()) {
      expect(levels.list({ namespace })).toEqual(nested.slice(level));
    }
    expect(levels.list({ namespace: "" })).toEqual([]);
    expect(levels.list({ namespace: "n0." })).toEqual([]);
    expect(levels.list({ namespace: "constructor" })).toEqual([]);
  });
});

describe("when a registry changes", () => {
  it("tells listeners, a batch at a time, until they stop listening", () => {
    const registry = new OperationRegistry();
    const heard: Array<ReadonlyArray<Pick<RegistryChange, "type" | "id">>> = [];
    const stop = registry.onChange((changes) => heard.push(changes.map(({ type, id }) => ({ type, id }))));
    registry.registerAll([add, count]);
    registry.register(add, { replace: true });
    registry.unregister("math.count");
    registry.unregister("math.count");
    registry.registerAll([]);
    stop();
    registry.register(count);
    expect(heard).toEqual([
      [
        { type: "registered", id: "math.add" },
        { type: "registered", id: "math.count" },
      ],
      [{ type: "replaced", id: "math.add" }],
      [{ type: "unregistered", id: "math.count" }],
    ]);
  });

  it("reports many removals in one batch", () => {
    const registry = new OperationRegistry().registerAll(["a", "b", "c"].map((name) => spec({ name })));
    const heard: string[][] = [];
    registry.onChange((changes) => heard.push(changes.map(({ type, id }) => `${type} ${id}`)));
    expect(registry.unregisterAll(["test.a", "test.nothing", "test.c", "test.a"])).toBe(2);
    expect(registry.unregisterAll([])).toBe(0);
    expect(heard).toEqual([["unregistered test.a", "unregistered test.c"]]);
  });

  it("reports changes to every listener in the order in which they happened", () => {
    const registry = new OperationRegistry();
    registry.onChange(([change]) => {
      if (change?.type === "registered") registry.unregister(change.id);
    });
    const heard: string[] = [];
    registry.onChange((changes) => heard.push(...changes.map(({ type }) => type)));
    registry.register(add);
    expect(heard).toEqual(["registered", "unregistered"]);
  });

  it("reports nothing to a listener that another has just stopped", () => {
    const registry = new OperationRegistry();
    const second = vi.fn<() => void>();
    registry.onChange(() => stopSecond());
    const stopSecond = registry.onChange(second);
    registry.register(add);
    expect(second).not.toHaveBeenCalled();
  });

  it("survives an onWarning that throws", async () => {
    const print = vi.spyOn(console, "warn").mockReturnValue();
    const registry = new OperationRegistry({
      onWarning: () => {
        throw new Error("oops");
      },
    });
    registry.onChange(() => {
      throw new Error("no");
    });
    registry.register({ ...add, handler: () => ({ sum: "no number" }) });
    expect((await registry.execute(add, { a: 1, b: 1 })).data).toEqual({ sum: "no number" });
    expect(print.mock.calls).toEqual([[expect.stringContaining("onWarning threw: oops")]]);
    print.mockRestore();
  });

  it("survives a listener that throws, and warns about it", () => {
    const warnings: string[] = [];
    const registry = new OperationRegistry({ onWarning: ({ kind, message }) => warnings.push(`${kind}: ${message}`) });
    const second = vi.fn<() => void>();
    registry.onChange(() => {
      throw new Error("oops");
    });
    registry.onChange(second);
    registry.register(add);
    expect(warnings).toEqual(["listener-failed: A change listener threw: oops"]);
    expect(second).toHaveBeenCalledOnce();
  });
});
