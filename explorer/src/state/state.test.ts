import { describe, expect, test } from "vitest";
import type { ListedOperation } from "../api/contract.ts";
import { LONGEST_INPUT, MOST_ENTRIES, readEntries, withEntry } from "../kept/history.ts";
import type { HistoryEntry } from "../kept/history.ts";
import { createInput } from "./input.ts";
import { buildTree, groupsAround, openAtFirst, visibleRows } from "../catalogue/operation-tree.ts";
import { parseRoute, routeHash, secretInHash } from "./page-router.ts";
import { buildCatalogueIndex } from "../catalogue/catalogue-index.ts";
import { MOST_ITEMS, StreamItems } from "./stream-items.ts";

function operation(id: string, description = ""): ListedOperation {
  const dot = id.lastIndexOf(".");
  return { id, namespace: id.slice(0, dot), name: id.slice(dot + 1), type: "QUERY", version: "1", description };
}

describe("the tree of operations", () => {
  const tree = buildTree(["b.two", "a.x.one", "a.three", "a.x.zero"].map((id) => operation(id)));

  test("shows the content of open namespaces only, sorted and with namespaces first", () => {
    expect(visibleRows(tree, new Set(["a", "a.x"])).map(({ key, level }) => [key, level])).toEqual([
      ["a.", 1],
      ["a.x.", 2],
      ["a.x.one", 3],
      ["a.x.zero", 3],
      ["a.three", 2],
      ["b.", 1],
    ]);
    expect(visibleRows(tree, new Set())).toMatchObject([
      { key: "a.", count: 3, position: 1, siblings: 2 },
      { key: "b.", count: 1 },
    ]);
  });

  test("is open at first if it is small, and closed if it is large", () => {
    expect([...openAtFirst(tree)]).toEqual(["b", "a", "a.x"]);
    const many = buildTree(
      Array.from({ length: 100 }, (_, index) => operation(`n${String(index % 3)}.o${String(index)}`)),
    );
    expect(openAtFirst(many).size).toBe(0);
  });

  test("knows the groups around an operation", () => {
    expect(groupsAround(tree, operation("a.x.one"))).toEqual(["a", "a.x"]);
  });

  const api = ["/v1/pets", "/v1/pets/{id}", "/v1/orders", "/v1/orders/{id}", "/v1/users"].flatMap((path, index) =>
    ["GET", "POST", "PUT"].map((method) => ({
      ...operation(`shop.api.${method.toLowerCase()}${String(index)}`),
      method,
      path,
      tags: [path.split("/")[2] ?? ""],
    })),
  );

  test("divides a large namespace by tags", () => {
    const byTag = buildTree([...api, operation("shop.api.ping")], "tag");
    expect(visibleRows(byTag, new Set(["shop", "shop.api"])).map(({ key }) => key)).toEqual([
      "shop.",
      "shop.api.",
      "shop.api#orders.",
      "shop.api#pets.",
      "shop.api#users.",
      "shop.api.ping",
    ]);
    expect(groupsAround(byTag, api[0] as ListedOperation)).toEqual(["shop", "shop.api", "shop.api#pets"]);
    expect(byTag.root.count).toBe(16);
    expect(visibleRows(buildTree(api.slice(0, 4), "tag"), new Set(["shop", "shop.api"])).length).toBe(6);
  });

  test("divides a namespace by the first part of paths that differs, and shows paths", () => {
    const byPath = buildTree(api, "path");
    const open = new Set(["shop", "shop.api", "shop.api/v1/pets"]);
    expect(
      visibleRows(byPath, open).map((row) => (row.kind === "group" ? row.name : [row.operation.method, row.label])),
    ).toEqual([
      "shop",
      "api",
      "/v1/orders",
      "/v1/pets",
      ["GET", "/v1/pets"],
      ["POST", "/v1/pets"],
      ["PUT", "/v1/pets"],
      ["GET", "/v1/pets/{id}"],
      ["POST", "/v1/pets/{id}"],
      ["PUT", "/v1/pets/{id}"],
      "/v1/users",
    ]);
  });

  test("can be searched by path, as typed", async () => {
    const index = await buildCatalogueIndex([operation("other.pets"), ...api]);
    expect(index.search("/v1/orders/").map(({ path }) => path)).toEqual(Array(3).fill("/v1/orders/{id}"));
    expect(index.search("POST /v1/pets").slice(0, 2)).toMatchObject([
      { method: "POST", path: "/v1/pets" },
      { method: "POST", path: "/v1/pets/{id}" },
    ]);
  });

  test("lists deprecated operations last in a search", async () => {
    const index = await buildCatalogueIndex([
      { ...operation("shop.order", "Orders"), deprecated: { successor: "shop.v2.order" } },
      operation("shop.v2.order", "Orders"),
      { ...operation("order.all", "Orders"), deprecated: true },
    ]);
    expect(index.search("order")[0]?.id).toBe("shop.v2.order");
    expect(index.search("shop.order").map(({ id }) => id)).toEqual(["shop.v2.order", "shop.order", "order.all"]);
    expect(index.search("or").map(({ id }) => id)[0]).toBe("shop.v2.order");
  });

  test("finds parts of names, words of descriptions and misspellings; ids come first", async () => {
    const index = await buildCatalogueIndex([
      operation("users.getUserById", "Reads one"),
      operation("users.list", "getUserById for many"),
      operation("tasks.create", "Adds a reminder"),
    ]);
    expect(index.search("users.get")[0]?.id).toBe("users.getUserById");
    expect(index.search("byid").map(({ id }) => id)).toEqual(["users.getUserById"]);
    expect(index.search("remidner").map(({ id }) => id)).toEqual(["tasks.create"]);
    expect(index.search("users nothing").map(({ id }) => id)).not.toContain("tasks.create");
    expect(index.search("nothing")).toEqual([]);
    expect(index.search("L").map(({ id }) => id)).toEqual(["users.list"]);
    expect(index.search("s").map(({ id }) => id)).toHaveLength(3);
  });
});

