/**
 * Sets to search in: `{ name, tools: [{ namespace, name, description, inputSchema }], queries: [{ query, gold: [index] }] }`,
 * or `{ name, document, queries }` with an OpenAPI document and `gold` as "METHOD /path".
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { operationId } from "../../src/operation/operation-id.ts";
import type { OperationSpec } from "../../src/operation/operation-spec.ts";
import { OperationType } from "../../src/operation/operation-type.ts";
import { OperationRegistry } from "../../src/registry/operation-registry.ts";
import { importOpenAPI } from "../../src/sources/openapi/import-openapi.ts";
import type { OpenAPISpec } from "../../src/sources/openapi/options/openapi-document.ts";

export interface ToolSet {
  readonly name: string;
  readonly registry: OperationRegistry;
  readonly queries: ReadonlyArray<{ readonly query: string; readonly gold: ReadonlySet<string> }>;
}

interface Tool {
  readonly namespace: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

interface SetFile {
  readonly tools?: readonly Tool[];
  readonly document?: OpenAPISpec;
  readonly queries: ReadonlyArray<{ readonly query: string; readonly gold: ReadonlyArray<number | string> }>;
}

export function loadToolSet(path: string): ToolSet {
  const { tools = [], document, queries } = JSON.parse(readFileSync(path, "utf8")) as SetFile;
  const registry = new OperationRegistry();
  const ids = new Map<number | string, string>();
  if (document !== undefined) {
    const { operations } = importOpenAPI(document, { namespace: "api", baseUrl: "https://api.example" });
    for (const operation of operations) {
      registry.register(operation);
      const { method, path: template } = operation.metadata as { readonly method: string; readonly path: string };
      ids.set(`${method} ${template}`, operationId(operation));
    }
  }
  for (const [index, tool] of tools.entries()) {
    const spec = toSpec(tool, registry);
    registry.registerSpec(spec);
    ids.set(index, operationId(spec));
  }
  /** Some sets ask for operations that they do not contain. Those are never found. */
  const idOf = (gold: number | string): string => {
    const key = typeof gold === "string" ? gold.trim() : gold;
    return ids.get(key) ?? `no operation ${key}`;
  };
  return {
    name: basename(path, ".json"),
    registry,
    queries: queries.map(({ query, gold }) => ({ query, gold: new Set(gold.map(idOf)) })),
  };
}

/** Names as the MCP source makes them: it changes an invalid name, and keeps the original as the title. */
function toSpec({ namespace, name, description, inputSchema }: Tool, registry: OperationRegistry): OperationSpec {
  const allowed = (text: string): string => text.replaceAll(/[^\w-]+/g, "_").slice(0, 56) || "_";
  const spec: OperationSpec = {
    namespace: allowed(namespace),
    name: allowed(name),
    version: "1.0.0",
    type: OperationType.MUTATION,
    description,
    inputSchema,
    outputSchema: {},
    accessControl: { requiredScopes: [] },
  };
  return registry.has(operationId(spec)) ? { ...spec, name: `${spec.name}_${registry.list().length}` } : spec;
}
