import { Type } from "typebox";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { apiKeys } from "../identity/api-keys.ts";
import { serveHTTP } from "./serve-http.ts";

vi.setConfig({ testTimeout: 60_000 });

const ADA = { "x-api-key": "the-key-of-ada-0123" };
const BOB = { "x-api-key": "the-key-of-bob-0123" };

const colour = defineOperation({
  namespace: "demo",
  name: "colour",
  version: "1.0.0",
  type: OperationType.MUTATION,
  description: "Asks for a colour",
  accessControl: { requiredScopes: [] },
  inputSchema: Type.Object({}),
  outputSchema: Type.String(),
  handler: async (_input, { onElicitation, signal }) => {
    if (onElicitation === undefined) return "no one to ask";
    const requestedSchema = { type: "object", properties: { colour: { type: "string" } } };
    const { action, content } = await onElicitation({ mode: "form", message: "Which?", requestedSchema }, { signal });
    return `${action} ${String(content?.["colour"])}`;
  },
});

async function serve(): Promise<string> {
  const registry = new OperationRegistry();
  registry.register(colour);
  const keys = [
    { key: ADA["x-api-key"], identity: { id: "ada", scopes: [] } },
    { key: BOB["x-api-key"], identity: { id: "bob", scopes: [] } },
  ];
  const service = serveHTTP(registry, { authenticate: apiKeys(keys) });
  onTestFinished(() => service.close({ graceMs: 0 }));
  return (await service.listen()).url;
}

interface Asking {
  readonly question: { questionId: string; message: string };
  rest(): Promise<string>;
  leave(): Promise<void>;
}

async function ask(url: string): Promise<Asking> {
  const headers = { ...ADA, accept: "text/event-stream", "operation-questions": "accept" };
  const response = await fetch(`${url}/demo/colour`, { method: "POST", headers });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes("event: question")) text += decoder.decode((await reader.read()).value);
  const [, data = ""] = /event: question\ndata: (.*)\n/.exec(text) ?? [];
  return {
    question: JSON.parse(data) as Asking["question"],
    async rest() {
      let more = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return more;
        more += decoder.decode(value);
      }
    },
    leave: () => reader.cancel(),
  };
}

const answer = (url: string, id: string, body: unknown, headers: object = ADA): Promise<Response> =>
  fetch(`${url}/~/questions/${id}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("when an HTTP client accepts questions", () => {
  it("gets them as events of the call, and answers each once", async () => {
    const url = await serve();
    const asking = await ask(url);
    const { question } = asking;
    expect(question).toMatchObject({ mode: "form", message: "Which?", requestedSchema: { type: "object" } });
    const accepted = { action: "accept", content: { colour: "green" } };
    expect((await answer(url, question.questionId, accepted)).status).toBe(204);
    expect(await asking.rest()).toContain('event: result\ndata: "accept green"');
    expect((await answer(url, question.questionId, accepted)).status).toBe(404);
  });

  it("lets no other caller answer, and refuses nonsense", async () => {
    const url = await serve();
    const asking = await ask(url);
    const { question } = asking;
    const { questionId } = question;
    expect((await answer(url, questionId, { action: "accept" }, BOB)).status).toBe(404);
    expect((await answer(url, questionId, { action: "accept" }, {})).status).toBe(401);
    expect((await answer(url, questionId, { action: "perhaps" })).status).toBe(400);
    expect((await answer(url, questionId, { action: "failed" })).status).toBe(400);
    expect((await answer(url, questionId, { action: "accept", content: { colour: {} } })).status).toBe(400);
    expect((await answer(url, `${questionId.split(".")[0]}.9`, { action: "accept" })).status).toBe(404);
    expect((await answer(url, questionId, { action: "decline" })).status).toBe(204);
    expect(await asking.rest()).toContain('"decline undefined"');
  });

  it("ends a question when its client leaves", async () => {
    const url = await serve();
    const asking = await ask(url);
    const { question } = asking;
    await asking.leave();
    await vi.waitFor(
      async () => expect((await answer(url, question.questionId, { action: "accept" })).status).toBe(404),
      { timeout: 50_000 },
    );
  });

  it("asks other clients nothing", async () => {
    const url = await serve();
    const plain = await fetch(`${url}/demo/colour`, { method: "POST", headers: ADA });
    expect(await plain.json()).toBe("no one to ask");
  });
});
