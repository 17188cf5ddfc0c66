import { afterEach, describe, expect, it, vi } from "vitest";
import { Type } from "typebox";
import { CallError } from "../errors/call-error.ts";
import { httpEnvelope, mcpEnvelope } from "../envelope/response-envelope.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationType } from "../operation/operation-type.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { createSearch } from "../search/create-search.ts";
import { toTools } from "./to-tools.ts";
import type { ToolProvider, Tools, ToToolsOptions } from "./tools-options.ts";

const everyone = { requiredScopes: [] };
const base = { namespace: "notes", version: "1.0.0", accessControl: everyone, outputSchema: Type.Unknown() } as const;

const add = defineOperation({
  ...base,
  name: "add",
  type: OperationType.MUTATION,
  title: "Add a note",
  description: "Adds a note.",
  inputSchema: Type.Object({
    text: Type.String({ minLength: 1 }),
    colour: Type.Optional(Type.String()),
    due: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
  handler: (input) => ({ added: input }),
});

const secret = defineOperation({
  ...base,
  name: "secret",
  type: OperationType.QUERY,
  description: "",
  accessControl: { requiredScopes: ["admin"] },
  inputSchema: Type.Object({}),
  handler: () => "hidden",
});

const count = defineOperation({
  ...base,
  name: "count",
  type: OperationType.SUBSCRIPTION,
  description: "",
  inputSchema: Type.Object({}),
  async *handler() {
    yield 1;
    yield 2;
  },
});

const picture = defineOperation({
  ...base,
  name: "picture",
  type: OperationType.QUERY,
  description: "",
  inputSchema: Type.Object({ type: Type.String() }),
  handler: ({ type }) =>
    httpEnvelope(new Uint8Array([1, 2, 3]), { statusCode: 200, headers: {}, contentType: `${type}; q=1` }),
});

const failing = defineOperation({
  ...base,
  name: "failing",
  type: OperationType.QUERY,
  description: "",
  inputSchema: Type.Object({}),
  errorSchemas: { FULL: { description: "No room.", schema: Type.Object({ left: Type.Integer() }) } },
  handler: () => {
    throw new CallError("FULL", "There is no room.", { left: 0 });
  },
});

const opened: Array<{ close(): void }> = [];

afterEach(() => {
  for (const tools of opened.splice(0)) tools.close();
});

const registry = (): OperationRegistry => new OperationRegistry().registerAll([add, secret, count, picture, failing]);

function open<TProvider extends ToolProvider>(
  options: ToToolsOptions<TProvider>,
  of: OperationRegistry = registry(),
): Tools<TProvider> {
  const tools = toTools(of, options);
  opened.push(tools);
  return tools;
}

const call = (name: string, args: unknown = {}) => ({ id: "1", name, input: args });

describe("when operations become tools", () => {
  it("lists only what the caller may call", () => {
    const names = open({ provider: "gemini" }).definitions.map(({ name }) => name);
    expect(names).toEqual(["notes_add", "notes_count", "notes_failing", "notes_picture", "read_result"]);
    const admin = open({ provider: "gemini", identity: { id: "ada", scopes: ["admin"] } });
    expect(admin.definitions.map(({ name }) => name)).toContain("notes_secret");
  });

  it.each([[["notes.add"]], [({ name }: { name: string }) => name === "add"]])("lists what is included", (include) => {
    const tools = open({ provider: "gemini", include });
    expect(tools.definitions.map(({ name }) => name)).toEqual(["notes_add", "read_result"]);
  });

  it("includes namespaces as well as ids", () => {
    expect(open({ provider: "gemini", include: ["notes"] }).definitions).toHaveLength(5);
    expect(open({ provider: "gemini", include: ["note"] }).definitions).toHaveLength(0);
  });

  it("follows the registry until it is closed", () => {
    const own = registry();
    const tools = open({ provider: "gemini" }, own);
    expect(tools.definitions).toHaveLength(5);
    own.unregister("notes.count");
    expect(tools.definitions).toHaveLength(4);
  });

  it("chooses names that begin with a letter if the provider requires it", () => {
    const own = new OperationRegistry().register({ ...add, namespace: "3d" });
    expect(open({ provider: "gemini" }, own).definitions[0]?.name).toBe("_3d_add");
    expect(open({ provider: "openai" }, own).definitions[0]).toMatchObject({ name: "3d_add" });
  });

  it("refuses an unknown provider, and features that a provider lacks", () => {
    expect(() => open({ provider: "other" as never })).toThrow("must be one of openai, openai-chat, anthropic");
    expect(() => open({ provider: "gemini", strict: true })).toThrow("gemini has no strict mode");
    expect(() => open({ provider: "openai-chat", search: { by: "provider" } })).toThrow("no search of its own");
  });
});

describe("when a model calls a tool", () => {
  it("maps strict arguments back: null is absent, and a boxed null is null", async () => {
    const tools = open({ provider: "openai", strict: true });
    const text = JSON.stringify({ text: "a", colour: null, due: { value: null } });
    const { output } = await tools.execute({ call_id: "c", name: "notes_add", arguments: text });
    expect(output).toBe('{"added":{"text":"a","due":null}}');
    expect(tools.report.find(({ id }) => id === "notes.add")).toEqual({
      name: "notes_add",
      id: "notes.add",
      strict: true,
      losses: [{ path: "/text", keyword: "minLength", effect: "weakened" }],
    });
  });

  it("learns what is wrong with its arguments", async () => {
    const tools = open({ provider: "anthropic" });
    expect(await tools.execute(call("notes_add", { text: "" }))).toMatchObject({
      is_error: true,
      content: [{ type: "text", text: expect.stringContaining("VALIDATION_ERROR: ") as unknown }],
    });
    const broken = await open({ provider: "openai" }).execute({ call_id: "c", name: "notes_add", arguments: "{" });
    expect(broken.output).toContain("The arguments are not JSON");
    for (const levels of [501, 60_000]) {
      const deep = "[".repeat(levels) + "]".repeat(levels);
      const { output } = await open({ provider: "openai" }).execute({
        call_id: "c",
        name: "notes_add",
        arguments: deep,
      });
      expect(output).toBe("VALIDATION_ERROR: The input is nested more than 500 levels deep.");
    }
    const list = await tools.execute(call("notes_add", [1]));
    expect(list.content).toEqual([{ type: "text", text: "VALIDATION_ERROR: The arguments of a tool are an object." }]);
  });

  it("learns about a similar name, but not about operations that it may not see", async () => {
    const tools = open({ provider: "openai-chat" });
    const ask = async (name: string) => (await tools.execute({ id: "1", function: { name, arguments: "" } })).content;
    expect(await ask("notes_ad")).toContain("notes_add");
    expect(await ask("notes_secret")).not.toContain("secret of");
    expect(await ask("notes_secret")).toContain("OPERATION_NOT_FOUND");
  });

  it("receives declared errors with their details", async () => {
    const { content, is_error } = await open({ provider: "anthropic" }).execute(call("notes_failing"));
    expect(is_error).toBe(true);
    expect(content).toEqual([{ type: "text", text: 'FULL: There is no room.\nDetails: {"left":0}' }]);
  });

  it("receives the items of a stream", async () => {
    const { functionResponse } = await open({ provider: "gemini" }).execute({ name: "notes_count", args: {} });
    expect(functionResponse).toEqual({ name: "notes_count", response: { output: { items: [1, 2], complete: true } } });
  });

  it("stops when the signal does", async () => {
    const controller = new AbortController();
    const waiting = defineOperation({
      ...base,
      name: "waiting",
      type: OperationType.QUERY,
      description: "",
      inputSchema: Type.Object({}),
      handler: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    });
    const tools = open({ provider: "anthropic" }, new OperationRegistry().register(waiting));
    const running = tools.execute(call("notes_waiting"), { signal: controller.signal });
    controller.abort();
    expect(await running).toMatchObject({
      is_error: true,
      content: [{ text: expect.stringContaining("ABORTED") as unknown }],
    });
  });
});

describe("when a tool answers with an image or a file", () => {
  const image = { type: "image/png" };

  it("is an image for providers that accept images", async () => {
    const anthropic = await open({ provider: "anthropic" }).execute(call("notes_picture", image));
    expect(anthropic.content).toEqual([
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AQID" } },
    ]);
    const openai = await open({ provider: "openai" }).execute({
      call_id: "c",
      name: "notes_picture",
      arguments: JSON.stringify(image),
    });
    expect(openai.output).toEqual([{ type: "input_image", image_url: "data:image/png;base64,AQID", detail: "auto" }]);
    const gemini = await open({ provider: "gemini" }).execute({ id: "7", name: "notes_picture", args: image });
    expect(gemini.functionResponse.parts).toEqual([{ inlineData: { mimeType: "image/png", data: "AQID" } }]);
    expect(gemini.functionResponse.id).toBe("7");
    const ai = await open({ provider: "ai-sdk" }).execute({ toolCallId: "1", toolName: "notes_picture", input: image });
    expect(ai.output).toEqual({
      type: "content",
      value: [{ type: "image-data", data: "AQID", mediaType: "image/png" }],
    });
  });

  it("is described in words for providers that do not", async () => {
    const chat = await open({ provider: "openai-chat" }).execute({
      id: "1",
      function: { name: "notes_picture", arguments: JSON.stringify(image) },
    });
    expect(chat.content).toBe("[image: image/png, 3 bytes, which can't be shown here]");
    const svg = await open({ provider: "anthropic" }).execute(call("notes_picture", { type: "image/svg+xml" }));
    expect(svg.content).toEqual([{ type: "text", text: "[image: image/svg+xml, 3 bytes, which can't be shown here]" }]);
  });

  it("is a document if the provider reads documents", async () => {
    const { content } = await open({ provider: "anthropic" }).execute(
      call("notes_picture", { type: "application/pdf" }),
    );
    expect(content).toMatchObject([{ type: "document" }]);
  });

  it("passes on an MCP server's answer", async () => {
    const proxied = defineOperation({
      ...base,
      name: "proxied",
      type: OperationType.QUERY,
      description: "",
      inputSchema: Type.Object({}),
      handler: () =>
        mcpEnvelope([], {
          isError: false,
          content: [
            { type: "text", text: "a" },
            { type: "resource_link", uri: "file:///b", name: "b" },
            { type: "audio", data: "AQID", mimeType: "audio/wav" },
          ],
        }),
    });
    const tools = open({ provider: "openai-chat" }, new OperationRegistry().register(proxied));
    const { content } = await tools.execute({ id: "1", function: { name: "notes_proxied", arguments: "{}" } });
    expect(content).toBe("a\nb: file:///b\n[audio: audio/wav, 3 bytes, which can't be shown here]");
  });
});

describe("when a call needs an approval", () => {
  const asked: unknown[] = [];
  const options = {
    provider: "anthropic",
    needsApproval: ({ id, input }: { id: string; input: unknown }) => asked.push([id, input]) > 0 && id === "notes.add",
  } as const;

  it("runs only with one, and says so beforehand", async () => {
    const tools = open(options);
    const wanted = call("notes_add", { text: "a" });
    expect(await tools.needsApproval(wanted)).toBe(true);
    expect(asked.at(-1)).toEqual(["notes.add", { text: "a" }]);
    expect(await tools.execute(wanted)).toMatchObject({ is_error: true });
    expect(await tools.execute(wanted, { approved: true })).not.toHaveProperty("is_error");
    expect(tools.deny(wanted, "not today").content).toEqual([
      { type: "text", text: "ACCESS_DENIED: notes_add was not approved: not today" },
    ]);
    expect(await tools.needsApproval(call("notes_failing"))).toBe(false);
  });

  it("lets the AI SDK itself ask for it", async () => {
    const { notes_add, notes_failing } = open({ ...options, provider: "ai-sdk" }).definitions;
    expect(await notes_add?.needsApproval?.({ text: "a" })).toBe(true);
    expect(await notes_failing?.needsApproval?.({})).toBe(false);
    expect(open({ provider: "ai-sdk" }).definitions["notes_add"]).not.toHaveProperty("needsApproval");
  });
});

describe("when an operation asks a question", () => {
  it("is answered by the caller's program", async () => {
    const asking = defineOperation({
      ...base,
      name: "asking",
      type: OperationType.MUTATION,
      description: "",
      inputSchema: Type.Object({}),
      handler: async (_, { onElicitation, signal }) =>
        (await onElicitation?.({ mode: "form", message: "Which one?" }, { signal }))?.content,
    });
    const tools = open(
      {
        provider: "openai-chat",
        context: { onElicitation: ({ message }) => ({ action: "accept", content: { answer: message.length } }) },
      },
      new OperationRegistry().register(asking),
    );
    const { content } = await tools.execute({ id: "1", function: { name: "notes_asking", arguments: "{}" } });
    expect(content).toBe('{"answer":10}');
  });
});

describe("when there are many operations", () => {
  const many = (): OperationRegistry =>
    new OperationRegistry().registerAll(
      Array.from({ length: 5 }, (_, index) => ({ ...add, name: `add${index}`, description: `Adds note ${index}.` })),
    );

  it("offers three tools that search, describe and call them", async () => {
    const tools = open({ provider: "anthropic", strict: true, search: { above: 4 } }, many());
    const names = tools.definitions.map(({ name }) => name);
    expect(names).toEqual(["search_operations", "describe_operations", "call_operation", "read_result"]);
    const found = await tools.execute(call("search_operations", { query: "note 3" }));
    expect(JSON.stringify(found.content)).toContain("notes.add3");
    const answer = await tools.execute(call("call_operation", { id: "notes.add3", input: { text: "a" } }));
    expect(answer.content).toEqual([{ type: "text", text: '{"added":{"text":"a"}}' }]);
    const missing = await tools.execute(call("call_operation", { id: "notes.add9" }));
    expect(missing.is_error).toBe(true);
  });

  it("asks for approval of the called operation, not of the search", async () => {
    const tools = open({ provider: "anthropic", search: { above: 0 }, needsApproval: () => true }, many());
    expect(await tools.needsApproval(call("search_operations", { query: "note" }))).toBe(false);
    expect(await tools.needsApproval(call("call_operation", { id: "notes.add1", input: { text: "a" } }))).toBe(true);
  });

  it.each(["openai", "anthropic"] as const)("leaves the search to %s on request", (provider) => {
    const [search, ...tools] = open({ provider, search: { above: 4, by: "provider" } }, many()).definitions;
    expect(search).toMatchObject({ type: expect.stringContaining("tool_search") as unknown });
    expect(tools).toHaveLength(6);
    expect(tools.at(-1)).not.toHaveProperty("defer_loading");
    for (const tool of tools.slice(0, -1)) expect(tool).toMatchObject({ defer_loading: true });
    const few = open({ provider, search: { above: 5, by: "provider" } }, many()).definitions;
    expect(few).toHaveLength(6);
    expect(few[0]).not.toHaveProperty("defer_loading");
  });

  it.each(["openai", "anthropic"] as const)("defers no pinned operation on %s", (provider) => {
    const own = many().register({ ...add, name: "pinned", metadata: { mcp: { pinned: true } } });
    const { definitions } = open({ provider, search: { above: 4, by: "provider" } }, own);
    expect(definitions).toContainEqual(expect.objectContaining({ name: "notes_add0", defer_loading: true }));
    const pinned = definitions.find((tool) => "name" in tool && tool.name === "notes_pinned");
    expect(pinned).toBeDefined();
    expect(pinned).not.toHaveProperty("defer_loading");
    // Only operations that could be deferred count.
    const few = open({ provider, search: { above: 5, by: "provider" } }, own).definitions;
    expect(few.filter((tool) => "defer_loading" in tool)).toEqual([]);
  });

  it("uses an embedder, or a given search that it leaves open", async () => {
    const embedder = {
      model: "m",
      embed: async (texts: readonly string[]) => texts.map((text) => [/note 3|umbrella/.test(text) ? 1 : 0.01, 0.1]),
    };
    const registry = many();
    const tools = open({ provider: "anthropic", search: { above: 4, embedder } }, registry);
    const foundBy = async (asked: typeof tools): Promise<string> =>
      JSON.stringify((await asked.execute(call("search_operations", { query: "umbrella" }))).content);
    await vi.waitFor(async () => expect(await foundBy(tools)).toMatch(/^\D*notes\.add3/), 30_000);
    const engine = createSearch(registry, { embedder });
    await engine.ready();
    const sharing = open({ provider: "anthropic", search: { above: 4, engine } }, registry);
    expect(await foundBy(sharing)).toContain("notes.add3");
    sharing.close();
    expect((await engine.search("umbrella"))[0]?.id).toBe("notes.add3");
    engine.close();
  });
});

describe("when all strict tools of a request share a grammar", () => {
  it("makes as many strict as fit, and says why others are not", () => {
    const own = new OperationRegistry().registerAll(
      Array.from({ length: 22 }, (_, index) => ({ ...add, name: `add${index}` })),
    );
    const tools = open({ provider: "anthropic", strict: true }, own);
    // Each has two optional properties, and a request allows 24.
    expect(tools.report.filter(({ strict }) => strict)).toHaveLength(12);
    expect(tools.report.find(({ strict }) => !strict)?.refused).toContain("at most 24 optionals together");
    expect(tools.definitions).toHaveLength(23);
  });
});
