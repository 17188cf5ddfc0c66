import { signal } from "@preact/signals";
import { beforeEach, describe, expect, test } from "vitest";
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

describe("saved requests", () => {
  test("belong to one identity, and replace a request of the same name", () => {
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

  test("have a limit, and say so", () => {
    const saved = createSavedRequests(signal("ada"));
    for (let index = 0; index < MOST_SAVED; index++) saved.add({ name: `n${String(index)}`, operationId: "a.b" });
    expect(saved.add({ name: "one more", operationId: "a.b" })).toBe(false);
    expect(saved.list.value).toHaveLength(MOST_SAVED);
    expect(saved.add({ name: " ", operationId: "a.b" })).toBe(false);
  });

  test("ignore anything else stored under their name", () => {
    localStorage.setItem("operations.saved.ada", '[5, {"key": "k"}, {"key": "k", "name": "n", "operationId": "a.b"}]');
    expect(createSavedRequests(signal("ada")).list.value).toHaveLength(1);
  });
});

describe("variables", () => {
  test("take the place of their names in every text, once, and leave other braces alone", () => {
    const variables = createVariables(signal("ada"));
    variables.set({ name: "project", value: "{{user}}", kind: "text", isSecret: false });
    variables.set({ name: "user", value: "ada", kind: "text", isSecret: false });
    const input = { a: "x/{{ project }}/y", b: ["{{user}}", 5, null], c: { "{{user}}": "{{unknown}} {{1}}" } };
    expect(variables.fillIn(input)).toEqual({
      a: "x/{{user}}/y",
      b: ["ada", 5, null],
      c: { ada: "{{unknown}} {{1}}" },
    });
    expect(variables.unknownIn({ a: "{{user}}", b: { "of {{team}}": ["{{org}}"] } })).toEqual([
      { path: "/b/of {{team}}", name: "team" },
      { path: "/b/of {{team}}/0", name: "org" },
    ]);
  });

  test("that are secret stay in the tab, and out of copied calls", () => {
    const variables = createVariables(signal("ada"));
    variables.set({ name: "token", value: "hunter2", kind: "text", isSecret: true });
    expect(localStorage.getItem("operations.variables.ada")).toBeNull();
    expect(variables.fillIn("{{token}}")).toBe("hunter2");
    expect(variables.fillIn("{{token}}", { withSecrets: false })).toBe("{{token}}");
    expect(createVariables(signal("ada")).list.value).toEqual([
      { name: "token", value: "hunter2", kind: "text", isSecret: true },
    ]);
    variables.clearSecrets();
    expect(createVariables(signal("ada")).list.value).toEqual([]);
  });

  test("that are numbers, or true or false, keep their type if they are the whole text", () => {
    const variables = createVariables(signal("ada"));
    variables.set({ name: "count", value: " 1.5 ", kind: "number", isSecret: false });
    variables.set({ name: "dry", value: "false", kind: "boolean", isSecret: true });
    expect(variables.fillIn({ a: "{{count}}", b: ["{{ dry }}"], c: "{{count}} of {{dry}}" })).toEqual({
      a: 1.5,
      b: [false],
      c: "1.5 of false",
    });
    expect(createVariables(signal("ada")).list.value).toEqual(variables.list.value);
    expect(variables.set({ name: "count", value: "many", kind: "number", isSecret: false })).toBe(false);
    expect(variables.set({ name: "dry", value: "yes", kind: "boolean", isSecret: false })).toBe(false);
  });

  test("have names that can be typed, and values of limited length", () => {
    const variables = createVariables(signal("ada"));
    expect(variables.set({ name: "no good", value: "x", kind: "text", isSecret: false })).toBe(false);
    expect(variables.set({ name: "long", value: "x".repeat(30_000), kind: "text", isSecret: false })).toBe(false);
    expect(variables.list.value).toEqual([]);
  });
});
