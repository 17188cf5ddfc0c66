/**
 * What an operation is to MCP clients if it is not a tool: `metadata.mcp` says so. It stays an operation in every other
 * respect, with its access control, limits, audit and lock, and every other interface calls it as one.
 */
import { isRecord } from "../../shared/json/is-record.ts";
import type { OperationSpec } from "../operation-spec.ts";

/** An MCP request that an operation answers for all resources, or prompts, of its source. */
export type MCPMethod =
  | "resources/list"
  | "resources/templates/list"
  | "resources/read"
  | "resources/subscribe"
  | "completion/complete";

/** `metadata.mcp.prompt`: the operation fills in a prompt. */
export interface PromptMark {
  /** As its server lists them. Default: the properties of the input schema. */
  readonly arguments?: readonly unknown[] | undefined;
  /** The id of the operation that completes arguments. Default: that of its source. */
  readonly completedBy?: string | undefined;
}

/** `metadata.mcp.resource`: the operation reads a resource, or all resources that fit a template. */
export interface ResourceMark {
  /** A URI, or a URI template (RFC 6570) whose variables are the operation's input. */
  readonly uri: string;
  readonly mimeType?: string | undefined;
  /** In bytes, where it is known. */
  readonly size?: number | undefined;
  /** The id of a SUBSCRIPTION with the same input, which reports changes: each item is one. */
  readonly watchedBy?: string | undefined;
  /** The id of the operation that completes variables of the template. */
  readonly completedBy?: string | undefined;
}

export function promptMarkOf({ metadata }: OperationSpec): PromptMark | undefined {
  const mark = wordsOf(metadata)?.["prompt"];
  return isRecord(mark) ? mark : undefined;
}

export function resourceMarkOf({ metadata }: OperationSpec): ResourceMark | undefined {
  const mark = wordsOf(metadata)?.["resource"];
  return isRecord(mark) && typeof mark["uri"] === "string" ? (mark as unknown as ResourceMark) : undefined;
}

export function methodMarkOf({ metadata }: OperationSpec): MCPMethod | undefined {
  const method = wordsOf(metadata)?.["method"];
  return typeof method === "string" && METHODS.has(method) ? (method as MCPMethod) : undefined;
}

/** Whether the operation lists the resources, or the templates, of its source. */
export function isResourceList(spec: OperationSpec): boolean {
  const method = methodMarkOf(spec);
  return method === "resources/list" || method === "resources/templates/list";
}

/** Whether MCP clients get the operation as a tool. */
export function isTool({ metadata }: OperationSpec): boolean {
  const words = wordsOf(metadata);
  return (
    words === undefined ||
    (words["prompt"] === undefined && words["resource"] === undefined && !METHODS.has(words["method"]))
  );
}

/** Whether MCP clients find the operation among the tools even if operations are searched instead of listed. */
export function isPinned({ metadata }: OperationSpec): boolean {
  return wordsOf(metadata)?.["pinned"] === true;
}

const METHODS: ReadonlySet<unknown> = new Set<MCPMethod>([
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "completion/complete",
]);

function wordsOf(metadata: OperationSpec["metadata"]): Readonly<Record<string, unknown>> | undefined {
  const words = metadata?.["mcp"];
  return isRecord(words) ? words : undefined;
}
