import { isSelect, SelectSchema } from "../../../answers/select-parts.ts";
import type { Select } from "../../../answers/select-parts.ts";
import { missingOperation } from "../../request/missing-operation.ts";
import { Type } from "typebox";
import { CallError } from "../../../errors/call-error.ts";
import type { Identity } from "../../../operation/access-control.ts";
import { defineOperation } from "../../../operation/define-operation.ts";
import type { AnyOperation } from "../../../operation/define-operation.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { isSchemaObject } from "../../../schema/types/scope.ts";
import { createSearch } from "../../../search/create-search.ts";
import type { OperationSearch } from "../../../search/create-search.ts";
import { describeOperations } from "./describe-operations.ts";
import type { DescribeDeps } from "./describe-operations.ts";
import { searchOperations } from "./search-operations.ts";
import type { SearchDeps } from "./search-operations.ts";
import { CALL_OPERATION, DESCRIBE_OPERATIONS, SEARCH_OPERATIONS } from "../tools/tool-catalog.ts";
import type { ServeMCPSettings } from "../options/serve-mcp-options.ts";
import type { ToolCatalog } from "../tools/tool-catalog.ts";
import { toolDefinition } from "../tools/tool-definition.ts";
import type { ToolDefinition } from "../tools/tool-definition.ts";
import { failedResult } from "../tools/failed-result.ts";
import type { ToolResult } from "../tools/tool-result.ts";

type Members = Readonly<Record<string, unknown>>;

/** A tool that a caller asked for by name. */
export interface AskedTool {
  readonly name: string;
  readonly given: Members | undefined;
  readonly identity: Identity | undefined;
}

/** The operation that a call goes to. */
export interface CallTarget {
  readonly registry: OperationRegistry;
  readonly id: string;
  readonly spec: OperationSpec;
  readonly arguments: Members | undefined;
  /** Which parts of its answer are wanted. Default: all. */
  readonly select?: Select | undefined;
  /** Whether the client knows the operation's output schema. */
  readonly isListed?: boolean | undefined;
}

export interface SearchToolsOptions {
  readonly registry: OperationRegistry;
  readonly catalog: ToolCatalog;
  readonly settings: ServeMCPSettings;
}

const MOST_DESCRIBED = 10;

const base = { namespace: "mcp", version: "1.0.0", accessControl: { requiredScopes: [] } } as const;

const ID = Type.String({ description: `As ${SEARCH_OPERATIONS} gives it` });

/** Runs another operation, which may do anything. This spec is only listed: `find` returns the other operation. */
const callSpec: OperationSpec = {
  ...base,
  name: CALL_OPERATION,
  type: OperationType.MUTATION,
  description: `Runs an operation. Read its signature by ${DESCRIBE_OPERATIONS} first.`,
  inputSchema: Type.Object({
    id: ID,
    // Not as an object without properties: some models take that to mean that it must be empty.
    input: Type.Optional(
      Type.Unsafe<Members>({
        type: "object",
        additionalProperties: true,
        description: "What the operation's signature asks for",
      }),
    ),
    select: Type.Optional(SelectSchema),
  }),
  outputSchema: Type.Unknown(),
};

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/**
 * Three tools that replace all others. Two of them are operations of a separate registry, so that they are validated
 * and answered like every other. The third leads to the operation that it names.
 */
export class SearchTools {
  readonly definitions: readonly ToolDefinition[];
  readonly #served: OperationRegistry;
  readonly #catalog: ToolCatalog;
  /** Undefined if the search was given. */
  readonly #ownSearch: OperationSearch | undefined;
  readonly #own: OperationRegistry;

  constructor({ registry, catalog, settings: { onError, search } }: SearchToolsOptions) {
    this.#served = registry;
    this.#catalog = catalog;
    const searched = search ?? createSearch(registry, { onError });
    this.#ownSearch = search === undefined ? searched : undefined;
    this.#own = new OperationRegistry().registerAll([
      searchTool({ catalog, search: searched }),
      describeTool({ catalog, onError }),
    ]);
    this.definitions = [...this.#own.list(), callSpec].map((spec) => toolDefinition(spec.name, spec));
  }

  /** The operation that a call of one of the three goes to, or the error to answer. Undefined for other tools. */
  find({ name, given, identity }: AskedTool): CallTarget | ToolResult | undefined {
    if (name === CALL_OPERATION) return this.#findCalled(given ?? {}, identity);
    const id = `${base.namespace}.${name}`;
    const spec = this.#own.getSpec(id);
    return spec && { registry: this.#own, id, spec, arguments: given };
  }

  close(): void {
    this.#ownSearch?.close();
  }

  #findCalled(given: Members, identity: Identity | undefined): CallTarget | ToolResult {
    const { id, input, select } = given;
    if (typeof id !== "string") return refused("/id: must be the id of an operation.");
    if (input !== undefined && !isSchemaObject(input)) {
      return refused("/input: must be an object, as the operation's signature says.");
    }
    if (!isSelect(select)) return refused("/select: must be a path, or a list of paths.");
    const spec = this.#catalog.findById(id, identity);
    if (spec !== undefined) return { registry: this.#served, id, spec, arguments: input, select };
    const missing = missingOperation(this.#served, id, identity);
    const { code, message } = missing;
    const isUnknown = code === "OPERATION_NOT_FOUND";
    return failedResult(isUnknown ? new CallError(code, `${message} Find one by ${SEARCH_OPERATIONS}.`) : missing);
  }
}

function refused(why: string): ToolResult {
  return failedResult(new CallError("VALIDATION_ERROR", why));
}

function searchTool(deps: SearchDeps): AnyOperation {
  return defineOperation({
    ...base,
    name: SEARCH_OPERATIONS,
    type: OperationType.QUERY,
    description: `Finds operations by what they do. Then read how to call one by ${DESCRIBE_OPERATIONS}, and run it by ${CALL_OPERATION}. An empty query lists the namespaces.`,
    metadata: { mcp: { annotations } },
    inputSchema: Type.Object({
      query: Type.String({ maxLength: 1000, description: "A few words, such as: create an issue" }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
      namespace: Type.Optional(Type.String({ description: "Only this one, and those below it" })),
      type: Type.Optional(Type.Enum(Object.values(OperationType), { type: "string" })),
    }),
    outputSchema: Type.Unknown(),
    handler: ({ limit = 10, ...asked }, { identity }) => searchOperations(deps, { ...asked, limit }, identity),
  });
}

function describeTool(deps: DescribeDeps): AnyOperation {
  return defineOperation({
    ...base,
    name: DESCRIBE_OPERATIONS,
    type: OperationType.QUERY,
    description:
      "Describes what operations do, with their TypeScript signatures: what input they take, and what they answer.",
    metadata: { mcp: { annotations } },
    inputSchema: Type.Object({
      ids: Type.Array(ID, { minItems: 1, maxItems: MOST_DESCRIBED }),
      part: Type.Optional(
        Type.String({ maxLength: 500, description: "Only this part of a long type: input/filter, output/items/user" }),
      ),
    }),
    outputSchema: Type.Unknown(),
    handler: (asked, { identity }) => ({ operations: describeOperations(deps, asked, identity) }),
  });
}
