import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Type } from "typebox";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeTempFolder } from "../../../tests/support/temp-folder.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { AwayOperations } from "./away-operations.ts";
import { CallCounter } from "./call-counter.ts";
import { HubOperation } from "./hub-operation.ts";

const accessControl = { requiredScopes: [] };

/** A hub whose last run has left this file. */
async function openWith(content: unknown) {
  const file = join(makeTempFolder("away"), "offers.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify({ operations: content }));
  const registry = new OperationRegistry();
  const lines: string[] = [];
  const log = (_level: string, message: string): void => void lines.push(message);
  const away = await AwayOperations.open(registry, { file, keepMs: 60_000, log });
  onTestFinished(() => away.close());
  return { file, registry, away, lines, ids: [...registry.quarantine.away().keys()] };
}

function ofSpoke(name: string): HubOperation {
  const operation = defineOperation({
    namespace: "far",
    name,
    version: "1.0.0",
    type: "QUERY",
    description: "For tests.",
    inputSchema: Type.Object({}),
    outputSchema: Type.Null(),
    accessControl,
    handler: () => null,
  });
  const rules = { kind: "spoke", accessControl, needsApproval: false, output: undefined } as const;
  return new HubOperation(operation, { ...rules, calls: new CallCounter() });
}

describe("when a hub reads what its last run has left", () => {
  it("takes only operations whose requirements it can read", async () => {
    const { ids } = await openWith([
      ["far.good", { requiredScopes: ["a"], requiredScopesAny: ["b"], resourceType: "t", resourceAction: "r" }],
      ["far.late", accessControl, Date.now() - 1],
      ["far.none"],
      ["far.null", null],
      ["far.text", { requiredScopes: "a" }],
      ["far.number", { requiredScopes: [1] }],
      ["far.any", { requiredScopes: [], requiredScopesAny: "b" }],
      ["far.type", { requiredScopes: [], resourceType: { t: 1 } }],
      ["far.time", accessControl, "later"],
      [7, accessControl],
      "far.string",
      null,
    ]);
    expect(ids).toEqual(["far.good"]);
  });

  it.each(["", "null", "[]", "{", '{"operations":{}}'])("begins with nothing if the file holds %j", async (content) => {
    expect((await openWith(content)).ids).toEqual([]);
  });

  it("remembers none longer than its config says", async () => {
    const { registry } = await openWith([["far.long", accessControl, Number.MAX_VALUE]]);
    expect(registry.quarantine.away().get("far.long")?.until).toBeLessThanOrEqual(Date.now() + 60_000);
  });
});

describe("when a hub has more operations than it remembers", () => {
  it("forgets those that left first, and none that is there", async () => {
    const { file, registry, away } = await openWith(
      Array.from({ length: 10_000 }, (_, index) => [`far.o${index}`, accessControl, Date.now() + 60_000]),
    );
    registry.register(ofSpoke("here"));
    await away.close();
    const { operations } = JSON.parse(await readFile(file, "utf8")) as { operations: ReadonlyArray<readonly [string]> };
    const ids = operations.map(([id]) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([10_000, "far.o1", "far.here"]);
  });
});