describe("the address of a page", () => {
  test.each(["#/operations/a.b", "#/sources", "#/history", "#/"])("%s survives a round trip", (hash) => {
    expect(routeHash(parseRoute(hash))).toBe(hash);
  });

  test("leads to the start page if it is unknown", () => {
    expect(["", "#", "#/nothing", "#/operations", "#/operations/"].map((hash) => parseRoute(hash).page)).toEqual(
      Array(5).fill("start"),
    );
    expect(parseRoute("#/operations/%E0%A4%A")).toEqual({ page: "operation", id: "%E0%A4%A" });
  });

  test("may start with a key", () => {
    expect(secretInHash("key", "#key=abc%2Bd")).toBe("abc+d");
    expect(secretInHash("key", "#key=abc&to=x")).toBe("abc");
    expect(secretInHash("key", "#key=")).toBeUndefined();
    expect(secretInHash("key", "#/operations/key=1")).toBeUndefined();
    expect(secretInHash("person", "#person=op_1")).toBe("op_1");
    expect(secretInHash("person", "#key=op_1")).toBeUndefined();
  });
});

describe("an input", () => {
  const schema = { type: "object", properties: { a: { type: "string" }, n: { type: "number" } } };

  test("keeps form and editor in step", () => {
    const input = createInput(schema);
    expect(input.text.value).toBe("{}");
    input.set(["a"], "x");
    expect(JSON.parse(input.text.value)).toEqual({ a: "x" });
    input.setText('{"n": 1}');
    expect(input.value.value).toEqual({ n: 1 });
  });

  test("keeps its value while the text is not JSON, and keeps the text as typed", () => {
    const input = createInput(schema);
    input.set(["a"], "x");
    input.setText('{"a": ');
    expect(input.textProblem.value).toBeDefined();
    expect(input.value.value).toEqual({ a: "x" });
    input.setText('{"a":    "x"}');
    expect(input.textProblem.value).toBeUndefined();
    expect(input.text.value).toBe('{"a":    "x"}');
  });

  test("reports a number that would change, until the text no longer contains it", () => {
    const input = createInput(schema);
    input.setText('{"n": 9007199254740993}');
    expect(input.numberProblems.value).toMatchObject([{ line: 1, isRefused: false }]);
    expect(input.textProblem.value).toBeUndefined();
    input.format();
    expect(JSON.parse(input.text.value)).toEqual({ n: 9007199254740992 });
    expect(input.numberProblems.value).toEqual([]);
  });

  test("keeps its value while the text has a number that cannot be sent", () => {
    const input = createInput(schema);
    input.setText('{"n": 1}');
    input.setText('{"n": 1e400}');
    expect(input.textProblem.value).toContain("large");
    expect(input.value.value).toEqual({ n: 1 });
    input.set(["n"], 2);
    expect(input.textProblem.value).toBeUndefined();
    expect(input.numberProblems.value).toEqual([]);
  });

  test("does not exist without a text", () => {
    const input = createInput({});
    expect(input.value.value).toBeUndefined();
    input.setText("5");
    input.setText("  ");
    expect(input.value.value).toBeUndefined();
  });

  test("drops an error when its field changes", () => {
    const input = createInput(schema);
    input.showErrors([
      { path: "/a", message: "no" },
      { path: "/n", message: "no" },
    ]);
    input.set(["a"], "y");
    expect(input.errors.value).toEqual([{ path: "/n", message: "no" }]);
  });
});

