/**
 * Arguments of MCP tools that travel in header fields too (`x-mcp-header`, since 2026-07-28), so that programs between
 * client and server can route by them. The SDK reads the declarations only for clients and servers that it builds
 * itself.
 */
const KEYWORD = "x-mcp-header";
const MAX_DEPTH = 200;
/** The name of an HTTP field. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const TYPES = new Set<unknown>(["string", "integer", "boolean"]);

/** One argument that the client repeats in a header field. */
export interface HeaderArgument {
  /** Its place in the arguments. */
  readonly path: readonly string[];
  /** The name of the field, in lower case. */
  readonly field: string;
  readonly type: "string" | "integer" | "boolean";
}

export interface HeaderArguments {
  readonly declared: readonly HeaderArgument[];
  /** The first mistake in the declarations. Clients must not offer such a tool over HTTP. */
  readonly problem: string | undefined;
}

/** The header fields that a tool's schema declares. */
export function readHeaderArguments(inputSchema: unknown): HeaderArguments {
  const declared: HeaderArgument[] = [];
  const names = new Set<string>();
  /** `path` leads through `properties` only. Elsewhere a value cannot be found without looking at the others. */
  const visit = (schema: unknown, depth: number, path: readonly string[] | undefined): string | undefined => {
    if (typeof schema !== "object" || schema === null || depth > MAX_DEPTH) return undefined;
    const problem = Object.hasOwn(schema, KEYWORD) ? declare(schema, depth === 0 ? undefined : path) : undefined;
    if (problem !== undefined) return problem;
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === KEYWORD) continue;
      const isProperties = keyword === "properties" && !Array.isArray(schema);
      const found = isProperties ? visitAll(value, depth, path) : visit(value, depth + 1, undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const visitAll = (properties: unknown, depth: number, path: readonly string[] | undefined): string | undefined => {
    for (const [name, property] of Object.entries(Object(properties) as object)) {
      const found = visit(property, depth + 1, path && [...path, name]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const declare = (schema: object, path: readonly string[] | undefined): string | undefined => {
    const { [KEYWORD]: name, type } = schema as Record<string, unknown>;
    if (path === undefined) return `${KEYWORD} may not be used here`;
    if (typeof name !== "string" || !TOKEN.test(name)) return `${KEYWORD} is not the name of a header field`;
    if (!TYPES.has(type)) return `${KEYWORD} ${name} is not on a string, an integer or a boolean`;
    if (names.has(name.toLowerCase())) return `${KEYWORD} ${name} is used twice`;
    names.add(name.toLowerCase());
    declared.push({ path, field: `mcp-param-${name.toLowerCase()}`, type: type as HeaderArgument["type"] });
    return undefined;
  };
  return { problem: visit(inputSchema, 0, []), declared };
}
