import { READ_RESULT } from "../../../answers/read-result.ts";
import type { CallError } from "../../../errors/call-error.ts";
import { checkAccess } from "../../../operation/access-control.ts";
import type { AccessControl, Identity } from "../../../operation/access-control.ts";
import { isPinned, isTool } from "../../../operation/mcp/mcp-marks.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import { missingOperation } from "../../request/missing-operation.ts";
import type { ServeMCPSettings } from "../options/serve-mcp-options.ts";
import type { ResourceProviders } from "../providers/resource-providers.ts";
import { SpecCatalog } from "./spec-catalog.ts";
import { toolDefinition } from "./tool-definition.ts";
import type { ToolDefinition } from "./tool-definition.ts";
import { toToolName } from "./tool-names.ts";
import type { RankedTool } from "./tool-names.ts";

/** The three tools that replace all operations if there are too many to list. */
export const SEARCH_OPERATIONS = "search_operations";
export const DESCRIBE_OPERATIONS = "describe_operations";
export const CALL_OPERATION = "call_operation";

export const SEARCH_TOOL_NAMES: readonly string[] = [SEARCH_OPERATIONS, DESCRIBE_OPERATIONS, CALL_OPERATION];

/** The operations of a registry as tools. */
export class ToolCatalog extends SpecCatalog<ToolDefinition> {
  #pinned: { readonly among: readonly RankedTool[]; readonly tools: readonly RankedTool[] } | undefined;

  constructor(registry: OperationRegistry, settings: ServeMCPSettings, providers: ResourceProviders) {
    super(registry, settings, {
      includes: isTool,
      define: (name, spec) => toolDefinition(name, spec, providers),
      wanted: settings.toolName,
      // Reserved even if they are not offered now: an operation keeps the name that it has.
      reserved: [
        ...(settings.searchAbove === Infinity ? [] : SEARCH_TOOL_NAMES),
        ...(settings.answerTokens === "all" ? [] : [READ_RESULT]),
      ],
    });
  }

  /** What the operation behind a tool requires, if the caller may not see it. */
  findHidden(name: string, identity: Identity | undefined): AccessControl | undefined {
    const spec = this.registry.getSpec(this.idOf(name) ?? "");
    return spec !== undefined && !checkAccess(spec.accessControl, identity) ? spec.accessControl : undefined;
  }

  /**
   * Why a tool is gone that a client may still know: its operation is quarantined or away, its source needs a login, or
   * does not offer it to this caller.
   */
  findQuarantined(name: string, identity: Identity | undefined): CallError | undefined {
    const hidden = missingOperation(this.registry, this.idOf(name) ?? "", identity);
    if (hidden.code === "ACCESS_DENIED") return hidden;
    for (const { namespace } of this.registry.quarantine.closed()) {
      // Any name in the namespace will do: its operations are not known.
      const prefix = toToolName(`${namespace}.x`).slice(0, -1);
      const error = missingOperation(this.registry, `${namespace}.x`, identity);
      if (name.startsWith(prefix) && error.code !== "OPERATION_NOT_FOUND") return error;
    }
    for (const id of this.registry.quarantine.ids()) {
      if (!this.isNamed(id, name)) continue;
      const error = this.whyMissing(id, identity);
      if (error.code !== "OPERATION_NOT_FOUND") return error;
    }
    return undefined;
  }

  /** Why an id has no operation for this caller. */
  whyMissing(id: string, identity: Identity | undefined): CallError {
    return missingOperation(this.registry, id, identity);
  }

  /** The tools that are listed even if operations are searched. */
  pinned(identity: Identity | undefined): ToolDefinition[] {
    const pinned: ToolDefinition[] = [];
    for (const { id, name } of this.#allPinned()) {
      const spec = this.findById(id, identity);
      const tool = spec === undefined ? undefined : this.define(name, spec);
      if (tool !== undefined) pinned.push(tool);
    }
    return pinned;
  }

  /** Searched once after each change of the registry: of very many tools, hardly any is pinned. */
  #allPinned(): readonly RankedTool[] {
    const { ranked } = this;
    if (this.#pinned?.among !== ranked) {
      const tools = ranked.filter(({ id }) => {
        const spec = this.registry.getSpec(id);
        return spec !== undefined && isPinned(spec);
      });
      this.#pinned = { among: ranked, tools };
    }
    return this.#pinned.tools;
  }

  /** Whether a caller may call so many operations that they are searched instead of listed. */
  isSearched(identity: Identity | undefined): boolean {
    const { searchAbove } = this.settings;
    if (searchAbove === 0) return true;
    // Most registries are small, and then there is nothing to count.
    if (this.ranked.length <= searchAbove) return false;
    let count = 0;
    for (const _spec of this.visible(identity)) if (++count > searchAbove) return true;
    return false;
  }
}
