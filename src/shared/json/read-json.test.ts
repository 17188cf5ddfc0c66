import { describe, expect, it } from "vitest";
import { readJSON } from "./read-json.ts";

const long = new TextEncoder().encode(JSON.stringify(Array.from({ length: 200_000 }, (_, at) => `item ${at}`)));

describe("when long texts wait for another to be parsed", () => {
  it("lets go of those that nobody wants any more, before their turn", async () => {
    const settled: string[] = [];
    const read = async (name: string, isAbandoned?: () => boolean): Promise<unknown> => {
      const value = await readJSON(long, { most: Infinity, isAbandoned });
      settled.push(name);
      return value;
    };
    let isLeft = false;
    const reads = [read("first"), read("left", () => isLeft), read("last")];
    isLeft = true;
    reads.push(read("later"));
    const [first, left, last, later] = await Promise.all(reads);
    expect(settled).toEqual(["left", "first", "last", "later"]);
    expect(left).toBe(undefined);
    for (const value of [first, last, later]) expect(value).toHaveLength(200_000);
  });

  it("goes on after one that is not JSON", async () => {
    const broken = new TextEncoder().encode(`[${"1,".repeat(1_000_000)}`);
    const reads = await Promise.allSettled(
      [broken, long].map(async (text) => await readJSON(text, { most: Infinity })),
    );
    expect(reads.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  });
});
