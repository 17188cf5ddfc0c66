import { expect, it } from "vitest";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { CatalogueTexts } from "./catalogue-texts.ts";

/** Asks for texts of a million characters, and returns which of them had to be written. */
async function written(texts: CatalogueTexts, versions: readonly number[]): Promise<number[]> {
  const made: number[] = [];
  for (const version of versions) {
    await texts.text("list", { specs: [], version: String(version) }, async () => {
      made.push(version);
      return "x".repeat(2 ** 20);
    });
  }
  return made;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

it("keeps the newest twenty texts, however many it has made before", async () => {
  const texts = new CatalogueTexts(new OperationRegistry());
  // More characters than it keeps at once, but not within any twenty texts.
  expect(await written(texts, range(0, 40))).toEqual(range(0, 40));
  expect(await written(texts, range(20, 40))).toEqual([]);
  expect(await written(texts, [0])).toEqual([0]);
});

it("drops the oldest texts if all together are too long", async () => {
  const texts = new CatalogueTexts(new OperationRegistry());
  const view = { specs: [], version: "1" };
  const long = async (): Promise<string> => "x".repeat(20 * 2 ** 20);
  await texts.text("first", view, long);
  await texts.text("second", view, long);
  let count = 0;
  const counted = async (): Promise<string> => String(++count);
  expect(await texts.text("second", view, counted)).toHaveLength(20 * 2 ** 20);
  expect(await texts.text("first", view, counted)).toBe("1");
});
