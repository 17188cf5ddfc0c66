import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { subscribe } from "../registry/subscribe.ts";
import { openSource } from "../sources/open-source.ts";
import { createFakeSource } from "./fake-source.ts";
import { recordSource } from "./record-source.ts";
import { replaySource } from "./replay-source.ts";
import { testSource } from "./test-source.ts";

const common = {
  namespace: "shop",
  version: "1.0.0",
  description: "For the tests",
  accessControl: { requiredScopes: [] },
} as const;
let served = 0;
const serve = defineOperation({
  ...common,
  name: "serve",
  type: "MUTATION",
  inputSchema: Type.Object({ sku: Type.String(), bytes: Type.Optional(Type.Unknown()) }),
  outputSchema: Type.Unknown(),
  errorSchemas: { OUT_OF_STOCK: { schema: Type.Object({ left: Type.Integer() }) } },
  handler: ({ sku }, { fail }) =>
    sku === "" ? fail("OUT_OF_STOCK", { left: 0 }) : { sku, served: ++served, bytes: new Uint8Array([1, 2]) },
});
const prices = defineOperation({
  ...common,
  name: "prices",
  type: "SUBSCRIPTION",
  inputSchema: Type.Object({}),
  outputSchema: Type.Number(),
  async *handler() {
    yield* [3, 2, 1];
  },
});

let folder = "";
let file = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "operations-recording-"));
  file = join(folder, "shop.recording.json");
  const registry = new OperationRegistry();
  const source = recordSource(createFakeSource([serve, prices]).source, file);
  const handle = await openSource(source, {}, { registry, name: "shop" });
  await exercise(registry);
  await handle.close();
});
afterAll(() => rm(folder, { recursive: true }));

/** The answers to the calls of a test. */
async function exercise(registry: OperationRegistry): Promise<unknown[]> {
  const bytes = new Uint8Array([7]);
  const first = await registry.execute(serve, { sku: "lamp", bytes });
  const second = await registry.execute(serve, { sku: "lamp", bytes });
  const failed: unknown = await registry.execute(serve, { sku: "" }).catch((error: unknown) => error);
  const items: unknown[] = [];
  for await (const { data } of subscribe(registry, prices, {})) items.push(data);
  return [first.data, second.data, failed, items];
}

describe("when a recorded source is replayed", () => {
  it("answers as it did, in order: data, bytes, declared errors and streams", async () => {
    const registry = new OperationRegistry();
    const handle = await openSource(replaySource(file), {}, { registry, name: "shop" });
    const before = served;
    const [first, second, failed, items] = await exercise(registry);
    expect(first).toEqual({ sku: "lamp", served: 1, bytes: new Uint8Array([1, 2]) });
    expect(second).toMatchObject({ served: 2 });
    expect(failed).toMatchObject({ code: "OUT_OF_STOCK", details: { left: 0 }, declaredBy: "shop.serve" });
    expect(items).toEqual([3, 2, 1]);
    expect(served).toBe(before);
    await handle.close();
  });

  it("says so if the recording has no answer", async () => {
    const registry = new OperationRegistry();
    const handle = await openSource(replaySource(file), {}, { registry, name: "shop" });
    await expect(registry.execute(serve, { sku: "desk" })).rejects.toThrow(
      /has no answer of shop\.serve to this input, and 3 to other inputs: record it again/,
    );
    await handle.close();
  });

  it("refuses a file that is not a recording", async () => {
    const other = join(folder, "other.json");
    await writeFile(other, '{"version":2}');
    for (const name of [other, join(folder, "nothing.json")]) {
      const opening = openSource(replaySource(name), {}, { registry: new OperationRegistry(), name: "shop" });
      await expect(opening).rejects.toThrow(/cannot be used: .* Make it with recordSource\(\)/);
    }
  });

  it("writes a file that people can read and compare", async () => {
    const text = await readFile(file, "utf8");
    expect(text.endsWith("}\n")).toBe(true);
    expect(JSON.parse(text)).toMatchObject({
      version: 1,
      operations: [{ spec: { name: "serve" } }, { spec: { name: "prices" } }],
    });
  });
});

describe("the contract of sources", () => {
  const call = { id: "shop.serve", input: { sku: "lamp", bytes: new Uint8Array([7]) } };
  const setup = () => ({ config: {}, call });
  const recording = recordSource(
    createFakeSource([serve]).source,
    join(tmpdir(), `operations-${process.pid}.recording.json`),
  );
  const replaying = {
    ...replaySource(""),
    open: (...args: Parameters<ReturnType<typeof replaySource>["open"]>) => replaySource(file).open(...args),
  };
  afterAll(() => rm(join(tmpdir(), `operations-${process.pid}.recording.json`), { force: true }));
  testSource({ describe, it }, { name: "recorded", source: recording, setup, badConfigs: {} });
  testSource({ describe, it }, { name: "replayed", source: replaying, setup, badConfigs: {} });
});
