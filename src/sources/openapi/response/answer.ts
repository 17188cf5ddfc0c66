/** The head of an answer. */
export interface AnswerHead {
  readonly status: number;
  readonly statusText: string;
  /** By their names in lower case. A list where a field came more than once. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** What a server answered, read as far as the limits allow. */
export interface Answer extends AnswerHead {
  readonly bytes: Uint8Array;
  /** Whether that is the whole body. */
  readonly isComplete: boolean;
  /** Instead of `bytes`: the body of a success, where the operation answers with a stream. */
  readonly stream?: ReadableStream<Uint8Array> | undefined;
}

export interface AnswerLimits {
  readonly responseBytes: number;
  readonly errorBytes: number;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** 304 answers a caller that asked whether anything has changed. */
export function isSuccess(status: number): boolean {
  return (status >= 200 && status <= 299) || status === 304;
}

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/** How many bytes of a body are read. */
export function bodyLimit(status: number, { responseBytes, errorBytes }: AnswerLimits): number {
  return isSuccess(status) ? responseBytes : errorBytes;
}

/** The value of a header field; those of one that came more than once are joined. Undefined where there is none. */
export function fieldOf({ headers }: AnswerHead, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return value === undefined || typeof value === "string" ? value : value.join(", ");
}

/** Whether the length that an answer announces is over the limit. That of a packed body says nothing about its size. */
export function announcesMore(head: AnswerHead, limit: number): boolean {
  return Number(fieldOf(head, "content-length")) > limit && fieldOf(head, "content-encoding") === undefined;
}
