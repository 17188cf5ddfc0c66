/** The shapes of the HTTP contract, as far as the page reads them. */

export type OperationType = "QUERY" | "MUTATION" | "SUBSCRIPTION";

export interface OperationSummary {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly type: OperationType;
  readonly version: string;
  readonly title?: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly origin?: { readonly source: string; readonly location?: string; readonly name?: string };
  readonly idempotent?: boolean;
}

export interface OperationSpec extends OperationSummary {
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly errorSchemas?: Readonly<Record<string, { readonly description?: string; readonly httpStatus?: number }>>;
  readonly accessControl?: {
    readonly requiredScopes?: readonly string[];
    readonly requiredScopesAny?: readonly string[];
  };
}

export interface SessionInfo {
  readonly identity: { readonly id: string; readonly scopes: readonly string[] } | null;
  readonly service: { readonly name: string; readonly version: string };
}

export interface SourceInfo {
  readonly name: string;
  readonly kind: string;
  readonly state: "connecting" | "ready" | "failed" | "closed";
  readonly operations: number;
  /** A text, or an object with a message. */
  readonly error?: unknown;
  readonly retryAt?: string | number;
  readonly since?: string | number;
  readonly report?: unknown;
}

export interface CallRecord {
  readonly requestId: string;
  readonly parentRequestId?: string;
  readonly operationId: string;
  readonly startedAt: string | number;
  readonly durationMs?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface Envelope {
  readonly data?: unknown;
  readonly meta?: unknown;
}

/** How far a running call is. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** `namespace.name`: a name never has a dot. */
export function callPath(id: string): string {
  const dot = id.lastIndexOf(".");
  return `/${encodeURIComponent(id.slice(0, dot))}/${encodeURIComponent(id.slice(dot + 1))}`;
}
