import type { Client } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { defineOperation } from "../../operation/define-operation.ts";
import type { ElicitationAnswer } from "../../operation/caller-request.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { waitingDeadlines } from "../../shared/time/deadline-timer.ts";
import { ask, asking, askingFor, nameQuestion, WAYS } from "./asking-client.test-support.ts";
import type { Answerer, AskedClientOptions } from "./asking-client.test-support.ts";
import { until } from "../../../tests/support/until.ts";
import { ERAS, registryOf } from "./fixtures.test-support.ts";
import type { MCPService } from "./options/mcp-service.ts";
import { serveMCP } from "./serve-mcp.ts";
import type { ServeMCPOptions } from "./options/serve-mcp-options.ts";

const operations = [
  askingFor("name", nameQuestion),
  askingFor("page", { mode: "url", message: "Sign in", url: "https://example.org/sign-in" }),
  asking("twice", async (context) => {
    const first = await ask(context, nameQuestion);
    return { first, second: await ask(context, { ...nameQuestion, message: "Really?" }) };
  }),
  asking("both", async (context) => ({
    answers: await Promise.all(["One?", "Two?"].map((message) => ask(context, { ...nameQuestion, message }))),
  })),
  asking("steps", async (context) => {
    context.onProgress?.({ progress: 1, message: "before" });
    const answer = await ask(context, nameQuestion);
    context.onProgress?.({ progress: 2, message: "after" });
    return answer;
  }),
];

const accept: Answerer = () => ({ action: "accept", content: { name: "Ada" } });

/** A client that receives a question, and never answers. */
function silent(): { answer: Answerer; asked: Promise<void>; withdrawn: Promise<void> } {
  let ask: () => void, withdraw: () => void;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const withdrawn = new Promise<void>((resolve) => (withdraw = resolve));
  const answer: Answerer = (_params, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        withdraw();
        reject(new Error("withdrawn"));
      });
      ask();
    });
  return { answer, asked, withdrawn };
}

let service: MCPService;
let clients: Client[] = [];

afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
  await service.close();
  expect(waitingDeadlines()).toBe(0);
});

function serve(options: ServeMCPOptions = {}, more: typeof operations = []): void {
  service = serveMCP(registryOf([...operations, ...more]), options);
}

async function connect(way: keyof typeof WAYS, options: AskedClientOptions): Promise<Client> {
  const client = await WAYS[way](service, options);
  clients.push(client);
  return client;
}

const cases = ERAS.flatMap((era) => (["a connection", "HTTP"] as const).map((way) => [era, way] as const));

