import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { openSource } from "../sources/open-source.ts";
import { createFakeSource } from "./fake-source.ts";
import { testSource } from "./test-source.ts";

const common = {
  namespace: "fake",
  version: "1.0.0",
  description: "For the tests",
  accessControl: { requiredScopes: [] },
} as const;
const greet = defineOperation({
  ...common,
  name: "greet",
  type: "QUERY",
  inputSchema: Type.Object({}),
  outputSchema: Type.String(),
  handler: () => "hello",
});
const part = defineOperation({
  ...common,
  name: "part",
  type: "QUERY",
  inputSchema: Type.Object({}),
  outputSchema: Type.String(),
  handler: () => "bye",
});

describe("the contract of sources", () => {
  const fake = createFakeSource([greet]);
  testSource(
    { describe, it },
    {
      name: "fake",
      source: fake.source,
      setup: () => {
        fake.restore();
        fake.setOperations([greet]);
        return {
          config: {},
          call: { id: "fake.greet", data: "hello" },
          change: () => fake.setOperations([greet, part]),
          interrupt: () => fake.lose(),
          restore: () => fake.restore(),
        };
      },
      badConfigs: {},
      tries: ["change", "interrupt"],
    },
  );
});

describe("when a test opens a fake source", () => {
  it("follows what the test does to it", async () => {
    const registry = new OperationRegistry();
    const fake = createFakeSource([greet]);
    const handle = await openSource(fake.source, {}, { registry, name: "shop" });
    expect(fake.openings).toBe(1);
    fake.setOperations([part]);
    await expect.poll(() => registry.list().map(({ name }) => name)).toEqual(["part"]);
    fake.lose();
    await expect(registry.execute("fake.part", {})).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    fake.restore();
    expect((await registry.execute("fake.part", {})).data).toBe("bye");
    await handle.close();
    expect(fake.openings).toBe(0);
  });
});
