/** Where operations are: in this process, by the config, or in a hub. Data is JSON in both, bytes as `{ "$bytes": … }`. */
import type { Elicit, Progress } from "../../entries/index.ts";

export interface OperationSummary {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly type: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly tags?: readonly string[] | undefined;
  readonly origin?: { readonly source: string; readonly location?: string | undefined } | undefined;
  readonly idempotent?: boolean | undefined;
}

export interface DescribedOperation extends OperationSummary {
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly errorSchemas?: Readonly<Record<string, { readonly description?: string; readonly schema?: unknown }>>;
  readonly accessControl?: { readonly requiredScopes?: readonly string[] } | undefined;
}

/** An envelope as JSON. No `data`: there is none. */
export interface PlainEnvelope {
  readonly data?: unknown;
  readonly meta: Readonly<Record<string, unknown>>;
}

export interface BackendCall {
  readonly id: string;
  /** As JSON; undefined: none. */
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly deadline?: number | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly onElicitation?: Elicit | undefined;
}

export interface Backend {
  list(): Promise<OperationSummary[]>;
  /** `OPERATION_NOT_FOUND` where there is none. */
  describe(id: string): Promise<DescribedOperation>;
  call(call: BackendCall): Promise<PlainEnvelope>;
  subscribe(call: BackendCall): AsyncIterableIterator<PlainEnvelope>;
  /** Why operations may be missing: sources that are not connected, in words. */
  missing(): Promise<string[]>;
  close(): Promise<void>;
}
