import { expect, it } from "vitest";
import { HOST_NAMES } from "../../../src/cli/arguments/host-names.ts";
import { hostCards } from "./host-cards.ts";

it("each host that the command supports has a card, with the hub's address or the command", () => {
  const cards = hostCards("https://hub.example");
  expect(cards.map(({ name }) => name)).toEqual([...HOST_NAMES]);
  const texts = cards.map(({ text }) => text);
  expect(texts.filter((text) => !text.includes("https://hub.example/mcp"))).toEqual([
    expect.stringContaining("@alkdev/operations"),
  ]);
  for (const text of texts.filter((each) => each.startsWith("{")))
    expect(() => JSON.parse(text) as unknown).not.toThrow();
});
