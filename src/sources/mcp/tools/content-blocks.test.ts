import { describe, expect, it } from "vitest";
import { mapMCPContentBlocks, readContentBlocks } from "./content-blocks.ts";

describe("when content blocks are mapped", () => {
  it.each([
    { type: "text", text: "hi", annotations: { audience: ["user"], priority: 1 } },
    { type: "image", data: "aGk=", mimeType: "image/png" },
    { type: "audio", data: "aGk=", mimeType: "audio/wav" },
    { type: "resource", resource: { uri: "file:///a", text: "hi" } },
    { type: "resource_link", uri: "file:///a", name: "a", title: "A" },
  ])("keeps a known block as the same object: $type", (block) => {
    expect(mapMCPContentBlocks([block])[0]).toBe(block);
  });

  it.each([
    [{ type: "hologram", light: 3 }],
    [{ type: "text" }],
    [{ type: "image", data: 3, mimeType: "image/png" }],
    [{ type: "resource", resource: { text: "no address" } }],
    [{ type: "constructor" }],
    [{ type: 3 }],
    [null],
    ["text"],
    [[]],
  ])("keeps unknown or broken blocks as JSON: %j", (block) => {
    expect(mapMCPContentBlocks([block])).toEqual([{ type: "text", text: JSON.stringify(block) }]);
  });

  it.each([undefined, null, "text", {}])("treats %j as no content", (content) => {
    expect(mapMCPContentBlocks(content)).toEqual([]);
  });
});

describe("when an answer has very many content blocks", () => {
  it("refuses them, and says how many are read", () => {
    const blocks = Array.from({ length: 100_001 }, () => ({}));
    const message = "The server answered with 100001 blocks of content; 100000 are the most that are read.";
    expect(() => readContentBlocks(blocks)).toThrow(expect.objectContaining({ code: "PAYLOAD_TOO_LARGE", message }));
    expect(readContentBlocks(blocks.slice(1))).toHaveLength(100_000);
  });
});
