import { describe, expect, test } from "vitest";
import { contentBlocks, isOnlyBlocks } from "./content-blocks.ts";
import { fileOf } from "./download.ts";
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

describe("a text in base64 whose schema names its media type", () => {
  const typed = (contentMediaType: string): object => ({ type: "string", contentEncoding: "base64", contentMediaType });
  const [png, pdf] = ["iVBORw0KGgoAAAA=", "JVBERg=="];

  test("is a picture, or a file to download", () => {
    const schema = { type: "object", properties: { a: typed("image/png"), b: typed("application/pdf") } };
    expect(contentBlocks({ a: png, b: pdf }, { source: "local" }, schema)).toMatchObject([
      { kind: "image", mimeType: "image/png" },
      { kind: "file", mimeType: "application/pdf", base64: pdf },
    ]);
  });

  test("is one in the structured content of a tool, too, beside the blocks that the tool sent", () => {
    const schema = { type: "object", properties: { a: typed("image/png") } };
    const text = { type: "text", text: "{}" };
    const image = { type: "image", data: png, mimeType: "image/png" };
    const blocks = (content: object[]): string[] =>
      contentBlocks({ a: png }, { source: "mcp", content, structuredContent: { a: png } }, schema).map(
        ({ kind }) => kind,
      );
    expect(blocks([text])).toEqual(["text", "image"]);
    expect(blocks([text, image])).toEqual(["text", "image"]);
  });

  test("is saved as its bytes", () => {
    const bytes = new Uint8Array([0x25, 0x50, 0x44, 0x46]);
    expect(fileOf(pdf, typed("application/pdf"))).toEqual({ ending: "pdf", type: "application/pdf", content: bytes });
    expect(fileOf("JVBE\nRg==", typed("Application/PDF; x=1"))).toMatchObject({ ending: "pdf", content: bytes });
    expect(fileOf(pdf, typed("../../evil"))).toMatchObject({ ending: "bin", content: bytes });
    expect(fileOf({ $bytes: pdf })).toMatchObject({ ending: "bin", content: bytes });
    expect(fileOf({ $bytes: png })).toMatchObject({ ending: "png", type: "image/png" });
    expect(fileOf("not base64!", typed("image/png"))).toMatchObject({ ending: "txt", content: "not base64!" });
    expect(fileOf({ a: 1 })).toMatchObject({ ending: "json", content: '{\n  "a": 1\n}' });
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
