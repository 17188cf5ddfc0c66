/** Calls to a server without an SDK, which behaves as no SDK would. */
import { describe, expect, it } from "vitest";
import { CallError } from "../../src/entries/index.ts";
import { connect, rawConfig, textOf } from "./support.ts";

/** Far longer than a server on a busy machine takes to answer. */
const TIMEOUT_MS = 4800;

describe("when a server breaks its promises about results", () => {
  it("treats JSON in a text block as data if the tool declares an output schema and sends nothing structured", async () => {
    const { registry } = await connect("raw", rawConfig());
    const { data, meta } = await registry.execute("raw.omits");
    expect(data).toEqual({ x: 1 });
    expect(meta).toMatchObject({ isError: false, content: [{ type: "text", text: '{"x":1,"more":2}' }] });
  });

  it("keeps the blocks if the text is not JSON, without a warning", async () => {
    const { registry, warnings } = await connect("raw", rawConfig());
    expect((await registry.execute("raw.talks")).data).toEqual([{ type: "text", text: "x is one" }]);
    expect(warnings).toEqual([]);
  });

  it("returns structured content that violates the schema, with a warning", async () => {
    const { registry, warnings } = await connect("raw", rawConfig());
    expect((await registry.execute("raw.violates")).data).toEqual({ x: "many" });
    expect(warnings).toMatchObject([{ kind: "output-invalid", operationId: "raw.violates" }]);
  });

  it("strips members that the schema does not name from the data, and keeps the original in meta", async () => {
    const { registry } = await connect("raw", rawConfig());
    const { data, meta } = await registry.execute("raw.exact");
    expect(data).toEqual({ x: 1 });
    expect(meta).toMatchObject({ structuredContent: { x: 1, more: 2 } });
  });

  it("returns a tool's error as data, without normalising it", async () => {
    const { registry, warnings } = await connect("raw", rawConfig());
    const { data, meta } = await registry.execute("raw.fails");
    expect(data).toEqual({ why: "ink" });
    expect(meta).toMatchObject({ isError: true, content: [{ type: "text", text: "out of ink" }] });
    expect(warnings).toEqual([]);
  });

  it("keeps unknown blocks as JSON, and extra fields of known ones", async () => {
    const { registry } = await connect("raw", rawConfig());
    const { data, meta } = await registry.execute("raw.blocks");
    expect(data).toEqual([
      { type: "text", text: '{"type":"hologram","light":3}' },
      { type: "text", text: "hi", tone: "warm", annotations: { priority: 1 }, _meta: { a: 1 } },
      { type: "text", text: '{"type":"text"}' },
      { type: "resource_link", uri: "file:///a", name: "a", size: 3 },
    ]);
    expect(meta).toMatchObject({ _meta: { trace: "t" } });
  });

  it.each([
    ["scalar", 42],
    ["nothing", null],
    ["list", [1, "a"]],
  ])("accepts structured content that is not an object: %s", async (tool, expected) => {
    const { registry, warnings } = await connect("raw", rawConfig());
    expect((await registry.execute(`raw.${tool}`)).data).toEqual(expected);
    expect(warnings).toEqual([]);
  });

  it("treats a result without content as empty, and null as no result", async () => {
    const { registry } = await connect("raw", rawConfig());
    expect((await registry.execute("raw.no_content")).data).toEqual([]);
    await expect(registry.execute("raw.no_result")).rejects.toMatchObject({ code: "PROTOCOL_ERROR" });
  });

  it.each(["omits", "violates", "blocks", "scalar", "list", "nothing"])(
    "does the same in the modern era: %s",
    async (tool) => {
      const modern = await connect("raw", rawConfig("modern"));
      const legacy = await connect("raw", rawConfig());
      expect(modern.wrapper.server.protocolVersion).toBe("2026-07-28");
      expect(await modern.registry.execute(`raw.${tool}`)).toEqual(await legacy.registry.execute(`raw.${tool}`));
    },
  );
});

