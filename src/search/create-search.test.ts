import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineOperation } from "../operation/define-operation.ts";
import type { AnyOperation } from "../operation/define-operation.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { OperationType } from "../operation/operation-type.ts";
import { countedClock } from "../shared/time/counted-clock.test-support.ts";
import { openAccess, registryOf, unreadable } from "../serve/mcp/fixtures.test-support.ts";
import { createSearch } from "./create-search.ts";
import type { OperationSearch, SearchScope } from "./create-search.ts";

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

async function idsFor(search: OperationSearch, text: string, scope?: SearchScope): Promise<string[]> {
  return (await search.search(text, scope)).map(({ id }) => id);
}

describe("when operations are searched", () => {
  it("finds them by words of their names, descriptions and parameters", async () => {
    const search = createSearch(
      registryOf([
        operation("placeOrder", "Buys what is in the basket"),
        operation("track", "Shows where a parcel is", Type.Object({ trackingNumber: Type.String() })),
        operation("refund", "Pays back", z.object({ iban: z.string().describe("The bank account") })),
      ]),
    );
    const first = async (text: string): Promise<string | undefined> => (await idsFor(search, text))[0];
    expect(await first("order")).toBe("shop.placeOrder");
    expect(await first("baskets")).toBe("shop.placeOrder");
    expect(await first("tracking number")).toBe("shop.track");
    expect(await first("bank")).toBe("shop.refund");
    expect(await first("parsel")).toBe("shop.track");
    expect(await first("nowhere")).toBeUndefined();
  });

  it("ranks a name before a description, and respects the limit and the filter", async () => {
    const operations = ["order", "cancel", "list"].map((name) => operation(name, "Something about an order"));
    const search = createSearch(registryOf(operations));
    expect(await idsFor(search, "order", { limit: 2 })).toEqual(["shop.order", expect.anything()]);
    const filter = ({ name }: OperationSpec): boolean => name === "list";
    expect(await idsFor(search, "order", { filter })).toEqual(["shop.list"]);
  });

  it("follows the registry", async () => {
    const registry = registryOf([operation("one", "The first"), operation("two", "The second")]);
    const search = createSearch(registry);
    expect(await idsFor(search, "first")).toEqual(["shop.one"]);
    registry.unregister("shop.one");
    registry.register(operation("two", "The changed"), { replace: true });
    registry.register(operation("three", "The third"));
    registry.register(operation("four", "Gone at once"));
    registry.unregister("shop.four");
    expect(await idsFor(search, "first second gone")).toEqual([]);
    expect(await idsFor(search, "changed")).toEqual(["shop.two"]);
    expect(await idsFor(search, "third")).toEqual(["shop.three"]);
    search.close();
  });

  it("answers searches while it is being built", async () => {
    const registry = registryOf(
      Array.from({ length: 3000 }, (_, number) => operation(`n${number}`, `Number ${number}`)),
    );
    const search = createSearch(registry);
    const searches = ["n7", "n2999", "late"].map((text) => idsFor(search, text, { limit: 1 }));
    registry.register(operation("late", "Came late"));
    expect(await Promise.all(searches)).toEqual([["shop.n7"], ["shop.n2999"], ["shop.late"]]);
  });

  it("lets other work run while it is being built", async () => {
    const words = Array.from({ length: 40 }, (_, number) => `word${number}`).join(" ");
    const registry = registryOf(Array.from({ length: 3000 }, (_, number) => operation(`n${number}`, words)));
    const search = createSearch(registry);
    let [turns, isOver] = [0, false];
    // Not a timer: due timers run before newly arrived events.
    const count = (): void => void (isOver || (turns++, setImmediate(count)));
    await idsFor(search, "nothing");
    for (const { name } of registry.list()) registry.register(operation(name, `Another ${words}`), { replace: true });
    countedClock();
    count();
    await idsFor(search, "nothing");
    // A look at the clock for every 8 operations, in slices of ten milliseconds.
    expect(turns).toBeGreaterThan(30);
    isOver = true;
    search.close();
  });

  it("does not build the schemas of imported operations, and leaves out what cannot be read", async () => {
    const errors: unknown[] = [];
    const schema = {
      type: "object",
      get properties(): never {
        throw new Error("no properties");
      },
    };
    const registry = registryOf([unreadable, operation("broken", "Broken", schema), operation("fine", "Fine")]);
    const search = createSearch(registry, { onError: (error) => errors.push(error) });
    expect(await idsFor(search, "unreadable")).toEqual(["test.unreadable"]);
    expect(await idsFor(search, "fine")).toEqual(["shop.fine"]);
    expect(errors).toEqual([new Error("no properties")]);
  });
});
