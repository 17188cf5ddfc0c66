/** What revision 2026-07-28 requires of a client, and what happens with another client's state. */
import { withInputRequired } from "@modelcontextprotocol/client";
import type { Identity } from "../../../operation/access-control.ts";
import type { Credential } from "../../../operation/authenticate.ts";
import type { Client, StandardSchemaV1 } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { waitingDeadlines } from "../../../shared/time/deadline-timer.ts";
import { ask, asking, askingFor, nameQuestion, WAYS } from "../asking-client.test-support.ts";
import { until } from "../../../../tests/support/until.ts";
import { registryOf, waiting } from "../fixtures.test-support.ts";
import type { MCPService } from "../options/mcp-service.ts";
import { serveMCP } from "../serve-mcp.ts";
import type { ServeMCPOptions } from "../options/serve-mcp-options.ts";

interface Answered {
  readonly resultType?: string;
  readonly inputRequests?: Record<string, unknown>;
  readonly requestState?: string;
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly content?: Array<{ text: string }>;
}

const anyResult: StandardSchemaV1<Answered> = {
  "~standard": { version: 1, vendor: "test", validate: (value) => ({ value: value as Answered }) },
};

const INVALID = { code: -32_602, message: expect.stringContaining("Invalid or expired requestState") as string };

const ada = { action: "accept", content: { name: "Ada" } };

let service: MCPService;
let clients: Client[] = [];
let errors: unknown[] = [];

afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
  await service.close();
  expect(waitingDeadlines()).toBe(0);
});

function serve(options: ServeMCPOptions = {}, more: Parameters<typeof registryOf>[0] = []): void {
  const operations = [askingFor("name", { ...nameQuestion, elicitationId: "who" }), askingFor("other", nameQuestion)];
  const heard: unknown[] = (errors = []);
  service = serveMCP(registryOf([...operations, ...more]), { onError: (error) => heard.push(error), ...options });
}

async function connect(way: keyof typeof WAYS = "HTTP", token?: string): Promise<Client> {
  const client = await WAYS[way](service, { era: "modern", answer: () => ada, token });
  clients.push(client);
  return client;
}

interface Rest {
  readonly name?: string;
  readonly arguments?: object;
  readonly requestState?: string | undefined;
  readonly inputResponses?: unknown;
}

/** One request, without the client's own continuation. */
async function call(client: Client, { name = "test_name", ...rest }: Rest = {}): Promise<Answered> {
  const params = { name, arguments: {}, ...rest };
  const request = { method: "tools/call", params } as Parameters<Client["request"]>[0];
  return await client.request(request, withInputRequired(anyResult), { allowInputRequired: true });
}