describe.each(cases)("when an operation asks a client of the %s era over %s", (era, way) => {
  it("receives its answer", async () => {
    serve();
    const asked: unknown[] = [];
    const client = await connect(way, {
      era,
      answer: (params) => (asked.push(params), accept(params, undefined as never)),
    });
    const { structuredContent } = await client.callTool({ name: "test_name" });
    expect(structuredContent).toEqual({ action: "accept", content: { name: "Ada" } });
    expect(asked).toMatchObject([nameQuestion]);
  });

  it.each(["decline", "cancel"])("receives a %s", async (action) => {
    serve();
    const client = await connect(way, { era, answer: () => ({ action }) });
    expect((await client.callTool({ name: "test_name" })).structuredContent).toEqual({ action });
  });

  it("sends it to a page if the client can open one", async () => {
    serve();
    const asked: unknown[] = [];
    const client = await connect(way, { era, answer: (params) => (asked.push(params), { action: "accept" }) });
    expect((await client.callTool({ name: "test_page" })).structuredContent).toEqual({ action: "accept" });
    expect(asked).toMatchObject([{ mode: "url", message: "Sign in", url: "https://example.org/sign-in" }]);
  });

  it("gets an error if the client accepts no questions, or none of this kind", async () => {
    serve();
    const deaf = await connect(way, { era });
    expect(await deaf.callTool({ name: "test_name" })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^UNHEARD: This client accepts no questions\.\n/) as string }],
    });
    const withoutPages = await connect(way, { era, answer: accept, elicitation: { form: {} } });
    expect(await withoutPages.callTool({ name: "test_page" })).toMatchObject({
      isError: true,
      content: [
        {
          text: expect.stringMatching(
            /^EXECUTION_ERROR: The MCP client accepts no questions of the mode url\.\n/,
          ) as string,
        },
      ],
    });
  });

  it("may ask again, and several at once", async () => {
    serve();
    const client = await connect(way, {
      era,
      answer: ({ message }) => ({ action: "accept", content: { name: String(message) } }),
    });
    expect((await client.callTool({ name: "test_twice" })).structuredContent).toMatchObject({
      first: { content: { name: "Who are you?" } },
      second: { content: { name: "Really?" } },
    });
    expect((await client.callTool({ name: "test_both" })).structuredContent).toMatchObject({
      answers: [{ content: { name: "One?" } }, { content: { name: "Two?" } }],
    });
  });

  it("sends progress before and after it", async () => {
    serve();
    const client = await connect(way, { era, answer: accept });
    const heard: unknown[] = [];
    await client.callTool({ name: "test_steps" }, { onprogress: ({ message }) => heard.push(message) });
    // The client also reports its own steps to itself.
    expect(heard.filter((message) => message === "before" || message === "after")).toEqual(["before", "after"]);
  });

  it("may ask between the items of a stream", async () => {
    const stream = defineOperation({
      ...operations[0]!,
      name: "stream",
      type: OperationType.SUBSCRIPTION,
      async *handler(_input: unknown, context: OperationContext) {
        yield "before";
        yield await ask(context, nameQuestion);
      },
    });
    serve({}, [stream]);
    const client = await connect(way, { era, answer: () => ({ action: "decline" }) });
    expect((await client.callTool({ name: "test_stream" })).structuredContent).toEqual({
      items: ["before", { action: "decline" }],
      complete: true,
    });
  });

  it("can be aborted after the answer as well as before", async () => {
    let goOn: () => void, reason: unknown;
    const answered = new Promise<void>((resolve) => (goOn = resolve));
    const lasting = asking("lasting", async (context) => {
      await ask(context, nameQuestion);
      return new Promise((_resolve, reject) => {
        context.signal.addEventListener("abort", () => reject((reason = context.signal.reason)));
        goOn();
      });
    });
    serve({}, [lasting]);
    const client = await connect(way, { era, answer: accept });
    const giveUp = new AbortController();
    const call = client.callTool({ name: "test_lasting" }, { signal: giveUp.signal });
    await answered;
    giveUp.abort();
    await expect(call).rejects.toThrow();
    await until(() => reason !== undefined);
    expect(reason).toMatchObject({ code: "ABORTED" });
  });

  it("does not count the time of a person against the call's time limit", async () => {
    const errors: unknown[] = [];
    serve({ callTimeout: 500, questionTimeout: 1500, onError: (error) => errors.push(error) });
    const client = await connect(way, { era, answer: silent().answer });
    client.callTool({ name: "test_name" }).catch(() => undefined);
    await until(() => errors.length > 0);
    expect(errors).toMatchObject([
      { code: "TIMEOUT", message: "The MCP client has not answered a question within 1500 ms." },
    ]);
  });

  it("waits no longer than the client's time limit", async () => {
    const errors: unknown[] = [];
    serve({ questionTimeout: 30, onError: (error) => errors.push(error) });
    const client = await connect(way, { era, answer: silent().answer });
    client.callTool({ name: "test_name" }).catch(() => undefined);
    await until(() => errors.length > 0);
    expect(errors).toMatchObject([
      { code: "TIMEOUT", message: "The MCP client has not answered a question within 30 ms." },
    ]);
  });

  it("learns that the service closes", async () => {
    let reason: unknown;
    const watched = asking("watched", async (context) => {
      context.signal.addEventListener("abort", () => (reason = context.signal.reason));
      return ask(context, nameQuestion);
    });
    serve({}, [watched]);
    const { answer, asked } = silent();
    const client = await connect(way, { era, answer });
    client.callTool({ name: "test_watched" }).catch(() => undefined);
    await asked;
    await service.close();
    await until(() => reason !== undefined);
    expect(reason).toMatchObject({ code: "ABORTED" });
  });
});

describe.each(["a connection", "HTTP"] as const)("when a call of the legacy era over %s has asked", (way) => {
  it("withdraws its question when the client aborts the call", async () => {
    serve();
    const { answer, asked, withdrawn } = silent();
    const client = await connect(way, { era: "legacy", answer });
    const giveUp = new AbortController();
    const call = client.callTool({ name: "test_name" }, { signal: giveUp.signal });
    await asked;
    giveUp.abort();
    await expect(call).rejects.toThrow();
    await withdrawn;
  });

  it("withdraws unanswered questions when it ends", async () => {
    let late: Promise<ElicitationAnswer> | undefined;
    const { answer, asked, withdrawn } = silent();
    const hasty = asking("hasty", async ({ onElicitation }) => {
      // With its own signal, which never fires.
      late = Promise.resolve(onElicitation!(nameQuestion, { signal: new AbortController().signal }));
      await asked;
      return "done";
    });
    serve({}, [hasty]);
    const client = await connect(way, { era: "legacy", answer });
    expect(await client.callTool({ name: "test_hasty" })).toMatchObject({ structuredContent: { result: "done" } });
    await withdrawn;
    await expect(late).rejects.toMatchObject({ code: "ABORTED" });
  });

  it("has at most 16 questions open", async () => {
    const many = asking("many", (context) => Promise.all(Array.from({ length: 17 }, () => ask(context, nameQuestion))));
    serve({}, [many]);
    const client = await connect(way, { era: "legacy", answer: silent().answer });
    expect(await client.callTool({ name: "test_many" })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^OVERLOADED: 16 questions/) as string }],
    });
  });

  it("gets an error if the client fails to answer", async () => {
    serve();
    const client = await connect(way, {
      era: "legacy",
      answer: () => {
        throw new Error("secret of the client");
      },
    });
    expect(await client.callTool({ name: "test_name" })).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/^EXECUTION_ERROR: The MCP client could not answer a question\.\n/) as string },
      ],
    });
  });
});

describe("when clients of the legacy era have no sessions", () => {
  it("cannot ask them", async () => {
    serve({ sessions: false });
    const client = await connect("HTTP", { era: "legacy", answer: accept });
    expect(await client.callTool({ name: "test_name" })).toMatchObject({ isError: true });
  });
});
