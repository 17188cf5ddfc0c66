import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { toSelection } from "../../../answers/select-parts.ts";
import { mcpEnvelope } from "../../../envelope/response-envelope.ts";
import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { spec } from "../../../registry/fixtures.test-support.ts";
import { boundEnvelope } from "./bound-envelope.ts";
import type { ResultBound } from "./bounded-result.ts";

const outputSchema = Type.Object({ text: Type.String(), unit: Type.String({ default: "m" }) });
const described = spec({ name: "part", outputSchema });
const noted = {
  "alkdev.operations/stripped": { count: 1, paths: ["/password"] },
  "alkdev.operations/filled": { count: 1, paths: ["/unit"] },
};
const bound = (room: number): ResultBound => ({
  room,
  keep: () => undefined,
  outputSchema: () => undefined,
  operation: described,
});

function answerOf(text: string): Promise<ResponseEnvelope> {
  const handler = (): never => ({ text, password: "hunter2" }) as never;
  return new OperationRegistry().register({ ...described, handler }).execute("test.part", {});
}

describe("when only a part of an answer goes to an MCP client", () => {
  it.each([
    ["is selected", "short", 1000, "$.unit"],
    ["is selected and cut", "long ".repeat(100), 300, "$['text','unit']"],
    ["fits", "long ".repeat(100), 300, undefined],
    ["fits of what is too large to be written", "x".repeat(40 * 2 ** 20), 1000, undefined],
  ])("says what was stripped and filled in if a part %s", async (_which, text, room, select) => {
    const selection = select === undefined ? undefined : await toSelection(select);
    const result = boundEnvelope(await answerOf(text), { bound: bound(room), selection, spec: described });
    expect(result._meta).toMatchObject(noted);
  });

  it("says of a part what a hub behind MCP said, and nothing else of its _meta", async () => {
    const meta = { isError: false, content: [], structuredContent: { unit: "m" }, _meta: { ...noted, other: 1 } };
    const selection = await toSelection("$.unit");
    const options = { bound: bound(1000), spec: described };
    expect(boundEnvelope(mcpEnvelope({ unit: "m" }, meta), { ...options, selection })._meta).toEqual(noted);
    const silent = mcpEnvelope({ unit: "m" }, { ...meta, _meta: { other: 1 } });
    expect(boundEnvelope(silent, { ...options, selection })).not.toHaveProperty("_meta");
  });
});
