import { signal } from "@preact/signals";
import { beforeEach, describe, expect, test } from "vitest";
import { inputHash, LONGEST_LINK, readInputHash } from "./input-link.ts";
import { createSavedRequests, MOST_SAVED } from "./saved-requests.ts";
import { createVariables } from "./variables.ts";

class MemoryStorage {
  readonly #items = new Map<string, string>();
  getItem(name: string): string | null {
    return this.#items.get(name) ?? null;
  }
  setItem(name: string, text: string): void {
    this.#items.set(name, text);
  }
  removeItem(name: string): void {
    this.#items.delete(name);
  }
}

beforeEach(() => {
  Object.assign(globalThis, { localStorage: new MemoryStorage(), sessionStorage: new MemoryStorage() });
  return () => {
    for (const name of ["localStorage", "sessionStorage"]) Reflect.deleteProperty(globalThis, name);
  };
});

describe("a link", () => {
  test("carries an id and an input, whatever they contain", () => {
    const linked = { id: "a.b?c#d", input: { text: "50% & ü ?#/", list: [1, null] } };
    expect(readInputHash(inputHash(linked) ?? "")).toEqual(linked);
    expect(inputHash({ id: "a.b", input: undefined })).toBe("#/operations/a.b");
  });

  test("without an input, with one that is no JSON or one that is too long, fills in nothing", () => {
    expect(readInputHash("#/operations/a.b")).toBeUndefined();
    expect(readInputHash("#/operations/a.b?input=%7B")).toBeUndefined();
    expect(readInputHash(`#/operations/a.b?input=${"1".repeat(LONGEST_LINK)}`)).toBeUndefined();
    expect(inputHash({ id: "a.b", input: "x".repeat(LONGEST_LINK) })).toBeUndefined();
  });
});

describe("saved requests", () => {
  test("belong to one identity, and replace one of the same name", () => {
    const owner = signal("ada");
    const saved = createSavedRequests(owner);
    expect(saved.add({ name: " first ", operationId: "a.b", input: 1 })).toBe(true);
    expect(saved.add({ name: "first", operationId: "a.b", input: 2 })).toBe(true);
    expect(saved.list.value).toMatchObject([{ name: "first", operationId: "a.b", input: 2 }]);
    owner.value = "bob";
    expect(saved.list.value).toEqual([]);
    owner.value = "ada";
    expect(saved.list.value).toHaveLength(1);
  });

  test("are bounded, and say so", () => {
    const saved = createSavedRequests(signal("ada"));
    for (let index = 0; index < MOST_SAVED; index++) saved.add({ name: `n${String(index)}`, operationId: "a.b" });
    expect(saved.add({ name: "one more", operationId: "a.b" })).toBe(false);
    expect(saved.list.value).toHaveLength(MOST_SAVED);
    expect(saved.add({ name: " ", operationId: "a.b" })).toBe(false);
  });

  test("ignore what else is stored under their name", () => {
    localStorage.setItem("operations.saved.ada", '[5, {"key": "k"}, {"key": "k", "name": "n", "operationId": "a.b"}]');
    expect(createSavedRequests(signal("ada")).list.value).toHaveLength(1);
  });
});

describe("variables", () => {
  test("take the place of their names in every text, once, and leave other braces alone", () => {
    const variables = createVariables(signal("ada"));
    variables.set({ name: "project", value: "{{user}}", isSecret: false });
    variables.set({ name: "user", value: "ada", isSecret: false });
    const input = { a: "x/{{ project }}/y", b: ["{{user}}", 5, null], c: { "{{user}}": "{{unknown}} {{1}}" } };
    expect(variables.fillIn(input)).toEqual({
      a: "x/{{user}}/y",
      b: ["ada", 5, null],
      c: { "{{user}}": "{{unknown}} {{1}}" },
    });
  });

  test("that are secret stay in the tab, and out of copied calls", () => {
    const variables = createVariables(signal("ada"));
    variables.set({ name: "token", value: "hunter2", isSecret: true });
    expect(localStorage.getItem("operations.variables.ada")).toBeNull();
    expect(variables.fillIn("{{token}}")).toBe("hunter2");
    expect(variables.fillIn("{{token}}", { withSecrets: false })).toBe("{{token}}");
    expect(createVariables(signal("ada")).list.value).toEqual([{ name: "token", value: "hunter2", isSecret: true }]);
    variables.clearSecrets();
    expect(createVariables(signal("ada")).list.value).toEqual([]);
  });

  test("have names that can be written, and values of a bounded length", () => {
    const variables = createVariables(signal("ada"));
    expect(variables.set({ name: "no good", value: "x", isSecret: false })).toBe(false);
    expect(variables.set({ name: "long", value: "x".repeat(30_000), isSecret: false })).toBe(false);
    expect(variables.list.value).toEqual([]);
  });
});