describe("when a call fails at the server", () => {
  it("reports the server's message, code and data", async () => {
    const { registry } = await connect("raw", rawConfig());
    const error: unknown = await registry.execute("raw.refuses").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({
      code: "EXECUTION_ERROR",
      phase: "unknown",
      details: { code: -32050, data: { until: "tomorrow" } },
    });
    expect((error as CallError).message).toContain("not today");
  });

  it("gives up after the timeout, and tells the server", async () => {
    const { registry } = await connect("raw", rawConfig(undefined, { timeout: TIMEOUT_MS }));
    await expect(registry.execute("raw.never")).rejects.toMatchObject({ code: "TIMEOUT", phase: "unknown" });
    expect(JSON.parse(textOf(await registry.execute("raw.cancelled")))).toHaveLength(1);
  });

  it("tells the server when the caller aborts", async () => {
    const { registry } = await connect("raw", rawConfig());
    const controller = new AbortController();
    const call = registry.execute("raw.never", {}, { signal: controller.signal });
    await registry.execute("raw.echo");
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "ABORTED" });
    expect(JSON.parse(textOf(await registry.execute("raw.cancelled")))).toHaveLength(1);
  });

  it("tells the server when the deadline passes", async () => {
    const { registry } = await connect("raw", rawConfig());
    await expect(registry.execute("raw.never", {}, { deadline: Date.now() + 1000 })).rejects.toMatchObject({
      code: "TIMEOUT",
    });
    expect(JSON.parse(textOf(await registry.execute("raw.cancelled")))).toHaveLength(1);
  });

  it("never calls the tool again", async () => {
    const { registry } = await connect("raw", rawConfig(undefined, { timeout: TIMEOUT_MS }));
    await registry.execute("raw.never").catch(() => undefined);
    expect(textOf(await registry.execute("raw.count_calls"))).toBe("2");
  });
});

describe("when a call takes long", () => {
  it("passes on progress, which extends the timeout, even if the caller does not request it", async () => {
    const { registry } = await connect("raw", rawConfig(undefined, { timeout: TIMEOUT_MS }));
    const seen: number[] = [];
    const input = { steps: 8, every: TIMEOUT_MS / 6 };
    const results = await Promise.all([
      registry.execute("raw.slow", input, { onProgress: ({ progress }) => seen.push(progress) }),
      registry.execute("raw.slow", input),
    ]);
    expect(results.map(textOf)).toEqual(["took 8 steps", "took 8 steps"]);
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe("when a server misbehaves on the wire", () => {
  it("skips garbage, and logs it", async () => {
    const log: string[] = [];
    const logger = ({ kind, text }: { kind: string; text: string }): number => log.push(`${kind}: ${text}`);
    const { registry } = await connect("raw", rawConfig(undefined, { logger }));
    expect(textOf(await registry.execute("raw.garbage"))).toBe("after the garbage");
    expect(log.filter((line) => line.startsWith("warning: not a JSON-RPC message"))).toHaveLength(4);
  });

  it("takes the first of two answers", async () => {
    const { registry } = await connect("raw", rawConfig());
    expect(textOf(await registry.execute("raw.twice"))).toBe("first");
    expect(textOf(await registry.execute("raw.echo", { a: 1 }))).toBe('{"a":1}');
  });

  it.each(["huge", "huge_id_last"])("refuses a result of 100 MB, and continues: %s", async (tool) => {
    const { registry } = await connect("raw", rawConfig());
    await expect(registry.execute(`raw.${tool}`, { bytes: 100 * 1024 * 1024 })).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });
    expect(textOf(await registry.execute("raw.echo", { a: 1 }))).toBe('{"a":1}');
  });

  it("accepts large results within the limit", async () => {
    const { registry } = await connect("raw", rawConfig());
    expect(textOf(await registry.execute("raw.huge", { bytes: 5_000_000 }))).toHaveLength(5_000_000);
  });

  it("writes the server's standard error to the log, and nowhere else", async () => {
    const log: unknown[] = [];
    await connect("raw", rawConfig(undefined, { logger: (entry) => log.push(entry) }));
    expect(log).toContainEqual({ server: "raw", kind: "stderr", text: "raw server is up" });
  });
});
