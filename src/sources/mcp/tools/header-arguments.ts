/**
 * Arguments that travel in header fields too (`x-mcp-header`, since 2026-07-28). A client must not offer a tool that
 * declares them wrongly; the SDK has this check inside its own `listTools` only.
 */
const KEYWORD = "x-mcp-header";
const MAX_DEPTH = 200;
/** A field name of HTTP. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const TYPES = new Set<unknown>(["string", "integer", "boolean"]);

/** The first mistake in a schema's declarations of header fields; undefined when there is none. */
export function headerProblem(inputSchema: unknown): string | undefined {
  const names = new Set<string>();
  /** `isPlain`: reached through `properties` only, where a value can be found without looking at the others. */
  const visit = (schema: unknown, depth: number, isPlain: boolean): string | undefined => {
    if (typeof schema !== "object" || schema === null || depth > MAX_DEPTH) return undefined;
    const problem = Object.hasOwn(schema, KEYWORD) ? declarationProblem(schema, isPlain && depth > 0) : undefined;
    if (problem !== undefined) return problem;
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === KEYWORD) continue;
      const isProperties = keyword === "properties" && !Array.isArray(schema);
      const found = isProperties ? visitAll(value, depth, isPlain) : visit(value, depth + 1, false);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const visitAll = (properties: unknown, depth: number, isPlain: boolean): string | undefined => {
    for (const property of Object.values(Object(properties) as object)) {
      const found = visit(property, depth + 1, isPlain);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const declarationProblem = (schema: object, isReachable: boolean): string | undefined => {
    const { [KEYWORD]: name, type } = schema as Record<string, unknown>;
    if (!isReachable) return `${KEYWORD} stands where it may not`;
    if (typeof name !== "string" || !TOKEN.test(name)) return `${KEYWORD} is no name of a header field`;
    if (!TYPES.has(type)) return `${KEYWORD} ${name} is not for a text, a whole number or a boolean`;
    if (names.has(name.toLowerCase())) return `${KEYWORD} ${name} is used twice`;
    names.add(name.toLowerCase());
    return undefined;
  };
  return visit(inputSchema, 0, true);
}
