/** Where operations run: in this process, or in a hub. Data is JSON in both, bytes are `{ "$bytes": … }`. */
import type { Elicit, OperationSpec, Progress } from "../../entries/index.ts";

export interface ListedOperation extends Pick<
  OperationSpec,
  "namespace" | "name" | "version" | "title" | "description" | "tags" | "deprecated" | "origin" | "idempotent"
> {
  readonly id: string;
  readonly type: string;
}

export interface DescribedOperation extends ListedOperation {
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly errorSchemas?: Readonly<Record<string, { readonly description?: string; readonly schema?: unknown }>>;
  readonly accessControl?: { readonly requiredScopes?: readonly string[] } | undefined;
}

/** An envelope as JSON. `data` is absent if the operation returned nothing. */
export interface PlainEnvelope {
  readonly data?: unknown;
  readonly meta: Readonly<Record<string, unknown>>;
}

export interface BackendCall {
  readonly id: string;
  /** As JSON; undefined for no input. */
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly deadline?: number | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly onElicitation?: Elicit | undefined;
}

export interface Backend {
  list(): Promise<ListedOperation[]>;
  /** Throws `OPERATION_NOT_FOUND` for an unknown id. */
  describe(id: string): Promise<DescribedOperation>;
  call(call: BackendCall): Promise<PlainEnvelope>;
  subscribe(call: BackendCall): AsyncIterableIterator<PlainEnvelope>;
  /** Runs a program. A hub does so if its config turns code mode on. */
  runCode(code: string, call: Omit<BackendCall, "id" | "input">): Promise<PlainEnvelope>;
  /** Why operations may be missing: one text for each source that is not connected. */
  missing(): Promise<string[]>;
  close(): Promise<void>;
}
