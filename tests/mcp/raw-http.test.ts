/** HTTP: sessions, credentials, limits and broken answers, against a server without an SDK. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { OperationContext, OperationSpec } from "../../src/entries/index.ts";
import { sendEvent } from "./servers/raw-http-server.ts";
import { until } from "../support/until.ts";
import { connect, startServer, textOf } from "./support.ts";

const done = { resultType: "complete", content: [{ type: "text", text: "done" }] };
const eras = ["legacy", "modern"] as const;

describe.each(eras)("when a %s server answers over HTTP", (era) => {
  it("finds the era, calls, and leaves no socket behind", async () => {
    const server = await startServer({ era, onCall: ({ reply }) => reply(done) });
    const { registry, wrapper } = await connect("http", { url: server.url });
    expect(wrapper.server.protocolVersion).toBe(era === "legacy" ? "2025-11-25" : "2026-07-28");
    expect(textOf(await registry.execute("http.act"))).toBe("done");
    await wrapper.close();
    await until(async () => (await server.connections()) === 0);
  });

  it("reads an answer from a stream, with progress before it", async () => {
    const server = await startServer({
      era,
      onCall: ({ message, stream }) => {
        const response = stream();
        const { _meta } = message.params as { _meta: { progressToken: number } };
        const params = { progressToken: _meta.progressToken, progress: 1, total: 2 };
        sendEvent(response, { jsonrpc: "2.0", method: "notifications/progress", params });
        sendEvent(response, { jsonrpc: "2.0", id: message.id, result: done });
        response.end();
      },
    });
    const { registry } = await connect("http", { url: server.url });
    const seen: unknown[] = [];
    const result = await registry.execute("http.act", {}, { onProgress: (progress) => seen.push(progress) });
    expect(textOf(result)).toBe("done");
    expect(seen).toEqual([{ progress: 1, total: 2 }]);
  });

  it("follows changes of the tool list", async () => {
    const server = await startServer({ era, onCall: ({ reply }) => reply(done) });
    const { registry } = await connect("http", { url: server.url });
    await until(async () => (await server.connections()) > 0);
    server.setTools([{ name: "other", inputSchema: { type: "object" } }]);
    await until(() => {
      server.notify("notifications/tools/list_changed");
      return registry.has("http.other");
    });
    expect(registry.has("http.act")).toBe(false);
  });

  it("notices a stream that ends before the answer", async () => {
    const server = await startServer({ era, onCall: ({ stream }) => void stream().end() });
    const { registry } = await connect("http", { url: server.url });
    await expect(registry.execute("http.act")).rejects.toMatchObject({ code: "CONNECTION_LOST", phase: "unknown" });
  });

  it("notices a broken connection", async () => {
    const server = await startServer({ era, onCall: ({ response }) => void response.destroy() });
    const { registry } = await connect("http", { url: server.url });
    await expect(registry.execute("http.act")).rejects.toMatchObject({ code: "CONNECTION_LOST", phase: "unknown" });
  });

  it("knows that a call never reached a stopped server", async () => {
    const server = await startServer({ era, onCall: ({ reply }) => reply(done) });
    const { registry } = await connect("http", { url: server.url });
    await server.close();
    // The first call may take a socket that is still open. Only the second needs a new connection.
    await expect(registry.execute("http.act")).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    await expect(registry.execute("http.act")).rejects.toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted" });
  });

  it.each(["json", "stream"])("refuses an answer beyond the limit: %s", async (kind) => {
    const result = { ...done, content: [{ type: "text", text: "a".repeat(200_000) }] };
    const server = await startServer({
      era,
      onCall: ({ reply, stream, message }) => {
        if (kind === "json") reply(result);
        else sendEvent(stream(), { jsonrpc: "2.0", id: message.id, result });
      },
    });
    const { registry } = await connect("http", { url: server.url, maxMessageBytes: 100_000 });
    await expect(registry.execute("http.act")).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  });

  it("cancels the call at the server", async () => {
    let wasCut = false;
    const server = await startServer({
      era,
      onCall: ({ stream }) => {
        stream().on("close", () => {
          wasCut = true;
        });
      },
    });
    const { registry } = await connect("http", { url: server.url });
    const controller = new AbortController();
    const call = registry.execute("http.act", {}, { signal: controller.signal });
    await until(() => server.received.some(({ method }) => method === "tools/call"));
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "ABORTED" });
    await until(() => wasCut || server.received.some(({ method }) => method === "notifications/cancelled"));
  });

  it("keeps values that the SDK would refuse", async () => {
    const odd = { resultType: "complete", content: [{ type: "hologram" }], structuredContent: [1] };
    const server = await startServer({ era, onCall: ({ reply }) => reply(odd) });
    const { registry } = await connect("http", { url: server.url });
    expect(await registry.execute("http.act")).toMatchObject({
      data: [1],
      meta: { content: [{ type: "text", text: '{"type":"hologram"}' }], structured: true },
    });
  });

  it("sends each caller's own credentials, and never the marker that carries them", async () => {
    const server = await startServer({ era, onCall: ({ reply }) => reply(done) });
    const { registry } = await connect("http", {
      url: server.url,
      token: "ours",
      credentials: (identity) => (identity === undefined ? undefined : { authorization: `Bearer of ${identity.id}` }),
    });
    await registry.execute("http.act", {}, { identity: { id: "ada", scopes: [] } });
    await registry.execute("http.act");
    const calls = server.received.filter(({ method }) => method === "tools/call");
    expect(calls.map(({ authorization }) => authorization)).toEqual(["Bearer of ada", "Bearer ours"]);
    expect(server.received[0]?.authorization).toBe("Bearer ours");
    expect(server.received.flatMap(({ headers }) => Object.keys(headers))).not.toContain("x-operations-exchange");
  });
});

describe("when a session has expired", () => {
  it("opens another, and repeats the call that the server has not processed", async () => {
    let calls = 0;
    const server = await startServer({
      era: "legacy",
      onCall: ({ reply }) => {
        calls++;
        reply(done);
      },
    });
    const { registry } = await connect("http", { url: server.url });
    await registry.execute("http.act");
    server.forgetSessions();
    const results = await Promise.all([1, 2, 3].map(() => registry.execute("http.act")));
    expect(results.map(textOf)).toEqual(["done", "done", "done"]);
    expect(calls).toBe(4);
    expect(server.received.filter(({ method }) => method === "initialize")).toHaveLength(2);
  });
});

describe("when a modern tool requires arguments in header fields", () => {
  it("sends them", async () => {
    const region = { type: "string", "x-mcp-header": "Region" };
    const tool = { name: "act", inputSchema: { type: "object", properties: { region } } };
    const server = await startServer({ era: "modern", tools: [tool], onCall: ({ reply }) => reply(done) });
    const { registry } = await connect("http", { url: server.url });
    await registry.execute("http.act", { region: "north" });
    const call = server.received.find(({ method }) => method === "tools/call");
    expect(call?.headers).toMatchObject({ "mcp-param-region": "north", "mcp-method": "tools/call", "mcp-name": "act" });
  });
});

describe("when a modern server needs more input", () => {
  const startAsking = () => {
    const ask = { method: "elicitation/create", params: { mode: "form", message: "Who?", requestedSchema: who } };
    return startServer({
      era: "modern",
      onCall: ({ stream, message }) => {
        type Answers = Record<string, { action: string; content?: { name: string } }>;
        const answers = message.params?.["inputResponses"] as Answers | undefined;
        const { action, content } = answers?.["q"] ?? {};
        const result =
          answers === undefined
            ? { resultType: "input_required", inputRequests: { q: ask }, requestState: "s" }
            : { resultType: "complete", content: [], structuredContent: { hello: content?.name ?? action } };
        const response = stream();
        sendEvent(response, { jsonrpc: "2.0", id: message.id, result });
        response.end();
      },
    });
  };

  it("asks the caller's own callback, even through a nested call, and declines if there is none", async () => {
    const server = await startAsking();
    const { registry } = await connect("http", { url: server.url, elicitation: true });
    registry.register({
      ...(registry.getSpec("http.act") as OperationSpec),
      inputSchema: {},
      outputSchema: {},
      namespace: "outer",
      handler: (_input: never, { env }: OperationContext) => env["http"]?.["act"]?.({}),
    });
    const answer = (name: string) => ({
      onElicitation: () => ({ action: "accept" as const, content: { name } }),
    });
    const calls = [
      registry.execute("http.act", {}, answer("Ada")),
      registry.execute("outer.act", {}, answer("Bob")),
      registry.execute("http.act", {}),
    ];
    const results = await Promise.all(calls);
    expect(results.map(({ data }) => data)).toEqual([{ hello: "Ada" }, { hello: "Bob" }, { hello: "decline" }]);
  });

  it("asks the config's callback for the right caller, and sends the answer along", async () => {
    const server = await startAsking();
    const { registry } = await connect("http", {
      url: server.url,
      // Longer than it takes to notice a stream that ended without an answer.
      onElicitation: async ({ message }, { call }) => {
        await sleep(300);
        return { action: "accept", content: { name: `${message} ${call?.identity?.id}` } };
      },
    });
    const results = await Promise.all(
      ["ada", "bob"].map((id) => registry.execute("http.act", {}, { identity: { id, scopes: [] } })),
    );
    expect(results.map(({ data }) => data)).toEqual([{ hello: "Who? ada" }, { hello: "Who? bob" }]);
  });
});

const who = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

describe("when a server cannot be used", () => {
  it("reports that no server answers", async () => {
    await expect(createMCPClient("http", { url: "http://127.0.0.1:9/mcp" })).rejects.toMatchObject({
      phase: "notStarted",
      message: expect.stringContaining("http") as string,
    });
  });

  it.each([
    [{}, 'needs a "command"'],
    [{ command: "a", url: "http://a" }, "both"],
    [{ url: "file:///etc/passwd" }, "not an http(s) address"],
    [{ url: "https://ada:secret@example.com" }, "credentials in its"],
    [{ command: "a", credentials: () => ({}) }, "header fields"],
  ])("reports what is wrong with a configuration: %o", async (config, problem) => {
    await expect(createMCPClient("x", config)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining(problem) as string,
    });
  });
});
