/** The grammar of ids: `namespace.name`, split at the last dot. */

/** A name, and each part of a dotted namespace. */
const SEGMENT = "[A-Za-z0-9_-]+";

/** The longest name. MCP clients and model providers accept no longer tool names. */
export const MAX_NAME_LENGTH = 64;

export const NAME_PATTERN = `^${SEGMENT}$`;
export const NAMESPACE_PATTERN = `^${SEGMENT}(\\.${SEGMENT})*$`;
export const ID_PATTERN = `^${SEGMENT}(\\.${SEGMENT})+$`;

/** The id of an operation. */
export function operationId(operation: { readonly namespace: string; readonly name: string }): string {
  return `${operation.namespace}.${operation.name}`;
}
