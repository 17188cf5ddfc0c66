/** Tool lists of a server without an SDK. */
import { describe, expect, it } from "vitest";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import { OperationRegistry } from "../../src/entries/index.ts";
import { until } from "../support/until.ts";
import { connect, rawConfig, textOf } from "./support.ts";

describe("when a tool list is read", () => {
  it("reads every page", async () => {
    const whole = await connect("raw", rawConfig());
    const paged = await connect("raw", rawConfig("pages"));
    expect(paged.wrapper.tools.map(({ name }) => name)).toEqual(whole.wrapper.tools.map(({ name }) => name));
    expect(paged.wrapper.tools.length).toBeGreaterThan(20);
  });

  it("refuses a cursor that does not advance", async () => {
    await expect(createMCPClient("raw", rawConfig("stuck"))).rejects.toMatchObject({
      code: "PROTOCOL_ERROR",
      message: expect.stringContaining("same cursor twice") as string,
    });
  });

  it("refuses an invalid list", async () => {
    await expect(createMCPClient("raw", rawConfig("shapeless"))).rejects.toMatchObject({ code: "PROTOCOL_ERROR" });
  });

  it("leaves out entries that are not tools, and reports them", async () => {
    const whole = await connect("raw", rawConfig());
    const { wrapper } = await connect("raw", rawConfig("broken"));
    expect(wrapper.tools).toHaveLength(whole.wrapper.tools.length);
    const unusable = wrapper.problems.filter(({ unchecked }) => unchecked === undefined);
    expect(unusable).toHaveLength(4);
    expect(unusable.at(-1)).toEqual({ tool: "echo", message: "The tool is listed twice" });
  });

  it("keeps title, annotations, icons and _meta in the spec", async () => {
    const { registry } = await connect("raw", rawConfig());
    expect(registry.getSpec("raw.annotated")).toMatchObject({
      title: "Annotated",
      description: "Has everything",
      type: "MUTATION",
      version: "7.0.0",
      origin: { source: "mcp", name: "annotated" },
      metadata: {
        mcp: {
          annotations: { readOnlyHint: true, idempotentHint: true, title: "Other" },
          icons: [{ src: "https://example.com/icon.png" }],
          _meta: { "example.com/a": 1 },
        },
      },
    });
  });

  it("calls a tool by its own name even if that is not a valid name here", async () => {
    const { registry } = await connect("raw", rawConfig());
    expect(registry.getSpec("raw.read_file_now")?.origin?.name).toBe("read/file now");
    expect(textOf(await registry.execute("raw.read_file_now"))).toBe("by its own name");
  });

  it("calls a tool with a bad schema without checks, and reports it", async () => {
    const { registry, wrapper } = await connect("raw", rawConfig());
    expect(textOf(await registry.execute("raw.bad_schema", { any: 1 }))).toBe("never");
    expect(wrapper.problems).toMatchObject([{ tool: "bad_schema", unchecked: "input" }]);
    expect(textOf(await registry.execute("raw.echo", { a: 1 }))).toBe('{"a":1}');
  });

  it("is not blocked by a slow pattern", async () => {
    const { registry } = await connect("raw", rawConfig());
    await expect(registry.execute("raw.evil_pattern", { name: `${"a".repeat(40)}!` })).rejects.toThrow("/^(a+)+$/");
    expect(textOf(await registry.execute("raw.evil_pattern", { name: "a".repeat(40) }))).toBe("fine");
  });
});

describe("when options choose what becomes an operation", () => {
  it("includes and excludes by name and pattern", async () => {
    const { wrapper } = await connect(
      "raw",
      rawConfig(undefined, { include: ["huge*", "echo", /^tw/], exclude: "*_last" }),
    );
    expect(wrapper.tools.map(({ name }) => name)).toEqual(["echo", "twice", "huge"]);
  });

  it("makes a read-only tool a QUERY only if the hints are trusted", async () => {
    const { registry } = await connect("raw", rawConfig(undefined, { trustHints: true }));
    expect(registry.getSpec("raw.annotated")).toMatchObject({ type: "QUERY", idempotent: true });
    expect(registry.getSpec("raw.echo")).toMatchObject({ type: "MUTATION" });
  });

  it("applies the configured access control to every operation", async () => {
    const accessControl = { requiredScopes: ["raw:use"] };
    const { wrapper } = await connect("raw", rawConfig(undefined, { accessControl }));
    expect(wrapper.tools.every((tool) => tool.accessControl === accessControl)).toBe(true);
  });
});

describe("when the server changes its tools", () => {
  it("adds and removes operations, and leaves the others unchanged", async () => {
    const { registry, wrapper } = await connect("raw", rawConfig());
    const before = registry.getSpec("raw.echo");
    await registry.execute("raw.grow", { name: "newcomer" });
    await until(() => registry.has("raw.newcomer"));
    expect(registry.has("raw.shrinks")).toBe(false);
    expect(registry.getSpec("raw.echo")).toBe(before);
    expect(wrapper.tools.map(({ name }) => name)).toContain("newcomer");
    expect(textOf(await registry.execute("raw.newcomer"))).toBe("I am newcomer");
  });

  it("removes all of them when it is detached, and ignores further changes", async () => {
    const { registry, wrapper } = await connect("raw", rawConfig());
    const second = new OperationRegistry();
    const detach = wrapper.attach(second);
    expect(second.list()).toHaveLength(registry.list().length);
    detach();
    expect(second.list()).toEqual([]);
    await registry.execute("raw.grow", { name: "newcomer" });
    await until(() => registry.has("raw.newcomer"));
    expect(second.list()).toEqual([]);
  });

  it("refuses to attach if an id is taken, and never touches the operation of another source", async () => {
    const { wrapper } = await connect("raw", rawConfig());
    const registry = new OperationRegistry();
    const taken = { ...(wrapper.tools[0] as (typeof wrapper.tools)[0]), origin: { source: "local" } };
    registry.register(taken);
    expect(() => wrapper.attach(registry)).toThrow("is already registered");
    expect(registry.list()).toEqual([taken]);
  });
});

describe("when eras differ", () => {
  it.each([
    [undefined, "plain", "2025-11-25"],
    ["auto" as const, "plain", "2025-11-25"],
    ["auto" as const, "exits-on-probe", "2025-11-25"],
    ["legacy" as const, "plain", "2025-11-25"],
    [undefined, "modern", "2026-07-28"],
    ["auto" as const, "modern", "2026-07-28"],
    ["modern" as const, "modern", "2026-07-28"],
  ])("era %s with a server that is %s speaks %s", async (era, mode, version) => {
    const { wrapper, registry } = await connect("raw", rawConfig(mode, { era }));
    expect(wrapper.server).toMatchObject({ name: "raw", version: "7.0.0", protocolVersion: version });
    expect(textOf(await registry.execute("raw.echo", { a: 1 }))).toBe('{"a":1}');
  });

  it("does not fall back if the era is fixed", async () => {
    await expect(createMCPClient("raw", rawConfig("plain", { era: "modern" }))).rejects.toMatchObject({
      phase: "notStarted",
    });
    await expect(createMCPClient("raw", rawConfig("modern", { era: "legacy" }))).rejects.toMatchObject({
      message: expect.stringContaining("initialize is no more") as string,
    });
  });
});
