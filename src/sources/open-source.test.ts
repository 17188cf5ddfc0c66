import { describe, expect, it } from "vitest";
import * as z from "zod";
import { Type } from "typebox";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { openSource } from "./open-source.ts";
import { defineSource } from "./source.ts";
import type { OpenedSource, SourceContext, SourceStateChange } from "./source.ts";

const operation = (name: string, namespace = "demo") =>
  defineOperation({
    name,
    namespace,
    version: "1.0.0",
    type: "QUERY",
    description: "",
    inputSchema: Type.Object({}),
    outputSchema: Type.String(),
    accessControl: { requiredScopes: [] },
    handler: () => name,
  });

/** A source whose operations, changes and states the test controls. */
function scripted(names: string[]) {
  const opened = { operations: names.map((name) => operation(name)), closed: 0 };
  let context: SourceContext | undefined;
  const source = defineSource({
    open(_config, given): OpenedSource {
      context = given;
      return {
        get operations() {
          return opened.operations;
        },
        close: () => void opened.closed++,
      };
    },
  });
  return { source, opened, context: () => context as SourceContext };
}

const ids = (registry: OperationRegistry): string[] => registry.list().map(({ name }) => name);

describe("when a program opens a source", () => {
  it("has its operations in the registry until it is closed", async () => {
    const registry = new OperationRegistry();
    const { source, opened, context } = scripted(["one", "two"]);
    const handle = await openSource(source, {}, { registry, name: "demo" });
    expect(context()).toMatchObject({ name: "demo", folder: process.cwd(), registry });
    expect((await registry.execute("demo.one", {})).data).toBe("one");
    opened.operations = [operation("two"), operation("three")];
    context().changed();
    expect(ids(registry)).toEqual(["two", "three"]);
    await Promise.all([handle.close(), handle.close()]);
    context().changed();
    expect([ids(registry), handle.state, opened.closed]).toEqual([[], "closed", 1]);
  });

  it("never replaces an operation of another owner", async () => {
    const registry = new OperationRegistry();
    registry.register(operation("taken"));
    const { source, opened, context } = scripted(["taken"]);
    await expect(openSource(source, {}, { registry, name: "demo" })).rejects.toThrow("demo.taken");
    expect(opened.closed).toBe(1);
    opened.operations = [];
    await openSource(source, {}, { registry, name: "demo" });
    const own = registry.getSpec("demo.taken");
    opened.operations = [operation("taken"), operation("free")];
    context().changed();
    expect(registry.getSpec("demo.taken")).toBe(own);
    expect(ids(registry)).toEqual(["taken", "free"]);
  });

  it("reports its state, and closes it when it is lost permanently", async () => {
    const registry = new OperationRegistry();
    const { source, opened, context } = scripted(["one"]);
    const seen: SourceStateChange[] = [];
    const handle = await openSource(source, {}, { registry, name: "demo", onState: (change) => seen.push(change) });
    const error = new Error("gone");
    context().stateChanged({ state: "connecting", error });
    expect([handle.state, ids(registry)]).toEqual(["connecting", ["one"]]);
    context().stateChanged({ state: "ready" });
    context().stateChanged({ state: "failed", error });
    context().stateChanged({ state: "ready" });
    expect(seen.map(({ state }) => state)).toEqual(["connecting", "ready", "failed"]);
    await handle.close();
    expect([handle.state, ids(registry), opened.closed]).toEqual(["failed", [], 1]);
  });

  it("keeps the state that the source reported while it opened", async () => {
    const source = defineSource({
      open(_config, { stateChanged }) {
        stateChanged({ state: "failed", error: new Error("gone") });
        return { operations: [operation("one")], close: () => undefined };
      },
    });
    const registry = new OperationRegistry();
    const handle = await openSource(source, {}, { registry, name: "demo" });
    expect([handle.state, ids(registry)]).toEqual(["failed", []]);
  });
});

describe("when the config of a source is checked", () => {
  const registry = new OperationRegistry();

  it("refuses one that does not fit, and says where", async () => {
    const source = defineSource({
      configSchema: Type.Object({ folder: Type.String() }),
      open: () => ({ operations: [], close: () => undefined }),
    });
    const wrong = { folder: 3 } as unknown as { folder: string };
    await expect(openSource(source, wrong, { registry, name: "csv" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: "The config of the source csv is invalid: config/folder: expected string, received 3",
    });
  });

  it("passes the output of a Standard Schema to the source", async () => {
    let given: unknown;
    const source = defineSource({
      configSchema: z.object({ retries: z.number().default(3) }),
      open(config) {
        given = config;
        return { operations: [], close: () => undefined };
      },
    });
    await openSource(source, {} as { retries: number }, { registry, name: "csv" });
    expect(given).toEqual({ retries: 3 });
  });
});

describe("when opening is aborted", () => {
  it("rejects at once, tells the source, and closes a source that opens after all", async () => {
    const registry = new OperationRegistry();
    const aborting = new AbortController();
    const events: string[] = [];
    let finish: ((opened: OpenedSource) => void) | undefined;
    const source = defineSource({
      open(_config, { signal }) {
        signal.addEventListener("abort", () => events.push("aborted"));
        return new Promise<OpenedSource>((resolve) => (finish = resolve));
      },
    });
    const opening = openSource(source, {}, { registry, name: "demo", signal: aborting.signal });
    await Promise.resolve();
    aborting.abort(new Error("not wanted"));
    await expect(opening).rejects.toThrow("not wanted");
    finish?.({ operations: [operation("late")], close: () => void events.push("closed") });
    await new Promise((resolve) => setTimeout(resolve));
    expect([events, ids(registry)]).toEqual([["aborted", "closed"], []]);
  });

  it("closes an open source, too", async () => {
    const registry = new OperationRegistry();
    const aborting = new AbortController();
    const { source, opened } = scripted(["one"]);
    await openSource(source, {}, { registry, name: "demo", signal: aborting.signal });
    aborting.abort();
    expect([ids(registry), opened.closed]).toEqual([[], 1]);
  });
});
