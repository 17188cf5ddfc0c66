import { describe, expect, it } from "vitest";
import { listAllPages } from "./list-pages.ts";

describe("when a list comes in pages", () => {
  it("requests each, and joins them", async () => {
    const pages: Record<string, object> = {
      first: { tools: [1, 2], nextCursor: "second" },
      // An empty text is a cursor like any other.
      second: { tools: [], nextCursor: "" },
      "": { tools: [3], nextCursor: null },
    };
    const ask = async ({ cursor = "first" }: { cursor?: string }): Promise<unknown> => pages[cursor];
    expect(await listAllPages(ask, "tools", "x")).toEqual([1, 2, 3]);
  });

  it.each([
    ["a cursor that does not advance", () => ({ tools: [], nextCursor: "a" }), "same cursor twice"],
    ["a cursor that is not a text", () => ({ tools: [], nextCursor: 3 }), "not text"],
    ["no list", () => ({}), 'without "tools"'],
    ["null", () => null, 'without "tools"'],
  ])("refuses %s", async (_what, page, problem) => {
    await expect(listAllPages(async () => page(), "tools", "x")).rejects.toMatchObject({
      code: "PROTOCOL_ERROR",
      message: expect.stringContaining(problem) as string,
    });
  });

  it("refuses pages that hold too much together, however few", async () => {
    let page = 0;
    const tools = [{ name: "a", description: "x".repeat(10_000_000) }];
    const ask = async (): Promise<unknown> => ({ tools, nextCursor: String(page++) });
    const message = expect.stringContaining("67108864 bytes of tools") as string;
    await expect(listAllPages(ask, "tools", "x")).rejects.toMatchObject({ code: "PROTOCOL_ERROR", message });
    expect(page).toBe(7);
  });

  it("refuses endless pages", async () => {
    let page = 0;
    const ask = async (): Promise<unknown> => ({ tools: [1], nextCursor: String(page++) });
    await expect(listAllPages(ask, "tools", "x")).rejects.toMatchObject({ code: "PROTOCOL_ERROR" });
    expect(page).toBe(1000);
  });
});
