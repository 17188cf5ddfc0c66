/** Turns texts into vectors: a port, for OpenAI, a local model, or anything else. */
export interface Embedder {
  /** Says which model it is. Vectors of another model are never compared with its own, nor taken from the cache. */
  readonly model: string;
  /** One vector for each text, in their order and all of one length. */
  embed(texts: readonly string[]): Promise<ReadonlyArray<ArrayLike<number>>>;
}

/** Keeps vectors, by the hash of the model and the text. A store that fails costs time, not answers. */
export interface VectorStore {
  get(key: string): Promise<Float32Array | undefined>;
  set(key: string, vector: Float32Array): Promise<void>;
}
