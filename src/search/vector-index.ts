import { CallError } from "../errors/call-error.ts";
import type { Embedder, VectorStore } from "./embedder.ts";

/** How many texts one call of the embedder gets. */
const BATCH = 16;

/** The vectors of operations. They come from the store if it has them. */
export class VectorIndex {
  readonly #embedder: Embedder;
  readonly #store: VectorStore | undefined;
  readonly #vectors = new Map<string, Float32Array>();
  #length: number | undefined;
  #isClosed = false;

  constructor(embedder: Embedder, store: VectorStore | undefined) {
    this.#embedder = embedder;
    this.#store = store;
  }

  remove(id: string): void {
    this.#vectors.delete(id);
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Embeds what the store does not have, batch by batch. */
  async addAll(texts: ReadonlyMap<string, string>): Promise<void> {
    const found = new Map<string, Float32Array>();
    const missing: Array<{ readonly text: string; readonly key: string }> = [];
    for (const text of new Set(texts.values())) {
      const key = await this.#keyOf(text);
      const known = await this.#store?.get(key).catch(() => undefined);
      if (known === undefined || !this.#accept(known)) missing.push({ text, key });
      else found.set(text, known);
    }
    for (let at = 0; at < missing.length && !this.#isClosed; at += BATCH) {
      const batch = missing.slice(at, at + BATCH);
      const vectors = await this.embed(batch.map(({ text }) => text));
      for (const [index, { text, key }] of batch.entries()) {
        const vector = vectors[index] as Float32Array;
        found.set(text, vector);
        await this.#store?.set(key, vector).catch(() => undefined);
      }
    }
    for (const [id, text] of texts) {
      const vector = found.get(text);
      if (vector !== undefined) this.#vectors.set(id, vector);
    }
  }

  /** Vectors of length 1. */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const given = await this.#embedder.embed(texts);
    const vectors = given.map((vector) => toUnit(Float32Array.from(vector)));
    if (vectors.length === texts.length && vectors.every((vector) => this.#accept(vector))) return vectors;
    const message = `The embedder ${this.#embedder.model} must give one vector of ${this.#length ?? "some"} numbers for each of ${texts.length} texts.`;
    throw new CallError("EXECUTION_ERROR", message);
  }

  /** How near an operation is to a query, as a cosine; undefined if it has no vector. */
  similarity(id: string, query: Float32Array): number | undefined {
    const vector = this.#vectors.get(id);
    return vector === undefined ? undefined : dotProduct(vector, query);
  }

  /** The first usable vector sets the length of all others. */
  #accept(vector: Float32Array): boolean {
    if (vector.length === 0 || !vector.every(Number.isFinite)) return false;
    this.#length ??= vector.length;
    return vector.length === this.#length;
  }

  async #keyOf(text: string): Promise<string> {
    const bytes = new TextEncoder().encode(`${this.#embedder.model}\n${text}`);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}

function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