describe("when a call has asked its client", () => {
  it("answers the request with the question and a state, and continues with the answer", async () => {
    serve();
    const client = await connect();
    const { requestState, ...asked } = await call(client);
    const { mode, message, requestedSchema } = nameQuestion;
    expect(asked).toMatchObject({
      resultType: "input_required",
      inputRequests: { who: { method: "elicitation/create", params: { mode, message, requestedSchema } } },
    });
    expect(requestState).toMatch(/^[\da-f-]{36}$/);
    const answered = await call(client, { requestState, inputResponses: { who: ada, unknown: ada } });
    expect(answered.structuredContent).toEqual(ada);
  });

  it("accepts a state once", async () => {
    serve();
    const client = await connect();
    const { requestState } = await call(client);
    await call(client, { requestState, inputResponses: { who: ada } });
    await expect(call(client, { requestState, inputResponses: { who: ada } })).rejects.toMatchObject(INVALID);
  });

  it("does not say that it never started if there is no room to continue it now", async () => {
    const { operation, entered } = waiting();
    serve({ maxConcurrentCalls: 1 }, [operation]);
    const client = await connect();
    const { requestState } = await call(client);
    const other = new AbortController();
    const running = client.callTool({ name: "test_wait" }, { signal: other.signal });
    running.catch(() => undefined);
    await entered;
    const refused = await call(client, { requestState, inputResponses: { who: ada } });
    expect(refused).toMatchObject({
      isError: true,
      _meta: { "alkdev.operations/error": { code: "OVERLOADED", phase: "unknown" } },
    });
    other.abort();
    await expect(running).rejects.toThrow();
    // The question is still open.
    await until(async () => (await call(client, { requestState, inputResponses: { who: ada } })).isError !== true);
  });

  it.each([
    [{ requestState: "made up" }],
    [{ requestState: "" }],
    [{ requestState: "__proto__" }],
    [{ requestState: 5 as never }],
  ])("accepts no other state: %j", async (rest) => {
    serve();
    const client = await connect();
    await expect(call(client, { ...rest, inputResponses: { who: ada } })).rejects.toMatchObject({ code: -32_602 });
  });

  it.each([
    ["no answers", undefined],
    ["the answer to another question", { other: ada }],
    ["no object", { who: 5 }],
    ["an unknown action", { who: { action: "failed" } }],
    ["content that is not a form's", { who: { action: "accept", content: { name: { first: "Ada" } } } }],
  ])("asks again, with another state, if it receives %s", async (_, inputResponses) => {
    serve();
    const client = await connect();
    const first = await call(client);
    const second = await call(client, { requestState: first.requestState, inputResponses });
    expect(second.inputRequests).toEqual(first.inputRequests);
    expect(second.requestState).not.toBe(first.requestState);
    const { requestState } = second;
    expect((await call(client, { requestState, inputResponses: { who: ada } })).structuredContent).toEqual(ada);
  });

  it("keeps the answers so far while it asks for the rest", async () => {
    const both = asking("both", async (context) => ({
      answers: await Promise.all(["a", "b"].map((id) => ask(context, { ...nameQuestion, elicitationId: id }))),
    }));
    serve({}, [both]);
    const client = await connect();
    const name = "test_both";
    const first = await call(client, { name });
    const second = await call(client, { name, requestState: first.requestState, inputResponses: { a: ada } });
    expect(Object.keys(second.inputRequests ?? {})).toEqual(["b"]);
    const { requestState } = second;
    const last = await call(client, { name, requestState, inputResponses: { b: { action: "decline" } } });
    expect(last.structuredContent).toEqual({ answers: [ada, { action: "decline" }] });
  });

  it("invents names for questions whose ids are taken or invalid", async () => {
    const ids = ["same", "same", "__proto__", "a b", undefined];
    const many = asking("many", (context) =>
      Promise.all(ids.map((elicitationId) => ask(context, { ...nameQuestion, elicitationId }))),
    );
    serve({}, [many]);
    const client = await connect();
    const { inputRequests } = await call(client, { name: "test_many" });
    expect(Object.keys(inputRequests ?? {})).toEqual(["same", "question-2", "question-3", "question-4", "question-5"]);
  });

  it("asks at most 16 questions at once", async () => {
    const many = asking("many", (context) => Promise.all(Array.from({ length: 17 }, () => ask(context, nameQuestion))));
    serve({}, [many]);
    const { isError, content } = await call(await connect(), { name: "test_many" });
    expect(isError).toBe(true);
    expect(content?.[0]?.text).toMatch(/^OVERLOADED: 16 questions/);
  });

  it("keeps its original arguments", async () => {
    serve();
    const client = await connect();
    const { requestState } = await call(client);
    const rest = { arguments: { changed: true }, requestState, inputResponses: { who: ada } };
    expect((await call(client, rest)).structuredContent).toEqual(ada);
  });

  it("holds no slot of the running calls", async () => {
    serve({ maxConcurrentCalls: 1 });
    const client = await connect();
    const { requestState } = await call(client);
    await call(client);
    expect((await call(client, { requestState, inputResponses: { who: ada } })).structuredContent).toEqual(ada);
  });

  it("keeps a result that arrives meanwhile for the client", async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const hurried = asking("hurried", async ({ onElicitation, signal }) => {
      void onElicitation?.({ ...nameQuestion, elicitationId: "who" }, { signal });
      await finished;
      return "done without an answer";
    });
    serve({}, [hurried]);
    const client = await connect();
    const { requestState } = await call(client, { name: "test_hurried" });
    finish();
    const rest = { name: "test_hurried", requestState, inputResponses: { who: ada } };
    expect(JSON.stringify(await call(client, rest))).toContain("done without an answer");
  });
});

