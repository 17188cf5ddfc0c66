import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { ListedOperation, LoadedOperation } from "../api/contract.ts";
import { createProgramLanguage } from "./program-language.ts";

const add: LoadedOperation = {
  id: "math.add",
  namespace: "math",
  name: "add",
  version: "1.0.0",
  type: "QUERY",
  description: "Adds",
  inputSchema: { type: "object", required: ["a"], properties: { a: { type: "number" } } },
  outputSchema: { type: "number" },
};

function setUp() {
  const operations = signal<readonly ListedOperation[] | undefined>([add]);
  const asked: string[] = [];
  let isDown = false;
  const client = {
    operation: (id: string): Promise<LoadedOperation> => {
      asked.push(id);
      return isDown ? Promise.reject(new Error("down")) : Promise.resolve(add);
    },
  };
  return {
    language: createProgramLanguage(client, { operations }),
    operations,
    asked,
    setDown: (next: boolean) => (isDown = next),
  };
}

const PROGRAM = "await env.math.add({}); await env.math.sub({})";

test("the schemas of the operations that a program names are loaded once, until the list changes", async () => {
  const { language, operations, asked } = setUp();
  const world = await language.prepare(PROGRAM);
  expect(world.loaded("math.add")).toBe(add);
  await language.prepare(PROGRAM);
  expect(asked).toEqual(["math.add"]);
  operations.value = [add];
  await language.prepare(PROGRAM);
  expect(asked).toEqual(["math.add", "math.add"]);
});

test("an operation whose schemas could not be loaded is tried again", async () => {
  const { language, setDown } = setUp();
  setDown(true);
  expect((await language.prepare(PROGRAM)).loaded("math.add")).toBeUndefined();
  setDown(false);
  expect((await language.prepare(PROGRAM)).loaded("math.add")).toBe(add);
});

test("an operation has the signature that models read", async () => {
  const { language } = setUp();
  expect(await language.signature("math.add")).toBe("env.math.add(input: { a: number }): Promise<{ data: number }>");
});
