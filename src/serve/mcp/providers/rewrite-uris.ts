import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import type { ResourceProviders } from "./resource-providers.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Content blocks of a result with the URIs that clients see. The same array if there are none. */
export function rewriteBlocks<TBlock>(
  blocks: readonly TBlock[],
  spec: OperationSpec,
  providers: ResourceProviders,
): readonly TBlock[] {
  if (!blocks.some(hasURI)) return blocks;
  return blocks.map((block) => rewriteBlock(block, spec, providers) as TBlock);
}

/** A content block with the URI that clients see. */
export function rewriteBlock(block: unknown, spec: OperationSpec, providers: ResourceProviders): unknown {
  if (!isRecord(block) || !hasURI(block)) return block;
  if (block["type"] === "resource_link") return rewriteField(block, "uri", spec, providers);
  return { ...block, resource: rewriteField(block["resource"] as Fields, "uri", spec, providers) };
}

/** An object with a member that is a URI, as clients see it. */
export function rewriteField<T extends Fields>(
  object: T,
  field: string,
  spec: OperationSpec,
  providers: ResourceProviders,
): T {
  const uri = object[field];
  return typeof uri === "string" ? { ...object, [field]: providers.toClient(uri, spec) } : object;
}

/** The members of a tool's `_meta` in which hosts look for the page of an MCP App. */
const APP_FIELDS = ["ui/resourceUri", "openai/outputTemplate"] as const;

/** The `_meta` of a tool whose page is a resource: the host reads that by the same URI. */
export function rewriteToolMeta(meta: Fields, spec: OperationSpec, providers: ResourceProviders): Fields {
  let written = meta;
  for (const field of APP_FIELDS) if (field in meta) written = rewriteField(written, field, spec, providers);
  const { ui } = meta;
  return isRecord(ui) ? { ...written, ui: rewriteField(ui, "resourceUri", spec, providers) } : written;
}

/** The URI of the page of an MCP App, in the `_meta` of a tool. */
export function pageOf(meta: unknown): string | undefined {
  if (!isRecord(meta)) return undefined;
  const named = [
    isRecord(meta["ui"]) ? meta["ui"]["resourceUri"] : undefined,
    ...APP_FIELDS.map((field) => meta[field]),
  ];
  return named.find((uri) => typeof uri === "string");
}

function hasURI(block: unknown): boolean {
  if (!isRecord(block)) return false;
  return block["type"] === "resource_link" || (block["type"] === "resource" && isRecord(block["resource"]));
}
