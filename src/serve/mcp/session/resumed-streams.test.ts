import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/client";
import { Type } from "typebox";
import { afterEach, describe, expect, it } from "vitest";
import { defineOperation } from "../../../operation/define-operation.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { until } from "../../../../tests/support/until.ts";
import { clientOf, openAccess, registryOf } from "../fixtures.test-support.ts";
import type { MCPService } from "../options/mcp-service.ts";
import { serveMCP } from "../serve-mcp.ts";

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** An operation that answers when the test says so. */
function slow() {
  const answers: Array<() => void> = [];
  const operation = defineOperation({
    namespace: "test",
    name: "slow",
    version: "1.0.0",
    type: OperationType.QUERY,
    description: "Waits",
    inputSchema: Type.Object({ text: Type.Optional(Type.String()) }),
    outputSchema: Type.String(),
    accessControl: openAccess,
    handler: async ({ text = "done" }, { onProgress }) => {
      onProgress?.({ progress: 1 });
      await new Promise<void>((resolve) => answers.push(resolve));
      return text;
    },
  });
  const answer = (): void => answers.splice(0).forEach((resolve) => resolve());
  return { operation, answer, isWaiting: () => answers.length > 0 };
}

interface RawSession {
  readonly id: string;
  readonly headers: Record<string, string>;
}

interface SessionOptions {
  readonly version?: string;
  readonly capabilities?: object;
  readonly token?: string;
}

const accept = "application/json, text/event-stream";

class RawClient {
  readonly #service: MCPService;

  constructor(service: MCPService) {
    this.#service = service;
  }

  async begin({ version = "2025-11-25", capabilities = {}, token }: SessionOptions = {}): Promise<RawSession> {
    const own = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const params = { protocolVersion: version, capabilities, clientInfo: { name: "raw", version: "1" } };
    const response = await this.post({ id: "", headers: own }, { id: 0, method: "initialize", params });
    await response.text();
    const id = response.headers.get("mcp-session-id") ?? "";
    const session = { id, headers: { ...own, "mcp-session-id": id, "mcp-protocol-version": version } };
    await this.post(session, { method: "notifications/initialized" });
    return session;
  }

  async post({ headers }: RawSession, message: object): Promise<Response> {
    return await this.#service.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: { "content-type": "application/json", accept, ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      }),
    );
  }

  async call(session: RawSession, id: number, { text, _meta }: { text?: string; _meta?: object } = {}) {
    const params = { name: "test_slow", arguments: { text }, _meta };
    return new Events(await this.post(session, { id, method: "tools/call", params }));
  }

  async resume({ headers }: RawSession, lastEventId: string): Promise<Response> {
    const asked = { ...headers, accept: "text/event-stream", "last-event-id": lastEventId };
    return await this.#service.fetch(new Request("http://localhost/mcp", { headers: asked }));
  }
}

/** Reads the events of a response. */
class Events {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  text = "";

  constructor(response: Response) {
    this.response = response;
    this.#reader = (response.body as ReadableStream<Uint8Array>).getReader();
  }

  /** The fields of the event at this place, once it is there. */
  async at(place: number): Promise<Readonly<Record<string, string>>> {
    for (;;) {
      const events = this.text
        .split("\n\n")
        .slice(0, -1)
        .filter((event) => !event.startsWith(":"));
      const found = events[place];
      if (found !== undefined) return Object.fromEntries(found.split("\n").map((line) => line.split(/: ?(.*)/s)));
      const { done, value } = await this.#reader.read();
      if (done) throw new Error(`The stream has ended: ${this.text}`);
      this.text += new TextDecoder().decode(value);
    }
  }

