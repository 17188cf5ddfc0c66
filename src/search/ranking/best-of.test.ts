import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atOnce } from "../../shared/time/slices.ts";
import { BestOf } from "./best-of.ts";
import { OperationIndex } from "./operation-index.ts";

const placed = fc.record({ rank: fc.nat(2), score: fc.nat(5), key: fc.nat() });

describe("when only the best of many are wanted", () => {
  it("returns the same as sorting all of them, even among equals", () => {
    fc.assert(
      fc.property(fc.array(placed, { maxLength: 60 }), fc.nat(20), (all, limit) => {
        const best = new BestOf<(typeof all)[number]>(limit);
        for (const each of all) if (best.hasRoomFor(each.rank, each.score)) best.add(each);
        const sorted = all.toSorted((one, other) => one.rank - other.rank || other.score - one.score);
        expect(best.take()).toEqual(sorted.slice(0, limit));
      }),
    );
  });

  it("finds the operations that a search without a limit ranks first", () => {
    const word = fc.constantFrom("list", "lists", "order", "orders", "refund", "team", "export", "the", "7");
    const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((some) => some.join(" "));
    const query = fc.array(words, { minLength: 1, maxLength: 3 }).map((sentences) => sentences.join(". "));
    const operations = fc.array(fc.record({ name: word, description: words, title: words }), { maxLength: 40 });
    fc.assert(
      fc.property(operations, query, fc.nat(12), fc.nat(3), (all, text, limit, left) => {
        const index = new OperationIndex();
        for (const [at, each] of all.entries()) index.add({ ...each, id: `n${at}.${each.name}`, namespace: `n${at}` });
        const isWanted = (id: string): boolean => id.length % 4 !== left;
        const everything = atOnce(index.rank(text, { isWanted }));
        expect(atOnce(index.rank(text, { isWanted, limit }))).toEqual(everything.slice(0, limit));
      }),
    );
  });
});
