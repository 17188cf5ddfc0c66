/** The parts of the HTTP contract that the page reads. */
import type { HubApproval, SourceName, SourceStatus } from "../../../src/entries/hub.ts";
import type { ElicitationRequest, OperationSpec } from "../../../src/entries/index.ts";

export type {
  ApprovalDecision,
  CallNumbers,
  HourOfCalls,
  HubActivity,
  HubApproval,
  LockDecision,
  LoginStatus,
  OfferedChange,
  RecentCall,
  ShownExchange,
  ShownMessage,
  SourceAction,
  SourceChanges,
  SourceLogLine,
  SourceName,
  SourceStatus,
  TimelineCall,
  WireRecording,
} from "../../../src/entries/hub.ts";
export type { ElicitationAnswer, LogMessage } from "../../../src/entries/index.ts";

type ListedFields =
  | "namespace"
  | "name"
  | "type"
  | "version"
  | "title"
  | "description"
  | "tags"
  | "deprecated"
  | "origin"
  | "idempotent";

/** An operation as the list of operations shows it. */
export interface ListedOperation extends Pick<OperationSpec, ListedFields> {
  readonly id: string;
  /** Of an operation that calls an HTTP API: `GET`. */
  readonly method?: string;
  /** `/pets/{id}` */
  readonly path?: string;
}

/** An operation with its schemas, errors and access rules. */
export interface LoadedOperation
  extends ListedOperation, Partial<Pick<OperationSpec, "errorSchemas" | "accessControl">> {
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  /** An input that fits, from the examples of its author. */
  readonly example?: unknown;
  /** A result that fits, from the examples of its author. */
  readonly outputExample?: unknown;
}

/** The operation that runs programs, if code mode is on and the user may use it. */
export const CODE_OPERATION = "run.code";

/** A question that an operation asks during a call. */
export interface AskedQuestion extends ElicitationRequest {
  readonly questionId: string;
}

export interface SourceList {
  readonly sources: readonly SourceStatus[];
  /** Sources that are switched off. Only administrators see them, and may switch sources. */
  readonly off?: readonly SourceName[];
}

/** The calls that wait for an approval, and those that have waited. */
export interface ApprovalList {
  readonly version: number;
  /** Whether the viewer is an approver. Others see their own calls only. */
  readonly mayAnswer: boolean;
  readonly pending: readonly HubApproval[];
  readonly recent: readonly HubApproval[];
}

export interface SessionInfo {
  readonly identity: { readonly id: string; readonly scopes: readonly string[] } | null;
  readonly service: { readonly name: string; readonly version: string };
}

export interface Envelope {
  readonly data?: unknown;
  readonly meta?: unknown;
}

/** `GET /pets/{id}`; undefined for an operation that calls no HTTP API. */
export function requestLine({ method, path }: Pick<ListedOperation, "method" | "path">): string | undefined {
  return method === undefined || path === undefined ? undefined : `${method} ${path}`;
}

/** The path of `namespace.name`. Only the namespace can contain dots. */
export function callPath(id: string): string {
  const dot = id.lastIndexOf(".");
  return `/${encodeURIComponent(id.slice(0, dot))}/${encodeURIComponent(id.slice(dot + 1))}`;
}
