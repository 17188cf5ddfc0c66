import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineOperation } from "../../../operation/define-operation.ts";
import type { AnyOperation } from "../../../operation/define-operation.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { openAccess, registryOf, unreadable } from "../fixtures.test-support.ts";
import { SearchIndex } from "./search-index.ts";

function operation(name: string, description: string, inputSchema: object = Type.Object({})): AnyOperation {
  return defineOperation({
    name,
    namespace: "shop",
    version: "1.0.0",
    type: OperationType.QUERY,
    description,
    inputSchema: inputSchema as never,
    outputSchema: Type.Unknown(),
    accessControl: openAccess,
    handler: () => 1,
  });
}

const all = { limit: 10, isWanted: () => true };

describe("when operations are searched", () => {
  it("finds them by words of their names, descriptions and parameters", async () => {
    const index = new SearchIndex(
      registryOf([
        operation("placeOrder", "Buys what is in the basket"),
        operation("track", "Tells where a parcel is", Type.Object({ trackingNumber: Type.String() })),
        operation("refund", "Pays back", z.object({ iban: z.string().describe("The bank account") })),
      ]),
    );
    const first = async (text: string): Promise<string | undefined> => (await index.search({ ...all, text }))[0];
    expect(await first("order")).toBe("shop.placeOrder");
    expect(await first("baskets")).toBe("shop.placeOrder");
    expect(await first("tracking number")).toBe("shop.track");
    expect(await first("bank")).toBe("shop.refund");
    expect(await first("parsel")).toBe("shop.track");
    expect(await first("nowhere")).toBeUndefined();
  });

  it("puts a name before a description, and keeps to the limit and to what is wanted", async () => {
    const operations = ["order", "cancel", "list"].map((name) => operation(name, "Something about an order"));
    const index = new SearchIndex(registryOf(operations));
    expect(await index.search({ ...all, text: "order", limit: 2 })).toEqual(["shop.order", expect.anything()]);
    const isWanted = (id: string): boolean => id === "shop.list";
    expect(await index.search({ ...all, text: "order", isWanted })).toEqual(["shop.list"]);
  });

  it("follows the registry", async () => {
    const registry = registryOf([operation("one", "The first"), operation("two", "The second")]);
    const index = new SearchIndex(registry);
    expect(await index.search({ ...all, text: "first" })).toEqual(["shop.one"]);
    registry.unregister("shop.one");
    registry.register(operation("two", "The changed"), { replace: true });
    registry.register(operation("three", "The third"));
    registry.register(operation("four", "Gone at once"));
    registry.unregister("shop.four");
    expect(await index.search({ ...all, text: "first second gone" })).toEqual([]);
    expect(await index.search({ ...all, text: "changed" })).toEqual(["shop.two"]);
    expect(await index.search({ ...all, text: "third" })).toEqual(["shop.three"]);
    index.close();
  });

  it("answers searches that come while it is being built", async () => {
    const registry = registryOf(
      Array.from({ length: 3000 }, (_, number) => operation(`n${number}`, `Number ${number}`)),
    );
    const index = new SearchIndex(registry);
    const searches = ["n7", "n2999", "late"].map((text) => index.search({ ...all, text, limit: 1 }));
    registry.register(operation("late", "Came late"));
    expect(await Promise.all(searches)).toEqual([["shop.n7"], ["shop.n2999"], ["shop.late"]]);
  });

  it("gives everything else its turn while it is being built", async () => {
    const words = Array.from({ length: 40 }, (_, number) => `word${number}`).join(" ");
    const registry = registryOf(Array.from({ length: 3000 }, (_, number) => operation(`n${number}`, words)));
    const index = new SearchIndex(registry);
    let [turns, isOver] = [0, false];
    // Not a timer: due timers run before anything that has arrived.
    const count = (): void => void (isOver || (turns++, setImmediate(count)));
    await index.search({ ...all, text: "nothing" });
    for (const { name } of registry.list()) registry.register(operation(name, `Another ${words}`), { replace: true });
    const began = performance.now();
    count();
    await index.search({ ...all, text: "nothing" });
    isOver = true;
    index.close();
    // A turn takes 10 ms, or longer where a single step does.
    expect(turns).toBeGreaterThan((performance.now() - began) / 200);
    expect(turns).toBeGreaterThan(5);
  });

  it("does not build the schemas of imported operations, and leaves out what can't be read", async () => {
    const errors: unknown[] = [];
    const schema = {
      type: "object",
      get properties(): never {
        throw new Error("no properties");
      },
    };
    const registry = registryOf([unreadable, operation("broken", "Broken", schema), operation("fine", "Fine")]);
    const index = new SearchIndex(registry, (error) => errors.push(error));
    expect(await index.search({ ...all, text: "unreadable" })).toEqual(["test.unreadable"]);
    expect(await index.search({ ...all, text: "fine" })).toEqual(["shop.fine"]);
    expect(errors).toEqual([new Error("no properties")]);
  });
});
