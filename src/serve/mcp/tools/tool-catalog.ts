import type { CallError } from "../../../errors/call-error.ts";
import { checkAccess } from "../../../operation/access-control.ts";
import type { AccessControl, Identity } from "../../../operation/access-control.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import { Listeners } from "../../../shared/listeners.ts";
import { PacedCall } from "../../../shared/time/paced-call.ts";
import type { ServeMCPSettings } from "../options/serve-mcp-options.ts";
import { missingOperation } from "../../request/missing-operation.ts";
import { toolDefinition } from "./tool-definition.ts";
import type { ToolDefinition } from "./tool-definition.ts";
import { ToolNames, toToolName } from "./tool-names.ts";
import type { RankedTool } from "./tool-names.ts";

/** The three tools that stand for all operations where these are too many to list. */
export const SEARCH_OPERATIONS = "search_operations";
export const DESCRIBE_OPERATIONS = "describe_operations";
export const CALL_OPERATION = "call_operation";

export const SEARCH_TOOL_NAMES: readonly string[] = [SEARCH_OPERATIONS, DESCRIBE_OPERATIONS, CALL_OPERATION];
/** Milliseconds between two announcements of changes. */
const PAUSE = 100;

/** One page of `tools/list`. */
export interface ToolPage {
  readonly tools: readonly ToolDefinition[];
  readonly nextCursor?: string;
}

/** The operations of a registry as tools: which there are, what they are called, and who sees them. */
export class ToolCatalog {
  readonly #registry: OperationRegistry;
  readonly #settings: ServeMCPSettings;
  readonly #names: ToolNames;
  readonly #listeners = new Listeners();
  readonly #stop: () => void;
  readonly #announcing = new PacedCall(PAUSE, () => this.#listeners.tell());

  constructor(registry: OperationRegistry, settings: ServeMCPSettings) {
    this.#registry = registry;
    this.#settings = settings;
    this.#names = new ToolNames(registry.list(), {
      wanted: settings.toolName,
      // Whether or not they are offered now: a name that an operation has it keeps.
      reserved: settings.searchAbove === Infinity ? [] : SEARCH_TOOL_NAMES,
    });
    this.#stop = registry.onChange((changes) => {
      this.#names.update(changes);
      this.#announcing.request();
    });
  }

  /** The id of the operation behind a tool. */
  idOf(name: string): string | undefined {
    return this.#names.ids.get(name);
  }

  /** An operation for a caller who may call it. Other callers are told that it does not exist. */
  findById(id: string, identity: Identity | undefined): OperationSpec | undefined {
    const spec = this.#registry.getSpec(id);
    return spec !== undefined && this.#isVisible(id, spec, identity) ? spec : undefined;
  }

  /** What the operation behind a tool requires, if the caller may not see it. */
  findHidden(name: string, identity: Identity | undefined): AccessControl | undefined {
    const spec = this.#registry.getSpec(this.idOf(name) ?? "");
    return spec !== undefined && !checkAccess(spec.accessControl, identity) ? spec.accessControl : undefined;
  }

  /** Why a tool is gone that a client may still know: its operation is quarantined, or its source needs a login. */
  findQuarantined(name: string, identity: Identity | undefined): CallError | undefined {
    for (const { namespace } of this.#registry.quarantine.closed()) {
      // Any name in it: the operations are not known.
      const prefix = toToolName(`${namespace}.x`).slice(0, -1);
      const error = missingOperation(this.#registry, `${namespace}.x`, identity);
      if (name.startsWith(prefix) && error.code !== "OPERATION_NOT_FOUND") return error;
    }
    for (const { id } of this.#registry.quarantine.all()) {
      if (toToolName(id) !== name) continue;
      const error = missingOperation(this.#registry, id, identity);
      if (error.code === "OPERATION_QUARANTINED") return error;
    }
    return undefined;
  }

  /** All operations that a caller may call, in the order of their tools. No schema is looked at. */
  *visible(identity: Identity | undefined): Generator<OperationSpec> {
    for (const { id } of this.#names.ranked) {
      const spec = this.findById(id, identity);
      if (spec !== undefined) yield spec;
    }
  }

  /** Whether a caller may call so many operations that they are searched instead of listed. */
  isSearched(identity: Identity | undefined): boolean {
    const { searchAbove } = this.#settings;
    if (searchAbove === 0) return true;
    // Most registries are small, and then there is nothing to count.
    if (this.#names.ranked.length <= searchAbove) return false;
    let count = 0;
    for (const _spec of this.visible(identity)) if (++count > searchAbove) return true;
    return false;
  }

  /** The tools that a caller may call, in the order of their ranks; `cursor` is the rank where the last page ended. */
  list(identity: Identity | undefined, cursor?: string): ToolPage {
    const { ranked } = this.#names;
    const tools: ToolDefinition[] = [];
    let last = "";
    for (let index = cursor === undefined ? 0 : firstAfter(ranked, cursor); index < ranked.length; index++) {
      const { id, name, rank } = ranked[index] as RankedTool;
      const spec = this.findById(id, identity);
      const tool = spec === undefined ? undefined : this.#define(name, spec);
      if (tool === undefined) continue;
      // Only a further tool makes a further page: an empty last one would tell of what the caller may not see.
      if (tools.length >= this.#settings.pageSize) return { tools, nextCursor: last };
      tools.push(tool);
      last = rank;
    }
    return { tools };
  }

  /** Once for all changes that are made in one go, and not again before a pause: clients then read the whole list. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  close(): void {
    this.#stop();
    this.#announcing.stop();
    this.#listeners.clear();
  }

  #isVisible(id: string, spec: OperationSpec, identity: Identity | undefined): boolean {
    return (
      checkAccess(spec.accessControl, identity) &&
      this.#registry.getHandler(id) !== undefined &&
      (this.#settings.filter?.(spec) ?? true)
    );
  }

  /** One bad schema costs one tool: the schemas of imported operations may turn out bad when they are first read. */
  #define(name: string, spec: OperationSpec): ToolDefinition | undefined {
    try {
      return toolDefinition(name, spec);
    } catch (error) {
      this.#settings.onError?.(error);
      return undefined;
    }
  }
}

function firstAfter(ranked: readonly RankedTool[], cursor: string): number {
  let [low, high] = [0, ranked.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranked[middle] as RankedTool).rank <= cursor) low = middle + 1;
    else high = middle;
  }
  return low;
}
