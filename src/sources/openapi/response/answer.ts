/** The head of an answer. */
export interface AnswerHead {
  readonly status: number;
  readonly statusText: string;
  /** By name, in lower case. A list if a field came more than once. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** What a server answered, read as far as the limits allow. */
export interface HTTPAnswer extends AnswerHead {
  readonly bytes: Uint8Array;
  /** Whether that is the whole body. */
  readonly isComplete: boolean;
  /** Instead of `bytes`: the body of a success, if the operation answers with a stream. */
  readonly stream?: ReadableStream<Uint8Array> | undefined;
}

export interface AnswerLimits {
  readonly responseBytes: number;
  readonly errorBytes: number;
  readonly eventSize: number;
  readonly values: number;
}
