import { notedDescription } from "../../../shared/deprecation.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import type { PlainSchema } from "../../../schema/standard/plain-schema.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import type { ResourceProviders } from "../providers/resource-providers.ts";
import { rewriteToolMeta } from "../providers/rewrite-uris.ts";
import { toolShapeOf } from "./tool-shape.ts";

/** A tool as `tools/list` shows it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: PlainSchema;
  readonly outputSchema?: PlainSchema;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly icons?: unknown;
  readonly execution?: unknown;
  readonly _meta?: unknown;
}

/** `metadata.mcp`: what a tool's own server, or an author, says about it in MCP's own form. */
type Words = Readonly<Partial<Record<"annotations" | "icons" | "execution" | "_meta", unknown>>>;

/** `providers` know the URIs by which clients read the page of an MCP App. */
export function toolDefinition(name: string, spec: OperationSpec, providers?: ResourceProviders): ToolDefinition {
  const { inputSchema, outputSchema } = toolShapeOf(spec);
  const { annotations, icons, _meta, ...words } = wordsOf(spec);
  const execution = executionHere(words.execution);
  const description = notedDescription(spec);
  return {
    name,
    ...(spec.title === undefined ? {} : { title: spec.title }),
    ...(description === "" ? {} : { description }),
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(isRecord(annotations) ? { annotations } : {}),
    ...(Array.isArray(icons) ? { icons } : {}),
    ...(execution === undefined ? {} : { execution }),
    ...(isRecord(_meta) ? { _meta: providers === undefined ? _meta : rewriteToolMeta(_meta, spec, providers) } : {}),
  };
}

/** An imported tool is described as its own server does, and if that says nothing, neither do we. */
function wordsOf(spec: OperationSpec): Words {
  const told = spec.metadata?.["mcp"];
  if (isRecord(told)) return told;
  return spec.origin?.source === "mcp" ? {} : { annotations: annotationsOf(spec) };
}

/**
 * What a tool's server says about tasks, except that it needs one: here it is called without, and some clients refuse
 * to. The rest promises nothing: we do not declare the capability `tasks`.
 */
function executionHere(execution: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(execution)) return undefined;
  const { taskSupport, ...others } = execution;
  if (taskSupport !== "required") return execution;
  return Object.keys(others).length === 0 ? undefined : others;
}

/** What a client may assume of a call. A stream may do anything, so nothing is said of it. */
function annotationsOf({ type, idempotent = false }: OperationSpec): Readonly<Record<string, boolean>> | undefined {
  if (type === OperationType.QUERY) return { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
  if (type === OperationType.MUTATION) {
    return { readOnlyHint: false, destructiveHint: true, idempotentHint: idempotent };
  }
  return undefined;
}