describe("when a state belongs to another client", () => {
  it("is as unknown as any other, and stays valid for its owner", async () => {
    const authenticate = ({ token }: Credential): Identity => ({ id: token, scopes: [] });
    serve({ authenticate, anonymous: true });
    const [owner, other, nobody] = [await connect("HTTP", "ada"), await connect("HTTP", "bob"), await connect()];
    const { requestState } = await call(owner);
    const rest = { requestState, inputResponses: { who: ada } };
    await expect(call(other, rest)).rejects.toMatchObject(INVALID);
    await expect(call(nobody, rest)).rejects.toMatchObject(INVALID);
    expect((await call(owner, rest)).structuredContent).toEqual(ada);
  });

  it("is unknown to another operation, and on another connection", async () => {
    serve();
    const [owner, other] = [await connect("a connection"), await connect("a connection")];
    const { requestState } = await call(owner);
    const rest = { requestState, inputResponses: { who: ada } };
    await expect(call(other, rest)).rejects.toMatchObject(INVALID);
    await expect(call(owner, { ...rest, name: "test_other" })).rejects.toMatchObject(INVALID);
    expect((await call(owner, rest)).structuredContent).toEqual(ada);
  });
});

describe("when many calls wait for answers", () => {
  it("refuses questions beyond the limit of an identity, and beyond the limit for all", async () => {
    const authenticate = ({ token }: Credential): Identity => ({ id: token, scopes: [] });
    serve({ authenticate, maxSuspendedCalls: 3, maxSuspendedCallsPerClient: 2 });
    const [first, second] = [await connect("HTTP", "ada"), await connect("HTTP", "bob")];
    const { requestState } = await call(first);
    await call(first);
    const refused = { isError: true, content: [{ text: expect.stringMatching(/^OVERLOADED: Too many/) as string }] };
    expect(await call(first)).toMatchObject(refused);
    expect(await call(second)).toMatchObject({ resultType: "input_required" });
    expect(await call(second)).toMatchObject(refused);
    await call(first, { requestState, inputResponses: { who: ada } });
    expect(await call(second)).toMatchObject({ resultType: "input_required" });
  });
});

describe("when a client does not return", () => {
  it("aborts the call in time, however often the client returns without an answer", async () => {
    let reason: unknown;
    const watched = asking("watched", async (context) => {
      context.signal.addEventListener("abort", () => (reason = context.signal.reason));
      return ask(context, nameQuestion);
    });
    serve({ questionTimeout: 100 }, [watched]);
    const client = await connect();
    let { requestState } = await call(client, { name: "test_watched" });
    const deadline = Date.now() + 10_000;
    while (requestState !== undefined && Date.now() < deadline) {
      const again = await call(client, { name: "test_watched", requestState }).catch(() => undefined);
      requestState = again?.requestState;
    }
    expect(requestState).toBeUndefined();
    await until(() => reason !== undefined);
    expect(reason).toMatchObject({ code: "TIMEOUT" });
    expect(errors).toMatchObject([{ message: "The MCP client has not answered a question within 100 ms." }]);
  });

  it("aborts it with the connection", async () => {
    serve();
    const client = await connect("a connection");
    await call(client);
    await client.close();
    await until(() => errors.length > 0);
    expect(errors).toMatchObject([{ code: "ABORTED", message: "The MCP client is gone." }]);
  });
});

describe("when the call asks something that is not a question", () => {
  it.each([
    ["a page without an address", { mode: "url", message: "Go" }],
    ["no text", { mode: "form" }],
    ["an unknown mode", { mode: "telepathy", message: "Hm?" }],
    ["what JSON cannot say", { mode: "form", message: "Big?", requestedSchema: { default: 1n } }],
    ["too much", { mode: "form", message: "x".repeat(70_000) }],
  ])("refuses %s", async (_, question) => {
    serve({}, [askingFor("odd", question as never)]);
    const client = await connect();
    expect((await call(client, { name: "test_odd" })).content?.[0]?.text).toMatch(
      /^(VALIDATION_ERROR|PAYLOAD_TOO_LARGE): /,
    );
  });
});