describe("the history", () => {
  const entry = (at: number, input?: unknown): HistoryEntry => ({
    key: String(at),
    operationId: "a.b",
    at,
    outcome: "ok",
    durationMs: 1,
    ...(input === undefined ? {} : { input }),
  });

  test("has the newest call first, each call once, and a limit", () => {
    let entries: HistoryEntry[] = [];
    for (let at = 0; at < MOST_ENTRIES + 10; at++) entries = withEntry(entries, entry(at, { at }));
    expect(entries).toHaveLength(MOST_ENTRIES);
    entries = withEntry(entries, entry(999, { at: 50 }));
    expect(entries).toHaveLength(MOST_ENTRIES);
    expect(entries[0]?.at).toBe(999);
  });

  test("does not keep an input that is too large", () => {
    const [kept] = withEntry([], entry(1, "x".repeat(LONGEST_INPUT)));
    expect(kept).toMatchObject({ isCut: true });
    expect(kept).not.toHaveProperty("input");
  });

  test("ignores everything in the storage that is not an entry", () => {
    expect(readEntries([entry(1), null, { key: 1 }, "x"])).toEqual([entry(1)]);
    expect(readEntries({})).toEqual([]);
  });
});

describe("the items of a stream", () => {
  const item = (seq: number) => ({ seq, at: 0, data: seq, meta: undefined });

  test("are all counted, and only the last ones are kept", () => {
    const items = new StreamItems();
    for (let seq = 1; seq <= MOST_ITEMS * 5; seq++) items.add(item(seq));
    const view = items.flush();
    expect(view.items).toHaveLength(MOST_ITEMS);
    expect(view.items.at(-1)?.seq).toBe(MOST_ITEMS * 5);
    expect(view.received).toBe(MOST_ITEMS * 5);
  });

  test("wait while the view is paused, and are counted", () => {
    const items = new StreamItems();
    items.add(item(1));
    items.setPaused(true);
    for (let seq = 2; seq <= 4; seq++) items.add(item(seq));
    expect(items.flush()).toMatchObject({ items: [item(1)], received: 4, waiting: 3, isPaused: true });
    expect(items.setPaused(false).items).toHaveLength(4);
  });

  test.each(["stripped", "filled"] as const)("say once what was %s in the first of them", (change) => {
    const items = new StreamItems();
    const noted = (count: number) => ({ count, paths: ["/a"] });
    items.add(item(1));
    expect(items.flush()[change]).toBeUndefined();
    items.add({ ...item(2), meta: { source: "local", [change]: noted(3) } });
    items.add({ ...item(3), meta: { source: "local", [change]: noted(7) } });
    expect(items.flush()[change]).toEqual(noted(3));
  });
});