  async rest(): Promise<string> {
    for (let read = await this.#reader.read(); !read.done; read = await this.#reader.read())
      this.text += new TextDecoder().decode(read.value);
    return this.text;
  }

  async cut(): Promise<void> {
    await this.#reader.cancel();
  }
}

function serve(operations: Parameters<typeof registryOf>[0], options: Parameters<typeof serveMCP>[1] = {}) {
  const service = serveMCP(registryOf(operations), options);
  ends.push(() => service.close());
  return { service, client: new RawClient(service) };
}

/** Calls go two ways: a client that takes questions, or wants progress, is served by the SDK. */
describe.each([
  ["plain", {}, {}],
  ["with progress", {}, { _meta: { progressToken: 7 } }],
  ["of a client that takes questions", { elicitation: {} }, {}],
])("when the connection of a call breaks, %s", (_name, capabilities, more) => {
  it("first sends an id to resume with, and how long to wait", async () => {
    const { operation, answer, isWaiting } = slow();
    const { client } = serve([operation]);
    const events = await client.call(await client.begin({ capabilities }), 1, more);
    expect(events.response.headers.get("content-type")).toBe("text/event-stream");
    const first = await events.at(0);
    expect(first).toMatchObject({ id: expect.any(String) as string, data: "" });
    expect(Number(first["retry"])).toBeGreaterThan(0);
    await until(isWaiting);
    answer();
    expect(await events.rest()).toContain('"done"');
  });

  it("sends the answer on the stream that the client resumes meanwhile", async () => {
    const { operation, answer, isWaiting } = slow();
    const { client } = serve([operation]);
    const session = await client.begin({ capabilities });
    const events = await client.call(session, 1, more);
    const { id = "" } = await events.at(0);
    await until(isWaiting);
    await events.cut();
    const resumed = new Events(await client.resume(session, id));
    answer();
    expect(await resumed.rest()).toContain('"done"');
  });

  it("replays the answer that came meanwhile, as often as it is asked for", async () => {
    const { operation, answer, isWaiting } = slow();
    const { client } = serve([operation]);
    const session = await client.begin({ capabilities });
    const events = await client.call(session, 1, more);
    const { id = "" } = await events.at(0);
    await until(isWaiting);
    await events.cut();
    answer();
    for (const _time of [1, 2]) expect(await new Events(await client.resume(session, id)).rest()).toContain('"done"');
  });

  it("resumes each stream alone", async () => {
    const { operation, answer, isWaiting } = slow();
    const { client } = serve([operation]);
    const session = await client.begin({ capabilities });
    const one = await client.call(session, 1, { text: "one", ...more });
    const two = await client.call(session, 2, { text: "two", ...more });
    const { id = "" } = await one.at(0);
    await two.at(0);
    await until(isWaiting);
    await one.cut();
    answer();
    expect(await two.rest()).toContain('"two"');
    const text = await new Events(await client.resume(session, id)).rest();
    expect(text).toContain('"one"');
    expect(text).not.toContain('"two"');
  });

  it("sends nothing of it to another session or another identity", async () => {
    const { operation, answer, isWaiting } = slow();
    const { client } = serve([operation], {
      authenticate: ({ token }) => (token === undefined ? undefined : { id: token, scopes: [] }),
    });
    const session = await client.begin({ capabilities, token: "ada" });
    const events = await client.call(session, 1, more);
    const { id = "" } = await events.at(0);
    await until(isWaiting);
    answer();
    expect(await events.rest()).toContain('"done"');
    for (const token of ["ada", "eve"]) {
      const refused = await client.resume(await client.begin({ token }), id);
      expect(refused.status).toBe(400);
      expect(await refused.text()).not.toContain("done");
    }
    const stolen = { ...session, headers: { ...session.headers, authorization: "Bearer eve" } };
    expect((await client.resume(stolen, id)).status).toBe(404);
  });

  it("sends no event without a message to a client of an earlier revision", async () => {
    const { operation, answer, isWaiting } = slow();
    const { client } = serve([operation]);
    const session = await client.begin({ capabilities, version: "2025-06-18" });
    const calling = client.call(session, 1, more);
    await until(isWaiting);
    answer();
    const text = await (await calling).rest();
    expect(text).toContain('"done"');
    expect(text).not.toMatch(/^data: ?$/m);
  });
});

describe("when a client names an event that is not kept", () => {
  it.each(["unknown", "_GET_stream_1", "", "__proto__"])("is refused with %j, or listens", async (id) => {
    const { client } = serve([slow().operation]);
    const response = await client.resume(await client.begin(), id);
    // Without an id, it is a client that listens.
    expect(response.status).toBe(id === "" ? 200 : 400);
    await response.body?.cancel();
  });
});

describe("when a client of the SDK loses the connection of its call", () => {
  it("gets the answer all the same", async () => {
    const { operation, answer, isWaiting } = slow();
    const { service } = serve([operation]);
    let hasCut = false;
    const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
      fetch: async (url, init) => {
        const response = await service.fetch(new Request(url, init));
        const isCall = init?.method === "POST" && (init.body as string).includes("tools/call");
        if (!isCall || hasCut) return response;
        hasCut = true;
        const events = new Events(response);
        const { id } = await events.at(0);
        await events.cut();
        return new Response(`id: ${id}\nretry: 10\ndata: \n\n`, { headers: response.headers });
      },
    });
    const client = new Client({ name: "cut", version: "1" }, { versionNegotiation: { mode: "legacy" } });
    await client.connect(transport);
    ends.push(() => client.close());
    const calling = client.callTool({ name: "test_slow", arguments: {} });
    await until(() => hasCut && isWaiting());
    answer();
    expect(await calling).toMatchObject({ content: [{ text: "done" }] });
  });
});

describe("when a client listens for changes, and its connection breaks", () => {
  it("replays the changes that it missed", async () => {
    const { operation } = slow();
    const registry = registryOf([operation]);
    const service = serveMCP(registry);
    ends.push(() => service.close());
    const client = new RawClient(service);
    const [session, other] = [await client.begin(), await client.begin()];
    const events = new Events(await client.resume(session, ""));
    const witness = new Events(await client.resume(other, ""));
    registry.register({ ...operation, name: "more" });
    const { id = "", data } = await events.at(0);
    expect(data).toContain("list_changed");
    expect(id).not.toBe("");
    await witness.at(0);
    await events.cut();
    registry.register({ ...operation, name: "missed" });
    // By then the change is announced to both.
    await witness.at(1);
    const again = new Events(await client.resume(session, id));
    expect((await again.at(0))["data"]).toContain("list_changed");
    expect((await again.at(0))["id"]).not.toBe(id);
    await witness.cut();
    await again.cut();
  });
});

describe("when a client speaks 2026-07-28", () => {
  it("gets no ids, because that revision resumes no streams", async () => {
    const { operation, answer, isWaiting } = slow();
    const { service } = serve([operation]);
    let text = "";
    const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
      fetch: async (url, init) => {
        const response = await service.fetch(new Request(url, init));
        const [kept, read] = response.body === null ? [null, null] : response.body.tee();
        if (read !== null) void new Response(read).text().then((body) => (text += body));
        return new Response(kept, response);
      },
    });
    const client = clientOf("modern");
    await client.connect(transport);
    ends.push(() => client.close());
    const calling = client.callTool({ name: "test_slow", arguments: {} }, { onprogress: () => {} });
    await until(isWaiting);
    answer();
    expect(await calling).toMatchObject({ content: [{ text: "done" }] });
    await until(() => text.includes("done"));
    expect(text).toContain("event: message");
    expect(text).not.toMatch(/^(id|retry):/m);
  });
});
