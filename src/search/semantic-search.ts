import { splitSentences } from "./ranking/words.ts";
import type { SearchedOperation } from "./ranking/search-text.ts";
import type { Embedder, VectorStore } from "./embedder.ts";
import { fuseScores } from "./fuse-scores.ts";
import { VectorIndex } from "./vector-index.ts";

export type Fuse = (scores: Float64Array, ids: readonly (string | undefined)[]) => Float64Array;

interface SemanticOptions {
  readonly embedder: Embedder;
  readonly store: VectorStore | undefined;
  readonly onError: ((error: unknown) => void) | undefined;
}

/** Characters. A small model reads some 256 pieces of words, which is about as much. */
const LONGEST_TEXT = 1000;
/** Of what stands beside other things, so that none of them is cut off. */
const LONGEST_DESCRIPTION = 300;
const LONGEST_PARAMETERS = 400;
const MOST_SENTENCES = 4;
/** Milliseconds before an embedder that failed is asked again. */
const RETRY_AFTER = 30_000;

/** Search by meaning beside words. While vectors are missing, or the embedder fails, words alone rank. */
export class SemanticSearch {
  readonly #options: SemanticOptions;
  readonly #vectors: VectorIndex;
  readonly #waiting = new Map<string, readonly string[]>();
  #embedding: Promise<void> | undefined;
  #failedAt = -Infinity;

  constructor(options: SemanticOptions) {
    this.#options = options;
    this.#vectors = new VectorIndex(options.embedder, options.store);
  }

  add(operation: SearchedOperation): void {
    this.#vectors.remove(operation.id);
    this.#waiting.set(operation.id, embeddedTexts(operation));
  }

  remove(id: string): void {
    this.#vectors.remove(id);
    this.#waiting.delete(id);
  }

  /** Embeds nothing further. */
  close(): void {
    this.#vectors.close();
    this.#waiting.clear();
  }

  /** Resolves when every operation has its vector, or the embedder has failed. */
  async settle(): Promise<void> {
    while (this.#waiting.size > 0 && performance.now() - this.#failedAt > RETRY_AFTER) {
      this.#embedding ??= this.#embedWaiting().finally(() => (this.#embedding = undefined));
      await this.#embedding;
    }
  }

  /** Undefined where words alone have to do. */
  async fuseFor(text: string): Promise<Fuse | undefined> {
    void this.settle();
    if (this.#waiting.size > 0 || performance.now() - this.#failedAt <= RETRY_AFTER) return undefined;
    const sentences = splitSentences(text).slice(0, MOST_SENTENCES);
    try {
      const [whole, ...parts] = await this.#vectors.embed(sentences.length > 1 ? [text, ...sentences] : [text]);
      if (whole === undefined) return undefined;
      const asked = text.trim().split(/\s+/).length;
      return (scores, ids) =>
        fuseScores(
          scores,
          ids.map((id) => (id === undefined ? undefined : this.#similarity(id, whole, parts))),
          asked,
        );
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  /** The mean of the whole request and its best sentence. */
  #similarity(id: string, whole: Float32Array, parts: readonly Float32Array[]): number | undefined {
    const all = this.#vectors.similarity(id, whole);
    if (all === undefined || parts.length === 0) return all;
    return (all + Math.max(...parts.map((part) => this.#vectors.similarity(id, part) ?? 0))) / 2;
  }

  async #embedWaiting(): Promise<void> {
    const texts = new Map(this.#waiting);
    try {
      await this.#vectors.addAll(texts);
      // What changed meanwhile waits for its next turn; what is gone meanwhile is not kept.
      for (const [id, own] of texts) {
        if (this.#waiting.get(id) === own) this.#waiting.delete(id);
        else this.#vectors.remove(id);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failedAt = performance.now();
    this.#options.onError?.(error);
  }
}

/**
 * What an operation is called, does and takes; and beside it only what it does, because names are no more than brands in
 * some registries.
 */
function embeddedTexts({ namespace, name, title = "", description, parameters = [] }: SearchedOperation): string[] {
  const words = `${namespace} ${name}`.replaceAll(/[._-]+|(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  const taken = parameters.filter((text) => text !== "").join(", ");
  const whole = [words, title, description.slice(0, LONGEST_DESCRIPTION), taken.slice(0, LONGEST_PARAMETERS)];
  return [joined(whole), joined([title, description])].filter((text) => text !== "");
}

function joined(texts: readonly string[]): string {
  return texts
    .filter((text) => text !== "")
    .join(". ")
    .slice(0, LONGEST_TEXT);
}
