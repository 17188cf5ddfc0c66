/** The grammar of ids: `namespace.name`, split at the last dot. */

/** The longest name. MCP clients and model providers accept no longer tool names. */
export const MAX_NAME_LENGTH = 64;

// Spelled out, because bundlers drop an unused literal, but keep a text that is put together.
export const NAME_PATTERN = "^[A-Za-z0-9_-]+$";
export const NAMESPACE_PATTERN = "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$";
export const ID_PATTERN = "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+$";

/** The id of an operation. */
export function operationId(operation: { readonly namespace: string; readonly name: string }): string {
  return `${operation.namespace}.${operation.name}`;
}

/** A namespace from any name, such as that of an MCP server: keeps dots, and replaces every other invalid character by `_`. */
export function toNamespace(name: string): string {
  const parts = name.split(".").filter((part) => part !== "");
  return parts.length === 0 ? "mcp" : parts.map((part) => part.replaceAll(/[^A-Za-z0-9_-]/g, "_")).join(".");
}
