import { Type } from "typebox";
import { describe, expect, it, onTestFinished } from "vitest";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationType } from "../operation/operation-type.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { toTools } from "./to-tools.ts";
import type { Tools } from "./tools-options.ts";

const add = defineOperation({
  namespace: "notes",
  name: "add",
  version: "1.0.0",
  type: OperationType.MUTATION,
  description: "Adds a note.",
  accessControl: { requiredScopes: [] },
  inputSchema: Type.Object({}),
  outputSchema: Type.Unknown(),
  handler: () => null,
});

const registry = (): OperationRegistry => new OperationRegistry().register(add);

function open(options: { include?: string[] } = {}, of: OperationRegistry = registry()): Tools<"anthropic"> {
  const tools = toTools(of, { provider: "anthropic", ...options });
  onTestFinished(() => tools.close());
  return tools;
}

const call = (name: string) => ({ id: "1", name, input: {} });

describe("when a model calls a tool whose peer is away", () => {
  const away = (id: string, requiredScopes: readonly string[] = []): OperationRegistry => {
    const own = registry();
    own.quarantine.setAway({ id, accessControl: { requiredScopes }, until: Date.now() + 60_000 });
    return own;
  };
  const outputOf = async (tools: Tools<"anthropic">, name: string): Promise<unknown> =>
    (await tools.execute(call(name))).content.map((block) => ("text" in block ? block.text : block.type)).join();

  it.each(["add", "long_".repeat(12)])("says that it may be tried again: %s", async (name) => {
    const namespace = "far.away";
    const there = new OperationRegistry().register({ ...add, namespace, name });
    const tool = open({}, there).definitions[0]?.name ?? "";
    const told = await outputOf(open({}, away(`${namespace}.${name}`)), tool);
    expect(told).toMatch(/^NO_RESPONDER: .+\nTrying again later may help\.$/);
  });

  it("tells nobody who may not call it, or for whom it was not included", async () => {
    const unknown = /^OPERATION_NOT_FOUND/;
    expect(await outputOf(open({}, away("far.add", ["admin"])), "far_add")).toMatch(unknown);
    expect(await outputOf(open({ include: ["notes"] }, away("far.add")), "far_add")).toMatch(unknown);
  });
});
