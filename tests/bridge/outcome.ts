/** What became of a call, in the same words for every interface. */
export interface Outcome {
  /** Absent where there is none; bytes as bytes. */
  readonly data?: unknown;
  /** A result by which an MCP tool says that it failed. */
  readonly isError?: true;
  readonly error?: Failure;
}

export interface Failure {
  readonly code: string;
  readonly details?: unknown;
  /** Where bad input is bad. */
  readonly paths?: readonly string[];
}

/** Whose calls they are: `ada` holds the scope that `secret` asks for, `eve` holds none. */
export type Caller = "ada" | "eve" | "nobody";

export interface CallOptions {
  readonly caller?: Caller;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** One way to call what is registered. */
export interface Interface {
  call(id: string, input: unknown, options: CallOptions): Promise<Outcome>;
  /** All items of a stream. */
  collect(id: string, input: unknown, options: CallOptions): Promise<Outcome>;
  close(): Promise<void>;
}

export function failed(code: string, details?: unknown): Outcome {
  if (code !== "VALIDATION_ERROR") return { error: { code, ...(details === undefined ? {} : { details }) } };
  const { errors = [] } = (details ?? {}) as { errors?: Array<{ path: string }> };
  return { error: { code, paths: errors.map(({ path }) => path) } };
}

export function succeeded(data: unknown, isError: unknown): Outcome {
  return { ...(data === undefined ? {} : { data }), ...(isError === true ? { isError } : {}) };
}
