/** How a call ended, in the same terms for every interface. */
export interface Outcome {
  /** Absent if there is none. Bytes stay bytes. */
  readonly data?: unknown;
  /** The result of an MCP tool that reports failure. */
  readonly isError?: true;
  readonly error?: Failure;
}

export interface Failure {
  readonly code: string;
  readonly details?: unknown;
  /** The paths of bad input. */
  readonly paths?: readonly string[];
}

/** The callers: `ada` has the scope that `secret` requires, `eve` has none. */
export type Caller = "ada" | "eve" | "anonymous";

export interface CallOptions {
  readonly caller?: Caller;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** One way to call the registered operations. */
export interface Interface {
  call(id: string, input: unknown, options: CallOptions): Promise<Outcome>;
  /** Collects all items of a stream. */
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
