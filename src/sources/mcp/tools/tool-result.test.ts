import { describe, expect, it } from "vitest";
import { toToolEnvelope } from "./tool-result.ts";

const withSchema = { what: "act", server: "x", hasOutputSchema: true, maxValues: 1000 };
const text = (content: string): object => ({ type: "text", text: content });

describe("when a tool's result becomes an envelope", () => {
  it.each([
    ["structured content", { structuredContent: { a: 1 }, content: [text('{"b":2}')] }, { a: 1 }],
    ["null as structured content", { structuredContent: null, content: [] }, null],
    ["JSON in the only text block", { content: [{ type: "image", data: "", mimeType: "" }, text("[1]")] }, [1]],
    ["text that is not JSON", { content: [text("hi")] }, [text("hi")]],
    ["several text blocks", { content: [text("1"), text("2")] }, [text("1"), text("2")]],
    ["an error", { isError: true, content: [text("1")] }, [text("1")]],
    ["nothing", {}, []],
  ])("reads the data from %s", async (_what, result, data) => {
    expect((await toToolEnvelope(result, withSchema)).data).toEqual(data);
  });

  it("leaves text alone if no output schema is declared", async () => {
    expect((await toToolEnvelope({ content: [text("1")] }, { ...withSchema, hasOutputSchema: false })).data).toEqual([
      text("1"),
    ]);
  });

  it("keeps _meta, and says whether it is an error", async () => {
    expect((await toToolEnvelope({ content: [], isError: true, _meta: { a: 1 } }, withSchema)).meta).toEqual({
      source: "mcp",
      isError: true,
      content: [],
      _meta: { a: 1 },
    });
    expect((await toToolEnvelope({ content: [], isError: "yes" }, withSchema)).meta).toMatchObject({ isError: false });
  });

  it("tells what a hub stripped and filled in, as far as that is readable", async () => {
    const filled = { count: 1, paths: ["/unit"] };
    const read = async (stripped: unknown) => {
      const _meta = { "alkdev.operations/filled": filled, "alkdev.operations/stripped": stripped };
      return (await toToolEnvelope({ structuredContent: { unit: "m" }, _meta }, withSchema)).meta;
    };
    expect(await read({ count: 2, paths: ["/a"] })).toMatchObject({ filled, stripped: { count: 2, paths: ["/a"] } });
    const unreadable = await read({ count: "2", paths: [] });
    expect(unreadable.filled).toEqual(filled);
    expect(unreadable).not.toHaveProperty("stripped");
  });

  it.each([null, undefined, 3, "text", []])("refuses %j", (result) => {
    expect(() => toToolEnvelope(result, withSchema)).toThrow("not a result");
  });
});
