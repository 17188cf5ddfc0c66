import { describe, expect, it } from "vitest";
import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { promptOperations } from "./query-operations.ts";
import type { Requester } from "../session/requester.ts";

const prompt = {
  description: "A greeting",
  messages: [
    { role: "user", content: { type: "text", text: "Hello" } },
    { role: "assistant", content: { type: "text", text: "Hi" } },
  ],
};

const requester: Requester = {
  server: "s",
  location: "",
  accessControl: { requiredScopes: [] },
  warn: () => {},
  ask: () => Promise.resolve(prompt),
};

describe("when a prompt is filled in", () => {
  it("says in its meta who says what, for those who pass it on as an MCP result", async () => {
    const operations = promptOperations({ namespace: "s", version: "1.0.0", requester });
    const registry = new OperationRegistry().registerAll(operations);
    const { data, meta }: ResponseEnvelope = await registry.execute("s.prompts.get", { name: "greet" });
    expect(data).toEqual(prompt);
    expect(meta).toMatchObject({ structuredContent: prompt });
  });
});
