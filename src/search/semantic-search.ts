import { splitSentences } from "./ranking/words.ts";
import { wholeAndBest } from "./ranking/request-scores.ts";
import type { RequestScores } from "./ranking/request-scores.ts";
import type { SearchedOperation } from "./ranking/search-text.ts";
import type { Embedder, VectorStore } from "./embedder.ts";
import { fuseScores } from "./fuse-scores.ts";
import { OperationTexts } from "./operation-texts.ts";
import { VectorIndex } from "./vector-index.ts";

export type Fuse = (scores: RequestScores, ids: readonly (string | undefined)[]) => Float64Array;

interface SemanticOptions {
  readonly embedder: Embedder;
  readonly store: VectorStore | undefined;
  readonly onError: (error: unknown) => void;
}

/** How many sentences of a request are embedded. Further ones are ranked by words. */
const MOST_SENTENCES = 4;
/** Milliseconds before an embedder that failed is asked again. */
const RETRY_AFTER = 30_000;

/** Search by meaning beside words. While vectors are missing, or the embedder fails, words alone rank. */
export class SemanticSearch {
  readonly #options: SemanticOptions;
  readonly #vectors: VectorIndex;
  readonly #texts = new OperationTexts();
  readonly #waiting = new Map<string, SearchedOperation>();
  #embedding: Promise<void> | undefined;
  #failedAt = -Infinity;

  constructor(options: SemanticOptions) {
    this.#options = options;
    this.#vectors = new VectorIndex(options.embedder, options.store);
  }

  add(operation: SearchedOperation): void {
    this.#vectors.remove(operation.id);
    this.#texts.add(operation);
    this.#waiting.set(operation.id, operation);
  }

  remove(id: string): void {
    this.#vectors.remove(id);
    this.#texts.remove(id);
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

  /** Undefined if words alone must rank. */
  async fuseFor(text: string): Promise<Fuse | undefined> {
    void this.settle();
    if (this.#waiting.size > 0 || performance.now() - this.#failedAt <= RETRY_AFTER) return undefined;
    const sentences = splitSentences(text);
    try {
      const asked = sentences.length > 1 ? [text, ...sentences.slice(0, MOST_SENTENCES)] : [text];
      const [whole, ...parts] = await this.#vectors.embed(asked);
      return (scores, ids) => {
        const mixed = (own: Float64Array, request: string, vector: Float32Array | undefined): Float64Array =>
          fuseScores(own, this.#similarities(ids, vector), request.trim().split(/\s+/).length);
        return wholeAndBest({
          whole: mixed(scores.whole, text, whole),
          sentences: scores.sentences.map((own, at) => mixed(own, sentences[at] ?? "", parts[at])),
        });
      };
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  #similarities(ids: readonly (string | undefined)[], vector: Float32Array | undefined): Array<number | undefined> {
    return ids.map((id) =>
      id === undefined || vector === undefined ? undefined : this.#vectors.similarity(id, vector),
    );
  }

  async #embedWaiting(): Promise<void> {
    const operations = new Map(this.#waiting);
    try {
      // A text is made here, when all that was registered together is known, and stays until its operation changes.
      await this.#vectors.addAll(new Map(Array.from(operations, ([id, own]) => [id, this.#texts.textOf(own)])));
      // An operation that changed meanwhile waits for its next turn, and one that is gone is not kept.
      for (const [id, own] of operations) {
        if (this.#waiting.get(id) === own) this.#waiting.delete(id);
        else this.#vectors.remove(id);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failedAt = performance.now();
    this.#options.onError(error);
  }
}
