import { describe, expect, test } from "vitest";
import { contentBlocks, isOnlyBlocks } from "./content-blocks.ts";
import { dataRows, FIRST_MEMBERS, nothingChanged, isShortened } from "./data-rows.ts";
import { timelineOf } from "./timeline.ts";

describe("the tree of a value", () => {
  test("opens the outer levels, and each row has its pointer", () => {
    const rows = dataRows({ a: [1, { b: null }] }, nothingChanged);
    expect(rows.map(({ pointer, level, preview }) => [pointer, level, preview])).toEqual([
      ["", 1, "1 member"],
      ["/a", 2, "2 items"],
      ["/a/0", 3, "1"],
      ["/a/1", 3, "{ b }"],
    ]);
  });

  test("opens the root however long it is, and closes long lists inside it", () => {
    const many = Array.from({ length: 100 }, (_, index) => index);
    expect(dataRows(many, nothingChanged)).toHaveLength(101);
    expect(dataRows({ many }, nothingChanged)).toHaveLength(2);
  });

  test("cuts a text of several megabytes before reading it", () => {
    const [, row] = dataRows({ text: `\n${"x".repeat(5_000_000)}` }, nothingChanged);
    expect(row?.preview).toMatch(/^"\\nx{157}…$/);
    expect(row !== undefined && isShortened(row)).toBe(true);
    const [, short] = dataRows({ text: "ends with …" }, nothingChanged);
    expect(short !== undefined && isShortened(short)).toBe(false);
  });

  test("opens long lists a piece at a time", () => {
    const value = Array.from({ length: FIRST_MEMBERS + 5 }, (_, index) => index);
    const opened = new Map([["", true]]);
    const rows = dataRows(value, { opened, shown: new Map() });
    expect(rows).toHaveLength(FIRST_MEMBERS + 2);
    expect(rows.at(-1)).toMatchObject({ kind: "more", preview: "Show more (5 not shown)", value: "" });
    expect(dataRows(value, { opened, shown: new Map([["", FIRST_MEMBERS * 4]]) })).toHaveLength(value.length + 1);
  });

  test("shows the size of bytes, and the beginning of long texts", () => {
    expect(dataRows({ $bytes: "AP8=" }, nothingChanged)).toMatchObject([{ kind: "bytes", preview: "2 B" }]);
    expect(dataRows("x".repeat(10_000), nothingChanged)[0]?.preview.length).toBeLessThan(200);
  });

  test("reads only the open levels of very deep data", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level++) deep = { deep };
    expect(dataRows(deep, nothingChanged).length).toBeLessThan(5);
  });
});

describe("the content blocks of an answer", () => {
  test("come from the meta of a tool's answer", () => {
    const content = [
      { type: "text", text: "hello" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "resource", resource: { uri: "x", mimeType: "audio/wav", blob: "AAAA" } },
      { type: "resource_link", uri: "file:///x", name: "x" },
      { type: "unheard-of" },
    ];
    expect(contentBlocks(undefined, { source: "mcp", content }).map(({ kind }) => kind)).toEqual([
      "text",
      "image",
      "audio",
      "link",
    ]);
  });

  test("leave out types and data that would change the URL", () => {
    const blocks = [
      { type: "image", data: "AAAA", mimeType: "text/html" },
      { type: "image", data: "AAAA", mimeType: "image/png;charset=x,<script>" },
      { type: "image", data: '"><script>', mimeType: "image/png" },
    ];
    expect(contentBlocks(blocks, { source: "mcp", content: blocks })).toEqual([]);
  });

  test("are not all of the data if that is a structured list", () => {
    const told = { source: "mcp", content: [] };
    expect(isOnlyBlocks([1], told)).toBe(true);
    expect(isOnlyBlocks([1], { ...told, structured: true })).toBe(false);
    expect(isOnlyBlocks([1], { ...told, structuredContent: {} })).toBe(false);
    expect(isOnlyBlocks("text", told)).toBe(false);
  });

  test("include images in other data, found by type or by their first bytes", () => {
    expect(contentBlocks({ list: [{ file: { $bytes: "iVBORw0KGgoAAAA=" } }] }, { source: "local" })).toMatchObject([
      { kind: "image", mimeType: "image/png" },
    ]);
    expect(contentBlocks([{ type: "audio", data: "AAAA", mimeType: "audio/ogg" }], undefined)).toMatchObject([
      { kind: "audio" },
    ]);
  });
});

describe("the timeline of a call", () => {
  const at = (ms: number): string => new Date(ms).toISOString();

  test("puts calls below their caller, on one scale", () => {
    const { rows, totalMs } = timelineOf(
      [
        { requestId: "3", parentRequestId: "1", operationId: "c", startedAt: at(1050), durationMs: 50 },
        { requestId: "1", operationId: "a", startedAt: at(1000), durationMs: 100 },
        { requestId: "2", parentRequestId: "1", operationId: "b", startedAt: at(1000), durationMs: 25 },
      ],
      0,
    );
    expect(totalMs).toBe(100);
    expect(rows.map(({ call, level, offset, width }) => [call.operationId, level, offset, width])).toEqual([
      ["a", 1, 0, 1],
      ["b", 2, 0, 0.25],
      ["c", 2, 0.5, 0.5],
    ]);
  });

  test("draws a running call until now, and breaks circles", () => {
    expect(timelineOf([{ requestId: "1", operationId: "a", startedAt: at(0) }], 500)).toMatchObject({
      totalMs: 500,
      rows: [{ isRunning: true, width: 1 }],
    });
    const circle = [
      { requestId: "1", parentRequestId: "2", operationId: "a", startedAt: at(0), durationMs: 1 },
      { requestId: "2", parentRequestId: "1", operationId: "b", startedAt: at(0), durationMs: 1 },
    ];
    expect(timelineOf(circle, 0).rows).toHaveLength(2);
  });
});
