import { expect, it } from "vitest";
import type { Embedder, VectorStore } from "./embedder.ts";
import { VectorIndex } from "./vector-index.ts";

it("takes the length of all vectors from the first usable one, whatever the store holds", async () => {
  const embedder: Embedder = { model: "two", embed: (texts) => Promise.resolve(texts.map(() => [3, 4])) };
  const store: VectorStore = {
    get: () => Promise.resolve(new Float32Array()),
    set: () => Promise.resolve(),
  };
  const index = new VectorIndex(embedder, store);
  await index.addAll(new Map([["demo.a", "a text"]]));
  expect(index.similarity("demo.a", Float32Array.of(0.6, 0.8))).toBeCloseTo(1);
});
